/**
 * Lists the differences between two versions of a list, or two lists: channels that only one of them has, and differing
 * fields of the others. Returns complete counts and one page of rows. Pure engine code; runs on the main or worker
 * thread.
 */
import {
  compareRows,
  type DifferenceField,
  type DifferenceKind,
  type DifferenceOfRows,
  type ListRow,
} from '~/engine/lists'
import { readBoth, type Other } from './other'
import type { Difference, DifferenceCounts, DifferenceSide, Paging } from '../types'
import type { Host, Stored } from '../engine/stored'

export const describeSide = (
  { name, position, frequencyKHz, polarisation, symbolRate, sid, type, scrambled, lock, skip, favourites }: ListRow,
  groups: readonly string[],
): DifferenceSide => ({
  name,
  position,
  frequencyKHz,
  polarisation,
  symbolRate,
  sid,
  type,
  scrambled,
  lock,
  skip,
  groups: groups.flatMap((group, index) => (((favourites >>> index) & 1) === 1 ? [{ index, name: group }] : [])),
})

/** `same`: how many channels both have without any difference. */
export type Compared = { counts: DifferenceCounts; same: number; total: number; items: Difference[] }

const isShown = ({ kind, fields }: DifferenceOfRows, show: DifferenceKind | DifferenceField | null): boolean =>
  show === null || kind === show || fields.some((field) => field === show)

/**
 * Compares `mine` with `theirs`. `show` selects one kind of rows, or those that differ in one field. Rows of `mine`
 * come first, in its order.
 */
export const compareVersions = (
  host: Host,
  {
    mine,
    theirs,
    sameFile,
    show,
    paging,
  }: { mine: Stored; theirs: Other; sameFile: boolean; show: DifferenceKind | DifferenceField | null; paging: Paging },
): Compared => {
  const [a, b] = readBoth(host, mine, theirs)
  const {
    differences,
    counts: { same, ...counts },
  } = compareRows(a, b, sameFile)
  const shown = show === null ? differences : differences.filter((row) => isShown(row, show))
  const from = (paging.page - 1) * paging.size
  return {
    counts,
    same,
    total: shown.length,
    items: shown.slice(from, from + paging.size).map(({ kind, mine: one, theirs: other, fields }) => ({
      kind,
      fields,
      mine: one === null ? null : describeSide(one, a.groups),
      theirs: other === null ? null : describeSide(other, b.groups),
    })),
  }
}
