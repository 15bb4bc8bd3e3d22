/**
 * What payment providers say, in one vocabulary: plain data, amounts as decimal text ("0.00000010", never a number and
 * never with an exponent), times as Date. Both adapters answer `Asked<…>`: a value, or a fault that says whether the
 * call may have had its effect all the same.
 *
 * nowpayments.server.ts: `openNowPayments()` is null where the method is not offered, else a client with
 *   getStatus, listCurrencies, estimate, getMinimum, createPayment, getPayment, listPayments, updateEstimate
 * stripe.server.ts: `openStripe()` likewise, with
 *   createSession, getSession, expireSession, listSessions, listEvents, listBalance, createRefund, getRefund,
 *   getCharge, getDispute
 * signature.server.ts: `verifyIpn(raw, header, secret)`, `verifyStripe(raw, header, secrets)`, over the raw bytes
 * Callbacks are read by `readIpn(text)` and `readStripeEvent(text)` once their signature holds.
 */

export const providerNames = ['nowpayments', 'stripe'] as const
export type ProviderName = (typeof providerNames)[number]

/** Where the providers send their callbacks, below the portal's own origin. */
export const callbackPaths: Readonly<Record<ProviderName, string>> = {
  nowpayments: '/api/payment/callback/nowpayments',
  stripe: '/api/payment/callback/stripe',
}

/** What a provider says of a payment: NOWPayments' words, Stripe's are translated to them. */
export const saidWords = [
  'waiting',
  'confirming',
  'confirmed',
  'sending',
  'partially_paid',
  'finished',
  'failed',
  'refunded',
  'expired',
  'cancelled',
] as const
/** `unknown`: a word that nobody knows. `word` beside it is what the provider wrote. */
export type Said = (typeof saidWords)[number] | 'unknown'
export const saidOf = (word: string): Said => saidWords.find((known) => known === word) ?? 'unknown'

/** Why a provider's call gave no value. */
export type ProviderFault = {
  /**
   * timeout, unreachable, too-large: no whole answer. unreadable: an answer that is not the provider's (an HTML page,
   * other fields). busy: it asks to come back later. broken: its own error. refused: it says no, with `code`.
   */
  kind: 'timeout' | 'unreachable' | 'too-large' | 'unreadable' | 'busy' | 'broken' | 'refused'
  /** HTTP status, where there was an answer. */
  status: number | null
  /** The provider's own code of a refusal, such as AMOUNT_MINIMAL_ERROR or idempotency_error. */
  code: string | null
  /** Its sentence, for the log and the operator; at most 300 characters. */
  message: string
  /** The call may have had its effect although no answer tells it. A payment is then looked for, not made again. */
  mayHaveHappened: boolean
  /** How long it asks to wait, in milliseconds. */
  waitMs: number | null
}
export type Asked<T> = { ok: true; value: T } | { ok: false; fault: ProviderFault }

/** A deposit address at NOWPayments and what came to it. */
export type CoinPayment = {
  id: string
  /** The payment whose address got a further deposit, or one in another asset. */
  parentId: string | null
  /** What the portal gave as order_id: the attempt's id. */
  reference: string | null
  purchaseId: string | null
  /** What the portal gave as order_description: the number, and who pays. */
  description: string | null
  said: Said
  word: string
  coin: string
  network: string | null
  address: string | null
  /** XRP's destination tag, other networks' memo. */
  extraId: string | null
  priceAmount: string
  priceCurrency: string
  /** What is to be sent, in the coin. */
  payAmount: string | null
  actuallyPaid: string | null
  /** The provider's value of it in the price's currency. */
  actuallyPaidFiat: string | null
  hash: string | null
  outcomeAmount: string | null
  outcomeCurrency: string | null
  /** The transaction that sent it on to the house's own wallet. */
  payoutHash: string | null
  fee: { currency: string; deposit: string; withdrawal: string; service: string } | null
  fixedRate: boolean
  feePaidByUser: boolean
  createdAt: Date | null
  updatedAt: Date | null
  /** Until when the provider holds address and rate. */
  validUntil: Date | null
}

/**
 * A line of what a provider settles: what it took, gave back, kept or paid out. `net` is by how much the provider owes
 * more; of coins only that is known, and `amount` and `fee` are null.
 */
export type SettledLine = {
  id: string
  kind: 'payment' | 'refund' | 'dispute' | 'fee' | 'payout' | 'other'
  /** The provider's own word for it. */
  word: string
  /** The provider's id of the payment that it is about. */
  payment: string | null
  amount: string | null
  fee: string | null
  net: string
  currency: string
  at: Date
  /** What was settled has been passed on as well. */
  isPaidOut: boolean
}

/** A hosted page of the Stripe kind. */
export type CardSession = {
  id: string
  said: Said
  /** Its own two words: status and payment_status. */
  word: string
  status: 'open' | 'complete' | 'expired' | 'unknown'
  isPaid: boolean
  /** Where the payer goes; null once it is complete or expired. */
  url: string | null
  /** client_reference_id: the attempt's id. */
  reference: string | null
  /** In the currency's main unit: "12.50". */
  amount: string | null
  currency: string | null
  paymentIntent: string | null
  /** What it settles with the portal, after its fee; nothing before it is paid, or where nobody asked for it. */
  outcome?: SettledLine | null
  isLive: boolean
  createdAt: Date | null
  expiresAt: Date | null
  metadata: Readonly<Record<string, string>>
}
export type CardCharge = {
  id: string
  paymentIntent: string | null
  amount: string
  amountRefunded: string
  currency: string
  isPaid: boolean
  isRefunded: boolean
  isDisputed: boolean
  isLive: boolean
  /** Refunds that came with it, newest first; Stripe's newer versions send none. */
  refunds: readonly CardRefund[]
}
export type CardRefund = {
  id: string
  charge: string | null
  paymentIntent: string | null
  amount: string
  currency: string
  /** requires_action counts as pending. */
  state: 'pending' | 'succeeded' | 'failed' | 'canceled' | 'unknown'
  word: string
  metadata: Readonly<Record<string, string>>
}
export type CardDispute = {
  id: string
  charge: string | null
  paymentIntent: string | null
  amount: string
  currency: string
  /** inquiry: a question before a dispute (`warning_…`); no money moves. */
  state: 'inquiry' | 'open' | 'won' | 'lost' | 'prevented' | 'unknown'
  word: string
  reason: string | null
  isLive: boolean
  /** What moved on the balance: negative when funds were withdrawn, positive when they came back. */
  movements: readonly SettledLine[]
}
/** An event of the Stripe kind, by its type and what it is about. */
export type CardEvent = {
  id: string
  type: string
  at: Date
  isLive: boolean
} & (
  | { about: 'session'; session: CardSession }
  | { about: 'charge'; charge: CardCharge }
  | { about: 'refund'; refund: CardRefund }
  | { about: 'dispute'; dispute: CardDispute }
  /** A type that the portal has no use for. */
  | { about: 'other'; object: string }
)

/** How a card payment is offered. The hosted page is the same; they differ in what it shows. */
export const cardShapes = ['card', 'web-wallet', 'device-wallet', 'h5'] as const
export type CardShape = (typeof cardShapes)[number]
