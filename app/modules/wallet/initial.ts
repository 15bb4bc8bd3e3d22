/** Shows only the initial of another customer's name. */
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The first grapheme of a name, in upper case. */
export const initialOf = (userName: string): string =>
  ([...segmenter.segment(userName)][0]?.segment ?? '').toLocaleUpperCase('en')

/** The initial and an ellipsis: the wallet never reveals another customer's name. */
export const initialOnly = (name: string): string => `${initialOf(name)}…`
