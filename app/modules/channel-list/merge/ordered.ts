/**
 * Orders a list like something else: another list, one of its favourite groups, or a spreadsheet's lines. Pure engine
 * code; runs on the main or worker thread.
 */
import {
  linesOf,
  orderByLines,
  orderByRows,
  readRows,
  type LineMeaning,
  type LineOutcome,
  type LineReport,
} from '~/engine/lists'
import { isNameTable } from '../names/names'
import { openOther, readBoth, type Other } from './other'
import { openSheet, packSheet, readSheet, type Sheet } from '../files/sheet'
import type { Paging } from '../types'
import type { Host, Stored } from '../engine/stored'

/** `group`: use only the channels of this favourite group of the other list. */
export type OrderGuide =
  | { kind: 'list'; theirs: Other; sameFile: boolean; group: number | null }
  | { kind: 'lines'; sheet: Sheet; meaning: LineMeaning }
export type Ordered = {
  order: number[]
  counts: Record<LineOutcome, number>
  found: number
  behind: number
  moved: number
  /** The lines of one page; on request only those that don't match exactly one channel. */
  lines: (LineReport & { name: string | null })[]
  total: number
  /** Groups of the other list that have channels. */
  groups: { index: number; name: string; channels: number }[]
}

/** The members of the group that gives the order, in the group's own order; undefined without a group. */
const membersOf = (host: Host, { theirs, group }: Extract<OrderGuide, { kind: 'list' }>): number[] | undefined => {
  const list = openOther(host, theirs)
  const one = list.favouriteGroups().find(({ index }) => index === group)
  return one === undefined ? undefined : list.groupOrder(one.id)
}

/** Null if the other list has no such group. `odd`: only lines that match no channel, or more than one. */
export const orderAfter = (
  host: Host,
  { mine, guide, odd, paging }: { mine: Stored; guide: OrderGuide; odd: boolean; paging: Paging },
): Ordered | null => {
  const members = guide.kind === 'list' && guide.group !== null ? membersOf(host, guide) : null
  if (members === undefined) return null
  const [a, b] = guide.kind === 'list' ? readBoth(host, mine, guide.theirs) : [readRows(host.open(mine)), null]
  const { report, ...plan } =
    guide.kind === 'list'
      ? orderByRows(a, b ?? a, guide.sameFile, members)
      : orderByLines(a, linesOf(openSheet(guide.sheet), guide.meaning, a))
  const counts: Ordered['counts'] = { found: 0, several: 0, unclear: 0, again: 0, missing: 0 }
  for (const { outcome } of report) counts[outcome]++
  const names = new Map(a.rows.map(({ id, name }) => [id, name]))
  const shown = odd ? report.filter(({ outcome }) => outcome !== 'found') : report
  const from = (paging.page - 1) * paging.size
  return {
    ...plan,
    counts,
    lines: shown
      .slice(from, from + paging.size)
      .map((line) => ({ ...line, name: line.id === null ? null : (names.get(line.id) ?? null) })),
    total: shown.length,
    groups: (b?.groups ?? []).flatMap((name, index) => {
      const channels = b?.rows.filter(({ favourites }) => ((favourites >>> index) & 1) === 1).length ?? 0
      return channels === 0 ? [] : [{ index, name, channels }]
    }),
  }
}

/** A spreadsheet's cells to keep, and whether they are a table of names; null if the file isn't a spreadsheet. */
export const readLines = (
  _host: Host,
  { bytes }: { bytes: Uint8Array },
): { bytes: Uint8Array<ArrayBuffer>; isNameTable: boolean } | null => {
  const grid = readSheet(bytes)
  return grid === null ? null : { bytes: packSheet(grid), isNameTable: isNameTable(grid) }
}
