/**
 * The stored form of a shelf's links: JSON, a short array per link, in the chosen order. Pure code, used by the server
 * and by the thread that reads tables.
 */
import { findSearchKey, searchKeyOf } from '~/text/search-key'
import { nameKeyOf } from '~/text/name-key'
import { packBytes, unpackBytes, type Packed } from '~/platform/compress.server'
import { showPlace } from './forms'
import type { LinkEntry, LinkOrder, LinkQuery, Target } from './types'

/**
 * `at`: when it was added, in milliseconds. `place`: the former place of a deleted link. Entries are never changed,
 * only replaced.
 */
export type Kept = Readonly<{
  id: number
  name: string
  target: Target
  logo: string | null
  at: number
  place?: number
}>

type Row = [
  id: number,
  name: string,
  target: string | [number, number, number],
  at: number,
  logo?: string | null,
  place?: number,
]

/** Links as they are stored; `size`: bytes before they were packed. */
export type PackedEntries = Packed & { size: number }
export const packShelf = async (entries: readonly Kept[]): Promise<PackedEntries> => {
  const rows = entries.map(({ id, name, target, logo, at, place }): Row => {
    const where = target.place === null ? target.address : [target.place.angle, target.place.tp, target.place.sid]
    const row: Row = [id, name, where as string | [number, number, number], at]
    if (logo !== null || place !== undefined) row.push(logo)
    if (place !== undefined) row.push(place)
    return row
  })
  const plain = new TextEncoder().encode(JSON.stringify(rows))
  return { ...(await packBytes(plain)), size: plain.length }
}

type Stored = { entries: Uint8Array; codec: string | null; size: number }
export const unpackShelf = async ({ entries, codec, size }: Stored): Promise<Kept[]> =>
  (JSON.parse(new TextDecoder().decode(await unpackBytes({ bytes: entries, codec }, size))) as Row[]).map(
    ([id, name, where, at, logo, place]) => ({
      id,
      name,
      target:
        typeof where === 'string'
          ? { address: where, place: null }
          : { address: null, place: { angle: where[0], tp: where[1], sid: where[2] } },
      logo: logo ?? null,
      at,
      ...(place === undefined ? {} : { place }),
    }),
  )

/** The key that must be unique in a shelf. */
export const keyOf = ({ name }: Pick<Kept, 'name'>): string => nameKeyOf(name)
export const keysOf = (entries: readonly Kept[]): Set<string> => new Set(entries.map(keyOf))

/** Where it leads, as text: two links with the same one are duplicates. */
export const targetKeyOf = ({ target }: Pick<Kept, 'target'>): string =>
  target.place === null ? target.address : showPlace(target.place)

export const logosOf = (entries: readonly Kept[]): Set<string> =>
  new Set(entries.flatMap(({ logo }) => (logo === null ? [] : [logo])))

export const showEntry = ({ id, name, target, logo, at }: Kept, position: number): LinkEntry => ({
  id: String(id),
  name,
  address: target.address,
  satellite: target.place?.angle ?? null,
  tp: target.place?.tp ?? null,
  sid: target.place?.sid ?? null,
  place: target.place === null ? null : showPlace(target.place),
  logo,
  createdAt: new Date(at).toISOString(),
  position,
})

/** The order of channels' names in lists: the engine's, digits by value. */
const collator = new Intl.Collator('en', { numeric: true })
type Placed = { entry: Kept; position: number }
const compares: Record<LinkOrder, (a: Kept, b: Kept) => number> = {
  added: (a, b) => a.id - b.id,
  az: (a, b) => collator.compare(a.name, b.name) || a.id - b.id,
  za: (a, b) => collator.compare(b.name, a.name) || a.id - b.id,
}

export const ordered = (entries: readonly Kept[], order: LinkOrder): Kept[] => [...entries].sort(compares[order])

/** The keys that a search compares, computed once per entry: entries are never changed, and most outlive a change. */
const searchKeys = new WeakMap<Kept, string>()
const textsOf = (entry: Kept): string => {
  let key = searchKeys.get(entry)
  if (key === undefined) searchKeys.set(entry, (key = searchKeyOf(entry.name, targetKeyOf(entry))))
  return key
}

/** Computes the search keys of this many entries at a time, and yields in between. */
export const makeSearchKeys = function* (entries: readonly Kept[], atOnce: number): Generator<undefined> {
  let made = 0
  for (const entry of entries) {
    if (searchKeys.has(entry)) continue
    if (made++ === atOnce) {
      made = 1
      yield
    }
    textsOf(entry)
  }
}

/** Bytes of an entry besides its texts: the object, its target, its map entries, and the string headers. */
const entryBytes = 500
/** Characters that a key expands to whole words: squared ones, and Arabic ligatures, the longest of 18 letters. */
const wordSigns = /[\u3200-\u33ff\ufb50-\ufdff]/
const wordLetters = 18
/** A Hangul syllable is decomposed into three letters. */
const usualLetters = 3
/** The memory that entries take with both of their keys, at two bytes per unit; an upper estimate. */
export const bytesInMemory = (entries: readonly Kept[]): number =>
  entries.reduce((sum, { name, target, logo }) => {
    const address = target.address?.length ?? 40
    const keys = 2 * name.length * (wordSigns.test(name) ? wordLetters : usualLetters) + address
    return sum + entryBytes + 2 * (name.length + address + keys + (logo?.length ?? 0))
  }, 1)

/** The links that a search finds, in the requested order, each with its place in the chosen one. */
export const findEntries = (
  entries: readonly Kept[],
  { page, size, search, sort = 'own' }: LinkQuery,
): { items: LinkEntry[]; total: number } => {
  const key = findSearchKey(search)
  const all = entries.map((entry, at): Placed => ({ entry, position: at + 1 }))
  const found = key === null ? all : all.filter(({ entry }) => textsOf(entry).includes(key))
  const inOrder = sort === 'own' ? found : found.sort((a, b) => compares[sort](a.entry, b.entry))
  const items = inOrder.slice((page - 1) * size, page * size)
  return { items: items.map(({ entry, position }) => showEntry(entry, position)), total: found.length }
}

/** Puts deleted links back at their former places, if their names are free; `left`: the others. */
export const putBack = (entries: readonly Kept[], deleted: readonly Kept[]): { entries: Kept[]; left: Kept[] } => {
  const all = [...entries]
  const left: Kept[] = []
  const keys = keysOf(entries)
  for (const one of [...deleted].sort((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity) || a.id - b.id)) {
    const { place, ...entry } = one
    if (keys.has(keyOf(entry))) left.push(one)
    else all.splice(Math.min((place ?? Infinity) - 1, all.length), 0, entry)
    keys.add(keyOf(entry))
  }
  return { entries: all, left }
}

/** Moves entries together, in their current order, so that the first is at this place, or as near as they fit. */
export const moved = (
  entries: readonly Kept[],
  ids: ReadonlySet<number>,
  to: number,
): { entries: Kept[]; at: number } => {
  const chosen = entries.filter(({ id }) => ids.has(id))
  const others = entries.filter(({ id }) => !ids.has(id))
  const at = Math.min(to - 1, others.length)
  return { entries: [...others.slice(0, at), ...chosen, ...others.slice(at)], at: at + 1 }
}
