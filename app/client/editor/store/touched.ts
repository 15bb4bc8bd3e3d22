/**
 * Which facts of which channels an action changes, and their values in a list: the browser's half of the merge rule,
 * for actions that still waited when a merge brought in other people's changes.
 */
import { movedBetween } from '~/engine/moved'
import type { OpenList } from '~/engine/types'
import { transponderTitle } from '~/ui/channel-list/tables/transponder-title'
import type { Entry } from '../save/journal'
import type { Clash, ClashField } from '../save/outcome'

/** "field:id:more"; `more` is the group of a favourite, or the name of a cell's field. */
export type FactKey = `${ClashField}:${number}:${string}`
type Value = string | boolean | null
const partsOf = (key: FactKey): { field: ClashField; id: number; group: number | null; more: string } => {
  const [field, id, more = ''] = key.split(':')
  return { field: field as ClashField, id: Number(id), group: field === 'favourite' ? Number(more) : null, more }
}
/** The table of a fact that is a cell. Values of cells are JSON. */
const tableOf = (field: ClashField, more: string): string | null =>
  field === 'details'
    ? `channel.${more}`
    : field === 'number'
      ? 'channel.number'
      : field === 'satellite' || field === 'transponder' || field === 'group' || field === 'category'
        ? `${field}.${more}`
        : null
/** A cell's value as a person reads it: a name instead of an id; null for tracks and the like. */
const readable = (list: OpenList, field: ClashField, more: string, value: Value): Value => {
  if (tableOf(field, '') === null || typeof value !== 'string') return value
  const read: unknown = JSON.parse(value)
  if (more === 'transponder') {
    const place = list.transponders().find(({ id }) => id === read)
    return place ? transponderTitle(place) : null
  }
  if (more === 'category') return list.categories().find(({ id }) => id === read)?.name ?? null
  return typeof read === 'string' || typeof read === 'boolean' ? read : typeof read === 'number' ? String(read) : null
}
/** Scrambling and its system are one value. */
const detailOf = (more: string): string => (more === 'scrambled' || more === 'encryption' ? 'access' : more)

/** The facts that an action sets, with the wanted values. */
const factsOf = (entry: Entry): Map<FactKey, Value> => {
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

type Facts = Map<FactKey, { value: Value; print: string }>
/**
 * The open list's values for these facts; null if it lacks the channel. `print` detects any change of the channel, for
 * deletions.
 */
const readFacts = (list: OpenList, keys: Iterable<FactKey>): Facts => {
  const columns = list.columns()
  const names = list.names()
  const cells = [...list.cells()]
  const places = new Map<number, number>()
  for (let place = 0; place < columns.length; place++) places.set(columns.id[place] ?? -1, place)
  const facts: Facts = new Map()
  for (const key of keys) {
    const { field, id, group, more } = partsOf(key)
    const table = tableOf(field, more)
    const place = places.get(id)
    if (table !== null) {
      const cell = list.cells().get(table)?.get(id)
      const value = cell === undefined ? null : JSON.stringify(cell)
      facts.set(key, { value, print: `=${value}` })
      continue
    }
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
    } else {
      const own = cells.flatMap(([is, by]) =>
        is.startsWith('channel.') && by.has(id) ? `${is} ${JSON.stringify(by.get(id))}` : [],
      )
      facts.set(key, { value: true, print: `=${flags & 12} ${favourites} ${name} ${own.sort().join()}` })
    }
  }
  return facts
}

/** The channels that an action moves; null if it moves all of them. */
const movedBy = ({ operations }: Entry): ReadonlySet<number> | null => {
  const moved = new Set<number>()
  for (const o of operations) {
    if (o.op === 'order' || (o.op === 'sort' && !o.ids)) return null
    if (o.op === 'move' || o.op === 'step' || o.op === 'swap' || o.op === 'sort')
      for (const id of o.ids ?? []) moved.add(id)
  }
  return moved
}

/** Operations that only the portal compares: parts of the list, whose removal reaches channels that no action names. */
const onlyThere: ReadonlySet<string> = new Set(['encoding', 'remove', 'arrange', 'group-order'])
export const isComparable = ({ operations }: Entry): boolean => !operations.some(({ op }) => onlyThere.has(op))

/**
 * The conflicts of an action with what others changed since it was made. `own` is the list without others' changes,
 * `theirs` with them; both include what this tab saved before the action. If both sides want the same, there is no
 * conflict.
 */
export const clashesOf = (list: OpenList, entry: Entry, own: Uint8Array, theirs: Uint8Array): Clash[] => {
  const wanted = factsOf(entry)
  const moves = movedBy(entry)
  const shown = list.state()
  const place = moves === null ? null : new Map([...moves].map((id) => [id, list.positionOf(id)]))
  /** Channel names from both sides: those that the action deletes are not shown any more. */
  const names = new Map<number, string>()
  const read = (state: Uint8Array): { facts: Facts; order: number[] } => {
    list.load(state)
    const order = [...list.columns().id]
    for (const [at, name] of list.names().entries()) names.set(order[at] ?? -1, name)
    return { facts: readFacts(list, wanted.keys()), order }
  }
  const [were, are] = [read(own), read(theirs)]
  list.load(shown)

  const clashes: Clash[] = []
  const [here, there] = [new Set(were.order), new Set(are.order)]
  const gone = new Set<number>()
  for (const [key, mine] of wanted) {
    const { field, id, group, more } = partsOf(key)
    const is = are.facts.get(key)
    if (!is || is.print === were.facts.get(key)?.print) continue
    const isPart = field === 'satellite' || field === 'transponder' || field === 'group' || field === 'category'
    const isGone = !isPart && here.has(id) && !there.has(id)
    if (isGone && field !== 'existence') gone.add(id)
    if (isGone || is.value === mine) continue
    clashes.push({
      field,
      id,
      channel: isPart ? null : (names.get(id) ?? null),
      ...(field === 'details' ? { detail: detailOf(more) } : {}),
      ...(group === null ? {} : { group }),
      mine: readable(list, field, more, mine),
      theirs: readable(list, field, more, is.value),
    })
  }
  for (const id of moves ?? []) if (here.has(id) && !there.has(id)) gone.add(id)
  for (const id of gone)
    clashes.push({ field: 'existence', id, channel: names.get(id) ?? null, mine: true, theirs: false })
  if (moves?.size === 0) return clashes
  const moved = movedBetween(were.order, are.order)
  if (!place)
    return moved.size === 0
      ? clashes
      : [...clashes, { field: 'order', id: null, channel: null, mine: null, theirs: null }]
  for (const [id, mine] of place)
    if (moved.has(id))
      clashes.push({ field: 'position', id, channel: names.get(id) ?? null, mine, theirs: are.order.indexOf(id) + 1 })
  return clashes
}
