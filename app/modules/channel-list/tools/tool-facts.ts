/** What the tools share: a list read at once, rows of a plan, the channels in scope. Pure engine code. */
import { columnsOf, type ToolColumns } from '~/engine/tools'
import { limits, type OpenList, type Operation } from '~/engine/types'
import { shortened } from '~/text/graphemes'
import { findOriginal } from '../files/dialects'
import type { ToolAsk } from './tools.schema'
import type { Paging, ToolCounts, ToolRow } from '../types'
import type { Host, Stored } from '../engine/stored'

/** Another list that a tool reads: a stored revision, or a file as it was uploaded. */
export type OtherList = Stored | { bytes: Uint8Array }
/**
 * `stored`: the list that would change. `others`: the lists that it is compared with; copying uses the first. `paging`
 * null: no rows. `seed`: the source of ids for added channels, so that repeating the same request gives the same ids.
 */
export type ToolInput<Ask = ToolAsk> = {
  stored: Stored
  others: readonly OtherList[]
  asked: Ask
  paging: Paging | null
  seed: string
}
export const pageOf = <T>(items: readonly T[], paging: Paging | null): T[] =>
  paging === null ? [] : items.slice((paging.page - 1) * paging.size, paging.page * paging.size)

export type ToolPlan = {
  /** False if the other list is a file that can't be read. */
  read: boolean
  counts: ToolCounts
  /** Rows, or groups of duplicates. */
  total: number
  rows: ToolRow[]
  /** Names of the satellites that the tool examined. */
  satellites: string[]
  operations: Operation[]
}

const types = ['tv', 'radio', 'data', 'other'] as const

/** What is read of a list at once, so that another list can be opened in the same engine. */
export type ListFacts = {
  columns: ToolColumns
  transponder: ArrayLike<number>
  satellites: ReturnType<OpenList['satellites']>
  transponders: ReturnType<OpenList['transponders']>
  groups: ReturnType<OpenList['favouriteGroups']>
}
export const factsOf = (list: OpenList): ListFacts => ({
  columns: columnsOf(list),
  transponder: list.columns().transponder,
  satellites: list.satellites(),
  transponders: list.transponders(),
  groups: list.favouriteGroups(),
})

/** Opens another list, or a file in any dialect that can be uploaded; null if it can't be read. */
export const openOther = (host: Host, other: OtherList): OpenList | null => {
  if ('key' in other) return host.open(other)
  host.changed()
  const { bytes } = other
  const original = bytes.length > limits.fileBytes ? null : findOriginal(bytes)
  const read = original === null || 'refusal' in original ? null : host.formats.read(original, '')
  const opened = host.engine.open(read?.ok === true && read.channels > 0 ? read.chl : bytes)
  return opened.ok ? opened.list : null
}

export const noCounts: ToolCounts = {
  looked: 0,
  changes: 0,
  refused: 0,
  groups: 0,
  ambiguous: 0,
  missing: 0,
  uncovered: 0,
}

/** An empty row for a satellite. */
export const emptyRow: ToolRow = {
  kind: 'satellite',
  id: 0,
  position: 0,
  name: '',
  after: null,
  satelliteName: null,
  angle: null,
  frequencyKHz: null,
  polarisation: null,
  symbolRate: null,
  sid: null,
  type: 'other',
  favourites: 0,
  group: null,
  keeps: false,
  more: 0,
  refusal: null,
}

/** The row of the channel at a place. */
export const rowAt = (facts: ListFacts, place: number, more: Partial<ToolRow> = {}): ToolRow => {
  const { columns, satellites, transponders } = facts
  const satellite = satellites[columns.satellite[place] ?? -1]
  const transponder = transponders[facts.transponder[place] ?? -1]
  const sid = columns.sid[place] ?? -1
  return {
    ...emptyRow,
    kind: 'channel',
    id: columns.id[place] ?? 0,
    position: place + 1,
    name: shortened(columns.names[place] ?? ''),
    satelliteName: satellite === undefined ? null : shortened(satellite.name),
    angle: satellite?.angle ?? null,
    frequencyKHz: transponder?.frequencyKHz ?? null,
    polarisation: transponder?.polarisation ?? null,
    symbolRate: transponder?.symbolRate ?? null,
    sid: sid < 0 ? null : sid,
    type: types[columns.type[place] ?? 3] ?? 'other',
    favourites: columns.favourites[place] ?? 0,
    ...more,
  }
}

/** Whether a tool looks at the channel of a place. */
export const scopeOf = ({ columns }: ListFacts, { ids, without }: Pick<ToolAsk, 'ids' | 'without'>) => {
  const only = ids === undefined ? null : new Set(ids)
  const never = new Set(without ?? [])
  return (place: number): boolean => {
    const id = columns.id[place] ?? -1
    return (only === null || only.has(id)) && !never.has(id)
  }
}
export const placesIn = ({ columns }: ListFacts, isMeant: (place: number) => boolean): number[] =>
  Array.from({ length: columns.length }, (_, place) => place).filter(isMeant)
