/** Performs a grant: one transaction for all recipients, with a row that records who gave it. */
import { now } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { postGiven } from '~/modules/ledger/ledger.server'
import { performRefund } from '~/modules/order/order.server'
import { insertBatch } from '~/modules/redeem-code/redeem-code.server'
import { findGivingBlocker, tellWalletOwner } from '~/modules/wallet/wallet.server'
import { printAmount, scales } from '~/text/amount'
import { ok, type Result } from '~/errors/table'
import { totalOf, type Granted } from './second-operator'

/** The transfer id of a customer's credit or gift; codes have no transfer before they are used. */
export const transferOfGrant = (kind: 'credit' | 'gift', id: string, userId: string): string =>
  kind === 'credit' ? `credit/${id}` : `gift/${id}/${userId}`

type Giver = { id: string; operatorId: string; why: string | null; isAlone: boolean }

const give = async (
  tx: Transaction,
  { kind, currency, amount, userIds }: Extract<Granted, { userIds: readonly string[] }>,
  { id, operatorId, why }: Giver,
): Promise<Result<string>> => {
  const shown = printAmount(amount, { scale: scales[currency] })
  for (const userId of userIds) {
    const closed = currency === 'MANGO' ? await findGivingBlocker(userId, tx) : null
    if (closed !== null) return closed
    const transferId = transferOfGrant(kind, id, userId)
    await postGiven(tx, { id: transferId, kind, actor: operatorId, userId, currency, amount, note: why })
    if (kind === 'gift') await tellWalletOwner(tx, userId, transferId, { kind, currency, amount: shown })
  }
  return ok(userIds.length === 1 ? `${shown} ${currency}` : `${shown} ${currency} to each of ${userIds.length}`)
}

/**
 * Performs the grant; `id` is the grant's. Returns its description for the audit log. MC1013; of a refund also R1000
 * and R2001.
 */
export const performGrant = async (tx: Transaction, asked: Granted, giver: Giver): Promise<Result<string>> => {
  const { id, operatorId, isAlone } = giver
  const { currency, total } = totalOf(asked)
  await tx.operatorGrant.create({
    data: { id, kind: asked.kind, currency, total, operatorId, isAlone, at: now() },
    select: { id: true },
  })
  if (asked.kind === 'refund') return performRefund(tx, { userId: operatorId, why: giver.why }, { id, ...asked })
  if (asked.kind !== 'codes') return give(tx, asked, giver)
  const { value, count, endsAt } = asked
  await insertBatch(tx, { id, makerId: operatorId, value, count, endsAt })
  return ok(`${count} codes of ${printAmount(value, { scale: scales.MANGO })} MANGO until ${endsAt.toISOString()}`)
}
