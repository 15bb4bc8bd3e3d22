/**
 * Service periods of boxes: granted one after the other, and taken back if unused. Periods of one service on one box
 * never overlap; the database refuses overlaps.
 */
import type { Transaction } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import type { ServiceKey } from '~/modules/catalogue/catalogue.server'
import { entitlementChanged } from './change.server'
import { addMonths, anchorAfter, anchorOf, monthsBetween } from './months'

/** The source of a period: a paid order, or a gift with a reason. */
export type PeriodSource = { orderLineId: string } | { source: 'gift' | 'operator'; note: string }
export type GivenPeriod = { id: string; service: string; startsAt: Date; endsAt: Date }

/**
 * Grants a box some calendar months of services. Each begins at the end of the box's last period of the service, or
 * now. The database refuses the same order line twice.
 */
export const grantPeriods = async (
  tx: Transaction,
  given: { sn: string; services: readonly ServiceKey[]; months: number; at: Date } & PeriodSource,
): Promise<GivenPeriod[]> => {
  const { sn, services, months, at } = given
  const origin =
    'orderLineId' in given
      ? { source: 'order', orderLineId: given.orderLineId, note: null }
      : { source: given.source, orderLineId: null, note: given.note }
  const periods: GivenPeriod[] = []
  for (const service of services) {
    const last = await tx.servicePeriod.findFirst({
      where: { sn, service, voidedAt: null },
      orderBy: { endsAt: 'desc' },
    })
    const goesOn = last !== null && last.endsAt >= at
    const startsAt = goesOn ? last.endsAt : at
    const anchorDay = goesOn ? anchorAfter(last.endsAt, last.anchorDay) : anchorOf(at)
    const endsAt = addMonths(startsAt, anchorDay, months)
    const id = makeId()
    // Switched off and ended earlier: whoever buys it again wants to use it.
    if (!goesOn) await tx.serviceSwitch.deleteMany({ where: { sn, service } })
    await tx.servicePeriod.create({ data: { id, sn, service, startsAt, endsAt, anchorDay, createdAt: at, ...origin } })
    periods.push({ id, service, startsAt, endsAt })
  }
  entitlementChanged.notifyAfter(tx, { sn })
  return periods
}

export type TakenBack = {
  /** What was removed: the time for which the box would have had it. */
  removed: { service: string; from: Date; until: Date }[]
  /** Later periods that now begin sooner. */
  moved: { orderLineId: string | null; service: string; startsAt: Date; endsAt: Date }[]
}

/**
 * Takes back the unused part of an order line's periods. Following periods of the same service move forward and keep
 * their own months, so that there are no gaps and no overlaps. Repeating it takes nothing more.
 */
export const takeBack = async (tx: Transaction, orderLineId: string, at: Date, reason: string): Promise<TakenBack> => {
  const periods = await tx.servicePeriod.findMany({ where: { orderLineId, voidedAt: null, endsAt: { gt: at } } })
  const taken: TakenBack = { removed: [], moved: [] }
  for (const period of periods) {
    const { id, sn, service } = period
    const from = period.startsAt > at ? period.startsAt : at
    const before = { endsAt: period.endsAt }
    taken.removed.push({ service, from, until: period.endsAt })
    // A started period keeps its used part. Following months count from the day of the cut.
    await tx.servicePeriod.update({
      where: { id },
      data:
        period.startsAt >= at
          ? { voidedAt: at, voidReason: reason }
          : { endsAt: at, anchorDay: anchorOf(at), voidReason: reason },
    })
    const previous = await tx.servicePeriod.findFirst({
      where: { sn, service, voidedAt: null, endsAt: { lte: from } },
      orderBy: { endsAt: 'desc' },
    })
    let end = {
      at: from,
      anchorDay: previous?.endsAt.getTime() === from.getTime() ? anchorAfter(from, previous.anchorDay) : anchorOf(from),
    }
    const later = await tx.servicePeriod.findMany({
      where: { sn, service, voidedAt: null, startsAt: { gte: period.endsAt } },
      orderBy: { startsAt: 'asc' },
    })
    for (const next of later) {
      if (next.startsAt.getTime() !== before.endsAt.getTime()) break
      before.endsAt = next.endsAt
      const endsAt = addMonths(end.at, end.anchorDay, monthsBetween(next.startsAt, next.endsAt))
      const times = { startsAt: end.at, endsAt }
      await tx.servicePeriod.update({ where: { id: next.id }, data: { ...times, anchorDay: end.anchorDay } })
      taken.moved.push({ orderLineId: next.orderLineId, service, ...times })
      end = { at: endsAt, anchorDay: end.anchorDay }
    }
    entitlementChanged.notifyAfter(tx, { sn })
  }
  return taken
}

/**
 * Moves everything of a serial number to another one: its periods, including ended and taken-back ones, its switches,
 * its renewals, and which reminders were sent. The other must have no periods, because they would be mixed up.
 */
export const moveServices = async (tx: Transaction, from: string, to: string): Promise<void> => {
  // Switches of the other box's previous owner are not this owner's choice.
  await tx.serviceSwitch.deleteMany({ where: { sn: to } })
  const where = { sn: from }
  const data = { sn: to }
  await tx.servicePeriod.updateMany({ where, data })
  await tx.serviceSwitch.updateMany({ where, data })
  // A single statement, because the key of an active renewal contains the box.
  await tx.$executeRaw`
    UPDATE "ServiceRenewal" SET "sn" = ${to},
      "openKey" = CASE WHEN "openKey" IS NULL THEN NULL ELSE ${to} || ' ' || "service" END
    WHERE "sn" = ${from}`
  await tx.serviceReminder.updateMany({ where, data })
  entitlementChanged.notifyAfter(tx, { sn: from })
  entitlementChanged.notifyAfter(tx, { sn: to })
}

/** Whether a box has or had any period, or an active renewal. */
export const hasServicesOfItsOwn = async (tx: Transaction, sn: string): Promise<boolean> =>
  (await tx.servicePeriod.count({ where: { sn, voidedAt: null } })) > 0 ||
  (await tx.serviceRenewal.count({ where: { sn, endedAt: null } })) > 0
