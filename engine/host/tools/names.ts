/** Renames many channels by one rule: find and replace, marks of quality, case, spaces. Pure functions. */
import { type NameRefusal, keptName, refuseName } from '../name'
import { limits } from '../types'
import { addMarker, isMarker, removeMarkers, type Marker } from './markers'
import { compileFind, compileReplacement, type FindOptions, type Matcher } from './pattern'

export const letterCases = ['upper', 'lower', 'title'] as const
export type LetterCase = (typeof letterCases)[number]

/** What to do with each name, in this order; missing steps are skipped. */
export type NameRule = {
  /** `start`: the first running number. */
  replace?: FindOptions & { find: string; by: string; start: number }
  markers?: 'remove' | Marker
  letters?: LetterCase
  /** Removes control characters and invisible signs, joins runs of spaces into one, and trims both ends. */
  clean?: boolean
}

export type NameChange = {
  /** The channel's index in the given names. */
  at: number
  before: string
  after: string
  /** Why the channel keeps its name. */
  refusal: NameRefusal | null
}

/** Controls, the marks of DVB texts, signs without width, direction marks: all invisible in a name. */
const unseen = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffc\ufffd]/g
const wideSpaces = /[\s\u00a0\u2000-\u200a\u3000]+/g

/** The name without invisible characters, and with single spaces. */
export const cleanName = (name: string): string =>
  name
    .replace(/[\t\n\r]/g, ' ')
    .replace(unseen, '')
    .replace(wideSpaces, ' ')
    .trim()

const hasVowel = /[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýаеёиоуыэюяіїєαεηιουω]/i
/**
 * A word with a capital first letter. Short words without a vowel (BBC, RTL), marks of quality and words with digits
 * stay as they are: they are abbreviations.
 */
const titleWord = (word: string): string => {
  if (isMarker(word) || /\p{N}/u.test(word) || (word.length <= 4 && !hasVowel.test(word))) return word
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('').toLowerCase()
}

const caseOf = (name: string, letters: LetterCase): string => {
  if (letters === 'upper') return name.toUpperCase()
  if (letters === 'lower') return name.toLowerCase()
  return name.replace(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu, titleWord)
}

/** No allowed name is longer than this in UTF-16 units: a character seldom has more than one, and never this many. */
const unitsMax = limits.nameCharacters * 32

type Put = (match: { text: string; parts: string[] }, n: number) => string
/**
 * `taken`: the last match reaches to the end. `long`: the name gets longer than any allowed one, and isn't completed.
 */
type Replaced = { name: string; taken: boolean; long: boolean }
/** Replaces every match; null if there is none. */
const replaceAll = (name: string, find: Matcher, put: Put, n: number): Replaced | null => {
  let made = ''
  let from = 0
  let place = 0
  let taken = false
  for (;;) {
    const match = find(name, place)
    if (match === null) break
    made += name.slice(from, match.start) + put({ text: name.slice(match.start, match.end), parts: match.parts }, n)
    from = match.end
    taken = match.end === name.length
    if (made.length > unitsMax) return { name: made, taken, long: true }
    // An empty match must not be found again.
    place = match.end > match.start ? match.end : nextLetter(name, match.end)
    if (place > name.length || (taken && match.end > match.start)) break
  }
  return from === 0 && made === '' ? null : { name: made + name.slice(from), taken, long: false }
}
const nextLetter = (name: string, at: number): number => at + ((name.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)

/** The beginning of a name that is too long, not cut within a letter. */
const beginningOf = (name: string): string =>
  name.slice(0, (name.codePointAt(unitsMax - 1) ?? 0) > 0xffff ? unitsMax - 1 : unitsMax)

/**
 * Searches only the beginning of a name that is too long. Replacing there leaves it too long, unless a star at the end
 * of the pattern takes all the rest.
 */
const replaceIn = (name: string, find: Matcher, put: Put, { n, shortens }: { n: number; shortens: boolean }) => {
  if (name.length <= unitsMax) return replaceAll(name, find, put, n)
  const replaced = replaceAll(beginningOf(name), find, put, n)
  return replaced === null ? null : { ...replaced, long: replaced.long || !shortens || !replaced.taken }
}

/**
 * Applies a rule to names, in their order; returns only the changed ones. The running number counts names with a match,
 * including those whose new name is refused, so that numbers never depend on refusals. A new name that is refused for
 * its length may be cut.
 */
export function renameAll(names: readonly string[], rule: NameRule): NameChange[] {
  const { replace } = rule
  const find = replace === undefined ? null : compileFind(replace.find, replace)
  const put = compileReplacement(replace?.by ?? '')
  const shortens =
    replace?.pattern === true && /(?:^|[^\\])(?:\\\\)*\*$/.test(replace.find) && !/\{\d\}/.test(replace.by)
  let n = replace?.start ?? 1
  const changes: NameChange[] = []
  for (const [at, before] of names.entries()) {
    let name = before
    if (find !== null) {
      const replaced = replaceIn(name, find, put, { n, shortens })
      if (replaced !== null) n++
      if (replaced?.long === true) {
        changes.push({ at, before, after: replaced.name, refusal: 'name-too-long' })
        continue
      }
      if (replaced !== null) name = replaced.name
    }
    if (rule.markers === 'remove') name = removeMarkers(name)
    else if (rule.markers !== undefined) name = addMarker(name, rule.markers)
    if (rule.letters !== undefined) name = caseOf(name, rule.letters)
    if (rule.clean === true) name = cleanName(name)
    if (name === before) continue
    name = keptName(name)
    if (name !== before) changes.push({ at, before, after: name, refusal: refuseName(name) })
  }
  return changes
}
