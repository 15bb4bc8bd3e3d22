/** How much waits to be read: system messages and the provider's answers together, as the badge shows it. */
import { countUnreadReplies } from '~/modules/feedback/feedback.server'
import { countUnread } from '~/modules/message/message.server'
import type { PortalContext } from './context'

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

/**
 * Every open page asks this once a minute: a statement over indexes each. Give the `context` of a page's request, so
 * that what the page reads is counted as read.
 */
export const countAllUnread = async (user: { userId: string }, context?: Memo): Promise<number> => {
  await context?.memo.get('reading')
  const [messages, replies] = await Promise.all([countUnread(user.userId), countUnreadReplies(user.userId)])
  return messages + replies
}
