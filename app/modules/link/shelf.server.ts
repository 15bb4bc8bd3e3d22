/** The categories of an account: found, added, changed, moved, and deleted with their links. */
import { fail, ok, type Failure, type Result } from '~/errors/table'
import { now } from '~/platform/clock.server'
import { isUniqueViolation } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { nameKeyOf } from '~/text/name-key'
import { setDeleted } from './deleted.server'
import { packShelf } from './entries'
import { readName } from './forms'
import { categoriesMax, shortNameMax } from './limits'
import {
  change,
  checkRoom,
  entryColumns,
  findFirstNames,
  findHeads,
  findShelf,
  linkColumns,
  linksChanged,
  logoOf,
  lost,
  mayUse,
  picturesOf,
  refuse,
  renumber,
  showCategory,
  usePictures,
  type Named,
} from './store.server'
import type { Category, LinkActor, LinkService } from './types'

export const findShelves = async ({ userId }: LinkActor, service: LinkService): Promise<Category[]> =>
  (await findHeads(userId, service)).map((head, at) => showCategory(head, at + 1))

export const findShelvesWithNames = async (
  { userId }: LinkActor,
  service: LinkService,
): Promise<(Category & { names: readonly string[] })[]> =>
  Promise.all(
    (await findHeads(userId, service)).map(async (head, at) => ({
      ...showCategory(head, at + 1),
      names: await findFirstNames(head),
    })),
  )

/** Q2103. */
export const getShelf = async (actor: LinkActor, service: LinkService, id: string): Promise<Result<Category>> => {
  const found = (await findShelves(actor, service)).find((one) => one.id === id)
  return found === undefined ? fail('Q2103') : ok(found)
}

type Fields = { name?: string | undefined; logo?: string | null | undefined }
type ReadFields = { name?: string; logo?: string | null }

/** A category's fields in their stored form, or the first invalid field. */
const readFields = async (userId: string, { name, logo }: Fields): Promise<Result<ReadFields>> => {
  const read: ReadFields = {}
  if (name !== undefined) {
    const named = readName(name, shortNameMax)
    if (!named.ok) return refuse('name', named.rule, named.numbers)
    read.name = named.value
  }
  if (logo !== undefined) {
    read.logo = logoOf(logo)
    if (!(await mayUse(userId, read.logo))) return refuse('logo', 'unknown-logo')
  }
  return ok(read)
}

const exists = (): Failure => fail('Q2101', { field: 'name' })

/** A change answers only the id; the category is read afterwards. */
const shown = async (actor: LinkActor, service: LinkService, done: Result<{ id: string }>): Promise<Result<Category>> =>
  done.ok ? getShelf(actor, service, done.value.id) : done

/** A0422, Q2101, Q2102, C1109, C1202, A0409. */
export const addShelf = async (
  actor: LinkActor,
  service: LinkService,
  { batch, ...fields }: { name: string; logo?: string | null | undefined } & Named,
): Promise<Result<Category>> => {
  const { userId } = actor
  const done = await change<{ id: string }>(
    { actor, service, what: 'add-category', asked: fields, batch },
    async (commit) => {
      const read = await readFields(userId, fields)
      if (!read.ok) return read
      const { name = '', logo = null } = read.value
      const packed = await packShelf([])
      return commit<Failure>(async (tx) => {
        const others = await tx.linkShelf.findMany({
          where: { userId, service, deletedAt: null },
          select: { nameKey: true, position: true },
        })
        const nameKey = nameKeyOf(name)
        if (others.some((one) => one.nameKey === nameKey)) return exists()
        if (others.length >= categoriesMax) return fail('Q2102', { data: { limit: categoriesMax } })
        const room = await checkRoom(tx, userId, packed.bytes.length)
        if (room !== null) return room
        const id = makeId()
        const position = 1 + Math.max(0, ...others.map((one) => one.position))
        const columns = { ...entryColumns(packed), name, nameKey, logoId: logo, position, updatedAt: now() }
        await tx.linkShelf.create({ data: { ...columns, id, userId, service } })
        await usePictures(tx, id, picturesOf(logo, []))
        linksChanged.notifyAfter(tx, { userId, service })
        return ok({ id })
      })
    },
  )
  return shown(actor, service, done)
}

/** Q2103, A0422, Q2101, C1109, A0409. */
export const editShelf = async (
  actor: LinkActor,
  service: LinkService,
  id: string,
  { batch, ...fields }: Fields & Named,
): Promise<Result<Category>> => {
  const { userId } = actor
  const asked = { actor, service, what: `edit-category ${id}`, asked: fields, batch }
  const done = await change<{ id: string }>(asked, async (commit) => {
    const shelf = await findShelf(userId, service, id)
    if (shelf === null) return fail('Q2103')
    const read = await readFields(userId, fields)
    if (!read.ok) return read
    const { name = shelf.head.name, logo = shelf.head.logoId } = read.value
    try {
      return await commit<Failure>(async (tx) => {
        const { count } = await tx.linkShelf.updateMany({
          where: { id, userId, service, deletedAt: null, revision: shelf.head.revision },
          data: { name, nameKey: nameKeyOf(name), logoId: logo, updatedAt: now(), revision: shelf.head.revision + 1 },
        })
        if (count === 0) return lost
        await usePictures(tx, id, picturesOf(logo, shelf.entries))
        linksChanged.notifyAfter(tx, { userId, service })
        return ok({ id })
      })
    } catch (error) {
      if (isUniqueViolation(error)) return exists()
      throw error
    }
  })
  return shown(actor, service, done)
}

/** Deletes a category with its channels; `undo` restores it for 30 days. Q2103, C1109, A0409. */
export const deleteShelf = (
  actor: LinkActor,
  service: LinkService,
  id: string,
  { batch }: Named = {},
): Promise<Result<{ name: string; channels: number; undo: string }>> =>
  change({ actor, service, what: `delete-category ${id}`, asked: null, batch }, (commit) =>
    commit<Failure>(async (tx) => {
      const where = { id, userId: actor.userId, service, deletedAt: null }
      const head = await tx.linkShelf.findFirst({ where, omit: linkColumns })
      if (head === null) return fail('Q2103')
      await setDeleted(tx, head)
      linksChanged.notifyAfter(tx, { userId: actor.userId, service })
      return ok({ name: head.name, channels: head.count, undo: id })
    }),
  )

/** A0422 (to, range), Q2103, C1109, A0409. */
export const moveShelf = (
  actor: LinkActor,
  service: LinkService,
  id: string,
  to: number | 'up' | 'down',
  { batch }: Named = {},
): Promise<Result<{ position: number; total: number }>> =>
  change({ actor, service, what: `move-category ${id}`, asked: { to }, batch }, (commit) =>
    commit<Failure>(async (tx) => {
      const where = { userId: actor.userId, service, deletedAt: null }
      const heads = await tx.linkShelf.findMany({ where, orderBy: { position: 'asc' }, select: { id: true } })
      const from = heads.findIndex((one) => one.id === id)
      if (from < 0) return fail('Q2103')
      const step = to === 'up' ? Math.max(1, from) : to === 'down' ? Math.min(heads.length, from + 2) : to
      if (!Number.isInteger(step) || step < 1 || step > heads.length)
        return refuse('to', 'range', { min: 1, max: heads.length })
      const ids = heads.map((one) => one.id).filter((one) => one !== id)
      await renumber(tx, [...ids.slice(0, step - 1), id, ...ids.slice(step - 1)])
      linksChanged.notifyAfter(tx, { userId: actor.userId, service })
      return ok({ position: step, total: heads.length })
    }),
  )
