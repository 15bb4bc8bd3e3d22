/** How much waits to be read: system messages and the provider's answers together, as the badge shows it. */
import { countUnread } from '~/modules/message/message.server'

/** Every open page asks this once a minute: a statement over indexes each. */
export const countAllUnread = async (user: { userId: string }): Promise<number> => countUnread(user.userId)
