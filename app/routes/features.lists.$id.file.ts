/** The download of a list's file for a signed-in browser: the same file as the API's, under the page's own cookie. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { formatNames } from '~/modules/channel-list/channel-list.schema'
import { exportFile } from '~/modules/channel-list/channel-list.server'
import { respondWithFile } from '~/platform/http.server'
import { requireUser } from '~/web/caller.server'
import { requireValue } from '~/web/lists/answer.server'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const asked = new URL(request.url).searchParams.get('format')
  const format = formatNames.find((name) => name === asked)
  return respondWithFile(request, requireValue(await exportFile(user, params['id'] ?? '', format === undefined ? {} : { format })))
}
