/**
 * What mails and SMS can say: each template's values. Their sentences are in the namespace `mail`, in every language.
 */

/** What a code is for; it determines the words that tell the reader why it came. */
export const codePurposes = ['register', 'sign-in', 'recover', 'bind', 'change-password', 'captcha'] as const
export type CodePurpose = (typeof codePurposes)[number]

export type MailValues = {
  /** A code to type; `minutes` is its lifetime. */
  code: { purpose: CodePurpose; code: string; minutes: number }
  /** An e-mail address or a phone was bound, replaced or removed; sent to the old one. */
  'contact-changed': { channel: Channel; change: 'changed' | 'removed' }
  /** `tokens` is how many API tokens still work: a new password does not end them. */
  'password-changed': { tokens: number }
  'authenticator-removed': Record<string, never>
  /** Somebody signed in from a new browser or program. `userAgent` is its short name. */
  'new-sign-in': { address: string; userAgent: string | null }
  /** An API token was created; it outlives the session that created it. */
  'token-made': { name: string }
  /** Somebody asked for a code for an account with this address, but no account has it. */
  'no-account': Record<string, never>
  /**
   * The provider answered a feedback; `writtenAt` (ISO) says which, `link` leads to it where the portal's address is
   * configured.
   */
  'feedback-answered': { writtenAt: string; link: string | null }
}
export type MailTemplate = keyof MailValues

/** SMS cost money: only what must be known at once. */
export type SmsValues = Pick<MailValues, 'code' | 'contact-changed' | 'password-changed' | 'authenticator-removed'>
export type SmsTemplate = keyof SmsValues

/** A template with its values, as it waits in the outbox: sentences are made when it is sent. */
export type Content = { [T in MailTemplate]: { template: T; values: MailValues[T] } }[MailTemplate]

export type Channel = 'mail' | 'sms'
/** queued: waiting for its next try; sending: taken by a worker; sent, failed: final. */
export type OutboxState = 'queued' | 'sending' | 'sent' | 'failed'
