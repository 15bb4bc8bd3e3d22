/** How much waits to be read: system messages and the provider's answers together, as the badge shows it. */
import { countUnreadReplies } from '~/modules/feedback/feedback.server'
import { countUnread } from '~/modules/message/message.server'

/** Every open page asks this once a minute: a statement over indexes each. */
export const countAllUnread = async (user: { userId: string }): Promise<number> => {
  const [messages, replies] = await Promise.all([countUnread(user.userId), countUnreadReplies(user.userId)])
  return messages + replies
}
