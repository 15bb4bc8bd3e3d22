/**
 * Finds what a typed name means, the surest way first: exactly the name, then without case and accents, then without
 * signs and spaces too. Once a way finds something, less sure ways are not tried. Pure functions.
 */
import { gather } from './gather'
import { foldText } from './fold'
import { normalForm } from './normal-form'

/** The form for comparing names in spreadsheets: they are typed by hand, so accents and signs are dropped. */
export const looseKeyOf = (name: string): string => foldText(name).replace(/[^\p{L}\p{N}+]+/gu, '')

/** From the surest way to the least sure; an empty key finds nothing. */
const keysOf: readonly ((name: string) => string)[] = [
  (name) => normalForm(name, 'NFC').trim(),
  (name) => foldText(name).replace(/\s+/gu, ' ').trim(),
  looseKeyOf,
]

/** The weakest way. */
export const weakestWay = keysOf.length - 1

/** `way`: 0 for exactly the name, higher if it was found less surely. */
export type NameFound<T> = { way: number; found: readonly T[] }
/** What a name means, among the items that `fits` allows; empty if none matches. */
export type NameFinder<T> = (name: string, fits?: (item: T) => boolean) => NameFound<T>

/** Prepares items to be found by name, in their order. */
export function makeNameFinder<T>(items: readonly T[], nameOf: (item: T) => string): NameFinder<T> {
  const indexes: Map<string, T[]>[] = []
  const indexOf = (way: number): Map<string, T[]> => {
    const known = indexes[way]
    if (known !== undefined) return known
    const index = new Map<string, T[]>()
    const keyOf = keysOf[way] ?? looseKeyOf
    for (const item of items) {
      const key = keyOf(nameOf(item))
      const there = index.get(key)
      if (there !== undefined) there.push(item)
      else if (key !== '') index.set(key, [item])
    }
    return (indexes[way] = index)
  }
  return (name, fits) => {
    for (const [way, keyOf] of keysOf.entries()) {
      const there = indexOf(way).get(keyOf(name)) ?? []
      const found = fits === undefined ? there : there.filter(fits)
      if (found.length > 0) return { way, found }
    }
    return { way: 0, found: [] }
  }
}

/** Those of a few items whose names match best; empty if none matches at all. */
export const bestNamed = <T>(items: readonly T[], nameOf: (item: T) => string, name: string): readonly T[] => {
  for (const keyOf of keysOf) {
    const key = keyOf(name)
    const found = key === '' ? [] : items.filter((item) => keyOf(nameOf(item)) === key)
    if (found.length > 0) return found
  }
  return []
}

/**
 * Tracks which found items are still free. Counts them instead of searching: a thousand lines may mean the same
 * thousand items.
 */
export type FreeThings<T> = {
  /** How many of these are free. */
  count(found: readonly T[]): number
  /** The first free one of these; undefined if there is none. */
  first(found: readonly T[]): T | undefined
  isFree(item: T): boolean
  take(item: T): void
}

export function makeFreeThings<T extends { id: number }>(): FreeThings<T> {
  type Group = { items: readonly T[]; free: number; from: number }
  const taken = new Set<number>()
  const groups = new Map<readonly T[], Group>()
  const groupsOf = new Map<number, Group[]>()
  const isFree = ({ id }: T): boolean => !taken.has(id)
  const groupOf = (items: readonly T[]): Group => {
    const known = groups.get(items)
    if (known !== undefined) return known
    const group = { items, free: items.filter(isFree).length, from: 0 }
    groups.set(items, group)
    for (const { id } of items) {
      gather(groupsOf, id, group)
    }
    return group
  }
  return {
    isFree,
    count: (found) => (found.length === 0 ? 0 : groupOf(found).free),
    first: (found) => {
      if (found.length === 0) return undefined
      const group = groupOf(found)
      for (let item; (item = group.items[group.from]) !== undefined && !isFree(item);) group.from++
      return group.items[group.from]
    },
    take: (item) => {
      if (!isFree(item)) return
      taken.add(item.id)
      for (const group of groupsOf.get(item.id) ?? []) group.free--
    },
  }
}
