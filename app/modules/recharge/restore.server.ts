/** A recharge that a database knows nothing of, because it is a backup that was put back, made anew for its money. */
import { now } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { rechargeStatuses } from './recharge.states'
import { makeRechargeNumber, restoredReason } from './store.server'

/** As `makeRechargeNumber` makes them. */
const isRechargeNumber = (text: string): boolean => /^R\d{8}-[2-9A-Z]{8}$/.test(text)

export type LostRecharge = {
  userId: string
  /** The number that it had, or that of an order; null where nobody knows it. */
  number: string | null
  method: number
  /** In 1/10000 USD. */
  amount: bigint
  at: Date
}
/**
 * Its row, ended: what comes for it is looked at by a person. It has its own number again, where that was a recharge's
 * and no other one has it.
 */
export const restoreRecharge = async (
  tx: Transaction,
  { userId, number, method, amount, at }: LostRecharge,
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
