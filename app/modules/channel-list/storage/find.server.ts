/** Finds lists as rows: those that an account may see, a single one, and deleted ones that can still be restored. */
import { now } from '~/platform/clock.server'
import { db, type Prisma } from '~/platform/db.server'
import type { Result } from '~/errors/table'
import type { ListKind } from '../channel-list.schema'
import { restoreMs } from '../limits'
import { whereChangeable, whereVisible } from '../rights'
import { describeDetails } from './shown.server'
import { findVisible, listSelect, conflictCopyNicknames, describeList, shownRow } from './store.server'
import type { Actor, ListDetails, ListSummary, Paged, Paging } from '../types'

const findPage = async (
  actor: Actor,
  where: Prisma.ChannelListWhereInput,
  orderBy: Prisma.ChannelListOrderByWithRelationInput[],
  { page, size }: Paging,
): Promise<Paged<ListSummary>> => {
  const [total, rows] = await Promise.all([
    db.channelList.count({ where }),
    db.channelList.findMany({ where, orderBy, skip: (page - 1) * size, take: size, select: listSelect }),
  ])
  const nicknames = await conflictCopyNicknames(rows)
  const shown = rows.flatMap((row) => shownRow(actor, row) ?? [])
  return { items: shown.map((row) => describeList(actor, row, nicknames)), total, page, size }
}

/** Live lists that the actor may see, most recently edited first. */
export const findLists = (actor: Actor, asked: Paging & { kind?: ListKind }): Promise<Paged<ListSummary>> =>
  findPage(
    actor,
    { AND: [{ deletedAt: null, ...(asked.kind === undefined ? {} : { kind: asked.kind }) }, whereVisible(actor)] },
    [{ updatedAt: 'desc' }, { id: 'asc' }],
    asked,
  )

/** One live list with its available undo and redo. C1101 if this actor has none with this id. */
export const getList = async (actor: Actor, id: string): Promise<Result<ListDetails>> => {
  const found = await findVisible(actor, id)
  return found.ok ? describeDetails(actor, id) : found
}

/** The condition for lists that the actor may restore. */
export const whereRestorable = (actor: Actor): Prisma.ChannelListWhereInput => ({
  AND: [{ deletedAt: { gte: new Date(now().getTime() - restoreMs) } }, whereChangeable(actor)],
})

/** Lists deleted within the last 30 days that the actor may restore. */
export const findDeleted = (actor: Actor, asked: Paging): Promise<Paged<ListSummary>> =>
  findPage(actor, whereRestorable(actor), [{ deletedAt: 'desc' }, { id: 'asc' }], asked)
