/** No more than this is said of another customer. */
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The first letter of a name, as people see letters. */
export const initialOf = (userName: string): string =>
  ([...segmenter.segment(userName)][0]?.segment ?? '').toLocaleUpperCase('en')
