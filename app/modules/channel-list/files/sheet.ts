/** Reads a file that lists channels in lines: an .xlsx, or text with separators. Pure code. */
import { gridLimits, readCsv, type Grid } from '~/engine/lists'
import { readXlsxCells } from '~/platform/xlsx.server'
import { decodeText } from '~/text/decode'

/** A spreadsheet's cells as they are kept. `key` identifies them permanently; empty if they are not kept. */
export type Sheet = { key: string; cells: Uint8Array }

export const packSheet = (grid: Grid): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(grid))

/** The last sheet that was read: a user usually turns its pages. */
let last: { key: string; grid: Grid } | null = null

/** The cells packed by `packSheet`. They must not be changed. */
export const openSheet = ({ key, cells }: Sheet): Grid => {
  if (key !== '' && last?.key === key) return last.grid
  const grid = JSON.parse(new TextDecoder().decode(cells)) as Grid
  if (key !== '') last = { key, grid }
  return grid
}

/** Text files don't contain these characters. */
const binary = /[\u0000-\u0008\u000e-\u001f]/

/** The maximum number of characters of all cells of a sheet; a list of names has a twentieth of it. */
const charactersMax = 2_000_000

/** The cells of a spreadsheet; null if the file isn't one, or holds more than any list of channels. */
export const readSheet = (bytes: Uint8Array): Grid | null => {
  const grid = readCells(bytes)
  let characters = 0
  for (const line of grid ?? []) for (const cell of line) characters += cell.length
  return characters > charactersMax ? null : grid
}

/** The maximum number of bytes that a sheet or its texts may unpack to: 20 000 lines of names take a quarter of it. */
const xlsxBytesMax = 8 * 1024 * 1024

const readCells = (bytes: Uint8Array): Grid | null => {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3) {
    const read = readXlsxCells(bytes, { unpackedBytes: xlsxBytesMax, ...gridLimits })
    return read.ok ? read.rows : null
  }
  const text = decodeText(bytes)
  if (binary.test(text.slice(0, 65_536))) return null
  const grid = readCsv(text)
  return grid.some((line) => line.some((cell) => cell !== '')) ? grid : null
}
