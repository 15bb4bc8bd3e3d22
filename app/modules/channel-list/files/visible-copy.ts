/**
 * Copies a list for another account. Its file is written again from what is in the list now, and what only the portal
 * stores for these channels is copied too. Nothing remains of deleted or earlier content, or of whatever else the
 * upload held. Pure engine code.
 */
import { addedIdMin, type Encoding, type OpenList, type Operation } from '~/engine/types'
import { fail, ok, type Result } from '~/errors/table'
import { categoryEdits, channelEdits, applyCarriedOver } from '../merge/carry-over'
import { addedIdOf, editsOf, readAll, readStreamed, type Read, type Triple } from '../merge/lost-edits'
import { withoutSource } from './dialects'
import { fitList } from '../edit/keep-rules'
import { countProblems, factsOf, type Facts } from '../engine/opened'
import type { Host, Stored } from '../engine/stored'

/** `bytes`: the new source, null if the list keeps its own. `logos`: the pictures that its categories show. */
export type Copied = {
  bytes: Uint8Array | null
  state: Uint8Array
  facts: Facts
  problems: { errors: number; warnings: number } | null
  logos: string[]
}

const logosOf = (list: OpenList): string[] => [...new Set(list.categories().flatMap(({ logo }) => logo ?? []))]

/** Opens a written file; null if it holds nothing. */
const openAnew = ({ engine }: Host, file: Uint8Array, encoding: Encoding): OpenList | null => {
  const opened = engine.open(file)
  // The file doesn't record an encoding that a user chose.
  const chosen = opened.ok && opened.list.encoding !== encoding ? engine.open(file, { encoding }) : opened
  return chosen.ok ? chosen.list : null
}

/** A copy with everything that the list has, for the same owner. */
export const copyWhole = (list: OpenList, keep: readonly string[]): Result<Copied> => {
  const fits = fitList(list, keep)
  if (!fits.ok) return fits
  return ok({ bytes: null, state: list.state(), facts: factsOf(list), problems: null, logos: logosOf(list) })
}

/** Adds added satellites and transponders without channels: a file written from channels lacks them. */
const emptyEdits = (was: Read, now: Read, triples: readonly Triple[]): Operation[] => {
  const edits: Operation[] = []
  const satelliteIds = new Map<number, number>()
  const known = new Set<number>()
  for (const { was: before, now: there } of triples) {
    const [one, other] = [was.satellites[before.satellite], now.satellites[there.satellite]]
    if (one !== undefined && other !== undefined) satelliteIds.set(one.id, other.id)
    const transponder = was.transponders[before.transponder]
    if (transponder !== undefined) known.add(transponder.id)
  }
  for (const { id, name, angle, band } of was.satellites) {
    if (id < addedIdMin || satelliteIds.has(id)) continue
    edits.push({ op: 'add', target: 'satellite', id, values: { name, angle, band } } as Operation)
    satelliteIds.set(id, id)
  }
  for (const one of was.transponders) {
    const satellite = satelliteIds.get(was.satellites[one.satellite]?.id ?? -1)
    if (one.id < addedIdMin || known.has(one.id) || satellite === undefined) continue
    const { id, frequencyKHz, polarisation, symbolRate, fec, band } = one
    const values = { frequencyKHz, polarisation, symbolRate, fec, band }
    edits.push({ op: 'add', target: 'transponder', id, satellite, values } as Operation)
  }
  return edits
}

/** A SatcoDX file has the eight groups that every list begins with; adds the others and puts all in order. */
const groupEdits = ({ groups }: Read, now: Read): { edits: Operation[]; ids: Map<number, number> } => {
  const own = new Map(now.groups.map(({ id, name }) => [id, name]))
  const edits = groups.flatMap(({ id, name }): Operation[] => {
    const there = own.get(id)
    if (there === name) return []
    return [{ op: there === undefined ? 'add' : 'set', target: 'group', id, values: { name } }]
  })
  const order = groups.map(({ id }) => id)
  // Only a list with arranged groups has another order than a new one.
  if (order.some((id, at) => at > 0 && id < (order[at - 1] ?? 0))) edits.push({ op: 'arrange', target: 'group', order })
  return { edits, ids: new Map(order.map((id) => [id, id])) }
}

/**
 * Restores orders inside groups: a file holds neither a group's own order nor separate ones for TV and radio. `orders`:
 * by group index.
 */
const orderGroups = (made: OpenList, orders: readonly number[][], ids: ReadonlyMap<number, number>): void =>
  made.favouriteGroups().forEach(({ id: group }, place) => {
    // Channels that were added separately from the file have their own ids there.
    const wanted = (orders[place] ?? []).map((id) => ids.get(id) ?? addedIdOf(id))
    const has = made.groupOrder(group)
    if (has.length === wanted.length && has.some((id, at) => id !== wanted[at]))
      made.apply([{ op: 'group-order', group, order: wanted }])
  })

/**
 * A copy with only what is in the list. An unedited list keeps its own bytes (`whole`), unless its upload may hold more
 * than the list. Q2205 if nothing is left to write, and the errors of `fitList`.
 */
export const copyVisible = (
  host: Host,
  { stored, keep, whole }: { stored: Stored; keep: readonly string[]; whole: boolean },
): Result<Copied> => {
  const list = host.open(stored)
  host.changed()
  if (whole && list.pristine()) return copyWhole(list, keep)
  const fits = fitList(list, keep)
  if (!fits.ok) return fits
  const { encoding, dialect } = list
  const own = list.write(dialect === 'chl' ? 'chl' : 'sdx')
  const left = new Set(own.losses.flatMap(({ code, ids }) => (code === 'left-out' ? ids : [])))
  // Channels that are received only from an address can't make a SatcoDX file.
  const { bytes } = left.size === list.length() && dialect === 'satcodx' ? list.write('chl') : own
  const file = withoutSource(bytes).slice()
  const was = readAll(list)
  const streamed = readStreamed(list, left)
  const written = was.rows.filter(({ id }) => !left.has(id))
  const categories = categoryEdits(list)
  const tables = list.cells()
  const cells = () => tables
  const orders = was.groups.map(({ id }) => list.groupOrder(id))
  const made = openAnew(host, file, encoding)
  if (made === null) return fail('Q2205')
  const now = readAll(made)
  if (now.rows.length !== written.length) throw new Error('a written list has other channels than the list')
  // The file has its channels in the list's order.
  const triples = written.flatMap((row, at): Triple[] => {
    const there = now.rows[at]
    return there === undefined ? [] : [{ was: row, served: there, now: there }]
  })
  const ids = new Map(triples.map(({ was: one, now: there }) => [one.id, there.id]))
  const channels = channelEdits({ cells }, ids)
  const problems = countProblems(made)
  const sides = { was, served: now, now }
  const lost =
    made.dialect === 'chl'
      ? editsOf(triples, sides, streamed, 'chl')
      : [...editsOf(triples, sides, streamed, 'chl', groupEdits(was, now)), ...emptyEdits(was, now, triples)]
  applyCarriedOver(made, [...categories, ...channels], lost)
  orderGroups(made, orders, ids)
  return ok({ bytes: file, state: made.state(), facts: factsOf(made), problems, logos: logosOf(made) })
}
