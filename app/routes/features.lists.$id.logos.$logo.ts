/**
 * The picture of a list's category for a signed-in browser. Its address identifies its content, so it never changes.
 */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { statusOf } from '~/errors/table'
import { findLogo } from '~/modules/channel-list/channel-list.server'
import { respondWithFile } from '~/platform/http.server'
import { requireUser } from '~/request/caller.server'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const found = await findLogo(user, params['id'] ?? '', params['logo'] ?? '')
  if (!found.ok) return json({ code: found.code }, { status: statusOf(found.code) })
  const { id, bytes, type, createdAt } = found.value
  return respondWithFile(request, {
    bytes,
    type,
    etag: `"${id.slice(0, 32)}"`,
    lastModified: createdAt,
    cacheControl: 'private, max-age=31536000, immutable',
  })
}
