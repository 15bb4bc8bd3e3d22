/**
 * SatcoDX for the host: the version, and the columns of one record that the model doesn't keep (PIDs, texts), read from
 * its bytes on demand. Columns count characters if the record does; see assembly/formats/satcodx-read.ts.
 */
import { byName, streamNumbers } from './channel-fields'
import { type Core, flag, info, row } from './core'
import type { DialectReader, OwnFields } from './dialect'
import { defaultFavouriteNames, encodings, limits } from './types'

/** Where the common columns end and the variants differ. */
const commonColumns = 115
/** How far a long satellite name may have pushed the columns (dvb2000). */
const systemColumn = 29

const utf8 = new TextDecoder('utf-8')

/** A letter for each column. */
type Codes = Uint8Array | Uint16Array

function codesOf(text: string): Uint16Array {
  const codes = new Uint16Array(text.length)
  for (let at = 0; at < text.length; at++) codes[at] = text.charCodeAt(at)
  return codes
}

/** A record by its columns: characters or bytes, as the record counts them. */
function columnsOf(core: Core, id: number): Codes {
  const at = core.rowAt(id)
  const words = core.u32()
  const source = core.get(info.source)
  const start = (words[(at + row.start) >> 2] ?? 0) - source
  const length = words[(at + row.length) >> 2] ?? 0
  const flags = core.u16()[(at + row.flags) >> 1] ?? 0
  const name = (words[(at + row.name) >> 2] ?? 0) - source - start
  const bytes = core.sourceBytes(start, start + length).slice()
  if ((flags & flag.byCharacters) !== 0) return codesOf(utf8.decode(bytes))
  // The name's column is 43; the satellite's name pushed in any excess before column 28.
  const shift = name - 43
  if (shift <= 0) return bytes
  bytes.copyWithin(28, 28 + shift)
  return bytes.subarray(0, Math.max(28, bytes.length - shift))
}

const isPadding = (code: number | undefined): boolean => code === 0x20 || code === 0x5f

/** The text in [from, to) without the makers' padding; null if nothing is left or the record ends before. */
function textOf(codes: Codes, from: number, to: number): string | null {
  if (to > codes.length) return null
  let [start, end] = [from, from]
  while (end < to && codes[end] !== 0) end++
  while (end > start && isPadding(codes[end - 1])) end--
  while (start < end && isPadding(codes[start])) start++
  let text = ''
  for (; start < end; start++) text += String.fromCharCode(codes[start] ?? 0)
  return text === '' ? null : text
}

/** The PID in the four columns from `from`; null if they are something else or the record ends before. */
function pidAt(codes: Codes, from: number): number | null {
  let number = 0
  for (let at = from; at < from + 4; at++) {
    const digit = (codes[at] ?? 0) - 0x30
    if (digit < 0 || digit > 9) return null
    number = number * 10 + digit
  }
  return number <= limits.pid[1] ? number : null
}

/** A text after the name, which may contain letters: counted by bytes, they are not decoded yet. */
function wordsAt(core: Core, codes: Codes, from: number): string | null {
  const to = Math.min(from + 32, codes.length)
  if (from >= to) return null
  if (codes instanceof Uint16Array) return textOf(codes, from, to)
  const decoded = codesOf(core.decodeBytes(codes.subarray(from, to), core.get(info.encoding)))
  return textOf(decoded, 0, decoded.length)
}

/** The name's encoding: its selector byte's, else the list's. */
function encodingOf(core: Core, id: number): OwnFields['encoding'] {
  return encodings[core.exports.nameEncodingOf(id)] ?? 'windows-1252'
}

/** Numbers of streams that no SatcoDX record has. */
const noStreams = byName(streamNumbers, () => null)

function ownFields(core: Core, id: number): OwnFields {
  const encoding = encodingOf(core, id)
  const codes = columnsOf(core, id)
  const version = textOf(codes, 8, 10)
  const is110 = version === '10' && codes.length > commonColumns
  return {
    provider: null,
    encryption: textOf(codes, 111, 115),
    videoType: null,
    system: textOf(codes, systemColumn, systemColumn + 4),
    ...noStreams,
    videoPid: pidAt(codes, 75),
    audioPid: pidAt(codes, 79),
    pcrPid: pidAt(codes, 83),
    pmtPid: version === '04' ? pidAt(codes, 127) : null,
    coverage: textOf(codes, 55, 63),
    broadcastLanguage: textOf(codes, 102, 105),
    country: textOf(codes, 106, 108),
    language: textOf(codes, 108, 111),
    package: is110 ? wordsAt(core, codes, 171) : null,
    network: is110 ? wordsAt(core, codes, 203) : null,
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
