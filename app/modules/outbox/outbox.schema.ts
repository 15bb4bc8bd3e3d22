/**
 * What mails and SMS can say: each template's values. Their sentences are in the namespace `mail`, in every language.
 */

/** What a code is for; it determines the words that tell the reader why it came. */
export const codePurposes = [
  'register',
  'sign-in',
  'recover',
  'bind',
  'change-password',
  'payment-password',
  'captcha',
] as const
export type CodePurpose = (typeof codePurposes)[number]

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
 * What became of an order's money. Amounts are decimal text: USD, of `credited` Mango, and of what a person looks at,
 * asks an address for and sends back the coin.
 * `renews`: it was ordered by an agreement of before. `isOver`: what was left of its services has ended. `sent`: null
 * where the provider sent it back itself. `debt`: what became of the debt that a bank has made; none in what was
 * written before it was told. `claim-over`: a bank asks for nothing any more; it gave `amount` back, and `freed` Mango
 * is no longer frozen; `debt`: what that, or a refund, has paid of what else is owed. `cashback`: Mango that came
 * back with the payment, or was taken back with the refund.
 * `given-back`: by its provider, of its own accord, though it had become Mango or was given back before; `paid` of
 * it the wallet has paid back, `owed` is owed.
 */
export type OrderFact =
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
       * `tag`: none in what was written before there were tags. `instead`: the address that its customer had given,
       * where it was sent to another; none in what was written before.
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
/** Product names by language; `link` leads to the order where the portal's address is configured. */
export type OrderNews = {
  number: string
  box: string
  products: { names: Record<string, string>; months: number }[]
  link: string | null
  fact: OrderFact
  /** What has paid it, each way with what it was charged in USD. */
  charged?: readonly { method: number; amount: string }[]
}

/** What an owner is told of the money of any payment, whatever it was for. */
export type DepositFact = Exclude<OrderFact, { kind: 'paid' | 'refunded' }>
/**
 * What became of a recharge's money. Amounts are decimal text, of `recharged` in Mango.
 * `asked`:
 * how much was asked for, where less came. `debt`: what of it paid a debt at once (Mango), and what is owed still
 * (USD), where something was. `isLate`: its time was over. `isMore`: it came on top of what had come before.
 */
export type RechargeFact =
  | {
      kind: 'recharged'
      amount: string
      asked: string | null
      debt: { paid: string; owed: string } | null
      isLate: boolean
      isMore: boolean
    }
  | DepositFact
/** `order`: the order that it was begun for, while that can be paid, or another one that the wallet can pay now. */
export type RechargeNews = {
  number: string
  link: string | null
  order: { number: string; link: string | null } | null
  fact: RechargeFact
}

/** Why a renewal from Mango was switched off by the portal. */
export type RenewalOffReason = 'unbound' | 'balance' | 'price' | 'not-sold' | 'region' | 'refunded' | 'late'
/** What keeps a service from being renewed, until its end; or that it is not renewed any more. Amounts as above. */
export type RenewalFact =
  | { kind: 'short'; needs: string; has: string; endsAt: string }
  | { kind: 'dearer'; price: string; agreed: string; endsAt: string }
  | { kind: 'off'; why: RenewalOffReason; endsAt: string | null }
export type RenewalNews = {
  box: string
  service: string
  link: string | null
  fact: RenewalFact
}
/**
 * A service that ends. `renewal`: its owner has agreed to have it renewed from Mango, for at most this price: on that
 * day, or as soon as nothing stands in the way.
 */
export type EndingService = {
  service: string
  endsAt: string
  renewal?: { at: string; price: string; problem: 'balance' | 'price' | 'not-sold' | null }
}

/**
 * What happened in a wallet. Amounts as above, of Mango. `sent`: `to` as its sender had typed it, `from` the sender's
 * initial. `locked`: by wrong payment passwords, until that moment (ISO).
 */
export type WalletFact =
  | { kind: 'sent'; number: string; amount: string; fee: string; to: string; note: string | null }
  | { kind: 'received'; number: string; amount: string; from: string; note: string | null }
  | { kind: 'locked'; until: string }
/** `link` leads to the wallet where the portal's address is configured. */
export type WalletNews = { link: string | null; fact: WalletFact }

export type MailValues = {
  /** A code to type; `minutes` is its lifetime. */
  code: { purpose: CodePurpose; code: string; minutes: number }
  /** An e-mail address or a phone was bound, replaced or removed; sent to the old one. */
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
   * The provider answered a feedback; `writtenAt` (ISO) says which, `link` leads to it where the portal's address is
   * configured.
   */
  'feedback-answered': { writtenAt: string; link: string | null }
  /** Services of a box end in so many days; 0: on this day. */
  'services-end': { box: string; days: 14 | 3 | 0; ends: EndingService[] }
  'order-news': OrderNews
  'recharge-news': RechargeNews
  'renewal-news': RenewalNews
  'wallet-news': WalletNews
}
export type MailTemplate = keyof MailValues

/** SMS cost money: only what must be known at once. */
export type SmsValues = Pick<
  MailValues,
  'code' | 'contact-changed' | 'password-changed' | 'authenticator-removed' | 'payment-password-changed'
>
export type SmsTemplate = keyof SmsValues

/** A template with its values, as it waits in the outbox: sentences are made when it is sent. */
export type Content = { [T in MailTemplate]: { template: T; values: MailValues[T] } }[MailTemplate]

export type Channel = 'mail' | 'sms'
/** queued: waiting for its next try; sending: taken by a worker; sent, failed: final. */
export type OutboxState = 'queued' | 'sending' | 'sent' | 'failed'
