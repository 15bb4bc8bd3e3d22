/**
 * Spreadsheets (.xlsx): a zip of XML files. Only the first sheet and its shared texts are unpacked, within fixed
 * bounds, whatever the file claims. Formulas are not run; their stored values are read. All written cells are text, so
 * that no spreadsheet executes them.
 */
import { directoryOf, unpackEntry, writeZip, type ZipEntry } from './archive.server'

export type XlsxBounds = {
  /** How much the sheet and its texts may unpack to, each. */
  unpackedBytes: number
  lines: number
  columns: number
  cellCharacters: number
}
/** Why a cell can't be read as shown: a formula without a stored value, one that failed, or a date (stored in days). */
export type OddKind = 'formula-empty' | 'cell-error' | 'cell-date'
/**
 * Such cells by row and column, from 0, at most one per position, so that a file can't have more of them than cells
 * that are read.
 */
export type OddCells = ReadonlyMap<number, readonly (OddKind | undefined)[]>
export type XlsxRead =
  /** `isCut`: there is more than was read: lines below the last, or a row that says cells several times. */
  | { ok: true; rows: string[][]; odd: OddCells; isCut: boolean }
  /** `unreadable`: no spreadsheet; `too-large`: it unpacks to more, or merges more, than the bounds allow; `empty`. */
  | { ok: false; reason: 'unreadable' | 'too-large' | 'empty' }

/** One file's text, or why there is none. A file that claims to be too large is not unpacked at all. */
const unpack = (bytes: Uint8Array, entry: ZipEntry, most: number): { text: string } | 'too-large' | null => {
  const plain = unpackEntry(bytes, entry, most)
  if (typeof plain === 'string') return plain === 'large' ? 'too-large' : null
  return { text: Buffer.from(plain.buffer, plain.byteOffset, plain.length).toString('utf8') }
}

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const plainText = (xml: string): string =>
  xml.includes('&')
    ? xml.replaceAll(
        /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,6}));/gi,
        (whole, decimal?: string, hex?: string, name?: string) => {
          if (name !== undefined) return named[name] ?? whole
          const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
          return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : ''
        },
      )
    : xml
/** What XML can't hold is written as its number by spreadsheets. */
const withoutNumbers = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

/**
 * Characters written as their number or name, in a sheet and its texts, that are decoded: each takes hundreds of bytes
 * of memory for a moment, and a sheet of nothing else is a file of a few kilobytes. Long tables have some 400 000.
 */
const referencesMax = 1_000_000
const hasTooManyReferences = (...texts: readonly string[]): boolean => {
  let count = 0
  for (const text of texts)
    for (const mark of ['&', '_x'])
      for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length))
        if (++count > referencesMax) return true
  return false
}

/** Texts that several cells may share, at most. */
const sharedMax = 200_000
/** The piece of XML without phonetic hints, in one pass; nothing counts after one without an end. */
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
const textsIn = (element: string): string => {
  const plain = element.includes('rPh') ? withoutHints(element) : element
  let text = ''
  for (const [, part = ''] of plain.matchAll(/<(?:\w+:)?t(?:\s[^<>]*)?>([^<]*)</g)) text += plainText(part)
  return withoutNumbers(text)
}

/** Splits by an element without nesting, in one pass from the left. */
const makeSplitter = (name: string) => {
  const openText = `<(?:\\w+:)?${name}(\\s[^<>]*?)?(/?)>`
  const closeText = `</(?:\\w+:)?${name}>`
  return function* (xml: string): Generator<{ head: string; body: string }> {
    const open = new RegExp(openText, 'g')
    const close = new RegExp(closeText, 'g')
    for (let match = open.exec(xml); match !== null; match = open.exec(xml)) {
      const head = match[1] ?? ''
      if (match[2] === '/') {
        yield { head, body: '' }
        continue
      }
      close.lastIndex = open.lastIndex
      const end = close.exec(xml)
      if (end === null) return
      yield { head, body: xml.slice(open.lastIndex, end.index) }
      open.lastIndex = close.lastIndex
    }
  }
}
const rowsIn = makeSplitter('row')
const cellsIn = makeSplitter('c')
const sharedIn = makeSplitter('si')

/** Reads an attribute from the start tag of an element; its value may be in either kind of quotes. */
const attribute = (name: string): ((head: string) => string | undefined) => {
  const pattern = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  return (head) => {
    const match = pattern.exec(head)
    return match?.[1] ?? match?.[2]
  }
}
const refIn = attribute('r')
const typeIn = attribute('t')
const styleIn = attribute('s')
const formatIn = attribute('numFmtId')
const codeIn = attribute('formatCode')
const idIn = attribute('Id')
const targetIn = attribute('Target')
const relationTypeIn = attribute('Type')
const sheetIdIn = attribute('\\w+:id')

const columnNumber = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
/** "C" of "C12" is 2; -1 if a cell names no column. */
const columnIn = (head: string): number => {
  const letters = /^([A-Z]{1,3})\d/.exec(refIn(head) ?? '')?.[1]
  return letters === undefined ? -1 : columnNumber(letters)
}

/** A number as a person would type it: spreadsheets store 19.2 as 19.199999999999999. */
const plainNumber = (text: string): string => {
  const number = Number(text)
  return text === '' || !Number.isFinite(number) || Math.abs(number) >= 1e15
    ? text
    : String(Number(number.toPrecision(15)))
}

/**
 * A text without surrounding spaces, of a long one only the beginning: if it reaches the bound, it may have been cut.
 */
const cellText = (text: string, { cellCharacters }: XlsxBounds): string => text.trim().slice(0, cellCharacters)

/** How much the formats of cells may unpack to; those of a workbook with many take a few hundred thousand. */
const stylesBytesMax = 1024 * 1024
const isDateFormat = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
/** A format that a person wrote has fewer characters. */
const formatCodeMax = 300
/** The styles, by their number in cells, that show a number as a date or time. */
const findDateStyles = (styles: string): ReadonlySet<string> => {
  const own = new Set<number>()
  for (const [, head = ''] of styles.matchAll(/<(?:\w+:)?numFmt(\s[^<>]*)>/g)) {
    const code = plainText((codeIn(head) ?? '').slice(0, formatCodeMax))
    // Letters in quotes or brackets, or after a backslash, are shown as they are.
    if (/[dmyhs]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, ''))) own.add(Number(formatIn(head)))
  }
  const [, cells = ''] = styles.split(/<(?:\w+:)?cellXfs\b/, 2)
  return new Set(
    [...(cells.split('cellXfs>', 1)[0] ?? '').matchAll(/<(?:\w+:)?xf(\s[^<>]*)>/g)].flatMap(([, head = ''], at) => {
      const id = Number(formatIn(head))
      return isDateFormat(id) || own.has(id) ? [String(at)] : []
    }),
  )
}

/** What the cells refer to. `dates`: the styles of dates; null: dates are read as their numbers. */
type Parts = { shared: readonly string[]; dates: ReadonlySet<string> | null }

const valueOf = (
  head: string,
  body: string,
  { shared, dates }: Parts,
  bounds: XlsxBounds,
): string | { odd: OddKind } => {
  const type = typeIn(head) ?? 'n'
  if (type === 'e') return { odd: 'cell-error' }
  if (type === 'inlineStr') return cellText(textsIn(body), bounds)
  const value = /<(?:\w+:)?v(?:\s[^<>]*)?>([^<]*)</.exec(body)?.[1]
  if (value === undefined) return /<(?:\w+:)?f[\s/>]/.test(body) ? { odd: 'formula-empty' } : ''
  if (type === 's') return shared[Number(value)] ?? ''
  if (dates !== null && (type === 'd' || (type === 'n' && dates.has(styleIn(head) ?? '')))) return { odd: 'cell-date' }
  return cellText(type === 'n' ? plainNumber(value) : withoutNumbers(plainText(value)), bounds)
}

/** How many merged ranges are read, and how many rows and cells they may fill; a file with more is refused. */
const mergedWorkMax = 1_000_000
/**
 * The value of a merged range is stored only in its first cell; copies it to all of them, as a reader sees it. False if
 * there are too many. A range that ends before it begins is ignored.
 */
const fillMerged = (sheet: string, rows: string[][], { columns }: XlsxBounds): boolean => {
  let work = 0
  for (const [, from = '', first = '', to = '', last = ''] of sheet.matchAll(
    /<(?:\w+:)?mergeCell\b[^<>]*?\bref=["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})["']/g,
  )) {
    if (++work > mergedWorkMax) return false
    const [left, top] = [columnNumber(from), Number(first) - 1]
    const [right, bottom] = [Math.min(columnNumber(to), columns - 1), Math.min(Number(last), rows.length) - 1]
    if (right < left || bottom < top) continue
    const text = rows[top]?.[left] ?? ''
    if (text === '') continue
    work += (bottom - top + 1) * (right - left + 2)
    if (work > mergedWorkMax) return false
    for (let row = top; row <= bottom; row++) {
      const line = rows[row]
      if (line === undefined) continue
      while (line.length < left) line.push('')
      for (let column = left; column <= right; column++) line[column] = text
    }
  }
  return true
}

/** The cells of a row, by column. If a row has more cells than columns, it repeats some: the excess is cut. */
const readRow = (body: string, parts: Parts, bounds: XlsxBounds) => {
  const line: string[] = []
  let odd: (OddKind | undefined)[] | null = null
  let seen = 0
  for (const cell of cellsIn(body)) {
    const stated = columnIn(cell.head)
    const column = stated < 0 ? line.length : stated
    if (column >= bounds.columns) break
    if (++seen > bounds.columns) return { line, odd, isCut: true }
    while (line.length < column) line.push('')
    const value = valueOf(cell.head, cell.body, parts, bounds)
    line[column] = typeof value === 'string' ? value : ''
    if (typeof value !== 'string') (odd ??= [])[column] = value.odd
  }
  return { line, odd, isCut: false }
}

/** A cell of this row isn't empty. */
const filled = /<(?:\w+:)?[vt][\s>]/
/** The cells of a sheet. */
const readRows = (sheet: string, parts: Parts, bounds: XlsxBounds) => {
  const rows: string[][] = []
  const odd = new Map<number, readonly (OddKind | undefined)[]>()
  let isCut = false
  for (const { head, body } of rowsIn(sheet)) {
    // Rows without cells are left out of the file, but counted.
    const number = Number(/^\d{1,7}$/.exec(refIn(head) ?? '')?.[0] ?? rows.length + 1)
    if (number > bounds.lines || rows.length >= bounds.lines) {
      if (!filled.test(body)) continue
      isCut = true
      break
    }
    while (rows.length < number - 1) rows.push([])
    const read = readRow(body, parts, bounds)
    if (read.odd !== null) odd.set(rows.length, read.odd)
    rows.push(read.line)
    isCut ||= read.isCut
  }
  return { rows, odd, isCut }
}

/** How much the workbook and its list of parts may unpack to; usually a few thousand. */
const directoryBytesMax = 256 * 1024
/** The files of the workbook's first sheet (else of the first by its name), of its shared texts and its styles. */
const findParts = (bytes: Uint8Array, files: ReadonlyMap<string, ZipEntry>) => {
  const read = (name: string): string => {
    const file = files.get(name)
    const read = file === undefined ? null : unpack(bytes, file, directoryBytesMax)
    return read === null || read === 'too-large' ? '' : read.text
  }
  const relations = [...read('xl/_rels/workbook.xml.rels').matchAll(/<(?:\w+:)?Relationship(\s[^<>]*)>/g)].map(
    ([, head = '']) => {
      const target = targetIn(head) ?? ''
      return {
        id: idIn(head),
        type: relationTypeIn(head) ?? '',
        file: files.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`),
      }
    },
  )
  const first = /<(?:\w+:)?sheet(\s[^<>]*)>/.exec(read('xl/workbook.xml'))?.[1]
  const id = first === undefined ? undefined : sheetIdIn(first)
  const [byName] = [...files.keys()]
    .filter((one) => /^xl\/worksheets\/[^/]+\.xml$/.test(one))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  const partOf = (type: string): ZipEntry | undefined =>
    relations.find((one) => one.type.endsWith(`/${type}`) && one.file !== undefined)?.file ??
    files.get(`xl/${type}.xml`)
  return {
    sheet:
      (id === undefined ? undefined : relations.find((one) => one.id === id && one.file !== undefined)?.file) ??
      files.get(byName ?? ''),
    shared: partOf('sharedStrings'),
    styles: partOf('styles'),
  }
}

/**
 * The cells of the first sheet as text. `merged`: copy the value of a merged range to all its cells. `dates`: report
 * dates as odd; otherwise they are read as their numbers.
 */
export const readXlsxCells = (
  bytes: Uint8Array,
  bounds: XlsxBounds,
  { merged = false, dates = false }: { merged?: boolean; dates?: boolean } = {},
): XlsxRead => {
  const directory = directoryOf(bytes)
  if (!Array.isArray(directory)) return { ok: false, reason: 'unreadable' }
  const parts = findParts(bytes, new Map(directory.map((entry) => [entry.name, entry])))
  if (parts.sheet === undefined) return { ok: false, reason: 'unreadable' }
  const sheet = unpack(bytes, parts.sheet, bounds.unpackedBytes)
  const texts = parts.shared === undefined ? { text: '' } : unpack(bytes, parts.shared, bounds.unpackedBytes)
  if (sheet === 'too-large' || texts === 'too-large') return { ok: false, reason: 'too-large' }
  if (sheet === null || texts === null) return { ok: false, reason: 'unreadable' }
  if (hasTooManyReferences(sheet.text, texts.text)) return { ok: false, reason: 'too-large' }
  const shared: string[] = []
  for (const { body } of sharedIn(texts.text)) {
    if (shared.length === sharedMax) return { ok: false, reason: 'too-large' }
    shared.push(cellText(textsIn(body), bounds))
  }
  const styles = !dates || parts.styles === undefined ? null : unpack(bytes, parts.styles, stylesBytesMax)
  const dateStyles = dates ? findDateStyles(styles === null || styles === 'too-large' ? '' : styles.text) : null
  const { rows, odd, isCut } = readRows(sheet.text, { shared, dates: dateStyles }, bounds)
  if (rows.length === 0) return { ok: false, reason: /<(?:\w+:)?sheetData\b/.test(sheet.text) ? 'empty' : 'unreadable' }
  if (merged && !fillMerged(sheet.text, rows, bounds)) return { ok: false, reason: 'too-large' }
  return { ok: true, rows, odd, isCut }
}

// ---- written ----

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const escaped = (text: string): string =>
  text
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    // XML has no way to write these.
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
const columnName = (column: number): string =>
  (column < 26 ? '' : columnName(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

export type XlsxSheet = { title: string; rows: readonly (readonly string[])[]; widths: readonly number[] }

/** One sheet, every cell a text. The first row is the heading. */
const sheetXml = ({ rows, widths }: XlsxSheet, rightToLeft: boolean): string => {
  const lines = rows.map((row, at) => {
    const style = at === 0 ? 2 : 1
    const cells = row.map((text, column) =>
      text === ''
        ? ''
        : `<c r="${columnName(column)}${at + 1}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`,
    )
    return `<row r="${at + 1}">${cells.join('')}</row>`
  })
  const columns = widths
    .map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" style="1" customWidth="1"/>`)
    .join('')
  const view = `<sheetView workbookViewId="0"${rightToLeft ? ' rightToLeft="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>`
  return `<worksheet xmlns="${main}"><sheetViews>${view}</sheetViews><cols>${columns}</cols><sheetData>${lines.join('')}</sheetData></worksheet>`
}

/** A workbook, every cell a text: `=1+1` is shown and never run. `widths`: of the columns, in characters. */
export const writeXlsx = (sheets: readonly XlsxSheet[], rightToLeft: boolean): Uint8Array => {
  const all = sheets.map((sheet, at) => ({ ...sheet, number: at + 1 }))
  const each = (text: (sheet: XlsxSheet & { number: number }) => string): string => all.map(text).join('')
  const styles = sheets.length + 1
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${each(({ number }) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each(({ title, number }) => `<sheet name="${escaped(title)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each(({ number }) => `<Relationship Id="rId${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${styles}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    // 49 is the text format: what is typed into an empty cell stays as typed.
    'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
  }
  for (const sheet of all) files[`xl/worksheets/sheet${sheet.number}.xml`] = sheetXml(sheet, rightToLeft)
  return writeZip(
    Object.entries(files).map(([name, text]) => ({ name, bytes: new TextEncoder().encode(xmlHead + text) })),
  )
}
