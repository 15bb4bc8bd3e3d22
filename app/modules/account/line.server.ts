/**
 * Finds who created an operator's account, from the audit log, and limits what operators can do to each other
 * accordingly.
 */
import { now } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import { recordActBy, type By } from '~/modules/audit/audit.server'
import { fail, type Result } from '~/errors/table'
import { findShutOutBlocker, type Line } from './line'

/** An account, its creator, that account's creator and so on, without a depth limit. */
export const lineOf = async (tx: Transaction, userId: string): Promise<Line> => {
  // UNION drops repeated rows, which ends cycles; rows come in the order in which they are found.
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

const findBlockerOn = async (
  tx: Transaction,
  by: By,
  subject: { id: string; role: string },
): Promise<ReturnType<typeof findShutOutBlocker>> => {
  if (subject.role !== 'operator') return null
  const others = await tx.user.count({
    where: { role: 'operator', disabledAt: null, id: { notIn: [by.userId, subject.id] } },
  })
  return findShutOutBlocker(
    { actor: await lineOf(tx, by.userId), subject: await lineOf(tx, subject.id), others },
    now(),
  )
}

/**
 * Runs an action that may lock an account's owner out, in one transaction. A0409 (`data.context`: operator-maker,
 * operator-last) if a new operator acts on an operator that it stands for, or on the last other operator: then nothing
 * is done, and the audit log reports the attempt to all operators (`action` with -refused).
 */
export const actOn = async <T>(
  by: By,
  subject: { id: string; role: string },
  action: string,
  work: (tx: Transaction) => Promise<Result<T>>,
): Promise<Result<T>> => {
  let why: ReturnType<typeof findShutOutBlocker> = null
  const done = await transact(async (tx): Promise<Result<T>> => {
    why = await findBlockerOn(tx, by, subject)
    return why === null ? work(tx) : fail('A0409', { data: { context: `operator-${why}` } })
  })
  if (why !== null) await recordActBy(by, { action: `${action}-refused`, subject: subject.id, detail: why })
  return done
}
