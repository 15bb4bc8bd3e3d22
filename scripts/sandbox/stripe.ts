/**
 * The Stripe side: Checkout sessions with their payment intents and charges, refunds, disputes and events, in Stripe's
 * own shapes, with its idempotency keys and its errors.
 */
import { createHash } from 'node:crypto'
import type { Callback, CardObject, Store } from './state'
import type { Reply } from './nowpayments'

const seconds = (store: Store): number => Math.floor(store.nowMs() / 1000)
const idFor = (store: Store, prefix: string): string =>
  `${prefix}_${createHash('sha256').update(`${prefix} ${store.next()} ${store.nowMs()}`).digest('hex').slice(0, 24)}`

const failure = (status: number, type: string, message: string, more: Record<string, string> = {}): Reply => ({
  status,
  body: { error: { type, message, ...more } },
})
const missing = (object: string, id: string, param = 'id'): Reply =>
  failure(404, 'invalid_request_error', `No such ${object}: '${id}'`, { code: 'resource_missing', param })
const invalid = (param: string, message: string, code = 'parameter_invalid_empty'): Reply =>
  failure(400, 'invalid_request_error', message, { code, param })

type Form = { [name: string]: Form | string }
/** Parses a form with Stripe's notation for nested fields: a[b][0]=c. */
export const readForm = (fields: URLSearchParams): Form => {
  const form = Object.create(null) as Form
  for (const [name, value] of fields) {
    const path = [name.replace(/\[.*$/, ''), ...[...name.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '')]
    let at = form
    path.forEach((part, index) => {
      const key = part === '' ? String(Object.keys(at).length) : part
      if (index === path.length - 1) at[key] = value
      else {
        const inner = at[key]
        at = typeof inner === 'object' ? inner : (at[key] = Object.create(null) as Form)
      }
    })
  }
  return form
}
const inside = (form: Form | undefined, ...path: string[]): Form | string | undefined => {
  let at: Form | string | undefined = form
  for (const part of path) at = typeof at === 'object' ? at[part] : undefined
  return at
}
const textAt = (form: Form, ...path: string[]): string | null => {
  const value = inside(form, ...path)
  return typeof value === 'string' && value !== '' ? value : null
}
const recordAt = (form: Form, ...path: string[]): Record<string, string> => {
  const value = inside(form, ...path)
  return typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, String(v)])) : {}
}

const get = (store: Store, id: unknown): CardObject | undefined =>
  typeof id === 'string' ? store.state.cards[id] : undefined
const put = (store: Store, object: CardObject): CardObject => (store.state.cards[object.id] = object)

/** An event about an object in its current state, and the callbacks for it. */
const tell = (store: Store, type: string, object: CardObject): Callback[] => {
  const event: CardObject = {
    id: idFor(store, 'evt'),
    object: 'event',
    api_version: '2025-09-30.clover',
    created: seconds(store),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: store.state.webhooks.length,
    request: { id: null, idempotency_key: null },
    type,
  }
  store.state.events.push(event)
  const body = JSON.stringify(event, null, 2)
  return store.state.webhooks.map((url) => ({ to: 'stripe', url, body, about: `${object.id} ${type}` }))
}

const halfHour = 30 * 60
const day = 24 * 3600
const createSession = (store: Store, form: Form, publicUrl: string): Reply => {
  const amountText = textAt(form, 'line_items', '0', 'price_data', 'unit_amount')
  const quantity = Number(textAt(form, 'line_items', '0', 'quantity') ?? '1')
  if (textAt(form, 'mode') !== 'payment') return invalid('mode', 'Invalid mode: must be payment in this sandbox')
  if (textAt(form, 'success_url') === null)
    return invalid('success_url', 'Missing required param: success_url.', 'parameter_missing')
  if (amountText === null || !/^\d{1,8}$/.test(amountText))
    return invalid(
      'line_items[0][price_data][unit_amount]',
      `Invalid integer: ${amountText}`,
      'parameter_invalid_integer',
    )
  const amount = Number(amountText) * quantity
  if (amount < 50)
    return failure(
      400,
      'invalid_request_error',
      'The Checkout Session’s total amount due must add up to at least $0.50 usd',
      {
        code: 'amount_too_small',
      },
    )
  const now = seconds(store)
  const expiresAt = Number(textAt(form, 'expires_at') ?? now + day)
  if (expiresAt < now + halfHour - 5 || expiresAt > now + day + 5)
    return invalid(
      'expires_at',
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      'parameter_invalid_integer',
    )
  const id = idFor(store, 'cs_test')
  const types = recordAt(form, 'payment_method_types')
  return {
    status: 200,
    body: put(store, {
      id,
      object: 'checkout.session',
      amount_subtotal: amount,
      amount_total: amount,
      cancel_url: textAt(form, 'cancel_url'),
      client_reference_id: textAt(form, 'client_reference_id'),
      created: now,
      currency: textAt(form, 'line_items', '0', 'price_data', 'currency') ?? 'usd',
      customer: null,
      customer_details: null,
      expires_at: expiresAt,
      livemode: false,
      locale: textAt(form, 'locale'),
      metadata: recordAt(form, 'metadata'),
      mode: 'payment',
      payment_intent: null,
      payment_intent_data: { metadata: recordAt(form, 'payment_intent_data', 'metadata') },
      payment_method_types: Object.keys(types).length === 0 ? ['card', 'link'] : Object.values(types),
      payment_status: 'unpaid',
      product_name: textAt(form, 'line_items', '0', 'price_data', 'product_data', 'name'),
      status: 'open',
      success_url: textAt(form, 'success_url'),
      url: `${publicUrl}/c/pay/${id}`,
    }),
  }
}

const closeSession = (store: Store, session: CardObject): Callback[] => {
  Object.assign(session, { status: 'expired', url: null })
  return tell(store, 'checkout.session.expired', session)
}
/** Expires sessions whose time is over. */
export const expireSessions = (store: Store): Callback[] =>
  Object.values(store.state.cards)
    .filter(
      (one) =>
        one.object === 'checkout.session' && one['status'] === 'open' && Number(one['expires_at']) <= seconds(store),
    )
    .flatMap((one) => closeSession(store, one))

/** Money is paid out two days after the payment. */
const availableAfter = 2 * day
type BalanceChange = {
  amount: number
  type: string
  /** The report that it belongs to, if that is not its type. */
  category?: string
  fee?: number
  currency?: unknown
  source?: string | null
  description?: string | null
}
/** A line of the account's balance: a charge, refund, fee or payout. */
const balanceLine = (store: Store, change: BalanceChange): CardObject => {
  const { amount, type, category = type, fee = 0, currency = 'usd', source = null, description = null } = change
  const feeLine = {
    amount: fee,
    application: null,
    currency,
    description: 'Stripe processing fees',
    type: 'stripe_fee',
  }
  return put(store, {
    id: idFor(store, 'txn'),
    object: 'balance_transaction',
    amount,
    available_on: seconds(store) + (amount > 0 ? availableAfter : 0),
    created: seconds(store),
    currency,
    description,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [feeLine],
    net: amount - fee,
    reporting_category: category,
    source,
    status: amount > 0 ? 'pending' : 'available',
    type,
  })
}
/** Settles a charge: the balance grows by its amount, less a usual fee of 2.9 % and 30 cents. */
const settleCharge = (store: Store, paid: CardObject): void => {
  const amount = Number(paid['amount'])
  const fee = Math.round((amount * 29) / 1000) + 30
  const line = balanceLine(store, { amount, type: 'charge', fee, currency: paid['currency'], source: paid.id })
  paid['balance_transaction'] = line.id
}

/** The balance: the sum of all lines, in dollars. */
const balanceOf = (store: Store): number =>
  Object.values(store.state.cards)
    .filter((one) => one.object === 'balance_transaction' && one['currency'] === 'usd')
    .reduce((all, one) => all + Number(one['net']), 0)
/** Pays out the balance, or this part of it, in cents; null if there is less. */
export const payOut = (store: Store, asked?: number): { payout: CardObject; callbacks: Callback[] } | null => {
  const amount = asked ?? balanceOf(store)
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > balanceOf(store)) return null
  const id = idFor(store, 'po')
  const line = balanceLine(store, { amount: -amount, type: 'payout', source: id, description: 'STRIPE PAYOUT' })
  const payout = put(store, {
    id,
    object: 'payout',
    amount,
    arrival_date: seconds(store) + day,
    automatic: true,
    balance_transaction: line.id,
    created: seconds(store),
    currency: 'usd',
    description: 'STRIPE PAYOUT',
    destination: 'ba_sandbox',
    livemode: false,
    metadata: {},
    method: 'standard',
    source_type: 'card',
    status: 'paid',
    type: 'bank_account',
  })
  return { payout, callbacks: [...tell(store, 'payout.created', payout), ...tell(store, 'payout.paid', payout)] }
}
/** An additional balance line, such as an account fee, or an unexpected one. */
export const addBalanceLine = (store: Store, change: BalanceChange): CardObject => balanceLine(store, change)

/** The money of a session: a payment intent and its charge. */
const charge = (store: Store, session: CardObject): CardObject => {
  const intentId = idFor(store, 'pi')
  const chargeId = idFor(store, 'ch')
  const common = {
    amount: session['amount_total'],
    created: seconds(store),
    currency: session['currency'],
    livemode: false,
    metadata: (session['payment_intent_data'] as { metadata: unknown }).metadata,
  }
  put(store, {
    id: intentId,
    object: 'payment_intent',
    ...common,
    amount_received: common.amount,
    latest_charge: chargeId,
    status: 'succeeded',
  })
  session['payment_intent'] = intentId
  return put(store, {
    id: chargeId,
    object: 'charge',
    ...common,
    amount_captured: common.amount,
    amount_refunded: 0,
    balance_transaction: null,
    captured: true,
    disputed: false,
    outcome: { network_status: 'approved_by_network', type: 'authorized' },
    paid: true,
    payment_intent: intentId,
    refunded: false,
    status: 'succeeded',
  })
}

const refundCharge = (store: Store, paid: CardObject, amount: number, metadata: Record<string, string>): Reply => {
  const left = Number(paid['amount']) - Number(paid['amount_refunded'])
  if (left === 0)
    return failure(400, 'invalid_request_error', `Charge ${paid.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  if (paid['disputed'] === true)
    return failure(400, 'invalid_request_error', `Charge ${paid.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > left)
    return failure(
      400,
      'invalid_request_error',
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      {
        param: 'amount',
      },
    )
  const status = store.state.refundState
  const made = put(store, {
    id: idFor(store, 're'),
    object: 'refund',
    amount,
    charge: paid.id,
    created: seconds(store),
    currency: paid['currency'],
    metadata,
    payment_intent: paid['payment_intent'],
    reason: null,
    status,
  })
  if (status !== 'failed') {
    const line = { amount: -amount, type: 'refund', currency: paid['currency'], source: made.id }
    made['balance_transaction'] = balanceLine(store, line).id
    const total = Number(paid['amount_refunded']) + amount
    Object.assign(paid, { amount_refunded: total, refunded: total === Number(paid['amount']) })
  }
  return { status: 200, body: made }
}
const refundEvents = (store: Store, made: CardObject): Callback[] => {
  const paid = get(store, made['charge'])
  const told = tell(store, 'refund.created', made)
  if (made['status'] === 'failed') return [...told, ...tell(store, 'refund.failed', made)]
  return paid === undefined ? told : [...told, ...tell(store, 'charge.refunded', paid)]
}

const pageOf = (all: CardObject[], query: URLSearchParams, url: string): Reply => {
  const limit = Math.min(100, Math.max(1, Number(query.get('limit') ?? 10)))
  const after = query.get('starting_after')
  const before = query.get('ending_before')
  const at = (id: string): number => all.findIndex((one) => one.id === id)
  if (after !== null && at(after) < 0) return missing('event', after, 'starting_after')
  const rest = after === null ? all : all.slice(at(after) + 1)
  const newer = before === null || at(before) < 0 ? null : all.slice(0, at(before))
  const data = newer === null ? rest.slice(0, limit) : newer.slice(-limit)
  return { status: 200, body: { object: 'list', data, has_more: (newer ?? rest).length > limit, url } }
}

export type CardCall = {
  method: string
  /** Below /v1. */
  path: string
  query: URLSearchParams
  form: URLSearchParams
  authorization: string | undefined
  idempotencyKey: string | undefined
  publicUrl: string
}
export type CardReply = { reply: Reply; callbacks: Callback[] }
const only = (reply: Reply): CardReply => ({ reply, callbacks: [] })

const findCharge = (store: Store, form: Form): CardObject | undefined =>
  get(store, textAt(form, 'charge') ?? get(store, textAt(form, 'payment_intent'))?.['latest_charge'])

const kinds: Readonly<Record<string, string>> = {
  'checkout/sessions': 'checkout.session',
  payment_intents: 'payment_intent',
  charges: 'charge',
  refunds: 'refund',
  disputes: 'dispute',
  balance_transactions: 'balance_transaction',
  payouts: 'payout',
}
const change = (store: Store, call: CardCall): CardReply | null => {
  const form = readForm(call.form)
  const expire = /^\/checkout\/sessions\/([^/]+)\/expire$/.exec(call.path)
  if (call.path === '/checkout/sessions') return only(createSession(store, form, call.publicUrl))
  if (expire !== null) {
    const session = get(store, expire[1])
    if (session?.object !== 'checkout.session') return only(missing('checkout.session', expire[1] ?? ''))
    if (session['status'] !== 'open')
      return only(
        failure(
          400,
          'invalid_request_error',
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${String(session['status'])}.`,
        ),
      )
    const callbacks = closeSession(store, session)
    return { reply: { status: 200, body: session }, callbacks }
  }
  if (call.path === '/refunds') {
    const paid = findCharge(store, form)
    if (paid === undefined)
      return only(missing('payment_intent', textAt(form, 'payment_intent') ?? '', 'payment_intent'))
    const asked = textAt(form, 'amount')
    const amount = asked === null ? Number(paid['amount']) - Number(paid['amount_refunded']) : Number(asked)
    const reply = refundCharge(store, paid, amount, recordAt(form, 'metadata'))
    return { reply, callbacks: reply.status === 200 ? refundEvents(store, reply.body as CardObject) : [] }
  }
  return null
}
/** An object with fields expanded that a caller wants as objects instead of ids. `wanted`: the path, one field each. */
const expanded = (store: Store, object: CardObject, [field, ...rest]: readonly string[]): CardObject => {
  const whole = field === undefined ? undefined : get(store, object[field])
  return field === undefined || whole === undefined ? object : { ...object, [field]: expanded(store, whole, rest) }
}
/** Whether an object matches a list's filters. */
const fits = (one: CardObject, query: URLSearchParams): boolean => {
  const created = Number(one['created'])
  return (
    created >= Number(query.get('created[gte]') ?? 0) &&
    created < Number(query.get('created[lt]') ?? Infinity) &&
    ['type', 'source', 'currency'].every((name) => query.get(name) === null || query.get(name) === one[name])
  )
}
const read = (store: Store, { path, query }: CardCall): Reply | null => {
  const wanted = [...query].filter(([name]) => name.startsWith('expand[')).map(([, way]) => way.split('.'))
  if (path === '/events') {
    const [least, type] = [Number(query.get('created[gte]') ?? 0), query.get('type')]
    const all = store.state.events.filter(
      (one) => Number(one['created']) >= least && (type === null || one['type'] === type),
    )
    return pageOf(all.reverse(), query, '/v1/events')
  }
  const event = /^\/events\/([^/]+)$/.exec(path)
  if (event !== null) {
    const found = store.state.events.find((one) => one.id === event[1])
    return found === undefined ? missing('event', event[1] ?? '') : { status: 200, body: found }
  }
  const [, kind = '', id = ''] =
    /^\/(checkout\/sessions|payment_intents|charges|refunds|disputes|balance_transactions|payouts)\/([^/]+)$/.exec(
      path,
    ) ?? []
  const object = kinds[kind]
  if (object === undefined) {
    const listed = kinds[path.slice(1)]
    if (listed === undefined) return null
    const all = Object.values(store.state.cards).filter((one) => one.object === listed && fits(one, query))
    const reply = pageOf(all.reverse(), query, `/v1${path}`)
    if (reply.status !== 200) return reply
    const page = reply.body as { data: CardObject[] }
    const ways = wanted.filter(([first]) => first === 'data').map(([, ...way]) => way)
    const whole = (one: CardObject): CardObject => ways.reduce((so, way) => expanded(store, so, way), one)
    return { status: 200, body: { ...page, data: page.data.map(whole) } }
  }
  const found = get(store, id)
  if (found?.object !== object) return missing(object, id)
  return { status: 200, body: wanted.reduce((whole, way) => expanded(store, whole, way), found) }
}

/** Answers a call below /v1; null for a path that is not Stripe's. */
export const callCards = (store: Store, secret: string, call: CardCall): CardReply | null => {
  const key = call.idempotencyKey
  const digest = createHash('sha256')
    .update(`${call.method} ${call.path} ${String(call.form)}`)
    .digest('hex')
  const known = key === undefined ? undefined : store.state.idempotency[key]
  const given = call.authorization?.replace(/^Bearer /, '')
  if (given !== `sk_test_${secret}`)
    return only(failure(401, 'invalid_request_error', 'Invalid API Key provided: sk_test_****'))
  if (call.method !== 'POST') {
    const reply = read(store, call)
    return reply === null ? null : only(reply)
  }
  if (known !== undefined && known.digest !== digest)
    return only(
      failure(
        400,
        'idempotency_error',
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      ),
    )
  if (known !== undefined)
    return only({
      status: known.status,
      body: JSON.parse(known.body) as unknown,
      headers: { 'idempotent-replayed': 'true' },
    })
  const done = change(store, call)
  if (done !== null && key !== undefined)
    store.state.idempotency[key] = { digest, status: done.reply.status, body: JSON.stringify(done.reply.body) }
  return done
}

/** Everything that can happen to a session and its money. */
export const cardActs = [
  'pay',
  'pay-later',
  'succeed',
  'fail',
  'decline',
  'cancel',
  'expire',
  'refund',
  'inquiry',
  'inquiry-closed',
  'dispute',
  'dispute-won',
  'dispute-lost',
] as const
export type CardAct = (typeof cardActs)[number]
export const isCardAct = (act: string): act is CardAct => (cardActs as readonly string[]).includes(act)

const disputeOf = (store: Store, paid: CardObject): CardObject | undefined =>
  Object.values(store.state.cards).find((one) => one.object === 'dispute' && one['charge'] === paid.id)
const movement = (store: Store, dispute: CardObject, amount: number): CardObject =>
  balanceLine(store, {
    amount,
    type: 'adjustment',
    category: amount < 0 ? 'dispute' : 'dispute_reversal',
    fee: amount < 0 ? 1500 : 0,
    currency: dispute['currency'],
    source: dispute.id,
  })
const actOnDispute = (store: Store, paid: CardObject, act: CardAct, disputed: number): Callback[] => {
  const isInquiry = act.startsWith('inquiry')
  const dispute =
    disputeOf(store, paid) ??
    put(store, {
      id: idFor(store, 'du'),
      object: 'dispute',
      amount: disputed,
      balance_transactions: [],
      charge: paid.id,
      created: seconds(store),
      currency: paid['currency'],
      livemode: false,
      metadata: {},
      payment_intent: paid['payment_intent'],
      reason: 'fraudulent',
      status: 'none',
    })
  const isNew = dispute['status'] === 'none'
  const move = (amount: number): void => {
    dispute['balance_transactions'] = [
      ...(dispute['balance_transactions'] as unknown[]),
      movement(store, dispute, amount),
    ]
  }
  const amount = Number(dispute['amount'])
  if (isInquiry && act === 'inquiry') {
    dispute['status'] = 'warning_needs_response'
    return tell(store, 'charge.dispute.created', dispute)
  }
  if (act === 'inquiry-closed') {
    dispute['status'] = 'warning_closed'
    return tell(store, 'charge.dispute.closed', dispute)
  }
  const told: Callback[] = []
  if (paid['disputed'] !== true) {
    Object.assign(paid, { disputed: true })
    dispute['status'] = 'needs_response'
    told.push(...tell(store, isNew ? 'charge.dispute.created' : 'charge.dispute.updated', dispute))
    move(-amount)
    told.push(...tell(store, 'charge.dispute.funds_withdrawn', dispute))
  }
  if (act === 'dispute') return told
  dispute['status'] = act === 'dispute-won' ? 'won' : 'lost'
  if (act === 'dispute-won') {
    move(amount)
    told.push(...tell(store, 'charge.dispute.funds_reinstated', dispute))
  }
  return [...told, ...tell(store, 'charge.dispute.closed', dispute)]
}

const pay = (store: Store, session: CardObject, isPaid: boolean): Callback[] => {
  const paid = charge(store, session)
  Object.assign(session, { status: 'complete', payment_status: isPaid ? 'paid' : 'unpaid', url: null })
  const intent = get(store, session['payment_intent'])
  if (isPaid) settleCharge(store, paid)
  const completed = tell(store, 'checkout.session.completed', session)
  if (isPaid && intent !== undefined)
    return [...tell(store, 'payment_intent.succeeded', intent), ...tell(store, 'charge.succeeded', paid), ...completed]
  Object.assign(paid, { paid: false, status: 'pending' })
  Object.assign(intent ?? {}, { status: 'processing', amount_received: 0 })
  return completed
}

/** Performs an action on a session; `amount` is in cents, if the action needs one. Null if it can't happen now. */
export const actOnCards = (
  store: Store,
  session: CardObject,
  act: CardAct,
  { amount }: { amount?: number | undefined },
): Callback[] | null => {
  const status = session['status']
  const intent = get(store, session['payment_intent'])
  const paid = get(store, intent?.['latest_charge'])
  if (act === 'pay' || act === 'pay-later') {
    if (status === 'open' || (status === 'expired' && store.state.expiredPage === 'pays'))
      return pay(store, session, act === 'pay')
    return null
  }
  if (act === 'decline' || act === 'cancel') return status === 'open' ? [] : null
  if (act === 'expire') return status === 'open' ? closeSession(store, session) : null
  if (paid === undefined || intent === undefined) return null
  if (act === 'succeed' || act === 'fail') {
    if (session['payment_status'] !== 'unpaid' || status !== 'complete') return null
    const isGood = act === 'succeed'
    Object.assign(paid, { paid: isGood, status: isGood ? 'succeeded' : 'failed' })
    Object.assign(intent, {
      status: isGood ? 'succeeded' : 'requires_payment_method',
      amount_received: isGood ? intent['amount'] : 0,
    })
    if (isGood) {
      session['payment_status'] = 'paid'
      settleCharge(store, paid)
    }
    return tell(store, `checkout.session.async_payment_${isGood ? 'succeeded' : 'failed'}`, session)
  }
  if (paid['paid'] !== true) return null
  const left = Number(paid['amount']) - Number(paid['amount_refunded'])
  // A bank disputes what was not refunded; more only if a test asks for it.
  if (act !== 'refund') return actOnDispute(store, paid, act, amount ?? left)
  const reply = refundCharge(store, paid, amount ?? left, {})
  return reply.status === 200 ? refundEvents(store, reply.body as CardObject) : null
}
