/** Counts characters as a person does: a letter with its marks, an emoji with its joiners. For server and browser. */

let segmenter: Intl.Segmenter | null | undefined
const findSegmenter = (): Intl.Segmenter | null => {
  // Older browsers lack it. Code points are counted instead, and the server's count decides.
  segmenter ??= typeof Intl.Segmenter === 'function' ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : null
  return segmenter
}

/** Counts the characters of a text. It stops at `enough`: nobody needs the exact length of a very long text. */
export const countGraphemes = (text: string, enough = 1000): number => {
  let count = 0
  for (const _ of findSegmenter()?.segment(text) ?? text) if (++count >= enough) break
  return count
}

/**
 * How many characters of a name a page, a preview or paper shows. A box shows fifty; a name in a file may have any
 * length.
 */
export const shownCharacters = 200
/** Limit in UTF-16 units for those: with many combining marks, one character can have any length. */
const shownUnits = 5 * shownCharacters

/** Shortens a very long name for display. Never cuts inside a character, unless that character alone is too long. */
export const shortened = (name: string): string => {
  if (name.length <= shownCharacters) return name
  // Only what may be shown is split into characters.
  const start = name.slice(0, shownUnits)
  let count = 0
  let end = 0
  for (const part of findSegmenter()?.segment(start) ?? Array.from(start, (segment) => ({ segment }))) {
    if (count++ === shownCharacters) return `${start.slice(0, end)}…`
    // The last one may continue after the part that was examined.
    if (end + part.segment.length === start.length && start.length < name.length) break
    end += part.segment.length
  }
  if (end === name.length) return name
  return end === 0 ? `${[...start].slice(0, shownCharacters).join('')}…` : `${start.slice(0, end)}…`
}
