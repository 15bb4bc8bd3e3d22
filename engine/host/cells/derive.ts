/** Derives the edited file from a source's facts, its cells and the resulting satellites and transponders. */
import { recordDetails } from '../channel-fields'
import { type Core, info } from '../core'
import { encode } from '../convert'
import { type CellValue, type ChannelType, defaultFavouriteNames, encodings, partFields } from '../types'
import { type ChannelEdit, type ChlEdits, type SatelliteEdit, type TransponderEdit, deriveChl } from './chl'
import type { Edits } from './edits'
import type { ChlLayout, Facts, Line } from './facts'
import type { Model, TransponderRow } from './model'
import { type NewRecord, type Place, type RecordEdit, deriveSatcodx } from './satcodx'

/** The source and its layout. */
export type Source = { facts: Facts; lines: Line[]; layout: ChlLayout | null }

/** Fields of a channel that records can hold. */
const derivedFields = ['type', ...recordDetails] as const

const transponderFields = partFields.transponder.filter((field) => field !== 'band')

const derivingTables: ReadonlySet<string> = new Set([
  ...derivedFields.map((field) => `channel.${field}`),
  'channel.transponder',
  'channel.name',
  ...partFields.satellite.map((field) => `satellite.${field}`),
  'transponder.satellite',
  ...transponderFields.map((field) => `transponder.${field}`),
  'group.name',
  'group.bit',
  'group.order',
  'list.group',
])
/** True for a table whose values a record may contain. */
export const isDeriving = (table: string): boolean => derivingTables.has(table)

/** How many groups the derived file has: as many as the highest bit in use. */
export const groupTotal = ({ facts }: Source, model: Model): number =>
  model.groups.reduce((most, { index }) => Math.max(most, index + 1), facts.groups.length)

/** The fields that are set in each row. */
const fieldsByRow = (edits: Edits, model: Model): Map<number, Record<string, CellValue>> => {
  const rows = new Map<number, Record<string, CellValue>>()
  for (const field of derivedFields)
    for (const [id, value] of edits.table(`channel.${field}`) ?? []) {
      const row = model.rowOf(id)
      if (row < 0) continue
      const there = rows.get(row)
      if (there) there[field] = value
      else rows.set(row, { [field]: value })
    }
  return rows
}

const placeOf = (model: Model, transponder: TransponderRow | undefined): Place => {
  const satellite = model.allSatellites.get(transponder?.satellite ?? -1)
  return {
    satellite: satellite?.name ?? '',
    angle: satellite?.angle ?? null,
    frequencyKHz: transponder?.frequencyKHz ?? null,
    polarisation: transponder?.polarisation ?? null,
    symbolRate: transponder?.symbolRate ?? null,
    fec: transponder?.fec ?? null,
  }
}

/** What the edits of a satellite change in its records. */
const satelliteChange = (edits: Edits, satellite: number): Partial<Place> => {
  const [name, angle] = [edits.get('satellite.name', satellite), edits.get('satellite.angle', satellite)]
  return {
    ...(name === undefined ? {} : { satellite: String(name) }),
    ...(angle === undefined ? {} : { angle: Number(angle) }),
  }
}

/** What edits of satellites and transponders change in the records of each source transponder. */
const changedPlaces = ({ facts }: Source, edits: Edits): Map<number, Partial<Place>> => {
  const changes = new Map<number, Partial<Place>>()
  for (const { id, satellite } of facts.transponders) {
    const change: Record<string, CellValue> = { ...satelliteChange(edits, satellite) }
    for (const field of transponderFields) {
      const value = edits.get(`transponder.${field}`, id)
      if (value !== undefined) change[field] = value
    }
    if (Object.keys(change).length > 0) changes.set(id, change)
  }
  return changes
}

/** The bytes of a satellite's name that contains letters outside the list's encoding; null for any other name. */
const unreadableName = ({ facts }: Source, { allSatellites }: Model, name: string): Uint8Array | null => {
  if (!name.includes('\ufffd')) return null
  const place = facts.satelliteNames.findIndex((_, id) => allSatellites.get(id)?.name === name)
  return facts.satelliteNames[place] ?? null
}

const deriveRecords = (core: Core, source: Source, edits: Edits, model: Model): Uint8Array => {
  const { facts } = source
  const fields = fieldsByRow(edits, model)
  const changes = changedPlaces(source, edits)
  const records = new Map<number, RecordEdit>()
  const isMoved = edits.table('channel.transponder') !== undefined
  const isTouched = changes.size > 0 || isMoved || edits.table('satellite.name') || edits.table('satellite.angle')
  for (let row = 0; isTouched && row < facts.rows; row++) {
    const moved = isMoved ? edits.get('channel.transponder', row) : undefined
    const own = facts.columns.transponder[row] ?? -1
    const place =
      moved !== undefined
        ? placeOf(model, model.allTransponders.get(Number(moved)))
        : own >= 0
          ? changes.get(own)
          : satelliteChange(edits, facts.columns.satellite[row] ?? -1)
    if (place && Object.keys(place).length > 0) records.set(row, { place })
  }
  for (const [row, values] of fields)
    if (row < facts.rows) records.set(row, { ...records.get(row), ...(values as RecordEdit) })
  const added = edits.added.channel.map((id, at): NewRecord => ({
    type: 'tv',
    ...(fields.get(facts.rows + at) as RecordEdit | undefined),
    name: String(edits.get('channel.name', id) ?? ''),
    place: placeOf(model, model.allTransponders.get(model.transponderOf(facts.rows + at))),
  }))
  const encoding = encodings[core.get(info.encoding)] ?? 'windows-1252'
  return deriveSatcodx(
    facts.bytes,
    source.lines,
    records,
    added,
    (text, capacity) => unreadableName(source, model, text) ?? encode(core, text, encoding, capacity).bytes,
  )
}

const deriveObjects = (source: Source, layout: ChlLayout, edits: Edits, model: Model): Uint8Array => {
  const { facts } = source
  const fields = fieldsByRow(edits, model)
  /** The index of a transponder in the derived file's table. */
  const tablePlaces = (own: number, added: readonly number[]): ((id: number) => number) => {
    const places = new Map(added.map((id, at) => [id, own + at]))
    return (id) => (id < own ? id : (places.get(id) ?? own - 1))
  }
  const ownTransponders = facts.transponders.length
  const transponderPlace = tablePlaces(ownTransponders, edits.added.transponder)
  const satellitePlace = tablePlaces(facts.satellites.length, edits.added.satellite)
  const channels = new Map<number, ChannelEdit>()
  for (const [row, values] of fields) if (row < facts.rows) channels.set(row, values)
  for (const [id, value] of edits.table('channel.transponder') ?? [])
    if (id < facts.rows) channels.set(id, { ...channels.get(id), transponder: transponderPlace(Number(value)) })
  const partEdits = <E>(kind: 'satellite' | 'transponder', names: readonly string[], own: number): Map<number, E> => {
    const found = new Map<number, Record<string, CellValue>>()
    for (const name of names)
      for (const [id, value] of edits.table(`${kind}.${name}`) ?? [])
        if (id < own) found.set(id, { ...found.get(id), [name]: value })
    return found as Map<number, E>
  }
  const total = groupTotal(source, model)
  const fileGroups = layout.elements.length
  const isGrouped =
    total > facts.groups.length ||
    ['group.name', 'group.order', 'list.group'].some((name) => edits.table(name) !== undefined)
  const byBit = new Map(model.groups.map(({ index, name }) => [index, name]))
  const plan: ChlEdits = {
    satellites: partEdits<SatelliteEdit>('satellite', partFields.satellite, facts.satellites.length),
    transponders: partEdits<TransponderEdit>('transponder', transponderFields, ownTransponders),
    channels,
    groups: new Map(
      [...(edits.table('group.name') ?? [])].flatMap(([id, name]) =>
        id < facts.groups.length ? [[id, String(name)]] : [],
      ),
    ),
    groupCount: isGrouped ? Math.max(total, fileGroups) : fileGroups,
    groupName: (bit) => byBit.get(bit) ?? facts.groups[bit] ?? defaultFavouriteNames[bit] ?? `FAV ${bit + 1}`,
    newSatellites: edits.added.satellite.map((id) => {
      const { name = '', angle = 0, band = null } = model.allSatellites.get(id) ?? {}
      return { name, angle: angle ?? 0, band }
    }),
    newTransponders: edits.added.transponder.map((id) => {
      const one = model.allTransponders.get(id)
      return {
        satellite: satellitePlace(one?.satellite ?? 0),
        frequencyKHz: one?.frequencyKHz ?? 0,
        symbolRate: one?.symbolRate ?? 0,
        polarisation: one?.polarisation ?? 'H',
        fec: one?.fec ?? 'auto',
      }
    }),
    newChannels: edits.added.channel.map((id, at) => {
      const transponder = model.transponderOf(facts.rows + at)
      const { type = 'tv', ...values } = (fields.get(facts.rows + at) ?? {}) as ChannelEdit & { type?: ChannelType }
      return {
        ...values,
        type,
        name: String(edits.get('channel.name', id) ?? ''),
        transponder: transponder < 0 ? null : transponderPlace(transponder),
      }
    }),
  }
  return deriveChl(facts.bytes, layout, facts.columns.type, plan)
}

/** Derives the file. If no cell affects a record, it is the source itself. */
export const derive = (core: Core, source: Source, edits: Edits, model: Model): Uint8Array => {
  if (edits.isEmpty()) return source.facts.bytes
  return source.layout ? deriveObjects(source, source.layout, edits, model) : deriveRecords(core, source, edits, model)
}
