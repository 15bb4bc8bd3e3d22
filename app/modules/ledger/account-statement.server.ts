/** The statement of one account for a period, as accountants read it: opening balance, entries, closing balance. */
import { db, type Prisma } from '~/platform/db.server'
import { accountId, type AccountName } from './accounts'

export type Span = { from: Date | null; to: Date | null }
/** `income` and `expense` are never negative; opening + income − expense = closing. */
export type AccountStatement = {
  opening: bigint
  closing: bigint
  income: bigint
  expense: bigint
  entries: number
  /** The numbers of the first and the last entry; without entries, `last` is below `first`. */
  first: number
  last: number
}

/** The number of the last entry before a given time, and the balance after it. */
const lastBefore = async (id: string, before: Date | null): Promise<{ seq: number; balanceAfter: bigint }> =>
  (await db.ledgerEntry.findFirst({
    where: { accountId: id, ...(before === null ? {} : { at: { lt: before } }) },
    orderBy: before === null ? { seq: 'desc' } : [{ at: 'desc' }, { seq: 'desc' }],
    select: { seq: true, balanceAfter: true },
  })) ?? { seq: 0, balanceAfter: 0n }

/** The statement of an account for [from, to); null leaves an end open. An account that was never opened is empty. */
export const accountStatement = async (name: AccountName, { from, to }: Span): Promise<AccountStatement> => {
  const id = accountId(name)
  const start = from === null ? { seq: 0, balanceAfter: 0n } : await lastBefore(id, from)
  const end = await lastBefore(id, to)
  const [first, last] = [start.seq + 1, end.seq]
  const within = { accountId: id, seq: { gte: first, lte: last } }
  const sumOf = async (amount: Prisma.BigIntFilter): Promise<bigint> =>
    (await db.ledgerEntry.aggregate({ where: { ...within, amount }, _sum: { amount: true } }))._sum.amount ?? 0n
  const [income, expense] = [await sumOf({ gt: 0 }), -(await sumOf({ lt: 0 }))]
  const entries = last < first ? 0 : last - first + 1
  return { opening: start.balanceAfter, closing: end.balanceAfter, income, expense, entries, first, last }
}

const entrySelect = {
  seq: true,
  at: true,
  amount: true,
  balanceAfter: true,
  transferId: true,
  transfer: {
    select: {
      kind: true,
      number: true,
      actor: true,
      orderId: true,
      attemptId: true,
      refundId: true,
      reversesId: true,
      note: true,
    },
  },
} satisfies Prisma.LedgerEntrySelect
export type StatementEntry = Prisma.LedgerEntryGetPayload<{ select: typeof entrySelect }>

/** The entries in order, in batches: an account with a million entries is never held in memory. */
export const statementEntries = async function* (
  name: AccountName,
  { first, last }: Pick<AccountStatement, 'first' | 'last'>,
  size: number,
): AsyncGenerator<StatementEntry[], void> {
  const id = accountId(name)
  for (let from = first; from <= last;) {
    const rows = await db.ledgerEntry.findMany({
      where: { accountId: id, seq: { gte: from, lte: last } },
      orderBy: { seq: 'asc' },
      take: size,
      select: entrySelect,
    })
    const next = rows.at(-1)
    if (next === undefined) return
    yield rows
    from = next.seq + 1
  }
}
