/** What a person counts as characters: a letter with its marks, an emoji with its joiners. For server and browser. */

let segmenter: Intl.Segmenter | null | undefined
const findSegmenter = (): Intl.Segmenter | null => {
  // Older browsers have none. There code points stand in, and the server's count is the one that decides.
  segmenter ??= typeof Intl.Segmenter === 'function' ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : null
  return segmenter
}

/** How many characters a text has. Stops early: nobody needs the exact length of a very long text. */
export const countGraphemes = (text: string, enough = 1000): number => {
  let count = 0
  for (const _ of findSegmenter()?.segment(text) ?? text) if (++count >= enough) break
  return count
}
