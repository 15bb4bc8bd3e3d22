/** Validates serial numbers, models and the operator's import file. */
import { z } from 'zod'
import { date } from '~/text/date.schema'
import { plainDigits } from '~/text/digits'
import { plainLine } from '~/text/plain-text'

/** Exactly twelve ASCII digits. */
export const isSerialNumber = (text: string): boolean => /^[0-9]{12}$/.test(text)
/** As typed or pasted: digits of any script, in groups as on labels and on the portal's pages. */
export const serialNumber = z
  .string('D1107')
  .max(100, 'D1107')
  .transform((text) => plainDigits(text) ?? text.trim())
  .refine(isSerialNumber, 'D1107')

export const maxModelLength = 60
export const modelName = z
  .string('A0422')
  .max(400, 'A0422')
  .transform(plainLine)
  .refine((text) => text.length > 0 && text.length <= maxModelLength, 'A0422')

/** A software version as a box reports it and as the operator lists it: one line of visible text. */
export const softwareVersion = z
  .string('A0422')
  .max(400, 'A0422')
  .transform((text) => text.trim().normalize('NFC'))
  .refine((text) => /^[^\p{C}]{1,64}$/u.test(text), 'A0422')

/** A device secret: printable ASCII without spaces, strong enough to prove an identity. */
export const isDeviceSecret = (text: string): boolean => /^[\x21-\x7e]{16,128}$/.test(text)

/** One line of an import before validation: empty texts count as absent. */
export type RegistryLine = { line: number; sn: string; model: string; vno: string | null; secret: string | null }
export type LineProblem = NonNullable<LineReport['problem']>
export type LineReport = z.output<typeof importReport>['lines'][number]

/** An import is read into memory as a whole; a larger production run is sent in parts. */
export const maxImportLines = 50_000
const columns = ['sn', 'model', 'vno', 'secret'] as const

/**
 * Parses CSV of RFC 4180 (quotes, doubled quotes, CR, LF or CRLF; comma, or semicolon if the header has one). Null if a
 * quote is never closed.
 */
export const parseCsv = (text: string): string[][] | null => {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text
  const end = body.search(/[\r\n]/)
  const separator = (end < 0 ? body : body.slice(0, end)).includes(';') ? ';' : ','
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at <= body.length) {
    let value = ''
    if (body[at] === '"') {
      at++
      for (;;) {
        const quote = body.indexOf('"', at)
        if (quote < 0) return null
        value += body.slice(at, quote)
        at = quote + 1
        if (body[at] !== '"') break
        value += '"'
        at++
      }
    }
    const start = at
    while (at < body.length && body[at] !== separator && body[at] !== '\n' && body[at] !== '\r') at++
    row.push((value + body.slice(start, at)).trim())
    if (body[at] === separator) {
      at++
      continue
    }
    rows.push(row)
    row = []
    if (at >= body.length) break
    at += body[at] === '\r' && body[at + 1] === '\n' ? 2 : 1
    if (at >= body.length) break
  }
  return rows
}

const text = (value: unknown): string | null =>
  typeof value === 'string'
    ? value.trim()
    : typeof value === 'number'
      ? String(value)
      : value === null || value === undefined
        ? ''
        : null

/**
 * Reads an import: CSV with the header `sn,model[,vno][,secret]` in any order, or a JSON array of objects with these
 * names. Null if it is neither. An unreadable line is kept and refused later by its number.
 */
export const parseRegistryFile = (source: string): RegistryLine[] | null => {
  if (/^[\s\uFEFF]*\[/.test(source)) {
    let items: unknown
    try {
      items = JSON.parse(source.replace(/^\uFEFF/, ''))
    } catch {
      return null
    }
    if (!Array.isArray(items)) return null
    return items.map((item: unknown, index): RegistryLine => {
      const field = (name: string): unknown =>
        typeof item === 'object' && item !== null ? Reflect.get(item, name) : undefined
      return {
        line: index + 1,
        sn: text(field('sn')) ?? '',
        model: text(field('model')) ?? '',
        vno: text(field('vno')) || null,
        secret: text(field('secret')) || null,
      }
    })
  }
  const rows = parseCsv(source)
  const header = rows?.[0]?.map((name) => name.toLowerCase())
  if (rows === null || header === undefined || !header.includes('sn') || !header.includes('model')) return null
  if (header.some((name) => !columns.some((known) => known === name)) || new Set(header).size !== header.length)
    return null
  const place = (name: string): number => header.indexOf(name)
  return rows
    .map((cells, index) => ({ cells, line: index + 1 }))
    .slice(1)
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .map(({ cells, line }) => {
      const cell = (name: string): string => (cells.length > header.length ? '' : (cells[place(name)] ?? ''))
      return { line, sn: cell('sn'), model: cell('model'), vno: cell('vno') || null, secret: cell('secret') || null }
    })
}

/** What became of the lines of an imported registry. */
export const importReport = z.object({
  added: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
  dryRun: z.boolean(),
  lines: z.array(
    z.object({
      line: z.number().int(),
      sn: z.string(),
      result: z.enum(['added', 'updated', 'unchanged', 'refused']),
      problem: z.enum(['sn', 'sn-twice', 'model', 'model-unknown', 'vno-unknown', 'secret', 'columns']).nullable(),
    }),
  ),
})
export const listedBox = z.object({
  sn: z.string(),
  model: z.string(),
  vno: z.string().nullable(),
  hasSecret: z.boolean(),
  createdAt: date,
  softwareVersion: z.string().nullable(),
  updatedItselfAt: date.nullable(),
  updatedSoonAt: date.nullable(),
})
