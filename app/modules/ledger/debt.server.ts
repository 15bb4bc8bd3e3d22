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
import { hold, voidHold } from './hold.server'
import { lockAccounts, post } from './post.server'
import { balanceOf } from './statement.server'

type Reader = Pick<Transaction, 'ledgerAccount' | 'ledgerHold'>

/** Holds that freeze a wallet for a debt, or for one that a dispute may make, have ids of this shape. */
const frozenPrefix = 'dispute/'
export const frozenHoldId = (disputeId: string): string => `${frozenPrefix}${disputeId}`

/** What is frozen of a wallet, the first to end first. `orderId`: the order whose payment is disputed. */
export type Frozen = { id: string; amount: bigint; endsAt: Date; orderId: string | null }
export const listFrozen = (userId: string, tx: Reader = db): Promise<Frozen[]> =>
  tx.ledgerHold.findMany({
    where: { accountId: accountId(wallet(userId)), state: 'open', id: { startsWith: frozenPrefix } },
    orderBy: [{ endsAt: 'asc' }, { id: 'asc' }],
    select: { id: true, amount: true, endsAt: true, orderId: true },
  })

/** Leaves so much of what a hold has frozen, until the same end, or nothing of it; never more than it was. */
export const freezeLess = async (
  tx: Transaction,
  userId: string,
  { id, amount, endsAt, orderId }: Frozen,
  left: bigint,
): Promise<void> => {
  if (left >= amount) return
  await voidHold(tx, id)
  if (left <= 0n) return
  const first = id.split('/', 2).join('/')
  const replaced = await tx.ledgerHold.count({ where: { id: { startsWith: first } } })
  const held = await hold(tx, { id: `${first}/${replaced}`, account: wallet(userId), amount: left, endsAt, orderId })
  if (!held.ok) throw new Error(`${id}: less than it held could not be held`)
}

/**
 * What a customer owes beyond what is frozen for it, in 1/10000 USD; 0n where nothing is. While a dispute is open, what
 * is frozen stands for as much of the debt.
 */
export const owedOf = async (userId: string, tx: Reader = db): Promise<bigint> => {
  const { balance } = await balanceOf(receivable(userId), tx)
  if (balance >= 0n) return 0n
  const frozen = await listFrozen(userId, tx)
  const owed = frozen.reduce((rest, { amount }) => rest - amount, -balance)
  return owed > 0n ? owed : 0n
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
): Promise<{ paid: bigint; owed: bigint }> => {
  const { cause, actor = 'system', orderId = null, attemptId = null } = asked
  const id = `${cause}/debt`
  const account = wallet(userId)
  await lockAccounts(tx, [account, receivable(userId)])
  const entryOf = (transferId: string) =>
    tx.ledgerEntry.findFirst({ where: { transferId, accountId: accountId(account) }, select: { amount: true } })
  const before = await entryOf(id)
  const owed = await owedOf(userId, tx)
  if (before !== null) return { paid: -before.amount, owed }
  const came = await entryOf(cause)
  if (came === null || came.amount <= 0n) throw new Error(`${cause}: has given this wallet nothing`)
  const { available } = await balanceOf(account, tx)
  const paid = [owed, came.amount, available].reduce((least, one) => (one < least ? one : least))
  if (paid <= 0n) return { paid: 0n, owed }
  const movement = debtSettledByMango({ userId, mango: paid, usd: paid })
  const posted = await post(tx, { id, actor, orderId, attemptId, ...movement })
  if (!posted.ok) throw new Error(`${id}: takes more than there is`)
  return { paid, owed: owed - paid }
}
