/** Unread counts: the provider's messages and its answers to feedback, separately and together. */
import { countUnreadReplies } from '~/modules/feedback/feedback.server'
import { countUnread } from '~/modules/message/message.server'

/** The unread count of each half, one indexed statement each. */
export const unreadOf = async (user: { userId: string }): Promise<{ messages: number; replies: number }> => {
  const [messages, replies] = await Promise.all([countUnread(user.userId), countUnreadReplies(user.userId)])
  return { messages, replies }
}

/** Both together, for the badge: every open page asks this once a minute. */
export const countAllUnread = async (user: { userId: string }): Promise<number> => {
  const { messages, replies } = await unreadOf(user)
  return messages + replies
}
