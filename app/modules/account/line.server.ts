/** Who made an operator's account, as the audit log says, and what follows from it for what operators do to another. */
import { now } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import { recordActBy, type By } from '~/modules/audit/audit.server'
import { fail, type Result } from '~/errors/table'
import { whyNotShutOut, type Line } from './line'

/** An account, its maker, the maker of that one and so on, however long that is. */
export const lineOf = async (tx: Transaction, userId: string): Promise<Line> => {
  // A row that has been there ends it; the order is that in which rows are found.
  const ids = await tx.$queryRaw<{ id: string }[]>`
    WITH RECURSIVE "line" ("id") AS (
      SELECT ${userId}
      UNION
      SELECT (
        SELECT a."actor" FROM "AuditEntry" a
        WHERE a."subject" = "line"."id" AND a."action" = 'account.create'
        ORDER BY a."at" LIMIT 1
      ) FROM "line" WHERE "line"."id" IS NOT NULL
    )
    SELECT "id" FROM "line" WHERE "id" IS NOT NULL`
  const found = await tx.user.findMany({
    where: { id: { in: ids.map(({ id }) => id) } },
    select: { id: true, createdAt: true },
  })
  const accounts = new Map(found.map((one) => [one.id, one]))
  return ids.flatMap(({ id }) => accounts.get(id) ?? [])
}

const whyNotOn = async (
  tx: Transaction,
  by: By,
  subject: { id: string; role: string },
): Promise<ReturnType<typeof whyNotShutOut>> => {
  if (subject.role !== 'operator') return null
  const others = await tx.user.count({
    where: { role: 'operator', disabledAt: null, id: { notIn: [by.userId, subject.id] } },
  })
  return whyNotShutOut({ actor: await lineOf(tx, by.userId), subject: await lineOf(tx, subject.id), others }, now())
}

/**
 * Does something to an account that may shut its owner out, in one transaction. A0409 (`data.context`: operator-maker,
 * operator-last) where a new operator would do it to another one whom it stands for, or who is the last one beside it:
 * nothing is done then, and the audit log tells all operators of the try (`action` with -refused).
 */
export const actOn = async <T>(
  by: By,
  subject: { id: string; role: string },
  action: string,
  work: (tx: Transaction) => Promise<Result<T>>,
): Promise<Result<T>> => {
  let why: ReturnType<typeof whyNotShutOut> = null
  const done = await transact(async (tx): Promise<Result<T>> => {
    why = await whyNotOn(tx, by, subject)
    return why === null ? work(tx) : fail('A0409', { data: { context: `operator-${why}` } })
  })
  if (why !== null) await recordActBy(by, { action: `${action}-refused`, subject: subject.id, detail: why })
  return done
}
