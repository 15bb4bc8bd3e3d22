/** Lists as boxes see them: which lists, their files, and a box's saves. */
import { checkEntitled } from '~/modules/entitlement/entitlement.server'
import { db, type Prisma } from '~/platform/db.server'
import { once, type Commit } from '~/platform/idempotency.server'
import { makeToken } from '~/platform/random.server'
import type { FileFormat, NameLanguage } from '~/engine/types'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import type { ListKind } from '../channel-list.schema'
import {
  commitConflictCopy,
  commitList,
  commitNothing,
  commitRevision,
  type Author,
  type Revision,
} from '../storage/commit.server'
import { unlessUseless, writeRevision } from '../files/export.server'
import { workOn } from '../engine/heavy.server'
import { importBytes, type Imported } from '../files/import.server'
import { attemptsMax } from '../limits'
import { conflictCopyKept } from '../merge/conflict-copy.server'
import { copyNameChoice } from '../names/name-choice.server'
import { inOwnDialect } from '../merge/own-dialect.server'
import { storedOf } from '../storage/source.server'
import type { Part } from '../merge/own-save'
import { freeName, parseListName } from '../name'
import { reconcileByItself } from '../merge/reconcile.server'
import { sameBytes } from '../storage/replace.server'
import { isServedFile, stateOfSave } from '../names/served-names.server'
import { whereVisibleToBox } from '../rights'
import {
  isAimedAt,
  isBoxInStage,
  isGivenStage,
  isInStage,
  isSurely,
  readStage,
  type AimedBox,
} from '../publication/stage.schema'
import { titleIn } from '../title.schema'
import { getSource, makeSource, type Source } from '../storage/source.server'
import {
  asPublished,
  audienceOf,
  findNewest,
  findState,
  formatForBox,
  keyOf,
  listSelect,
  conflictCopyNicknames,
  publicationSelect,
  stateOf,
  describeList,
  type ListRow,
  type PublicationRow,
  type StateRow,
} from '../storage/store.server'
import { inListQueue } from '../storage/list-queue.server'
import type { Box, BoxFile, ListSummary, Paging } from '../types'

export { boxMaySee } from '../rights'

/** Boxes that have the version of a paused stage, as serial number and list. */
type Holders = { has(key: string): boolean }
const noHolders: Holders = new Set()
const everyHolder: Holders = { has: () => true }
const holderOf = (sn: string, listId: string): string => `${sn} ${listId}`
type Staged = { id: string; staged: { revision: number; pausedAt: Date | null } | null }
/** Which of these boxes loaded the staged version of these lists before the pause. */
const findHolders = async (lists: readonly Staged[], sns: readonly string[]): Promise<Holders> => {
  const paused = lists.flatMap(({ id, staged }) =>
    staged === null || staged.pausedAt === null ? [] : [{ listId: id, revision: staged.revision }],
  )
  if (paused.length === 0) return noHolders
  const rows = await db.listTaken.findMany({
    where: { OR: paused, sn: { in: [...sns] } },
    select: { sn: true, listId: true },
  })
  return new Set(rows.map(({ sn, listId }) => holderOf(sn, listId)))
}
/** Whether this box already has the version of a paused stage; undefined if the list's stage is not paused. */
export const findHolder = async (sn: string, listId: string): Promise<boolean | undefined> => {
  const list = await db.channelList.findUnique({
    where: { id: listId },
    select: { id: true, staged: { select: { revision: true, pausedAt: true } } },
  })
  if (list === null || list.staged === null || list.staged.pausedAt === null) return undefined
  return (await findHolders([list], [sn])).has(holderOf(sn, listId))
}

/** The publication of a System or VNO list that this box gets; null: a box in no stage. */
const givenTo = (
  box: AimedBox | null,
  { id, published, staged }: Pick<ListRow, 'id' | 'published' | 'staged'>,
  holders: Holders,
): PublicationRow | null => {
  if (box === null || staged === null) return published
  const stage = readStage(staged)
  if (!isAimedAt(box, stage) || !isInStage(box.sn, stage)) return published
  return stage.isPaused && !holders.has(holderOf(box.sn, id)) ? published : staged
}

/** Whether this box may have been given the version: in a paused stage it is not known at once who has loaded it. */
export const mayHave = (box: AimedBox, list: ListRow, revision: number): boolean =>
  [noHolders, everyHolder].some((holders) => givenTo(box, list, holders)?.revision === revision)

/** The box for the choice of a stage; null for an unproven token. */
export const stagedBox = (box: Box): AimedBox | null => (isSurely(box) ? box : null)

/** Lists that a box may load, as a condition. */
const whereLoadable = async (box: Box): Promise<Prisma.ChannelListWhereInput> => {
  const first = await db.channelList.findMany({
    where: { stagedId: { not: null }, publishedId: null, deletedAt: null },
    select: { id: true, staged: { select: publicationSelect } },
  })
  const holders = await findHolders(first, [box.sn])
  const stages = first.flatMap(({ id, staged }) =>
    staged !== null && isGivenStage(box, readStage(staged), holders.has(holderOf(box.sn, id))) === true
      ? [staged.id]
      : [],
  )
  return { AND: [{ deletedAt: null }, whereVisibleToBox(box, stages)] }
}

/**
 * The lists that a box may load: System, its VNO's, its owner's; by kind, then by name. Ready-made lists come in the
 * version that this box gets, named in the first of the languages for which they have a name.
 */
export const listsForBox = async (
  box: Box,
  { page, size }: Paging,
  languagesFor: (listId: string) => readonly (string | null)[] = () => [],
) => {
  const where = await whereLoadable(box)
  const [total, rows] = await Promise.all([
    db.channelList.count({ where }),
    db.channelList.findMany({
      where,
      orderBy: [{ kind: 'desc' }, { nameKey: 'asc' }, { id: 'asc' }],
      skip: (page - 1) * size,
      take: size,
      select: listSelect,
    }),
  ])
  const holders = await findHolders(rows, [box.sn])
  const shown = rows.flatMap((row) => {
    if (row.kind === 'user') return [row]
    const given = givenTo(stagedBox(box), row, holders)
    // A stage may have ended between the two queries.
    return given === null ? [] : [asPublished(row, given)]
  })
  const items = shown.map((row) => ({
    id: row.id,
    name: titleIn(row, languagesFor(row.id)),
    kind: row.kind as ListKind,
    revision: row.revision,
    format: formatForBox(row.dialect),
    channels: row.channels,
    updatedAt: row.updatedAt,
  }))
  return { items, total }
}

/**
 * The ready-made list that a box follows: `wish` if it is one, otherwise its brand's oldest, otherwise the oldest
 * System list. Sorted by name, a new list could capture all boxes that follow another one.
 */
export const findReadyMadeFor = async (box: Box, wish: string | null): Promise<string | null> => {
  const where = { AND: [{ kind: { in: ['system', 'vno'] } }, await whereLoadable(box)] }
  const chosen =
    wish === null
      ? null
      : await db.channelList.findFirst({ where: { AND: [{ id: wish }, where] }, select: { id: true } })
  if (chosen !== null) return chosen.id
  const orderBy = [{ kind: 'desc' as const }, { createdAt: 'asc' as const }, { id: 'asc' as const }]
  return (await db.channelList.findFirst({ where, orderBy, select: { id: true } }))?.id ?? null
}

/**
 * The file of a live list, with the facts that decide who may have it. Its channels are named in a language if it has
 * names in it. A System or VNO list comes in the version that the box gets (`stagedBox`); `asHolder`: as a box gets it
 * that has the version of a paused stage. The caller checks `boxMaySee`. C1101: no such list. C1107: the file would be
 * empty. A0413: it is too long.
 */
export const exportForBox = async (
  listId: string,
  format: FileFormat | null,
  language: NameLanguage | null = null,
  box: AimedBox | null = null,
  asHolder = false,
): Promise<Result<BoxFile>> => {
  const row = await db.channelList.findFirst({ where: { id: listId, deletedAt: null }, select: listSelect })
  if (row === null) return fail('C1101')
  const holders = asHolder ? everyHolder : box === null ? noHolders : await findHolders([row], [box.sn])
  const given = row.kind === 'user' ? row : givenTo(box, row, holders)
  const revision =
    given === null ? null : await (given === row ? findNewest(listId) : findState(listId, given.revision))
  if (given === null || revision === null) return fail('C1101')
  const written = unlessUseless(
    await writeRevision(row.ownerId, row, revision, format ?? formatForBox(given.dialect), language),
  )
  if (!written.ok) return written
  const { losses: _losses, empty: _empty, tooLong: _tooLong, ...file } = written.value
  const isStaged = given === row.staged
  const count = row.kind === 'user' ? revision.number : row.publishSeq
  return ok({ ...file, audience: audienceOf(row), count, stage: row.staged && readStage(row.staged), isStaged })
}

/** Models and software of boxes, by serial number. */
const findAimed = async (sns: readonly string[]): Promise<ReadonlyMap<string, AimedBox>> => {
  const rows = await db.device.findMany({
    where: { sn: { in: [...sns] } },
    select: { sn: true, softwareVersion: true, box: { select: { model: { select: { name: true } } } } },
  })
  return new Map(
    rows.map(({ sn, softwareVersion, box }) => [sn, { sn, model: box.model.name, software: softwareVersion }]),
  )
}

/**
 * What bound boxes get of lists: the version, by serial number and list; none for a User list, of which they get the
 * newest.
 */
export const findGivenRevisions = async (
  boxes: readonly { sn: string; listId: string }[],
): Promise<ReadonlyMap<string, number>> => {
  const lists = await db.channelList.findMany({
    where: { id: { in: [...new Set(boxes.map(({ listId }) => listId))] }, kind: { not: 'user' }, deletedAt: null },
    select: listSelect,
  })
  const byId = new Map(lists.map((list) => [list.id, list]))
  const sns = boxes.map(({ sn }) => sn)
  const [known, holders] = await Promise.all([findAimed(sns), findHolders(lists, sns)])
  return new Map(
    boxes.flatMap(({ sn, listId }) => {
      const list = byId.get(listId)
      const given = list === undefined ? null : givenTo(known.get(sn) ?? { sn }, list, holders)
      return given === null ? [] : [[`${sn} ${listId}`, given.revision] as const]
    }),
  )
}

/** One of the account's boxes on its owner's pages: it is proven, because the owner has read its code. */
export const ownBox = (box: { sn: string; userId: string; vnoId: string | null }): Box => ({
  ...box,
  proven: true,
  claimed: false,
})

/** A list that may become a box's active one: the account's box must be allowed to load it. */
export const findChoosableList = async (
  userId: string,
  sn: string,
  listId: string,
): Promise<{ id: string; name: string; kind: ListKind } | null> => {
  const device = await db.device.findFirst({ where: { sn, userId }, select: { box: { select: { vnoId: true } } } })
  if (device === null) return null
  const row = await db.channelList.findFirst({
    where: { AND: [{ id: listId }, await whereLoadable(ownBox({ sn, userId, vnoId: device.box.vnoId }))] },
    select: { id: true, name: true, kind: true },
  })
  return row === null ? null : { ...row, kind: row.kind as ListKind }
}

/**
 * `language` of the names that the box got with the list; null: the channels' own. `part`: the file has only some of
 * the list's channels. `seed` determines the ids of what the box added.
 */
type Save = {
  source: Source
  imported: Imported
  author: Author
  sn: string
  language: NameLanguage | null
  part: Part | null
  seed: string
}
/** The list that contains a save, and its revision. */
type Saved = { id: string; saved: number }

/** The counts of a save, including channels that its format lost and that were restored. */
const factsOfSave = async (
  who: string,
  source: Source,
  imported: Imported,
  state: Uint8Array,
): Promise<Result<Imported['facts']>> => {
  if (sameBytes(state, imported.state)) return ok(imported.facts)
  const stored = { key: `counted ${source.id} ${makeToken()}`, source: source.bytes, state }
  const read = await workOn(who, 'readFacts', { stored, withProblems: false })
  return read.ok ? ok({ ...imported.facts, ...read.value.facts }) : read
}

/** The revision that a box was given (null: unknown), and the one that it surely has; the answer may have been cut. */
type Loaded = { loaded: number | null; held: number | null }

/** True if a file has all that the newest version changed since `before`, so that replacing that loses nothing. */
const hasChangesSince = async (
  who: string,
  before: StateRow,
  newest: StateRow,
  { source, imported, language }: Save,
): Promise<Result<boolean>> => {
  const state = await stateOfSave(who, newest, { source, imported }, language)
  if (!state.ok) return state
  const made = await workOn(who, 'reconcile', {
    base: await storedOf(before),
    mine: { key: `saved ${source.id} ${keyOf(newest)}`, source: source.bytes, state: state.value },
    theirs: await storedOf(newest),
    same: {
      mine: before.sourceId === source.id,
      theirs: before.sourceId === newest.sourceId,
      both: source.id === newest.sourceId,
    },
    ...{ choices: [], all: null, seed: '' },
  })
  if (!made.ok) return made
  const { operations, total, left, missingGroups } = made.value
  return ok(operations.length + total + left.length + missingGroups.length === 0)
}

/** The version on which a box's save is based; null if unknown, or no longer kept. */
const findBaseOfSave = async (
  who: string,
  newest: StateRow,
  save: Save,
  { loaded, held }: Loaded,
): Promise<Result<StateRow | null>> => {
  const number = held ?? loaded
  if (number === null || number === newest.number) return ok(number === null ? null : newest)
  const before = await findState(newest.listId, number)
  if (before === null || number === loaded) return ok(before)
  const hasAll = await hasChangesSince(who, before, newest, save)
  return hasAll.ok ? ok(hasAll.value ? newest : before) : hasAll
}

/**
 * Stores a box's save of a list that it had loaded. If the list has changed since, its newest revision stays the newest
 * and the save is kept beside it, so that neither side loses anything. Null if the list is gone.
 */
const storeSave = async (
  listId: string,
  save: Save,
  loaded: Loaded,
  commit: Commit<Saved>,
): Promise<Result<Saved> | null> => {
  const { source, imported, author, sn, language, part, seed } = save
  const changedNothing = (saved: number): Promise<Result<Saved>> => commitNothing({ id: listId, saved }, commit)
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const newest = await findNewest(listId)
    const list = await db.channelList.findFirst({
      where: { id: listId, deletedAt: null },
      select: { besideRevision: true },
    })
    if (newest === null || list === null) return null
    const who = author.id ?? sn
    const found = await findBaseOfSave(who, newest, save, loaded)
    if (!found.ok) return found
    const base = found.value
    // Without a known base, positions mean nothing.
    if (base === null && part !== null && part.ranges.length > 0) return fail('A0422', { field: 'base' })
    const isUnchanged = base !== null && base.sourceId === newest.sourceId && sameBytes(base.state, newest.state)
    const same = base === null ? ok(false) : await isServedFile(who, base, { source, imported }, language)
    if (!same.ok) return same
    // What the box had loaded is still part of the list's history.
    if (same.value && base !== null && !isUnchanged) return changedNothing(base.number)
    const before = isUnchanged ? newest : (base ?? newest)
    const made = await stateOfSave(who, before, { source, imported }, language)
    if (!made.ok) return made
    // Without a known base it is unclear what the box changed.
    const own =
      base === null && part === null
        ? ok({ as: 'file', beyond: false } as const)
        : await inOwnDialect(who, before, { source, imported, state: made.value, language, part, seed })
    if (!own.ok) return own
    // A list with only satellites is not a list for a box.
    if (own.value.as === 'file' && imported.facts.channels === 0) return fail('Q2205', { field: 'file' })
    if (own.value.as === 'unedited') return changedNothing(before.number)
    const counted =
      own.value.as === 'edited' ? ok(own.value.facts) : await factsOfSave(who, source, imported, made.value)
    if (!counted.ok) return counted
    const file = { source, state: made.value, facts: counted.value, problems: imported.problems, operations: null }
    const kept = own.value.as === 'edited' ? { ...own.value, problems: null } : file
    const { state } = kept
    const isThis = (row: StateRow): boolean =>
      (row.sourceId === kept.source.id && sameBytes(row.state, state)) ||
      (row.sourceId === source.id && sameBytes(row.state, imported.state))
    if (same.value || isThis(newest)) return changedNothing(newest.number)
    const answer = { id: listId, saved: newest.number + 1 }
    const saved: Revision = {
      kind: 'box-save',
      source: kept.source,
      state,
      facts: kept.facts,
      problems: kept.problems,
      operations: kept.operations,
      // The version that the box had loaded is the base of a merge.
      summary: { steps: [], stateOf: newest.number + 1, ...(base === null ? {} : { loaded: base.number }) },
      undoTo: newest.number,
      redoTo: null,
      fileName: newest.fileName,
      author,
    }
    // Changes that no edit can express wait for the owner, who is shown them.
    if (isUnchanged && !(own.value.as === 'file' && own.value.beyond)) {
      const outcome = await commitRevision(listId, newest.number, saved, answer, commit)
      if (outcome !== 'stale') return outcome
      continue
    }
    // The same save is already waiting.
    const waiting = list.besideRevision === null ? null : await findState(listId, list.besideRevision)
    if (waiting !== null && isThis(waiting)) return changedNothing(waiting.number)
    const keep: Revision = {
      ...saved,
      kind: 'keep',
      source: await getSource(newest.sourceId),
      state: newest.state,
      operations: null,
      facts: { ...kept.facts, channels: newest.channels },
      summary: { steps: [], of: newest.number + 1, stateOf: stateOf(newest) },
      undoTo: newest.undoTo,
      redoTo: newest.redoTo,
    }
    const outcome = await commitConflictCopy(listId, newest.number, { save: saved, kept: keep, sn }, answer, commit)
    if (outcome !== 'stale') return outcome
  }
  return fail('A0503')
}

/**
 * A box's save. `loaded`: the revision that it had loaded; `typed`: a person chose the name; `batch`: the box's own id
 * of this save, which makes a repeat harmless.
 */
export type BoxSave = {
  listId: string | null
  /** The list that the box itself named, if `listId` comes from the portal's record of its last fetch. */
  namedListId?: string | null
  loaded?: number | null
  /** The revision that it surely has: the answer with `loaded` may have been cut. */
  held?: number | null
  /** The box itself said what it had loaded; the portal's record is wrong for a box that was reset. */
  isLoadedTold?: boolean
  /** The language of the names that the box got with the list. */
  language?: NameLanguage | null
  name: string
  typed?: boolean
  /** The file has only some of the list's channels; missing ones stay, unless they are in its ranges. */
  part?: Part | null
  bytes: Uint8Array
  batch?: string | undefined
}

const isOwnList = async (userId: string, id: string): Promise<boolean> =>
  (await db.channelList.count({ where: { id, kind: 'user', ownerId: userId, deletedAt: null } })) > 0

/** The version that a box had loaded of a list that its owner can't change; null if it may not see any such list. */
const findLoaded = async (box: Box, listId: string | null, loaded: number | null): Promise<StateRow | null> => {
  if (listId === null) return null
  const row = await db.channelList.findFirst({
    where: { AND: [{ id: listId }, await whereLoadable(box)] },
    select: listSelect,
  })
  if (row === null) return null
  if (row.kind === 'user') return (loaded === null ? null : await findState(listId, loaded)) ?? findNewest(listId)
  // Whatever a box claims, it can't have a version that it was never given.
  const had =
    loaded === null
      ? []
      : await db.listPublication.findMany({ where: { listId, revision: loaded }, select: publicationSelect })
  const given = givenTo(stagedBox(box), row, await findHolders([row], [box.sn]))
  const base = had.some((one) => one.outAt !== null || isBoxInStage(box, readStage(one)))
    ? loaded
    : (given?.revision ?? null)
  return base === null ? null : findState(listId, base)
}

/** A save that can't become a revision of the owner's list becomes a new list under a free name. */
const saveAsNew = async (
  userId: string,
  wish: string,
  { source, imported: { state, facts, problems }, author }: Save,
  from: string | null,
  commit: Commit<Saved>,
): Promise<Result<Saved>> =>
  commitList(
    { kind: 'user', ownerId: userId, vnoId: null, name: (taken) => freeName(wish, (key) => taken.has(key)) },
    {
      kind: 'box-save',
      source,
      state,
      facts,
      problems,
      operations: null,
      summary: { steps: [] },
      fileName: null,
      author,
    },
    (id) => ({ id, saved: 1 }),
    commit,
    // The list is read in the language in which the box has it.
    async (tx, id) => from !== null && (await copyNameChoice(tx, userId, from, id)),
  )

/**
 * Saves a box's list: as a revision of the list that it loaded (`saved`), if its owner can change that; otherwise as a
 * new User list under a free name. More than 2000 channels are kept and flagged. D1101 not bound, C1110, C1112, Q2205,
 * A0413, C1202, C1109. A part of a list is accepted only for the owner's own lists: C1101, C1108; C1114 if it has what
 * no edit of the list can express.
 */
export const saveFromBox = async (box: Box, input: BoxSave): Promise<Result<ListSummary & { saved: number }>> => {
  const { userId } = box
  if (userId === null) return fail('D1101')
  if (input.typed === true && input.name.trim() !== '' && parseListName(input.name) === null)
    return fail('C1110', { field: 'name' })
  const entitled = await checkEntitled({ sn: box.sn }, 'chmax')
  if (!entitled.ok) return entitled
  const owner = await db.user.findUnique({ where: { id: userId }, select: { id: true, userName: true } })
  if (owner === null) return fail('D1101')
  const source = await makeSource(input.bytes)
  const author: Author = { id: userId, name: owner.userName, sn: box.sn }
  const store = async (commit: Commit<Saved>): Promise<Result<Saved>> => {
    const imported = await importBytes(userId, source, { whole: true })
    if (!imported.ok) return imported
    const { listId, language = null, part = null, loaded = null, held = null } = input
    const seed = `${userId} ${listId} ${input.batch ?? makeToken()}`
    const { source: read } = imported.value
    const save = { source: read, imported: imported.value, author, sn: box.sn, language, part, seed }
    if (listId !== null && (await isOwnList(userId, listId))) {
      const stored = await inListQueue(listId, () => storeSave(listId, save, { loaded, held }, commit))
      if (stored !== null) return stored
    }
    if (imported.value.facts.channels === 0) return fail('Q2205', { field: 'file' })
    // A part of somebody else's list is not a list.
    if (part !== null) return fail(listId === null ? 'C1101' : 'C1108', { field: 'part' })
    const from = language === null ? null : await findLoaded(box, listId, loaded)
    if (from === null) return saveAsNew(userId, input.name, save, null, commit)
    // Names that the portal gave it are not the channels' own names.
    const state = await stateOfSave(userId, from, save, language)
    if (!state.ok) return state
    const named = { ...save, imported: { ...save.imported, state: state.value } }
    return saveAsNew(userId, input.name, named, from.listId, commit)
  }
  const { batch, name, typed } = input
  const listId = input.namedListId === undefined ? input.listId : input.namedListId
  const named = {
    owner: `box ${box.sn}`,
    purpose: 'box.save',
    key: batch,
    asked: {
      source: source.id,
      userId,
      listId,
      name,
      typed,
      ...(input.part == null ? {} : { part: input.part.ranges.length === 0 ? true : input.part }),
    },
  }
  const stored = await once<Saved, Failure>(named, store)
  if (!stored.ok) return stored
  const { id, saved } = stored.value
  const find = () => db.channelList.findFirst({ where: { id, deletedAt: null }, select: listSelect })
  const actor = { userId, userName: owner.userName, role: 'customer', vnoId: null, sn: box.sn } as const
  let row = await find()
  if (row?.besideRevision === saved && input.isLoadedTold === true) {
    await reconcileByItself(actor, id, saved)
    row = await find()
  }
  if (row === null) return fail('C1101')
  const told = describeList(actor, row, await conflictCopyNicknames([row]))
  if (told.beside?.revision === saved)
    await conflictCopyKept.notify({
      userId,
      listId: id,
      name: told.name,
      revision: saved,
      sn: box.sn,
      nickname: told.beside.nickname,
    })
  return ok({ ...told, saved })
}
