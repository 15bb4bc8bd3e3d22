/**
 * A picture or video of a feedback for its owner's browser: as a download, or with view=image to show in a page. The
 * same file as the API's, authenticated by the page's cookie.
 */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { statusOf } from '~/errors/table'
import { openAttachment } from '~/modules/attachment/attachment.server'
import { respondWithStream } from '~/platform/http.server'
import { requireUser } from '~/request/caller.server'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const opened = await openAttachment({ userId: user.userId }, params['id'] ?? '')
  if (!opened.ok) return json({ code: opened.code }, { status: statusOf(opened.code) })
  const { name, kind, ...file } = opened.value
  const inline = kind === 'image' && new URL(request.url).searchParams.get('view') === 'image'
  return respondWithStream(request, { ...file, fileName: name, inline, cacheControl: 'private, no-store' })
}
