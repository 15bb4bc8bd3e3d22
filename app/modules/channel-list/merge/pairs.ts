/**
 * Pairs the channels of two versions of a list whose ids have nothing in common: by identity (identity.ts), equal ones
 * in their order, and retuned ones by their other fields. Pure engine code; runs on the main or worker thread.
 */
import { gather, pairRows, readRows, type ListRow } from '~/engine/lists'
import { mapIds } from './identity'
import type { Host, Stored } from '../engine/stored'

/** What tells channels apart that their identity leaves ambiguous. */
const keyOf = ({ satellite, frequencyKHz, polarisation, sid, name }: ListRow): string =>
  [satellite, frequencyKHz, polarisation, sid, name].join('\n')

/** The same without the satellite. */
const serviceOf = ({ frequencyKHz, polarisation, sid, name }: ListRow): string =>
  [frequencyKHz, polarisation, sid, name].join('\n')

const groupBy = (rows: readonly ListRow[], tell: (row: ListRow) => string): Map<string, ListRow[]> => {
  const groups = new Map<string, ListRow[]>()
  for (const row of rows) gather(groups, tell(row), row)
  return groups
}

/** Maps each id of the earlier version to the id in the later one. `ids`: deleted channels to pair, too. */
export const pairVersions = (
  host: Host,
  { before, after, ids = [] }: { before: Stored; after: Stored; ids?: Iterable<number> },
): Map<number, number> => {
  host.changed()
  const oldRows = readRows(host.open(before)).rows
  const asked = [...new Set([...oldRows.map(({ id }) => id), ...ids])]
  const { found, missing, ambiguous } = mapIds(host, { before, after, ids: asked })
  const pairs = new Map(found.map(({ id, to }) => [id, to]))
  if (missing.length === 0 && ambiguous.length === 0) return pairs
  host.changed()
  const newRows = readRows(host.open(after)).rows
  host.changed()
  const taken = new Set(pairs.values())
  const free = (): ListRow[] => newRows.filter(({ id }) => !taken.has(id))
  const pair = (from: ListRow | undefined, to: ListRow | undefined): void => {
    if (from === undefined || to === undefined) return
    pairs.set(from.id, to.id)
    taken.add(to.id)
  }
  const open = new Set(ambiguous.map(({ id }) => id))
  const alike = groupBy(free(), keyOf)
  for (const [key, rows] of groupBy(
    oldRows.filter(({ id }) => open.has(id)),
    keyOf,
  )) {
    const others = alike.get(key) ?? []
    // If the counts differ, it is unclear which one was removed or added.
    if (others.length === rows.length) rows.forEach((row, at) => pair(row, others[at]))
  }
  const gone = new Set(missing.map(({ id }) => id))
  const left = oldRows.filter(({ id }) => gone.has(id))
  const others = free()
  pairRows(left, others).forEach((to, at) => pair(left[at], others[to]))
  // Between two versions of one list, a satellite's angle or name may change while all else stays the same.
  const elsewhere = groupBy(free(), serviceOf)
  for (const [key, rows] of groupBy(
    left.filter(({ id }) => !pairs.has(id)),
    serviceOf,
  )) {
    const same = elsewhere.get(key) ?? []
    if (rows.length === 1 && same.length === 1) pair(rows[0], same[0])
  }
  return pairs
}
