/** Recreates a recharge that was lost when a backup was restored, so that its money can be booked. */
import { now } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { rechargeStatuses } from './recharge.states'
import { makeRechargeNumber, restoredReason } from './store.server'

/** The format of `makeRechargeNumber`. */
const isRechargeNumber = (text: string): boolean => /^R\d{8}-[2-9A-Z]{8}$/.test(text)

export type RecoverableRecharge = {
  userId: string
  /** The number of the lost recharge or order; null if unknown. */
  number: string | null
  method: number
  /** In 1/10000 USD. */
  amount: bigint
  at: Date
}
/**
 * Creates the row as already ended, so that an operator looks at money for it. It gets its old number if that was a
 * recharge number and is free.
 */
export const restoreRecharge = async (
  tx: Transaction,
  { userId, number, method, amount, at }: RecoverableRecharge,
): Promise<{ id: string; number: string }> => {
  const isFree = number !== null && isRechargeNumber(number) && (await tx.recharge.count({ where: { number } })) === 0
  const data = {
    id: makeId(),
    number: isFree ? number : await makeRechargeNumber(tx),
    userId,
    method,
    amount,
    status: rechargeStatuses.cancelled,
    reason: restoredReason,
    createdAt: at,
    updatedAt: now(),
    payUntil: at,
  }
  await tx.recharge.create({ data })
  return { id: data.id, number: data.number }
}
