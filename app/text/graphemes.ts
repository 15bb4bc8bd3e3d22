/** Counts characters as a person does: a letter with its marks, an emoji with its joiners. For server and browser. */

let segmenter: Intl.Segmenter | null | undefined
const findSegmenter = (): Intl.Segmenter | null => {
  // Older browsers lack it. There code points are counted instead, and the server's count decides.
  segmenter ??= typeof Intl.Segmenter === 'function' ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : null
  return segmenter
}

/** Counts the characters of a text. It stops early, because nobody needs the exact length of a very long text. */
export const countGraphemes = (text: string, enough = 1000): number => {
  let count = 0
  for (const _ of findSegmenter()?.segment(text) ?? text) if (++count >= enough) break
  return count
}

/** The most characters that a page, a preview or paper shows of one name: a box shows fifty, a file may have any. */
export const shownCharacters = 200
/** The most units of UTF-16 for that: marks upon marks make a character of any length. */
const shownUnits = 5 * shownCharacters

/** A name to be looked at: of a very long one the beginning, never cutting a character that isn't endless itself. */
export const shortened = (name: string): string => {
  if (name.length <= shownCharacters) return name
  // Nothing is cut into letters but what may be shown.
  const start = name.slice(0, shownUnits)
  let count = 0
  let end = 0
  for (const part of findSegmenter()?.segment(start) ?? Array.from(start, (segment) => ({ segment }))) {
    if (count++ === shownCharacters) return `${start.slice(0, end)}…`
    // The last one may go on behind what was looked at.
    if (end + part.segment.length === start.length && start.length < name.length) break
    end += part.segment.length
  }
  if (end === name.length) return name
  return end === 0 ? `${[...start].slice(0, shownCharacters).join('')}…` : `${start.slice(0, end)}…`
}
