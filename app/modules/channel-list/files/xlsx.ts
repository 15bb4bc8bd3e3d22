/** Reads a spreadsheet (.xlsx) as a grid of lines that name channels. */
import { gridLimits, type Grid } from '~/engine/lists'
import { readXlsxCells } from '~/platform/xlsx.server'

/** The maximum number of bytes that a sheet or its texts may unpack to: 20 000 lines of names take a quarter of it. */
export const xlsxBytesMax = 8 * 1024 * 1024

/** True for the first bytes of a zip file. */
export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3

/** The cells of the first sheet; null if this is not a spreadsheet, or unpacks to too much. */
export const readXlsx = (bytes: Uint8Array): Grid | null => {
  const read = readXlsxCells(bytes, { unpackedBytes: xlsxBytesMax, ...gridLimits })
  return read.ok ? read.rows : null
}
