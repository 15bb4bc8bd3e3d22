/**
 * Cleans text of several lines before it is stored: no control characters, no marks that reorder the text after them,
 * no lone surrogates, no long runs of empty lines. Markup is kept as plain characters.
 */
import { dropUnseen } from './unseen'
import { normalForm } from './normal-form'

/**
 * Control characters except the line break, lone surrogates, direction marks that last beyond a letter (embeddings,
 * overrides, isolates), the byte order mark, and Unicode's non-characters.
 */
const forbidden = /(?!\n)[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb\p{Noncharacter_Code_Point}]/gu
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** Invisible characters: spaces, joiners, direction marks, combining marks without a letter, fillers. */
const invisible = /[\s\p{Cf}\p{Mn}\u115f\u1160\u2800\u3164\uffa0]/gu

/** Returns the text as it is stored. Joiners and the marks that Persian, Arabic and emoji need stay. */
export const plainText = (raw: string): string =>
  normalForm(raw.replaceAll(lineBreaks, '\n').replaceAll('\t', ' ').replaceAll(forbidden, ''), 'NFC')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** The same for a single line: a title, a name. */
export const plainLine = (raw: string): string => plainText(raw).replaceAll(/\s+/gu, ' ')

/**
 * Returns a file name to show and to save under, with at most `maxCharacters` characters and without folders and
 * invisible characters. The extension stays; if nothing precedes it, the name becomes a dash.
 */
export const plainFileName = (raw: string, maxCharacters: number): string => {
  const name = plainLine(dropUnseen(raw.split(/[/\\]/).at(-1) ?? ''))
  const dot = name.lastIndexOf('.')
  const ending = dot >= 0 && name.length - dot <= 6 ? name.slice(dot) : ''
  const stem = ending === '' ? name : name.slice(0, dot)
  if (isBlank(stem)) return ending === '' ? '' : `_${ending}`
  return [...stem].slice(0, maxCharacters - ending.length).join('') + ending
}

/** True if a reader would see nothing. */
export const isBlank = (text: string): boolean => text.replaceAll(invisible, '') === ''

/** A text of several lines in one: a dot between lines that don't end a sentence, so that they don't run together. */
export const onOneLine = (text: string): string =>
  text
    .trim()
    .replaceAll(/([.!?…:;,،؛؟])?\s*\n\s*/g, (_, end: string | undefined) => (end === undefined ? ' · ' : `${end} `))

/** Returns the beginning of a text, at most `most` UTF-16 units long and never ending in half a character. */
export const beginOf = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
