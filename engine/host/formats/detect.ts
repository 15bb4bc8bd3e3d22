/** Finds by its content which of the other dialects a file is in; names and extensions say nothing. */
import type { ForeignDialect } from './types'

/** How far an object of a kind that only this dialect has may stand behind the start. */
const sampleBytes = 64 * 1024

const startOf = (bytes: Uint8Array): number => {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  while (at < bytes.length && [0, 9, 10, 13, 32].includes(bytes[at] ?? -1)) at++
  return at
}

const textFrom = (bytes: Uint8Array, from: number, length: number): string => {
  let text = ''
  for (const byte of bytes.subarray(from, from + length)) text += String.fromCharCode(byte)
  return text
}

/** Null for what the main engine reads or refuses. */
export const findForeignDialect = (bytes: Uint8Array): ForeignDialect | null => {
  const at = startOf(bytes)
  if (bytes[at] === 0x7b) {
    const head = textFrom(bytes, at, sampleBytes)
    return /^\{\s*"(?:satellite|transponder|program_tv|program_radio|fav_list|box|watching_prog|database_header|global_variable)_/.test(
      head,
    ) || /"(?:satellite_object_|transponder_object_|program_(?:tv|radio)_object_|database_header_object")/.test(head)
      ? 'cdx'
      : null
  }
  return null
}
