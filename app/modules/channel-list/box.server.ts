/** Lists as boxes see them: which ones, their files, and what a box saves. */
import { checkEntitled } from '~/modules/entitlement/entitlement.server'
import { db } from '~/platform/db.server'
import { once, type Commit } from '~/platform/idempotency.server'
import type { FileFormat, NameLanguage } from '~/engine/types'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import type { ListKind } from './channel-list.schema'
import { boxHasNewest, commitBeside, commitList, commitRevision, type Author, type Revision } from './commit.server'
import { unlessEmpty, writeRevision } from './export.server'
import { importBytes, type Imported } from './import.server'
import { attemptsMax } from './limits'
import { saveKeptBeside } from './kept-beside.server'
import { copyNameChoice } from './name-choice.server'
import { freeName, parseListName } from './name'
import { sameBytes } from './replace.server'
import { isServedFile, stateOfSave } from './served-names.server'
import { whereVisibleToBox } from './rights'
import { getSource, makeSource, type Source } from './source.server'
import {
  audienceOf,
  findNewest,
  findState,
  formatForBox,
  listSelect,
  nicknamesBeside,
  stateOf,
  describeList,
  type StateRow,
} from './store.server'
import { inListQueue } from './list-queue.server'
import type { Box, BoxFile, ListSummary, Paging } from './types'

export { boxMaySee } from './rights'

export type BoxList = {
  id: string
  name: string
  kind: ListKind
  revision: number
  format: FileFormat
  channels: number
  tv: number
  radio: number
  updatedAt: Date
}

/** The lists that a box may load: System, its VNO's, its owner's; by kind, then by name. */
export const listsForBox = async (box: Box, { page, size }: Paging): Promise<{ items: BoxList[]; total: number }> => {
  const where = { AND: [{ deletedAt: null }, whereVisibleToBox(box)] }
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
  const items = rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind as ListKind,
    revision: row.revision,
    format: formatForBox(row.dialect),
    channels: row.channels,
    tv: row.tv,
    radio: row.radio,
    updatedAt: row.updatedAt,
  }))
  return { items, total }
}

/**
 * The file of a living list together with what decides who may have it, its channels named in a language where it has
 * names in it. The caller checks `boxMaySee`. C1101 when there is none, C1107 where it would hold nothing.
 */
export const exportForBox = async (
  listId: string,
  format: FileFormat | null,
  language: NameLanguage | null = null,
): Promise<Result<BoxFile>> => {
  const row = await db.channelList.findFirst({
    where: { id: listId, deletedAt: null },
    select: { name: true, dialect: true, kind: true, ownerId: true, vnoId: true },
  })
  const newest = row === null ? null : await findNewest(listId)
  if (row === null || newest === null) return fail('C1101')
  const written = unlessEmpty(
    await writeRevision(row.ownerId, row, newest, format ?? formatForBox(row.dialect), language),
  )
  if (!written.ok) return written
  const { losses: _losses, empty: _empty, ...file } = written.value
  return ok({ ...file, audience: audienceOf(row) })
}

/** A list that may become a box's active one: the account's box must be allowed to load it. */
export const findChoosableList = async (
  userId: string,
  sn: string,
  listId: string,
): Promise<{ id: string; name: string; kind: ListKind } | null> => {
  const device = await db.device.findFirst({ where: { sn, userId }, select: { box: { select: { vnoId: true } } } })
  if (device === null) return null
  const row = await db.channelList.findFirst({
    where: { AND: [{ id: listId, deletedAt: null }, whereVisibleToBox({ sn, userId, vnoId: device.box.vnoId })] },
    select: { id: true, name: true, kind: true },
  })
  return row === null ? null : { ...row, kind: row.kind as ListKind }
}

/** `language`: the one in which the box was given the list's names; null: as they are. */
type Save = { source: Source; imported: Imported; author: Author; sn: string; language: NameLanguage | null }
/** The list that contains a save, and its revision. */
type Saved = { id: string; saved: number }

/**
 * Stores a box's save of a list that it had loaded as revision `loaded` (null: unknown). Where the list has been
 * changed since, its newest revision stays the newest and the save is kept beside it, so that neither side loses
 * anything. Null where the list is gone.
 */
const storeSave = async (
  listId: string,
  { source, imported, author, sn, language }: Save,
  loaded: number | null,
  commit: Commit<Saved>,
): Promise<Result<Saved> | null> => {
  const { facts, problems } = imported
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const newest = await findNewest(listId)
    const list = await db.channelList.findFirst({
      where: { id: listId, deletedAt: null },
      select: { besideRevision: true },
    })
    if (newest === null || list === null) return null
    const base = loaded === newest.number ? newest : loaded === null ? null : await findState(listId, loaded)
    const who = author.id ?? sn
    const isUnchanged = base !== null && base.sourceId === newest.sourceId && sameBytes(base.state, newest.state)
    const same = isUnchanged ? await isServedFile(who, newest, { source, imported }, language) : ok(false)
    if (!same.ok) return same
    const made = await stateOfSave(who, isUnchanged ? newest : (base ?? newest), { source, imported }, language)
    if (!made.ok) return made
    const state = made.value
    const isThis = (row: StateRow): boolean =>
      row.sourceId === source.id && (sameBytes(row.state, state) || sameBytes(row.state, imported.state))
    if (same.value || isThis(newest)) {
      if (loaded === newest.number) await boxHasNewest(listId, sn)
      return ok({ id: listId, saved: newest.number })
    }
    const answer = { id: listId, saved: newest.number + 1 }
    const save: Revision = {
      kind: 'box-save',
      source,
      state,
      facts,
      problems,
      operations: null,
      // What the box had loaded is what a merge of both sides begins with.
      summary: { steps: [], stateOf: newest.number + 1, ...(loaded === null ? {} : { loaded }) },
      undoTo: newest.number,
      redoTo: null,
      fileName: newest.fileName,
      author,
    }
    if (isUnchanged) {
      const outcome = await commitRevision(listId, newest.number, save, answer, commit)
      if (outcome !== 'stale') return outcome
      continue
    }
    // The same save is already waiting.
    const waiting = list.besideRevision === null ? null : await findState(listId, list.besideRevision)
    if (waiting !== null && isThis(waiting)) return ok({ id: listId, saved: waiting.number })
    const kept: Revision = {
      ...save,
      kind: 'keep',
      source: await getSource(newest.sourceId),
      state: newest.state,
      facts: { ...facts, channels: newest.channels },
      summary: { steps: [], of: newest.number + 1, stateOf: stateOf(newest) },
      undoTo: newest.undoTo,
      redoTo: newest.redoTo,
    }
    const outcome = await commitBeside(listId, newest.number, { save, kept, sn }, answer, commit)
    if (outcome !== 'stale') return outcome
  }
  return fail('A0503')
}

/**
 * What a box sends to be saved. `loaded`: the revision that it had loaded; `typed`: a person chose the name; `batch`:
 * the box's own id of this save, which makes a repetition harmless.
 */
export type BoxSave = {
  listId: string | null
  /** The list that the box itself named, where `listId` comes from the portal's record of its last fetch. */
  namedListId?: string | null
  loaded?: number | null
  /** In which language the box was given the names of the list. */
  language?: NameLanguage | null
  name: string
  typed?: boolean
  bytes: Uint8Array
  batch?: string | undefined
}

const isOwnList = async (userId: string, id: string): Promise<boolean> =>
  (await db.channelList.count({ where: { id, kind: 'user', ownerId: userId, deletedAt: null } })) > 0

/** What a box had loaded of a list that is not its owner's to change; null where it may not see any such list. */
const findLoaded = async (box: Box, listId: string | null, loaded: number | null): Promise<StateRow | null> => {
  if (listId === null) return null
  const visible = await db.channelList.count({
    where: { AND: [{ id: listId, deletedAt: null }, whereVisibleToBox(box)] },
  })
  if (visible === 0) return null
  return (loaded === null ? null : await findState(listId, loaded)) ?? findNewest(listId)
}

/** A save that can't be a revision of the owner's list becomes a new list under a free name. */
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
    // It is read in the language in which its box has it.
    async (tx, id) => from !== null && (await copyNameChoice(tx, userId, from, id)),
  )

/**
 * Saves a box's list: as a revision of the list that it loaded, when that is its owner's (`saved` names it); else as a
 * new User list under a free name. More than 2000 channels are kept and flagged. D1101 not bound, C1110, C1112, Q2205,
 * A0413, C1202, C1109.
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
    const { listId, language = null } = input
    if (listId !== null && (await isOwnList(userId, listId))) {
      const made = { source: imported.value.source, imported: imported.value, author, sn: box.sn, language }
      const stored = await inListQueue(listId, () => storeSave(listId, made, input.loaded ?? null, commit))
      if (stored !== null) return stored
    }
    const save = { source: imported.value.source, imported: imported.value, author, sn: box.sn, language }
    const from = language === null ? null : await findLoaded(box, listId, input.loaded ?? null)
    if (from === null) return saveAsNew(userId, input.name, save, null, commit)
    // Names that the portal gave it are not the channels' own.
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
    asked: { source: source.id, userId, listId, name, typed },
  }
  const stored = await once<Saved, Failure>(named, store)
  if (!stored.ok) return stored
  const { id, saved } = stored.value
  const row = await db.channelList.findFirst({ where: { id, deletedAt: null }, select: listSelect })
  if (row === null) return fail('C1101')
  const actor = { userId, userName: owner.userName, role: 'customer', vnoId: null } as const
  const told = describeList(actor, row, await nicknamesBeside([row]))
  if (told.beside?.revision === saved)
    await saveKeptBeside.notify({
      userId,
      listId: id,
      name: told.name,
      revision: saved,
      sn: box.sn,
      nickname: told.beside.nickname,
    })
  return ok({ ...told, saved })
}
