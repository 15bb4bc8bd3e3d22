/**
 * Unicode normalisation whose time grows only with the text's length. The runtime sorts the marks after a letter in
 * quadratic time and can't be stopped meanwhile: half a million marks, which fit into one request, take it minutes.
 */

export type Form = 'NFC' | 'NFKC' | 'NFKD'

/** No script needs more marks after a letter (Unicode's stream-safe format, UAX #15). */
const marksMax = 30
/** Marks, and the letters that NFKC and NFKD turn into marks. */
const mark = String.raw`[\p{M}\uff9e\uff9f]`
const tooMany = new RegExp(`${mark}{${marksMax + 1}}`, 'u')
const pieces = new RegExp(String.raw`[^\p{M}\uff9e\uff9f]*${mark}{0,${marksMax}}`, 'gu')

/** The text in this form. Of longer runs of marks, which mean nothing, each part is normalised separately. */
export const normalForm = (text: string, form: Form): string =>
  tooMany.test(text) ? text.replaceAll(pieces, (piece) => piece.normalize(form)) : text.normalize(form)
