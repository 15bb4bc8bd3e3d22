/** No more than this is said of another customer. */
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The first letter of a name, as people see letters. */
export const initialOf = (userName: string): string =>
  ([...segmenter.segment(userName)][0]?.segment ?? '').toLocaleUpperCase('en')

/** An initial, and that there is more: nobody learns another customer's name from what the wallet says. */
export const initialOnly = (name: string): string => `${initialOf(name)}…`
