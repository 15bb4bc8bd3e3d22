/** Loads the order or recharge of a payment. */
import { db, type Transaction } from '~/platform/db.server'
import { orderInclude } from '~/modules/order/order.server'
import { lockOrderTarget, orderTarget } from './order-target.server'
import { lockRechargeTarget, rechargeTarget } from './recharge-target.server'
import type { Target, TargetRef } from './target'

/**
 * Locks and loads it for a change: the first statement writes, so that what is read is still true when it is changed.
 */
export const lockTarget = (tx: Transaction, { kind, id }: TargetRef): Promise<Target> =>
  kind === 'order' ? lockOrderTarget(tx, id) : lockRechargeTarget(tx, id)

/** Loads it read-only, without a lock. */
export const readTarget = async ({ kind, id }: TargetRef): Promise<Target> =>
  kind === 'order'
    ? orderTarget(await db.order.findUniqueOrThrow({ where: { id }, include: orderInclude }))
    : rechargeTarget(await db.recharge.findUniqueOrThrow({ where: { id } }))
