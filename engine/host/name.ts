/** What a name that a person types may consist of, and how long it is. */

/** Created by the first name, because it costs a browser as much as opening a list. */
let graphemes: Intl.Segmenter | null = null
/**
 * Characters that a name can't contain: control characters, lone surrogates, line and paragraph separators, text
 * direction overrides.
 */
export const badNameCharacters =
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** The number of characters as a reader counts them. */
export const countGraphemes = (text: string): number => {
  graphemes ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  let count = 0
  for (const _ of graphemes.segment(text)) count++
  return count
}

/** The longest name of a file that an edit can give back, in units of UTF-16: a state holds 4096 bytes of one. */
export const longestKeptName = 1000
