/** Reads the operator's import file: CSV or JSON. */
import { readCsv } from '~/engine/lists'

/** One line of an import before validation: empty texts count as absent. */
export type RegistryLine = { line: number; sn: string; model: string; vno: string | null; secret: string | null }

/** An import is read into memory as a whole; a larger production run is sent in parts. */
export const maxImportLines = 50_000
const columns = ['sn', 'model', 'vno', 'secret'] as const

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
  const end = source.search(/[\r\n]/)
  const separator = source.slice(0, end < 0 ? source.length : end).includes(';') ? ';' : ','
  const bounds = { lines: Infinity, columns: columns.length + 1, cellCharacters: 200 }
  // A quotation mark that is never closed takes the added line into its cell.
  const rows = readCsv(`${source}\n#`, bounds, separator)
  if (rows.pop()?.join() !== '#') return null
  const header = rows[0]?.map((name) => name.toLowerCase())
  if (header === undefined || !header.includes('sn') || !header.includes('model')) return null
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
