/**
 * What a customer owes beyond what is frozen for it, and what pays it from money that is free. The ledger's own places
 * that set money free ask this, so that nobody else has to.
 */
import { now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { accountId, receivable, wallet } from './accounts'
import { debtSettledByMango } from './entries'
import { lockAccounts, post } from './post.server'
import { balanceOf } from './statement.server'

type Reader = Pick<Transaction, 'ledgerAccount' | 'ledgerHold'>

/** Holds that freeze a wallet for a debt, or for one that a dispute may make, have ids of this shape. */
export const frozenPrefix = 'dispute/'
export const frozenHoldId = (disputeId: string): string => `${frozenPrefix}${disputeId}`

/**
 * What is frozen of a wallet, the first to end first. Past its end nothing is, even where the job has not come by yet.
 * `orderId`: the order whose payment is disputed.
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

export type PaidDebt = { paid: bigint; owed: bigint }
export type Cause = { id: string; most: bigint; actor?: string; orderId?: string | null; attemptId?: string | null }

/**
 * Pays what a customer owes from what is free in the wallet, at most so much, by the transfer `id`; it refuses nothing.
 * Answers what was paid and what is owed still.
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
