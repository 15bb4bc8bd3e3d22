/**
 * Searches an account's entries for its owner: by type, by income or expense, by date. A page costs only what it shows,
 * however many entries the account has: each query uses an index that contains just the matching entries in order, and
 * nothing is counted, because a count would read all of them.
 */
import { hourMs } from '~/platform/clock.server'
import { db, Prisma } from '~/platform/db.server'
import { accountId, type AccountName } from './accounts'
import { pointsTypes, walletTypes } from './entry-types'

export type Direction = 'income' | 'expense'
/** `before`: exclusive end. Null means no restriction. */
export type EntrySearch = {
  type: number | null
  direction: Direction | null
  from: Date | null
  before: Date | null
}
/** An entry with the details of its transfer. `number`: the transfer's number, shown to people. */
export type FoundEntry = {
  seq: number
  amount: bigint
  balanceAfter: bigint
  at: Date
  type: number | null
  transferId: string
  number: string
  kind: string
  orderId: string | null
  attemptId: string | null
}
/** The range of entry numbers that a search can find, both ends inclusive. */
type Span = { first: number; last: number }

/**
 * Entry numbers increase with time as long as the machine's clock does; the clock may be set back by this much. Entries
 * further than this from the ends of the dates limit the number range; those within it are filtered by their own times.
 */
const clockSlackMs = hourMs
/** The last time whose text sorts in time order: the year 10000 begins with a sign. */
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
const about = (date: Date, ms: number): Date => new Date(Math.min(date.getTime() + ms, lastMs))

/** The range for a search; null if nothing can match. */
const spanOf = async (id: string, { from, before }: Pick<EntrySearch, 'from' | 'before'>): Promise<Span | null> => {
  const account = await db.ledgerAccount.findUnique({ where: { id }, select: { lastSeq: true } })
  if (account === null) return null
  const numberAt = async (at: object, order: 'asc' | 'desc'): Promise<number | null> =>
    (await db.ledgerEntry.findFirst({ where: { accountId: id, at }, orderBy: { at: order }, select: { seq: true } }))
      ?.seq ?? null
  const early = from === null ? null : await numberAt({ lt: about(from, -clockSlackMs) }, 'desc')
  const late = before === null ? null : await numberAt({ gte: about(before, clockSlackMs) }, 'asc')
  const span = { first: (early ?? 0) + 1, last: (late ?? account.lastSeq + 1) - 1 }
  return span.first > span.last ? null : span
}

/** Upper bound of the entries that a search finds: known at once, without counting. */
export const maxEntriesFound = async (name: AccountName, search: EntrySearch): Promise<number> => {
  const span = await spanOf(accountId(name), search)
  return span === null ? 0 : span.last - span.first + 1
}

const typesOf = ({ kind }: AccountName): readonly number[] =>
  kind === 'wallet' ? Object.values(walletTypes) : kind === 'points' ? Object.values(pointsTypes) : []

/** Selects matching numbers in a range, starting from one end; with a direction, each type is queried separately. */
const numbersIn = (
  name: AccountName,
  { type, direction, from, before }: EntrySearch,
  { first, last }: Span,
  { order, most }: { order: 'ASC' | 'DESC'; most: number },
): Prisma.Sql => {
  const id = accountId(name)
  const end = Prisma.sql`ORDER BY "seq" ${Prisma.raw(order)} LIMIT ${most}`
  const within = Prisma.sql`"seq" >= ${first} AND "seq" <= ${last}
    ${from === null ? Prisma.empty : Prisma.sql`AND "at" >= ${from}`}
    ${before === null ? Prisma.empty : Prisma.sql`AND "at" < ${before}`}`
  if (direction === null) {
    const [index, ofType] =
      type === null
        ? (['LedgerEntry_accountId_seq_key', Prisma.empty] as const)
        : (['LedgerEntry_accountId_type_seq_idx', Prisma.sql`AND "type" = ${type}`] as const)
    return Prisma.sql`SELECT "seq" FROM "LedgerEntry" INDEXED BY ${Prisma.raw(`"${index}"`)}
      WHERE "accountId" = ${id} ${ofType} AND ${within} ${end}`
  }
  const sign = Prisma.raw(direction === 'income' ? '1' : '0')
  const parts = (type === null ? typesOf(name) : [type]).map(
    (one) => Prisma.sql`SELECT * FROM (SELECT "seq" FROM "LedgerEntry" INDEXED BY "LedgerEntry_statement_idx"
      WHERE "accountId" = ${id} AND "type" = ${one} AND ("amount" > 0) = ${sign} AND ${within} ${end})`,
  )
  return Prisma.sql`${Prisma.join(parts, ' UNION ALL ')} ${end}`
}

type RawEntry = Omit<FoundEntry, 'amount' | 'balanceAfter' | 'at' | 'seq' | 'type'> & {
  seq: number | bigint
  amount: string
  balanceAfter: string
  at: Date | string
  type: number | bigint | null
}
const read = async (name: AccountName, numbers: Prisma.Sql): Promise<FoundEntry[]> => {
  // As text: amounts beyond 2^53 stay exact.
  const rows = await db.$queryRaw<RawEntry[]>`
    SELECT e."seq", CAST(e."amount" AS TEXT) AS "amount", CAST(e."balanceAfter" AS TEXT) AS "balanceAfter", e."at",
      e."type", e."transferId", COALESCE(t."number", '') AS "number", t."kind", t."orderId", t."attemptId"
    FROM (${numbers}) found
    CROSS JOIN "LedgerEntry" e ON e."accountId" = ${accountId(name)} AND e."seq" = found."seq"
    CROSS JOIN "LedgerTransfer" t ON t."id" = e."transferId"
    ORDER BY found."seq" DESC`
  return rows.map(({ seq, amount, balanceAfter, at, type, ...rest }) => ({
    ...rest,
    seq: Number(seq),
    amount: BigInt(amount),
    balanceAfter: BigInt(balanceAfter),
    at: new Date(at),
    type: type === null ? null : Number(type),
  }))
}

/** The position of a page: the newest entries, those before a number, or those just after one. */
export type Place = { size: number; before?: number | null; after?: number | null }
/** `older` and `newer`: the number from which the next page continues; null if there is none. */
export type FoundPage = { items: FoundEntry[]; older: number | null; newer: number | null }

/** A page of search results, newest first. */
export const searchEntries = async (
  name: AccountName,
  search: EntrySearch,
  { size, before = null, after = null }: Place,
): Promise<FoundPage> => {
  const span = await spanOf(accountId(name), search)
  if (span === null) return { items: [], older: null, newer: null }
  const below = (seq: number): Span => ({ ...span, last: Math.min(span.last, seq - 1) })
  const above = (seq: number): Span => ({ ...span, first: Math.max(span.first, seq + 1) })
  const exists = async (part: Span): Promise<boolean> =>
    (await db.$queryRaw<unknown[]>(numbersIn(name, search, part, { order: 'DESC', most: 1 }))).length > 0
  const most = size + 1
  if (after !== null) {
    const found = await read(name, numbersIn(name, search, above(after), { order: 'ASC', most }))
    const items = found.slice(-size)
    const [top, end] = [items[0], items.at(-1)]
    if (top === undefined || end === undefined) return { items, older: null, newer: null }
    return {
      items,
      newer: found.length > size ? top.seq : null,
      older: (await exists(below(end.seq))) ? end.seq : null,
    }
  }
  const part = before === null ? span : below(before)
  const found = await read(name, numbersIn(name, search, part, { order: 'DESC', most }))
  const items = found.slice(0, size)
  const [top, end] = [items[0], items.at(-1)]
  if (top === undefined || end === undefined) return { items, older: null, newer: null }
  return {
    items,
    older: found.length > size ? end.seq : null,
    newer: before !== null && (await exists(above(top.seq))) ? top.seq : null,
  }
}

/** Batch size when all entries are read: takes a few milliseconds, for which all other requests wait. */
const chunkSize = 250

/**
 * All search results, newest first, batch by batch: nothing is read before it is requested, and no batch is kept.
 * Entries posted in the meantime are newer than the first batch and not included.
 */
export const walkEntries = async function* (name: AccountName, search: EntrySearch): AsyncGenerator<FoundEntry[]> {
  const span = await spanOf(accountId(name), search)
  if (span === null) return
  let last = span.last
  for (;;) {
    const found = await read(name, numbersIn(name, search, { ...span, last }, { order: 'DESC', most: chunkSize }))
    if (found.length > 0) yield found
    const end = found.at(-1)
    if (end === undefined || found.length < chunkSize) return
    last = end.seq - 1
  }
}

/** The account's entry with this transaction number; null if it belongs to another account. */
export const entryOf = async (name: AccountName, number: string): Promise<FoundEntry | null> => {
  const found = await db.ledgerEntry.findFirst({
    where: { accountId: accountId(name), transfer: { number } },
    include: { transfer: true },
  })
  if (found === null) return null
  const { seq, amount, balanceAfter, at, type, transferId, transfer } = found
  const { kind, orderId, attemptId } = transfer
  return { seq, amount, balanceAfter, at, type, transferId, number, kind, orderId, attemptId }
}
