/** How much waits to be read: the provider's messages and its answers to feedback, each and together. */
import { countUnreadReplies } from '~/modules/feedback/feedback.server'
import { countUnread } from '~/modules/message/message.server'

/** How much is unread in each half: a statement over an index each. */
export const unreadOf = async (user: { userId: string }): Promise<{ messages: number; replies: number }> => {
  const [messages, replies] = await Promise.all([countUnread(user.userId), countUnreadReplies(user.userId)])
  return { messages, replies }
}

/** Both together, as the badge shows it: every open page asks this once a minute. */
export const countAllUnread = async (user: { userId: string }): Promise<number> => {
  const { messages, replies } = await unreadOf(user)
  return messages + replies
}
