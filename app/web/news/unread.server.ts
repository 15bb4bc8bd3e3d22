/** The badge's number beside a page that marks something as read: what the page reads is counted as read. */
import { countAllUnread } from '~/modules/unread/unread.server'
import type { PortalContext } from '~/request/context'

type Memo = Pick<PortalContext, 'memo'>

/**
 * A page that marks something as read says so before its first await: the frame, whose loader runs beside it, counts
 * after it.
 */
export const countAfter = <T>({ memo }: Memo, reading: Promise<T>): Promise<T> => {
  memo.set(
    'reading',
    reading.catch(() => undefined),
  )
  return reading
}

/** How much is unread once this request's page has read what it reads. */
export const countUnreadAfterPage = async (user: { userId: string }, { memo }: Memo): Promise<number> => {
  await memo.get('reading')
  return countAllUnread(user)
}
