/** What sessions and boxes hear about accounts, because an account may not know them. Connected once at start. */

type DisabledListener = (userId: string) => void | Promise<void>
const disabled: DisabledListener[] = []
/** Lets sessions and boxes act when an account is disabled or enabled. */
export const onAccountDisabled = (listener: DisabledListener): void => void disabled.push(listener)
export const tellDisabled = async (userId: string): Promise<void> => {
  for (const listener of disabled) await listener(userId)
}

type PasswordListener = (userId: string, keepSessionId: string | null) => void | Promise<void>
const passwordChanged: PasswordListener[] = []
/** Lets sessions end when a password changes; the one that changed it stays. */
export const onPasswordChanged = (listener: PasswordListener): void => void passwordChanged.push(listener)
export const tellPasswordChanged = async (userId: string, keepSessionId: string | null): Promise<void> => {
  for (const listener of passwordChanged) await listener(userId, keepSessionId)
}

/** The session that a visit belongs to, if it is one. */
export const sessionOf = (binding: string): string | null =>
  binding.startsWith('session:') ? binding.slice('session:'.length) : null
