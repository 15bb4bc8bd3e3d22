/**
 * NOWPayments' API as typed functions that return plain values. The API has no idempotency keys: a payment that may
 * have been created is looked up by its order_id in `listPayments`, never created again.
 */
import { z } from 'zod'
import { nowMs } from '~/platform/clock.server'
import { env, type CoinChannel } from '~/platform/env.server'
import { rawNumber, readJsonAsText } from '~/platform/exact-json'
import { ask, type ErrorReader } from './provider-call.server'
import { decimal, flag, id, maybe, plainDecimal, time, word } from './provider-values'
import { providerStatusOf, type Asked, type CoinPayment } from './provider'

const fee = z.object({ currency: word, depositFee: decimal, withdrawalFee: decimal, serviceFee: decimal })
const rawPayment = z.object({
  payment_id: id,
  parent_payment_id: maybe(id),
  order_id: maybe(id),
  order_description: maybe(z.string().max(1000)),
  purchase_id: maybe(id),
  payment_status: word,
  pay_currency: word,
  network: maybe(word),
  pay_address: maybe(z.string().max(200)),
  payin_extra_id: maybe(z.string().max(200)),
  price_amount: decimal,
  price_currency: word,
  pay_amount: maybe(decimal),
  actually_paid: maybe(decimal),
  actually_paid_at_fiat: maybe(decimal),
  payin_hash: maybe(z.string().max(300)),
  outcome_amount: maybe(decimal),
  outcome_currency: maybe(word),
  payout_hash: maybe(z.string().max(300)),
  fee: z.preprocess((value) => fee.safeParse(value).data ?? null, fee.nullable()),
  is_fixed_rate: flag,
  is_fee_paid_by_user: flag,
  created_at: time,
  updated_at: time,
  valid_until: time,
})
const paymentOf = (raw: z.output<typeof rawPayment>): CoinPayment => ({
  id: raw.payment_id,
  parentId: raw.parent_payment_id,
  reference: raw.order_id,
  purchaseId: raw.purchase_id,
  description: raw.order_description,
  providerStatus: providerStatusOf(raw.payment_status),
  word: raw.payment_status,
  coin: raw.pay_currency.toLowerCase(),
  network: raw.network,
  address: raw.pay_address,
  extraId: raw.payin_extra_id,
  priceAmount: raw.price_amount,
  priceCurrency: raw.price_currency.toLowerCase(),
  payAmount: raw.pay_amount,
  actuallyPaid: raw.actually_paid,
  actuallyPaidFiat: raw.actually_paid_at_fiat,
  hash: raw.payin_hash,
  outcomeAmount: raw.outcome_amount,
  outcomeCurrency: raw.outcome_currency?.toLowerCase() ?? null,
  payoutHash: raw.payout_hash,
  fee: raw.fee && {
    currency: raw.fee.currency,
    deposit: raw.fee.depositFee,
    withdrawal: raw.fee.withdrawalFee,
    service: raw.fee.serviceFee,
  },
  fixedRate: raw.is_fixed_rate,
  feePaidByUser: raw.is_fee_paid_by_user,
  createdAt: raw.created_at,
  updatedAt: raw.updated_at,
  validUntil: raw.valid_until,
})
const payment = rawPayment.transform(paymentOf)

/** Reads the payment of a callback whose signature is valid; null if the text is not a payment. */
export const readIpn = (text: string): CoinPayment | null => payment.safeParse(readJsonAsText(text)?.value).data ?? null

const readError: ErrorReader = (body) => {
  const read = z.object({ code: z.string().nullish(), message: z.string().nullish() }).safeParse(body).data
  return { code: read?.code ?? null, message: read?.message ?? null }
}

export type CoinPaymentOrder = {
  /** The attempt's id: sent as order_id, which finds the payment again. */
  reference: string
  /** In USD, as decimal text. */
  priceAmount: string
  coin: string
  description: string
  callbackUrl: string | null
  /** Continues a partly paid purchase. */
  purchaseId?: string | null
  fixedRate: boolean
}
export type NowPayments = {
  readonly channel: CoinChannel
  /** The minimum amount of a coin, and its value in USD if the provider gives it. */
  getMinimum(of: { coin: string; fixedRate: boolean }): Promise<Asked<{ amount: string; usd: string | null }>>
  createPayment(order: CoinPaymentOrder): Promise<Asked<CoinPayment>>
  getPayment(paymentId: string): Promise<Asked<CoinPayment>>
  /**
   * Payments created in a time range, oldest first, one page at a time (from 0); for unreadable entries only the ids.
   */
  listPayments(of: {
    since: Date
    until?: Date
    page: number
  }): Promise<Asked<{ payments: readonly CoinPayment[]; unreadable: readonly string[]; hasMore: boolean }>>
}

/** Reads are safe to repeat. */
const readTries = 3
export const paymentsPerPage = 100
/** A page of payments is about 80 KB. */
const listAnswerBytes = 1_048_576
/** The provider's sign-in token is valid for five minutes. */
const tokenLifeMs = 240_000

type Call = Readonly<{
  get<T extends z.ZodType>(
    path: string,
    query: Record<string, string>,
    schema: T,
    more?: { token?: string; bytes?: number },
  ): Promise<Asked<z.output<T>>>
  post<T extends z.ZodType>(path: string, body: unknown, schema: T): Promise<Asked<z.output<T>>>
}>
const callsOf = (channel: CoinChannel, timeoutMs: number | undefined): Call => {
  const limits = timeoutMs === undefined ? {} : { timeoutMs }
  return {
    get: (path, query, schema, { token, bytes } = {}) =>
      ask(
        {
          method: 'GET',
          url: `${channel.url}${path}?${String(new URLSearchParams(query))}`,
          headers: { 'x-api-key': channel.apiKey, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
          tries: readTries,
          ...(bytes !== undefined && { maxAnswerBytes: bytes }),
          ...limits,
        },
        schema,
        readError,
      ),
    post: (path, body, schema) =>
      ask(
        {
          method: 'POST',
          url: `${channel.url}${path}`,
          headers: { 'x-api-key': channel.apiKey, 'content-type': 'application/json' },
          body: JSON.stringify(body),
          ...limits,
        },
        schema,
        readError,
      ),
  }
}

const minimum = z
  .object({ min_amount: decimal, fiat_equivalent: maybe(decimal) })
  .transform((raw) => ({ amount: raw.min_amount, usd: raw.fiat_equivalent }))
const page = z.object({
  data: z.array(z.looseObject({ payment_id: id })),
  pagesCount: maybe(z.string().regex(/^\d{1,9}$/)),
})

/** Creates a client for one NOWPayments account. */
export const makeNowPayments = (channel: CoinChannel, { timeoutMs }: { timeoutMs?: number } = {}): NowPayments => {
  const call = callsOf(channel, timeoutMs)
  let signedIn: { token: string; untilMs: number } | null = null
  const signIn = async (): Promise<Asked<string>> => {
    if (signedIn !== null && signedIn.untilMs > nowMs()) return { ok: true, value: signedIn.token }
    const { email, password } = channel
    const answer = await call.post('/auth', { email, password }, z.object({ token: z.string().min(1).max(4096) }))
    if (!answer.ok) return answer
    signedIn = { token: answer.value.token, untilMs: nowMs() + tokenLifeMs }
    return { ok: true, value: answer.value.token }
  }
  return {
    channel,
    getMinimum: ({ coin, fixedRate }) =>
      call.get(
        '/min-amount',
        {
          // Without currency_to, the answer is for the account's payout currency.
          currency_from: coin,
          fiat_equivalent: 'usd',
          is_fixed_rate: String(fixedRate),
          is_fee_paid_by_user: 'false',
        },
        minimum,
      ),
    createPayment: (order) =>
      call.post(
        '/payment',
        {
          price_amount: rawNumber(plainDecimal(order.priceAmount) ?? ''),
          price_currency: 'usd',
          pay_currency: order.coin,
          order_id: order.reference,
          order_description: order.description,
          is_fixed_rate: order.fixedRate,
          is_fee_paid_by_user: false,
          ...(order.callbackUrl !== null && { ipn_callback_url: order.callbackUrl }),
          ...(order.purchaseId !== undefined && order.purchaseId !== null && { purchase_id: order.purchaseId }),
        },
        payment,
      ),
    getPayment: (paymentId) => call.get(`/payment/${encodeURIComponent(paymentId)}`, {}, payment),
    listPayments: async ({ since, until, page: number }) => {
      const token = await signIn()
      if (!token.ok) return token
      const query = {
        limit: String(paymentsPerPage),
        page: String(number),
        sortBy: 'created_at',
        orderBy: 'asc',
        dateFrom: since.toISOString(),
        ...(until !== undefined && { dateTo: until.toISOString() }),
      }
      const answer = await call.get('/payment/', query, page, { token: token.value, bytes: listAnswerBytes })
      if (!answer.ok) {
        // Don't reuse a token that the provider has rejected.
        if (answer.fault.status === 401 || answer.fault.status === 403) signedIn = null
        return answer
      }
      const { data, pagesCount } = answer.value
      const hasMore = pagesCount === null ? data.length === paymentsPerPage : number + 1 < Number(pagesCount)
      const read = data.map((raw) => ({ id: raw.payment_id, found: payment.safeParse(raw).data ?? null }))
      return {
        ok: true,
        value: {
          payments: read.flatMap(({ found }) => (found === null ? [] : [found])),
          // An unreadable entry must not hide the others: an operator looks at it.
          unreadable: read.flatMap((one) => (one.found === null ? [one.id] : [])),
          hasMore,
        },
      }
    },
  }
}

let current: NowPayments | null | undefined
/** The configured client; null if digital currencies are not offered. */
export const openNowPayments = (): NowPayments | null =>
  (current ??= env.payments.coins === null ? null : makeNowPayments(env.payments.coins))
/** Replaces the client until the returned function is called. For tests, whose sandbox has its own address. */
export const replaceNowPayments = (client: NowPayments | null): (() => void) => {
  const before = current
  current = client
  return () => {
    current = before
  }
}
