/**
 * Posts transfers: the only place where balances change. It first locks the accounts, then checks everything, then
 * writes; a refused transfer writes nothing.
 */
import { now } from '~/platform/clock.server'
import { Prisma, type Transaction } from '~/platform/db.server'
import { makeCode, sha256 } from '~/platform/random.server'
import { accountId, chart, type AccountName } from './accounts'
import type { Line, Movement } from './entries'
import { entryTypeOf, type WalletType } from './entry-types'

/**
 * The caller makes the `id` from the transfer's cause (the order's part, the deposit, the refund), so that the same
 * cause never moves money twice. `actor`: who caused it, as in the audit log.
 */
export type Transfer = Movement & {
  id: string
  actor: string
  orderId?: string | null
  attemptId?: string | null
  refundId?: string | null
  note?: string | null
}
/** `isNew`: false if the same transfer was already posted. */
export type Posted = { id: string; isNew: boolean }
/** An account has too little; `missing` is the difference, in its smallest units. */
export type Insufficient = { ok: false; problem: 'insufficient'; account: AccountName; missing: bigint }
export type Done<T> = { ok: true; value: T }

/** SQLite integers have 64 bits, and larger sums become rounded floats: stay far below. */
const maxBalance = 2n ** 62n
const idShape = /^[\w:./-]{4,120}$/
const maxNoteLength = 500
/** Transaction numbers are read aloud and typed: no letters or digits that look alike. */
const numberAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** 32^10 numbers per day: collisions practically never happen, and the database would refuse one. */
const numberLength = 10
const maxLines = 50

type Locked = { id: string; floor: bigint | null; balance: bigint; held: bigint; lastSeq: number }
type RawLocked = { id: string; floor: string | null; balance: string; held: string; lastSeq: number | bigint }

/**
 * Locks the accounts with these names and returns them by id, opening any that don't exist. It writes, so that
 * transactions of other processes wait for the end of this one, and what is read here is still true when it is changed.
 */
export const lockAccounts = async (tx: Transaction, names: readonly AccountName[]): Promise<Map<string, Locked>> => {
  const wanted = new Map(names.map((name) => [accountId(name), name]))
  const ids = [...wanted.keys()].sort()
  // As text: numbers beyond 2^53 stay exact.
  const rows = await tx.$queryRaw<RawLocked[]>`
    UPDATE "LedgerAccount" SET "lastSeq" = "lastSeq" WHERE "id" IN (${Prisma.join(ids)})
    RETURNING "id", CAST("floor" AS TEXT) AS "floor", CAST("balance" AS TEXT) AS "balance",
      CAST("held" AS TEXT) AS "held", "lastSeq"`
  const locked = new Map<string, Locked>()
  for (const row of rows)
    locked.set(row.id, {
      id: row.id,
      floor: row.floor === null ? null : BigInt(row.floor),
      balance: BigInt(row.balance),
      held: BigInt(row.held),
      lastSeq: Number(row.lastSeq),
    })
  const missing = ids.filter((id) => !locked.has(id))
  if (missing.length === 0) return locked
  const data = missing.map((id) => {
    const { kind, owner, currency } = wanted.get(id) as AccountName
    const { floor, owner: whose } = chart[kind]
    return {
      id,
      kind,
      ownerKey: owner,
      currency,
      userId: whose === 'customer' ? owner : null,
      floor,
      createdAt: now(),
    }
  })
  await tx.ledgerAccount.createMany({ data })
  for (const { id, floor } of data) locked.set(id, { id, floor, balance: 0n, held: 0n, lastSeq: 0 })
  return locked
}

/** Throws for input that only a programming error can produce. */
const check = ({ id, actor, lines, note }: Transfer): void => {
  if (!idShape.test(id)) throw new Error('a transfer’s id has strange letters')
  if (actor === '') throw new Error(`${id}: nobody has caused it`)
  if (lines.length < 2 || lines.length > maxLines) throw new Error(`${id}: a transfer has 2 to ${maxLines} lines`)
  if ((note ?? '').length > maxNoteLength) throw new Error(`${id}: its note is too long`)
  const accounts = new Set(lines.map(({ account }) => accountId(account)))
  if (accounts.size < lines.length) throw new Error(`${id}: an account stands in two lines`)
  const sums = new Map<string, bigint>()
  for (const { account, amount } of lines) {
    if (typeof amount !== 'bigint' || amount === 0n) throw new Error(`${id}: a line moves nothing`)
    sums.set(account.currency, (sums.get(account.currency) ?? 0n) + amount)
  }
  for (const [currency, sum] of sums) if (sum !== 0n) throw new Error(`${id}: does not sum to zero in ${currency}`)
}

/**
 * A digest of what a transfer does, but not of who caused it and when: that may differ when the same cause comes again.
 */
const digestOf = ({ kind, lines, orderId, attemptId, refundId }: Transfer, reversesId: string | null): string => {
  const moved = lines.map(({ account, amount }) => [accountId(account), `${amount}`]).sort()
  return sha256(JSON.stringify([kind, moved, orderId ?? null, attemptId ?? null, refundId ?? null, reversesId]))
}

export type More = {
  reversesId?: string
  /** A held amount of an account that this transfer releases. */
  release?: { account: string; amount: bigint }
}

/** Calculates each account after the transfer, or returns the account that has too little. */
const checkBalances = (
  id: string,
  lines: readonly Line[],
  locked: ReadonlyMap<string, Locked>,
  release: More['release'],
): Done<(Locked & { amount: bigint })[]> | Insufficient => {
  const after: (Locked & { amount: bigint })[] = []
  for (const { account, amount } of lines) {
    const before = locked.get(accountId(account))
    if (before === undefined) throw new Error(`${id}: an account is not locked`)
    const balance = before.balance + amount
    const held = before.held - (release?.account === before.id ? release.amount : 0n)
    if (held < 0n || balance > maxBalance || balance < -maxBalance) throw new Error(`${id}: out of all bounds`)
    const missing = before.floor === null ? 0n : before.floor - (balance - held)
    // Money coming in is never refused because of the account's earlier state.
    if (missing > 0n && amount < 0n) return { ok: false, problem: 'insufficient', account, missing }
    after.push({ ...before, balance, held, lastSeq: before.lastSeq + 1, amount })
  }
  return { ok: true, value: after }
}

/** The same id must mean the same transfer; otherwise there is a programming error. */
const findSame = async (tx: Transaction, id: string, digest: string): Promise<Done<Posted> | null> => {
  const before = await tx.ledgerTransfer.findUnique({ where: { id }, select: { digest: true } })
  if (before === null) return null
  if (before.digest !== digest) throw new Error(`${id}: the ledger has another transfer under this id`)
  return { ok: true, value: { id, isNew: false } }
}

export const postWith = async (
  tx: Transaction,
  transfer: Transfer,
  { reversesId, release }: More = {},
): Promise<Done<Posted> | Insufficient> => {
  check(transfer)
  const { id, kind, lines, actor, orderId = null, attemptId = null, refundId = null, note = null } = transfer
  const digest = digestOf(transfer, reversesId ?? null)
  const locked = await lockAccounts(
    tx,
    lines.map(({ account }) => account),
  )
  const same = await findSame(tx, id, digest)
  if (same !== null) return same
  const judged = checkBalances(id, lines, locked, release)
  if (!judged.ok) return judged
  const after = judged.value
  const at = now()
  const number = `${at.toISOString().slice(0, 10).replaceAll('-', '')}-${makeCode(numberLength, numberAlphabet)}`
  const head = { id, kind, at, lines: lines.length, digest, actor, orderId, attemptId, refundId, note, number }
  await tx.ledgerTransfer.create({
    data: { ...head, reversesId: reversesId ?? null },
    select: { id: true },
  })
  for (const { id: account, balance, held, lastSeq } of after)
    await tx.$executeRaw`
      UPDATE "LedgerAccount" SET "balance" = ${balance}, "held" = ${held}, "lastSeq" = ${lastSeq}
      WHERE "id" = ${account}`
  await tx.ledgerEntry.createMany({
    data: after.map(({ id: account, lastSeq, amount, balance }, index) => ({
      transferId: id,
      line: index + 1,
      accountId: account,
      seq: lastSeq,
      amount,
      balanceAfter: balance,
      at,
      type: entryTypeOf(kind, (lines[index] as Line).account.kind, transfer.type),
    })),
  })
  return { ok: true, value: { id, isNew: true } }
}

/**
 * Posts a transfer inside the caller's transaction. Repeating the same id and content returns the first one; other
 * content throws. If an account has too little, nothing is written, and the answer says how much is missing.
 */
export const post = (tx: Transaction, transfer: Transfer): Promise<Done<Posted> | Insufficient> =>
  postWith(tx, transfer)

export type AlreadyReversed = { ok: false; problem: 'already-reversed'; by: string }

/**
 * Reverses a transfer by another one with the opposite lines; the first stays as it is. A transfer can be reversed
 * once. If its money has been spent, the answer says how much is missing.
 */
export const reverse = async (
  tx: Transaction,
  transferId: string,
  { id, actor, note = null }: { id: string; actor: string; note?: string | null },
): Promise<Done<Posted> | Insufficient | AlreadyReversed> => {
  const first = await tx.ledgerTransfer.findUniqueOrThrow({
    where: { id: transferId },
    include: {
      entries: { include: { account: true }, orderBy: { line: 'asc' } },
      reversedBy: { select: { id: true } },
    },
  })
  if (first.reversedBy !== null && first.reversedBy.id !== id)
    return { ok: false, problem: 'already-reversed', by: first.reversedBy.id }
  const lines = first.entries.map(({ account, amount }) => ({
    account: nameOf(account),
    amount: -amount,
  }))
  const { orderId, attemptId, refundId } = first
  const type = first.entries.find(({ account }) => account.kind === 'wallet')?.type as WalletType | null | undefined
  const seenAs = type == null ? {} : { type }
  return postWith(
    tx,
    { id, kind: `${first.kind}-reversed`, lines, actor, note, orderId, attemptId, refundId, ...seenAs },
    { reversesId: transferId },
  )
}

/** An account's name, from its row. */
export const nameOf = ({
  kind,
  ownerKey,
  currency,
}: {
  kind: string
  ownerKey: string
  currency: string
}): AccountName => ({ kind, owner: ownerKey, currency }) as AccountName
