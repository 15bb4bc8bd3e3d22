/**
 * Stripe's API as typed functions, over plain HTTP with a pinned version. Every changing call has an idempotency key,
 * so all calls can be repeated; amounts are sent as cents and returned as decimal text.
 */
import { z } from 'zod'
import { env, type CardChannel } from '~/platform/env.server'
import { readJsonAsText } from '~/platform/exact-json'
import { ask, type ErrorReader } from './provider-call.server'
import { flag, id, mainUnit, maybe, plainDecimal, seconds, word } from './provider-values'
import type {
  Asked,
  CardCharge,
  CardDispute,
  CardEvent,
  CardRefund,
  CardSession,
  CardShape,
  ProviderStatus,
  SettledLine,
} from './provider'

/** Path to the settlement of a session. */
const settledWay = 'payment_intent.latest_charge.balance_transaction'
/** Answers and events have this version's fields, regardless of the account's default version. */
export const stripeVersion = '2025-09-30.clover'

/** USD has two decimal places. */
const places = 2
const cents = z
  .string()
  .regex(/^-?\d{1,18}$/)
  .transform((text) => mainUnit(text, places) ?? '0')
/** An id, or the expanded object itself. */
const reference = z.preprocess((value) => {
  const whole = z.object({ id }).safeParse(value)
  return whole.success ? whole.data.id : value === '' || value === undefined ? null : value
}, id.nullable())
const metadata = z.preprocess((value) => value ?? {}, z.record(z.string(), z.string()))
const currency = z.string().min(3).max(10)

const statusOf = (word: string): CardSession['status'] =>
  word === 'open' || word === 'complete' || word === 'expired' ? word : 'unknown'
const payWords = ['paid', 'unpaid', 'no_payment_required']
const sessionStatus = (status: string, paid: string): ProviderStatus => {
  if (!payWords.includes(paid)) return 'unknown'
  if (status === 'open') return 'waiting'
  if (status === 'expired') return 'expired'
  if (status !== 'complete') return 'unknown'
  return paid === 'unpaid' ? 'confirmed' : 'finished'
}
/** The settlement is nested in the payment intent, if it was requested. */
const settledIn = (value: unknown): unknown =>
  z
    .object({ payment_intent: z.object({ latest_charge: z.object({ balance_transaction: z.unknown() }) }) })
    .safeParse(value).data?.payment_intent.latest_charge.balance_transaction
/** The portal's kind of a balance line, by Stripe's type and category. */
const lineKinds: Readonly<Record<string, SettledLine['kind']>> = {
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  payment_failure_refund: 'refund',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
  payout: 'payout',
  payout_cancel: 'payout',
  payout_failure: 'payout',
}
const lineKind = (type: string, category: string): SettledLine['kind'] =>
  type === 'adjustment' && category.startsWith('dispute') ? 'dispute' : (lineKinds[type] ?? 'other')
/** Ledger transfers are named after it. */
const lineId = z.string().regex(/^[\w-]{1,60}$/)
/** The payment intent of a line's source, if the source was expanded. */
const lineSource = z.preprocess(
  (value) => z.object({ payment_intent: reference }).safeParse(value).data?.payment_intent ?? null,
  id.nullable(),
)
const balanceLine = z
  .object({
    object: z.literal('balance_transaction'),
    id: lineId,
    type: word,
    reporting_category: maybe(word),
    amount: cents,
    fee: cents,
    net: cents,
    currency,
    created: seconds,
    source: lineSource,
  })
  .transform((raw): SettledLine => ({
    id: raw.id,
    kind: lineKind(raw.type, raw.reporting_category ?? ''),
    word: raw.type === 'adjustment' ? (raw.reporting_category ?? raw.type) : raw.type,
    payment: raw.source,
    amount: raw.amount,
    fee: raw.fee,
    net: raw.net,
    currency: raw.currency.toLowerCase(),
    at: raw.created,
    isPaidOut: false,
  }))
const rawSession = z
  .object({
    object: z.literal('checkout.session'),
    id,
    status: word,
    payment_status: word,
    // Customers follow this link: allow only web addresses.
    url: maybe(z.url({ protocol: /^https?$/ })),
    client_reference_id: maybe(id),
    amount_total: maybe(cents),
    currency: maybe(currency),
    payment_intent: reference,
    livemode: flag,
    created: maybe(seconds),
    expires_at: maybe(seconds),
    outcome: balanceLine.nullable(),
    metadata,
  })
  .transform((raw): CardSession => ({
    id: raw.id,
    providerStatus: sessionStatus(raw.status, raw.payment_status),
    word: `${raw.status}, ${raw.payment_status}`,
    status: statusOf(raw.status),
    isPaid: raw.status === 'complete' && raw.payment_status !== 'unpaid' && payWords.includes(raw.payment_status),
    url: raw.url,
    reference: raw.client_reference_id,
    amount: raw.amount_total,
    currency: raw.currency?.toLowerCase() ?? null,
    paymentIntent: raw.payment_intent,
    outcome: raw.outcome && { ...raw.outcome, payment: raw.payment_intent },
    isLive: raw.livemode,
    createdAt: raw.created,
    expiresAt: raw.expires_at,
    metadata: raw.metadata,
  }))
const session = z.preprocess(
  (value) =>
    typeof value === 'object' && value !== null
      ? { ...value, outcome: balanceLine.safeParse(settledIn(value)).success ? settledIn(value) : null }
      : value,
  rawSession,
)

const refundStates: Readonly<Record<string, CardRefund['state']>> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
}
const refund = z
  .object({
    object: z.literal('refund'),
    id,
    charge: reference,
    payment_intent: reference,
    amount: cents,
    currency,
    status: word,
    metadata,
  })
  .transform((raw): CardRefund => ({
    id: raw.id,
    charge: raw.charge,
    paymentIntent: raw.payment_intent,
    amount: raw.amount,
    currency: raw.currency.toLowerCase(),
    state: refundStates[raw.status] ?? 'unknown',
    word: raw.status,
    metadata: raw.metadata,
  }))
const charge = z
  .object({
    object: z.literal('charge'),
    id,
    payment_intent: reference,
    amount: cents,
    amount_refunded: cents,
    currency,
    paid: flag,
    refunded: flag,
    disputed: flag,
    livemode: flag,
    refunds: z.preprocess((value) => value ?? { data: [] }, z.object({ data: z.array(refund) })),
  })
  .transform((raw): CardCharge => ({
    id: raw.id,
    paymentIntent: raw.payment_intent,
    amount: raw.amount,
    amountRefunded: raw.amount_refunded,
    currency: raw.currency.toLowerCase(),
    isPaid: raw.paid,
    isRefunded: raw.refunded,
    isDisputed: raw.disputed,
    isLive: raw.livemode,
    refunds: raw.refunds.data,
  }))

const disputeStates: Readonly<Record<string, CardDispute['state']>> = {
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  won: 'won',
  lost: 'lost',
  prevented: 'prevented',
}
const disputeState = (word: string): CardDispute['state'] =>
  word.startsWith('warning_') ? 'inquiry' : (disputeStates[word] ?? 'unknown')
const dispute = z
  .object({
    object: z.literal('dispute'),
    id,
    charge: reference,
    payment_intent: reference,
    amount: cents,
    currency,
    status: word,
    reason: maybe(word),
    livemode: flag,
    balance_transactions: z.preprocess((value) => value ?? [], z.array(balanceLine)),
  })
  .transform((raw): CardDispute => ({
    id: raw.id,
    charge: raw.charge,
    paymentIntent: raw.payment_intent,
    amount: raw.amount,
    currency: raw.currency.toLowerCase(),
    state: disputeState(raw.status),
    word: raw.status,
    reason: raw.reason,
    isLive: raw.livemode,
    movements: raw.balance_transactions.map((line) => ({ ...line, payment: raw.payment_intent })),
  }))

const aboutOf = (object: unknown): z.output<typeof eventObject> | null => eventObject.safeParse(object).data ?? null
const eventObject = z.union([
  session.transform((value) => ({ about: 'session' as const, session: value })),
  charge.transform((value) => ({ about: 'charge' as const, charge: value })),
  refund.transform((value) => ({ about: 'refund' as const, refund: value })),
  dispute.transform((value) => ({ about: 'dispute' as const, dispute: value })),
])
/**
 * Objects that the portal acts on: an unreadable event about one of these must not be taken for an event of another
 * kind.
 */
const known = new Set(['checkout.session', 'charge', 'refund', 'dispute'])
const event = z
  .object({
    object: z.literal('event'),
    id,
    type: word,
    created: seconds,
    livemode: flag,
    data: z.object({ object: z.looseObject({ object: word }) }),
  })
  .transform((raw, context): CardEvent => {
    const common = { id: raw.id, type: raw.type, at: raw.created, isLive: raw.livemode }
    const { object } = raw.data
    if (!known.has(object.object)) return { ...common, about: 'other', object: object.object }
    const about = aboutOf(object)
    if (about !== null) return { ...common, ...about }
    context.addIssue({ code: 'custom', message: 'unreadable object', path: ['data', 'object'] })
    return z.NEVER
  })

/** The event of a callback whose signature is valid; null if the text is not an event. */
export const readStripeEvent = (text: string): CardEvent | null =>
  event.safeParse(readJsonAsText(text)?.value).data ?? null

const readError: ErrorReader = (body) => {
  const texts = z.object({ type: z.string().nullish(), code: z.string().nullish(), message: z.string().nullish() })
  const read = z.object({ error: texts }).safeParse(body).data?.error
  return { code: read?.code ?? read?.type ?? null, message: read?.message ?? null }
}

/** A value for Stripe's nested form encoding: a[b][0]=c. Null and undefined are omitted. */
type Field = string | number | boolean | null | undefined | readonly Field[] | { readonly [name: string]: Field }
const fieldsOf = (value: Field, name: string): [string, string][] => {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, one]: [string, Field]) =>
    fieldsOf(one, name === '' ? key : `${name}[${key}]`),
  )
}

/** Converts decimal text to cents; a fraction of a cent is a caller's mistake. */
const centsOf = (amount: string): string => {
  const [whole = '', part = ''] = (plainDecimal(amount) ?? '').split('.')
  if (!/^\d+$/.test(whole) || part.length > places) throw new TypeError('an amount in whole cents is needed')
  return String(BigInt(whole + part.padEnd(places, '0')))
}

export type SessionOrder = {
  /** The attempt's id: used as client_reference_id and in the idempotency key. */
  reference: string
  /** In USD, as decimal text in whole cents. */
  amount: string
  shape: CardShape
  /** The product name that the page shows. */
  name: string
  /** May contain {CHECKOUT_SESSION_ID}. */
  successUrl: string
  cancelUrl: string
  /** From 30 minutes to 24 hours ahead, as Stripe requires. */
  expiresAt: Date
  /** The portal's language; one that Stripe doesn't support becomes auto. */
  language?: string
  metadata?: Readonly<Record<string, string>>
}
/** A list begins with the newest; `after` is the last id of the previous page. */
type Since = { since: Date; after?: string | undefined }
/** A page of a list; `last` is null if no page follows. An unreadable entry must not hide the others. */
type Listed<T> = { items: readonly T[]; unreadable: readonly string[]; last: string | null }
export type Stripe = {
  readonly channel: CardChannel
  createSession(order: SessionOrder): Promise<Asked<CardSession>>
  getSession(sessionId: string): Promise<Asked<CardSession>>
  /** Expires a session's page. Stripe refuses if it is complete: then the caller reads it, and the payment wins. */
  expireSession(sessionId: string): Promise<Asked<CardSession>>
  listSessions(of: Since & { until?: Date }): Promise<Asked<Listed<CardSession>>>
  listEvents(of: Since): Promise<Asked<Listed<CardEvent>>>
  /** Lines of the account's balance. */
  listBalance(of: Since): Promise<Asked<Listed<SettledLine>>>
  /** Refunds all or part of a payment; the same key never does it twice. */
  createRefund(order: {
    key: string
    paymentIntent: string
    amount: string
    metadata?: Readonly<Record<string, string>>
  }): Promise<Asked<CardRefund>>
  getDispute(disputeId: string): Promise<Asked<CardDispute>>
}

const locales: Readonly<Record<string, string>> = { en: 'en', es: 'es', fr: 'fr', pt: 'pt', ru: 'ru' }
/** The method types of each shape; H5's hosted page shows the methods that the account has enabled. */
const typesOf = (shape: CardShape, webWallet: string): readonly string[] | null =>
  shape === 'h5' ? null : shape === 'web-wallet' ? [webWallet] : ['card']

const tries = 3
/** A page of a hundred events is about 300 KB. */
const listAnswerBytes = 4_194_304
const pageSize = 100

/** Creates a client for one Stripe account. */
export const makeStripe = (channel: CardChannel, { timeoutMs }: { timeoutMs?: number } = {}): Stripe => {
  const headers = { authorization: `Bearer ${channel.secretKey}`, 'stripe-version': stripeVersion }
  const limits = { tries, ...(timeoutMs !== undefined && { timeoutMs }) }
  const get = <T extends z.ZodType>(path: string, query: Field, schema: T, maxAnswerBytes = 262_144) =>
    ask(
      {
        method: 'GET',
        url: `${channel.url}/v1${path}?${String(new URLSearchParams(fieldsOf(query, '')))}`,
        headers,
        maxAnswerBytes,
        ...limits,
      },
      schema,
      readError,
    )
  const list = async <T extends z.ZodType>(
    path: string,
    { since, until, after, expand }: Since & { until?: Date; expand?: readonly string[] },
    schema: T,
  ): Promise<Asked<Listed<z.output<T>>>> => {
    const lt = until === undefined ? undefined : Math.ceil(until.getTime() / 1000)
    const created = { gte: Math.floor(since.getTime() / 1000), lt }
    const answer = await get(
      path,
      { limit: pageSize, created, starting_after: after, expand },
      z.object({ data: z.array(z.looseObject({ id })), has_more: flag }),
      listAnswerBytes,
    )
    if (!answer.ok) return answer
    const { data, has_more: hasMore } = answer.value
    const read = data.map((raw) => ({ id: raw.id, found: schema.safeParse(raw) }))
    return {
      ok: true,
      value: {
        items: read.flatMap(({ found }) => (found.success ? [found.data] : [])),
        unreadable: read.flatMap((one) => (one.found.success ? [] : [one.id])),
        last: hasMore ? (data.at(-1)?.id ?? null) : null,
      },
    }
  }
  const post = <T extends z.ZodType>(path: string, key: string, fields: Field, schema: T) =>
    ask(
      {
        method: 'POST',
        url: `${channel.url}/v1${path}`,
        headers: { ...headers, 'idempotency-key': key },
        body: new URLSearchParams(fieldsOf(fields, '')),
        ...limits,
      },
      schema,
      readError,
    )
  const at = encodeURIComponent
  return {
    channel,
    createSession: (order) => {
      const facts = { ...order.metadata, attempt: order.reference, shape: order.shape }
      return post(
        '/checkout/sessions',
        `session-${order.reference}`,
        {
          mode: 'payment',
          client_reference_id: order.reference,
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: 'usd',
                unit_amount: centsOf(order.amount),
                product_data: { name: order.name },
              },
            },
          ],
          payment_method_types: typesOf(order.shape, channel.webWallet),
          success_url: order.successUrl,
          cancel_url: order.cancelUrl,
          expires_at: Math.floor(order.expiresAt.getTime() / 1000),
          locale: locales[order.language ?? ''] ?? 'auto',
          metadata: facts,
          payment_intent_data: { metadata: facts },
        },
        session,
      )
    },
    getSession: (sessionId) => get(`/checkout/sessions/${at(sessionId)}`, { expand: [settledWay] }, session),
    expireSession: (sessionId) =>
      post(`/checkout/sessions/${at(sessionId)}/expire`, `expire-${sessionId}`, {}, session),
    listSessions: ({ since, until, after }) => list('/checkout/sessions', { since, until, after }, session),
    listEvents: ({ since, after }) => list('/events', { since, after }, event),
    // A line names a charge, a refund or a dispute; only those name the payment.
    listBalance: ({ since, after }) =>
      list('/balance_transactions', { since, after, expand: ['data.source'] }, balanceLine),
    createRefund: ({ key, paymentIntent, amount, metadata: facts }) =>
      post(
        '/refunds',
        `refund-${key}`,
        { payment_intent: paymentIntent, amount: centsOf(amount), metadata: { ...facts, refund: key } },
        refund,
      ),
    getDispute: (disputeId) => get(`/disputes/${at(disputeId)}`, {}, dispute),
  }
}

let current: Stripe | null | undefined
/** The configured client; null if cards and wallets are not offered. */
export const openStripe = (): Stripe | null =>
  (current ??= env.payments.cards === null ? null : makeStripe(env.payments.cards))
/** Replaces the client until the returned function is called. For tests, whose sandbox has its own address. */
export const replaceStripe = (client: Stripe | null): (() => void) => {
  const before = current
  current = client
  return () => {
    current = before
  }
}
