/** Returns what a person had typed on a page when the session ended, on the same account's next visit to it. */
import type { AppLoadContext } from '@remix-run/node'
import { takeDraft, type DraftFields } from '~/modules/draft/draft.server'
import { findUser } from '~/request/caller.server'
import { parseReturnTo } from '~/request/return-to'

/**
 * Takes the stored draft for this page, once. For the root loader and for documents only: a prefetch would take it
 * unseen.
 */
export const takePageDraft = async (request: Request, context: AppLoadContext): Promise<DraftFields | null> => {
  const { pathname, search } = new URL(request.url)
  const page = parseReturnTo(pathname + search)
  if (request.method !== 'GET' || page === null || /prefetch|prerender/.test(request.headers.get('sec-purpose') ?? ''))
    return null
  const user = await findUser(request, context)
  return user?.sessionId ? takeDraft(user.userId, page) : null
}
