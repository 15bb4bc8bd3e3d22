/** The badge's number on a page that marks something as read: what the page marks counts as read. */
import { countAllUnread } from '~/modules/unread/unread.server'
import type { PortalContext } from '~/request/context'

type Memo = Pick<PortalContext, 'memo'>

/**
 * A page that marks something as read registers it before its first await: the frame's loader, which runs concurrently,
 * counts after it.
 */
export const countAfter = <T>({ memo }: Memo, reading: Promise<T>): Promise<T> => {
  memo.set(
    'reading',
    reading.catch(() => undefined),
  )
  return reading
}

/** The unread count once this request's page has marked what it marks. */
export const countUnreadAfterPage = async (user: { userId: string }, { memo }: Memo): Promise<number> => {
  await memo.get('reading')
  return countAllUnread(user)
}
