/** The templates of mails and SMS, with their values. Their texts are in the namespace `mail`, in every language. */

/** The purpose of a code: it is valid for nothing else, and the text explains to the reader why it came. */
export const codePurposes = [
  'register',
  'sign-in',
  'recover',
  'bind',
  'change-password',
  'payment-password',
  'captcha',
] as const
export type Purpose = (typeof codePurposes)[number]

/** Why money of an order became wallet credit. */
export type CreditReason =
  | 'late'
  | 'double'
  | 'surplus'
  | 'cancelled'
  | 'window-over'
  | 'rest-missing'
  | 'wrong-asset'
  | 'dispute-won'
/**
 * What happened to an order's money. Amounts are decimal text in USD, except `credited`, which is in Mango, and
 * deposits under review or returned, which are in their coin. `renews`: the order is an automatic renewal. `isOver`:
 * the rest of its services has ended. `sent`: null if the provider itself returned the money. `debt`: the debt that a
 * bank has created; absent in older rows. `claim-over`: a bank has dropped its claim; it returned `amount`, and `freed`
 * Mango is no longer frozen; `debt`: how much of other debts that money, or a refund, has paid. `cashback`: Mango given
 * with the payment, or taken back with the refund. `given-back`: the provider returned a deposit unasked that was
 * already credited or returned; the wallet has repaid `paid` of it, and `owed` is still owed.
 */
export type OrderEvent =
  | { kind: 'paid'; amount: string; until: string | null; renews?: true; cashback?: string }
  | { kind: 'credited'; amount: string; why: CreditReason; debt?: { paid: string; owed: string } }
  | {
      kind: 'refunded'
      amount: string
      to: 'wallet' | 'provider'
      points: string
      isOver: boolean
      cashback?: string
      debt?: { paid: string; owed: string }
    }
  | { kind: 'looked-at'; amount: string; coin: string }
  | { kind: 'address-wanted'; amount: string; coin: string }
  | { kind: 'address-given'; amount: string; coin: string; address: string; tag: string | null }
  | {
      kind: 'returned'
      amount: string
      coin: string
      /**
       * `tag`: absent in rows from before there were tags. `instead`: the customer's address, if the money was sent to
       * another one; absent in older rows.
       */
      sent: { address: string; tag?: string | null; hash: string; instead?: string | null } | null
    }
  | {
      kind: 'charged-back'
      amount: string
      isOver: boolean
      debt?: { unused: string; frozen: string; until: string | null; owed: string }
    }
  | { kind: 'debt-paid'; amount: string; owed: string }
  | { kind: 'claim-over'; amount: string; freed: string; debt?: { paid: string; owed: string } }
  | { kind: 'given-back'; amount: string; paid: string; owed: string }
/** Product names by language; `link` leads to the order, if the portal's address is configured. */
export type OrderMessage = {
  number: string
  box: string
  products: { names: Record<string, string>; months: number }[]
  link: string | null
  fact: OrderEvent
  /** The methods that paid, each with the amount charged in USD. */
  charged?: readonly { method: number; amount: string }[]
}

/** Events of a payment's money, for orders and recharges alike. */
export type DepositEvent = Exclude<OrderEvent, { kind: 'paid' | 'refunded' }>
/**
 * What happened to a recharge's money. Amounts are decimal text, for `recharged` in Mango. `asked`: the amount asked
 * for, if less came. `debt`: how much of it paid a debt (Mango), and what is still owed (USD), if there was one.
 * `isLate`: its window was over. `isMore`: it came in addition to earlier money.
 */
export type RechargeEvent =
  | {
      kind: 'recharged'
      amount: string
      asked: string | null
      debt: { paid: string; owed: string } | null
      isLate: boolean
      isMore: boolean
    }
  | DepositEvent
/**
 * `order`: the order that the recharge was started for, while it can be paid, or another one that the wallet can pay
 * now.
 */
export type RechargeMessage = {
  number: string
  link: string | null
  order: { number: string; link: string | null } | null
  fact: RechargeEvent
}

/** Why the portal switched a renewal from Mango off. */
export type RenewalOffReason = 'unbound' | 'balance' | 'price' | 'not-sold' | 'region' | 'refunded' | 'late'
/** Why a service isn't renewed yet, or that its renewal is off. Amounts as above. */
export type RenewalEvent =
  | { kind: 'short'; needs: string; has: string; endsAt: string }
  | { kind: 'dearer'; price: string; agreed: string; endsAt: string }
  | { kind: 'off'; why: RenewalOffReason; endsAt: string | null }
export type RenewalMessage = {
  box: string
  service: string
  link: string | null
  fact: RenewalEvent
}
/**
 * A service that ends. `renewal`: its owner has agreed to renew it from Mango for at most this price, on that day or as
 * soon as `problem` is solved.
 */
export type EndingService = {
  service: string
  endsAt: string
  renewal?: { at: string; price: string; problem: 'balance' | 'price' | 'not-sold' | null }
}

/**
 * What happened in a wallet. Amounts as above, in Mango. `sent`: `to` as its sender typed it; `received`: `from` is the
 * sender's initial. `locked`: by wrong payment passwords, until that time (ISO).
 */
export type WalletEvent =
  | { kind: 'sent'; number: string; amount: string; fee: string; to: string; note: string | null }
  | { kind: 'received'; number: string; amount: string; from: string; note: string | null }
  | { kind: 'locked'; until: string }
/** `link` leads to the wallet, if the portal's address is configured. */
export type WalletMessage = { link: string | null; fact: WalletEvent }

export type MailValues = {
  /** A code to type; `minutes` is its lifetime. */
  code: { purpose: Purpose; code: string; minutes: number }
  /** An e-mail address or a phone was bound, replaced or removed; sent to the old contact. */
  'contact-changed': { channel: Channel; change: 'changed' | 'removed' }
  /** `tokens` is how many API tokens still work: a new password does not end them. */
  'password-changed': { tokens: number }
  'authenticator-removed': Record<string, never>
  /** The payment password of the wallet was set, changed or recovered. */
  'payment-password-changed': Record<string, never>
  /** Somebody signed in from a new browser or program. `userAgent` is its short name. */
  'new-sign-in': { address: string; userAgent: string | null }
  /** An API token was created; it outlives the session that created it. */
  'token-made': { name: string }
  /** Somebody asked for a code for an account with this address, but no account has it. */
  'no-account': Record<string, never>
  /**
   * The provider answered a feedback; `writtenAt` (ISO) identifies it, and `link` leads to it if the portal's address
   * is configured.
   */
  'feedback-answered': { writtenAt: string; link: string | null }
  /** Services of a box end in this many days; 0: today. */
  'services-end': { box: string; days: 14 | 3 | 0; ends: EndingService[] }
  'order-news': OrderMessage
  'recharge-news': RechargeMessage
  'renewal-news': RenewalMessage
  'wallet-news': WalletMessage
}
export type MailTemplate = keyof MailValues

/** SMS cost money, so only what people must know at once. */
export type SmsValues = Pick<
  MailValues,
  'code' | 'contact-changed' | 'password-changed' | 'authenticator-removed' | 'payment-password-changed'
>
export type SmsTemplate = keyof SmsValues

/** A template with its values, as stored in the outbox: the text is written when it is sent. */
export type Content = { [T in MailTemplate]: { template: T; values: MailValues[T] } }[MailTemplate]

export type Channel = 'mail' | 'sms'
/** queued: waiting for its next try; sending: taken by a worker; sent, failed: final. */
export type OutboxState = 'queued' | 'sending' | 'sent' | 'failed'
