/** The rules for typed names: which characters one may contain, and how its length is counted. */
import { limits } from './types'
import { normalForm } from './normal-form'

/**
 * Created with the first name, because it costs a browser as much as opening a list. Null in a browser without it: it
 * counts code points, and the server's count decides.
 */
let graphemes: Intl.Segmenter | null | undefined
/**
 * Characters that a name can't contain: control characters, lone surrogates, line and paragraph separators, text
 * direction overrides.
 */
export const badNameCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]/u

/** The number of characters as a reader counts them. */
export const countGraphemes = (text: string): number => {
  graphemes ??= Intl.Segmenter ? new Intl.Segmenter('und', { granularity: 'grapheme' }) : null
  let count = 0
  for (const _ of graphemes?.segment(text) ?? text) count++
  return count
}

/** The longest name of a file that an edit can restore, in UTF-16 units: a state holds 4096 bytes for it. */
export const maxKeptNameLength = 1000

/** A name in its stored form. */
export const keptName = (name: string): string => normalForm(name, 'NFC').trimEnd()

export type NameRefusal = 'name-empty' | 'name-too-long' | 'name-control'
/** Why a name is not allowed, or null. `name` must be in its stored form. */
export const refuseName = (name: string, most: number = limits.nameCharacters): NameRefusal | null => {
  if (name === '') return 'name-empty'
  if (badNameCharacters.test(name)) return 'name-control'
  // Every character has at least one unit, so most names need no counting.
  if (name.length <= most) return null
  return name.length > most * 32 || countGraphemes(name) > most ? 'name-too-long' : null
}
