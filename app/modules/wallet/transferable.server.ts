/**
 * How much of a wallet can be given to others. Mango that was bought by card waits for a while (`CARD_HOLD_DAYS`),
 * because a bank may take the payment back; it can be spent here all the while. What was spent here since counts as
 * spent from it, the oldest first: no more than what came otherwise ever goes to others.
 */
import { dayMs, now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { accountId, balanceOf, wallet, walletTypes, type Balance } from '~/modules/ledger/ledger.server'

/** `later`: what waits, the soonest first, with the moment from which on it can be given. In 1/10000 Mango. */
export type Transferable = { amount: bigint; later: { amount: bigint; from: Date }[] }

type Reader = Pick<Transaction, '$queryRaw' | 'ledgerAccount'>
type Lot = { seq: number; amount: bigint; at: Date }

/**
 * What came in by card since then: a recharge, a payment that was late or too much, and what went back to the wallet of
 * an order that a card had paid. It is read from the account's payments on: a plus and CROSS keep the database from
 * reading all of a long wallet, or every card payment of everybody.
 */
const cardLots = async (tx: Reader, userId: string, since: Date): Promise<Lot[]> => {
  const rows = await tx.$queryRaw<{ seq: number | bigint; amount: string; at: Date | string }[]>`
    SELECT e."seq", CAST(e."amount" AS TEXT) AS "amount", e."at" FROM (
      SELECT t."id" FROM "PaymentAttempt" p JOIN "LedgerTransfer" t ON t."attemptId" = p."id"
      WHERE p."userId" = ${userId} AND +p."provider" = 'stripe' AND t."at" > ${since}
      UNION
      SELECT t."id" FROM "PaymentAttempt" p JOIN "LedgerTransfer" t ON t."orderId" = p."orderId"
      WHERE p."userId" = ${userId} AND +p."provider" = 'stripe' AND t."at" > ${since} AND t."kind" = 'refund-to-wallet'
        AND EXISTS (
          SELECT 1 FROM "LedgerTransfer" c WHERE c."attemptId" = p."id" AND c."orderId" = p."orderId"
            AND c."kind" = 'deposit-kept'
        )
    ) c CROSS JOIN "LedgerEntry" e ON e."transferId" = c."id"
    WHERE +e."accountId" = ${accountId(wallet(userId))} AND e."amount" > 0
      AND NOT EXISTS (SELECT 1 FROM "LedgerTransfer" r WHERE r."reversesId" = c."id")
    ORDER BY e."seq"`
  return rows.map(({ seq, amount, at }) => ({ seq: Number(seq), amount: BigInt(amount), at: new Date(at) }))
}

/** What was spent between two entries, other than given to somebody. */
const spentBetween = async (tx: Reader, userId: string, after: number, before: number | null): Promise<bigint> => {
  const last = before ?? Number.MAX_SAFE_INTEGER
  const [row] = await tx.$queryRaw<{ spent: string | null }[]>`
    SELECT CAST(SUM(-e."amount") AS TEXT) AS "spent" FROM "LedgerEntry" e
    WHERE e."accountId" = ${accountId(wallet(userId))} AND e."seq" > ${after} AND e."seq" < ${last}
      AND e."amount" < 0 AND e."type" <> ${walletTypes.transfer}`
  return BigInt(row?.spent ?? '0')
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** Takes so much of what waits, the oldest first. */
const takeOldest = (lots: Lot[], amount: bigint): void => {
  for (const lot of lots) {
    const taken = least(lot.amount, amount)
    lot.amount -= taken
    amount -= taken
  }
}

/** What a customer can give to others now, and what waits. */
export const transferableOf = async (userId: string, tx: Reader = db): Promise<Transferable> =>
  transferableFrom(await balanceOf(wallet(userId), tx), userId, tx)

/** The same of a balance that was read in the same transaction. */
export const transferableFrom = async (
  { balance, available }: Balance,
  userId: string,
  tx: Reader,
): Promise<Transferable> => {
  const holdMs = env.transfer.cardHoldDays * dayMs
  const came = available <= 0n ? [] : await cardLots(tx, userId, new Date(now().getTime() - holdMs))
  const waiting: Lot[] = []
  for (const [index, lot] of came.entries()) {
    waiting.push(lot)
    takeOldest(waiting, await spentBetween(tx, userId, lot.seq, came[index + 1]?.seq ?? null))
  }
  const waits = waiting.reduce((all, { amount }) => all + amount, 0n)
  const free = least(available, balance - waits)
  const amount = free > 0n ? free : 0n
  // What is set aside for orders is taken from what waits, as if it were spent.
  takeOldest(waiting, waits - least(waits, available > amount ? available - amount : 0n))
  const later = waiting
    .filter((lot) => lot.amount > 0n)
    .map((lot) => ({ amount: lot.amount, from: new Date(lot.at.getTime() + holdMs) }))
  return { amount, later }
}
