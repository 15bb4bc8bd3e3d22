/**
 * Writes a list with cells. The engine writes the derived file; for a `.chl`, removed objects and other orders are
 * changed in it afterwards. Then reports everything that the target can't hold.
 */
import { isKnownNumber, satcodxNumbers, streamNumbers } from '../channel-fields'
import type { OpenList } from '../contract'
import { encodeForSatcodx, isMoreThanPid } from '../convert'
import { bandsOf, typedTrack } from '../filled'
import type { List } from '../list'
import { Losses } from '../losses'
import { isAddedId } from '../rules'
import type { AudioTrack, Format, Loss } from '../types'
import { channelObject, groupObject, isCaNumber, satelliteObject, transponderObject } from './chl'
import type { Source } from './derive'
import type { Edits } from './edits'
import { type ChlLayout, type Part, kind, readChlLayout } from './facts'
import type { CellList, Parts } from './list'
import { type Json, scanObject, writeObject } from './json'
import { type Patch, joinBytes, patched } from './patches'
import { hasFecDigit, isCryptoText } from './satcodx'

type Written = { bytes: Uint8Array; losses: Loss[] }

/** Reports what only the portal stores, in either dialect. */
const notePortal = (list: CellList, losses: Losses): void => {
  const edits = list.ownEdits
  const live = (table: string): number[] =>
    [...(edits.table(table)?.keys() ?? [])].filter((id) => list.positionOf(id) > 0)
  const note = (code: Loss['code'], ids: readonly number[]): void => {
    if (ids.length > 0) losses.add(code, ids)
  }
  note('number', live('channel.number'))
  note('url', live('channel.url'))
  note('category', live('channel.category'))
  for (const name of edits.cells.keys()) if (name.startsWith('channel.name.')) note('other-names', live(name))
}

/** Reports which cells the source's own dialect can't hold. */
const noteOwn = (list: CellList, losses: Losses): void => {
  const edits = list.ownEdits
  const isChl = list.dialect === 'chl'
  const ids = (table: string, isLost: (value: unknown, id: number) => boolean): number[] =>
    [...(edits.table(table) ?? [])]
      .filter(([id, value]) => list.positionOf(id) > 0 && isLost(value, id))
      .map(([id]) => id)
  const note = (code: Loss['code'], found: readonly number[]): void => {
    if (found.length > 0) losses.add(code, found)
  }
  const isText = (value: unknown): value is string => typeof value === 'string'
  note(
    'encryption',
    ids('channel.encryption', (value) => isText(value) && !(isChl ? isCaNumber(value) : isCryptoText(value))),
  )
  if (isChl) {
    const { layout, facts } = list.ownSource
    const has = (id: number, key: string): boolean =>
      layout !== null && id < facts.rows && objectHas(facts.bytes, layout, id, key)
    for (const field of ['onid', 'tsid'] as const)
      note(
        'network-ids',
        ids(`channel.${field}`, (value, id) => Boolean(value) && !has(id, field)),
      )
    return
  }
  note('provider', ids('channel.provider', isText))
  const is104 = list.version === '104'
  for (const name of streamNumbers)
    if (!satcodxNumbers.includes(name) && !(is104 && name === 'pmtPid'))
      note(
        'pids',
        ids(`channel.${name}`, (value) => typeof value === 'number' && isKnownNumber(name, value)),
      )
  note(
    'subtitles',
    ids('channel.subtitles', (value) => Array.isArray(value) && value.length > 0),
  )
  note(
    'audio',
    ids('channel.audio', (value) => Array.isArray(value) && isMoreThanPid(value as AudioTrack[])),
  )
  note('video-type', ids('channel.videoType', isText))
  note(
    'sid-range',
    ids('channel.sid', (value) => typeof value === 'number' && value > 65535),
  )
}
const objectHas = (bytes: Uint8Array, layout: ChlLayout, row: number, key: string): boolean => {
  const part = layout.parts.find((one) => one.kind === kind.ch && one.number === row)
  return part !== undefined && scanObject(bytes, part.start, part.end).pairs.has(key)
}

/** Reports bands of transponders: no file of either dialect has them. */
const noteBands = (list: CellList, losses: Losses): void => {
  const edited = list.transponders().filter(({ id }) => list.ownEdits.get('transponder.band', id))
  if (edited.length === 0) return
  const places = new Set(edited.map(({ index }) => index))
  const { id, transponder } = list.columns()
  losses.add(
    'satellite-data',
    Array.from(id).filter((_, at) => places.has(transponder[at] ?? -1)),
  )
}

/** Reports satellites, transponders and groups that SatcoDX can't hold, or not completely. */
const noteParts = (list: CellList, losses: Losses, bytes: Uint8Array | null): void => {
  const edits = list.ownEdits
  const lost = new Set<number>()
  const { id, satellite, transponder } = list.columns()
  const satellites = list.satellites()
  const transponders = list.transponders()
  const channelsAt = (places: Int32Array, place: number): number[] =>
    Array.from(id).filter((_, at) => places[at] === place)
  let isLost = false
  for (const one of satellites) {
    const isEmpty = one.channels === 0 && edits.added.satellite.includes(one.id)
    const name = edits.get('satellite.name', one.id)
    const isCut = typeof name === 'string' && (name.length > 18 || /[^ -~]/.test(name))
    if (!isEmpty && !edits.get('satellite.band', one.id) && !isCut) continue
    isLost = true
    for (const channel of channelsAt(satellite, one.index)) lost.add(channel)
  }
  for (const one of transponders) {
    if (one.channels === 0 && edits.added.transponder.includes(one.id)) isLost = true
    const fec = edits.get('transponder.fec', one.id)
    if (bytes && typeof fec === 'string' && !hasFecDigit(fec)) losses.add('fec', channelsAt(transponder, one.index))
  }
  if (isLost) losses.add('satellite-data', lost)
  noteBands(list, losses)
  if (edits.table('group.name') || edits.table('group.order') || edits.table('list.group'))
    losses.add('group-order', [])
}

/** Channels that were added with an address and no transponder. */
const findStreamed = (list: CellList): number[] => {
  const { id, transponder } = list.columns()
  return Array.from(id).filter((one, at) => isAddedId(one) && (transponder[at] ?? -1) < 0)
}
/** Radio channels with a video PID; a new `.chl` can't hold that PID. */
const findRadiosWithPicture = (list: CellList): number[] =>
  [...(list.ownEdits.table('channel.videoPid') ?? [])].flatMap(([id, pid]) =>
    pid !== null && list.positionOf(id) > 0 && list.channel(id)?.type === 'radio' ? [id] : [],
  )
/** The engine's own file without these records. */
const writeWithout = (base: List, rows: number[], format: Format): Written => {
  if (rows.length === 0) return base.write(format)
  const before = base.state()
  base.apply([{ op: 'delete', ids: rows }])
  const written = base.write(format)
  base.load(before)
  return written
}

/** Writes the list in its own dialect or as a file of the other one. */
export const writeList = (list: CellList, base: List, parts: Parts, format: Format): Written => {
  const losses = new Losses()
  const model = list.model()
  const target = format === 'chl' ? 'chl' : 'satcodx'
  notePortal(list, losses)
  if (target === 'satcodx' && list.dialect === 'chl') {
    const written = encodeForSatcodx(list, parts.core)
    for (const { code, ids } of written.losses) losses.add(code, ids)
    noteParts(list, losses, null)
    return { bytes: written.bytes, losses: losses.list() }
  }
  // A file of this dialect can't hold a streamed channel.
  const streamed = list.dialect === 'satcodx' ? findStreamed(list) : []
  if (streamed.length > 0) losses.add('left-out', streamed)
  const own = writeWithout(
    base,
    streamed.map((id) => model.rowOf(id)),
    format,
  )
  for (const { code, ids } of own.losses)
    losses.add(
      code,
      ids.map((row) => model.idOf(row)),
    )
  if (target === 'chl' && list.dialect === 'satcodx') {
    noteBands(list, losses)
    const radios = findRadiosWithPicture(list)
    if (radios.length > 0) losses.add('pids', radios)
    return { bytes: writeChl(list), losses: losses.list() }
  }
  noteOwn(list, losses)
  if (target === 'satcodx') {
    noteParts(list, losses, own.bytes)
    return { bytes: own.bytes, losses: losses.list() }
  }
  noteBands(list, losses)
  const rounded = list
    .transponders()
    .filter(
      (one) =>
        typeof list.ownEdits.get('transponder.frequencyKHz', one.id) === 'number' &&
        (one.frequencyKHz ?? 0) % 1000 !== 0,
    )
  if (rounded.length > 0) {
    const { id, transponder } = list.columns()
    const places = new Set(rounded.map(({ index }) => index))
    losses.add(
      'frequency-rounded',
      Array.from(id).filter((_, at) => places.has(transponder[at] ?? -1)),
    )
  }
  return { bytes: arrangeChl(list, parts, own.bytes), losses: losses.list() }
}

// ---- A `.chl` of its own: what was removed, and other orders ----

/** True if the file needs changes that the engine's own writer can't make. */
const isArranged = ({ cells }: { cells: Edits['cells'] }): boolean =>
  ['satellite.gone', 'transponder.gone', 'group.gone', 'group.order', 'list.satellite', 'list.group'].some((name) =>
    cells.has(name),
  )

/** Removes removed objects from the written file, and orders satellites, groups and their channels. */
const arrangeChl = (list: CellList, parts: Parts, written: Uint8Array): Uint8Array => {
  const edits = list.ownEdits
  if (!isArranged(edits)) return written
  const source: Source = list.ownSource
  const model = list.model()
  const order = Array.from(list.columns().id)
  const groupOrders = new Map(model.groups.map((row) => [row.index, list.groupOrder(row.id)]))
  const isOrdered = new Set([...(edits.table('group.order')?.keys() ?? [])])
  parts.read(written)
  const layout = readChlLayout(parts.core)
  const outer = (own: number, added: readonly number[], place: number): number =>
    place < own ? place : (added[place - own] ?? -1)
  const satelliteId = (place: number): number => outer(source.facts.satellites.length, edits.added.satellite, place)
  const transponderId = (place: number): number =>
    outer(source.facts.transponders.length, edits.added.transponder, place)
  const patches: Patch[] = []
  const texts = new Map<Part, Uint8Array>()
  const kept = { [kind.sat]: [] as Part[], [kind.fav]: [] as Part[] }
  let transponders = 0
  const dropped: Part[] = []
  for (const part of layout.parts) {
    if (part.kind === kind.sat) {
      if (model.satelliteById.has(satelliteId(part.number))) kept[kind.sat].push(part)
      else dropped.push(part)
    } else if (part.kind === kind.tp) {
      if (model.transponderById.has(transponderId(part.number))) transponders++
      else dropped.push(part)
    } else if (part.kind === kind.fav) {
      if (model.groups.some(({ index }) => index === part.number)) {
        kept[kind.fav].push(part)
        const group = model.groups.find(({ index }) => index === part.number)
        if (group && isOrdered.has(group.id))
          texts.set(part, orderedGroup(written, layout, part, groupOrders.get(part.number) ?? [], order))
      } else dropped.push(part)
    }
  }
  const place = (rows: readonly { id: number }[], idOf: (part: Part) => number, all: Part[]): void => {
    const rank = new Map(rows.map(({ id }, at) => [id, at]))
    const sorted = [...all].sort((a, b) => (rank.get(idOf(a)) ?? 0) - (rank.get(idOf(b)) ?? 0))
    all.forEach((slot, at) => {
      const part = sorted[at] ?? slot
      const bytes = texts.get(part) ?? written.subarray(part.start, part.end)
      if (part !== slot || texts.has(part)) patches.push({ start: slot.start, end: slot.end, bytes: bytes.slice() })
    })
  }
  place(model.satellites, (part) => satelliteId(part.number), kept[kind.sat])
  place(model.groups, (part) => model.groups.find(({ index }) => index === part.number)?.id ?? -1, kept[kind.fav])
  for (const part of dropped)
    patches.push({ start: spaceBefore(written, part.start), end: part.end, bytes: new Uint8Array(0) })
  for (const part of layout.parts)
    if (part.kind === kind.index)
      patches.push(
        ...counted(written, part, { sat: kept[kind.sat].length, tp: transponders, fav: kept[kind.fav].length }, layout),
      )
  return patched(written, patches)
}

/** The start of the white space before an object. */
const spaceBefore = (bytes: Uint8Array, at: number): number => {
  while (at > 0 && [9, 10, 13, 32].includes(bytes[at - 1] ?? 0)) at--
  return at
}

/** The index object with new counts. */
const counted = (
  bytes: Uint8Array,
  part: Part,
  counts: Record<'sat' | 'tp' | 'fav', number>,
  layout: ChlLayout,
): Patch[] => {
  const { pairs } = scanObject(bytes, part.start, part.end)
  return (['sat', 'tp', 'fav'] as const).flatMap((key): Patch[] => {
    const pair = pairs.get(key)
    const before = layout.parts.filter((one) => one.kind === kind[key]).length
    if (!pair || before === counts[key]) return []
    const isText = bytes[pair.start] === 0x22
    return [{ ...pair, bytes: new TextEncoder().encode(isText ? `"${counts[key]}"` : String(counts[key])) }]
  })
}

/** A group's object with its arrays in the group's own order; `order`: the channels of the written file. */
const orderedGroup = (
  bytes: Uint8Array,
  layout: ChlLayout,
  part: Part,
  wanted: readonly number[],
  order: readonly number[],
): Uint8Array => {
  const rank = new Map(wanted.map((id, at) => [id, at]))
  const elements = layout.elements[part.number] ?? []
  const patches: Patch[] = []
  for (const isRadio of [false, true]) {
    const slots = elements.filter(({ radio, channel }) => radio === isRadio && channel >= 0)
    const sorted = [...slots].sort(
      (a, b) => (rank.get(order[a.channel] ?? -1) ?? 0) - (rank.get(order[b.channel] ?? -1) ?? 0),
    )
    slots.forEach((slot, at) => {
      const own = sorted[at] ?? slot
      patches.push({
        start: slot.start - part.start,
        end: slot.end - part.start,
        bytes: bytes.slice(own.start, own.end),
      })
    })
  }
  return patched(bytes.slice(part.start, part.end), patches)
}

// ---- A `.chl` made from a list of another dialect ----

const channelJson = (list: OpenList, id: number, index: number, place: number): Json => {
  const channel = list.channel(id)
  if (channel === null) return {}
  const isRadio = channel.type === 'radio'
  const encryption = channel.encryption ?? ''
  const codec = channel.system === 'MPG4' ? 'H264' : channel.system === 'MPG2' ? 'MPEG-2' : ''
  return channelObject(
    {
      ...channel,
      videoPid: isRadio ? null : channel.videoPid,
      videoType: channel.videoType ?? (isRadio ? '' : codec),
      audio: channel.audio.length > 0 ? channel.audio : typedTrack(channel),
    },
    { index, transponder: place, ca: channel.scrambled ? (isCaNumber(encryption) ? Number(encryption) : 1) : 0 },
  )
}

/** The list as a new `.chl` in the indented style of boxes. It can't hold a channel without a transponder. */
export const writeChl = (list: OpenList): Uint8Array => {
  const { id, length, transponder, type } = list.columns()
  const satellites = list.satellites()
  const bandOf = bandsOf(list)
  const transponders = list.transponders()
  const indexes = new Map<number, number>()
  const counts = [0, 0]
  for (let at = 0; at < length; at++) {
    if ((transponder[at] ?? -1) < 0) continue
    const isRadio = type[at] === 1 ? 1 : 0
    indexes.set(id[at] ?? 0, counts[isRadio] ?? 0)
    counts[isRadio] = (counts[isRadio] ?? 0) + 1
  }
  const radios = new Set(Array.from(id).filter((_, at) => type[at] === 1))
  const groups = list.favouriteGroups()
  const objects: Json[] = [
    {
      Type: 'index',
      Ver: 1,
      Sat: satellites.length,
      TP: transponders.length,
      ChTV: counts[0] ?? 0,
      CHRadio: counts[1] ?? 0,
      FAV: groups.length,
    },
    ...groups.map((group, at): Json => {
      const members = list.groupOrder(group.id).filter((one) => indexes.has(one))
      const ofKind = (isRadio: boolean): number[] =>
        members.filter((one) => radios.has(one) === isRadio).map((one) => indexes.get(one) ?? 0)
      return groupObject(at, group.name, ofKind(false), ofKind(true))
    }),
    ...satellites.map((one, at) => satelliteObject(at, { ...one, band: one.band ?? bandOf(at) })),
    ...transponders.map((one, at) =>
      transponderObject(at, Math.max(0, one.satellite), { ...one, polarisation: one.polarisation ?? '' }),
    ),
    ...Array.from(id).flatMap((one, at): Json[] => {
      const index = indexes.get(one)
      return index === undefined ? [] : [channelJson(list, one, index, transponder[at] ?? 0)]
    }),
  ]
  const encoder = new TextEncoder()
  return joinBytes(objects.map((object) => encoder.encode(`${writeObject(object, true, false)}\n`)))
}
