/**
 * The groups of entries. A title that #EXTGRP begins may be long and hold for every entry behind it, so each title is
 * split once, and compared by identity.
 */

/** `text`: as the file has it. `set`: equal for the same names in any order. */
export type Title = { text: string; names: readonly string[]; set: number }

/** The names in a title. */
const namesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(';')
      .map((name) => name.trim())
      .filter(Boolean),
  ),
]

/** A name that a writer repeats for every channel is cut, or a short file would become a huge one. */
export const longestGroup = 250
/** The same for a title, in letters. */
const longestRepeated = 1000

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

  /** As much of a title as is written for an entry that hasn't it itself. */
  repeated(title: Title): Title {
    if (title.text.length <= longestRepeated) return title
    const names: string[] = []
    let room = longestRepeated
    for (const name of title.names) {
      const cut = name.slice(0, longestGroup)
      room -= cut.length + 1
      if (room < 0) break
      names.push(cut)
    }
    return this.of(names.join(';'))
  }
}
