/**
 * Gives a list the order of something else: another list, an earlier version, a favourite group, or the lines of a
 * spreadsheet. What it doesn't name stays behind, in its own order.
 */
import { foldText } from '../fold'
import { isSameCarrier, pairRows } from './pair'
import type { ListRow, ListRows } from './rows'

/** A line of a spreadsheet that means one channel; what it doesn't say is null. `line` counts from 1. */
export type OrderLine = {
  line: number
  text: string
  name: string | null
  sid: number | null
  /** The position in this list. */
  number: number | null
  frequencyMHz: number | null
}
/** `again`: an earlier line took the channel. `several`: more than one fits; the first free one is taken. */
export type LineOutcome = 'found' | 'several' | 'again' | 'missing'
export type LineReport = { line: number; text: string; outcome: LineOutcome; id: number | null }
export type OrderPlan = { order: number[]; report: LineReport[]; found: number; behind: number; moved: number }

function finish(mine: readonly ListRow[], first: readonly number[], report: LineReport[]): OrderPlan {
  const named = new Set(first)
  const order = [...first, ...mine.filter(({ id }) => !named.has(id)).map(({ id }) => id)]
  let moved = 0
  mine.forEach(({ id }, at) => {
    if (order[at] !== id) moved++
  })
  return { order, report, found: first.length, behind: mine.length - first.length, moved }
}

/** The order of another list, or of those of its channels that are in `group`. */
export function orderByRows(mine: ListRows, theirs: ListRows, sameFile: boolean, group: number | null): OrderPlan {
  const to = pairRows(mine.rows, theirs.rows, sameFile)
  const back = new Map<number, number>()
  mine.rows.forEach(({ id }, at) => {
    if ((to[at] ?? -1) >= 0) back.set(to[at] ?? 0, id)
  })
  const first: number[] = []
  const report: LineReport[] = []
  theirs.rows.forEach((row, at) => {
    if (group !== null && ((row.favourites >>> group) & 1) === 0) return
    const id = back.get(at)
    if (id !== undefined) first.push(id)
    report.push({ line: row.position, text: row.name, outcome: id === undefined ? 'missing' : 'found', id: id ?? null })
  })
  return finish(mine.rows, first, report)
}

/** Text as names in spreadsheets are compared: typed by hand, so without accents and signs. */
export const looseKeyOf = (name: string): string => foldText(name).replace(/[^\p{L}\p{N}+]+/gu, '')

/** The order of a spreadsheet's lines, each found by its SID (and frequency), its name, or its number in this list. */
export function orderByLines(mine: ListRows, lines: readonly OrderLine[]): OrderPlan {
  const bySid = new Map<number, ListRow[]>()
  const byName = new Map<string, ListRow[]>()
  const put = <K>(map: Map<K, ListRow[]>, key: K, row: ListRow): void => {
    const there = map.get(key)
    if (there === undefined) map.set(key, [row])
    else there.push(row)
  }
  for (const row of mine.rows) {
    if (row.sid !== null) put(bySid, row.sid, row)
    if (row.key !== '') put(byName, looseKeyOf(row.name), row)
  }
  const candidates = ({ name, sid, number, frequencyMHz }: OrderLine): readonly ListRow[] => {
    const key = name === null ? null : looseKeyOf(name)
    const onCarrier = (rows: readonly ListRow[]): readonly ListRow[] =>
      frequencyMHz === null
        ? rows
        : rows.filter((row) => isSameCarrier(row, { frequencyKHz: frequencyMHz * 1000, polarisation: null }))
    const named = key === null ? null : onCarrier(byName.get(key) ?? [])
    if (sid !== null) {
      const served = onCarrier(bySid.get(sid) ?? [])
      const both = key === null ? served : served.filter((row) => looseKeyOf(row.name) === key)
      if (both.length > 0) return both
      // A service that was renamed since, or a name whose service has another SID.
      if (named === null || (served.length === 1 && named.length === 0)) return served
    }
    if (named !== null) return named
    const at = number === null ? undefined : mine.rows[number - 1]
    return at === undefined ? [] : [at]
  }
  const first: number[] = []
  const taken = new Set<number>()
  const report = lines.map((line): LineReport => {
    const rows = candidates(line)
    const free = rows.filter(({ id }) => !taken.has(id))
    const [chosen] = free
    if (chosen === undefined)
      return { line: line.line, text: line.text, outcome: rows.length === 0 ? 'missing' : 'again', id: null }
    taken.add(chosen.id)
    first.push(chosen.id)
    return { line: line.line, text: line.text, outcome: free.length > 1 ? 'several' : 'found', id: chosen.id }
  })
  return finish(mine.rows, first, report)
}
