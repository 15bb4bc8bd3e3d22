/**
 * What boxes report and what they loaded last. Fetches are answered from memory, so their notes are buffered there too
 * and written in batches; readers see them at once.
 */
import { now, secondMs } from '~/platform/clock.server'
import { db, Prisma } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { transact } from '~/platform/transact.server'
import { later, type Stop } from '~/platform/timer.server'
import { ok } from '~/errors/table'
import type { BoxReport } from './device.schema'
import { lookAfter, parseChanges, settingSelect, settingsOf, type Brought, type OwnLoad } from './setting'

/** `language` of the channel names that it was given; null: the channels' own names. */
type Fetch = {
  listId: string
  revision: number
  language: string | null
  at: Date
  own: OwnUpdate | null
  /** The first revision of this list since the last write. */
  first: number
  /** The revision that the box surely has (0: none); null: what the stored row says. */
  held: number | null
}
/** Set if the box looked by itself: what that brought, or null if it already had the newest version. */
type OwnUpdate = { at: Date; brought: Brought | null }
const pending = new Map<string, Fetch>()
let stopTimer: Stop | undefined
/** If the process is killed, at most ten seconds of notes are lost; the box’s next request brings them again. */
const flushedEveryMs = 10 * secondMs
/** Written in one transaction; others have their turn after each. */
const flushedAtOnce = 50

/** The versions of ready-made lists that were loaded, by box and list; only the last one of a pair counts. */
const taken = new Map<string, { sn: string; listId: string; revision: number; at: Date }>()

type FetchedRow = { fetchedListId: string | null; fetchedRevision: number | null; fetchedHeld: number | null }
/** The revision that a box surely has of a list. It has the first one that it ever got, or it has nothing to save. */
export const heldOf = ({ listId, first, held }: Fetch, row: FetchedRow): number => {
  if (held !== null) return held
  if (row.fetchedListId === null) return first
  return row.fetchedListId === listId ? (row.fetchedHeld ?? row.fetchedRevision ?? first) : 0
}

/** The fetch that is not written yet, if any. */
export const pendingFetch = (sn: string): Fetch | undefined => pending.get(sn)

/** Drops an unwritten fetch: the box has a new owner, or none. */
export const dropFetch = (sn: string): void => void pending.delete(sn)

/**
 * Records that a box was given a list, or saved it. `load`: the box looked by itself. `held`: the revision that it
 * surely has; null: it didn't say, and the answer may have been cut.
 */
export const noteFetched = (
  sn: string,
  listId: string,
  revision: number,
  language: string | null = null,
  load: OwnLoad | null = null,
  held: number | null = revision,
): void => {
  const at = now()
  const before = pending.get(sn)
  const { own: ownBefore = null } = before ?? {}
  const brought = load?.isNew === true ? { at, listId, revision, from: load.from } : (ownBefore?.brought ?? null)
  const own = load === null ? ownBefore : { at, brought }
  const isOther = before !== undefined && before.listId !== listId
  const first = before === undefined || isOther ? revision : before.first
  const heldBefore = isOther ? 0 : (before?.held ?? null)
  pending.set(sn, { listId, revision, language, at, own, first, held: held ?? heldBefore })
  taken.set(`${sn} ${listId}`, { sn, listId, revision, at })
  stopTimer ??= later(flushedEveryMs, () => {
    stopTimer = undefined
    flushDeviceFacts().catch((error: unknown) =>
      log.error({ err: error }, 'the notes of what boxes loaded could not be written'),
    )
  })
}

/** Records that a box surely has a revision of a list that it was given. */
const noteHeld = async (sn: string, listId: string, revision: number): Promise<void> => {
  const before = pending.get(sn)
  if (before?.listId === listId) pending.set(sn, { ...before, held: revision })
  else if (before === undefined)
    await db.device.updateMany({ where: { sn, fetchedListId: listId }, data: { fetchedHeld: revision } })
}

type LookedRow = { updatedItselfAt: Date | null; settingsChanges: string | null } & Parameters<typeof settingsOf>[0]
const columnsOf = (own: OwnUpdate | null, row: LookedRow) => {
  if (own === null) return {}
  const { at, brought } = own
  const { autoUpdate } = settingsOf(row)
  const look = lookAfter(row.updatedItselfAt, at, { autoUpdate, changes: parseChanges(row.settingsChanges) })
  return {
    ...(look.isAnother && { updatedItselfAt: at }),
    ...(look.isTooSoon && { updatedSoonAt: at }),
    ...(brought && {
      broughtAt: brought.at,
      broughtListId: brought.listId,
      broughtRevision: brought.revision,
      broughtFrom: brought.from,
    }),
  }
}

/** What a map holds now, in parts, each as it is when its turn comes. */
function* partsOf<Key, Note>(notes: ReadonlyMap<Key, Note>): Generator<[Key, Note][]> {
  const keys = [...notes.keys()]
  for (let at = 0; at < keys.length; at += flushedAtOnce) {
    const part = keys.slice(at, at + flushedAtOnce).flatMap((key): [Key, Note][] => {
      const note = notes.get(key)
      return note === undefined ? [] : [[key, note]]
    })
    if (part.length > 0) yield part
  }
}

/**
 * Writes which version of a System or VNO list a box has now, in one statement; a User list is its owner's business.
 * Only the list's makers see this, so it stays when the box gets another owner.
 */
const writeTaken = async (): Promise<void> => {
  for (const part of partsOf(taken)) {
    const rows = part.map(([, { sn, listId, revision, at }]) => Prisma.sql`(${listId}, ${sn}, ${revision}, ${at})`)
    await transact(async (tx) => {
      await tx.$executeRaw`
        WITH "given" ("listId", "sn", "revision", "at") AS (VALUES ${Prisma.join(rows)})
        INSERT INTO "ListTaken" ("listId", "sn", "revision", "at")
        SELECT g."listId", g."sn", g."revision", g."at" FROM "given" g
        JOIN "ChannelList" l ON l."id" = g."listId" AND l."kind" <> 'user' JOIN "Device" d ON d."sn" = g."sn"
        WHERE TRUE
        ON CONFLICT ("listId", "sn") DO UPDATE SET "revision" = excluded."revision", "at" = excluded."at"`
      return ok(null)
    })
    for (const [key, one] of part) if (taken.get(key) === one) taken.delete(key)
  }
}

/** Writes the buffered notes. Called by its timer, and when the server stops. */
export const flushDeviceFacts = async (): Promise<void> => {
  for (const part of partsOf(pending)) {
    await transact(async (tx) => {
      const rows = await tx.device.findMany({
        where: { sn: { in: part.map(([sn]) => sn) } },
        select: {
          ...{ sn: true, updatedItselfAt: true, settingsChanges: true },
          ...{ fetchedListId: true, fetchedRevision: true, fetchedHeld: true },
          ...settingSelect,
        },
      })
      const known = new Map(rows.map((row) => [row.sn, row]))
      for (const [sn, fetched] of part) {
        const row = known.get(sn)
        if (row === undefined) continue
        await tx.device.updateMany({
          where: { sn },
          data: {
            fetchedListId: fetched.listId,
            fetchedRevision: fetched.revision,
            fetchedHeld: heldOf(fetched, row),
            fetchedLanguage: fetched.language,
            fetchedAt: fetched.at,
            lastSeenAt: fetched.at,
            ...columnsOf(fetched.own, row),
          },
        })
      }
      return ok(null)
    })
    for (const [sn, fetched] of part) if (pending.get(sn) === fetched) pending.delete(sn)
  }
  await writeTaken()
}

/** Stores a box's report about itself and about its last update; omitted values stay. */
export const storeReport = async (sn: string, report: BoxReport): Promise<void> => {
  const { model, update, ...facts } = report
  const at = now()
  const updated = update && {
    reportedAt: at,
    reportedListId: update.list,
    reportedRevision: update.revision ?? null,
    reportedResult: update.result,
    reportedWhy: update.why ?? null,
    reportedReason: update.reason ?? null,
  }
  await db.device.updateMany({
    where: { sn },
    data: { ...facts, ...updated, ...(model === undefined ? {} : { modelName: model }), lastSeenAt: at },
  })
  if (update?.revision !== undefined && (update.result === 'loaded' || update.result === 'same'))
    await noteHeld(sn, update.list, update.revision)
}
