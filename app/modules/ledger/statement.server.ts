/** Reads the ledger: balances, the entries of an account, the sums of all accounts. */
import { db, type Transaction } from '~/platform/db.server'
import type { Currency } from '~/text/amount'
import { accountId, accountKinds, points, wallet, type AccountKind, type AccountName } from './accounts'
import { keptCredited } from './entries'

/** `available`: the amount that can be spent. */
export type Balance = { balance: bigint; held: bigint; available: bigint }
type Reader = Pick<Transaction, 'ledgerAccount'>

/** An account that was never opened has a zero balance. */
export const balanceOf = async (name: AccountName, tx: Reader = db): Promise<Balance> => {
  const found = await tx.ledgerAccount.findUnique({
    where: { id: accountId(name) },
    select: { balance: true, held: true },
  })
  const { balance, held } = found ?? { balance: 0n, held: 0n }
  return { balance, held, available: balance - held }
}

/** A customer's balances, for pages where they pay. */
export const walletOf = async (userId: string, tx: Reader = db): Promise<{ mango: Balance; points: Balance }> => ({
  mango: await balanceOf(wallet(userId), tx),
  points: await balanceOf(points(userId), tx),
})

/** Money for an order that became Mango: too much, too late, or without the rest. */
export const creditedFor = async (orderId: string): Promise<bigint> => {
  const found = await db.ledgerEntry.findMany({
    where: {
      account: { kind: 'wallet' },
      transfer: { orderId, kind: keptCredited.kind, reversedBy: null },
    },
    select: { amount: true },
  })
  return found.reduce((all, { amount }) => all + amount, 0n)
}

export type Entry = {
  seq: number
  amount: bigint
  balanceAfter: bigint
  at: Date
  transferId: string
  kind: string
  actor: string
  orderId: string | null
  attemptId: string | null
  refundId: string | null
  reversesId: string | null
  note: string | null
}

/**
 * An account's entries, newest first. Paged by entry number, so that any page of a million entries costs the same:
 * `before` is the last number of the previous page.
 */
export const listEntries = async (
  name: AccountName,
  { before, size }: { before?: number | null; size: number },
): Promise<{ items: Entry[]; total: number }> => {
  const id = accountId(name)
  const [account, found] = await db.$transaction([
    db.ledgerAccount.findUnique({ where: { id }, select: { lastSeq: true } }),
    db.ledgerEntry.findMany({
      where: { accountId: id, ...(before == null ? {} : { seq: { lt: before } }) },
      orderBy: { seq: 'desc' },
      take: size,
      include: { transfer: true },
    }),
  ])
  const items = found.map(({ seq, amount, balanceAfter, transferId, transfer }) => {
    const { at, kind, actor, orderId, attemptId, refundId, reversesId, note } = transfer
    return { seq, amount, balanceAfter, at, transferId, kind, actor, orderId, attemptId, refundId, reversesId, note }
  })
  return { items, total: account?.lastSeq ?? 0 }
}

/** The accounts of a customer. */
export const listAccountsOf = async (userId: string): Promise<(Balance & { account: AccountName })[]> => {
  const found = await db.ledgerAccount.findMany({ where: { userId }, orderBy: { id: 'asc' } })
  return found.map(({ kind, ownerKey, currency, balance, held }) => ({
    account: { kind, owner: ownerKey, currency } as AccountName,
    balance,
    held,
    available: balance - held,
  }))
}

export type TrialRow = { kind: AccountKind; currency: Currency; accounts: number; balance: bigint; held: bigint }
/** The sums of all accounts by kind and currency. In each currency the balances must sum to zero. */
export const trialBalance = async (): Promise<TrialRow[]> => {
  const sums = await db.ledgerAccount.groupBy({
    by: ['kind', 'currency'],
    _sum: { balance: true, held: true },
    _count: true,
  })
  return sums
    .map(({ kind, currency, _sum, _count }) => ({
      kind: kind as AccountKind,
      currency: currency as Currency,
      accounts: _count,
      balance: _sum.balance ?? 0n,
      held: _sum.held ?? 0n,
    }))
    .sort((a, b) => accountKinds.indexOf(a.kind) - accountKinds.indexOf(b.kind) || (a.currency < b.currency ? -1 : 1))
}
