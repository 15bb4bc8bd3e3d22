/**
 * How much of a wallet can be given to others. Mango that was bought by card waits for a while (`CARD_HOLD_DAYS`),
 * because a bank may take the payment back; it can be spent here all the while. What was spent here since counts as
 * spent from it, the oldest first, and comes back to it with a refund: no more than what came otherwise ever goes to
 * others.
 */
import { dayMs, inMs, now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { accountId, balanceOf, wallet, walletTypes, type Balance } from '~/modules/ledger/ledger.server'
import { whyNotOut } from './state.server'

/** `later`: what waits, the soonest first, with the moment from which on it can be given. In 1/10000 Mango. */
export type Transferable = { amount: bigint; later: { amount: bigint; from: Date }[] }

type Reader = Pick<Transaction, '$queryRaw' | 'ledgerAccount' | 'wallet'>
type Back = { seq: number; amount: bigint }
type Lot = Back & { at: Date }

/**
 * What came in by card since then: a recharge, a payment that was late or too much, and of an order that a card had
 * paid what went back to the wallet and its cashback, as far as that was not taken back. It is read from the
 * account's payments on: a plus and CROSS keep the database from reading all of a long wallet, or every card payment
 * of everybody.
 */
const cardLots = async (tx: Reader, userId: string, since: Date): Promise<Lot[]> => {
  const rows = await tx.$queryRaw<{ seq: number | bigint; amount: string; at: Date | string }[]>`
    SELECT e."seq", e."at", CAST(e."amount" + CASE c."kind" WHEN 'cashback' THEN COALESCE((
      SELECT SUM(b."amount") FROM "LedgerTransfer" r CROSS JOIN "LedgerEntry" b ON b."transferId" = r."id"
      WHERE r."orderId" = c."orderId" AND +r."kind" = 'cashback-taken-back' AND +b."accountId" = e."accountId"
    ), 0) ELSE 0 END AS TEXT) AS "amount" FROM (
      SELECT t."id", t."kind", t."orderId" FROM "PaymentAttempt" p
      JOIN "LedgerTransfer" t ON t."attemptId" = p."id"
      WHERE p."userId" = ${userId} AND +p."provider" = 'stripe' AND t."at" > ${since}
      UNION
      SELECT t."id", t."kind", t."orderId" FROM "PaymentAttempt" p
      JOIN "LedgerTransfer" t ON t."orderId" = p."orderId"
      WHERE p."userId" = ${userId} AND +p."provider" = 'stripe' AND t."at" > ${since}
        AND t."kind" IN ('refund-to-wallet', 'cashback')
        AND EXISTS (
          SELECT 1 FROM "LedgerTransfer" c WHERE c."attemptId" = p."id" AND c."orderId" = p."orderId"
            AND c."kind" = 'deposit-kept'
        )
    ) c CROSS JOIN "LedgerEntry" e ON e."transferId" = c."id"
    WHERE +e."accountId" = ${accountId(wallet(userId))} AND e."amount" > 0
      AND NOT EXISTS (SELECT 1 FROM "LedgerTransfer" r WHERE r."reversesId" = c."id")
    ORDER BY e."seq"`
  return rows
    .map(({ seq, amount, at }) => ({ seq: Number(seq), amount: BigInt(amount), at: new Date(at) }))
    .filter(({ amount }) => amount > 0n)
}

/**
 * What went back to the wallet since its first card money: `cardLots` has of it what a card had paid itself, this is
 * the Mango of orders.
 */
const givenBack = async (tx: Reader, userId: string, lots: readonly Lot[]): Promise<Back[]> => {
  const [first] = lots
  if (first === undefined) return []
  const rows = await tx.$queryRaw<{ seq: number | bigint; amount: string }[]>`
    SELECT e."seq", CAST(e."amount" AS TEXT) AS "amount" FROM "LedgerEntry" e
    JOIN "LedgerTransfer" t ON t."id" = e."transferId"
    WHERE e."accountId" = ${accountId(wallet(userId))} AND e."type" = ${walletTypes.refunded} AND e."seq" > ${first.seq}
      AND e."amount" > 0 AND t."kind" = 'refund-to-wallet'
    ORDER BY e."seq"`
  const known = new Set(lots.map(({ seq }) => seq))
  return rows
    .map(({ seq, amount }) => ({ seq: Number(seq), amount: BigInt(amount) }))
    .filter(({ seq }) => !known.has(seq))
}

/**
 * What was spent between two entries, other than given to somebody. What is taken back buys nothing: cashback with its
 * order, and a gift or credit of the operator by the opposite transfer.
 */
const spentBetween = async (tx: Reader, userId: string, after: number, before: number | null): Promise<bigint> => {
  const last = before ?? Number.MAX_SAFE_INTEGER
  const [row] = await tx.$queryRaw<{ spent: string | null }[]>`
    SELECT CAST(SUM(-e."amount") AS TEXT) AS "spent" FROM "LedgerEntry" e
    WHERE e."accountId" = ${accountId(wallet(userId))} AND e."seq" > ${after} AND e."seq" < ${last}
      AND e."amount" < 0 AND e."type" NOT IN (${walletTypes.transfer}, ${walletTypes.cashback})
      AND NOT EXISTS (SELECT 1 FROM "LedgerTransfer" t WHERE t."id" = e."transferId" AND t."reversesId" IS NOT NULL)`
  return BigInt(row?.spent ?? '0')
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** Takes so much of what waits, the oldest first. Returns how much there was of it. */
const takeOldest = (lots: Lot[], amount: bigint): bigint => {
  let rest = amount
  for (const lot of lots) {
    const taken = least(lot.amount, rest)
    lot.amount -= taken
    rest -= taken
  }
  return amount - rest
}

/** What waits, as it came and was spent, and came back: with the newest that was bought by then. */
const waitingOf = async (tx: Reader, userId: string, came: readonly Lot[]): Promise<Lot[]> => {
  const events: (Back & { at?: Date })[] = [...came, ...(await givenBack(tx, userId, came))]
  events.sort((one, other) => one.seq - other.seq)
  const waiting: Lot[] = []
  let spent = 0n
  for (const [index, { seq, amount, at }] of events.entries()) {
    const newest = waiting.at(-1)
    if (at !== undefined) waiting.push({ seq, amount, at })
    else if (newest !== undefined) {
      const back = least(amount, spent)
      newest.amount += back
      spent -= back
    }
    spent += takeOldest(waiting, await spentBetween(tx, userId, seq, events[index + 1]?.seq ?? null))
  }
  return waiting
}

/** From when on Mango that a card buys now can go to others, since its bank may take it back; null: at once. */
export const cardSendableFrom = (): Date | null =>
  env.transfer.cardHoldDays === 0 ? null : inMs(env.transfer.cardHoldDays * dayMs)

/** What a customer can give to others now, and what waits: nothing of a wallet that gives nothing out. */
export const transferableOf = async (userId: string, tx: Reader = db): Promise<Transferable> =>
  (await whyNotOut(userId, tx)) === null
    ? transferableFrom(await balanceOf(wallet(userId), tx), userId, tx)
    : { amount: 0n, later: [] }

/** The same of a balance that was read in the same transaction. */
export const transferableFrom = async (
  { balance, available }: Balance,
  userId: string,
  tx: Reader,
): Promise<Transferable> => {
  const holdMs = env.transfer.cardHoldDays * dayMs
  const came = available <= 0n ? [] : await cardLots(tx, userId, new Date(now().getTime() - holdMs))
  const waiting = await waitingOf(tx, userId, came)
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
