/**
 * The stored shelves: one row each, with all its links as one packed text, so that a page, a move or an import of 2000
 * links is one read and one short write. The only reader and writer of links. A change is guarded by the row's
 * revision: if two come at once, both are done, one after the other.
 */
import { LRUCache } from 'lru-cache'
import { checkEntitled } from '~/modules/entitlement/entitlement.server'
import { makeRoom } from '~/modules/channel-list/channel-list.server'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import { now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { findDatabaseRoom } from '~/platform/disk.server'
import { makeEvent } from '~/platform/event.server'
import { once, type Commit, type Kept as KeptAnswer } from '~/platform/idempotency.server'
import { makeKeyedQueue } from '~/platform/keyed-queue.server'
import { bytesInMemory, logosOf, packShelf, unpackShelf, type Kept, type PackedEntries } from './entries'
import { attemptsMax, firstNamesMax, maxFirstNamesShown, shelvesInMemoryBytes } from './limits'
import type { Category, LinkActor, LinkService, ShelfOf } from './types'

/**
 * An account's links have changed: cached answers for its boxes are dropped. Awaited, so that the box sees a change as
 * soon as its author does.
 */
export const linksChanged = makeEvent<{ userId: string; service: LinkService }>('links-changed', { awaited: true })

/** The columns with a shelf's links; most queries omit them. */
export const linkColumns = { entries: true, codec: true, size: true } as const
export type Head = NonNullable<Awaited<ReturnType<typeof findHead>>>
export type StoredShelf = Head & { entries: Uint8Array; codec: string | null; size: number }

/** Requires the account's service; staff accounts need none. C1109. */
export const checkLinkService = ({ userId, role }: LinkActor, service: LinkService): Promise<Result<null>> =>
  role === 'customer' ? checkEntitled({ userId }, service) : Promise.resolve(ok(null))

/** All shelves of an account, without their links, in order. */
export const findHeads = (userId: string, service: LinkService): Promise<Head[]> =>
  db.linkShelf.findMany({
    where: { userId, service, deletedAt: null },
    orderBy: { position: 'asc' },
    omit: linkColumns,
  })

/** A shelf's row. Audio entries have only one, which is null until something is added. */
const findHead = (userId: string, service: LinkService, id: string | null) =>
  db.linkShelf.findFirst({
    where: { userId, service, deletedAt: null, ...(id === null ? {} : { id }) },
    omit: linkColumns,
  })

/** Unpacked shelves that were read last, by shelf and revision, bounded by their number of links. */
const unpacked = new LRUCache<string, readonly Kept[]>({
  maxSize: shelvesInMemoryBytes,
  sizeCalculation: bytesInMemory,
})
const keyOf = ({ id, revision }: Pick<Head, 'id' | 'revision'>): string => `${id} ${revision}`

/** The links of this revision; null if there is a newer one. */
const readEntries = async ({ id, userId, revision }: Head): Promise<readonly Kept[] | null> => {
  const row = await db.linkShelf.findFirst({ where: { id, userId, revision }, select: linkColumns })
  return row === null ? null : unpackShelf(row)
}
const loadEntries = async (head: Head): Promise<readonly Kept[] | null> => {
  const known = unpacked.get(keyOf(head))
  if (known !== undefined) return known
  const entries = await readEntries(head)
  if (entries !== null) unpacked.set(keyOf(head), entries)
  return entries
}

/** The first names of shelves, by shelf and revision: an overview decodes twenty shelves. */
const firstNames = new LRUCache<string, readonly string[]>({ max: firstNamesMax })
/** The names of a shelf's first links. Does not displace other shelves from the cache. */
export const findFirstNames = async (head: Head): Promise<readonly string[]> => {
  if (head.count === 0) return []
  const known = firstNames.get(keyOf(head))
  if (known !== undefined) return known
  const entries = await readEntries(head)
  const names = (entries ?? []).slice(0, maxFirstNamesShown).map(({ name }) => name)
  if (entries !== null) firstNames.set(keyOf(head), names)
  return names
}

export type Shelf = { head: Head; entries: readonly Kept[] }
/** A shelf with its links; null if it doesn't exist. Callers must not change them. */
export const findShelf = async (userId: string, service: LinkService, id: string | null): Promise<Shelf | null> => {
  for (let attempt = 0; ; attempt++) {
    const head = await findHead(userId, service, id)
    if (head === null) return null
    const entries = await loadEntries(head)
    if (entries !== null) return { head, entries }
    // It was changed between the two queries.
    if (attempt >= attemptsMax) throw new Error('a shelf changes faster than it is read')
  }
}

/** All shelves with their links in stored form, in order. */
export const findStored = (userId: string, service: LinkService): Promise<StoredShelf[]> =>
  db.linkShelf.findMany({
    where: { userId, service, deletedAt: null },
    orderBy: { position: 'asc' },
  })

export const renumber = async (tx: Transaction, ids: readonly string[]): Promise<void> => {
  for (const [at, id] of ids.entries()) await tx.linkShelf.update({ where: { id }, data: { position: at + 1 } })
}

export const showCategory = (head: Head, position: number): Category => ({
  id: head.id,
  name: head.name,
  logo: head.logoId,
  channels: head.count,
  position,
  createdAt: head.createdAt.toISOString(),
  updatedAt: head.updatedAt.toISOString(),
})

/** `data.rule` and `field` together select the sentence for a refused field. */
export const refuse = (field: string, rule: string, more: Record<string, unknown> = {}): Failure =>
  fail('A0422', { field, data: { field, rule, ...more } })

/** A picture as it was sent, empty for none. */
export const logoOf = (logo: string | null | undefined): string | null => (logo ?? '').trim() || null
/** Finds a picture that this account sent or uses. */
export const wherePicture = (userId: string, id: string) => ({
  id,
  OR: [{ uploads: { some: { uploaderId: userId } } }, { linkUses: { some: { shelf: { userId } } } }],
})
export const mayUse = async (userId: string, id: string | null): Promise<boolean> =>
  id === null || (await db.listLogo.count({ where: wherePicture(userId, id) })) > 0

/** Records which pictures a shelf uses, its own and its links', in the same transaction. */
export const usePictures = async (tx: Transaction, shelfId: string, ids: ReadonlySet<string>): Promise<void> => {
  const before = await tx.linkLogoUse.findMany({ where: { shelfId }, select: { logoId: true } })
  const gone = before.filter(({ logoId }) => !ids.has(logoId))
  const known = new Set(before.map(({ logoId }) => logoId))
  for (const { logoId } of gone) await tx.linkLogoUse.delete({ where: { shelfId_logoId: { shelfId, logoId } } })
  const fresh = [...ids].filter((id) => !known.has(id))
  if (fresh.length > 0) await tx.linkLogoUse.createMany({ data: fresh.map((logoId) => ({ shelfId, logoId })) })
}
export const picturesOf = (logoId: string | null, entries: readonly Kept[]): Set<string> => {
  const ids = logosOf(entries)
  if (logoId !== null) ids.add(logoId)
  return ids
}

export const entryColumns = ({ bytes, codec, size }: PackedEntries) => ({
  entries: bytes,
  codec,
  size,
  stored: bytes.length,
})

/** Checks that the account has room for this many more bytes. C1202. */
export const checkRoom = async (tx: Transaction, userId: string, more: number): Promise<Failure | null> => {
  if (more <= 0) return null
  const room = await makeRoom(tx, userId, more, false)
  return room.ok ? null : { ...room, data: { ...room.data, context: 'room-beside' } }
}
/** Changes that store more need free disk space. A0503. */
export const checkDisk = async (more: number): Promise<Failure | null> =>
  more > 0 && (await findDatabaseRoom(1)) < more
    ? fail('A0503', { data: { context: 'disk', retryAfterSeconds: 600 } })
    : null

/** Changes of one account run one after another, so that each starts from the latest state. */
const inTurn = makeKeyedQueue()
/** A change that lost a race against another process; it is tried again on the new state. */
export const lost = fail('A0409')

export type Named = { batch?: string | undefined }
/** `what`: the action and its object, `asked`: its input. */
type Asked = Named & { actor: LinkActor; service: LinkService; what: string; asked: unknown }
/**
 * A change of an account's links: checks the service, answers a repetition under its key with the first answer, and
 * runs `work` again if another change came in between.
 */
export const change = async <T extends KeptAnswer>(
  { actor, service, what, asked, batch }: Asked,
  work: (commit: Commit<T>) => Promise<Result<T>>,
): Promise<Result<T>> => {
  const entitled = await checkLinkService(actor, service)
  if (!entitled.ok) return entitled
  const { userId } = actor
  const done = await once<T, Failure>({ owner: userId, purpose: `${service}.${what}`, key: batch, asked }, (commit) =>
    inTurn(`${userId} ${service}`, async () => {
      for (let attempt = 0; attempt < attemptsMax; attempt++) {
        const result = await work(commit)
        if (result !== lost) return result
      }
      return fail('A0503', { data: { retryAfterSeconds: 1 } })
    }),
  )
  return done.ok ? ok(done.value) : done
}

type Present = { head: Head | null; entries: readonly Kept[]; lastId: number }
/** `also`: stored together with the change, in its transaction. */
export type ShelfChange<T> = {
  entries: readonly Kept[]
  lastId?: number
  answer: T
  also?: (tx: Transaction) => Promise<void>
}
/**
 * Changes the links of one shelf. `work` returns the new links, or why they are refused. The shelf of audio entries is
 * created with the first entry. Q2103.
 */
export const changeEntries = <T extends KeptAnswer>(
  /** `isOfShelf`: false if `what` alone distinguishes this change from all others of the account. */
  asked: Asked & ShelfOf & { isOfShelf?: boolean },
  work: (present: Present) => Result<ShelfChange<T>> | Promise<Result<ShelfChange<T>>>,
): Promise<Result<T>> => {
  const { actor, service, id, what, isOfShelf = id !== null } = asked
  const { userId } = actor
  return change<T>({ ...asked, what: isOfShelf ? `${what} ${id}` : what }, async (commit) => {
    const shelf = await findShelf(userId, service, id)
    if (shelf === null && (id !== null || service !== 'audio')) return fail('Q2103')
    const { head, entries: before } = shelf ?? { head: null, entries: [] }
    const none = { id: `${service}-${userId}`, revision: 0, stored: 0, logoId: null, lastId: 0 }
    const { id: shelfId, revision, stored, logoId, lastId: present } = head ?? none
    const done = await work({ head, entries: before, lastId: present })
    if (!done.ok) return done
    const { entries, lastId = present, answer, also } = done.value
    const packed = await packShelf(entries)
    const more = packed.bytes.length - stored
    const full = await checkDisk(more)
    if (full !== null) return full
    const [logos, logosBefore] = [picturesOf(logoId, entries), picturesOf(logoId, before)]
    const isSame = logos.size === logosBefore.size && [...logos].every((logo) => logosBefore.has(logo))
    let written = false
    const result = await commit<Failure>(async (tx) => {
      // Checked before anything is written: the existing bytes plus `more`.
      const room = await checkRoom(tx, userId, more)
      if (room !== null) return room
      const columns = { ...entryColumns(packed), count: entries.length, lastId, updatedAt: now() }
      const fresh = { id: shelfId, userId, service, name: '', nameKey: '', position: 1 }
      const { count } =
        head === null
          ? await tx.linkShelf.createMany({ data: [{ ...fresh, ...columns }] })
          : await tx.linkShelf.updateMany({
              where: { id: shelfId, userId, service, revision },
              data: { ...columns, revision: revision + 1 },
            })
      if (count === 0) return lost
      if (!isSame) await usePictures(tx, shelfId, logos)
      await also?.(tx)
      linksChanged.notifyAfter(tx, { userId, service })
      written = true
      return ok(answer)
    })
    if (result.ok && written) unpacked.set(keyOf({ id: shelfId, revision: revision + 1 }), entries)
    return result
  })
}
