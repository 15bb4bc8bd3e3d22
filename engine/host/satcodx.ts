/**
 * SatcoDX for the host: the version, and the columns of one record that the model doesn't keep (PIDs, texts), read from
 * its bytes on demand. Columns count characters if the record does; see assembly/formats/satcodx-read.ts.
 */
import { byName, streamNumbers } from './channel-fields'
import { type Core, flag, info, row } from './core'
import type { DialectReader, OwnFields } from './dialect'
import { defaultFavouriteNames, encodings } from './types'

/** Where the common columns end and the variants differ. */
const commonColumns = 115
/** How far a long satellite name may have pushed the columns (dvb2000). */
const systemColumn = 29

/** A record as a string with one character per column, and the byte of each column. */
function columnsOf(core: Core, id: number): { text: string; byCharacters: boolean; bytes: Uint8Array } {
  const at = core.rowAt(id)
  const words = core.u32()
  const source = core.get(info.source)
  const start = (words[(at + row.start) >> 2] ?? 0) - source
  const length = words[(at + row.length) >> 2] ?? 0
  const flags = core.u16()[(at + row.flags) >> 1] ?? 0
  const name = (words[(at + row.name) >> 2] ?? 0) - source - start
  const bytes = core.sourceBytes(start, start + length).slice()
  const byCharacters = (flags & flag.byCharacters) !== 0
  if (byCharacters) return { text: new TextDecoder('utf-8').decode(bytes), byCharacters, bytes }
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  // The name's column is 43; the satellite's name pushed in any excess before column 28.
  const shift = name - 43
  if (shift > 0) text = text.slice(0, 28) + text.slice(28 + shift)
  return {
    text,
    byCharacters,
    bytes: shift > 0 ? new Uint8Array([...bytes.subarray(0, 28), ...bytes.subarray(28 + shift)]) : bytes,
  }
}

/** Text without the makers' padding; null if nothing is left. */
function textOf(value: string): string | null {
  const trimmed = value
    .replace(/\0.*$/s, '')
    .replace(/[ _]+$/, '')
    .replace(/^[ _]+/, '')
  return trimmed === '' ? null : trimmed
}

function numberOf(value: string, most: number): number | null {
  if (!/^\d+$/.test(value)) return null
  const number = Number(value)
  return number <= most ? number : null
}

/** The name's encoding: its selector byte's, else the list's. */
function encodingOf(core: Core, id: number): OwnFields['encoding'] {
  return encodings[core.exports.nameEncodingOf(id)] ?? 'windows-1252'
}

function ownFields(core: Core, id: number): OwnFields {
  const encoding = encodingOf(core, id)
  const listEncoding = core.get(info.encoding)
  const { text, byCharacters, bytes } = columnsOf(core, id)
  const column = (from: number, width: number) => (from + width <= text.length ? text.slice(from, from + width) : '')
  // Texts after the name may contain letters. Counted by characters, they are already decoded; counted by bytes, they
  // are decoded here.
  const words = (from: number, width: number) => {
    if (from >= text.length) return null
    if (byCharacters) return textOf(text.slice(from, from + width))
    return textOf(core.decodeBytes(bytes.subarray(from, from + width), listEncoding))
  }
  const version = column(8, 2)
  const crypto = textOf(column(111, 4))
  const is110 = version === '10' && text.length > commonColumns
  return {
    provider: null,
    encryption: crypto,
    videoType: null,
    system: textOf(column(systemColumn, 4)),
    ...byName(streamNumbers, () => null),
    videoPid: numberOf(column(75, 4), 8191),
    audioPid: numberOf(column(79, 4), 8191),
    pcrPid: numberOf(column(83, 4), 8191),
    pmtPid: version === '04' ? numberOf(column(127, 4), 8191) : null,
    coverage: textOf(column(55, 8)),
    broadcastLanguage: textOf(column(102, 3)),
    country: textOf(column(106, 2)),
    language: textOf(column(108, 3)),
    package: is110 ? words(171, 32) : null,
    network: is110 ? words(203, 32) : null,
    encoding,
    audio: [],
    subtitles: [],
    url: null,
  }
}

export const satcodxDialect: DialectReader = {
  /** The version digits of the first complete record, in their usual form: 103, 104, 105, 110. */
  version(core) {
    const count = core.get(info.rowCount)
    for (let id = 0; id < count; id++) {
      const at = core.rowAt(id)
      const start = (core.u32()[(at + row.start) >> 2] ?? 0) - core.get(info.source)
      if ((core.u32()[(at + row.length) >> 2] ?? 0) < 10) continue
      const digits = String.fromCharCode(...core.sourceBytes(start + 7, start + 10))
      return /^\d{3}$/.test(digits) ? digits : null
    }
    return null
  },
  favouriteNames: () => [...defaultFavouriteNames],
  fecText: () => null,
  ownFields,
  groupOrder: () => [],
}
