/**
 * Stores the providers' settlements line by line and books them in the ledger: fees go to `fees` and payouts to `bank`,
 * so that `clearing` is what a provider really owes. A line arrives with its deposit or dispute, or is found in the
 * provider's list; the first to come stores it, and it is booked only once.
 */
import { now } from '~/platform/clock.server'
import { db, type Prisma, type Transaction } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { feeKept, feeReturned, paidOut, payoutReturned, post } from '~/modules/ledger/ledger.server'
import { unitsOfDecimal } from '~/text/decimal'
import type { CoinPayment, ProviderName, SettledLine } from './provider'
import { actor } from './settle.server'

export type LineRow = Prisma.SettlementLineGetPayload<object>

/** Dollar coins: amounts settled in them count one to one. */
const isDollar = (currency: string): boolean => /^(?:usd|usdt[a-z0-9]*|usdc[a-z0-9]*)$/.test(currency)
const nameable = /^[\w-]{1,60}$/
const units = (amount: string): bigint => unitsOfDecimal(amount, 4)

/** The settlement line of a coin payment; null if nothing is settled yet. */
export const lineOfCoins = (payment: CoinPayment): SettledLine | null => {
  const { id, word, providerStatus, outcomeAmount, outcomeCurrency, payoutHash, updatedAt } = payment
  if (!nameable.test(id)) return null
  const about = { id, kind: 'payment', word, payment: id, amount: null, fee: null, at: updatedAt ?? now() } as const
  // A refunded payment settles nothing.
  if (providerStatus === 'refunded') return { ...about, net: '0', currency: outcomeCurrency ?? 'usd', isPaidOut: false }
  if (outcomeAmount === null || outcomeCurrency === null) return null
  return { ...about, net: outcomeAmount, currency: outcomeCurrency, isPaidOut: payoutHash !== null }
}

/** Confirmed deposits of a payment: one row, plus one for each later amount. */
export const depositsOf = (tx: Transaction, provider: string, payment: string) =>
  tx.deposit.findMany({
    where: {
      provider,
      OR: [{ providerPaymentId: payment }, { providerPaymentId: { startsWith: `${payment}+` } }],
    },
  })

type Amounts = { amount: bigint; fee: bigint; net: bigint; paidOut: bigint }
/**
 * The amounts of a line, in 1/10000. For coins the provider says what it settles, but not how many dollars came: take
 * the value of the deposits as received, and the difference as the fee. Null while the received value is unknown.
 */
const amountsOf = async (tx: Transaction, provider: string, line: SettledLine): Promise<Amounts | null> => {
  const { amount, fee, net, payment, kind, isPaidOut } = line
  if (amount !== null && fee !== null) {
    // A separate fee is a line with a negative net.
    const own = kind === 'fee' ? -units(net) : units(fee)
    return { amount: own + units(net), fee: own, net: units(net), paidOut: kind === 'payout' ? -units(amount) : 0n }
  }
  const deposits = payment === null ? [] : await depositsOf(tx, provider, payment)
  const all = deposits.reduce((sum, { usd }) => sum + usd, 0n)
  if (all === 0n || deposits.some(({ usd }) => usd === 0n)) return null
  const settled = units(net)
  // Money returned to its sender was never settled.
  const came = settled === 0n ? 0n : all
  return { amount: came, fee: came - settled, net: settled, paidOut: isPaidOut ? settled : 0n }
}

const bookDifference = async (tx: Transaction, row: LineRow, fee: bigint, out: bigint): Promise<void> => {
  const { id, provider, lineId, attemptId, bookings } = row
  const [moreFee, moreOut] = [fee - row.bookedFee, out - row.bookedPayout]
  if (moreFee === 0n && moreOut === 0n) return
  const name = (what: string): string =>
    `settlement/${provider}/${lineId}/${what}${bookings === 0 ? '' : `/${bookings}`}`
  const common = { actor, attemptId }
  if (moreFee > 0n) await post(tx, { id: name('fee'), ...common, ...feeKept({ provider, usd: moreFee }) })
  if (moreFee < 0n) await post(tx, { id: name('fee'), ...common, ...feeReturned({ provider, usd: -moreFee }) })
  if (moreOut > 0n) await post(tx, { id: name('payout'), ...common, ...paidOut({ provider, usd: moreOut }) })
  if (moreOut < 0n) await post(tx, { id: name('payout'), ...common, ...payoutReturned({ provider, usd: -moreOut }) })
  await tx.settlementLine.update({
    where: { id },
    data: { bookedFee: fee, bookedPayout: out, bookings: bookings + 1 },
  })
}

/**
 * Stores a provider's line and books what is new; repeating it changes nothing. `attemptId`: the payment attempt that
 * it is about, if known.
 */
export const noteSettled = async (
  tx: Transaction,
  provider: ProviderName,
  line: SettledLine,
  attemptId: string | null,
): Promise<void> => {
  const { id: lineId, kind, word, payment, currency, at } = line
  const key = { provider_lineId: { provider, lineId } }
  // Write first: this takes the lock, so what is read afterwards is still true when it is changed.
  await tx.settlementLine.upsert({
    where: key,
    create: {
      ...{ id: makeId(), provider, lineId, kind, word, payment, attemptId, currency, at, readAt: now() },
      ...{ amount: 0n, fee: 0n, net: 0n },
    },
    update: { word, readAt: now(), ...(attemptId === null ? {} : { attemptId }) },
  })
  const dollars = isDollar(currency)
  const amounts = await amountsOf(tx, provider, line)
  // If the received value is unknown, only the line is stored: nothing is booked, so it agrees with nothing.
  const known = amounts ?? { amount: units(line.net), fee: 0n, net: units(line.net), paidOut: 0n }
  const row = await tx.settlementLine.update({ where: key, data: known })
  if (amounts !== null && dollars && kind !== 'other') await bookDifference(tx, row, known.fee, known.paidOut)
}

/** Whether a line could be booked: its currency is a dollar. */
export const isComparable = ({ currency }: Pick<LineRow, 'currency'>): boolean => isDollar(currency)

/** Which attempt a provider's payment belongs to. */
export const attemptOfPayment = async (provider: string, payment: string): Promise<string | null> => {
  const [deposit] = await depositsOf(db, provider, payment)
  return deposit?.attemptId ?? null
}
