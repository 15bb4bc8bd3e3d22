/**
 * What a customer owes since a bank or a provider took a payment back, and how it is paid: from what the wallet had
 * then, which is frozen until the dispute is decided, and from the next money that comes from outside.
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
 * Freezes so much in place of what a hold has frozen, until the same end, or nothing of it. What is free by it pays no
 * debt: whoever asks for less takes the rest, or knows that no more is owed.
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
/** Leaves so much of what a hold has frozen; never more than it was. */
export const freezeLess = async (tx: Transaction, frozen: Frozen, left: bigint): Promise<void> => {
  if (left < frozen.amount) await freezeInstead(tx, frozen, left)
}

/** How much of what a bank took was never earned, because the service ended by it. */
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

/** What makes a debt, or ends it because its money is here again. */
const takes: ReadonlySet<string> = new Set([
  chargebackWithdrawn.kind,
  chargebackReinstated.kind,
  rechargeGivenBack.kind,
  paymentGivenBack.kind,
])

/** What banks took back for an order and what became of that, in 1/10000 USD; see `debtsByOrder`. */
export type OrderDebt = {
  taken: bigint
  /** Was never earned, because the service ended: owed no more. */
  unused: bigint
  /** Paid from the wallet: from what was frozen, or from money that came later. */
  paid: bigint
  /** Still to be paid, with what is frozen for it. */
  left: bigint
}

/**
 * A customer's debts by the order whose payment a bank took back; all others under "". Money that came later, and
 * what was given back of another order, pay the oldest first.
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
  // What was settled for one order beyond its debt stands for the others.
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
 * Pays what a customer owes from money that came from outside and became Mango. `cause`: the id of the transfer that
 * made it so; no more is taken than that one gave, than is owed and than can be spent. Call it after each such
 * transfer, in its transaction, never for gifts; it refuses nothing. The same cause again changes nothing. Answers what
 * was paid of it and what is owed still.
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
