/**
 * The only writer of list contents: a new list with its first revision, or the next revision of a list, in one short
 * transaction each. The predecessor's number guards the next revision, so exactly one of two concurrent writers wins.
 */
import { now } from '~/platform/clock.server'
import type { Prisma, Transaction } from '~/platform/db.server'
import { findDatabaseRoom } from '~/platform/disk.server'
import type { Commit } from '~/platform/idempotency.server'
import { log } from '~/platform/log.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { limits } from '~/engine/types'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import type { ListKind } from '../channel-list.schema'
import { listChanged } from './changed.server'
import { compactList } from './compact.server'
import { editFloorShare, revisionsSlack, userListsMax } from '../limits'
import { nameKeyOf } from '../name'
import { makeRoom } from './room.server'
import { packedBytes, packSource, putSource, type PackedSource, type Source } from './source.server'
import { packState, putState, stateBytes, type PackedState } from './state.server'
import type { StoredSummary } from './store.server'
import type { RevisionKind } from '../types'
import type { Facts } from '../engine/opened'

export type Author = { id: string | null; name: string | null; sn: string | null }

export type Revision = {
  kind: RevisionKind
  source: Source
  state: Uint8Array
  facts: Facts
  /** Set when the source changes. */
  problems: { errors: number; warnings: number } | null
  /** The stored form as JSON; null if it is too long to keep, or nothing was edited. */
  operations: string | null
  summary: StoredSummary
  undoTo: number | null
  redoTo: number | null
  fileName: string | null
  author: Author
}

export const countsOnRow = (revision: Pick<Revision, 'facts' | 'source' | 'problems'>) => {
  const { facts, source, problems } = revision
  return {
    ...facts,
    dialect: source.origin?.dialect ?? facts.dialect,
    version: source.origin === null ? facts.version : null,
    overLimit: facts.channels > limits.channelsPerList,
    ...problems,
  }
}

/** A revision's source and state, prepared for storage. */
type PackedRevision = { source: PackedSource; state: PackedState }
const packRevision = async ({ source, state }: Pick<Revision, 'source' | 'state'>): Promise<PackedRevision> => {
  const [packedSource, packedState] = await Promise.all([packSource(source), packState(state)])
  return { source: packedSource, state: packedState }
}

/** The bytes that a revision takes besides its source and its separately stored names. */
const costOf = ({ operations, summary }: Revision, { state }: PackedState): number =>
  state.length + (operations?.length ?? 0) + JSON.stringify(summary).length
/** The bytes needed to store the revision: its own, and those of a new source and new names. */
const neededFor = (revision: Revision, { source, state }: PackedRevision): number =>
  costOf(revision, state) - state.state.length + stateBytes(state) + packedBytes(source)
/** A revision without a new file is a change of an existing list. */
const isChange = ({ source }: PackedRevision, kind: RevisionKind): boolean =>
  source.packed === null && kind !== 'import' && kind !== 'copy'

/** The minimum of free disk space applies to lists too; changes of existing lists may use a part of it. */
const checkDisk = async (needed: number, change: boolean): Promise<Failure | null> =>
  (await findDatabaseRoom(change ? editFloorShare : 1)) < needed
    ? fail('A0503', { data: { context: 'disk', retryAfterSeconds: 600 } })
    : null

/**
 * Adjusts a revision whose list has just lost old revisions: its undo and redo end where the target is gone, and the
 * history says so.
 */
const afterDropping = async (
  tx: Transaction,
  listId: string,
  revision: Revision,
  dropped: number,
): Promise<Revision> => {
  const { undoTo, redoTo, summary } = revision
  const there = await tx.listRevision.findMany({
    where: { listId, number: { in: [undoTo, redoTo].filter((number) => number !== null) } },
    select: { number: true },
  })
  const kept = (number: number | null): number | null => (there.some((one) => one.number === number) ? number : null)
  return { ...revision, undoTo: kept(undoTo), redoTo: kept(redoTo), summary: { ...summary, dropped } }
}

const insertRevision = async (
  tx: Transaction,
  listId: string,
  number: number,
  revision: Revision,
  packed: PackedRevision,
  at: Date,
): Promise<void> => {
  await putSource(tx, packed.source)
  const stored = await putState(tx, packed.state)
  await tx.listRevision.create({
    data: {
      listId,
      number,
      sourceId: revision.source.id,
      ...stored,
      kind: revision.kind,
      operations: revision.operations,
      summary: JSON.stringify(revision.summary),
      undoTo: revision.undoTo,
      redoTo: revision.redoTo,
      channels: revision.facts.channels,
      cost: costOf(revision, packed.state),
      authorId: revision.author.id,
      authorName: revision.author.name,
      authorSn: revision.author.sn,
      fileName: revision.fileName,
      createdAt: at,
    },
  })
}

/**
 * Writes the owner's row first. On a database with several writers this serialises the owner's new lists, so that the
 * limit and the unique names hold.
 */
export const lockOwner = (tx: Transaction, ownerId: string): Promise<number> =>
  tx.$executeRaw`UPDATE "User" SET "id" = "id" WHERE "id" = ${ownerId}`

/**
 * Checks that the owner may have another list and the name is free: C1202, C1125. Call it in the same transaction,
 * after `lockOwner`.
 */
export const checkRoom = async (
  tx: Transaction,
  list: { kind: ListKind; ownerId: string; vnoId: string | null; name: string; exceptId?: string },
): Promise<Result<null>> => {
  if (list.kind === 'user' && list.exceptId === undefined) {
    const living = await tx.channelList.count({ where: { ownerId: list.ownerId, kind: 'user', deletedAt: null } })
    if (living >= userListsMax) return fail('C1202', { data: { limit: userListsMax } })
  }
  const same = await tx.channelList.findFirst({
    where: {
      ownerId: list.ownerId,
      deletedAt: null,
      nameKey: nameKeyOf(list.name),
      ...(list.exceptId === undefined ? {} : { id: { not: list.exceptId } }),
    },
    select: { id: true },
  })
  return same === null ? ok(null) : fail('C1125', { field: 'name' })
}

export type FirstRevision = Omit<Revision, 'undoTo' | 'redoTo'>

/**
 * Stores a new list and returns `answer`, in its own transaction or the one that `commit` makes. `name` may be chosen
 * inside the transaction from the names that are taken; `also` runs there too.
 */
export const commitList = async <T>(
  list: {
    kind: ListKind
    ownerId: string
    vnoId: string | null
    name: string | ((taken: ReadonlySet<string>) => string)
  },
  first: FirstRevision,
  answer: (id: string) => T,
  commit: Commit<T> = transact,
  also?: (tx: Transaction, id: string) => Promise<unknown>,
): Promise<Result<T>> => {
  const id = makeId()
  const at = now()
  const packed = await packRevision(first)
  const revision: Revision = { ...first, undoTo: null, redoTo: null }
  const needed = neededFor(revision, packed)
  const full = await checkDisk(needed, false)
  if (full !== null) return full
  return commit(async (tx): Promise<Result<T>> => {
    await lockOwner(tx, list.ownerId)
    let name = list.name
    if (typeof name === 'function') {
      const living = await tx.channelList.findMany({
        where: { ownerId: list.ownerId, deletedAt: null },
        select: { nameKey: true },
      })
      name = name(new Set(living.map((row) => row.nameKey)))
    }
    const room = await checkRoom(tx, { ...list, name })
    if (!room.ok) return room
    if (list.kind === 'user') {
      const made = await makeRoom(tx, list.ownerId, needed, false)
      if (!made.ok) return made
    }
    await tx.channelList.create({
      data: {
        id,
        kind: list.kind,
        ownerId: list.ownerId,
        vnoId: list.vnoId,
        name,
        nameKey: nameKeyOf(name),
        revision: 1,
        createdAt: at,
        ...countsOnRow(revision),
      },
    })
    await insertRevision(tx, id, 1, revision, packed, at)
    await also?.(tx, id)
    listChanged.notifyAfter(tx, { listId: id })
    return ok(answer(id))
  })
}

/**
 * The answer to a save that changes nothing, stored under its key like any other. A later request with the key is
 * either a repeat of this save or refused.
 */
export const commitNothing = <T>(answer: T, commit: Commit<T> = transact): Promise<Result<T>> =>
  commit((): Promise<Result<T>> => Promise.resolve(ok(answer)))

/** Another writer was first, or the list was deleted: nothing is stored. */
type Stale = { ok: false; is: 'stale' }
const stale: Stale = { ok: false, is: 'stale' }

type NextRow = { ownerId: string; kind: string; besideRevision: number | null }
/**
 * Stores the revisions that follow `after`. `update`: what else changes in the list's row, and in the summary of the
 * first revision.
 */
const commitNext = async <T>(
  listId: string,
  after: number,
  revisions: readonly Revision[],
  update: (row: NextRow) => { data: Prisma.ChannelListUpdateManyMutationInput; summary?: Partial<StoredSummary> },
  answer: T,
  commit: Commit<T>,
): Promise<Result<T> | 'stale'> => {
  const at = now()
  const next = await Promise.all(
    revisions.map(async (revision) => ({ revision, packed: await packRevision(revision) })),
  )
  const needed = next.reduce((sum, { revision, packed }) => sum + neededFor(revision, packed), 0)
  const [first] = next
  const change = first !== undefined && isChange(first.packed, first.revision.kind)
  const full = await checkDisk(needed, change)
  if (full !== null) return full
  const where = { id: listId, revision: after, deletedAt: null }
  const stored = await commit(async (tx): Promise<Result<T> | Stale> => {
    const select = { ownerId: true, kind: true, besideRevision: true } as const
    const row = await tx.channelList.findFirst({ where, select })
    if (row === null) return stale
    const isOwn = row.kind === 'user'
    const room = isOwn ? await makeRoom(tx, row.ownerId, needed, change) : ok(new Map<string, number>())
    if (!room.ok) return room
    const dropped = room.value.get(listId) ?? 0
    const { data, summary } = update(row)
    const { count } = await tx.channelList.updateMany({ where, data: { revision: after + next.length, ...data } })
    if (count === 0) return stale
    for (const [index, { revision, packed }] of next.entries()) {
      const own = index === 0 ? { ...revision, summary: { ...revision.summary, ...summary } } : revision
      const made = dropped > 0 ? await afterDropping(tx, listId, own, dropped) : own
      await insertRevision(tx, listId, after + 1 + index, made, packed, at)
    }
    listChanged.notifyAfter(tx, { listId, isDraft: !isOwn })
    return ok(answer)
  })
  return stored.ok || 'code' in stored ? stored : 'stale'
}

/**
 * Stores the revision after `after` and returns `answer`, in its own transaction or the one that `commit` makes.
 * 'stale' if another writer was first or the list was deleted; C1202 or A0503 if there is no room for a new file. In
 * all of these cases nothing is stored.
 */
export const commitRevision = async <T>(
  listId: string,
  after: number,
  revision: Revision,
  answer: T,
  commit: Commit<T> = transact,
): Promise<Result<T> | 'stale'> => {
  const stored = await commitNext(listId, after, [revision], () => ({ data: countsOnRow(revision) }), answer, commit)
  // The edit is stored already: don't fail it if the cleaning fails. The periodic job cleans up later.
  if (stored !== 'stale' && stored.ok && (after + 1) % revisionsSlack === 0)
    await compactList(listId).catch((error: unknown) => log.error({ error, listId }, 'dropping old revisions failed'))
  return stored
}

/**
 * Stores a box's save beside the newest revision. The save becomes the revision after `after`; the one after that
 * repeats the previous newest, so that it stays the newest. 'stale' if another writer was first or the list was
 * deleted.
 */
export const commitConflictCopy = <T>(
  listId: string,
  after: number,
  { save, kept, sn }: { save: Revision; kept: Revision; sn: string },
  answer: T,
  commit: Commit<T> = transact,
): Promise<Result<T> | 'stale'> =>
  commitNext(
    listId,
    after,
    [save, kept],
    ({ besideRevision: earlier }) => ({
      data: { besideRevision: after + 1, besideSn: sn, besideEarlier: earlier },
      ...(earlier === null ? {} : { summary: { earlier } }),
    }),
    answer,
    commit,
  )
