/**
 * Derives a SatcoDX file: patches columns of edited records in place, and adds new records after the last one.
 * docs/lists.md describes the layout.
 */
import type { ChannelValues, ChannelType, Polarisation } from '../types'
import type { Line } from './facts'
import { type Patch, asciiBytes, joinBytes, lastOf, patched } from './patches'

/** A satellite and a transponder in a record's terms. */
export type Place = {
  satellite: string
  angle: number | null
  frequencyKHz: number | null
  polarisation: Polarisation | null
  symbolRate: number | null
  fec: string | null
}
/** What an edit sets in a record: channel fields, and those fields of its place that differ from the file. */
export type RecordEdit = Partial<Omit<ChannelValues, 'transponder' | 'type'>> & {
  type?: ChannelType
  place?: Partial<Place>
}
/** A new record. If its name isn't plain ASCII, an edit of the state sets it. */
export type NewRecord = RecordEdit & { name: string; place: Place }
/** Text in the list's character set, at most `capacity` bytes, never half a letter. */
export type Encode = (text: string, capacity: number) => Uint8Array

const space = 0x20
const fill = 0x5f
const polarisationDigits = { V: '0', H: '1', L: '2', R: '3' } as const
const fecDigits: Record<string, string> = { auto: '0', '1/2': '1', '2/3': '2', '3/4': '3', '5/6': '5', '7/8': '7' }
const maxSid = 65535
const maxPid = 8191

/** True for a FEC that has a code. */
export const hasFecDigit = (fec: string): boolean => fec in fecDigits
/** True for the name of an encryption system that fits its four columns. */
export const isCryptoText = (text: string): boolean => /^[0-9A-Za-z]{1,4}$/.test(text)
/** True for a language code that fits its three columns. */
export const isLanguage = (text: string): boolean => /^[a-z]{3}$/i.test(text)

const digits = (value: number | null, width: number, most: number): string =>
  value === null || value < 0 || value > most ? '_'.repeat(width) : String(value).padStart(width, '0')
export const systemOf = (type: ChannelType, videoType: string | null | undefined): string =>
  type === 'radio' ? 'MPG1' : videoType === 'H264' || videoType === 'HEVC' ? 'MPG4' : 'MPG2'

/** What a new record says besides its satellite and its name; `type`: its letter, `crypto`: four columns. */
type NewColumns = Record<'videoPid' | 'audioPid' | 'pcrPid' | 'sid' | 'onid' | 'tsid', number | null> & {
  type: string
  system: string
  language: string
  crypto: string
}
/** The columns of a new record before its name's first part, and those between the two parts. */
export const newColumns = (place: Omit<Place, 'satellite'>, one: NewColumns): [before: string, between: string] => [
  one.type +
    one.system +
    digits(place.frequencyKHz, 9, 999_999_999) +
    (place.polarisation === null ? '_' : polarisationDigits[place.polarisation]),
  `${digits(place.angle, 4, 3599)}___     ______${digits(place.symbolRate, 5, 99_999)}` +
    (place.fec === null ? '_' : (fecDigits[place.fec] ?? '0')) +
    digits(one.videoPid, 4, maxPid) +
    digits(one.audioPid, 4, maxPid) +
    digits(one.pcrPid, 4, maxPid) +
    digits(one.sid, 5, maxSid) +
    digits(one.onid, 5, maxSid) +
    digits(one.tsid, 5, maxSid) +
    `${isLanguage(one.language) ? one.language : '___'}______${one.crypto}`,
]

/** The columns that all variants share end here. */
const columnsEnd = 115

/** The position of a column in a record, from the file's start; -1 if the record is cut before it. */
const columnAt = (source: Uint8Array, line: Line, column: number, width: number): number => {
  const end = line.start + line.length
  let at: number
  if (!line.byCharacters) at = column < 28 ? line.start + column : line.name + column - 43
  else if (column < 28) at = line.start + column
  else if (column < 43) at = line.start + 10 + line.satelliteLength + column - 28
  else {
    const behind = line.name + line.nameLength
    at = column < columnsEnd ? behind : line.name2
    let here = column < columnsEnd ? 51 : columnsEnd
    for (; here < column && at < end; here++) {
      at++
      while (at < end && ((source[at] ?? 0) & 0xc0) === 0x80) at++
    }
  }
  return at + width <= end ? at : -1
}

/** The satellite's name in the width of the existing one. */
const satelliteBytes = (source: Uint8Array, line: Line, name: string, encode: Encode): Uint8Array => {
  const start = line.start + 10
  const old = source.subarray(start, start + line.satelliteLength)
  const padding = old[old.length - 1] === fill ? fill : space
  if (!line.byCharacters)
    return satelliteField(encode(name, line.satelliteLength), line.satelliteLength, padding, isCountable(source, line))
  // If counted by characters, the field keeps its number of characters; such a file is UTF-8.
  const width = new TextDecoder('utf-8').decode(old).length
  const text = [...name].slice(0, width)
  return new TextEncoder().encode(text.join('') + String.fromCharCode(padding).repeat(width - text.length))
}

/**
 * True for a 110 that is plain ASCII elsewhere: letters beyond ASCII in a new satellite's name make it one counted by
 * characters. If its other letters show that it is counted by bytes, it stays so.
 */
const isCountable = (source: Uint8Array, line: Line): boolean =>
  source[line.start + 8] === 0x31 &&
  source[line.start + 9] === 0x30 &&
  source.subarray(line.start + 10 + line.satelliteLength, line.start + line.length).every((byte) => byte < 0x80)

/** A 110 with UTF-8 letters is counted by characters: the field has as many characters as columns. */
const satelliteField = (bytes: Uint8Array, width: number, padding: number, isCounted: boolean): Uint8Array =>
  paddedTo(bytes, isCounted ? width + bytes.length - utf8Length(bytes) : width, padding)
/** The number of characters if the bytes are UTF-8, else of bytes. */
const utf8Length = (bytes: Uint8Array): number => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).length
  } catch {
    return bytes.length
  }
}

const paddedTo = (bytes: Uint8Array, width: number, padding: number): Uint8Array => {
  const all = new Uint8Array(width).fill(padding)
  all.set(bytes.subarray(0, width))
  return all
}

/** The crypto columns after an edit. */
const cryptoText = ({ scrambled, encryption }: RecordEdit, old: string): string => {
  if (scrambled === false) return '____'
  if (typeof encryption === 'string' && isCryptoText(encryption)) return encryption.padEnd(4, '_')
  const isFree = old.replaceAll(/[_ \0]/g, '') === ''
  if (encryption === null) return isFree && scrambled !== true ? old : 'LCKD'
  return isFree ? 'LCKD' : old
}

/** The columns that an edit writes, by position. */
const columnsOf = (edit: RecordEdit, read: (column: number, width: number) => string): [number, string][] => {
  const columns: [number, string][] = []
  const { place = {} } = edit
  if (edit.type !== undefined) columns.push([28, edit.type === 'radio' ? 'R' : 'T'])
  if (edit.type !== undefined || edit.videoType !== undefined) {
    const isRadio = edit.type === undefined ? read(28, 1).toUpperCase() === 'R' : edit.type === 'radio'
    const old = read(29, 4)
    const system =
      edit.videoType === undefined && !isRadio && old !== 'MPG1'
        ? old
        : systemOf(isRadio ? 'radio' : 'tv', edit.videoType)
    columns.push([29, system])
  }
  if (place.frequencyKHz !== undefined) columns.push([33, digits(place.frequencyKHz, 9, 999_999_999)])
  if (place.polarisation !== undefined)
    columns.push([42, place.polarisation === null ? '_' : polarisationDigits[place.polarisation]])
  if (place.angle !== undefined) columns.push([51, digits(place.angle, 4, 3599)])
  if (place.symbolRate !== undefined) columns.push([69, digits(place.symbolRate, 5, 99_999)])
  if (place.fec !== undefined) columns.push([74, place.fec === null ? '_' : (fecDigits[place.fec] ?? '0')])
  if (edit.videoPid !== undefined) columns.push([75, digits(edit.videoPid, 4, maxPid)])
  if (edit.audio !== undefined) columns.push([79, digits(edit.audio[0]?.pid ?? null, 4, maxPid)])
  if (edit.pcrPid !== undefined) columns.push([83, digits(edit.pcrPid, 4, maxPid)])
  if (edit.sid !== undefined) columns.push([87, digits(edit.sid, 5, maxSid)])
  if (edit.onid !== undefined) columns.push([92, digits(edit.onid, 5, maxSid)])
  if (edit.tsid !== undefined) columns.push([97, digits(edit.tsid, 5, maxSid)])
  if (edit.audio !== undefined) {
    const language = edit.audio[0]?.language ?? ''
    columns.push([102, isLanguage(language) ? language : '___'])
  }
  if (edit.scrambled !== undefined || edit.encryption !== undefined) columns.push([111, cryptoText(edit, read(111, 4))])
  return columns
}

const isPmtVersion = (source: Uint8Array, line: Line): boolean =>
  source[line.start + 8] === 0x30 && source[line.start + 9] === 0x34 && line.length >= 131

const editRecord = (source: Uint8Array, line: Line, edit: RecordEdit, encode: Encode): Patch[] => {
  const patches: Patch[] = []
  if (edit.place?.satellite !== undefined && line.length >= 28)
    patches.push({
      start: line.start + 10,
      end: line.start + 10 + line.satelliteLength,
      bytes: satelliteBytes(source, line, edit.place.satellite, encode),
    })
  const read = (column: number, width: number): string => {
    const at = columnAt(source, line, column, width)
    return at < 0 ? '' : String.fromCharCode(...source.subarray(at, at + width))
  }
  const columns = columnsOf(edit, read)
  if (edit.pmtPid !== undefined && isPmtVersion(source, line)) columns.push([127, digits(edit.pmtPid, 4, maxPid)])
  for (const [column, text] of columns) {
    const at = columnAt(source, line, column, text.length)
    if (at >= 0) patches.push({ start: at, end: at + text.length, bytes: asciiBytes(text) })
  }
  return patches
}

/** The form of new records, taken from the last whole record. */
type Form = { version: string; columns: number; terminator: number }
const terminators = [[], [10], [13], [13, 10]] as const

const formOf = (source: Uint8Array, lines: readonly Line[]): Form => {
  const counts = [0, 0, 0, 0]
  for (const { terminator } of lines) if (terminator > 0) counts[terminator] = (counts[terminator] ?? 0) + 1
  const usual = counts.indexOf(Math.max(...counts.slice(1)), 1)
  // A single record without a terminator may have any form; several records without terminators are a grid.
  const terminator = counts.some((count) => count > 0) ? usual : lines.length > 1 ? 0 : 1
  const whole = lastOf(lines, (line) => !line.isCut && line.length >= columnsEnd + 12)
  if (whole === undefined) return { version: '03', columns: 127, terminator }
  const digitsAt = whole.start + 8
  const version = String.fromCharCode(source[digitsAt] ?? 0x30, source[digitsAt + 1] ?? 0x33)
  const shift = whole.byCharacters ? 0 : whole.name - whole.start - 43
  const columns = whole.byCharacters
    ? columnsEnd + countCharacters(source, whole.name2, whole.start + whole.length)
    : whole.length - shift
  return { version: /^\d\d$/.test(version) ? version : '03', columns, terminator }
}

const countCharacters = (source: Uint8Array, from: number, end: number): number => {
  let count = 0
  for (let at = from; at < end; at++) if (((source[at] ?? 0) & 0xc0) !== 0x80) count++
  return count
}

/** How many columns the second part of a name has in this form (assembly/formats/satcodx-read.ts). */
const secondPart = ({ version, columns }: Form): number => {
  if (version === '10') return Math.min(columns - columnsEnd, 56)
  if (columns <= 127) return columns - columnsEnd
  if (columns >= 132) return 17
  return columns === 131 && version === '04' ? 12 : 13
}

/** The name that a new record can hold by itself: plain ASCII that fits. */
export const plainName = (name: string, room: number): string =>
  /^[ -~]*$/.test(name) && name.length <= room && !name.startsWith(' ') && !name.endsWith('_') ? name : ''

const newRecord = (record: NewRecord, form: Form, encode: Encode): Uint8Array => {
  const { place, audio = [] } = record
  const second = secondPart(form)
  const name = plainName(record.name, 8 + second).padEnd(8 + second)
  const satellite = satelliteField(encode(place.satellite, 18), 18, space, form.version === '10')
  const [before, between] = newColumns(place, {
    type: record.type === 'radio' ? 'R' : 'T',
    system: systemOf(record.type ?? 'tv', record.videoType),
    videoPid: record.videoPid ?? null,
    audioPid: audio[0]?.pid ?? null,
    pcrPid: record.pcrPid ?? null,
    sid: record.sid ?? null,
    onid: record.onid ?? null,
    tsid: record.tsid ?? null,
    language: audio[0]?.language ?? '',
    crypto: cryptoText({ encryption: null, ...record }, '____'),
  })
  const body = before + name.slice(0, 8) + between
  const tail = name.slice(8).padEnd(form.columns - columnsEnd)
  const pmt = form.version === '04' && form.columns >= 131 ? digits(record.pmtPid ?? null, 4, maxPid) : ''
  return joinBytes([
    asciiBytes(`SATCODX1${form.version}`),
    satellite,
    asciiBytes(body + (pmt === '' ? tail : tail.slice(0, 12) + pmt + tail.slice(16))),
    Uint8Array.from(terminators[form.terminator] ?? []),
  ])
}

/** The file with edited records (by their number) and new ones. Without edits, returns the source itself. */
export const deriveSatcodx = (
  source: Uint8Array,
  lines: readonly Line[],
  edits: ReadonlyMap<number, RecordEdit>,
  added: readonly NewRecord[],
  encode: Encode,
): Uint8Array => {
  const patches: Patch[] = []
  for (const [row, edit] of edits) {
    const line = lines[row]
    if (line) patches.push(...editRecord(source, line, edit, encode))
  }
  const last = lines[lines.length - 1]
  if (added.length > 0 && last) {
    const form = formOf(source, lines)
    const end = last.start + last.length + (terminators[last.terminator]?.length ?? 0)
    const missing = last.terminator === 0 ? Uint8Array.from(terminators[form.terminator] ?? []) : new Uint8Array(0)
    patches.push({
      start: end,
      end,
      bytes: joinBytes([missing, ...added.map((record) => newRecord(record, form, encode))]),
    })
  }
  return patched(source, patches)
}
