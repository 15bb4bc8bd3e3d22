/**
 * Calculates how much of a wallet can be sent to others. Mango bought by card waits for a while (`CARD_HOLD_DAYS`),
 * because a bank may take the payment back; until then it can be spent here. Later spending uses waiting Mango first,
 * the oldest first, and a refund returns it: at most the amount that came in other ways can ever be sent.
 */
import { dayMs, inMs, now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { accountId, balanceOf, wallet, walletTypes, type Balance } from '~/modules/ledger/ledger.server'
import { findWalletBlocker } from './state.server'

/** `later`: waiting amounts, the soonest first, each with the time when it can be sent. In 1/10000 Mango. */
export type Transferable = { amount: bigint; later: { amount: bigint; from: Date }[] }

type Reader = Pick<Transaction, '$queryRaw' | 'ledgerAccount' | 'wallet'>
type Back = { seq: number; amount: bigint }
type Lot = Back & { at: Date }

/**
 * Card money since a given time: recharges, late or surplus payments, and, for orders paid by card, refunds to the
 * wallet and cashback that was not taken back. The query starts from the account's payments: the unary plus and CROSS
 * keep the database from reading all of a long wallet, or everybody's card payments.
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
 * Mango refunds since the wallet's first card money, without those already in `cardLots`: these return the Mango parts
 * of orders.
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
 * What was spent between two entries, except transfers. Takebacks buy nothing: cashback with its order, and reversed
 * gifts or credits of the operator.
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

/** Takes an amount from the waiting lots, the oldest first. Returns how much could be taken. */
const takeOldest = (lots: Lot[], amount: bigint): bigint => {
  let rest = amount
  for (const lot of lots) {
    const taken = least(lot.amount, rest)
    lot.amount -= taken
    rest -= taken
  }
  return amount - rest
}

/** The waiting lots after all arrivals, spending and refunds; a refund returns to the newest lot of its time. */
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

/** When Mango bought by card now can be sent to others, since a bank may take the payment back; null: at once. */
export const cardSendableFrom = (): Date | null =>
  env.transfer.cardHoldDays === 0 ? null : inMs(env.transfer.cardHoldDays * dayMs)

/** What a customer can send to others now, and what waits; nothing if the wallet can't send. */
export const transferableOf = async (userId: string, tx: Reader = db): Promise<Transferable> =>
  (await findWalletBlocker(userId, tx)) === null
    ? transferableFrom(await balanceOf(wallet(userId), tx), userId, tx)
    : { amount: 0n, later: [] }

/** The same for a balance that was read in the same transaction. */
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
  // Holds for orders take from waiting lots, as if they were spent.
  takeOldest(waiting, waits - least(waits, available - amount))
  const later = waiting
    .filter((lot) => lot.amount > 0n)
    .map((lot) => ({ amount: lot.amount, from: new Date(lot.at.getTime() + holdMs) }))
  return { amount, later }
}
