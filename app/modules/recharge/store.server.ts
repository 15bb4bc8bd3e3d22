/** Reads a recharge under a lock, recreates a lost one, and has the only function that changes a recharge's status. */
import { now } from '~/platform/clock.server'
import type { Prisma, Transaction } from '~/platform/db.server'
import { makeCode, makeId } from '~/platform/random.server'
import { nextRechargeStatus, type RechargeEvent, type RechargeStatus, rechargeStatuses } from './recharge.states'

export type RechargeRow = Prisma.RechargeGetPayload<object>

/**
 * Locks and reads a recharge for a change: the first statement writes, so that what is read is still true when it is
 * changed.
 */
export const lockRecharge = async (tx: Transaction, id: string): Promise<RechargeRow> => {
  await tx.$executeRaw`UPDATE "Recharge" SET "status" = "status" WHERE "id" = ${id}`
  return tx.recharge.findUniqueOrThrow({ where: { id } })
}

export const statusOf = ({ status }: Pick<RechargeRow, 'status'>): RechargeStatus => status as RechargeStatus

/** Whether it can be paid; while it can, it blocks other recharges of its customer. */
export const isOpen = ({ openKey }: Pick<RechargeRow, 'openKey'>): boolean => openKey !== null

/**
 * Moves a recharge by an event; false if the event changes nothing. Throws if the status is not the one read: call
 * `lockRecharge` first in the transaction.
 */
export const moveRecharge = async (
  tx: Transaction,
  recharge: RechargeRow,
  event: RechargeEvent,
  data: Partial<Pick<RechargeRow, 'openKey' | 'reason' | 'paidAt' | 'method'>> = {},
): Promise<boolean> => {
  const next = nextRechargeStatus(statusOf(recharge), event)
  if (next === null) return false
  const changed = { ...data, status: next, updatedAt: now() }
  const { count } = await tx.recharge.updateMany({
    where: { id: recharge.id, status: recharge.status },
    data: changed,
  })
  if (count === 0) throw new Error(`the recharge ${recharge.id} is not what it was read as`)
  Object.assign(recharge, changed)
  return true
}

/** `reason` of a recharge recreated for money from before a backup was restored: an operator looks at it. */
export const restoredReason = 'restored'

/** No letters or digits that look alike. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 8
/** A number that no recharge has and that can't be an order number: R, the UTC date, eight letters and digits. */
export const makeRechargeNumber = async (tx: Transaction): Promise<string> => {
  const day = now().toISOString().slice(0, 10).replaceAll('-', '')
  for (;;) {
    const number = `R${day}-${makeCode(length, alphabet)}`
    if ((await tx.recharge.count({ where: { number } })) === 0) return number
  }
}

/** The format of `makeRechargeNumber`. */
const isRechargeNumber = (text: string): boolean => /^R\d{8}-[2-9A-Z]{8}$/.test(text)

type RecoverableRecharge = {
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
