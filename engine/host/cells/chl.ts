/**
 * Derives a `.chl`: patches values of edited objects in place, and puts new objects after the last one of their type.
 * docs/lists.md describes the layout.
 */
import { channelNumbers, newStreamNumbers, streamNumbers } from '../channel-fields'
import type { AudioTrack, ChannelDetails, ChannelType, SubtitleTrack } from '../types'
import { type ChlLayout, type Element, type Part, kind } from './facts'
import { type Json, type Scanned, parseValue, scanObject, writeObject, writeValue } from './json'
import { type Patch, lastOf, patched } from './patches'
import type { RecordEdit } from './satcodx'

export type SatelliteEdit = { name?: string; angle?: number; band?: 'KU' | 'C' | null }
export type TransponderEdit = { frequencyKHz?: number; polarisation?: string; symbolRate?: number; fec?: string }
/** An index in the derived file's tables: the source's entries, then the added ones. */
export type ChannelEdit = Omit<RecordEdit, 'place'> & { transponder?: number }
export type ChlEdits = {
  satellites: ReadonlyMap<number, SatelliteEdit>
  transponders: ReadonlyMap<number, TransponderEdit>
  channels: ReadonlyMap<number, ChannelEdit>
  /** New names by group; groups beyond the file's own are new objects. */
  groups: ReadonlyMap<number, string>
  /** How many groups the file must have, and the default names of those without one. */
  groupCount: number
  groupName(group: number): string
  newSatellites: readonly { name: string; angle: number; band: 'KU' | 'C' | null }[]
  newTransponders: readonly (Required<TransponderEdit> & { satellite: number })[]
  /** `transponder`: null for a streamed channel. */
  newChannels: readonly (Omit<ChannelEdit, 'transponder'> & {
    name: string
    type: ChannelType
    transponder: number | null
  })[]
}

const none = 0xffffffff
const subtitleNumbers: Record<string, number> = { teletext: 1, DVB: 16 }

type Entry = Record<string, Json>
const asEntries = (value: unknown): Entry[] =>
  Array.isArray(value) ? value.filter((one): one is Entry => typeof one === 'object' && one !== null) : []
/** Keys of a track that the engine doesn't know stay with the track of the same PID. */
const oldTrack = (old: readonly Entry[], pid: number | null): Entry =>
  old.find((one) => (Number(one['PID']) || null) === pid) ?? {}
const audioJson = (tracks: readonly AudioTrack[], old: readonly Entry[]): Json =>
  tracks.map(({ pid, type, language, dolby }) => ({
    ...oldTrack(old, pid),
    PID: pid ?? 0,
    Type: type,
    Lang: language,
    DolbyAC3: dolby ? 1 : 0,
  }))
const subtitlesJson = (tracks: readonly SubtitleTrack[], old: readonly Entry[]): Json =>
  tracks.map(({ pid, type, language, compositionPage, ancillaryPage }) => ({
    ...oldTrack(old, pid),
    PID: pid ?? 0,
    Lang: language,
    Type: subtitleNumbers[type] ?? (/^\d{1,5}$/.test(type) ? Number(type) : type),
    CompPageID: compositionPage ?? 0,
    AnciPageID: ancillaryPage ?? 0,
  }))

/** True for an encryption system that `CA` can hold, which is its number. */
export const isCaNumber = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text)
const caOf = ({ scrambled, encryption }: Pick<ChannelEdit, 'scrambled' | 'encryption'>, old: number): number => {
  if (scrambled === false) return 0
  if (typeof encryption === 'string' && isCaNumber(encryption)) return Number(encryption)
  if (encryption === null) return old > 0 || scrambled === true ? 1 : 0
  return old > 0 ? old : 1
}
/** Whole MHz, as transponders are written. */
const megahertz = (frequencyKHz: number): number => Math.round(frequencyKHz / 1000)

/** New objects as boxes write them. */
export const groupObject = (index: number, name: string, tv: readonly number[], radio: readonly number[]): Json => ({
  ...{ Type: 'fav', Index: index, Name: name, TVChs: tv, RadioChs: radio },
})
export const satelliteObject = (
  index: number,
  { name, angle, band }: { name: string; angle: number | null; band: 'KU' | 'C' | null },
): Json => ({ Type: 'sat', Index: index, Name: name, Angle: angle ?? 0, Band: band ?? 'KU' })
export const transponderObject = (
  index: number,
  satellite: number,
  one: { frequencyKHz: number | null; symbolRate: number | null; polarisation: string; fec: string | null },
): Json => ({
  Type: 'tp',
  Index: index,
  SatIndex: satellite,
  Freq: megahertz(one.frequencyKHz ?? 0),
  SR: one.symbolRate ?? 0,
  Pol: one.polarisation,
  FEC: one.fec ?? 'auto',
  ...{ plsNumber: 0, msTp: 0, msIsid: 0, tsnTp: 0, tsnId: 0 },
})
type NewObject = Partial<Pick<ChannelDetails, 'lock' | 'skip'>> &
  Omit<ChannelEdit, 'type' | 'transponder' | 'scrambled' | 'encryption'> & {
    name: string
    type: ChannelType
  }
export const channelObject = (
  channel: NewObject,
  { index, transponder, ca }: { index: number; transponder: number | null; ca: number },
): Json => ({
  Type: 'ch',
  TVType: channel.type === 'radio' ? 'Radio' : 'TV',
  Index: index,
  TPIndex: transponder,
  SID: channel.sid ?? 0,
  Name: channel.name,
  ...newStreamNumbers(channel.type === 'radio', (name) => channel[name]),
  Provider: channel.provider ?? '',
  CA: ca,
  Lock: Number(channel.lock ?? false),
  Skip: Number(channel.skip ?? false),
  Hide: 0,
  VideoType: channel.videoType ?? '',
  ...{ t2miPg: 0, t2miPlpId: 0, t2miPayloadPid: 0 },
  Audio: audioJson(channel.audio ?? [], []),
  Sub: subtitlesJson(channel.subtitles ?? [], []),
})

/** Cached per source while it is in memory, because the file is derived again after every edit. */
const escapedFiles = new WeakMap<Uint8Array, boolean>()

class Deriver {
  private readonly patches: Patch[] = []
  private readonly isEscaped: boolean
  private readonly encoder = new TextEncoder()

  constructor(
    private readonly source: Uint8Array,
    private readonly layout: ChlLayout,
    private readonly types: Uint8Array,
    private readonly edits: ChlEdits,
  ) {
    this.isEscaped = escapedFiles.get(source) ?? isEscapedFile(source)
    escapedFiles.set(source, this.isEscaped)
  }

  run(): Uint8Array {
    const { edits } = this
    const indexes = this.newIndexes()
    for (const part of this.layout.parts) {
      if (part.kind === kind.sat) this.satellite(part, edits.satellites.get(part.number))
      else if (part.kind === kind.tp) this.transponder(part, edits.transponders.get(part.number))
      else if (part.kind === kind.ch) this.channel(part, edits.channels.get(part.number), indexes)
      else if (part.kind === kind.fav) this.group(part, indexes)
      else if (part.kind === kind.index) this.index(part)
    }
    this.append(indexes)
    return patched(this.source, this.patches)
  }

  private text(value: Json, isPretty: boolean): Uint8Array {
    return this.encoder.encode(writeValue(value, isPretty, this.isEscaped))
  }

  /** Sets keys of an object; a missing key is inserted after its last one. */
  private set(part: Part, values: readonly [key: string, value: Json][], scanned = this.scan(part)): void {
    for (const [key, value] of values) {
      const pair = scanned.pairs.get(key.toLowerCase())
      if (pair) this.patches.push({ ...pair, bytes: this.like(value, pair.start, scanned.isPretty) })
      else this.insertPair(part, scanned, key, writeValue(value, scanned.isPretty, this.isEscaped))
    }
  }

  /** Inserts a missing key after an object's last one. */
  private insertPair(part: Part, { last, isPretty }: Scanned, key: string, value: string): void {
    const [line, space] = isPretty ? ['\n  ', ' '] : ['', '']
    const comma = last > part.start + 1 ? ',' : ''
    const text = `${comma}${line}"${key}"${space}:${space}${value}`
    this.patches.push({ start: last, end: last, bytes: this.encoder.encode(text) })
  }

  /** A number stays a text if the file writes its numbers as texts. */
  private like(value: Json, at: number, isPretty: boolean): Uint8Array {
    const isText = typeof value === 'number' && this.source[at] === 0x22
    return this.text(isText ? String(value) : value, isPretty)
  }

  private scan(part: Part): Scanned {
    return scanObject(this.source, part.start, part.end)
  }

  private satellite(part: Part, edit: SatelliteEdit | undefined): void {
    if (!edit) return
    const values: [string, Json][] = []
    if (edit.name !== undefined) values.push(['Name', edit.name])
    if (edit.angle !== undefined) values.push(['Angle', edit.angle])
    if (edit.band !== undefined) values.push(['Band', edit.band ?? ''])
    this.set(part, values)
  }

  private transponder(part: Part, edit: TransponderEdit | undefined): void {
    if (!edit) return
    const values: [string, Json][] = []
    if (edit.frequencyKHz !== undefined) values.push(['Freq', megahertz(edit.frequencyKHz)])
    if (edit.symbolRate !== undefined) values.push(['SR', edit.symbolRate])
    if (edit.polarisation !== undefined) values.push(['Pol', edit.polarisation])
    if (edit.fec !== undefined) values.push(['FEC', edit.fec])
    this.set(part, values)
  }

  private channel(part: Part, edit: ChannelEdit | undefined, indexes: Uint32Array): void {
    const index = indexes[part.number] ?? none
    const values: [string, Json][] = []
    if (index !== this.layout.indexes[part.number] && index !== none) values.push(['Index', index])
    if (!edit) {
      if (values.length > 0) this.set(part, values)
      return
    }
    const scanned = this.scan(part)
    if (edit.type !== undefined) values.push(['TVType', edit.type === 'radio' ? 'Radio' : 'TV'])
    if (edit.transponder !== undefined) values.push(['TPIndex', this.transponderNumber(edit.transponder)])
    if (edit.sid !== undefined) values.push(['SID', edit.sid])
    for (const [key, value] of [['ONID', edit.onid] as const, ['TSID', edit.tsid] as const])
      if (value !== undefined && scanned.pairs.has(key.toLowerCase())) values.push([key, value])
    if (edit.provider !== undefined) values.push(['Provider', edit.provider ?? ''])
    for (const name of streamNumbers) {
      const { chl, none } = channelNumbers[name]
      if (edit[name] !== undefined) values.push([chl, edit[name] ?? none])
    }
    if (edit.videoType !== undefined) values.push(['VideoType', edit.videoType ?? ''])
    if (edit.scrambled !== undefined || edit.encryption !== undefined)
      values.push(['CA', caOf(edit, Number(parseValue(this.source, scanned.pairs.get('ca'))) || 0)])
    if (edit.audio !== undefined)
      values.push(['Audio', audioJson(edit.audio, asEntries(parseValue(this.source, scanned.pairs.get('audio'))))])
    if (edit.subtitles !== undefined)
      values.push(['Sub', subtitlesJson(edit.subtitles, asEntries(parseValue(this.source, scanned.pairs.get('sub'))))])
    this.set(part, values, scanned)
  }

  private typeOf(row: number): boolean {
    const edited = this.edits.channels.get(row)?.type
    return edited === undefined ? this.types[row] === 1 : edited === 'radio'
  }

  /**
   * Each channel's own number. If a channel changed its kind, the numbers of both kinds are assigned again in the
   * file's order, so that a box keeps that order. The kind that it left closes its gap.
   */
  private newIndexes(): Uint32Array {
    const { indexes } = this.layout
    const changed = [...this.edits.channels].filter(
      ([row, { type }]) => type !== undefined && (type === 'radio') !== (this.types[row] === 1),
    )
    if (changed.length === 0) return indexes
    const result = indexes.slice()
    const next = [false, true].map((isRadio) => this.nextIndex(indexes, (row) => (this.types[row] === 1) === isRadio))
    for (const [row] of changed) {
      const isRadio = this.typeOf(row) ? 1 : 0
      result[row] = next[isRadio] ?? 0
      next[isRadio] = (next[isRadio] ?? 0) + 1
    }
    const moved = new Set(changed.map(([row]) => row))
    for (const isRadio of [false, true]) {
      const rows = [...result.keys()].filter((row) => this.typeOf(row) === isRadio && result[row] !== none)
      const stayed = rows.filter((row) => !moved.has(row)).map((row) => result[row] ?? 0)
      const isRising = stayed.every((number, at) => at === 0 || number > (stayed[at - 1] ?? 0))
      const ranked = isRising ? rows : [...rows].sort((a, b) => (result[a] ?? 0) - (result[b] ?? 0))
      const numbers = rows.map((row) => result[row] ?? 0).sort((a, b) => a - b)
      // Numbers without gaps stay without gaps.
      const first = this.firstOfRun(isRadio)
      ranked.forEach((row, at) => (result[row] = first === null ? (numbers[at] ?? 0) : first + at))
    }
    return result
  }

  /** The first number of a kind whose numbers have no gap; null if they have one. */
  private firstOfRun(isRadio: boolean): number | null {
    const numbers = [...this.layout.indexes]
      .filter((number, row) => (this.types[row] === 1) === isRadio && number !== none)
      .sort((a, b) => a - b)
    const first = numbers[0] ?? 0
    return numbers.every((number, at) => number === first + at) ? first : null
  }

  /** The number after the highest of a kind; `isOf`: whether a row is of this kind. */
  private nextIndex(indexes: Uint32Array, isOf: (row: number) => boolean): number {
    let next = 0
    indexes.forEach((number, row) => {
      if (number !== none && number >= next && isOf(row)) next = number + 1
    })
    return next
  }

  /** The highest number of each table. */
  private readonly highest = new Map<readonly number[], number>()
  private numberOf(place: number, numbers: readonly number[]): number {
    const own = numbers[place]
    if (own !== undefined) return own === none ? 0 : own
    let highest = this.highest.get(numbers)
    if (highest === undefined) {
      highest = numbers.reduce((most, number) => (number !== none && number > most ? number : most), -1)
      this.highest.set(numbers, highest)
    }
    return highest + 1 + place - numbers.length
  }
  private transponderNumber(place: number): number {
    return this.numberOf(place, this.layout.transponderNumbers)
  }

  private references: boolean | null = null
  /** True if the edits may change how an element of a group refers to its channel. */
  private areReferencesChanged(indexes: Uint32Array): boolean {
    return (this.references ??=
      indexes !== this.layout.indexes ||
      [...this.edits.channels.values()].some(
        ({ sid, transponder, type }) => sid !== undefined || transponder !== undefined || type !== undefined,
      ))
  }
  private readonly decoder = new TextDecoder('utf-8')
  private elementOwn(element: Element): string {
    return this.decoder.decode(this.source.subarray(element.start, element.end))
  }

  /** An element of a group's array after the edits. */
  private elementText(element: Element, indexes: Uint32Array): string {
    const own = this.elementOwn(element)
    const { channel } = element
    const edit = channel < 0 ? undefined : this.edits.channels.get(channel)
    if (channel < 0) return own
    if (!element.pair) {
      if (indexes[channel] === this.layout.indexes[channel]) return own
      return own.startsWith('"') ? `"${indexes[channel]}"` : String(indexes[channel])
    }
    if (edit?.sid === undefined && edit?.transponder === undefined) return own
    const [transponder, sid] = own.replaceAll('"', '').split('-')
    const place = edit.transponder === undefined ? transponder : this.transponderNumber(edit.transponder)
    return `"${place}-${edit.sid === undefined ? sid : (edit.sid ?? 0)}"`
  }

  private group(part: Part, indexes: Uint32Array): void {
    const name = this.edits.groups.get(part.number)
    if (name === undefined && !this.areReferencesChanged(indexes)) return
    const scanned = this.scan(part)
    if (name !== undefined) this.set(part, [['Name', name]], scanned)
    if (!this.areReferencesChanged(indexes)) return
    const elements = this.layout.elements[part.number] ?? []
    const lists: [string[], string[]] = [[], []]
    let isChanged = false
    for (const element of elements) {
      const own = this.elementOwn(element)
      const text = this.elementText(element, indexes)
      const isRadio = element.channel < 0 ? element.radio : this.typeOf(element.channel)
      if (text !== own || isRadio !== element.radio) isChanged = true
      lists[isRadio ? 1 : 0].push(text)
    }
    if (!isChanged) return
    const space = scanned.isPretty ? ' ' : ''
    for (const [key, texts] of [['TVChs', lists[0]] as const, ['RadioChs', lists[1]] as const]) {
      const array = texts.length === 0 ? `[${space}]` : `[${space}${texts.join(`,${space}`)}${space}]`
      const pair = scanned.pairs.get(key.toLowerCase())
      if (pair) this.patches.push({ ...pair, bytes: this.encoder.encode(array) })
      else if (texts.length > 0) this.insertPair(part, scanned, key, array)
    }
  }

  private index(part: Part): void {
    const { edits, layout } = this
    const count = (one: number): number => layout.parts.filter((other) => other.kind === one).length
    const values: [string, Json][] = []
    if (edits.newSatellites.length > 0) values.push(['Sat', count(kind.sat) + edits.newSatellites.length])
    if (edits.newTransponders.length > 0) values.push(['TP', count(kind.tp) + edits.newTransponders.length])
    if (edits.groupCount > count(kind.fav)) values.push(['FAV', edits.groupCount])
    const isTyped = [...edits.channels.values()].some(({ type }) => type !== undefined)
    if (edits.newChannels.length > 0 || isTyped) {
      const radios = [...this.types.keys()].filter((row) => this.typeOf(row)).length
      const added = edits.newChannels.filter(({ type }) => type === 'radio').length
      values.push(['ChTV', this.types.length - radios + edits.newChannels.length - added])
      values.push(['ChRadio', radios + added])
    }
    const scanned = this.scan(part)
    this.set(
      part,
      values.filter(([key]) => scanned.pairs.has(key.toLowerCase())),
      scanned,
    )
  }

  private append(indexes: Uint32Array): void {
    const { edits, layout } = this
    const groups = layout.parts.filter((part) => part.kind === kind.fav).length
    const newGroups = Array.from({ length: Math.max(0, edits.groupCount - groups) }, (_, at) => {
      const group = groups + at
      return groupObject(group, edits.groups.get(group) ?? edits.groupName(group), [], [])
    })
    this.insert(kind.fav, newGroups)
    const satelliteNumber = (place: number): number => this.numberOf(place, layout.satelliteNumbers)
    this.insert(
      kind.sat,
      edits.newSatellites.map((one, at) => satelliteObject(satelliteNumber(layout.satelliteNumbers.length + at), one)),
    )
    this.insert(
      kind.tp,
      edits.newTransponders.map((one, at) =>
        transponderObject(
          this.transponderNumber(layout.transponderNumbers.length + at),
          satelliteNumber(one.satellite),
          one,
        ),
      ),
    )
    const next = [false, true].map((isRadio) => this.nextIndex(indexes, (row) => this.typeOf(row) === isRadio))
    this.insert(
      kind.ch,
      edits.newChannels.map((channel) => {
        const isRadio = channel.type === 'radio' ? 1 : 0
        const index = next[isRadio] ?? 0
        next[isRadio] = index + 1
        const { transponder } = channel
        return channelObject(channel, {
          index,
          transponder: transponder === null ? null : this.transponderNumber(transponder),
          ca: channel.scrambled === undefined && channel.encryption === undefined ? 0 : caOf(channel, 0),
        })
      }),
    )
  }

  /** Inserts new objects after the last one of their type, or of a type that comes before it. */
  private insert(of: number, objects: readonly Json[]): void {
    if (objects.length === 0) return
    const { parts } = this.layout
    const before = lastOf(parts, (part) => part.kind === of) ?? lastOf(parts, (part) => part.kind > 0 && part.kind < of)
    const at = before?.end ?? parts[0]?.start ?? 0
    const like = lastOf(parts, (part) => part.kind === kind.ch) ?? before
    const isPretty = like === undefined || this.source.subarray(like.start, like.end).includes(10)
    const gap = isPretty ? '\n' : ''
    const texts = objects.map((object) => writeObject(object, isPretty, this.isEscaped))
    const text = before ? texts.map((one) => gap + one).join('') : texts.map((one) => one + gap).join('')
    this.patches.push({ start: at, end: at, bytes: this.encoder.encode(text) })
  }
}

/** True if the file writes letters above ASCII only as escapes. */
export const isEscapedFile = (bytes: Uint8Array): boolean => {
  let found = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte >= 0x80) return at < 3 && bytes[0] === 0xef ? isEscapedFile(bytes.subarray(3)) : false
    if (byte === backslash && bytes[at + 1] === 0x75) found = true
  }
  return found
}
const backslash = 0x5c

/** The file with its edits; `types` are the channels' types in the source, 1 for radio. */
export const deriveChl = (source: Uint8Array, layout: ChlLayout, types: Uint8Array, edits: ChlEdits): Uint8Array =>
  new Deriver(source, layout, types, edits).run()
