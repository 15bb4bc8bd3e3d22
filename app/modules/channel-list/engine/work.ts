/**
 * The engine's pieces of work on stored lists. Each maps plain data to plain data, so that a short piece can run on the
 * server's own thread and a long one on the engine's. Pure code: no database, no settings.
 */
import { createHash } from 'node:crypto'
import { createFormats } from '~/engine/formats'
import {
  fileFormats,
  limits,
  type Encoding,
  type Engine,
  type FileFormat,
  type FileLoss,
  type ForeignDialect,
  type NameLanguage,
  type OpenList,
  type OpenOptions,
  type Opened,
  type Operation,
  type OperationError,
  type Problem,
} from '~/engine/types'
import { codeOfReason } from '~/engine/rules'
import { rebaseState } from '~/engine/state'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import { carryOverEdits } from '../merge/carry-over'
import { compareVersions } from '../merge/compare'
import { findOriginal, writeIn, type StoredOriginal, type WrittenIn } from '../files/dialects'
import { mapIds } from '../merge/identity'
import { fitList } from '../edit/keep-rules'
import { keepBytes } from '../storage/kept-bytes'
import { clashesMax, lossIdsMax, operationsTextMax } from '../limits'
import { mergeBatch, namedBy } from '../merge/merge'
import { mergeInto, previewMerge } from '../merge/merged'
import { ownEdits } from '../merge/own-save'
import { reconcile } from '../merge/reconciled'
import { channelsOf, operationFacts } from '../edit/operation-ids'
import { namesFor, namesGone, readNames, stateInLanguage, writeNameTable } from '../names/names'
import { orderAfter, readLines } from '../merge/ordered'
import { readFile } from '../merge/other'
import { countProblems, countTypes, factsOf, openStored, takeSnapshot, type Facts } from './opened'
import { findPasted } from '../edit/pasted'
import { placeName } from '../place-name'
import { planTool } from '../tools/tool-plan'
import { findOwnNames, putNames } from '../names/served-names'
import type { Host, Stored } from './stored'
import { moveUploaded } from '../names/uploaded-names'
import { describeRefused } from '../edit/refused-value.schema'
import type { Clash, EncodingPreview, ExportLoss, ListReport, ListView, Paging } from '../types'
import { facetsOf, headOf, makeView, pageOf } from './view'
import { copyVisible, copyWhole, type Copied } from '../files/visible-copy'

/** `made`: the text that the list is opened from, with its digest, if the upload is in another dialect. */
export type Imported = {
  state: Uint8Array
  facts: Facts
  problems: { errors: number; warnings: number }
  made: { id: string; bytes: Uint8Array; dialect: ForeignDialect } | null
}

const describeLosses = (losses: readonly FileLoss[]): ExportLoss[] =>
  losses.map(({ code, ids, fields }) => ({
    code,
    channels: ids.length,
    ids: ids.slice(0, lossIdsMax),
    ...(fields === undefined ? {} : { fields }),
  }))

/** Opens an upload; one in another dialect through the text converted from it. */
const openUpload = (
  { engine, formats }: Host,
  bytes: Uint8Array,
  digest: string,
  options: OpenOptions,
): { opened: Opened; made: { bytes: Uint8Array; dialect: ForeignDialect } | null } => {
  const upload = bytes.length > limits.fileBytes ? null : findOriginal(bytes)
  if (upload === null) return { opened: engine.open(bytes, options), made: null }
  if (!('files' in upload)) return { opened: { ok: false, ...upload }, made: null }
  const read = formats.read({ ...upload, encoding: options.encoding }, digest)
  if (!read.ok)
    return { opened: { ok: false, refusal: read.refusal, record: limits.records + 1, offset: 0 }, made: null }
  // Without channels, let the engine report what the file is.
  if (read.channels === 0 && upload.dialect !== 'satellites') return { opened: engine.open(bytes, options), made: null }
  return { opened: engine.open(read.chl, options), made: { bytes: read.chl, dialect: upload.dialect } }
}

const importBytes = (
  host: Host,
  {
    bytes,
    digest = '',
    encoding,
    keep,
    whole,
  }: {
    bytes: Uint8Array
    digest?: string | undefined
    encoding?: Encoding | undefined
    keep?: readonly string[] | undefined
    whole?: boolean | undefined
  },
): Result<Imported> => {
  host.changed()
  const { opened, made } = openUpload(host, bytes, digest, encoding === undefined ? {} : { encoding })
  if (!opened.ok)
    return fail('C1112', {
      field: 'file',
      data: {
        cause: opened.refusal,
        record: opened.record,
        offset: opened.offset,
        limitBytes: limits.fileBytes,
        mostRecords: limits.records,
      },
    })
  const { list } = opened
  // A file of only satellites and transponders makes a list to fill.
  if (list.length() === 0 && !(made?.dialect === 'satellites' && list.transponders().length > 0))
    return fail('Q2205', { field: 'file' })
  const problems = countProblems(list)
  if (whole !== true) {
    const fits = fitList(list, keep ?? [])
    if (!fits.ok) return fits
  }
  return ok({
    state: list.state(),
    facts: factsOf(list),
    problems,
    made: made && madeOf(made),
  })
}

const fitCopy = (host: Host, { stored, keep }: { stored: Stored; keep: readonly string[] }): Result<Copied> => {
  const list = host.open(stored)
  host.changed()
  return copyWhole(list, keep)
}

export type Written = Omit<WrittenIn, 'losses'> & { losses: ExportLoss[]; digest: string }
/** The digest is of the bytes, shortened. `original` is the upload that the source was made from. */
const write = (
  host: Host,
  { stored, format, original }: { stored: Stored; format: FileFormat; original: StoredOriginal | null },
): Written => {
  const { source, state } = stored
  const list = host.open(stored)
  // Writing in another dialect opens the result in place of the list.
  const isOwn = original === null && list.dialect === fileFormats[format]
  const { bytes, losses, ...more } = writeIn(host, () => list, { source, state, original }, format)
  if (!isOwn) host.changed()
  // The engine reuses its memory, so copy the result.
  const copy = new Uint8Array(bytes)
  return {
    bytes: copy,
    losses: describeLosses(losses),
    ...more,
    digest: createHash('sha256').update(copy).digest('hex').slice(0, 24),
  }
}

/** `reading`: the file that the ids of a batch come from, if it is another reading of the same upload. */
export type Edit = { stored: Stored; base: Uint8Array | null; operations: Operation[]; reading?: Uint8Array }
/**
 * What an operation affected, as it was before: its first channels, the position of a single moved one, the group's
 * name. `places`: where its first channels were, and are now.
 */
export type OperationFacts = {
  channels?: { id: number; name: string }[]
  from?: number
  groupName?: string
  /** The name of a satellite, group or category; for a transponder its place. */
  part?: string
  places?: { from: number; to: number }[]
}
/** The maximum number of names kept for one step. */
const namesMax = 3
/** The maximum number of operations of one batch that are described by name. */
const describedOperationsMax = 20

/** The name of the part that an operation changes: before the change, or as it is added. */
const partName = (list: OpenList, operation: Operation): string | undefined => {
  if (operation.op !== 'set' && operation.op !== 'add' && operation.op !== 'remove') return undefined
  if (operation.op === 'add') {
    if (operation.target === 'channel') return undefined
    if (operation.target !== 'transponder') return operation.values.name
    return placeName(operation.values.frequencyKHz, operation.values.polarisation)
  }
  const { target } = operation
  if (target === 'channel') return undefined
  if (target === 'transponder') {
    const one = list.transponders().find(({ id }) => id === operation.id)
    return one && placeName(one.frequencyKHz, one.polarisation)
  }
  const rows =
    target === 'satellite' ? list.satellites() : target === 'group' ? list.favouriteGroups() : list.categories()
  return rows.find(({ id }) => id === operation.id)?.name
}

/**
 * What the history says about each operation, read before any is applied: positions are valid only for the first one.
 */
const describeOperations = (list: OpenList, operations: readonly Operation[]): OperationFacts[] =>
  operations.map((operation, at): OperationFacts => {
    const ids = channelsOf(operation)
    const channels = ids.slice(0, namesMax).flatMap((id) => {
      const place = list.positionOf(id)
      return place > 0 ? list.channels(place - 1, 1).map(({ name }) => ({ id, name })) : []
    })
    const [first] = channels
    const from = operation.op === 'move' && at === 0 && ids.length === 1 && first ? list.positionOf(first.id) : 0
    const groupName =
      operation.op === 'favourite' || operation.op === 'group-order'
        ? list.favouriteGroups().find(({ id }) => id === operation.group)?.name
        : undefined
    const part = partName(list, operation)
    if (operation.op === 'add' && operation.target === 'channel')
      channels.push(...operation.channels.slice(0, namesMax).map(({ id, name }) => ({ id, name })))
    if (operation.op === 'restore') {
      const named = new Set(ids.slice(0, namesMax))
      channels.push(...list.removed().flatMap(({ id, name }) => (named.has(id) ? [{ id, name }] : [])))
    }
    return {
      ...(channels.length === 0 ? {} : { channels }),
      ...(from > 0 ? { from } : {}),
      ...(groupName === undefined ? {} : { groupName }),
      ...(part === undefined ? {} : { part }),
    }
  })

const isPlacing = ({ op }: Operation): boolean => operationFacts[op].places === true
/**
 * The operation whose channels describe the whole batch's moves: the first move, if all moves concern the same
 * channels.
 */
const movingOf = (operations: readonly Operation[]): number | null => {
  const at = operations.findIndex(isPlacing)
  const first = operations[at]
  if (first === undefined || (first.op !== 'move' && first.op !== 'step')) return null
  const isSame = (other: Operation): boolean =>
    (other.op === 'move' || other.op === 'step') &&
    other.ids.length === first.ids.length &&
    other.ids.every((id, index) => id === first.ids[index])
  return operations.every((other) => !isPlacing(other) || isSame(other)) ? at : null
}
/** Reads the positions of the channels that a batch moves; called before and after. */
const readPlaces = (list: OpenList, told: OperationFacts | undefined): number[] =>
  (told?.channels ?? []).map(({ id }) => list.positionOf(id))

export type Edited = {
  ok: true
  told: OperationFacts[]
  state: Uint8Array
  facts: Facts
  operations: string | null
  warnings: ExportLoss[]
  merged: boolean
}
/**
 * The result of an edit: a new state, a refusal, or both sides of a conflict. `base` null: the batch was made on this
 * revision.
 */
/** `isReplaced`: the ids of the batch refer to other records in the newest file. */
export type Prepared = Edited | Failure | { ok: 'clash'; clashes: Clash[]; total: number; isReplaced?: true }

/** The stored form as text, for the history; null if it is too long to keep. */
const textOf = (operations: readonly Operation[]): string | null => {
  const numbers = operations.reduce(
    (sum, operation) => sum + ('order' in operation ? operation.order.length : channelsOf(operation).length || 1),
    0,
  )
  // Each number takes at least two characters, so a long text is detected without writing it.
  if (2 * numbers > operationsTextMax) return null
  const text = JSON.stringify(operations)
  return text.length <= operationsTextMax ? text : null
}

/** The error for a refused batch. A channel that is no longer in the list is named as in the file. */
const refuse = (
  { engine }: Host,
  { source }: Stored,
  { code, index, id, field }: OperationError,
  operations: readonly Operation[],
): Failure => {
  const opened = code === 'unknown-channel' && id !== undefined ? engine.open(source, {}) : null
  const place = opened?.ok === true && id !== undefined ? opened.list.positionOf(id) : 0
  const channel = opened?.ok === true && place > 0 ? opened.list.channels(place - 1, 1)[0]?.name : undefined
  return fail(codeOfReason(code), {
    data: {
      reason: code,
      index,
      ...(id === undefined ? {} : { id }),
      ...describeRefused(operations[index], { code, field }),
      ...(channel ? { channel } : {}),
    },
  })
}

/** The channels deleted along with a satellite or transponder that a batch removes: no operation names them. */
const takenAlong = (list: OpenList, base: Uint8Array, operations: Operation[]): number[] => {
  const removes = operations.some(
    (one) => one.op === 'remove' && (one.target === 'satellite' || one.target === 'transponder'),
  )
  if (!removes) return []
  list.load(base)
  const before = Array.from(list.columns().id)
  return list.apply(operations).ok ? before.filter((id) => list.positionOf(id) === 0) : []
}

const namesIn = (list: OpenList): Map<number, string> => {
  const names = list.names()
  return new Map(Array.from(list.columns().id, (id, place) => [id, names[place] ?? '']))
}
/**
 * Channels of `present` that are gone now although the batch did not mean to delete them: removing a satellite takes
 * what is there now, including what others added in the meantime.
 */
const unmeantIn = (list: OpenList, present: ReadonlyMap<number, string>, meant: ReadonlySet<number>): Clash[] =>
  [...present].flatMap(([id, channel]): Clash[] =>
    list.positionOf(id) > 0 || meant.has(id) ? [] : [{ field: 'existence', id, channel, mine: false, theirs: true }],
  )

const prepare = (host: Host, { stored, base, operations, reading }: Edit): Prepared => {
  if (reading !== undefined && shapeIn(host, reading) !== shapeIn(host, stored.source))
    return { ok: 'clash', clashes: [], total: 0, isReplaced: true }
  const list = host.open(stored)
  host.changed()
  let wanted = operations
  /** Channels that the batch deletes on its own base. */
  const meant = new Set<number>()
  // Of a long batch, only the number of steps is recorded.
  const told = describeOperations(list, operations.slice(0, describedOperationsMax))
  const moving = movingOf(operations)
  const moved = moving === null ? undefined : told[moving]
  const stood = readPlaces(list, moved)
  if (base !== null) {
    const named = new Set([...namedBy(operations), ...takenAlong(list, base, operations)])
    list.load(base)
    const before = takeSnapshot(list, named)
    const tried = list.apply(operations)
    if (!tried.ok) return refuse(host, stored, tried, operations)
    const mine = takeSnapshot(list, named)
    for (const id of before.order) if (!mine.live.has(id)) meant.add(id)
    list.load(stored.state)
    const merged = mergeBatch(before, mine, takeSnapshot(list, named), operations)
    if (!merged.ok) {
      // Show the user everything that the batch would delete, even where no values clash.
      const present = namesIn(list)
      const known = new Set(merged.clashes.map(({ field, id }) => `${field} ${id}`))
      const more = list.apply(merged.operations).ok ? unmeantIn(list, present, meant) : []
      const clashes = [...merged.clashes, ...more.filter(({ field, id }) => !known.has(`${field} ${id}`))]
      return { ok: 'clash', clashes: clashes.slice(0, clashesMax), total: clashes.length }
    }
    wanted = merged.operations
  }
  // If others did the same, a merge may leave nothing to do.
  if (wanted.length === 0)
    return { ok: true, told, state: list.state(), facts: factsOf(list), operations: '[]', warnings: [], merged: true }
  const present = base === null ? null : namesIn(list)
  const applied = list.apply(wanted)
  if (!applied.ok) return refuse(host, stored, applied, wanted)
  const unmeant = present === null ? [] : unmeantIn(list, present, meant)
  if (unmeant.length > 0) return { ok: 'clash', clashes: unmeant.slice(0, clashesMax), total: unmeant.length }
  const stand = readPlaces(list, moved)
  const places = stood.map((from, at) => ({ from, to: stand[at] ?? 0 }))
  // A merge may have left some channels out; then the positions are meaningless.
  if (moved && places.some(({ from, to }) => from !== to) && places.every(({ to }) => to > 0)) moved.places = places
  return {
    ok: true,
    told,
    state: list.state(),
    facts: factsOf(list),
    operations: textOf(applied.stored),
    warnings: describeLosses(applied.warnings),
    merged: base !== null,
  }
}

const readFacts = (
  host: Host,
  { stored, withProblems }: { stored: Stored; withProblems: boolean },
): { facts: Facts; problems: { errors: number; warnings: number } | null } => {
  const list = host.open(stored)
  return { facts: factsOf(list), problems: withProblems ? countProblems(list) : null }
}

const report = (
  host: Host,
  { stored, asked }: { stored: Stored; asked: Paging & { severity?: Problem['severity'] } },
): ListReport => {
  const list = host.open(stored)
  const all = list.problems()
  const errors = all.filter(({ severity }) => severity === 'error').length
  const shown = asked.severity === undefined ? all : all.filter(({ severity }) => severity === asked.severity)
  return {
    dialect: list.dialect,
    version: list.version,
    encoding: list.encoding,
    encodingSource: list.encodingSource,
    records: list.records,
    channels: list.length(),
    ...countTypes(list),
    scrambled: facetsOf(list).scrambled,
    satellites: list.satellites(),
    transponders: list.transponders().length,
    errors,
    warnings: all.length - errors,
    problems: { items: pageOf(shown, asked), total: shown.length, page: asked.page, size: asked.size },
  }
}

type Made = { id: string; bytes: Uint8Array; dialect: ForeignDialect }
const madeOf = ({ bytes, dialect }: Omit<Made, 'id'>): Made => ({
  id: createHash('sha256').update(bytes).digest('hex'),
  bytes: keepBytes(bytes),
  dialect,
})

/** How many rows of each kind a list had when it was read. */
const shapeOf = (list: OpenList): string =>
  [list.records, list.satellites().length, list.transponders().length, list.favouriteGroups().length].join()
const shapeIn = ({ engine, changed }: Host, source: Uint8Array): string => {
  changed()
  const opened = engine.open(source)
  return opened.ok ? shapeOf(opened.list) : ''
}

export type Reread = { made: Made; state: Uint8Array; problems: { errors: number; warnings: number } }
/** Reads an upload in another encoding and keeps the list's edits; null if they don't fit. */
const reread = (
  host: Host,
  { bytes, digest, stored, encoding }: { bytes: Uint8Array; digest: string; stored: Stored; encoding: Encoding },
): Reread | null => {
  const shape = shapeIn(host, stored.source)
  const { opened, made } = openUpload(host, bytes, digest, { encoding })
  if (!opened.ok || made === null || shapeOf(opened.list) !== shape) return null
  const state = rebaseState(stored.state, opened.list.state())
  return state && { made: madeOf(made), state, problems: countProblems(opened.list) }
}

/** The maximum number of names shown in an encoding preview. */
const samplesMax = 12
const hasOtherLetters = /[^\u0020-\u007e]/

/** `other`: the list in that encoding, if its upload was read again. */
type Preview = { stored: Stored; encoding: Encoding; other: Stored | null }
const namesAnew = (host: Host, list: OpenList, { encoding, other }: Preview): string[] => {
  if (other !== null) return host.open(other).names().slice()
  const before = list.state()
  host.changed()
  const applied = list.apply([{ op: 'encoding', encoding }])
  if (!applied.ok) throw new Error(`an encoding of the table was refused: ${applied.code}`)
  const names = list.names().slice()
  list.load(before)
  return names
}

const preview = (host: Host, asked: Preview): EncodingPreview => {
  const { encoding } = asked
  const list = host.open(asked.stored)
  const present = list.names().slice()
  const ids = list.columns().id.slice(0, present.length)
  const other = namesAnew(host, list, asked)
  const differing: number[] = []
  const others: number[] = []
  for (let at = 0; at < present.length; at++) {
    if (present[at] !== other[at]) differing.push(at)
    else if (others.length < samplesMax && hasOtherLetters.test(present[at] ?? '')) others.push(at)
  }
  const chosen = [...differing.slice(0, samplesMax), ...others].slice(0, samplesMax)
  return {
    encoding,
    differing: differing.length,
    samples: chosen.map((at) => ({
      id: ids[at] ?? 0,
      position: at + 1,
      present: present[at] ?? '',
      preview: other[at] ?? '',
    })),
  }
}

/** The properties of a view that are read from the list. */
export type ViewHead = Pick<ListView, 'dialect' | 'version' | 'encoding' | 'pristine' | 'length'>
/** The calls of a view. */
export type ViewCall = {
  [N in keyof ListView]: ListView[N] extends (...args: infer A) => unknown ? { name: N; args: A } : never
}[keyof ListView]

const viewHead = (host: Host, { stored }: { stored: Stored }): ViewHead => headOf(host.open(stored))

/** One call of a view, for a reader on another thread. */
const viewCall = (host: Host, { stored, call }: { stored: Stored; call: ViewCall }): unknown => {
  const view = makeView(host.open(stored))
  const method = view[call.name] as (...args: readonly unknown[]) => unknown
  return method(...call.args)
}

type InLanguage = { stored: Stored; language: NameLanguage }
/** The state with names in a language; nothing is stored. */
const inLanguage = (host: Host, { stored, language }: InLanguage): Uint8Array => {
  const list = host.open(stored)
  host.changed()
  return stateInLanguage(list, language)
}

/** Every piece of work by name. */
export const pieces = {
  importBytes,
  fitCopy,
  copyVisible,
  write,
  prepare,
  readFacts,
  report,
  preview,
  reread,
  viewHead,
  viewCall,
  mapIds,
  carryOverEdits,
  compareVersions,
  inLanguage,
  namesFor: (host: Host, { stored, language }: InLanguage) => namesFor(host.open(stored), language),
  withoutNames: (host: Host, { stored, language }: InLanguage) => namesGone(host.open(stored), language),
  moveUploaded,
  findOwnNames,
  putNames,
  readNames,
  nameTable: (host: Host, { stored }: { stored: Stored }) => writeNameTable(host.open(stored)),
  orderAfter,
  readLines,
  findPasted,
  previewMerge,
  mergeInto,
  reconcile,
  ownEdits,
  readFile,
  planTool,
} as const
export type PieceName = keyof typeof pieces
export type PieceInput<N extends PieceName> = Parameters<(typeof pieces)[N]>[1]
export type PieceOutput<N extends PieceName> = ReturnType<(typeof pieces)[N]>

/** Runs one piece by its name. */
export const runPiece = <N extends PieceName>(host: Host, name: N, input: PieceInput<N>): PieceOutput<N> => {
  const piece = pieces[name] as (host: Host, input: PieceInput<N>) => PieceOutput<N>
  return piece(host, input)
}

/** Opens each list anew, for short work. */
export const plainHost = (engine: Engine): Host => ({
  engine,
  formats: createFormats(engine),
  open: ({ source, state }) => openStored(engine, source, state),
  changed: () => undefined,
})
