/**
 * Deleted categories and links. Each deletion is a row, kept for 30 days and restorable until then. Boxes and all other
 * queries see only what is not deleted.
 */
import { fail, ok, type Failure, type Result } from '~/errors/table'
import { now, nowMs } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { nameKeyOf } from '~/text/name-key'
import { packShelf, putBack, unpackShelf, type Kept, type PackedEntries } from './entries'
import { categoriesMax, deletedMax, maxDeletedNamesShown, itemsPerAdd, linksMax, restorableMs } from './limits'
import {
  change,
  changeEntries,
  entryColumns,
  linkColumns,
  linksChanged,
  picturesOf,
  renumber,
  usePictures,
  type Head,
  type Named,
} from './store.server'
import type { DeletedLinks, LinkActor, LinkService } from './types'

/** A key that no name has, so that the name becomes free. */
const freeKey = (id: string): string => `\n${id}`

type Owned = Pick<Head, 'userId' | 'service'>
const dropBeyond = async (tx: Transaction, { userId, service }: Owned): Promise<void> => {
  const older = await tx.linkShelf.findMany({
    where: { userId, service, deletedAt: { not: null } },
    orderBy: { deletedAt: 'desc' },
    skip: deletedMax,
    select: { id: true },
  })
  for (const { id } of older) await tx.linkShelf.delete({ where: { id } })
}

/** Deletes a category, with its links and pictures as they are. */
export const setDeleted = async (tx: Transaction, { id, ...owned }: Owned & Pick<Head, 'id'>): Promise<void> => {
  await tx.linkShelf.update({
    where: { id },
    data: { deletedAt: now(), nameKey: freeKey(id), revision: { increment: 1 } },
  })
  await dropBeyond(tx, owned)
}

export type PackedDeleted = {
  id: string
  of: Pick<Head, 'id' | 'userId' | 'service' | 'name'>
  entries: PackedEntries
  count: number
  lastId: number
  logos: ReadonlySet<string>
}
/** Stores links that are about to be deleted from a shelf that stays. */
export const packDeleted = async (of: PackedDeleted['of'], entries: readonly Kept[]): Promise<PackedDeleted> => ({
  id: makeId(),
  of,
  entries: await packShelf(entries),
  count: entries.length,
  lastId: Math.max(...entries.map(({ id }) => id)),
  logos: picturesOf(null, entries),
})
export const keepDeleted = async (tx: Transaction, kept: PackedDeleted): Promise<void> => {
  const { id, of, entries, count, lastId, logos } = kept
  const { userId, service, name } = of
  const at = now()
  const columns = { ...entryColumns(entries), count, lastId, position: 0, updatedAt: at, deletedAt: at, fromId: of.id }
  await tx.linkShelf.create({ data: { id, userId, service, name, nameKey: freeKey(id), ...columns } })
  await usePictures(tx, id, logos)
  await dropBeyond(tx, of)
}

const whereRestorable = (userId: string, service: LinkService) => ({
  userId,
  service,
  deletedAt: { gt: new Date(nowMs() - restorableMs) },
})

/** The deletions that can be restored, newest first: the last 100, or fewer, or those of one category. */
export const findDeletedLinks = async (
  { userId }: LinkActor,
  service: LinkService,
  { from, most = 100 }: { from?: string; most?: number } = {},
): Promise<DeletedLinks[]> => {
  const rows = await db.linkShelf.findMany({
    where: { ...whereRestorable(userId, service), ...(from === undefined ? {} : { fromId: from }) },
    orderBy: [{ deletedAt: 'desc' }, { id: 'desc' }],
    take: most,
    select: { id: true, name: true, fromId: true, count: true, deletedAt: true },
  })
  // A category is identified by its name and many links by their number, so only few rows are decoded.
  const opened = rows.filter(({ fromId, count }) => fromId !== null && count <= itemsPerAdd).map(({ id }) => id)
  const names = new Map<string, string[]>()
  const select = { id: true, ...linkColumns } as const
  for (const { id, ...packed } of await db.linkShelf.findMany({ where: { id: { in: opened }, userId }, select }))
    names.set(
      id,
      (await unpackShelf(packed)).slice(0, maxDeletedNamesShown).map(({ name }) => name),
    )
  return rows.map(({ id, name, fromId, count, deletedAt }): DeletedLinks => {
    const at = deletedAt ?? now()
    return {
      id,
      name,
      isCategory: fromId === null,
      channels: count,
      names: names.get(id) ?? [],
      deletedAt: at.toISOString(),
      until: new Date(at.getTime() + restorableMs).toISOString(),
    }
  })
}

/** Restores a whole category to its former place. Q2101, Q2102. */
const restoreCategory = (
  actor: LinkActor,
  service: LinkService,
  id: string,
  { batch }: Named,
): Promise<Result<{ name: string; channels: number }>> =>
  change({ actor, service, what: `restore ${id}`, asked: null, batch }, (commit) =>
    commit<Failure>(async (tx) => {
      const { userId } = actor
      const row = await tx.linkShelf.findFirst({ where: { ...whereRestorable(userId, service), id } })
      if (row === null) return fail('A0404')
      const others = await tx.linkShelf.findMany({
        where: { userId, service, deletedAt: null },
        orderBy: { position: 'asc' },
        select: { id: true, nameKey: true },
      })
      const nameKey = nameKeyOf(row.name)
      if (others.some((one) => one.nameKey === nameKey)) return fail('Q2101', { data: { name: row.name } })
      if (others.length >= categoriesMax) return fail('Q2102', { data: { limit: categoriesMax } })
      const ids = others.map((one) => one.id)
      ids.splice(row.position - 1, 0, id)
      await tx.linkShelf.update({ where: { id }, data: { deletedAt: null, nameKey, revision: row.revision + 1 } })
      await renumber(tx, ids)
      linksChanged.notifyAfter(tx, { userId, service })
      return ok({ name: row.name, channels: row.count })
    }),
  )

/**
 * Restores one deletion. Links whose names are taken by now stay deleted; Q2201 if all are. A0404: nothing to restore.
 * Q2103: its category is gone. Also Q2101, Q2102, Q2202, C1109, C1202, A0409.
 */
export const restoreLinks = async (
  actor: LinkActor,
  service: LinkService,
  id: string,
  named: Named = {},
): Promise<Result<{ name: string; channels: number }>> => {
  const { userId } = actor
  const row = await db.linkShelf.findFirst({ where: { ...whereRestorable(userId, service), id } })
  // Pressed twice: the second press gets the answer of the first.
  if (row === null)
    return change({ actor, service, what: `restore ${id}`, asked: null, ...named }, () =>
      Promise.resolve(fail('A0404')),
    )
  const { fromId, name } = row
  if (fromId === null) return restoreCategory(actor, service, id, named)
  const deleted = await unpackShelf(row)
  return changeEntries<{ name: string; channels: number }>(
    { actor, service, id: fromId, what: `restore ${id}`, isOfShelf: false, asked: null, ...named },
    async ({ head, entries, lastId }) => {
      // Restored meanwhile: the links may have other names by now.
      if ((await db.linkShelf.count({ where: { id, userId } })) === 0) return fail('A0404')
      const back = putBack(entries, deleted)
      const count = back.entries.length - entries.length
      if (count === 0) return fail('Q2201', { data: { name: deleted[0]?.name ?? '' } })
      if (back.entries.length > linksMax)
        return fail('Q2202', { data: { context: service, limit: linksMax, count: entries.length } })
      const rest = back.left.length === 0 || head === null ? null : await packDeleted(head, back.left)
      return ok({
        entries: back.entries,
        lastId: Math.max(lastId, row.lastId),
        answer: { name, channels: count },
        also: async (tx) => {
          await tx.linkShelf.deleteMany({ where: { id, userId } })
          if (rest !== null) await keepDeleted(tx, rest)
        },
      })
    },
  )
}

/** Removes what can no longer be restored. Returns how many rows. */
export const clearDeletedLinks = async (): Promise<number> =>
  (await db.linkShelf.deleteMany({ where: { deletedAt: { lte: new Date(nowMs() - restorableMs) } } })).count
