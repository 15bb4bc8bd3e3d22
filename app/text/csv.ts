/**
 * CSV as RFC 4180 has it: commas, CRLF, quotes where they are needed, in UTF-8 with the mark at its beginning that
 * spreadsheets know it by. Texts that a spreadsheet would run as a formula are made texts.
 */

/** At the file's beginning. */
export const byteOrderMark = '\ufeff'

/**
 * What begins a formula in some spreadsheet, also in its full-width and small forms: at the beginning of a cell, and
 * behind semicolons, tabs, bars and line ends, where a spreadsheet that splits there begins another cell. Spaces,
 * quotes and signs that nobody sees may stand before it.
 */
const formula = /(^|[;|\t\r\n])((?:(?![;|\t\r\n])["\s\p{Cf}\p{Cc}])*)(?=[=+\-@＝＋－＠﹢﹣﹦﹫−])/gu
/** A tab or a line's end before it would be left out by some. */
const hidden = /^[\t\r\n]/
const needsQuotes = /[",\r\n]|^\s|\s$/

/** A text: whatever its writer meant by it, it is shown, never run: an apostrophe stands before what would be. */
export const csvText = (text: string): string => {
  const shown = text.replace(formula, "$1'$2")
  const safe = hidden.test(text) ? `'${shown}` : shown
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Decimal text as a number, with its sign: a spreadsheet can add it up. Throws for anything else. */
export const csvNumber = (decimal: string): string => {
  if (!/^-?\d+(?:\.\d+)?$/.test(decimal)) throw new Error('not a number of a CSV file')
  return decimal
}

/** Cells that are ready. */
export const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`
