/**
 * What a person writes in several lines, made plain before it is kept: no control characters, no marks that turn the
 * order of what follows around, no half letters, no towers of empty lines. Markup stays what it is: letters.
 */

/**
 * Controls but the line break, half letters, marks of direction that last beyond a letter (embeddings, overrides,
 * isolates), the byte order mark, and what Unicode calls no character.
 */
const forbidden = /(?!\n)[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb\p{Noncharacter_Code_Point}]/gu
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/**
 * What shows nothing although it is not empty: spaces, joiners, marks of direction, marks without their letter,
 * fillers.
 */
const invisible = /[\s\p{Cf}\p{Mn}\u115f\u1160\u2800\u3164\uffa0]/gu

/** The text as it is kept. Joiners and the marks that Persian, Arabic and emoji need stay. */
export const plainText = (raw: string): string =>
  raw
    .replaceAll(lineBreaks, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(forbidden, '')
    .normalize('NFC')
    .replaceAll(/[^\S\n]+$/gmu, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** The same for a text of one line: a title, a name. */
export const plainLine = (raw: string): string => plainText(raw).replaceAll(/\s+/gu, ' ')

/**
 * Marks that show nothing and that no name needs: of direction, of places to break a line, unseen operators and spaces
 * without width. Joiners stay, Persian and emoji need them.
 */
const unseen = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2064]/gu

/**
 * A file's name to be shown and to be saved by, of at most so many characters: without folders and without what is not
 * seen. The ending stays; where nothing stands before it, a dash stands for the name.
 */
export const plainFileName = (raw: string, mostCharacters: number): string => {
  const name = plainLine((raw.split(/[/\\]/).at(-1) ?? '').replaceAll(unseen, ''))
  const dot = name.lastIndexOf('.')
  const ending = dot >= 0 && name.length - dot <= 6 ? name.slice(dot) : ''
  const stem = ending === '' ? name : name.slice(0, dot)
  if (isBlank(stem)) return ending === '' ? '' : `_${ending}`
  return [...stem].slice(0, mostCharacters - ending.length).join('') + ending
}

/** True where a reader would see nothing. */
export const isBlank = (text: string): boolean => text.replaceAll(invisible, '') === ''

/** The beginning of a text, not longer than so many units and without half a letter at its end. */
export const beginOf = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
