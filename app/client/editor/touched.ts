/**
 * Which facts of which channels an act changes, and what a list holds for them: the browser's half of the merge rule,
 * for acts that still waited while a merge brought other people's changes in.
 */
import type { OpenList } from '../../../engine/host/contract'
import type { Entry } from './journal'
import type { Clash } from './save-queue'

type Field = Clash['field']
/** "field:id". The order of channels is not here: moves keep their neighbours and are merged by the engine. */
export type FactKey = `${Field}:${number}`

/** The facts that an act sets, with the value that it wants. */
export const factsOf = (entry: Entry): Map<FactKey, string> => {
  const facts = new Map<FactKey, string>()
  for (const o of entry.operations) {
    if (o.op === 'rename') facts.set(`name:${o.id}`, o.name)
    else if (o.op === 'lock' || o.op === 'skip') for (const id of o.ids) facts.set(`${o.op}:${id}`, o.value ? '1' : '0')
    else if (o.op === 'favourite') for (const id of o.ids) facts.set(`favourite:${id}`, `${o.value ? '+' : '−'}${o.group}`)
    else if (o.op === 'delete') for (const id of o.ids) facts.set(`existence:${id}`, '1')
  }
  return facts
}

/** What the open list holds for these facts; null where the channel is not in it. */
export const readFacts = (list: OpenList, keys: Iterable<FactKey>): Map<FactKey, string | null> => {
  const columns = list.columns()
  const names = list.names()
  const places = new Map<number, number>()
  for (let place = 0; place < columns.length; place++) places.set(columns.id[place] ?? -1, place)
  const values = new Map<FactKey, string | null>()
  for (const key of keys) {
    const colon = key.indexOf(':')
    const field = key.slice(0, colon) as Field
    const place = places.get(Number(key.slice(colon + 1)))
    if (place === undefined) { values.set(key, null); continue }
    const flags = columns.flags[place] ?? 0
    if (field === 'name') values.set(key, names[place] ?? '')
    else if (field === 'lock') values.set(key, flags & 4 ? '1' : '0')
    else if (field === 'skip') values.set(key, flags & 8 ? '1' : '0')
    else if (field === 'favourite') values.set(key, String(columns.favourites[place] ?? 0))
    // A deletion meets any change of the channel.
    else values.set(key, `${names[place] ?? ''} ${flags & 12} ${columns.favourites[place] ?? 0}`)
  }
  return values
}

export type Foreign = { batches: ReadonlySet<string>; facts: ReadonlyMap<FactKey, string | null> }

/** The clashes of an act with what others changed while it waited. */
export const clashesOf = (entry: Entry, foreign: Foreign | null): Clash[] => {
  if (!foreign || !foreign.batches.has(entry.batch)) return []
  const clashes: Clash[] = []
  for (const [key, mine] of factsOf(entry)) {
    if (!foreign.facts.has(key)) continue
    const theirs = foreign.facts.get(key) ?? null
    // Both sides want the same: nothing to ask.
    if (theirs === mine) continue
    const colon = key.indexOf(':')
    clashes.push({ id: Number(key.slice(colon + 1)), field: key.slice(0, colon) as Field, channel: null, theirs, mine })
  }
  return clashes
}
