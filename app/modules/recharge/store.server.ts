/** Reads a recharge under a lock, and has the only function that changes its status. */
import { now } from '~/platform/clock.server'
import type { Prisma, Transaction } from '~/platform/db.server'
import { makeCode } from '~/platform/random.server'
import { nextRechargeStatus, type RechargeEvent, type RechargeStatus } from './recharge.states'

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
