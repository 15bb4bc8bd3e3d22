/**
 * What providers settle, line by line, and the ledger's booking of it: fees go to `fees`, what was passed on goes to
 * `bank`, so that `clearing` is what a provider really owes. A line is told with its deposit or dispute, or is found by
 * reading the provider's list; whichever comes first writes it, and what is booked of it is booked once.
 */
import { now } from '~/platform/clock.server'
import { db, type Prisma, type Transaction } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { feeKept, feeReturned, paidOut, payoutReturned, post } from '~/modules/ledger/ledger.server'
import { unitsOfDecimal } from '~/text/decimal'
import type { CoinPayment, ProviderName, SettledLine } from './provider'
import { actor } from './settle.server'

export type LineRow = Prisma.SettlementLineGetPayload<object>

/** Coins that are dollars: what is settled in them counts one to one. */
const isDollar = (currency: string): boolean => /^(?:usd|usdt[a-z0-9]*|usdc[a-z0-9]*)$/.test(currency)
const nameable = /^[\w-]{1,60}$/
const units = (amount: string): bigint => unitsOfDecimal(amount, 4)

/** What a payment in coins has been settled with; null where nothing is yet. */
export const lineOfCoins = (payment: CoinPayment): SettledLine | null => {
  const { id, word, said, outcomeAmount, outcomeCurrency, payoutHash, updatedAt } = payment
  if (!nameable.test(id)) return null
  const about = { id, kind: 'payment', word, payment: id, amount: null, fee: null, at: updatedAt ?? now() } as const
  // What went back is settled with nothing.
  if (said === 'refunded') return { ...about, net: '0', currency: outcomeCurrency ?? 'usd', isPaidOut: false }
  if (outcomeAmount === null || outcomeCurrency === null) return null
  return { ...about, net: outcomeAmount, currency: outcomeCurrency, isPaidOut: payoutHash !== null }
}

/** Confirmed money of a payment: one row, or one more for each time that more came to it. */
export const depositsOf = (tx: Transaction, provider: string, payment: string) =>
  tx.deposit.findMany({
    where: {
      provider,
      OR: [{ providerPaymentId: payment }, { providerPaymentId: { startsWith: `${payment}+` } }],
    },
  })

type Amounts = { amount: bigint; fee: bigint; net: bigint; paidOut: bigint }
/**
 * The line in 1/10000. Of coins the provider says what it settles and nothing of dollars that came: what came is what
 * the deposits counted for, and the difference is what it kept. Null while nobody knows what came.
 */
const amountsOf = async (tx: Transaction, provider: string, line: SettledLine): Promise<Amounts | null> => {
  const { amount, fee, net, payment, kind, isPaidOut } = line
  if (amount !== null && fee !== null) {
    // A fee of its own is a line that takes.
    const own = kind === 'fee' ? -units(net) : units(fee)
    return { amount: own + units(net), fee: own, net: units(net), paidOut: kind === 'payout' ? -units(amount) : 0n }
  }
  const deposits = payment === null ? [] : await depositsOf(tx, provider, payment)
  const all = deposits.reduce((sum, { usd }) => sum + usd, 0n)
  if (all === 0n || deposits.some(({ usd }) => usd === 0n)) return null
  const settled = units(net)
  // What went back to its sender was never settled.
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
 * Writes a provider's line down and books what is new of it; the same again changes nothing. `attemptId`: the payment
 * attempt that it is about, where that is known.
 */
export const noteSettled = async (
  tx: Transaction,
  provider: ProviderName,
  line: SettledLine,
  attemptId: string | null,
): Promise<void> => {
  const { id: lineId, kind, word, payment, currency, at } = line
  const key = { provider_lineId: { provider, lineId } }
  // A write comes first: what is read after it is still true when it is changed.
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
  // Of what nobody knows the dollars that came, the line alone stands: nothing is booked, and it agrees with nothing.
  const known = amounts ?? { amount: units(line.net), fee: 0n, net: units(line.net), paidOut: 0n }
  const row = await tx.settlementLine.update({ where: key, data: known })
  if (amounts !== null && dollars && kind !== 'other') await bookDifference(tx, row, known.fee, known.paidOut)
}

/** Whether a line could be booked: its currency is the dollar. */
export const isComparable = ({ currency }: Pick<LineRow, 'currency'>): boolean => isDollar(currency)

/** Which attempt a provider's payment belongs to. */
export const attemptOfPayment = async (provider: string, payment: string): Promise<string | null> => {
  const [deposit] = await depositsOf(db, provider, payment)
  return deposit?.attemptId ?? null
}
