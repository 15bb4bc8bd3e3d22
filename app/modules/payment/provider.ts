/**
 * The providers' answers in one vocabulary: plain data, amounts as decimal text ("0.00000010", never a number and never
 * with an exponent), times as Date. Both adapters return `Asked<…>`: a value, or a fault that says whether the call may
 * have had its effect anyway.
 *
 * nowpayments.server.ts: `openNowPayments()` is null if digital currencies are not offered, otherwise a client with
 *   getMinimum, createPayment, getPayment, listPayments
 * stripe.server.ts: `openStripe()` likewise, with
 *   createSession, getSession, expireSession, listSessions, listEvents, listBalance, createRefund, getDispute
 * signature.server.ts: `signedIpn(raw, header, secret)`, `verifyStripe(raw, header, secrets)`, over the raw bytes
 * After verification, `readIpn(text)` and `readStripeEvent(text)` parse callbacks.
 */

export const providerNames = ['nowpayments', 'stripe'] as const
export type ProviderName = (typeof providerNames)[number]

/** Where the providers send their callbacks, relative to the portal's origin. */
export const callbackPaths: Readonly<Record<ProviderName, string>> = {
  nowpayments: '/api/payment/callback/nowpayments',
  stripe: '/api/payment/callback/stripe',
}

/** Payment statuses: NOWPayments' words; Stripe's are translated to them. */
export const providerStatuses = [
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
/** `unknown`: an unrecognized status; `word` next to it holds what the provider wrote. */
export type ProviderStatus = (typeof providerStatuses)[number] | 'unknown'
export const providerStatusOf = (word: string): ProviderStatus =>
  providerStatuses.find((known) => known === word) ?? 'unknown'

/** Why a call to a provider returned no value. */
export type ProviderFault = {
  /**
   * timeout, unreachable, too-large: no complete answer. unreadable: the answer is not the provider's (an HTML page,
   * other fields). busy: the provider asks to retry later. broken: the provider's own error. refused: the provider says
   * no, with `code`.
   */
  kind: 'timeout' | 'unreachable' | 'too-large' | 'unreadable' | 'busy' | 'broken' | 'refused'
  /** HTTP status, if there was an answer. */
  status: number | null
  /** The provider's error code, such as AMOUNT_MINIMAL_ERROR or idempotency_error. */
  code: string | null
  /** The provider's message, for the log and the operator; at most 300 characters. */
  message: string
  /** The call may have had its effect although no answer confirms it. Look for the payment; don't create it again. */
  mayHaveHappened: boolean
  /** How long the provider asks to wait, in milliseconds. */
  waitMs: number | null
}
export type Asked<T> = { ok: true; value: T } | { ok: false; fault: ProviderFault }

/** A deposit address at NOWPayments and the money received there. */
export type CoinPayment = {
  id: string
  /** The payment whose address received a further deposit, or one in another asset. */
  parentId: string | null
  /** The order_id that the portal sent: the attempt's id. */
  reference: string | null
  purchaseId: string | null
  /** The order_description that the portal sent: the number, and who pays. */
  description: string | null
  providerStatus: ProviderStatus
  word: string
  coin: string
  network: string | null
  address: string | null
  /** XRP's destination tag, other networks' memo. */
  extraId: string | null
  priceAmount: string
  priceCurrency: string
  /** The amount to send, in the coin. */
  payAmount: string | null
  actuallyPaid: string | null
  /** The provider's value of the received money in the price's currency. */
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
  /** Until when the provider guarantees address and rate. */
  validUntil: Date | null
}

/**
 * A line of a provider's settlement: what it took, gave back, kept or paid out. `net` is the increase of what the
 * provider owes. For coins only `net` is known, and `amount` and `fee` are null.
 */
export type SettledLine = {
  id: string
  kind: 'payment' | 'refund' | 'dispute' | 'fee' | 'payout' | 'other'
  /** The provider's own name for it. */
  word: string
  /** The provider's id of the payment that the line is about. */
  payment: string | null
  amount: string | null
  fee: string | null
  net: string
  currency: string
  at: Date
  /** The settled amount has been paid out too. */
  isPaidOut: boolean
}

/** A hosted checkout page, in Stripe's form. */
export type CardSession = {
  id: string
  providerStatus: ProviderStatus
  /** Stripe's status and payment_status. */
  word: string
  status: 'open' | 'complete' | 'expired' | 'unknown'
  isPaid: boolean
  /** Where the payer is sent; null once the session is complete or expired. */
  url: string | null
  /** client_reference_id: the attempt's id. */
  reference: string | null
  /** In the currency's main unit: "12.50". */
  amount: string | null
  currency: string | null
  paymentIntent: string | null
  /** What the provider settles with the portal, after its fee; absent before it is paid, or if it was not requested. */
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
  /** The refunds included in the answer, newest first; newer Stripe versions include none. */
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
  /** Balance changes: negative when funds were withdrawn, positive when they came back. */
  movements: readonly SettledLine[]
}
/** A Stripe event, by type and by the object it is about. */
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
  /** A type that the portal doesn't use. */
  | { about: 'other'; object: string }
)

/** How a card payment is offered. All use the same hosted page, but it shows different methods. */
export const cardShapes = ['card', 'web-wallet', 'device-wallet', 'h5'] as const
export type CardShape = (typeof cardShapes)[number]
