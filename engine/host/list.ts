/**
 * An open list: `OpenList` of contract.ts over the engine's memory. It decodes names once, caches collected data until
 * the next edit, and validates all input before the engine sees it.
 */
import type { Cells, Choices, Columns, OpenList, Query } from './contract'
import { type Core, flag, info, none, row, satelliteEntry, transponderEntry } from './core'
import type { DialectReader } from './dialect'
import { Losses } from './losses'
import { keptName, maxKeptNameLength, refuseName } from './name'
import { restoreInState } from './runs'
import { type FileNumbers, readFileNumbers, readGroupsBeyond } from './text/file-numbers'
import { lossCodes } from './problem-codes'
import { Search } from './search'
import {
  type Category,
  type Channel,
  type ChannelDetails,
  type Dialect,
  type Encoding,
  type FavouriteGroup,
  type Format,
  type Loss,
  type Operation,
  type OperationError,
  type Polarisation,
  type Problem,
  type Satellite,
  type Transponder,
  type ViewSort,
  channelTypes,
  defaultCategoryNames,
  encodings,
  formats,
  limits,
  polarisations,
  sortModes,
} from './types'
import { viewPlaces } from './view-order'

const encodingSources = ['selector', 'utf-8', 'country', 'letters', 'default', 'chosen'] as const
/** FEC codes of assembly/model.ts; 255 is read from the file. */
const fecNames = [
  null,
  'auto',
  '1/2',
  '2/3',
  '3/4',
  '4/5',
  '5/6',
  '6/7',
  '7/8',
  '8/9',
  '9/10',
  '3/5',
  '1/4',
  '1/3',
  '2/5',
] as const
const fecOther = 255
const bands = [null, 'KU', 'C'] as const

const noCells: Cells = new Map()

type Failure = { ok: false } & OperationError
type Applied = { ok: true; stored: Operation[]; warnings: Loss[] }

export class List implements OpenList {
  readonly dialect: Dialect
  readonly version: string | null
  readonly records: number
  /** The number of rows; ids are below it. */
  private readonly rowTotal: number
  private readonly groupNames: string[]
  private chosenEncoding = false
  private nameCache: string[] | null = null
  private columnCache: Columns | null = null
  private positionCache: Uint32Array | null = null
  private readonly search = new Search(this)
  private satelliteCache: Satellite[] | null = null
  private transponderCache: Transponder[] | null = null
  private fileNumbersCache: FileNumbers | null = null

  constructor(
    private readonly core: Core,
    private readonly reader: DialectReader,
    dialect: Dialect,
    private readonly isCurrent: () => boolean,
  ) {
    this.dialect = dialect
    this.rowTotal = core.get(info.rowCount)
    // If the last object of a `.chl` is cut, it has no row.
    this.records = this.rowTotal + (dialect === 'chl' ? core.exports.brokenChannelCount() : 0)
    this.version = reader.version(core)
    this.groupNames = reader.favouriteNames(core)
    this.setGroupTotal(this.groupNames.length)
  }

  /** Sets how many favourite groups the list has, if more than the file names. */
  setGroupTotal(count: number): void {
    this.core.exports.setFavouriteGroups(count)
    while (this.groupNames.length < count) this.groupNames.push(`FAV ${this.groupNames.length + 1}`)
  }

  get encoding(): Encoding {
    return encodings[this.get(info.encoding)] ?? 'windows-1252'
  }

  get encodingSource(): OpenList['encodingSource'] {
    if (this.chosenEncoding || this.get(info.encoding) !== this.get(info.sourceEncoding)) return 'chosen'
    return encodingSources[this.get(info.encodingSource)] ?? 'default'
  }

  /** Sets the encoding in which undeclared names are read. */
  chooseEncoding(encoding: Encoding): void {
    this.chosenEncoding = true
    this.live().exports.setListEncoding(encodings.indexOf(encoding))
    this.forget()
  }

  length(): number {
    return this.get(info.live)
  }

  satellites(): Satellite[] {
    if (this.satelliteCache) return this.satelliteCache.map((one) => ({ ...one }))
    const { exports } = this.live()
    const names = this.gathered(exports.gatherSatelliteNames(), this.get(info.satelliteCount))
    exports.countMembers()
    const words = this.core.u32()
    const start = this.core.get(info.satellites)
    this.satelliteCache = names.map((name, index) => {
      const at = start + index * satelliteEntry.bytes
      return {
        index,
        id: index,
        name,
        angle: orNull(words[(at + satelliteEntry.angle) >> 2]),
        band: bands[(words[(at + satelliteEntry.band) >> 2] ?? 0) & 255] ?? null,
        channels: words[(at + satelliteEntry.channels) >> 2] ?? 0,
        transponders: words[(at + satelliteEntry.transponders) >> 2] ?? 0,
      }
    })
    return this.satellites()
  }

  transponders(): Transponder[] {
    if (this.transponderCache) return this.transponderCache.map((one) => ({ ...one }))
    this.live().exports.countMembers()
    const words = this.core.u32()
    const bytes = this.core.u8()
    const start = this.core.get(info.transponders)
    const list: Transponder[] = []
    for (let index = 0; index < this.core.get(info.transponderCount); index++) {
      const at = start + index * transponderEntry.bytes
      const fec = bytes[at + transponderEntry.fec] ?? 0
      list.push({
        index,
        id: index,
        satellite: (words[(at + transponderEntry.satellite) >> 2] ?? none) | 0,
        frequencyKHz: orNull(words[(at + transponderEntry.frequency) >> 2]),
        polarisation: polarisationOf(bytes[at + transponderEntry.polarisation]),
        symbolRate: orNull(words[(at + transponderEntry.symbolRate) >> 2]),
        fec: fec === fecOther ? this.reader.fecText(this.core, index) : (fecNames[fec] ?? null),
        band: null,
        channels: words[(at + transponderEntry.channels) >> 2] ?? 0,
      })
    }
    this.transponderCache = list
    return this.transponders()
  }

  favouriteGroups(): FavouriteGroup[] {
    const { favourites } = this.columns()
    return this.groupNames.map((name, index) => {
      let channels = 0
      for (const groups of favourites) channels += (groups >>> index) & 1
      return { index, id: index, name, channels }
    })
  }

  categories(): Category[] {
    return defaultCategoryNames.map((name, id) => ({ id, name, logo: null, channels: 0 }))
  }

  problems(): Problem[] {
    const count = this.live().exports.collectProblems()
    const at = this.core.exports.problemsAt()
    const source = this.core.get(info.source)
    const words = this.core.u32()
    const bytes = this.core.u8()
    const list: Problem[] = []
    const { problemLine, withoutNull } = this.core.whole()
    for (let i = 0; i < count; i++) {
      const word = (at >> 2) + i * 4
      const head = words[word] ?? 0
      const line = problemLine(head & 0xffff)
      const length = head >>> 16
      const record = words[word + 1] ?? 0
      const problem: Problem = {
        severity: line.severity,
        code: line.code,
        record: record || null,
        offset: words[word + 2] ?? 0,
      }
      const valueAt = words[word + 3] ?? source
      if (length) problem.value = printable(bytes.subarray(valueAt, valueAt + length))
      list.push(withoutNull(problem))
    }
    const beyond = this.dialect === 'chl' ? readGroupsBeyond(this.sourceBytes()) : 0
    if (beyond > 0)
      list.push({ severity: 'warning', code: 'groups-beyond', record: null, offset: 0, value: `${beyond}` })
    for (const { record, offset, value } of this.fileNumbers().unread)
      list.push({ severity: 'warning', code: 'number-unread', record: record + 1, offset, value })
    return list
  }

  names(): string[] {
    if (!this.nameCache) {
      const length = this.length()
      this.nameCache = this.gathered(this.core.exports.gatherNames(0, length), length)
    }
    return this.nameCache.slice()
  }

  columns(): Columns {
    if (this.columnCache) return this.columnCache
    const at = this.live().exports.gatherColumns()
    const length = this.core.get(info.live)
    const { buffer } = this.core.exports.memory
    const step = length * 4
    // Copies, so that they stay valid when memory grows.
    this.columnCache = {
      length,
      id: new Uint32Array(buffer, at, length).slice(),
      satellite: new Int32Array(buffer, at + step, length).slice(),
      transponder: new Int32Array(buffer, at + step * 2, length).slice(),
      sid: new Int32Array(buffer, at + step * 3, length).slice(),
      favourites: new Uint32Array(buffer, at + step * 4, length).slice(),
      type: new Uint8Array(buffer, at + step * 5, length).slice(),
      flags: new Uint8Array(buffer, at + step * 5 + length, length).slice(),
    }
    return this.columnCache
  }

  channels(from: number, count: number): Channel[] {
    const first = Math.min(Math.max(0, Math.trunc(from) || 0), this.length())
    const last = Math.min(first + Math.max(0, Math.trunc(count) || 0), this.length())
    const names =
      this.nameCache?.slice(first, last) ??
      this.gathered(this.core.exports.gatherNames(first, last - first), last - first)
    const order = this.core.get(info.order) >> 2
    const words = this.core.u32()
    return names.map((name, i) => this.rowOf(words[order + first + i] ?? 0, first + i + 1, name))
  }

  channel(id: number): ChannelDetails | null {
    const position = this.positionOf(id)
    if (!position) return null
    const channel = this.rowOf(id, position, this.nameCache?.[position - 1] ?? this.nameOf(id))
    const own = this.reader.ownFields(this.core, id)
    const at = this.core.rowAt(id)
    const words = this.core.u32()
    const start = (words[(at + row.start) >> 2] ?? 0) - this.core.get(info.source)
    return {
      ...own,
      ...channel,
      category: null,
      number: this.ownNumbers().get(id) ?? position,
      names: {},
      range: [start, start + (words[(at + row.length) >> 2] ?? 0)],
    }
  }

  removed(): Channel[] {
    const found: Channel[] = []
    for (let id = 0; id < this.rowTotal; id++) {
      if (this.positionOf(id)) continue
      const units = this.core.exports.gatherSourceName(id)
      found.push(this.rowOf(id, 0, this.core.text(this.core.get(info.textAt), units)))
    }
    return found
  }

  numbers(): Int32Array {
    const own = this.ownNumbers()
    if (own.size === 0) return Int32Array.from({ length: this.length() }, (_, place) => place + 1)
    return Int32Array.from(this.columns().id, (id, place) => own.get(id) ?? place + 1)
  }

  ownNumbers(): ReadonlyMap<number, number> {
    return this.fileNumbers().numbers
  }

  private fileNumbers(): FileNumbers {
    return (this.fileNumbersCache ??=
      this.dialect === 'chl' ? readFileNumbers(this.sourceBytes()) : { numbers: new Map(), unread: [] })
  }

  private sourceBytes(): Uint8Array {
    return this.core.sourceBytes(0, this.core.get(info.sourceEnd) - this.core.get(info.source))
  }

  namesIn(): (string | null)[] {
    return new Array<null>(this.length()).fill(null)
  }

  groupOrder(group: number): number[] {
    const { id, favourites } = this.columns()
    const members = Array.from(id).filter((_, place) => ((favourites[place] ?? 0) >>> group) & 1)
    const live = new Set(members)
    const first = new Set(this.reader.groupOrder(this.core, group).filter((one) => live.has(one)))
    return [...first, ...members.filter((one) => !first.has(one))]
  }

  cells(): Cells {
    return noCells
  }

  positionOf(id: number): number {
    if (!this.positionCache) {
      const at = this.live().exports.findPositions()
      this.positionCache = this.core.u32().slice(at >> 2, (at >> 2) + this.rowTotal)
    }
    return this.positionCache[id] ?? 0
  }

  find(query: Query): Uint32Array {
    return this.search.find(query)
  }

  choices(): Choices {
    return this.search.choices()
  }

  ordered(sort: ViewSort, places?: Uint32Array): Uint32Array {
    return viewPlaces(this, places ?? null, sort)
  }

  apply(operations: Operation[]): Applied | Failure {
    this.live()
    if (!Array.isArray(operations) || operations.length > limits.operationsPerBatch)
      return { ok: false, code: 'bad-operation', index: 0 }
    // A single operation checks everything before it changes anything, so only a batch may need a rollback.
    const before = operations.length > 1 ? this.state() : null
    const stored: Operation[] = []
    const losses = new Losses()
    const chosen = this.chosenEncoding
    for (const [index, operation] of operations.entries()) {
      const result = this.applyOne(operation, losses)
      this.forget()
      if ('code' in result) {
        if (before && index > 0) {
          this.load(before)
          this.chosenEncoding = chosen
        }
        return { ok: false, ...result, index }
      }
      stored.push(result.stored)
    }
    return { ok: true, stored, warnings: losses.list() }
  }

  state(): Uint8Array {
    const { exports } = this.live()
    const length = exports.writeState()
    const at = this.core.get(info.scratch)
    return this.core.u8().slice(at, at + length)
  }

  load(state: Uint8Array): void {
    const at = this.live().exports.scratchAt(state.length)
    this.core.u8().set(state, at)
    if (!this.core.exports.loadState(state.length)) throw new RangeError('the edit state does not fit this list')
    this.chosenEncoding = false
    this.forget()
  }

  pristine(): boolean {
    return this.live().exports.isPristine() === 1
  }

  write(format: Format): { bytes: Uint8Array; losses: Loss[] } {
    const { exports } = this.live()
    const target = formats[format]
    if (target === 'satcodx' && this.dialect !== 'satcodx') return this.core.whole().encodeForSatcodx(this, this.core)
    const length =
      target === 'satcodx'
        ? exports.writeSatcodx()
        : this.dialect === 'chl'
          ? exports.writeChl()
          : exports.convertToChl()
    const at = exports.writtenAt()
    const bytes = this.core.u8().slice(at, at + length)
    return { bytes, losses: this.readLosses() }
  }

  // ---- Internals ----

  /** The core, after checking that the engine still holds this list and not a later one. */
  private live(): Core {
    if (!this.isCurrent()) throw new Error('the engine has opened another list since')
    return this.core
  }

  private get(place: number): number {
    return this.live().get(place)
  }

  private forget(): void {
    this.nameCache = null
    this.search.forget()
    this.columnCache = null
    this.positionCache = null
    this.satelliteCache = null
    this.transponderCache = null
  }

  /** The texts that the engine collected: decoded in one call, split by offsets. */
  private gathered(units: number, count: number): string[] {
    const offsets = this.core.get(info.outAt) >> 2
    const all = this.core.text(this.core.get(info.textAt), units)
    const words = this.core.u32()
    const texts = new Array<string>(count)
    for (let i = 0, from = 0; i < count; i++) {
      const to = words[offsets + i + 1] ?? 0
      texts[i] = all.slice(from, to)
      from = to
    }
    return texts
  }

  private nameOf(id: number): string {
    const units = this.core.exports.gatherName(id)
    return this.core.text(this.core.get(info.textAt), units)
  }

  private rowOf(id: number, position: number, name: string): Channel {
    const at = this.core.rowAt(id)
    const words = this.core.u32()
    const word = (offset: number) => words[(at + offset) >> 2] ?? none
    const flags = this.core.u16()[(at + row.flags) >> 1] ?? 0
    return {
      id,
      position,
      name,
      type: channelTypes[this.core.u8()[at + row.type] ?? 3] ?? 'other',
      satellite: word(row.satellite) | 0,
      transponder: word(row.transponder) | 0,
      sid: orNull(word(row.sid)),
      onid: orNull(word(row.onid)),
      tsid: orNull(word(row.tsid)),
      scrambled: flags & flag.scrambledUnknown ? null : (flags & flag.scrambled) !== 0,
      lock: (flags & flag.lock) !== 0,
      skip: (flags & flag.skip) !== 0,
      favourites: word(row.favourites),
    }
  }

  /** Passes ids to the engine, which marks their rows; returns the error, if any. */
  private mark(ids: unknown): Omit<OperationError, 'index'> | null {
    if (!Array.isArray(ids) || ids.length > limits.idsPerOperation) return { code: 'bad-operation' }
    if (ids.length === 0) return { code: 'nothing-selected' }
    for (const id of ids as unknown[]) {
      if (typeof id !== 'number' || !Number.isInteger(id)) return { code: 'bad-operation' }
      if (id < 0 || id >= this.rowTotal) return { code: 'unknown-channel', id }
    }
    this.core.putWords(ids as number[])
    const wrong = this.core.exports.markIds(ids.length)
    return wrong < 0 ? null : { code: 'unknown-channel', id: (ids as number[])[wrong] }
  }

  private applyOne(operation: Operation, losses: Losses): Omit<OperationError, 'index'> | { stored: Operation } {
    const { exports } = this.core
    switch (operation.op) {
      case 'move': {
        const { to } = operation
        if (!Number.isInteger(to)) return { code: 'bad-operation' }
        if (to < 1 || to > this.length()) return { code: 'position-range' }
        const wrong = this.mark(operation.ids)
        if (wrong) return wrong
        exports.moveMarked(to)
        return { stored: operation }
      }
      case 'step': {
        if (operation.by !== 1 && operation.by !== -1) return { code: 'bad-operation' }
        const wrong = this.mark(operation.ids)
        if (wrong) return wrong
        exports.stepMarked(operation.by)
        return { stored: operation }
      }
      case 'sort': {
        const mode = sortModes.indexOf(operation.mode)
        const variant = operation.variant ?? 1
        if (mode < 0 || (variant !== 1 && variant !== 2)) return { code: 'bad-operation' }
        if (operation.ids) {
          const wrong = this.mark(operation.ids)
          if (wrong) return wrong
        }
        exports.sortList(mode, variant, operation.ids ? 1 : 0)
        const at = this.core.get(info.order) >> 2
        return { stored: { op: 'order', order: Array.from(this.core.u32().subarray(at, at + this.length())) } }
      }
      case 'order': {
        const { order } = operation
        if (!Array.isArray(order) || order.length !== this.length()) return { code: 'order-invalid' }
        if (!order.every((id) => Number.isInteger(id) && id >= 0 && id < this.rowTotal))
          return { code: 'order-invalid' }
        this.core.putWords(order)
        return exports.setOrder(order.length) ? { stored: operation } : { code: 'order-invalid' }
      }
      case 'rename': {
        const checked = this.checkName(operation.id, operation.name)
        if (typeof checked !== 'string') return checked
        this.rename(operation.id, checked, losses)
        return { stored: { ...operation, name: checked } }
      }
      case 'names': {
        if (!Array.isArray(operation.names)) return { code: 'bad-operation' }
        if (operation.names.length === 0) return { code: 'nothing-selected' }
        const names: [number, string][] = []
        for (const [id, name] of operation.names) {
          const checked = this.checkName(id, name, operation.asIs)
          if (typeof checked !== 'string') return checked
          names.push([id, checked])
        }
        for (const [id, name] of names) this.rename(id, name, losses)
        return { stored: { op: 'names', names } }
      }
      case 'swap': {
        const [one, other] = operation.ids
        const [at, to] = [this.positionOf(one), this.positionOf(other)]
        if (!at || !to) return { code: 'unknown-channel', id: at ? other : one }
        const order = Array.from(this.columns().id)
        order[at - 1] = other
        order[to - 1] = one
        this.core.putWords(order)
        exports.setOrder(order.length)
        return { stored: operation }
      }
      case 'restore': {
        const { ids, to = this.length() + 1 } = operation
        const wrong = checkRestore(this, ids, to, (id) =>
          Number.isInteger(id) && id >= 0 && id < this.rowTotal ? id : -1,
        )
        if (wrong) return wrong
        this.load(restoreInState(this.state(), ids, to))
        return { stored: operation }
      }
      case 'lock':
      case 'skip': {
        if (typeof operation.value !== 'boolean') return { code: 'bad-operation' }
        const wrong = this.mark(operation.ids)
        if (wrong) return wrong
        exports.flagMarked(operation.op === 'lock' ? flag.lock : flag.skip, operation.value ? 1 : 0)
        return { stored: operation }
      }
      case 'favourite': {
        const { group } = operation
        if (typeof operation.value !== 'boolean' || !Number.isInteger(group)) return { code: 'bad-operation' }
        if (group < 0 || group >= this.groupNames.length) return { code: 'unknown-group' }
        const wrong = this.mark(operation.ids)
        if (wrong) return wrong
        exports.favouriteMarked(group, operation.value ? 1 : 0)
        return { stored: operation }
      }
      case 'delete': {
        const wrong = this.mark(operation.ids)
        if (wrong) return wrong
        exports.deleteMarked()
        return { stored: operation }
      }
      case 'encoding': {
        const encoding = encodings.indexOf(operation.encoding)
        if (encoding < 0) return { code: 'bad-operation' }
        exports.setListEncoding(encoding)
        return { stored: operation }
      }
      default:
        return { code: 'bad-operation' }
    }
  }

  /** The name in its stored form, or why the channel can't have it. */
  private checkName(id: unknown, name: unknown, asIs = false): string | Omit<OperationError, 'index'> {
    if (typeof name !== 'string' || typeof id !== 'number' || !Number.isInteger(id)) return { code: 'bad-operation' }
    if (!this.positionOf(id)) return { code: 'unknown-channel', id }
    const kept = keptName(name)
    const code =
      refuseName(kept, asIs ? maxKeptNameLength : limits.nameCharacters) ??
      (kept.length > maxKeptNameLength && asIs ? 'name-too-long' : null)
    return code === null ? kept : { code, id }
  }

  private rename(id: number, name: string, losses: Losses): void {
    this.core.putText(name)
    const lost = this.core.exports.renameRow(id, name.length)
    if (lost & 1) losses.add('name-cut', [id])
    if (lost & 2) losses.add('name-letters', [id])
  }

  private readLosses(): Loss[] {
    const at = this.core.exports.lossesAt() >> 2
    const words = this.core.u32()
    const losses = new Losses()
    for (let id = 0; id < this.rowTotal; id++) {
      const bits = words[at + id] ?? 0
      if (bits)
        lossCodes.forEach((code, bit) => {
          if ((bits >>> bit) & 1) losses.add(code, [id])
        })
    }
    return losses.list()
  }
}

/** Why deleted channels can't be restored at `to`. `rowOf`: the row of a channel, -1 if there is none. */
export function checkRestore(
  list: Pick<OpenList, 'length' | 'positionOf'>,
  ids: unknown,
  to: number,
  rowOf: (id: number) => number,
): Omit<OperationError, 'index'> | null {
  if (!Array.isArray(ids) || ids.length > limits.idsPerOperation) return { code: 'bad-operation' }
  if (ids.length === 0) return { code: 'nothing-selected' }
  if (!Number.isInteger(to) || to < 1 || to > list.length() + 1) return { code: 'position-range' }
  if (list.length() + ids.length > limits.channelsPerList) return { code: 'too-many-channels' }
  const seen = new Set<number>()
  for (const id of ids as number[]) {
    if (rowOf(id) < 0) return { code: 'unknown-channel', id }
    if (list.positionOf(id) > 0 || seen.has(id)) return { code: 'not-deleted', id }
    seen.add(id)
  }
  return null
}

function orNull(value: number | undefined): number | null {
  return value === undefined || value === none ? null : value
}

function polarisationOf(code: number | undefined): Polarisation | null {
  return code ? (polarisations[code - 1] ?? null) : null
}

/** Bytes in readable form: printable ASCII unchanged, everything else as \xNN. */
function printable(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes)
    text += byte >= 32 && byte < 127 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`
  return text
}
