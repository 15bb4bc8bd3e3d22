/**
 * The renewal job: finds services that end soon and creates an order for each, paid from Mango at once. Each renewal is
 * one transaction: the agreement is locked, everything is checked again, and the order, the money, the period and the
 * record of the renewed end are written together. So it happens completely or not at all, and once per end, even with
 * several processes or a crash.
 */
import { now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { transact } from '~/platform/transact.server'
import { quote } from '~/modules/catalogue/catalogue.server'
import { balanceOf, wallet } from '~/modules/ledger/ledger.server'
import { orderStatuses, renewWithMango, usd } from '~/modules/order/order.server'
import { methodIds } from '~/modules/order/types'
import type { RenewalOffReason } from '~/modules/outbox/outbox.server'
import { isMethodOpen } from '~/modules/payment/payment.server'
import { ok, type Failure, type Result } from '~/errors/table'
import { nextTry, obstacleOf, renewsAt } from './renewal'
import { boxNameOf, endRenewal, lastEndOf, lockRenewal, type RenewalRow } from './store.server'
import { tellOwner } from './notify.server'

/** waits: something prevents it, or it is too early. */
type Outcome = 'renewed' | 'waits' | 'off'

const switchOff = async (
  tx: Transaction,
  row: RenewalRow,
  why: RenewalOffReason,
  endsAt: Date | null,
): Promise<Outcome> => {
  await tellOwner(tx, row, 'off', { kind: 'off', why, endsAt: endsAt?.toISOString() ?? null })
  await endRenewal(tx, row, why, 'renewal')
  return 'off'
}

/** Why a service has ended although it was to be renewed. */
const whyOver = async (tx: Transaction, { id, problem }: RenewalRow): Promise<RenewalOffReason> => {
  if (problem === 'balance' || problem === 'price') return problem
  const last = await tx.renewedPeriod.findFirst({
    where: { renewalId: id },
    orderBy: { endsAt: 'desc' },
    select: { order: { select: { status: true, formerStatus: true } } },
  })
  const status = last?.order.formerStatus ?? last?.order.status
  return status === orderStatuses.refunded ? 'refunded' : 'late'
}

type Problem = { problem: 'balance' | 'price' | 'open-order'; problemPrice: bigint; tryAt: Date | null }
const note = async (tx: Transaction, { id }: RenewalRow, endsAt: Date, found: Problem): Promise<Outcome> => {
  await tx.serviceRenewal.update({ where: { id }, data: { ...found, problemEnd: endsAt } })
  return 'waits'
}

/** It costs more than the owner agreed to: nothing is paid, and the owner is asked, once per price. */
const askForPrice = async (tx: Transaction, row: RenewalRow, endsAt: Date, price: bigint): Promise<Outcome> => {
  const fact = { kind: 'dearer', price: usd(price), agreed: usd(row.price), endsAt: endsAt.toISOString() } as const
  await tellOwner(tx, row, `price ${price} ${endsAt.toISOString()}`, fact)
  return note(tx, row, endsAt, {
    problem: 'price',
    problemPrice: price,
    tryAt: nextTry(now(), endsAt),
  })
}

/** The order was refused, and nothing of it was written. */
const noteRefusal = async (
  tx: Transaction,
  row: RenewalRow,
  endsAt: Date,
  price: bigint,
  { code }: Failure,
): Promise<Outcome> => {
  if (code === 'A0451') return switchOff(tx, row, 'region', endsAt)
  if (code === 'R2001') return switchOff(tx, row, 'not-sold', endsAt)
  // The blocking order is paid or ends within minutes; the next run checks again.
  if (code === 'OP10013') return note(tx, row, endsAt, { problem: 'open-order', problemPrice: price, tryAt: null })
  // The owner was told when the wallet was frozen, and sees it there.
  if (code === 'MC1013')
    return note(tx, row, endsAt, { problem: 'balance', problemPrice: price, tryAt: nextTry(now(), endsAt) })
  if (code !== 'R1002') throw new Error(`the renewal ${row.id} was refused: ${code}`)
  const { available } = await balanceOf(wallet(row.userId), tx)
  await tellOwner(tx, row, `short ${endsAt.toISOString()}`, {
    kind: 'short',
    needs: usd(price),
    has: usd(available < 0n ? 0n : available),
    endsAt: endsAt.toISOString(),
  })
  return note(tx, row, endsAt, { problem: 'balance', problemPrice: price, tryAt: nextTry(now(), endsAt) })
}

/** Checks one renewal and does what is due. `mayPay`: this account can pay with Mango now. */
const renew = async (tx: Transaction, id: string, mayPay: boolean): Promise<Outcome> => {
  const row = await lockRenewal(tx, id)
  if (row === null) return 'off'
  const at = now()
  const { userId, sn, service, planId: plan } = row
  const endsAt = await lastEndOf(tx, row)
  const device = await tx.device.findUnique({
    where: { sn },
    select: { userId: true, user: { select: { disabledAt: true } } },
  })
  if (device === null || device.userId !== userId) return switchOff(tx, row, 'unbound', endsAt)
  if (endsAt === null || endsAt <= at) return switchOff(tx, row, await whyOver(tx, row), endsAt)
  if (renewsAt(endsAt) > at || (row.tryAt !== null && row.tryAt > at)) return 'waits'
  const where = { renewalId_endsAt: { renewalId: id, endsAt } }
  // This end was already renewed, and is the end again: its renewal was taken back.
  if ((await tx.renewedPeriod.findUnique({ where })) !== null) return switchOff(tx, row, 'refunded', endsAt)
  const present = await quote(plan, at, tx)
  const isFree = await tx.service.findUnique({ where: { key: service }, select: { grantedToAll: true } })
  const obstacle = obstacleOf(row, present, isFree?.grantedToAll === true)
  if (present === null || obstacle === 'not-sold') return switchOff(tx, row, 'not-sold', endsAt)
  // Never spend for an account that can't act itself.
  if (!mayPay || device.user?.disabledAt !== null) return 'waits'
  if (obstacle === 'price') return askForPrice(tx, row, endsAt, present.payPrice)
  const boxName = await boxNameOf(tx, sn)
  const price = usd(present.payPrice)
  const placed = await renewWithMango(tx, { userId, sn, boxName, plan, price })
  if (!placed.ok) return noteRefusal(tx, row, endsAt, present.payPrice, placed)
  await tx.renewedPeriod.create({ data: { renewalId: id, endsAt, orderId: placed.value.orderId, createdAt: at } })
  await tx.serviceRenewal.update({
    where: { id },
    data: { tryAt: null, problem: null, problemPrice: null, problemEnd: null },
  })
  return 'renewed'
}

/** Batch size of renewals. */
const atOnce = 200

/** Selects from a batch the renewals whose service ends soon or has ended; the earliest end first. */
const dueOf = async (
  rows: readonly { id: string; sn: string; service: string; country: string | null }[],
): Promise<{ id: string; country: string | null }[]> => {
  const ends = await db.servicePeriod.groupBy({
    by: ['sn', 'service'],
    where: { sn: { in: rows.map(({ sn }) => sn) }, voidedAt: null },
    _max: { endsAt: true },
  })
  const byKey = new Map(ends.map(({ sn, service, _max }) => [`${sn} ${service}`, _max.endsAt]))
  const at = now()
  return rows
    .map((row) => ({ ...row, endsAt: byKey.get(`${row.sn} ${row.service}`) ?? null }))
    .filter(({ endsAt }) => endsAt === null || renewsAt(endsAt) <= at)
    .sort((a, b) => (a.endsAt?.getTime() ?? 0) - (b.endsAt?.getTime() ?? 0))
}

/** Renews services that end soon. An error in one doesn't affect the others. Returns how many were renewed. */
export const renewFromMango = async (run?: { signal: AbortSignal }): Promise<number> => {
  let [renewed, last] = [0, '']
  let failure: unknown = null
  for (;;) {
    const at = now()
    const rows = await db.serviceRenewal.findMany({
      where: { endedAt: null, id: { gt: last }, OR: [{ tryAt: null }, { tryAt: { lte: at } }] },
      orderBy: { id: 'asc' },
      take: atOnce,
      select: { id: true, sn: true, service: true, user: { select: { country: true } } },
    })
    if (rows.length === 0) break
    last = rows.at(-1)?.id ?? last
    for (const { id, country } of await dueOf(rows.map(({ user, ...row }) => ({ ...row, country: user.country })))) {
      if (run?.signal.aborted === true) return renewed
      try {
        const mayPay = await isMethodOpen(methodIds.mango, country)
        const done = await transact(async (tx): Promise<Result<Outcome>> => ok(await renew(tx, id, mayPay)))
        if (done.ok && done.value === 'renewed') renewed++
      } catch (error) {
        // The job runner logs the error that is thrown.
        if (failure === null) failure = error
        else log.error({ error, renewal: id }, 'a service could not be renewed')
      }
    }
  }
  // The job is retried after its pause; completed renewals are recorded, so they don't repeat.
  if (failure !== null) throw failure
  return renewed
}
