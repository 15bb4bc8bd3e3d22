/**
 * Which facts of which channels an act changes, and their values in a list: the browser's half of the merge rule, for
 * acts that still waited when a merge brought in other people's changes.
 */
import type { OpenList } from '~/engine/types'
import type { Entry } from '../save/journal'
import type { Clash, ClashField } from '../save/outcome'

/**
 * "field:id:more"; `more` is the group of a favourite, or the name of a cell's field. The order of channels is not
 * included: moves keep their neighbours and are merged by the engine.
 */
export type FactKey = `${ClashField}:${number}:${string}`
type Value = string | boolean | null
const partsOf = (key: FactKey): { field: ClashField; id: number; group: number | null; more: string } => {
  const [field, id, more = ''] = key.split(':')
  return { field: field as ClashField, id: Number(id), group: field === 'favourite' ? Number(more) : null, more }
}
/** Facts that are cells, by the table in which they are. Their values are JSON. */
const tableOf = (field: ClashField, more: string): string | null =>
  field === 'details'
    ? `channel.${more}`
    : field === 'number'
      ? 'channel.number'
      : field === 'satellite' || field === 'transponder' || field === 'group' || field === 'category'
        ? `${field}.${more}`
        : null
/** A cell's value as a person reads it; null for tracks and the like. */
const readable = (field: ClashField, value: Value): Value => {
  if (tableOf(field, '') === null || typeof value !== 'string') return value
  const read: unknown = JSON.parse(value)
  return typeof read === 'string' || typeof read === 'boolean' ? read : typeof read === 'number' ? String(read) : null
}

/** The facts that an act sets, with the wanted values. */
export const factsOf = (entry: Entry): Map<FactKey, Value> => {
  const facts = new Map<FactKey, Value>()
  for (const o of entry.operations) {
    if (o.op === 'rename') facts.set(`name:${o.id}:`, o.name)
    else if (o.op === 'names') for (const [id, name] of o.names) facts.set(`name:${id}:`, name)
    else if (o.op === 'names-in')
      for (const [id, name] of o.names) facts.set(`details:${id}:name.${o.language}`, JSON.stringify(name))
    else if (o.op === 'numbers')
      for (const [id, number] of o.numbers) facts.set(`number:${id}:`, number === null ? null : String(number))
    else if (o.op === 'values')
      for (const [id, value] of o.values) facts.set(`details:${id}:${o.field}`, JSON.stringify(value))
    else if (o.op === 'set' && o.target === 'channel')
      for (const id of o.ids) facts.set(`details:${id}:${o.field}`, JSON.stringify(o.value))
    else if (o.op === 'set')
      for (const [field, value] of Object.entries(o.values))
        facts.set(`${o.target}:${o.id}:${field}`, JSON.stringify(value))
    else if (o.op === 'lock' || o.op === 'skip') for (const id of o.ids) facts.set(`${o.op}:${id}:`, o.value)
    else if (o.op === 'favourite') for (const id of o.ids) facts.set(`favourite:${id}:${o.group}`, o.value)
    else if (o.op === 'delete') for (const id of o.ids) facts.set(`existence:${id}:`, false)
  }
  return facts
}

/**
 * The open list's values for these facts; null where it lacks the channel. `print` detects any change of the channel,
 * for deletions.
 */
export const readFacts = (list: OpenList, keys: Iterable<FactKey>): Map<FactKey, { value: Value; print: string }> => {
  const columns = list.columns()
  const names = list.names()
  const places = new Map<number, number>()
  for (let place = 0; place < columns.length; place++) places.set(columns.id[place] ?? -1, place)
  const facts = new Map<FactKey, { value: Value; print: string }>()
  for (const key of keys) {
    const { field, id, group, more } = partsOf(key)
    const table = tableOf(field, more)
    if (table !== null) {
      const cell = list.cells().get(table)?.get(id)
      const value = cell === undefined ? null : JSON.stringify(cell)
      facts.set(key, { value, print: `=${value}` })
      continue
    }
    const place = places.get(id)
    if (place === undefined) {
      facts.set(key, { value: null, print: '' })
      continue
    }
    const flags = columns.flags[place] ?? 0
    const favourites = columns.favourites[place] ?? 0
    const name = names[place] ?? ''
    if (field === 'name') facts.set(key, { value: name, print: `=${name}` })
    else if (field === 'lock' || field === 'skip') {
      const value = (flags & (field === 'lock' ? 4 : 8)) !== 0
      facts.set(key, { value, print: `=${value}` })
    } else if (field === 'favourite') {
      const value = Math.floor(favourites / 2 ** (group ?? 0)) % 2 === 1
      facts.set(key, { value, print: `=${value}` })
    } else facts.set(key, { value: true, print: `=${flags & 12} ${favourites} ${name}` })
  }
  return facts
}

/** What others changed while these batches waited. */
export type Foreign = { batches: ReadonlySet<string>; facts: ReadonlyMap<FactKey, Value> }

/** The facts among `keys` that differ between two states of the list. */
export const foreignFacts = (
  were: ReturnType<typeof readFacts>,
  are: ReturnType<typeof readFacts>,
): Map<FactKey, Value> => {
  const facts = new Map<FactKey, Value>()
  for (const [key, { value, print }] of are) if (print !== were.get(key)?.print) facts.set(key, value)
  return facts
}

/** The conflicts of an act with what others changed while it waited. When both sides want the same, there is none. */
export const clashesOf = (entry: Entry, foreign: Foreign | null): Clash[] => {
  if (!foreign || !foreign.batches.has(entry.batch)) return []
  const clashes: Clash[] = []
  for (const [key, mine] of factsOf(entry)) {
    const theirs = foreign.facts.get(key)
    const { field, id, group } = partsOf(key)
    const agreed = theirs === mine || (field === 'existence' && theirs === null)
    if (theirs === undefined || agreed) continue
    clashes.push({
      field,
      id,
      channel: null,
      ...(group === null ? {} : { group }),
      mine: readable(field, mine),
      theirs: readable(field, theirs),
    })
  }
  return clashes
}
