/** The unread badge on a page that marks something as read: what the page marks counts as read. */
import { countAllUnread } from '~/modules/unread/unread.server'
import type { PortalContext } from '~/request/context'

type Memo = Pick<PortalContext, 'memo'>

/**
 * Registers the marking. A page calls this before its first await; the frame's loader, which runs concurrently, counts
 * after it.
 */
export const countAfter = <T>({ memo }: Memo, reading: Promise<T>): Promise<T> => {
  memo.set(
    'reading',
    reading.catch(() => undefined),
  )
  return reading
}

/** Counts unread messages after this request's page has marked its own as read. */
export const countUnreadAfterPage = async (user: { userId: string }, { memo }: Memo): Promise<number> => {
  await memo.get('reading')
  return countAllUnread(user)
}
