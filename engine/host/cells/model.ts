/**
 * Satellites, transponders, groups and categories as source and cells together define them, and where each channel is.
 * Row numbers are the derived file's: the source's records, then the added channels.
 */
import {
  type Band,
  type Category,
  type PartKind,
  type Satellite,
  type Transponder,
  defaultCategoryNames,
  limits,
  partFields,
} from '../types'
import { gather } from '../gather'
import type { Edits, Kind } from './edits'
import type { Facts } from './facts'

export type SatelliteRow = Pick<Satellite, 'id' | 'name' | 'angle' | 'band'>
export type TransponderRow = Pick<Transponder, 'id' | 'frequencyKHz' | 'polarisation' | 'symbolRate' | 'fec'> & {
  /** Its satellite's id, -1 for none. */
  satellite: number
  band: Band | null
}
export type GroupRow = { id: number; index: number; name: string }
export type CategoryRow = Pick<Category, 'id' | 'name' | 'logo'>

/** The same for two transponders of the same satellite, frequency and polarisation. */
const placeKey = ({ satellite, frequencyKHz, polarisation }: Partial<TransponderRow>): string =>
  `${satellite} ${frequencyKHz} ${polarisation}`

/** The rows with the values that cells set; null is a value, too. */
const edited = <R extends { id: number }>(edits: Edits, kind: PartKind, rows: readonly R[]): R[] => {
  const tables = partFields[kind].flatMap((field) => {
    const table = edits.table(`${kind}.${field}`)
    return table === undefined ? [] : [[field, table] as const]
  })
  return rows.map((row) => {
    const values = tables.flatMap(([field, table]) => (table.has(row.id) ? [[field, table.get(row.id)] as const] : []))
    return values.length === 0 ? row : { ...row, ...Object.fromEntries(values) }
  })
}

export class Model {
  readonly satellites: SatelliteRow[]
  readonly transponders: TransponderRow[]
  readonly groups: GroupRow[]
  readonly categories: CategoryRow[]
  readonly satelliteById: ReadonlyMap<number, SatelliteRow>
  readonly transponderById: Map<number, TransponderRow>
  /** Including removed ones: restoring a channel restores its own. */
  readonly allSatellites: ReadonlyMap<number, SatelliteRow>
  readonly allTransponders: Map<number, TransponderRow>
  readonly satellitePlaces: ReadonlyMap<number, number>
  readonly transponderPlaces: Map<number, number>
  /** The ids of the transponders by `placeKey`. */
  private placeIds: Map<string, number[]> | null = null
  private readonly rows: ReadonlyMap<number, number>

  constructor(
    private readonly facts: Facts,
    private readonly edits: Edits,
    nameOf: (bytes: Uint8Array, shown: string) => string,
  ) {
    this.rows = new Map(edits.added.channel.map((id, at) => [id, facts.rows + at]))

    const satellites = edited(edits, 'satellite', [
      ...facts.satellites.map(({ id, name, angle, band }, at): SatelliteRow => ({
        ...{ id, angle, band },
        name: nameOf(facts.satelliteNames[at] ?? new Uint8Array(0), name),
      })),
      ...edits.added.satellite.map((id): SatelliteRow => ({ id, name: '', angle: null, band: null })),
    ])
    this.allSatellites = byId(satellites)
    this.satellites = this.arranged('satellite', satellites)
    this.satelliteById = byId(this.satellites)
    this.satellitePlaces = placesOf(this.satellites)

    const transponders = edited(edits, 'transponder', [
      ...facts.transponders.map(({ id, satellite, frequencyKHz, polarisation, symbolRate, fec }): TransponderRow => ({
        ...{ id, satellite, frequencyKHz, polarisation, symbolRate, fec },
        band: null,
      })),
      ...edits.added.transponder.map((id) => this.addedTransponder(id)),
    ])
    this.allTransponders = byId(transponders)
    this.transponders = transponders.filter(
      ({ id, satellite }) =>
        edits.get('transponder.gone', id) !== true && (satellite < 0 || this.satelliteById.has(satellite)),
    )
    this.transponderById = byId(this.transponders)
    this.transponderPlaces = placesOf(this.transponders)

    this.groups = this.arranged(
      'group',
      edited(edits, 'group', [
        ...facts.groups.map((name, index): GroupRow => ({ id: index, index, name })),
        ...edits.added.group.map((id): GroupRow => ({ id, index: Number(edits.get('group.bit', id) ?? 0), name: '' })),
      ]),
    )
    this.categories = this.arranged(
      'category',
      edited(edits, 'category', [
        ...defaultCategoryNames.map((name, id): CategoryRow => ({ id, name, logo: null })),
        ...edits.added.category.map((id): CategoryRow => ({ id, name: '', logo: null })),
      ]),
    )
  }

  /** True if another transponder has this satellite, frequency and polarisation. */
  hasTransponderLike(row: Partial<TransponderRow>, id: number): boolean {
    if (this.placeIds === null) {
      this.placeIds = new Map()
      for (const one of this.transponders) this.notePlace(one)
    }
    return this.placeIds.get(placeKey(row))?.some((one) => one !== id) === true
  }

  private notePlace(row: TransponderRow): void {
    if (this.placeIds !== null) gather(this.placeIds, placeKey(row), row.id)
  }

  /** A transponder that the source lacks, before its cells are read. */
  private addedTransponder(id: number): TransponderRow {
    return {
      ...{ id, satellite: Number(this.edits.get('transponder.satellite', id) ?? -1), band: null },
      ...{ frequencyKHz: null, polarisation: null, symbolRate: null, fec: null },
    }
  }

  /** Adds a transponder to the model, so that nothing else has to be read again. */
  takeTransponder(id: number): void {
    const [row] = edited(this.edits, 'transponder', [this.addedTransponder(id)])
    if (row === undefined) return
    this.allTransponders.set(row.id, row)
    this.transponderById.set(row.id, row)
    this.transponderPlaces.set(row.id, this.transponders.length)
    this.transponders.push(row)
    this.notePlace(row)
  }

  /** The items that were not removed: first as arranged, then the others in their own order. */
  private arranged<R extends { id: number }>(kind: Exclude<Kind, 'channel' | 'transponder'>, all: readonly R[]): R[] {
    const live = all.filter(({ id }) => this.edits.get(`${kind}.gone`, id) !== true)
    const order = this.edits.order(`list.${kind}`, 0)
    if (!order) return live
    const places = new Map(order.map((id, place) => [id, place]))
    return live
      .map((row, at) => ({ row, at: places.get(row.id) ?? order.length + at }))
      .sort((a, b) => a.at - b.at)
      .map(({ row }) => row)
  }

  /** The row of a channel, -1 if there is none. */
  rowOf(id: number): number {
    if (Number.isInteger(id) && id >= 0 && id < this.facts.rows) return id
    return this.rows.get(id) ?? -1
  }
  /** The id of a row's channel. */
  idOf(row: number): number {
    return row < this.facts.rows ? row : (this.edits.added.channel[row - this.facts.rows] ?? -1)
  }

  /** The id of a row's transponder, even if that was removed; -1 for none. */
  transponderOf(row: number): number {
    const cell = this.edits.get('channel.transponder', this.idOf(row))
    if (typeof cell === 'number') return cell
    return row < this.facts.rows ? (this.facts.columns.transponder[row] ?? -1) : -1
  }
  /** The satellite's id of a row; -1 for none. */
  satelliteOf(row: number): number {
    const transponder = this.transponderOf(row)
    if (transponder >= 0) return this.allTransponders.get(transponder)?.satellite ?? -1
    return row < this.facts.rows ? (this.facts.columns.satellite[row] ?? -1) : -1
  }

  /** The lowest bit that no group has; -1 if all are taken. */
  freeBit(): number {
    const taken = new Set(this.groups.map(({ index }) => index))
    // A removed group of the file keeps its bit: its object is still in the derived file.
    for (let bit = 0; bit < this.facts.groups.length; bit++) taken.add(bit)
    for (let bit = 0; bit < limits.favouriteGroups; bit++) if (!taken.has(bit)) return bit
    return -1
  }
}

const byId = <R extends { id: number }>(rows: readonly R[]): Map<number, R> => new Map(rows.map((row) => [row.id, row]))
const placesOf = (rows: readonly { id: number }[]): Map<number, number> =>
  new Map(rows.map(({ id }, place) => [id, place]))
