/**
 * Orders a list like something else: another list, an earlier version, a favourite group, or the lines of a
 * spreadsheet. Channels that it doesn't name follow at the end, in their own order.
 */
import { gather } from '../gather'
import { bestNamed, weakestWay, makeFreeThings, makeNameFinder } from '../name-finder'
import { isSameCarrier, pairRows } from './pair'
import type { ListRow, ListRows } from './rows'

/** A line of a spreadsheet that names one channel; values that it lacks are null. `line` counts from 1. */
export type OrderLine = {
  line: number
  text: string
  name: string | null
  sid: number | null
  /** The position in this list. */
  number: number | null
  frequencyMHz: number | null
}
/**
 * The result of a line.
 * - `several`: more than one channel has exactly its values; the first free one is taken.
 * - `unclear`: more than one name resembles it, and none is equal; none is taken.
 * - `again`: another line took the channel.
 */
export const lineOutcomes = ['found', 'several', 'unclear', 'again', 'missing'] as const
export type LineOutcome = (typeof lineOutcomes)[number]
export type LineReport = { line: number; text: string; outcome: LineOutcome; id: number | null }
/**
 * `order`: every channel's id. `found`: how many channels have a line; `behind`: how many have none and follow at the
 * end; `moved`: how many change their position.
 */
export type OrderPlan = { order: number[]; report: LineReport[]; found: number; behind: number; moved: number }

function makePlan(mine: readonly ListRow[], first: readonly number[], report: LineReport[]): OrderPlan {
  const named = new Set(first)
  const order = [...first, ...mine.filter(({ id }) => !named.has(id)).map(({ id }) => id)]
  let moved = 0
  mine.forEach(({ id }, at) => {
    if (order[at] !== id) moved++
  })
  return { order, report, found: first.length, behind: mine.length - first.length, moved }
}

/** The order of another list, or of some of its channels: `only` are their ids there, in the wanted order. */
export function orderByRows(
  mine: ListRows,
  theirs: ListRows,
  sameFile: boolean,
  only: readonly number[] | null,
): OrderPlan {
  const to = pairRows(mine.rows, theirs.rows, sameFile)
  const back = new Map<number, number>()
  mine.rows.forEach(({ id }, at) => {
    if ((to[at] ?? -1) >= 0) back.set(to[at] ?? 0, id)
  })
  const first: number[] = []
  const report: LineReport[] = []
  const places = new Map(theirs.rows.map(({ id }, at) => [id, at]))
  const guide = only === null ? theirs.rows.keys() : only.flatMap((id) => places.get(id) ?? [])
  for (const at of guide) {
    const row = theirs.rows[at]
    if (row === undefined) continue
    const id = back.get(at)
    if (id !== undefined) first.push(id)
    report.push({ line: row.position, text: row.name, outcome: id === undefined ? 'missing' : 'found', id: id ?? null })
  }
  return makePlan(mine.rows, first, report)
}

/** The channels that a line may mean. `way`: how surely (name-finder.ts), 0 for a SID or exactly the name. */
type Meant = { way: number; found: readonly ListRow[] }

/** Returns a function that finds the channels a line may mean. */
function makeLineReader(mine: ListRows): (line: OrderLine) => Meant {
  const bySid = new Map<number, ListRow[]>()
  for (const row of mine.rows) {
    if (row.sid === null) continue
    gather(bySid, row.sid, row)
  }
  const nameOf = ({ name }: ListRow): string => name
  const find = makeNameFinder(mine.rows, nameOf)
  const read = ({ name, sid, number, frequencyMHz }: OrderLine): Meant => {
    const isOnCarrier =
      frequencyMHz === null
        ? undefined
        : (row: ListRow): boolean => isSameCarrier(row, { frequencyKHz: frequencyMHz * 1000, polarisation: null })
    const named = name === null ? null : find(name, isOnCarrier)
    if (sid !== null) {
      const there = bySid.get(sid) ?? []
      const served = isOnCarrier === undefined ? there : there.filter(isOnCarrier)
      const both = name === null ? served : bestNamed(served, nameOf, name)
      if (both.length > 0) return { way: 0, found: both }
      // The service has been renamed since, or the named service has another SID.
      if (named === null || (served.length === 1 && named.found.length === 0)) return { way: 0, found: served }
    }
    if (named !== null) return named
    const at = number === null ? undefined : mine.rows[number - 1]
    return { way: weakestWay, found: at === undefined ? [] : [at] }
  }
  // Equal lines have the same meaning, so it is computed once.
  const known = new Map<string, Meant>()
  return (line) => {
    const key = `${line.sid} ${line.number} ${line.frequencyMHz} ${line.name}`
    const there = known.get(key)
    if (there !== undefined) return there
    const meant = read(line)
    known.set(key, meant)
    return meant
  }
}

/**
 * The order of a spreadsheet's lines, each found by its SID (and frequency), its name, or its number in this list. A
 * line with exactly a channel's name gets it before a line that only resembles it.
 */
export function orderByLines(mine: ListRows, lines: readonly OrderLine[]): OrderPlan {
  const read = makeLineReader(mine)
  const meant = lines.map(read)
  const free = makeFreeThings<ListRow>()
  const outcomes = new Map<number, { outcome: LineOutcome; id: number | null }>()
  for (let way = 0; way <= weakestWay; way++)
    for (const [at, { way: own, found }] of meant.entries()) {
      if (own !== way) continue
      const chosen = free.first(found)
      const isOnly = free.count(found) === 1
      if (chosen === undefined) outcomes.set(at, { outcome: found.length === 0 ? 'missing' : 'again', id: null })
      // Among several names that resemble the line, it is unknown which is meant; among channels of one name, take the
      // first.
      else if (!isOnly && way > 0 && found.some((one) => one.name !== chosen.name && free.isFree(one)))
        outcomes.set(at, { outcome: 'unclear', id: null })
      else {
        free.take(chosen)
        outcomes.set(at, { outcome: isOnly ? 'found' : 'several', id: chosen.id })
      }
    }
  const report = lines.map(({ line, text }, at): LineReport => ({
    line,
    text,
    ...(outcomes.get(at) ?? { outcome: 'missing', id: null }),
  }))
  return makePlan(
    mine.rows,
    report.flatMap(({ id }) => id ?? []),
    report,
  )
}
