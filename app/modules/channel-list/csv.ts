/**
 * Reads tables as spreadsheets write them: separated by commas, semicolons or tabs, with quotation marks
 * where a cell needs them. Pure code.
 */

/** Larger tables are no list's: more rows than an upload has records. */
const rowsMax = 100_001
const separators = [',', ';', '\t'] as const

/** Splits the text into rows of cells; empty lines are left out. Null where a quotation mark is never closed. */
const rowsOf = (text: string, separator: string): string[][] | null => {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endRow = () => {
    row.push(cell)
    if (row.some((one) => one !== '')) rows.push(row)
    row = []
    cell = ''
  }
  for (let at = 0; at < text.length && rows.length < rowsMax; at++) {
    const letter = text[at] ?? ''
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else quoted = false
    } else if (letter === '"' && cell === '') quoted = true
    else if (letter === separator) {
      row.push(cell)
      cell = ''
    } else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && text[at + 1] === '\n') at++
      endRow()
    } else cell += letter
  }
  if (quoted) return null
  endRow()
  return rows
}

/** The apostrophe before what a spreadsheet would take for a formula is not the cell's. */
const plainCell = (cell: string): string => (/^'[=+\-@＝＋－＠﹢﹣﹦﹫−]/u.test(cell) ? cell.slice(1) : cell)

/** Reads a table of UTF-8 text; null where it is none: one column only, other bytes, or a quotation mark left open. */
export const readTable = (bytes: Uint8Array): string[][] | null => {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
  if (text.includes('\0')) return null
  const head = text.slice(0, text.search(/[\r\n]|$/))
  const counts = separators.map((separator) => head.split(separator).length)
  const most = Math.max(...counts)
  if (most < 2) return null
  const rows = rowsOf(text, separators[counts.indexOf(most)] ?? ',')
  return rows === null ? null : rows.map((row) => row.map(plainCell))
}
