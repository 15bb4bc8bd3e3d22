/**
 * The NOWPayments side: its calls with its field names and its mixture of strings and numbers, and external events of a
 * payment: every way in which money arrives.
 */
import { createHash } from 'node:crypto'
import { addressFor, furtherRates, sandboxCoins } from './coins'
import { dividedUp, isAmount, text, times, units } from './decimal'
import type { Callback, CoinRow, Store } from './state'

/** A JSON number with exactly these digits. */
const number = (decimal: string): unknown => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(decimal)
const iso = (ms: number): string => new Date(ms).toISOString()

export type Reply = { status: number; body: unknown; headers?: Record<string, string> }
const refused = (status: number, code: string, message: string): Reply => ({
  status,
  body: { status: false, statusCode: status, code, message },
})

/** A fixed rate is valid for twenty minutes, a floating payment for a week. */
const fixedMs = 20 * 60_000
const floatingMs = 7 * 24 * 3_600_000
/** The fee in thousandths. */
const feeThousandths = 5n

export const rateOf = (store: Store, coin: string): bigint =>
  units(store.state.rates[coin] ?? sandboxCoins[coin]?.usd ?? furtherRates[coin] ?? '1')

/** Decimal places of amounts: the real provider uses eight, and fewer if a network has fewer. */
const placesOf = (coin: string): number => Math.min(8, sandboxCoins[coin]?.decimals ?? 8)
/** A USD amount in a coin, as a wallet can send it. */
const inCoin = (store: Store, coin: string, usd: bigint): bigint => dividedUp(usd, rateOf(store, coin), placesOf(coin))
const payable = (coin: string, amount: bigint): bigint => dividedUp(amount, units('1'), placesOf(coin))

/** The hash of a transaction on a chain. */
const hashOf = (row: CoinRow, amount: string): string =>
  createHash('sha256').update(`${row.id} ${amount} ${row.updatedMs}`).digest('hex')

/** GET /payment/{id}: amounts as numbers, the id as a number, purchase and extra id as strings. */
const statusOf = (row: CoinRow): Record<string, unknown> => ({
  payment_id: number(row.id),
  parent_payment_id: row.parentId === null ? null : number(row.parentId),
  invoice_id: null,
  payment_status: row.word,
  pay_address: row.address,
  payin_extra_id: row.tag,
  price_amount: number(row.priceAmount),
  price_currency: row.priceCurrency,
  pay_amount: number(row.payAmount),
  actually_paid: number(row.actuallyPaid),
  actually_paid_at_fiat: number(row.actuallyPaidFiat),
  pay_currency: row.coin,
  order_id: row.orderId,
  order_description: row.description,
  purchase_id: row.purchaseId,
  outcome_amount: row.outcome === null ? null : number(row.outcome),
  outcome_currency: row.outcome === null ? null : 'usdttrc20',
  payin_hash: row.hash,
  // A settled payment has been passed on to the shop's own wallet.
  payout_hash: row.outcome === null ? null : hashOf(row, row.outcome),
  network: row.network,
  is_fixed_rate: row.fixedRate,
  is_fee_paid_by_user: false,
  valid_until: iso(row.validUntilMs),
  created_at: iso(row.createdMs),
  updated_at: iso(row.updatedMs),
  type: 'crypto2crypto',
  payment_extra_ids: null,
  ...(row.outcome !== null && {
    fee: {
      currency: row.coin,
      depositFee: number('0'),
      withdrawalFee: number('0'),
      serviceFee: number(text((units(row.actuallyPaid) * feeThousandths) / 1000n)),
    },
  }),
})
/** POST /payment: the id and pay_amount's neighbours as strings, as the real one answers. */
const createdOf = (row: CoinRow): Record<string, unknown> => ({
  payment_id: row.id,
  payment_status: row.word,
  pay_address: row.address,
  price_amount: number(row.priceAmount),
  price_currency: row.priceCurrency,
  pay_amount: number(row.payAmount),
  amount_received: number(row.priceAmount),
  pay_currency: row.coin,
  order_id: row.orderId,
  order_description: row.description,
  payin_extra_id: row.tag,
  ipn_callback_url: row.callbackUrl,
  created_at: iso(row.createdMs),
  updated_at: iso(row.updatedMs),
  purchase_id: row.purchaseId,
  smart_contract: null,
  network: row.network,
  network_precision: null,
  time_limit: null,
  burning_percent: null,
  expiration_estimate_date: iso(row.validUntilMs),
  is_fixed_rate: row.fixedRate,
  is_fee_paid_by_user: false,
  valid_until: iso(row.validUntilMs),
  type: 'crypto2crypto',
})

const callbackOf = (row: CoinRow): Callback[] =>
  row.callbackUrl === null
    ? []
    : [
        {
          to: 'nowpayments',
          url: row.callbackUrl,
          body: JSON.stringify(statusOf(row)),
          about: `${row.id} ${row.word}`,
        },
      ]

/** Changes a payment's status, and returns the callbacks about it. */
const turn = (store: Store, row: CoinRow, word: string, changes: Partial<CoinRow> = {}): Callback[] => {
  Object.assign(row, changes, { word, updatedMs: store.nowMs() })
  return callbackOf(row)
}

/** Expires payments whose time is over. */
export const expireCoins = (store: Store): Callback[] =>
  Object.values(store.state.coins)
    .filter((row) => row.word === 'waiting' && row.validUntilMs <= store.nowMs())
    .flatMap((row) => turn(store, row, 'expired'))

const newRow = (store: Store, row: Omit<CoinRow, 'id' | 'createdMs' | 'updatedMs' | 'address' | 'tag'>): CoinRow => {
  const id = String(4_500_000_000 + store.next() * 7_919)
  const { address, tag } = addressFor(row.coin, id)
  const nowMs = store.nowMs()
  const made = { ...row, id, address, tag, createdMs: nowMs, updatedMs: nowMs }
  store.state.coins[id] = made
  return made
}

const askText = (body: Record<string, unknown>, name: string): string | null => {
  const value = body[name]
  if (typeof value === 'string' && value !== '') return value
  const raw = value as { rawJSON?: unknown } | null | undefined
  return typeof raw?.rawJSON === 'string' ? raw.rawJSON : null
}
const isYes = (value: unknown): boolean => value === true || value === 'true'

const create = (store: Store, body: Record<string, unknown>): Reply => {
  const price = askText(body, 'price_amount')
  const currency = askText(body, 'price_currency')?.toLowerCase() ?? ''
  const coin = askText(body, 'pay_currency')?.toLowerCase() ?? ''
  if (price === null || !isAmount(price) || units(price) === 0n)
    return refused(400, 'INVALID_REQUEST_PARAMS', 'price_amount is required')
  const facts = sandboxCoins[coin]
  if (currency !== 'usd') return refused(400, 'INVALID_REQUEST_PARAMS', `Currency ${currency} was not found`)
  if (facts === undefined) return refused(400, 'INVALID_REQUEST_PARAMS', `Currency ${coin.toUpperCase()} was not found`)
  if (store.state.off.includes(coin))
    return refused(400, 'CURRENCY_UNAVAILABLE', `Currency ${coin} is currently unavailable`)
  const fixedRate = isYes(body['is_fixed_rate'])
  const payAmount = inCoin(store, coin, units(price))
  const purchaseId = askText(body, 'purchase_id')
  if (payAmount < units(facts.minimum)) return refused(400, 'AMOUNT_MINIMAL_ERROR', 'amountTo is too small')
  const first = Object.values(store.state.coins).find((row) => row.purchaseId === purchaseId)
  if (purchaseId !== null && first === undefined)
    return refused(400, 'INVALID_REQUEST_PARAMS', 'purchase_id was not found')
  const url = askText(body, 'ipn_callback_url')
  if (url !== null && !URL.canParse(url))
    return refused(400, 'INVALID_REQUEST_PARAMS', 'ipn_callback_url must be a uri')
  const row = newRow(store, {
    parentId: null,
    word: 'waiting',
    coin,
    network: facts.network,
    priceAmount: text(units(price)),
    priceCurrency: currency,
    payAmount: text(payAmount),
    actuallyPaid: '0',
    actuallyPaidFiat: '0',
    hash: null,
    outcome: null,
    orderId: askText(body, 'order_id'),
    description: askText(body, 'order_description'),
    purchaseId: purchaseId ?? String(5_000_000_000 + store.next() * 104_729),
    callbackUrl: url,
    fixedRate,
    validUntilMs: 0,
  })
  row.validUntilMs = row.createdMs + (fixedRate ? fixedMs : floatingMs)
  return { status: 201, body: createdOf(row) }
}

const list = (store: Store, query: URLSearchParams): Reply => {
  const limit = Math.min(500, Math.max(1, Number(query.get('limit') ?? 10)))
  const page = Math.max(0, Number(query.get('page') ?? 0))
  const from = Date.parse(query.get('dateFrom') ?? '1970-01-01')
  const to = Date.parse(query.get('dateTo') ?? '9999-01-01')
  const rows = Object.values(store.state.coins)
    .filter((row) => row.createdMs >= from && row.createdMs <= to)
    .sort((a, b) => a.createdMs - b.createdMs || a.id.localeCompare(b.id))
  if (query.get('orderBy') !== 'asc') rows.reverse()
  const data = rows.slice(page * limit, (page + 1) * limit).map(statusOf)
  return {
    status: 200,
    body: { data, limit, page, pagesCount: Math.ceil(rows.length / limit), total: rows.length },
  }
}

/** A call without its key is refused before anything else. */
export type CoinCall = {
  method: string
  /** Below /v1. */
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
  apiKey: string | undefined
  authorization: string | undefined
}
const byPath = (store: Store, { method, path, query, body }: CoinCall): Reply | null => {
  const id = /^\/payment\/(\d+)$/.exec(path)
  if (method === 'POST' && path === '/payment') return create(store, body)
  if (method === 'GET' && path === '/min-amount') {
    const coin = query.get('currency_from') ?? ''
    const facts = sandboxCoins[coin.toLowerCase()]
    if (facts === undefined || store.state.off.includes(coin))
      return refused(400, 'INVALID_REQUEST_PARAMS', `Currency ${coin.toUpperCase()} was not found`)
    const worth = times(units(facts.minimum), rateOf(store, coin))
    const fiat = query.get('fiat_equivalent') === null ? {} : { fiat_equivalent: number(text(worth)) }
    const to = query.get('currency_to') ?? coin
    return {
      status: 200,
      body: { currency_from: coin, currency_to: to, min_amount: number(facts.minimum), ...fiat },
    }
  }
  const row = id === null ? undefined : store.state.coins[id[1] ?? '']
  if (id === null) return null
  if (row === undefined) return refused(404, 'PAYMENT_NOT_FOUND', 'Payment not found')
  return method === 'GET' ? { status: 200, body: statusOf(row) } : null
}

/** Answers a call below /v1; null for a path that is not NOWPayments'. */
export const callCoins = (store: Store, secret: string, call: CoinCall): Reply | null => {
  const { method, path } = call
  const token = createHash('sha256').update(`token ${secret}`).digest('hex')
  if (method === 'POST' && path === '/auth')
    return call.body['email'] === 'portal@sandbox.example' && call.body['password'] === secret
      ? { status: 200, body: { token } }
      : refused(403, 'ACCESS_DENIED', 'Invalid credentials')
  const isOurs = /^\/(?:payment|min-amount)(?:\/|$)/.test(path)
  if (!isOurs) return null
  if (call.apiKey !== `np_${secret}`) return refused(403, 'INVALID_API_KEY', 'Invalid api key')
  if (method === 'GET' && path === '/payment/')
    return call.authorization === `Bearer ${token}`
      ? list(store, call.query)
      : refused(401, 'AUTH_REQUIRED', 'Authorization header is empty (Bearer JWTtoken is required)')
  return byPath(store, call)
}

/** Everything that can happen to a payment. */
export const coinActs = [
  'pay',
  'part',
  'too-much',
  'late',
  'again',
  'wrong-asset',
  'next',
  'seen',
  'replaced',
  'fail',
  'expire',
  'refund',
  'cancel',
  'word',
] as const
export type CoinAct = (typeof coinActs)[number]
export const isCoinAct = (act: string): act is CoinAct => (coinActs as readonly string[]).includes(act)

const slowly = ['waiting', 'confirming', 'confirmed', 'sending', 'finished'] as const

/** Money arrives for a payment: it is seen, confirmed, passed on. Too little ends as partially_paid. */
const receive = (store: Store, row: CoinRow, amount: bigint): Callback[] => {
  const total = units(row.actuallyPaid) + amount
  const paid = {
    actuallyPaid: text(total),
    actuallyPaidFiat: text(times(total, rateOf(store, row.coin))),
    hash: hashOf(row, text(amount)),
  }
  const seen = turn(store, row, 'confirming', paid)
  const outcome = { outcome: text((times(total, rateOf(store, row.coin)) * 995n) / 1000n) }
  if (total * 1000n < units(row.payAmount) * 995n) return [...seen, ...turn(store, row, 'partially_paid', outcome)]
  return [
    ...seen,
    ...turn(store, row, 'confirmed'),
    ...turn(store, row, 'sending'),
    ...turn(store, row, 'finished', outcome),
  ]
}
/** A further deposit to the address of a payment is a separate payment that names its parent. */
const child = (store: Store, row: CoinRow, coin: string, amount: bigint): Callback[] => {
  const { address, tag } = row
  const made = newRow(store, {
    ...row,
    coin,
    parentId: row.id,
    word: 'waiting',
    actuallyPaid: '0',
    actuallyPaidFiat: '0',
    payAmount: text(amount),
    priceAmount: text(times(amount, rateOf(store, coin))),
    hash: null,
    outcome: null,
  })
  Object.assign(made, { address, tag })
  return receive(store, made, amount)
}

/** Performs an action; `amount` is in the coin, if the action needs one. Returns the resulting callbacks, in order. */
export const actOnCoins = (
  store: Store,
  row: CoinRow,
  act: CoinAct,
  { amount, word, coin }: { amount?: string | undefined; word?: string | undefined; coin?: string | undefined },
): Callback[] => {
  const asked = units(row.payAmount)
  const left = asked > units(row.actuallyPaid) ? asked - units(row.actuallyPaid) : asked
  const given = (otherwise: bigint): bigint => (amount === undefined ? otherwise : units(amount))
  switch (act) {
    case 'pay':
      return receive(store, row, given(left))
    case 'part':
      return receive(store, row, given(payable(row.coin, left / 2n)))
    case 'too-much':
      return receive(store, row, given(payable(row.coin, (left * 12n) / 10n)))
    case 'late': {
      const expired = row.word === 'waiting' ? turn(store, row, 'expired', { validUntilMs: store.nowMs() }) : []
      return [...expired, ...receive(store, row, given(left))]
    }
    case 'again':
      return child(store, row, row.coin, given(asked))
    case 'wrong-asset': {
      const other = coin ?? sandboxCoins[row.coin]?.mistaken ?? 'usdterc20'
      return child(store, row, other, given(inCoin(store, other, units(row.priceAmount))))
    }
    case 'next': {
      const at = slowly.findIndex((one) => one === row.word)
      const following = slowly[at + 1] ?? 'finished'
      const paid =
        at <= 0
          ? {
              actuallyPaid: text(given(asked)),
              actuallyPaidFiat: text(times(given(asked), rateOf(store, row.coin))),
              hash: hashOf(row, row.payAmount),
            }
          : {}
      const outcome = following === 'finished' ? { outcome: text((units(row.actuallyPaidFiat) * 995n) / 1000n) } : {}
      return turn(store, row, following, { ...paid, ...outcome })
    }
    case 'seen':
      return turn(store, row, 'confirming', {
        actuallyPaid: text(given(asked)),
        actuallyPaidFiat: text(times(given(asked), rateOf(store, row.coin))),
        hash: hashOf(row, row.payAmount),
      })
    case 'replaced':
      return turn(store, row, 'waiting', { actuallyPaid: '0', actuallyPaidFiat: '0', hash: null, outcome: null })
    case 'fail':
      return turn(store, row, 'failed')
    case 'expire':
      return turn(store, row, 'expired', { validUntilMs: Math.min(row.validUntilMs, store.nowMs()) })
    case 'refund':
      return turn(store, row, 'refunded', { outcome: null })
    case 'cancel':
      return turn(store, row, 'cancelled')
    case 'word':
      return turn(store, row, word ?? 'hibernating')
  }
}
