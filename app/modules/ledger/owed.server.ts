/**
 * Calculates what a customer owes beyond what is frozen for it, and pays it from available money. Every place in the
 * ledger that releases money calls this, so that no other code has to.
 */
import { now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { accountId, receivable, wallet } from './accounts'
import { debtSettledByMango } from './entries'
import { lockAccounts, post } from './post.server'
import { balanceOf } from './statement.server'

type Reader = Pick<Transaction, 'ledgerAccount' | 'ledgerHold'>

/** The id prefix of holds that freeze a wallet for a debt, or for one that a dispute may create. */
export const frozenPrefix = 'dispute/'
export const frozenHoldId = (disputeId: string): string => `${frozenPrefix}${disputeId}`

/**
 * The frozen amounts of a wallet, by end time. After its end an amount is no longer frozen, even if the job has not run
 * yet. `orderId`: the order whose payment is disputed.
 */
export type Frozen = { id: string; amount: bigint; endsAt: Date; orderId: string | null }
export const listFrozen = (userId: string, tx: Reader = db): Promise<Frozen[]> =>
  tx.ledgerHold.findMany({
    where: {
      accountId: accountId(wallet(userId)),
      state: 'open',
      id: { startsWith: frozenPrefix },
      endsAt: { gt: now() },
    },
    orderBy: [{ endsAt: 'asc' }, { id: 'asc' }],
    select: { id: true, amount: true, endsAt: true, orderId: true },
  })

/**
 * What a customer owes beyond what is frozen for it, in 1/10000 USD; 0n if nothing. While a dispute is open, the frozen
 * money covers that much of the debt.
 */
export const owedOf = async (userId: string, tx: Reader = db): Promise<bigint> => {
  const { balance } = await balanceOf(receivable(userId), tx)
  if (balance >= 0n) return 0n
  const frozen = await listFrozen(userId, tx)
  const owed = frozen.reduce((rest, { amount }) => rest - amount, -balance)
  return owed > 0n ? owed : 0n
}

export type PaidDebt = { paid: bigint; owed: bigint }
export type Cause = { id: string; most: bigint; actor?: string; orderId?: string | null; attemptId?: string | null }

/**
 * Pays a customer's debts from the wallet's available money, at most `most`, by the transfer `id`; it never fails for
 * lack of money. Returns what was paid and what is still owed.
 */
export const payOwed = async (
  tx: Transaction,
  userId: string,
  { id, most, actor = 'system', orderId = null, attemptId = null }: Cause,
): Promise<PaidDebt> => {
  const owed = await owedOf(userId, tx)
  if (owed === 0n) return { paid: 0n, owed }
  await lockAccounts(tx, [wallet(userId), receivable(userId)])
  const { available } = await balanceOf(wallet(userId), tx)
  const paid = [owed, most, available].reduce((least, one) => (one < least ? one : least))
  if (paid <= 0n) return { paid: 0n, owed }
  const movement = debtSettledByMango({ userId, mango: paid, usd: paid })
  const posted = await post(tx, { id, actor, orderId, attemptId, ...movement })
  if (!posted.ok) throw new Error(`${id}: takes more than there is`)
  return { paid, owed: owed - paid }
}
