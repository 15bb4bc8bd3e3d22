/**
 * What a customer owes since a bank or a provider took a payment back, and how it is paid: from the wallet's money at
 * that time, which is frozen until the dispute is decided, and from the next money that comes from outside.
 */
import { db, type Transaction } from '~/platform/db.server'
import { accountId, receivable, wallet } from './accounts'
import {
  chargebackReinstated,
  chargebackWithdrawn,
  debtSettledByMango,
  debtSettledByPeriod,
  paymentGivenBack,
  rechargeGivenBack,
} from './entries'
import { replaceHold } from './hold.server'
import { frozenPrefix, owedOf, payOwed, type Frozen, type PaidDebt } from './owed.server'
import { lockAccounts } from './post.server'

/**
 * Replaces the amount that a hold has frozen, until the same end; zero ends it. Released money pays no debt here: the
 * caller uses it, or knows that no more is owed.
 */
export const freezeInstead = async (
  tx: Transaction,
  { id, endsAt, orderId }: Frozen,
  amount: bigint,
): Promise<void> => {
  const first = id.split('/', 2).join('/')
  const replaced = await tx.ledgerHold.count({ where: { id: { startsWith: first } } })
  const next = amount > 0n ? { id: `${first}/${replaced}`, amount, endsAt, orderId } : null
  if (!(await replaceHold(tx, id, next)).ok) throw new Error(`${id}: what stands for it could not be held`)
}
/** Reduces a frozen amount to `left`; never increases it. */
export const freezeLess = async (tx: Transaction, frozen: Frozen, left: bigint): Promise<void> => {
  if (left < frozen.amount) await freezeInstead(tx, frozen, left)
}

/** How much of what a bank took was never earned because it ended the service. */
export const unusedOfDispute = async (tx: Pick<Transaction, 'ledgerEntry'>, disputeId: string): Promise<bigint> => {
  const settled = await tx.ledgerEntry.findMany({
    where: {
      account: { kind: 'receivable' },
      transfer: { kind: debtSettledByPeriod.kind, id: { startsWith: `${frozenPrefix}${disputeId}/` } },
    },
    select: { amount: true },
  })
  return settled.reduce((all, { amount }) => all + amount, 0n)
}

/** Transfers that create a debt, or cancel it because the money is back. */
const takes: ReadonlySet<string> = new Set([
  chargebackWithdrawn.kind,
  chargebackReinstated.kind,
  rechargeGivenBack.kind,
  paymentGivenBack.kind,
])

/** What banks took back for an order and what became of it, in 1/10000 USD; see `debtsByOrder`. */
export type OrderDebt = {
  taken: bigint
  /** Never earned, because the service ended: no longer owed. */
  unused: bigint
  /** Paid from the wallet: from frozen money or from money that came later. */
  paid: bigint
  /** Still to be paid, including what is frozen for it. */
  left: bigint
}

/**
 * A customer's debts by the order whose payment a bank took back; all others under "". Money that came later, and
 * settlements beyond another order's debt, pay the oldest debt first.
 */
export const debtsByOrder = async (
  userId: string,
  tx: Pick<Transaction, 'ledgerEntry'> = db,
): Promise<Map<string, OrderDebt>> => {
  const entries = await tx.ledgerEntry.findMany({
    where: { accountId: accountId(receivable(userId)) },
    orderBy: { seq: 'asc' },
    select: { amount: true, transferId: true, transfer: { select: { kind: true, orderId: true } } },
  })
  const debts = new Map<string, OrderDebt>()
  let spare = 0n
  for (const { amount, transferId, transfer } of entries) {
    const isBanks = transfer.kind !== paymentGivenBack.kind
    const key = (isBanks ? transfer.orderId : null) ?? ''
    if (transfer.kind === debtSettledByMango.kind && !transferId.startsWith(frozenPrefix)) {
      spare += amount
      continue
    }
    const debt = debts.get(key) ?? { taken: 0n, unused: 0n, paid: 0n, left: 0n }
    debts.set(key, debt)
    debt.left -= amount
    if (takes.has(transfer.kind)) debt.taken -= amount
    else if (transfer.kind === debtSettledByPeriod.kind) debt.unused += amount
    else debt.paid += amount
  }
  // What was settled for one order beyond its debt pays the others.
  for (const debt of debts.values())
    if (debt.left < 0n) {
      spare -= debt.left
      debt.paid += debt.left
      debt.left = 0n
    }
  for (const debt of debts.values()) {
    const more = debt.left < spare ? debt.left : spare
    debt.left -= more
    debt.paid += more
    spare -= more
  }
  return debts
}

/**
 * Pays a customer's debt from external money that became Mango. `cause`: the id of the transfer that credited the
 * Mango; no more is taken than it credited, than is owed, and than is available. Call it after each such transfer, in
 * its transaction, but never for gifts; it never fails for lack of money. Repeating it with the same cause changes
 * nothing. Returns what was paid and what is still owed.
 */
export const settleDebt = async (
  tx: Transaction,
  userId: string,
  asked: { cause: string; actor?: string; orderId?: string | null; attemptId?: string | null },
): Promise<PaidDebt> => {
  const { cause, ...more } = asked
  const id = `${cause}/debt`
  const account = wallet(userId)
  await lockAccounts(tx, [account, receivable(userId)])
  const entryOf = (transferId: string) =>
    tx.ledgerEntry.findFirst({ where: { transferId, accountId: accountId(account) }, select: { amount: true } })
  const before = await entryOf(id)
  if (before !== null) return { paid: -before.amount, owed: await owedOf(userId, tx) }
  const came = await entryOf(cause)
  if (came === null || came.amount <= 0n) throw new Error(`${cause}: has given this wallet nothing`)
  return payOwed(tx, userId, { id, most: came.amount, ...more })
}
