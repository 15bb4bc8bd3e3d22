/** Compares two lists: what only one of them has, and how the others differ. */
import { risingOf } from './moved'
import { pairRows } from './pair'
import { type ListRow, type ListRows, mapGroups, translateFavourites } from './rows'

/** A channel that only the other list has, that only this one has, or that differs between them. */
export const differenceKinds = ['added', 'removed', 'changed'] as const
export type DifferenceKind = (typeof differenceKinds)[number]
/** What may differ in a channel; `reception`: its transponder, SID, type or encryption. */
export const differenceFields = ['name', 'position', 'lock', 'skip', 'favourites', 'reception'] as const
export type DifferenceField = (typeof differenceFields)[number]

export type DifferenceOfRows = {
  kind: DifferenceKind
  mine: ListRow | null
  theirs: ListRow | null
  fields: DifferenceField[]
}
/** Numbers of channels; a channel that differs in two fields counts for both. `same`: no difference at all. */
export type ComparisonCounts = Record<DifferenceKind | DifferenceField | 'same', number>

/** A value that one file lacks is not a difference. */
const unlike = (a: string | number | boolean | null, b: string | number | boolean | null): boolean =>
  a !== null && b !== null && a !== b
/** Dialects store the same transponder in whole MHz or in kHz. */
const megahertz = (frequencyKHz: number | null): number | null =>
  frequencyKHz === null ? null : Math.round(frequencyKHz / 1000)

/** The fields in which two rows of one channel differ. `favourites`: the other row's, by my group numbers. */
export function fieldsOf(a: ListRow, b: ListRow, moved: boolean, favourites: number | null): DifferenceField[] {
  const fields: DifferenceField[] = []
  if (a.name !== b.name) fields.push('name')
  if (moved) fields.push('position')
  if (a.lock !== b.lock) fields.push('lock')
  if (a.skip !== b.skip) fields.push('skip')
  if (a.favourites !== favourites) fields.push('favourites')
  if (
    unlike(megahertz(a.frequencyKHz), megahertz(b.frequencyKHz)) ||
    unlike(a.polarisation, b.polarisation) ||
    unlike(a.symbolRate, b.symbolRate) ||
    unlike(a.sid, b.sid) ||
    unlike(a.type, b.type) ||
    unlike(a.scrambled, b.scrambled)
  )
    fields.push('reception')
  return fields
}

/** Rows of `mine` come first, in its order, then channels that only the other list has, in its order. */
export function compareRows(
  mine: ListRows,
  theirs: ListRows,
  sameFile = false,
): { differences: DifferenceOfRows[]; counts: ComparisonCounts } {
  const to = pairRows(mine.rows, theirs.rows, sameFile)
  const paired: number[] = []
  mine.rows.forEach((_, at) => {
    if ((to[at] ?? -1) >= 0) paired.push(at)
  })
  const rising = risingOf(paired.map((at) => to[at] ?? 0))
  const moved = new Set(paired.filter((_, index) => !rising.has(index)))
  const groups = mapGroups(mine.groups, theirs.groups)
  const known = new Uint8Array(theirs.rows.length)
  const differences: DifferenceOfRows[] = []
  const counts: ComparisonCounts = {
    added: 0,
    removed: 0,
    changed: 0,
    name: 0,
    position: 0,
    lock: 0,
    skip: 0,
    favourites: 0,
    reception: 0,
    same: 0,
  }
  mine.rows.forEach((row, at) => {
    const other = theirs.rows[to[at] ?? -1]
    if (other === undefined) {
      counts.removed++
      differences.push({ kind: 'removed', mine: row, theirs: null, fields: [] })
      return
    }
    known[to[at] ?? 0] = 1
    const fields = fieldsOf(row, other, moved.has(at), translateFavourites(other.favourites, groups))
    if (fields.length === 0) {
      counts.same++
      return
    }
    counts.changed++
    for (const field of fields) counts[field]++
    differences.push({ kind: 'changed', mine: row, theirs: other, fields })
  })
  theirs.rows.forEach((row, at) => {
    if (known[at]) return
    counts.added++
    differences.push({ kind: 'added', mine: null, theirs: row, fields: [] })
  })
  return { differences, counts }
}
