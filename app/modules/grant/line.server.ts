/** Who made an operator's account, as the audit log says. */
import type { Transaction } from '~/platform/db.server'
import type { Line } from './second-operator'

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
