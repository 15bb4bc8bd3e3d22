/**
 * Links of a service that has ended: readable for 90 days, then deleted. Their owner gets a message when the time
 * begins and again before it ends; a renewal ends it.
 */
import { hasService } from '~/modules/entitlement/entitlement.server'
import { notifyAccount, type MessageTexts } from '~/modules/message/message.server'
import { now, nowMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { provided } from '~/platform/provided.server'
import { transact } from '~/platform/transact.server'
import { ok, type Result } from '~/errors/table'
import { lapsedMs, lapseReminderMs } from './limits'
import { linksChanged } from './store.server'
import type { LinkService } from './types'

export type LinkLapse = { service: LinkService; until: Date; isSoon: boolean }
/** The message in every language; provided by a room above. */
export const lapseTexts = provided<(lapse: LinkLapse) => MessageTexts>('the words of links that will be deleted')

const untilOf = (since: Date): Date => new Date(since.getTime() + lapsedMs)

const countLinks = (userId: string, service: LinkService): Promise<number> =>
  db.linkShelf.count({ where: { userId, service, deletedAt: null } })

/** Until when an account whose service has ended can read its links; null if it has none. */
export const findLapseEnd = async (userId: string, service: LinkService): Promise<Date | null> => {
  if (await hasService(userId, service)) return null
  const lapse = await db.linkLapse.findUnique({ where: { userId_service: { userId, service } } })
  if (lapse !== null) return untilOf(lapse.since)
  return (await countLinks(userId, service)) === 0 ? null : untilOf(now())
}

/** The services whose links would lapse if this box left the account: no other box of it has them. */
export const findLapsesWithout = async (userId: string, sn: string): Promise<LinkService[]> => {
  const lapses: LinkService[] = []
  for (const service of ['mylink', 'audio'] as const)
    if (
      (await hasService(userId, service)) &&
      !(await hasService(userId, service, sn)) &&
      (await countLinks(userId, service)) > 0
    )
      lapses.push(service)
  return lapses
}

const removeAll = (userId: string, service: LinkService): Promise<Result<null>> =>
  transact(async (tx): Promise<Result<null>> => {
    await tx.linkShelf.deleteMany({ where: { userId, service } })
    await tx.linkLapse.deleteMany({ where: { userId, service } })
    linksChanged.notifyAfter(tx, { userId, service })
    return ok(null)
  })

/** Brings one account up to date. True if its links were deleted. */
const checkLapse = async (userId: string, service: LinkService): Promise<boolean> => {
  const key = { userId_service: { userId, service } }
  const lapse = await db.linkLapse.findUnique({ where: key })
  if (await hasService(userId, service)) {
    if (lapse !== null) await db.linkLapse.delete({ where: key })
    return false
  }
  const { since } = lapse ?? (await db.linkLapse.create({ data: { userId, service, since: now() } }))
  const until = untilOf(since)
  const leftMs = until.getTime() - nowMs()
  if (leftMs <= 0) {
    await removeAll(userId, service)
    return true
  }
  const isSoon = leftMs <= lapseReminderMs
  // Each message is sent once, however often this runs.
  const event = `links-${isSoon ? 'go' : 'kept'} ${service} ${since.toISOString()}`
  await notifyAccount(userId, event, lapseTexts({ service, until, isSoon }))
  return false
}

const atOnce = 500
/** Checks every customer who has links. Returns the number of accounts whose links were deleted. */
export const endLapsedLinks = async (): Promise<number> => {
  let removed = 0
  for (let last = ''; ;) {
    const users = await db.user.findMany({
      where: { id: { gt: last }, role: 'customer', linkShelves: { some: { deletedAt: null } } },
      orderBy: { id: 'asc' },
      take: atOnce,
      select: {
        id: true,
        linkShelves: { where: { deletedAt: null }, select: { service: true }, distinct: ['service'] },
      },
    })
    for (const { id, linkShelves } of users)
      for (const { service } of linkShelves)
        if (await checkLapse(id, service === 'audio' ? 'audio' : 'mylink')) removed++
    const end = users.at(-1)
    if (end === undefined || users.length < atOnce) return removed
    last = end.id
  }
}
