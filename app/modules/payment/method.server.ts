/** The payment methods: which exist, which provider offers each, and for which countries. */
import { nowMs, minuteMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import { recordActBy, type By } from '~/modules/audit/audit.server'
import { walletOf } from '~/modules/ledger/ledger.server'
import { methodIds } from '~/modules/order/types'
import type { MethodChoice } from '~/modules/order/view'
import { rangeOfWay } from '~/modules/recharge/types'
import type { RechargeMethod } from '~/modules/recharge/view'
import { printAmount } from '~/text/amount'
import { wholeCents } from '~/text/cents'
import { unitsOfDecimal } from '~/text/decimal'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import { coinFacts, coinKeys, coinOfMethod, type Coin } from './coins'
import { openNowPayments } from './nowpayments.server'
import type { CardShape, ProviderName } from './provider'
import { openStripe } from './stripe.server'

export const cardMethods: Readonly<Record<number, CardShape>> = {
  [methodIds.card]: 'card',
  [methodIds.webWallet]: 'web-wallet',
  [methodIds.deviceWallet]: 'device-wallet',
  [methodIds.h5]: 'h5',
}
/** Every method id, coins first as in SPEC. */
const allMethods: readonly number[] = [
  ...coinKeys.map((key) => coinFacts[key].method).sort((a, b) => a - b),
  ...Object.values(methodIds),
]
/** Methods that can pay the rest of a price; points only cover a share of it. */
export const payableMethods: readonly number[] = allMethods.filter((method) => method !== methodIds.points)
export const keyOfMethod = (method: number): string | null =>
  coinOfMethod(method) ??
  cardMethods[method] ??
  (method === methodIds.mango ? 'mango' : method === methodIds.points ? 'points' : null)
/** The provider that collects a method; null for methods that the portal's own ledger pays, and for unknown ids. */
export const providerOfMethod = (method: number): ProviderName | null =>
  coinOfMethod(method) !== null ? 'nowpayments' : cardMethods[method] !== undefined ? 'stripe' : null

type Row = { enabled: boolean; countries: string | null }
const rowsOf = async (): Promise<Map<number, Row>> =>
  new Map((await db.paymentMethod.findMany()).map((row) => [row.method, row]))

const isOffered = (method: number, row: Row | undefined, country: string | null): boolean => {
  const provider = providerOfMethod(method)
  if (provider === 'nowpayments' && openNowPayments() === null) return false
  if (provider === 'stripe' && openStripe() === null) return false
  if (row === undefined) return true
  if (!row.enabled) return false
  return row.countries === null || (country !== null && row.countries.split(',').includes(country))
}
/** Whether a customer of this country can pay by a method now. */
export const isMethodOpen = async (method: number, country: string | null): Promise<boolean> =>
  keyOfMethod(method) !== null && isOffered(method, (await rowsOf()).get(method), country)

/** Why an account can't pay by a method now; null if it can. Checked before an order is created and when it is paid. */
export const checkOffer = async ({ userId, method }: { userId: string; method: number }): Promise<Failure | null> => {
  const { country } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { country: true } })
  return (await isMethodOpen(method, country)) ? null : fail('P1001', { field: 'method', data: { context: 'method' } })
}

type Known = { usd: bigint | null; untilMs: number; readMs: number }
const minimums = new Map<Coin, Known>()
/** How long a coin's minimum is cached: it changes with rates and network fees. */
const minimumLivesMs = 10 * minuteMs
/** How long to wait before asking a silent provider again. */
const silentMs = minuteMs / 2
/** Older amounts are useless: nobody has asked for a while. */
const oldestMs = 60 * minuteMs
const knownMinimum = (coin: Coin): bigint | null => {
  const known = minimums.get(coin)
  return known === undefined || nowMs() - known.readMs > oldestMs ? null : known.usd
}
/** Asks the provider. False if it does not answer: the cached value is kept. */
const askMinimum = async (coin: Coin): Promise<boolean> => {
  const client = openNowPayments()
  if (client === null) return false
  const answer = await client.getMinimum({ coin, fixedRate: true })
  const at = nowMs()
  if (!answer.ok) {
    // Pages that reload themselves must not ask a provider that is down each time.
    const readMs = minimums.get(coin)?.readMs ?? at
    minimums.set(coin, { usd: knownMinimum(coin), untilMs: at + silentMs, readMs })
    return false
  }
  // Add one unit, so that truncation never makes a too small amount pass.
  const usd = answer.value.usd === null ? null : unitsOfDecimal(answer.value.usd, 4) + 1n
  minimums.set(coin, { usd, untilMs: at + minimumLivesMs, readMs: at })
  return true
}
/** The smallest amount that a coin can pay, in 1/10000 USD; null if the provider does not say. */
export const minimumOf = async (coin: Coin): Promise<bigint | null> => {
  const known = minimums.get(coin)
  if (known !== undefined && known.untilMs > nowMs()) return known.usd
  await askMinimum(coin)
  return knownMinimum(coin)
}
/** How often minimums are fetched ahead, so that pages know them before anybody orders. */
export const minimumsEveryMs = minimumLivesMs / 2
/** Fetches the minimums of all enabled coins, and stops when the provider does not answer. */
export const readMinimums = async (): Promise<void> => {
  if (openNowPayments() === null) return
  const rows = await rowsOf()
  for (const coin of coinKeys) {
    const isOff = rows.get(coinFacts[coin].method)?.enabled === false
    // Fetch now if the value would expire before the next run.
    const isFresh = (minimums.get(coin)?.untilMs ?? 0) > nowMs() + minimumsEveryMs
    if (!isOff && !isFresh && !(await askMinimum(coin))) return
  }
}
/** Stripe's minimum charge in USD: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const minByCard = 5000n
/** Why a method can't pay an amount, as far as known; null if no reason is known. */
export const checkAmount = ({ method, rest }: { method: number; rest: bigint }): Failure | null => {
  const coin = coinOfMethod(method)
  const ofCards = cardMethods[method] === undefined ? null : minByCard
  const minimum = coin === null ? ofCards : knownMinimum(coin)
  if (minimum === null || rest >= minimum) return null
  // Customers can only ask for whole cents.
  const shown = printAmount(wholeCents(minimum), { scale: 4, digits: 2 })
  return fail('P1001', { field: 'method', data: { context: 'minimum', minimum: shown } })
}
export const forgetMinimums = (): void => minimums.clear()

/**
 * How a method can recharge an account's wallet, with the provider's minimum in 1/10000 USD; null if it can't now.
 * Fetches a coin's minimum if it is not cached.
 */
export const wayOfRecharge = async ({
  userId,
  method,
}: {
  userId: string
  method: number
}): Promise<{ kind: 'card' | 'coin'; least: bigint } | null> => {
  const coin = coinOfMethod(method)
  if (coin === null && cardMethods[method] === undefined) return null
  if ((await checkOffer({ userId, method })) !== null) return null
  return coin === null ? { kind: 'card', least: minByCard } : { kind: 'coin', least: (await minimumOf(coin)) ?? 0n }
}

/**
 * The methods that the buy page and the payment page offer: enabled, allowed in the country, with a configured
 * provider; Mango and points with the account's balance.
 */
export const paymentMethods = async (
  userId: string,
  { country }: { country: string | null; at?: Date },
): Promise<MethodChoice[]> => {
  const [rows, has] = await Promise.all([rowsOf(), walletOf(userId)])
  return allMethods.flatMap((method): MethodChoice[] => {
    const key = keyOfMethod(method)
    if (key === null || !isOffered(method, rows.get(method), country)) return []
    const base = { method, key, symbol: null, network: null, onlyWhere: null, available: null, minimum: null }
    const coin = coinOfMethod(method)
    if (coin !== null) {
      const { symbol, network } = coinFacts[coin]
      const minimum = knownMinimum(coin)
      return [
        {
          ...base,
          kind: 'coin',
          symbol,
          network,
          minimum: minimum === null ? null : printAmount(wholeCents(minimum), { scale: 4 }),
        },
      ]
    }
    if (method === methodIds.mango)
      return [{ ...base, kind: 'mango', available: printAmount(positive(has.mango.available), { scale: 4 }) }]
    if (method === methodIds.points)
      return [{ ...base, kind: 'points', available: printAmount(positive(has.points.available), { scale: 0 }) }]
    const minimum = printAmount(minByCard, { scale: 4 })
    return [{ ...base, kind: 'card', minimum, onlyWhere: method === methodIds.deviceWallet ? 'device-wallet' : null }]
  })
}
/** The methods that can recharge a wallet. */
export const rechargeWays: readonly number[] = allMethods.filter(
  (method) => coinOfMethod(method) !== null || cardMethods[method] !== undefined,
)
/** The methods to recharge a wallet, each with its range: SPEC's range, raised to the provider's minimum. */
export const rechargeMethods = async (userId: string): Promise<RechargeMethod[]> => {
  const { country } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { country: true } })
  const offered = await paymentMethods(userId, { country })
  return offered.flatMap(({ method, key, kind, symbol, network, onlyWhere }): RechargeMethod[] => {
    if (kind !== 'coin' && kind !== 'card') return []
    const coin = coinOfMethod(method)
    const { least, most } = rangeOfWay(kind, (coin === null ? minByCard : knownMinimum(coin)) ?? 0n)
    const shown = (amount: bigint): string => printAmount(amount, { scale: 4 })
    return [{ method, key, kind, symbol, network, onlyWhere, least: shown(least), most: shown(most) }]
  })
}

const positive = (amount: bigint): bigint => (amount < 0n ? 0n : amount)
export type MethodState = { method: number; key: string; enabled: boolean; countries: readonly string[] | null }
/** All methods with their settings, for the operator. */
export const listMethods = async (): Promise<MethodState[]> => {
  const rows = await rowsOf()
  return allMethods.map((method) => {
    const row = rows.get(method)
    return {
      method,
      key: keyOfMethod(method) ?? '',
      enabled: row?.enabled ?? true,
      countries: row?.countries?.split(',') ?? null,
    }
  })
}
/** Enables or disables a method, or allows it only in some countries (null: everywhere). A0404 no such method. */
export const setMethod = (
  by: By,
  { method, enabled, countries }: { method: number; enabled: boolean; countries: readonly string[] | null },
): Promise<Result<null>> =>
  transact(async (tx): Promise<Result<null>> => {
    const key = keyOfMethod(method)
    if (key === null) return fail('A0404', { field: 'method' })
    const data = { enabled, countries: countries === null ? null : countries.join(), updatedAt: new Date(nowMs()) }
    await tx.paymentMethod.upsert({ where: { method }, create: { method, ...data }, update: data })
    const detail = `${enabled ? 'on' : 'off'}${countries === null ? '' : `, ${countries.join(' ')}`}`
    await recordActBy(by, { action: 'method.set', subject: key, detail }, tx)
    return ok(null)
  })
