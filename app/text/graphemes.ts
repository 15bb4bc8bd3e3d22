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
