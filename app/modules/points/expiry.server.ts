/**
 * Expires points, if the operator has set a number of months: first in, first out. On day T, what expires is all points
 * received more than that many months before T, minus all points ever spent. Points on hold never expire, nor points
 * whose owner wasn't told 14 days before.
 */
import { now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { log } from '~/platform/log.server'
import { transact } from '~/platform/transact.server'
import { accountId, balanceOf, lockAccounts, points, pointsExpired, post } from '~/modules/ledger/ledger.server'
import { notifyAccountIn } from '~/modules/message/message.server'
import { ok } from '~/errors/table'
import { cutOf, dayOf, daysAfter, endOf, noticeDays } from './rules'
import { pointsTexts } from './notify.server'

type Reader = Pick<Transaction, '$queryRaw'>
/** The points received before a given time, and all points ever spent. As text, so that sums stay exact. */
const flowsOf = async (tx: Reader, userId: string, before: Date): Promise<{ came: bigint; went: bigint }> => {
  const [row] = await tx.$queryRaw<{ came: string | null; went: string | null }[]>`
    SELECT CAST(SUM(CASE WHEN "amount" > 0 AND "at" < ${before} THEN "amount" ELSE 0 END) AS TEXT) AS "came",
      CAST(SUM(CASE WHEN "amount" < 0 THEN -"amount" ELSE 0 END) AS TEXT) AS "went"
    FROM "LedgerEntry" WHERE "accountId" = ${accountId(points(userId))}`
  return { came: BigInt(row?.came ?? '0'), went: BigInt(row?.went ?? '0') }
}

/** Tells a customer about points that expire in 14 days, unless they were told already. */
const announce = async (tx: Transaction, userId: string, today: Date, months: number): Promise<boolean> => {
  const endsOn = daysAfter(today, noticeDays)
  const before = cutOf(endsOn, months)
  const last = await tx.pointsNotice.findFirst({ where: { userId, months }, orderBy: { before: 'desc' } })
  if (last !== null && (last.before >= before || last.endsOn >= endsOn)) return false
  const { came, went } = await flowsOf(tx, userId, before)
  const told = last === null ? 0n : (await flowsOf(tx, userId, last.before)).came
  const left = came - (told > went ? told : went)
  if (left <= 0n) return false
  await tx.pointsNotice.create({ data: { userId, endsOn, before, months, points: left, toldAt: now() } })
  const message = { kind: 'points-expire', points: String(left), endsOn: endsOn.toISOString() } as const
  await notifyAccountIn(tx, userId, `points expire ${endsOn.toISOString()}`, pointsTexts(message))
  return true
}

/** Expires what is due on this day and returns the amount. Repeating it on the same day does nothing. */
const expire = async (tx: Transaction, userId: string, today: Date, months: number): Promise<bigint> => {
  const id = `points-expired/${userId}/${today.toISOString().slice(0, 10)}`
  if ((await tx.ledgerTransfer.count({ where: { id } })) > 0) return 0n
  const told = await tx.pointsNotice.findFirst({
    where: { userId, months, endsOn: { lte: today } },
    orderBy: { before: 'desc' },
  })
  if (told === null) return 0n
  const { came, went } = await flowsOf(tx, userId, told.before)
  const { available } = await balanceOf(points(userId), tx)
  const over = came - went
  const gone = over < available ? over : available
  if (gone <= 0n) return 0n
  const posted = await post(tx, { id, actor: 'expiry', ...pointsExpired({ userId, points: gone }) })
  if (!posted.ok) throw new Error(`more than is available would expire of ${userId}`)
  return gone
}

/** Batch size of accounts. */
const atOnce = 200

/**
 * Announces and expires points; an error in one account doesn't affect the others. Returns how many points expired.
 * After the setting has changed, all customers must be told again.
 */
export const expirePoints = async (run?: { signal: AbortSignal }, months = env.pointsExpireMonths): Promise<bigint> => {
  await db.pointsNotice.deleteMany({ where: { months: { not: months } } })
  if (months === 0) return 0n
  const today = dayOf(now())
  let [expired, last] = [0n, '']
  let failure: unknown = null
  for (;;) {
    const rows = await db.ledgerAccount.findMany({
      where: { kind: 'points', balance: { gt: 0n }, id: { gt: last } },
      orderBy: { id: 'asc' },
      take: atOnce,
      select: { id: true, ownerKey: true },
    })
    if (rows.length === 0) break
    last = rows.at(-1)?.id ?? last
    for (const { ownerKey: userId } of rows) {
      if (run?.signal.aborted === true) return expired
      try {
        const done = await transact(async (tx) => {
          // Write first: this takes the lock, so nothing changes between reading and writing.
          await lockAccounts(tx, [points(userId)])
          const gone = await expire(tx, userId, today, months)
          await announce(tx, userId, today, months)
          return ok(gone)
        })
        expired += done.value
      } catch (error) {
        // The job runner logs the error that is thrown.
        if (failure === null) failure = error
        else log.error({ error, userId }, 'points could not expire')
      }
    }
  }
  if (failure !== null) throw failure
  return expired
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** The points that expire on a day unless they are used before. */
export type Expiry = { endsOn: Date; points: bigint }
/** How many incoming entries a page reads ahead. */
const maxLots = 500

/**
 * When the account's points expire, by date; empty if they never do. Never a past day or today: what is due then can
 * expire at any moment.
 */
export const listExpiries = async (
  userId: string,
  { most = 3, months = env.pointsExpireMonths }: { most?: number; months?: number } = {},
): Promise<Expiry[]> => {
  if (months === 0) return []
  const id = accountId(points(userId))
  const { went } = await flowsOf(db, userId, new Date(0))
  const lots = await db.$queryRaw<{ at: Date | string; amount: string; sum: string }[]>`
    SELECT "at", CAST("amount" AS TEXT) AS "amount", CAST("sum" AS TEXT) AS "sum" FROM (
      SELECT "at", "seq", "amount", SUM("amount") OVER (ORDER BY "at", "seq") AS "sum"
      FROM "LedgerEntry" WHERE "accountId" = ${id} AND "amount" > 0
    ) AS "lot" WHERE "sum" > ${went} ORDER BY "at", "seq" LIMIT ${maxLots}`
  const notices = await db.pointsNotice.findMany({ where: { userId, months }, orderBy: { endsOn: 'asc' } })
  const today = dayOf(now())
  const [tomorrow, soonest] = [daysAfter(today, 1), daysAfter(today, noticeDays)]
  let { held } = await balanceOf(points(userId))
  const days = new Map<number, bigint>()
  for (const lot of lots) {
    const at = new Date(lot.at)
    const told = notices.find(({ before }) => before > at)
    const planned = endOf(at, months)
    const end = told?.endsOn ?? (planned < soonest ? soonest : planned)
    const left = BigInt(lot.sum) - went
    const amount = BigInt(lot.amount)
    const rest = left < amount ? left : amount
    // Already due: it expires within the hour, except held points, which expire as soon as they are released.
    const isDue = end <= today
    const due = isDue ? least(rest, held) : rest
    if (isDue) held -= due
    if (due === 0n) continue
    const day = isDue ? tomorrow : end
    days.set(day.getTime(), (days.get(day.getTime()) ?? 0n) + due)
  }
  return [...days]
    .sort(([a], [b]) => a - b)
    .slice(0, most)
    .map(([ms, sum]) => ({ endsOn: new Date(ms), points: sum }))
}
