/**
 * Reads the first sheet of a spreadsheet (.xlsx) as text cells: a zip of XML files, of which only the sheet and its
 * shared texts are unpacked, and never more than `xlsxBytesMax`, whatever the file says of itself. Formulas are not
 * run; the value that was stored with one is read. Pure code over node's own zlib.
 */
import { inflateRawSync } from 'node:zlib'
import { gridLimits, type Grid } from '~/engine/lists'

/** What a sheet or its texts may unpack to: 20 000 lines of names take a quarter of it. */
export const xlsxBytesMax = 8 * 1024 * 1024

type Entry = { method: number; from: number; length: number }

/** The files of a zip by name, from its central directory; null where it has none. */
const readDirectory = (bytes: Buffer): Map<string, Entry> | null => {
  const least = Math.max(0, bytes.length - 65_557)
  let end = -1
  for (let at = bytes.length - 22; at >= least && end < 0; at--) if (bytes.readUInt32LE(at) === 0x06054b50) end = at
  if (end < 0) return null
  const files = new Map<string, Entry>()
  const count = Math.min(bytes.readUInt16LE(end + 10), 1000)
  let at = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) return null
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place))
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const local = bytes.readUInt32LE(at + 42)
    if (local + 30 <= bytes.length && bytes.readUInt32LE(local) === 0x04034b50)
      files.set(name, {
        method: bytes.readUInt16LE(at + 10),
        from: local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28),
        length: bytes.readUInt32LE(at + 20),
      })
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (noteLength ?? 0)
  }
  return files
}

/** One file's text; null where it can't be unpacked or is longer than any sheet. */
const unpack = (bytes: Buffer, { method, from, length }: Entry): string | null => {
  const packed = bytes.subarray(from, from + length)
  if (method === 0) return packed.length > xlsxBytesMax ? null : packed.toString('utf8')
  if (method !== 8) return null
  try {
    return inflateRawSync(packed, { maxOutputLength: xlsxBytesMax }).toString('utf8')
  } catch {
    return null
  }
}

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const plainText = (xml: string): string =>
  xml.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,6}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named[name] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : ''
    },
  )

/** A cell's text is read from this much of its element. */
const elementMax = 4000
/** Texts that several cells may share: a list of channels has some for each. */
const sharedMax = 100_000
/** The piece of XML without phonetic hints, in one pass; behind one without an end nothing counts. */
const withoutHints = (xml: string): string => {
  const open = /<(?:\w+:)?rPh\b/g
  const close = /<\/(?:\w+:)?rPh>/g
  let kept = ''
  let at = 0
  for (let match = open.exec(xml); match !== null; match = open.exec(xml)) {
    kept += xml.slice(at, match.index)
    close.lastIndex = open.lastIndex
    if (close.exec(xml) === null) return kept
    open.lastIndex = at = close.lastIndex
  }
  return kept + xml.slice(at)
}
/** The texts of `<t>` elements in a piece of XML, joined; phonetic hints are left out. */
const textsIn = (element: string): string =>
  [...withoutHints(element.slice(0, elementMax)).matchAll(/<(?:\w+:)?t(?:\s[^<>]*)?>([^<]*)</g)]
    .map(([, text = '']) => plainText(text))
    .join('')

/** Splits by an element without nesting, in one pass from the left. */
const elementsIn = function* (xml: string, name: string): Generator<{ head: string; body: string }> {
  const open = new RegExp(`<(?:\\w+:)?${name}(\\s[^<>]*?)?(/?)>`, 'g')
  for (let match = open.exec(xml); match !== null; match = open.exec(xml)) {
    const head = match[1] ?? ''
    if (match[2] === '/') {
      yield { head, body: '' }
      continue
    }
    const close = new RegExp(`</(?:\\w+:)?${name}>`, 'g')
    close.lastIndex = open.lastIndex
    const end = close.exec(xml)
    if (end === null) return
    yield { head, body: xml.slice(open.lastIndex, end.index) }
    open.lastIndex = close.lastIndex
  }
}

/** "C" of "C12" is 2; -1 where a cell says no column. */
const columnIn = (head: string): number => {
  const letters = /\br="([A-Z]{1,3})\d/.exec(head)?.[1]
  return letters === undefined ? -1 : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const valueOf = (head: string, body: string, shared: readonly string[]): string => {
  const type = /\bt="(\w+)"/.exec(head)?.[1]
  if (type === 'inlineStr') return textsIn(body)
  const value = plainText(/<(?:\w+:)?v(?:\s[^<>]*)?>([^<]*)</.exec(body)?.[1] ?? '')
  return type === 's' ? (shared[Number(value)] ?? '') : value
}

/** True for the beginning of a zip file. */
export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3

/** The cells of the first sheet; null where this is no spreadsheet, or one that unpacks to too much. */
export const readXlsx = (source: Uint8Array): Grid | null => {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.length)
  const files = bytes.length < 22 ? null : readDirectory(bytes)
  if (files === null) return null
  const sheetName = [...files.keys()]
    .filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0]
  const sheetFile = sheetName === undefined ? undefined : files.get(sheetName)
  const sharedFile = files.get('xl/sharedStrings.xml')
  const sheet = sheetFile === undefined ? null : unpack(bytes, sheetFile)
  const texts = sharedFile === undefined ? '' : unpack(bytes, sharedFile)
  if (sheet === null || texts === null) return null
  const shared: string[] = []
  for (const { body } of elementsIn(texts, 'si')) {
    if (shared.length === sharedMax) return null
    shared.push(textsIn(body).slice(0, gridLimits.cellCharacters))
  }
  const grid: Grid = []
  for (const { head, body } of elementsIn(sheet, 'row')) {
    // Rows without cells are left out of the file, but counted.
    const number = Number(/\br="(\d{1,7})"/.exec(head)?.[1] ?? grid.length + 1)
    if (number > gridLimits.lines || grid.length >= gridLimits.lines) break
    while (grid.length < number - 1) grid.push([])
    const line: string[] = []
    for (const cell of elementsIn(body, 'c')) {
      const stated = columnIn(cell.head)
      const column = stated < 0 ? line.length : stated
      if (column >= gridLimits.columns) break
      while (line.length < column) line.push('')
      line[column] = valueOf(cell.head, cell.body, shared).trim().slice(0, gridLimits.cellCharacters)
    }
    grid.push(line)
  }
  return grid.length === 0 ? null : grid
}
