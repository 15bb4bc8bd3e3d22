/**
 * Finds what a name that somebody wrote means, the surest way first: the name itself, then without case and accents,
 * then without signs and spaces too. What a surer way finds is not looked for in another. Pure functions.
 */
import { foldText } from './fold'

/** Text as names in spreadsheets are compared: typed by hand, so without accents and signs. */
export const looseKeyOf = (name: string): string => foldText(name).replace(/[^\p{L}\p{N}+]+/gu, '')

/** From the surest way to the least sure one; an empty key finds nothing. */
const keysOf: readonly ((name: string) => string)[] = [
  (name) => name.normalize('NFC').trim(),
  (name) => foldText(name).replace(/\s+/gu, ' ').trim(),
  looseKeyOf,
]

/** The way that proves least. */
export const leastSure = keysOf.length - 1

/** `way`: 0 for the name itself, higher where it was found less surely. */
export type NameFound<T> = { way: number; found: readonly T[] }
/** What a name means, of those that `fits` allows; empty where none does. */
export type NameFinder<T> = (name: string, fits?: (item: T) => boolean) => NameFound<T>

/** Prepares things for being found by name, in their order. */
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

/** Those of a few things whose names fit one best; empty where none fits at all. */
export const bestNamed = <T>(items: readonly T[], nameOf: (item: T) => string, name: string): readonly T[] => {
  for (const keyOf of keysOf) {
    const key = keyOf(name)
    const found = key === '' ? [] : items.filter((item) => keyOf(nameOf(item)) === key)
    if (found.length > 0) return found
  }
  return []
}

/**
 * Which of found things are still free. They are counted, not looked through: a thousand lines may mean the same
 * thousand things.
 */
export type FreeThings<T> = {
  /** How many of these are free. */
  count(found: readonly T[]): number
  /** The first of them that is; undefined where none is. */
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
      const there = groupsOf.get(id)
      if (there === undefined) groupsOf.set(id, [group])
      else there.push(group)
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
