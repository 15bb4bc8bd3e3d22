/**
 * The groups of records, joined in one text (a title). A title that #EXTGRP begins may be long and apply to every
 * following entry, so each title is split once, and compared by identity.
 */
import { limits } from '../../types'
import type { List } from '../model'
import { trimUnseen } from './encoding'

/** `text`: as in the file. `set`: equal for the same names in any order. */
export type Title = { text: string; names: readonly string[]; set: number }

/** Separates names; an HTML entity ends with this character, too. */
const separator = /(?<!&(?:amp|quot|apos|lt|gt|nbsp|#\d{1,5}));/i
/** The names in a title. */
const namesIn = (text: string): string[] => [...new Set(text.split(separator).map(trimUnseen).filter(Boolean))]

/** A name that a writer repeats for every channel is cut; otherwise a short file would become a huge one. */
export const maxGroupLength = 250
/** The same for a title, in characters. */
const maxRepeatedLength = 1000

export class Titles {
  private readonly known = new Map<string, Title>()
  private readonly sets = new Map<string, number>()

  of(text: string): Title {
    const there = this.known.get(text)
    if (there !== undefined) return there
    const names = namesIn(text)
    const key = [...names].sort().join(';')
    const set = this.sets.get(key) ?? this.sets.size
    this.sets.set(key, set)
    const made = { text, names, set }
    this.known.set(text, made)
    return made
  }

  /** As much of a title as is written for an entry that doesn't have its own. */
  repeated(title: Title): Title {
    if (title.text.length <= maxRepeatedLength) return title
    const names: string[] = []
    let room = maxRepeatedLength
    for (const name of title.names) {
      const cut = name.slice(0, maxGroupLength)
      room -= cut.length + 1
      if (room < 0) break
      names.push(cut)
    }
    return this.of(names.join(';'))
  }
}

/** Groups beyond the list's limit have only a name. */
export const groupsIn = (titles: readonly Title[]): List['groups'] => {
  const groups = new Map<string, List['groups'][number]>()
  const shown = new Map<Title, number[][]>()
  const membersOf = (title: Title): number[][] => {
    const found: number[][] = []
    for (const name of title.names) {
      const group = groups.get(name) ?? { no: groups.size, name, members: [] }
      groups.set(name, group)
      if (group.no !== null && group.no < limits.favouriteGroups) found.push(group.members)
    }
    shown.set(title, found)
    return found
  }
  titles.forEach((title, no) => {
    for (const members of shown.get(title) ?? membersOf(title)) members.push(no)
  })
  return [...groups.values()]
}

// ---- Written ----

/** The names of each channel's groups, by index. */
export const groupNames = ({ channels, groups }: List): string[][] => {
  const names: string[][] = channels.map(() => [])
  for (const { name, members } of groups) for (const place of members) names[place]?.push(name.slice(0, maxGroupLength))
  return names
}

export const hasSameNames = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name))

/** The new names of renamed groups, by old name. */
export const renamedGroups = (made: List, now: List): Map<string, string> =>
  new Map(
    now.groups.flatMap(({ no, name }) => {
      const old = made.groups[no ?? -1]?.name ?? name
      return old === name ? [] : [[old, name.slice(0, maxGroupLength)] as const]
    }),
  )

type Names = { there: readonly string[]; was: readonly string[]; is: readonly string[] }
/** A record's groups after an edit: in the file's order, including those beyond the list's limit. */
export const editedNames = ({ there, was, is }: Names, renamed: ReadonlyMap<string, string>): string[] => {
  const left = new Set(was.filter((name) => !is.includes(name)))
  const nameNow = (name: string): string[] => {
    if (!left.has(name)) return [name]
    const other = renamed.get(name)
    return other !== undefined && is.includes(other) ? [other] : []
  }
  return [...new Set([...there.flatMap(nameNow), ...is])]
}
