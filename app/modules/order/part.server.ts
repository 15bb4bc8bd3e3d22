/**
 * The parts of a price paid from the portal's own ledger: points and Mango. They are held when the order is created,
 * posted when everything is paid, and released when it ends otherwise.
 */
import { now } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import {
  balanceOf,
  hold,
  mangoPart,
  points,
  pointsPart,
  post,
  postHold,
  replaceHold,
  voidHold,
  wallet,
  walletTypes,
  type AccountName,
  type Movement,
} from '~/modules/ledger/ledger.server'
import { findWalletBlocker } from '~/modules/wallet/wallet.server'
import { isInternal, type OrderRow, type PartRow } from './store.server'
import { methodIds } from './types'

const accountOf = ({ method }: Pick<PartRow, 'method'>, userId: string): AccountName =>
  method === methodIds.points ? points(userId) : wallet(userId)
const movementOf = ({ method, units, amount }: PartRow, { userId, lines }: OrderRow): Movement => {
  if (method === methodIds.points) return pointsPart({ userId, points: units, usd: amount })
  const movement = mangoPart({ userId, mango: units, usd: amount })
  const isApi = lines.some(({ services }) => services.split(',').includes('api'))
  return isApi ? { ...movement, type: walletTypes.api } : movement
}

type NewPart = { method: number; units: bigint; amount: bigint }
/** Holds a part of the price. False if the account has too little. */
export const holdPart = async (
  tx: Transaction,
  { id: orderId, userId }: { id: string; userId: string },
  { method, units, amount }: NewPart,
  endsAt: Date,
): Promise<boolean> => {
  const id = makeId()
  const holdId = `order-part/${id}`
  const account = accountOf({ method }, userId)
  const held = await hold(tx, { id: holdId, account, amount: units, endsAt, orderId })
  if (!held.ok) return false
  const at = now()
  const { currency } = account
  await tx.paymentPart.create({
    data: { id, orderId, method, currency, amount, units, state: 'held', holdId, createdAt: at, updatedAt: at },
  })
  return true
}

const internal = (order: OrderRow): PartRow[] => order.parts.filter(isInternal)
const heldNow = async (tx: Transaction, { holdId, state }: PartRow): Promise<boolean> =>
  state === 'held' &&
  holdId !== null &&
  (await tx.ledgerHold.count({ where: { id: holdId, state: 'open', endsAt: { gt: now() } } })) === 1

/**
 * The first of an order's own parts that can't be taken now, from its hold or from the account; null if all can.
 * Nothing that is not held leaves a frozen wallet.
 */
export const findMissingPart = async (tx: Transaction, order: OrderRow): Promise<PartRow | null> => {
  const needed = new Map<number, bigint>()
  for (const part of internal(order)) {
    if (part.state === 'paid' || (await heldNow(tx, part))) continue
    if (part.method === methodIds.mango && (await findWalletBlocker(order.userId, tx)) !== null) return part
    const units = (needed.get(part.method) ?? 0n) + part.units
    needed.set(part.method, units)
    if ((await balanceOf(accountOf(part, order.userId), tx)).available < units) return part
  }
  return null
}
export const canPostParts = async (tx: Transaction, order: OrderRow): Promise<boolean> =>
  (await findMissingPart(tx, order)) === null

/** Takes the points and Mango of an order. Call `canPostParts` first: a part that can't be taken throws. */
export const postParts = async (tx: Transaction, order: OrderRow, actor: string): Promise<bigint> => {
  let paid = 0n
  for (const part of internal(order)) {
    paid += part.amount
    if (part.state === 'paid') continue
    const transfer = { id: `order-part/${part.id}`, actor, orderId: order.id, ...movementOf(part, order) }
    const posted =
      (await heldNow(tx, part)) && part.holdId !== null
        ? await postHold(tx, part.holdId, transfer)
        : await post(tx, transfer)
    if (!posted.ok) throw new Error(`a part of the order ${order.id} could not be taken`)
    await tx.paymentPart.update({
      where: { id: part.id },
      data: { state: 'paid', transferId: transfer.id, updatedAt: now() },
    })
    part.state = 'paid'
  }
  return paid
}

/** Releases everything held for an order. */
export const releaseParts = async (tx: Transaction, order: OrderRow): Promise<void> => {
  for (const part of order.parts) {
    if (part.state !== 'held' && part.state !== 'planned') continue
    if (part.holdId !== null) await voidHold(tx, part.holdId)
    await tx.paymentPart.update({ where: { id: part.id }, data: { state: 'released', updatedAt: now() } })
    part.state = 'released'
  }
}

/**
 * Extends the holds, because the order can be paid for longer: a hold's end can't move, so the hold is replaced. A part
 * whose hold is gone stays as it is and is taken from the account when everything is paid.
 */
export const extendParts = async (tx: Transaction, order: OrderRow, endsAt: Date): Promise<void> => {
  for (const part of internal(order)) {
    if (part.holdId === null || !(await heldNow(tx, part))) continue
    const present = await tx.ledgerHold.findUniqueOrThrow({ where: { id: part.holdId } })
    if (present.endsAt.getTime() >= endsAt.getTime()) continue
    // Two extensions may come in one transaction, in the same moment.
    const holdId = `order-part/${part.id}/${makeId()}`
    const held = await replaceHold(tx, part.holdId, { id: holdId, amount: part.units, endsAt, orderId: order.id })
    if (!held.ok) throw new Error(`a part of the order ${order.id} could not be held on`)
    await tx.paymentPart.update({ where: { id: part.id }, data: { holdId, updatedAt: now() } })
    part.holdId = holdId
  }
}
