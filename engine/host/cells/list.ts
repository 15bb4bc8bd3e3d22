/**
 * An open list with cells: `OpenList` over the derived file, with outer ids. After an edit that affects a record it
 * derives the file again, and carries the engine's own edits over.
 */
import { byName, streamNumbers } from '../channel-fields'
import type { Cells, Choices, Columns, OpenList, Query } from '../contract'
import { type Core, info } from '../core'
import { type List, checkRestore } from '../list'
import { Losses } from '../losses'
import { isCellState } from '../needs-cells'
import { restoreInState, withoutRows } from '../runs'
import { Search } from '../search'
import {
  type Category,
  type Channel,
  type ChannelDetails,
  type Encoding,
  type FavouriteGroup,
  type Format,
  type Loss,
  type NameLanguage,
  type Operation,
  type OperationError,
  type Problem,
  type Satellite,
  type Transponder,
  type ViewSort,
  channelTypes,
  limits,
  nameLanguages,
} from '../types'
import { viewPlaces } from '../view-order'
import { type Ground, type Refused, applyCells } from './apply'
import { type Source, derive, groupTotal, isDeriving } from './derive'
import { type Copy, Edits, type Kind, decodeEdits, encodeEdits, headerBytes } from './edits'
import { additionsOver, dropCells, nextLeaving, type Leaving } from './forget'
import { readChlLayout, readFacts, readLines } from './facts'
import { Model } from './model'
import { sortedOrder } from './sort'
import { writeList } from './write'

/** What the cells need of the engine. */
export type Parts = { core: Core; read(bytes: Uint8Array): List }
type Failure = { ok: false } & OperationError
/** Everything that an edit may change. */
type Before = { edits: Copy; bytes: Uint8Array; state: Uint8Array }
type Applied = { ok: true; stored: Operation[]; warnings: Loss[] }

/** Thrown when the edits make the file longer than allowed. */
class TooLarge extends RangeError {}

const scrambledBits = 3
const renamedBit = 16

export class CellList implements OpenList {
  private base: List
  private readonly source: Source
  private readonly edits = new Edits()
  private bytes: Uint8Array
  /** True if a record may have other values than the derived file. */
  private isStale = false
  /** True if the last operation didn't change the model. */
  private isModelKept = false
  private modelCache: Model | null = null
  private columnCache: Columns | null = null
  private readonly fileNumbers: ReadonlyMap<number, number>
  private numberCache: ReadonlyMap<number, number> | null = null
  private search = new Search(this)

  constructor(
    base: List,
    private readonly parts: Parts,
  ) {
    this.base = base
    const facts = readFacts(parts.core, base)
    const isChl = base.dialect === 'chl'
    this.source = {
      facts,
      lines: isChl ? [] : readLines(parts.core),
      layout: isChl ? readChlLayout(parts.core) : null,
    }
    this.bytes = facts.bytes
    this.fileNumbers = base.ownNumbers()
  }

  get dialect(): OpenList['dialect'] {
    return this.base.dialect
  }
  get version(): string | null {
    return this.base.version
  }
  get encoding(): Encoding {
    return this.base.encoding
  }
  get encodingSource(): OpenList['encodingSource'] {
    const { facts } = this.source
    return this.parts.core.get(info.encoding) === facts.encoding ? facts.encodingSource : 'chosen'
  }
  get records(): number {
    return this.base.records
  }
  length(): number {
    return this.base.length()
  }

  /** The source and the cells combined. */
  model(): Model {
    this.modelCache ??= new Model(this.source.facts, this.edits, (bytes, shown) =>
      this.dialect === 'chl' || bytes.every((byte) => byte < 0x80)
        ? shown
        : this.parts.core.decodeBytes(bytes, this.parts.core.get(info.encoding)),
    )
    return this.modelCache
  }

  satellites(): Satellite[] {
    const model = this.model()
    const { satellite } = this.columns()
    const channels = countsOf(satellite, model.satellites.length)
    const transponders = new Map<number, number>()
    for (const one of model.transponders) transponders.set(one.satellite, (transponders.get(one.satellite) ?? 0) + 1)
    return model.satellites.map((row, index) => ({
      ...row,
      index,
      channels: channels[index] ?? 0,
      transponders: transponders.get(row.id) ?? 0,
    }))
  }

  transponders(): Transponder[] {
    const model = this.model()
    const channels = countsOf(this.columns().transponder, model.transponders.length)
    return model.transponders.map(({ satellite, ...row }, index) => ({
      ...row,
      index,
      satellite: model.satellitePlaces.get(satellite) ?? -1,
      channels: channels[index] ?? 0,
    }))
  }

  favouriteGroups(): FavouriteGroup[] {
    const { favourites } = this.columns()
    return this.model().groups.map((row) => {
      let channels = 0
      for (const bits of favourites) channels += (bits >>> row.index) & 1
      return { ...row, channels }
    })
  }

  categories(): Category[] {
    const counts = new Map<number, number>()
    for (const [id, category] of this.edits.table('channel.category') ?? [])
      if (this.isLive(id)) counts.set(Number(category), (counts.get(Number(category)) ?? 0) + 1)
    return this.model().categories.map((row) => ({ ...row, channels: counts.get(row.id) ?? 0 }))
  }

  problems(): Problem[] {
    return this.base.problems()
  }
  names(): string[] {
    return this.base.names()
  }

  columns(): Columns {
    if (this.columnCache) return this.columnCache
    const base = this.base.columns()
    const model = this.model()
    const columns: Columns = {
      length: base.length,
      id: base.id.slice(),
      satellite: base.satellite.slice(),
      transponder: base.transponder.slice(),
      sid: base.sid.slice(),
      type: base.type.slice(),
      flags: base.flags.slice(),
      favourites: base.favourites,
    }
    const sids = this.edits.table('channel.sid')
    const types = this.edits.table('channel.type')
    const scrambled = this.edits.table('channel.scrambled')
    for (let place = 0; place < base.length; place++) {
      const row = base.id[place] ?? 0
      const id = model.idOf(row)
      columns.id[place] = id
      const transponder = model.transponderOf(row)
      columns.transponder[place] = model.transponderPlaces.get(transponder) ?? -1
      columns.satellite[place] = model.satellitePlaces.get(model.satelliteOf(row)) ?? -1
      const sid = sids?.get(id)
      if (sid !== undefined) columns.sid[place] = sid === null ? -1 : Number(sid)
      const type = types?.get(id)
      if (type !== undefined) columns.type[place] = type === 'radio' ? 1 : 0
      const scramble = scrambled?.get(id)
      const flags = columns.flags[place] ?? 0
      if (scramble !== undefined) columns.flags[place] = (flags & ~scrambledBits) | (scramble === true ? 1 : 0)
      // An added channel never counts as renamed, however its record got the name.
      if (row >= this.source.facts.rows) columns.flags[place] = (columns.flags[place] ?? 0) & ~renamedBit
    }
    return (this.columnCache = columns)
  }

  channels(from: number, count: number): Channel[] {
    const rows = this.base.channels(from, count)
    const first = rows[0] ? rows[0].position - 1 : 0
    const columns = this.columns()
    return rows.map((channel, at) => this.shown(channel, columns, first + at))
  }

  /** A channel of the derived file as callers see it. */
  private shown(channel: Channel, columns: Columns, place: number): Channel {
    const flags = columns.flags[place] ?? 0
    const sid = columns.sid[place] ?? -1
    return {
      ...channel,
      id: columns.id[place] ?? 0,
      satellite: columns.satellite[place] ?? -1,
      transponder: columns.transponder[place] ?? -1,
      sid: sid < 0 ? null : sid,
      type: channelTypes[columns.type[place] ?? 3] ?? 'other',
      scrambled: (flags & 2) !== 0 ? null : (flags & 1) !== 0,
      onid: this.cellOr('channel.onid', columns.id[place] ?? 0, channel.onid),
      tsid: this.cellOr('channel.tsid', columns.id[place] ?? 0, channel.tsid),
    }
  }
  private cellOr<V>(table: string, id: number, otherwise: V): V {
    const value = this.edits.get(table, id)
    return value === undefined ? otherwise : (value as V)
  }

  channel(id: number): ChannelDetails | null {
    const row = this.model().rowOf(id)
    const details = row < 0 ? null : this.base.channel(row)
    if (!details) return null
    const place = details.position - 1
    const own = { ...details, ...this.shown(details, this.columns(), place) }
    const field = <K extends keyof ChannelDetails>(key: K): ChannelDetails[K] =>
      this.cellOr(`channel.${key}`, id, details[key])
    const names: ChannelDetails['names'] = {}
    for (const language of nameLanguages) {
      const name = this.edits.get(`channel.name.${language}`, id)
      if (typeof name === 'string') names[language] = name
    }
    const audio = field('audio')
    return {
      ...own,
      encryption: field('encryption'),
      videoType: field('videoType'),
      provider: field('provider'),
      ...byName(streamNumbers, field),
      audio,
      audioPid: audio === details.audio ? details.audioPid : (audio[0]?.pid ?? null),
      subtitles: field('subtitles'),
      url: field('url'),
      category: this.cellOr('channel.category', id, null),
      number: this.ownNumbers().get(id) ?? details.position,
      names,
    }
  }

  removed(): Channel[] {
    const model = this.model()
    return this.base.removed().map((channel) => {
      const id = model.idOf(channel.id)
      return {
        ...channel,
        id,
        name: this.cellOr('channel.name', id, channel.name),
        type: this.cellOr('channel.type', id, channel.type),
        sid: this.cellOr('channel.sid', id, channel.sid),
        onid: this.cellOr('channel.onid', id, channel.onid),
        tsid: this.cellOr('channel.tsid', id, channel.tsid),
        scrambled: this.cellOr('channel.scrambled', id, channel.scrambled),
        satellite: model.satellitePlaces.get(model.satelliteOf(channel.id)) ?? -1,
        transponder: model.transponderPlaces.get(model.transponderOf(channel.id)) ?? -1,
      }
    })
  }

  numbers(): Int32Array {
    const own = this.ownNumbers()
    return Int32Array.from(this.columns().id, (id, place) => own.get(id) ?? place + 1)
  }

  ownNumbers(): ReadonlyMap<number, number> {
    if (this.numberCache) return this.numberCache
    const edited = this.edits.table('channel.number')
    const { fileNumbers } = this
    if (edited === undefined) return (this.numberCache = fileNumbers)
    const own = new Map(fileNumbers)
    for (const [id, number] of edited) {
      if (number === null) own.delete(id)
      else own.set(id, Number(number))
    }
    return (this.numberCache = own)
  }

  namesIn(language: NameLanguage): (string | null)[] {
    const table = this.edits.table(`channel.name.${language}`)
    return Array.from(this.columns().id, (id) => (table?.get(id) as string | undefined) ?? null)
  }

  groupOrder(group: number): number[] {
    const row = this.model().groups.find(({ id }) => id === group)
    if (!row) return []
    const members = this.members(row.index)
    const first = this.edits.order('group.order', group) ?? this.source.facts.groupOrders[group] ?? []
    const live = new Set(members)
    const kept = [...new Set(first)].filter((id) => live.has(id))
    const placed = new Set(kept)
    return [...kept, ...members.filter((id) => !placed.has(id))]
  }

  private members(bit: number): number[] {
    const { id, favourites } = this.columns()
    return Array.from(id).filter((_, place) => ((favourites[place] ?? 0) >>> bit) & 1)
  }

  cells(): Cells {
    return this.edits.cells
  }
  /** The edits themselves, for the writer. */
  get ownEdits(): Edits {
    return this.edits
  }
  get ownSource(): Source {
    return this.source
  }

  positionOf(id: number): number {
    const row = this.model().rowOf(id)
    return row < 0 ? 0 : this.base.positionOf(row)
  }
  private isLive(id: number): boolean {
    return this.positionOf(id) > 0
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

  // ---- Edits ----

  apply(operations: Operation[]): Applied | Failure {
    if (!Array.isArray(operations) || operations.length > limits.operationsPerBatch)
      return { ok: false, code: 'bad-operation', index: 0 }
    const before = { edits: this.edits.copy(), bytes: this.bytes, state: this.base.state() }
    const stored: Operation[] = []
    const losses = new Losses()
    for (const [index, operation] of operations.entries()) {
      let result: Refused | { stored: Operation }
      try {
        result = this.applyOne(operation, losses)
        this.forget(this.isModelKept)
        if (index === operations.length - 1) {
          this.refresh()
          if (!('code' in result)) result = this.refuseLong(before) ?? result
        }
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
        // Refuse the whole batch if the dialect has no readable form for a value.
        result = { code: error instanceof TooLarge ? 'list-too-large' : 'bad-operation' }
      }
      if ('code' in result) {
        this.goBack(before)
        return { ok: false, ...result, index }
      }
      stored.push(result.stored)
    }
    return { ok: true, stored, warnings: losses.list() }
  }

  /** Refuses cells that grew beyond their limit; cells that were already over it may become shorter. */
  private refuseLong({ edits }: Before): Refused | null {
    const { length } = this.edits.encode()
    if (length <= limits.cellBytes) return null
    return length > encodeEdits(edits).length ? { code: 'list-too-large' } : null
  }

  private goBack(before: Before): void {
    this.edits.load(before.edits)
    this.isStale = false
    this.modelCache = null
    if (this.bytes !== before.bytes) this.read(before.bytes)
    this.base.load(before.state)
    this.forget()
  }

  private applyOne(operation: Operation, losses: Losses): Refused | { stored: Operation } {
    const added = this.edits.added
    this.edits.written.clear()
    this.isModelKept = false
    const done = applyCells(this.ground(losses), operation)
    if (done !== undefined) {
      if (done) return done
      const model = this.modelCache
      this.noteChange(added)
      if (model !== null && operation.op === 'add' && operation.target === 'transponder') {
        model.takeTransponder(operation.id)
        this.modelCache = model
        this.isModelKept = true
      }
      return { stored: operation }
    }
    this.isModelKept = operation.op !== 'restore' && operation.op !== 'encoding'
    if (operation.op === 'restore') return this.restore(operation.ids, operation.to) ?? { stored: operation }
    return this.applyInner(operation, losses)
  }

  /** Notes whether a change affects a record. */
  private noteChange(added: Edits['added']): void {
    const changed = [...this.edits.written]
    if (this.edits.added !== added || changed.some(isDeriving)) this.isStale = true
    this.isModelKept = this.edits.added === added && changed.every((name) => name.startsWith('channel.'))
    if (!this.isModelKept) this.modelCache = null
  }

  private ground(losses: Losses): Ground {
    return {
      edits: this.edits,
      fileNumbers: this.fileNumbers,
      model: () => this.model(),
      isLive: (id) => this.isLive(id),
      length: () => this.length(),
      order: () => this.columns().id,
      names: () => this.base.names(),
      sidOf: (id) => {
        const sid = this.columns().sid[this.positionOf(id) - 1] ?? -1
        return sid < 0 ? null : sid
      },
      members: (bit) => this.members(bit),
      inner: (operation) => {
        const result = this.applyInner(operation, losses)
        this.forget()
        return 'code' in result ? result : null
      },
      makeRoom: (kind, count) => this.makeRoom(kind, count),
      appear: (ids, to) => {
        this.modelCache = null
        this.isStale = true
        this.refresh()
        this.base.load(
          restoreInState(
            this.base.state(),
            ids.map((id) => this.model().rowOf(id)),
            to,
          ),
        )
        this.nameAdded(ids, losses)
      },
    }
  }

  /** Drops items that were added and removed again, if a state can't keep more; false if too many are in use. */
  private makeRoom(kind: Kind, count: number): boolean {
    for (let over: number; (over = additionsOver(this.edits, kind, count)) > 0;) {
      const leaving = nextLeaving(
        {
          edits: this.edits,
          model: this.model(),
          sourceRows: this.source.facts.rows,
          isLive: (id) => this.isLive(id),
        },
        kind,
        over,
      )
      if (leaving === null) return false
      this.leave(leaving)
    }
    return true
  }

  private leave(leaving: Leaving): void {
    const first = this.source.facts.rows
    const gone = new Set<number>()
    if (leaving.kind === 'channel') for (const id of leaving.ids) gone.add(this.model().rowOf(id))
    const inner = this.base.state()
    dropCells(this.edits, leaving)
    this.modelCache = null
    if (gone.size > 0) {
      // The rows of later additions move up; the engine's own state has no entries for deleted ones.
      this.rederive()
      const encoding = this.parts.core.get(info.encoding)
      this.base.load(this.innerState(withoutRows(inner, first, gone).subarray(headerBytes), encoding))
    }
    this.isStale = true
    this.forget()
  }

  /** Gives added channels the names that their new records can't hold. */
  private nameAdded(ids: readonly number[], losses: Losses): void {
    const wanted = ids.flatMap((id): [number, string][] => {
      const name = this.edits.get('channel.name', id)
      const row = this.model().rowOf(id)
      if (typeof name !== 'string') return []
      return this.base.channels(this.base.positionOf(row) - 1, 1)[0]?.name === name ? [] : [[id, name]]
    })
    if (wanted.length > 0) this.applyInner({ op: 'names', names: wanted }, losses)
  }

  private restore(ids: readonly number[], to = this.length() + 1): Refused | null {
    const model = this.model()
    const wrong = checkRestore(this, ids, to, (id) => model.rowOf(id))
    if (wrong) return wrong
    for (const id of ids) {
      const transponder = model.transponderOf(model.rowOf(id))
      const satellite = model.satelliteOf(model.rowOf(id))
      if (transponder >= 0) this.edits.put('transponder.gone', transponder, undefined)
      if (satellite >= 0) this.edits.put('satellite.gone', satellite, undefined)
    }
    const rows = ids.map((id) => model.rowOf(id))
    this.modelCache = null
    this.base.load(restoreInState(this.base.state(), rows, to))
    this.nameAdded(
      ids.filter((id) => this.model().rowOf(id) >= this.source.facts.rows),
      new Losses(),
    )
    return null
  }

  /**
   * Applies one of the engine's own operations: outer ids become rows, and the stored operation has outer ids again.
   */
  private applyInner(operation: Operation, losses: Losses): Refused | { stored: Operation } {
    const inner = this.toInner(operation)
    if ('code' in inner) return inner
    if (inner.op === 'sort' && inner.mode !== 'az' && inner.mode !== 'za' && this.isPlaceChanged()) {
      const order = sortedOrder(this, this.base, inner)
      if (order === null) return { code: 'bad-operation' }
      const sorted = this.base.apply([{ op: 'order', order }])
      return sorted.ok ? { stored: this.toOuter({ op: 'order', order }) } : refusedOf(sorted)
    }
    // The open file has no bit yet for a group that the same batch has just added.
    if (inner.op === 'favourite' && this.isStale) this.refresh()
    const result = this.base.apply([inner])
    if (!result.ok) return this.outerRefusal(result)
    if (inner.op === 'encoding' && !this.edits.isEmpty()) this.isStale = true
    for (const { code, ids } of result.warnings) {
      const model = this.model()
      losses.add(
        code,
        ids.map((row) => model.idOf(row)),
      )
    }
    return { stored: this.toOuter(result.stored[0] ?? inner) }
  }

  private outerRefusal({ code, id }: OperationError): Refused {
    return id === undefined ? { code } : { code, id: this.model().idOf(id) }
  }

  /** True if satellites and transponders differ from the derived file's own. */
  private isPlaceChanged(): boolean {
    const { cells, added } = this.edits
    if (added.channel.length + added.satellite.length + added.transponder.length > 0) return true
    for (const name of cells.keys())
      if (/^(?:satellite\.|transponder\.|list\.satellite|channel\.(?:transponder|sid)$)/.test(name)) return true
    return false
  }

  private toInner(operation: Operation): Operation | Refused {
    const model = this.model()
    let unknown: number | undefined
    const row = (id: number): number => {
      const found = model.rowOf(id)
      if (found < 0) unknown ??= id
      return found
    }
    const inner = mapIds(operation, row)
    if (inner.op === 'favourite') {
      // A caller that knows a group only by its bit means the group that has it now.
      const group =
        model.groups.find(({ id }) => id === inner.group) ?? model.groups.find(({ index }) => index === inner.group)
      if (!group) return { code: 'unknown-group' }
      inner.group = group.index
    }
    if (unknown !== undefined)
      return operation.op === 'order' ? { code: 'order-invalid' } : { code: 'unknown-channel', id: unknown }
    return inner
  }

  private toOuter(operation: Operation): Operation {
    const model = this.model()
    const outer = mapIds(operation, (row) => model.idOf(row))
    if (outer.op === 'favourite')
      outer.group = model.groups.find(({ index }) => index === outer.group)?.id ?? outer.group
    return outer
  }

  // ---- State ----

  state(): Uint8Array {
    const inner = this.base.state()
    if (this.edits.isEmpty()) return inner
    const { facts } = this.source
    const edits = this.edits.encode()
    const encoding = this.parts.core.get(info.encoding)
    const state = new Uint8Array(headerBytes + edits.length + inner.length - headerBytes)
    state.set(facts.header)
    state[3] = 0x32
    state[16] = encoding === facts.encoding ? 0 : encoding + 1
    state.set(edits, headerBytes)
    state.set(inner.subarray(headerBytes), headerBytes + edits.length)
    return state
  }

  load(state: Uint8Array): void {
    const { facts } = this.source
    const before = { edits: this.edits.copy(), bytes: this.bytes, state: this.base.state() }
    try {
      for (let at = 4; at < 16; at++)
        if (state[at] !== facts.header[at]) throw new RangeError('the edit state does not fit this list')
      if (!isCellState(state)) {
        this.edits.clear()
        this.modelCache = null
        if (this.bytes !== facts.bytes) this.read(facts.bytes)
        this.base.load(state)
      } else this.loadCells(state)
      this.isStale = false
      this.forget()
    } catch (error) {
      this.goBack(before)
      throw error
    }
  }

  private loadCells(state: Uint8Array): void {
    const { core } = this.parts
    const own = state[16] ?? 0
    const encoding = own === 0 ? this.source.facts.encoding : own - 1
    const { cells, added, end } = decodeEdits(state, headerBytes)
    const present = this.edits.isEmpty() ? null : this.edits.encode()
    const isSame =
      present !== null &&
      encoding === core.get(info.encoding) &&
      present.length === end - headerBytes &&
      present.every((byte, at) => byte === state[headerBytes + at])
    if (!isSame) {
      this.edits.load({ cells, added })
      this.modelCache = null
      core.exports.setListEncoding(encoding)
      this.rederive()
    }
    this.base.load(this.innerState(state.subarray(end), encoding))
  }

  /** A state of version 1 for the derived file that is open now, with the given edits after its head. */
  private innerState(body: Uint8Array, encoding: number): Uint8Array {
    const state = new Uint8Array(headerBytes + body.length)
    state.set(this.base.state().subarray(0, 16))
    state[16] = encoding + 1
    state.set(body, headerBytes)
    return state
  }

  /** Derives the file again if a change may affect a record, and carries the engine's own edits over. */
  private refresh(): void {
    if (this.isStale) {
      const before = this.bytes.length
      const inner = this.base.state()
      const encoding = this.parts.core.get(info.encoding)
      this.rederive()
      this.base.load(this.innerState(inner.subarray(headerBytes), encoding))
      const { length } = this.bytes
      const most = Math.min(this.source.facts.bytes.length + limits.grownBytes, limits.fileBytes)
      if (length > most && length > before) throw new TooLarge('the derived file is too large')
    }
    this.isStale = false
    this.forget()
  }

  private rederive(): void {
    const bytes = derive(this.parts.core, this.source, this.edits, this.model())
    this.read(bytes)
    const { facts } = this.source
    if (this.parts.core.get(info.rowCount) !== facts.rows + this.edits.added.channel.length)
      throw new RangeError('the derived file has another number of records')
  }

  private read(bytes: Uint8Array): void {
    this.base = this.parts.read(bytes)
    this.bytes = bytes
    this.base.setGroupTotal(groupTotal(this.source, this.model()))
    this.columnCache = null
    this.numberCache = null
  }

  pristine(): boolean {
    return this.edits.isEmpty() && this.base.pristine()
  }

  write(format: Format): { bytes: Uint8Array; losses: Loss[] } {
    if (this.edits.isEmpty()) return this.base.write(format)
    const state = this.base.state()
    try {
      return writeList(this, this.base, this.parts, format)
    } finally {
      // Writing may read its own output.
      this.read(this.bytes)
      this.base.load(state)
      this.forget()
    }
  }

  private forget(isModelKept = false): void {
    if (!isModelKept) this.modelCache = null
    this.columnCache = null
    this.numberCache = null
    this.search = new Search(this)
  }
}

const refusedOf = ({ code, id }: OperationError): Refused => (id === undefined ? { code } : { code, id })

const countsOf = (places: Int32Array, total: number): Uint32Array => {
  const counts = new Uint32Array(total)
  for (const place of places) if (place >= 0) counts[place] = (counts[place] ?? 0) + 1
  return counts
}

/** A copy of the operation with its channels' ids replaced. */
const mapIds = (operation: Operation, to: (id: number) => number): Operation => {
  switch (operation.op) {
    case 'rename':
      return { ...operation, id: to(operation.id) }
    case 'names':
      return Array.isArray(operation.names)
        ? { ...operation, names: operation.names.map(([id, name]) => [to(id), name]) }
        : operation
    case 'order':
      return Array.isArray(operation.order) ? { ...operation, order: operation.order.map(to) } : operation
    case 'swap':
      return { ...operation, ids: [to(operation.ids[0]), to(operation.ids[1])] }
    case 'move':
    case 'step':
    case 'lock':
    case 'skip':
    case 'favourite':
    case 'delete':
      return Array.isArray(operation.ids) ? { ...operation, ids: operation.ids.map(to) } : operation
    case 'sort':
      return Array.isArray(operation.ids) ? { ...operation, ids: operation.ids.map(to) } : operation
    default:
      return operation
  }
}
