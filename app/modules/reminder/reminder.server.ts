/**
 * Reminds owners before a box's service ends: 14, 3 and 0 days before, by message and mail, once per end and step. The
 * only public file of the module.
 */
import { dayMs, now } from '~/platform/clock.server'
import { db, Prisma, type Transaction } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { provided } from '~/platform/provided.server'
import { transact } from '~/platform/transact.server'
import { mailOwner } from '~/modules/account/account.server'
import { recordSwitch } from '~/modules/audit/audit.server'
import { listServices, serviceKeys } from '~/modules/catalogue/catalogue.server'
import { notifyAccountIn, type MessageTexts } from '~/modules/message/message.server'
import type { EndingService } from '~/modules/outbox/outbox.server'
import { renewalsOfBox, renewFromMango } from '~/modules/renewal/renewal.server'
import { ok, type Result } from '~/errors/table'

/** How many days before an end its owner is reminded. At the last step 24 hours or less are left. */
export const reminderDays = [14, 3, 0] as const
export type ReminderDays = (typeof reminderDays)[number]
/** The ending services of a box, for a reminder's text. */
export type Ending = { box: string; days: ReminderDays; ends: EndingService[] }

/** The message in every language; a higher module provides the texts. */
export const reminderTexts = provided<(ending: Ending) => MessageTexts>('the words of a reminder')

/** Maximum boxes reminded per run; the next run continues with the others. */
export const maxRemindedAtOnce = 500

/** The step that is due for an end; null if it is still further away. */
export const stepOf = (endsAt: Date, at: Date): ReminderDays | null => {
  const leftMs = endsAt.getTime() - at.getTime()
  if (leftMs <= 0) return null
  return leftMs <= dayMs ? 0 : leftMs <= 3 * dayMs ? 3 : leftMs <= 14 * dayMs ? 14 : null
}

type Due = { sn: string; service: string; endsAt: Date; days: ReminderDays }

/**
 * The final ends of services within 14 days whose current step was not sent yet, the nearest first: as many as the
 * boxes of one run can have.
 */
const findDue = async (at: Date): Promise<Due[]> => {
  const inDays = (days: number): Date => new Date(at.getTime() + days * dayMs)
  const sold = (await listServices()).filter(({ grantedToAll }) => !grantedToAll).map(({ key }) => key as string)
  if (sold.length === 0) return []
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT p."id" FROM "ServicePeriod" p
    WHERE p."voidedAt" IS NULL AND p."endsAt" > ${at} AND p."endsAt" <= ${inDays(14)}
      AND p."service" IN (${Prisma.join(sold)})
      -- renewed already: it goes on
      AND NOT EXISTS (SELECT 1 FROM "ServicePeriod" q
        WHERE q."sn" = p."sn" AND q."service" = p."service" AND q."voidedAt" IS NULL AND q."endsAt" > p."endsAt")
      AND NOT EXISTS (SELECT 1 FROM "ServiceReminder" r
        WHERE r."sn" = p."sn" AND r."service" = p."service" AND r."endsAt" = p."endsAt"
          AND r."days" = CASE WHEN p."endsAt" <= ${inDays(1)} THEN 0 WHEN p."endsAt" <= ${inDays(3)} THEN 3 ELSE 14 END)
    ORDER BY p."endsAt", p."id" LIMIT ${maxRemindedAtOnce * serviceKeys.length}`
  const ending = await db.servicePeriod.findMany({
    where: { id: { in: found.map(({ id }) => id) } },
    orderBy: [{ endsAt: 'asc' }, { id: 'asc' }],
    select: { sn: true, service: true, endsAt: true },
  })
  return ending.flatMap((one) => {
    const days = stepOf(one.endsAt, at)
    return days === null ? [] : [{ ...one, days }]
  })
}

const tell = (sn: string, days: ReminderDays, due: readonly Due[], at: Date): Promise<Result<boolean>> =>
  transact(async (tx: Transaction): Promise<Result<boolean>> => {
    const device = await tx.device.findUnique({
      where: { sn },
      include: { user: { select: { id: true, language: true, disabledAt: true, remindersOffAt: true } } },
    })
    // An owner who comes later gets the next step.
    const owner = device?.user ?? null
    for (const { service, endsAt } of due) {
      const where = { sn_service_endsAt_days: { sn, service, endsAt, days } }
      if ((await tx.serviceReminder.findUnique({ where })) !== null) return ok(false)
      await tx.serviceReminder.create({ data: { sn, service, endsAt, days, sentAt: at } })
    }
    if (device === null || owner === null || owner.disabledAt !== null || owner.remindersOffAt !== null)
      return ok(false)
    const renewalOf = await renewalsOfBox(tx, { sn, userId: owner.id })
    const ends: EndingService[] = []
    for (const { service, endsAt } of due) {
      const renewal = await renewalOf(service, endsAt)
      ends.push({ service, endsAt: endsAt.toISOString(), ...(renewal === null ? {} : { renewal }) })
    }
    const ending: Ending = { box: device.nickname ?? sn, days, ends }
    const about = due.map(({ service, endsAt }) => `${service} ${endsAt.toISOString()}`).join(' ')
    await notifyAccountIn(tx, owner.id, `ends ${sn} ${days} ${about}`, reminderTexts(ending))
    await mailOwner(tx, owner.id, owner.language ?? 'en', { template: 'services-end', values: ending })
    return ok(true)
  })

/** Runs automatic renewals first, so that nobody is told about the end of a service that continues a moment later. */
const renewFirst = async (run?: { signal: AbortSignal }): Promise<void> => {
  try {
    await renewFromMango(run)
  } catch (error) {
    // The renewal job raises the alert; reminders describe failed renewals as they are.
    log.warn({ error }, 'what renews by itself could not be renewed before the reminders')
  }
}

/** Reminds owners of ending services; steps missed while the server was off are sent once, as the current step. */
export const remindOfEnds = async (run?: { signal: AbortSignal }): Promise<number> => {
  if ((await findDue(now())).length === 0) return 0
  await renewFirst(run)
  const at = now()
  const groups = new Map<string, Due[]>()
  for (const due of await findDue(at)) {
    const key = `${due.sn} ${due.days}`
    groups.set(key, [...(groups.get(key) ?? []), due])
  }
  let told = 0
  for (const due of [...groups.values()].slice(0, maxRemindedAtOnce)) {
    const [first] = due
    if (first === undefined) continue
    const done = await tell(first.sn, first.days, due, at)
    if (done.ok && done.value) told++
  }
  return told
}

/** Whether the account gets reminders. */
export const areRemindersOn = async (userId: string): Promise<boolean> => {
  const user = await db.user.findUnique({ where: { id: userId }, select: { remindersOffAt: true } })
  return user !== null && user.remindersOffAt === null
}

/** Switches the account's reminders on or off. */
export const setReminders = (userId: string, on: boolean): Promise<Result<null>> =>
  transact(async (tx): Promise<Result<null>> => {
    const { count } = await tx.user.updateMany({
      where: { id: userId, remindersOffAt: on ? { not: null } : null },
      data: { remindersOffAt: on ? null : now() },
    })
    const act = { actor: userId, action: 'account.reminders', subject: userId, detail: on ? 'on' : 'off' }
    return count === 0 ? ok(null) : recordSwitch(act, tx)
  })
