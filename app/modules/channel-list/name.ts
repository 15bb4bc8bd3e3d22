/**
 * The names of lists: 1 to 20 characters as people count them, and the key that decides whether two names are the same.
 */
import { limits } from '~/engine/types'
import { nameKeyOf } from '~/text/name-key'
import { isBlank } from '~/text/plain-text'
import { normalForm } from '~/text/normal-form'

export { nameKeyOf }

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Counts grapheme clusters. */
export const countCharacters = (text: string): number => [...graphemes.segment(text)].length

/** The first characters of a text, never splitting one. */
export const cutCharacters = (text: string, most: number): string => {
  let count = 0
  for (const part of graphemes.segment(text)) if (count++ === most) return text.slice(0, part.index)
  return text
}

/**
 * Line breaks, control characters, lone surrogates, direction overrides and Unicode's non-characters are not allowed in
 * a name.
 */
const forbidden = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** The name as it is stored (NFC, trimmed), or null if it is not valid. */
export const parseListName = (raw: string): string | null => {
  const name = normalForm(raw, 'NFC').trim()
  if (isBlank(name) || forbidden.test(name) || countCharacters(name) > limits.listNameCharacters) return null
  return name
}

/**
 * A name for a list without a user-given one (a box's save): the preferred name, shortened, with a number if it is
 * taken.
 */
export const freeName = (wish: string, isTaken: (key: string) => boolean): string => {
  const cleaned = [...normalForm(wish, 'NFC')]
    .filter((letter) => !forbidden.test(letter))
    .join('')
    .trim()
  const base = cutCharacters(isBlank(cleaned) ? 'Box' : cleaned, limits.listNameCharacters).trim()
  if (!isTaken(nameKeyOf(base))) return base
  for (let number = 2; ; number++) {
    const tail = ` ${number}`
    const name = `${cutCharacters(base, limits.listNameCharacters - tail.length).trim()}${tail}`
    if (!isTaken(nameKeyOf(name))) return name
  }
}
