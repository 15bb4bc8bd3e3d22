/**
 * Holds: an amount reserved on an account until it is posted (by a transfer that takes it) or voided. After its end a
 * hold can't be posted, and a job releases it. Money that a hold releases in a wallet first pays the owner's debts, in
 * the same transaction.
 */
import { now, nowMs } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { makeEvent } from '~/platform/event.server'
import { transact } from '~/platform/transact.server'
import { accountId, type AccountName } from './accounts'
import { payOwed, type PaidDebt } from './owed.server'
import { lockAccounts, nameOf, postWith, type Done, type Insufficient, type Posted, type Transfer } from './post.server'

export type HoldState = 'open' | 'posted' | 'voided' | 'expired'
/** The hold was already ended in another way, or its time is over. */
export type HoldEnded = { ok: false; problem: 'hold-ended'; state: Exclude<HoldState, 'open'> }
export type Held = { id: string; isNew: boolean }
/** `debt`: what the released money paid of the owner's debts, and what is still owed. */
export type Freed = Held & { debt: PaidDebt }

/** Fires after an expired hold was released; whoever created the hold may have something to close. */
export const holdExpired = makeEvent<{ holdId: string; orderId: string | null }>('a hold expired', { awaited: true })

/**
 * Holds an amount. The caller makes the `id`, as for a transfer: repeating it with the same values returns the first
 * hold, with other values it throws.
 */
export const hold = async (
  tx: Transaction,
  asked: { id: string; account: AccountName; amount: bigint; endsAt: Date; orderId?: string | null },
): Promise<Done<Held> | Insufficient> => {
  const { id, account, amount, endsAt, orderId = null } = asked
  if (typeof amount !== 'bigint' || amount <= 0n) throw new Error(`${id}: nothing is held`)
  const place = accountId(account)
  const locked = (await lockAccounts(tx, [account])).get(place)
  if (locked === undefined) throw new Error(`${id}: its account is not locked`)
  const before = await tx.ledgerHold.findUnique({ where: { id } })
  if (before !== null) {
    const isSame = before.accountId === place && before.amount === amount && before.orderId === orderId
    if (!isSame) throw new Error(`${id}: the ledger has another hold under this id`)
    return { ok: true, value: { id, isNew: false } }
  }
  const missing = locked.floor === null ? 0n : locked.floor - (locked.balance - locked.held - amount)
  if (missing > 0n) return { ok: false, problem: 'insufficient', account, missing }
  await tx.$executeRaw`UPDATE "LedgerAccount" SET "held" = ${locked.held + amount} WHERE "id" = ${place}`
  await tx.ledgerHold.create({ data: { id, accountId: place, amount, endsAt, orderId, createdAt: now() } })
  return { ok: true, value: { id, isNew: true } }
}

const ended = (state: string): HoldEnded => ({ ok: false, problem: 'hold-ended', state: state as HoldEnded['state'] })

const nothing: PaidDebt = { paid: 0n, owed: 0n }
/** Pays the owner's debts from released money. */
const payFreed = async (
  tx: Transaction,
  { id, accountId: place, orderId }: { id: string; accountId: string; orderId: string | null },
  most: bigint,
): Promise<PaidDebt> => {
  if (most <= 0n) return nothing
  const { kind, userId } = await tx.ledgerAccount.findUniqueOrThrow({ where: { id: place } })
  if (kind !== 'wallet' || userId === null) return nothing
  return payOwed(tx, userId, { id: `freed/${id}`, most, orderId })
}

/**
 * Ends a hold by a transfer that takes at most the held amount from its account; the rest is released. A hold past its
 * end is refused even if the job has not expired it yet.
 */
export const postHold = async (
  tx: Transaction,
  holdId: string,
  transfer: Transfer,
): Promise<Done<Posted> | Insufficient | HoldEnded> => {
  // Lock the accounts with a write before reading the hold.
  await lockAccounts(
    tx,
    transfer.lines.map(({ account }) => account),
  )
  const found = await tx.ledgerHold.findUniqueOrThrow({ where: { id: holdId } })
  const taken = transfer.lines.find(({ account }) => accountId(account) === found.accountId)?.amount ?? 0n
  if (taken >= 0n || -taken > found.amount) throw new Error(`${transfer.id}: takes other than what ${holdId} holds`)
  if (found.state === 'posted' && found.transferId === transfer.id) return postWith(tx, transfer)
  if (found.state !== 'open') return ended(found.state)
  if (found.endsAt.getTime() <= nowMs()) return ended('expired')
  const posted = await postWith(tx, transfer, { release: { account: found.accountId, amount: found.amount } })
  if (!posted.ok) return posted
  if (!posted.value.isNew) throw new Error(`${transfer.id}: was posted without its hold ${holdId}`)
  await tx.ledgerHold.update({
    where: { id: holdId },
    data: { state: 'posted', transferId: transfer.id, endedAt: now() },
  })
  await payFreed(tx, found, found.amount + taken)
  return posted
}

/** Locks a hold's account, then releases the hold. `isNew` is false if the hold was not open any more. */
const release = async (tx: Transaction, holdId: string, as: 'voided' | 'expired') => {
  const account = await tx.$queryRaw<{ id: string; held: string }[]>`
    UPDATE "LedgerAccount" SET "lastSeq" = "lastSeq"
    WHERE "id" = (SELECT "accountId" FROM "LedgerHold" WHERE "id" = ${holdId})
    RETURNING "id", CAST("held" AS TEXT) AS "held"`
  const found = await tx.ledgerHold.findUniqueOrThrow({ where: { id: holdId } })
  if (found.state !== 'open') return { found, isNew: false }
  const held = BigInt(account[0]?.held ?? '0') - found.amount
  await tx.$executeRaw`UPDATE "LedgerAccount" SET "held" = ${held} WHERE "id" = ${found.accountId}`
  await tx.ledgerHold.update({ where: { id: holdId }, data: { state: as, endedAt: now() } })
  return { found, isNew: true }
}

const free = async (tx: Transaction, holdId: string, as: 'voided' | 'expired') => {
  const { found, isNew } = await release(tx, holdId, as)
  return { found, isNew, debt: isNew ? await payFreed(tx, found, found.amount) : nothing }
}

/** Releases a hold. Repeating it changes nothing; if the hold was posted, the answer says so. */
export const voidHold = async (tx: Transaction, holdId: string): Promise<Done<Freed> | HoldEnded> => {
  const { found, isNew, debt } = await free(tx, holdId, 'voided')
  return found.state === 'posted' ? ended('posted') : { ok: true, value: { id: holdId, isNew, debt } }
}

/**
 * Ends a hold and creates another in its place, or none. The purpose is the same, so nothing of it pays a debt in
 * between.
 */
export const replaceHold = async (
  tx: Transaction,
  holdId: string,
  next: { id: string; amount: bigint; endsAt: Date; orderId: string | null } | null,
): Promise<{ ok: true } | Insufficient> => {
  const { found } = await release(tx, holdId, 'voided')
  if (next === null) return { ok: true }
  const account = nameOf(await tx.ledgerAccount.findUniqueOrThrow({ where: { id: found.accountId } }))
  const held = await hold(tx, { account, ...next })
  return held.ok ? { ok: true } : held
}

/** Batch size for expired holds. */
const expiredAtOnce = 200

/** Releases an expired hold inside the caller's transaction. Returns false if it was already released. */
export const expireHold = async (tx: Transaction, { id, orderId }: { id: string; orderId: string | null }) => {
  const { isNew } = await free(tx, id, 'expired')
  if (isNew) holdExpired.notifyAfter(tx, { holdId: id, orderId })
  return isNew
}

/** Releases every expired hold. Returns how many. */
export const expireHolds = async (): Promise<number> => {
  let expired = 0
  for (;;) {
    const due = await db.ledgerHold.findMany({
      where: { state: 'open', endsAt: { lte: now() } },
      orderBy: { endsAt: 'asc' },
      take: expiredAtOnce,
      select: { id: true, orderId: true },
    })
    for (const one of due)
      await transact(async (tx) => {
        if (await expireHold(tx, one)) expired++
      })
    if (due.length < expiredAtOnce) return expired
  }
}

export type OpenHold = { id: string; account: AccountName; amount: bigint; endsAt: Date; orderId: string | null }
/** The open holds of an account. */
export const listHolds = async (name: AccountName): Promise<OpenHold[]> => {
  const found = await db.ledgerHold.findMany({
    where: { accountId: accountId(name), state: 'open' },
    orderBy: [{ endsAt: 'asc' }, { id: 'asc' }],
    include: { account: true },
  })
  return found.map(({ id, account, amount, endsAt, orderId }) => ({
    id,
    account: nameOf(account),
    amount,
    endsAt,
    orderId,
  }))
}
