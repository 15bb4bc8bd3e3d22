/**
 * Writes CSV according to RFC 4180: commas, CRLF, quotes where needed, in UTF-8 with the byte order mark that
 * spreadsheets recognise. Texts that a spreadsheet would run as a formula are neutralised.
 */

export const byteOrderMark = '\ufeff'

/**
 * Matches what begins a formula in some spreadsheet, including full-width and small forms: at the beginning of a cell,
 * and after semicolons, tabs, bars and line ends, where some spreadsheets begin another cell. Spaces, quotes and
 * invisible characters may precede it.
 */
const formula = /(^|[;|\t\r\n])((?:(?![;|\t\r\n])["\s\p{Cf}\p{Cc}])*)(?=[=+\-@＝＋－＠﹢﹣﹦﹫−])/gu
/** A leading tab or line end, which some spreadsheets would drop. */
const hidden = /^[\t\r\n]/
const needsQuotes = /[",\r\n]|^\s|\s$/

/** Writes a text so that it is shown and never run: an apostrophe precedes anything that would run. */
export const csvText = (text: string): string => {
  const shown = text.replace(formula, "$1'$2")
  const safe = hidden.test(text) ? `'${shown}` : shown
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Writes a signed decimal text as a number that a spreadsheet can add up. Throws for anything else. */
export const csvNumber = (decimal: string): string => {
  if (!/^-?\d+(?:\.\d+)?$/.test(decimal)) throw new Error('not a number of a CSV file')
  return decimal
}

/** Joins finished cells. */
export const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`
