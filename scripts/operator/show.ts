/**
 * Prints answers as text: tables, and the templates of app/api/command.ts. Customers wrote much of an answer, so each
 * value is put on one line without terminal control codes.
 */
import type { Column, DescribedCommand, Part } from '../../app/api/command'
import { lineForTerminal } from '../../app/platform/terminal'

export type Data = Record<string, unknown>
const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value)
const isThere = (value: unknown): boolean => value !== undefined && value !== null

/** A field by its path; for a list, that field of each of its items. */
const pick = (from: unknown, path: readonly string[]): unknown => {
  const [first, ...rest] = path
  if (first === undefined) return from
  if (Array.isArray(from))
    return /^\d+$/.test(first) ? pick(from[Number(first)], rest) : from.map((item) => pick(item, path))
  return isData(from) && Object.hasOwn(from, first) ? pick(from[first], rest) : undefined
}
/** The value from the first scope that has it: a row, the answer, the request. */
const find = (scopes: readonly Data[], path: string): unknown => {
  for (const scope of scopes) {
    const value = pick(scope, path.trim().split('.'))
    if (value !== undefined) return value
  }
  return undefined
}

const plain = (value: unknown): string =>
  Array.isArray(value)
    ? value.filter(isThere).map(plain).join(', ')
    : !isThere(value)
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : lineForTerminal(String(value))
type Change = (value: unknown, argument: string) => unknown
const changes: Readonly<Record<string, Change>> = {
  keys: (value) => (isData(value) ? Object.keys(value) : []),
  words: (value) => (Array.isArray(value) ? value.filter(isThere).map(plain).join(' ') : value),
  cut: (value, most) => plain(value).slice(0, Number(most)),
  or: (value, text) => (!isThere(value) || (Array.isArray(value) && value.length === 0) ? text : value),
  count: (value, one) => `${plain(value)} ${one}${plain(value) === '1' ? '' : 's'}`,
  yes: (value, text) => (value === true ? text : ''),
}
const indent = (value: unknown): string =>
  String(value ?? '')
    .split('\n')
    .map((line) => `  ${lineForTerminal(line)}`)
    .join('\n')

/** A template's placeholders, each with the paths of its fields and its modifiers. */
export const placesOf = (
  template: string,
): { place: string; paths: string[]; changes: { name: string; argument: string }[] }[] =>
  [...template.matchAll(/\{([^}]+)\}/g)].map(([place, inner = '']) => {
    const [paths = '', ...given] = inner.split('|')
    return {
      place,
      paths: paths.split(',').map((path) => path.trim()),
      changes: given.map((change) => {
        const [name = ''] = change.split(' ', 1)
        return { name, argument: change.slice(name.length + 1) }
      }),
    }
  })

/** A template with its fields filled in. */
export const fill = (template: string, scopes: readonly Data[]): string => {
  let text = template
  const parts = placesOf(template).map(({ place, paths, changes: given }) => {
    const values = paths.map((path) => find(scopes, path))
    if (given.some(({ name }) => name === 'indent')) return { place, value: indent(values[0]) }
    let value: unknown = values.length === 1 ? values[0] : values.filter(isThere)
    for (const { name, argument } of given) {
      const change = changes[name]
      if (change === undefined) throw new Error(`a template has no change "${name}"`)
      value = change(value, argument)
    }
    return { place, value: plain(value) }
  })
  // From the left, each placeholder once, so that filled-in text is never read as a template.
  let done = ''
  for (const { place, value } of parts) {
    const at = text.indexOf(place)
    done += text.slice(0, at) + value
    text = text.slice(at + place.length)
  }
  return done + text
}

const cellOf = (column: Column, row: Data): string => {
  if (typeof column !== 'string') return fill(column.of, [row])
  const value = row[column]
  return !isThere(value) ? '-' : typeof value === 'object' ? JSON.stringify(value) : lineForTerminal(String(value))
}
const tableOf = (rows: readonly Data[], columns: readonly Column[]): string => {
  const head = columns.map((column) => (typeof column === 'string' ? column : column.name))
  const cells = [head, ...rows.map((row) => columns.map((column) => cellOf(column, row)))]
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => (row[index] ?? '').length)))
  return cells
    .map(
      (row) =>
        `${row
          .map((cell, index) => cell.padEnd(widths[index] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}
const rowsOf = (value: unknown): Data[] => (Array.isArray(value) ? value.filter(isData) : [])

const isSaid = (value: unknown): boolean => isThere(value) && value !== false
const showPart = (part: Part, answer: Data, sent: Data): string => {
  if ('table' in part) {
    const { rows = 'items', where = {} } = part
    const found = rowsOf(answer[rows]).filter((row) =>
      Object.entries(where).every(([field, value]) => row[field] === value),
    )
    if (rows === 'items')
      return `${tableOf(found, part.table)}${typeof answer.total === 'number' ? `${answer.total} in all\n` : ''}`
    return found.length === 0 ? '' : tableOf(found, part.table)
  }
  if ('each' in part) {
    const { by, say } = part
    return rowsOf(answer[part.each])
      .map((row) => {
        const template = by === undefined ? say : say[String(row[by])]
        return template === undefined ? '' : `${fill(template, [row, answer, sent])}\n`
      })
      .join('')
  }
  const { say, when, unless } = part
  const anySaid = (paths: string): boolean => paths.split(',').some((path) => isSaid(find([answer, sent], path)))
  const isMeant = (when === undefined || anySaid(when)) && (unless === undefined || !anySaid(unless))
  return isMeant ? `${fill(say, [answer, sent])}\n` : ''
}

/** A command's answer as text for people. */
export const showAnswer = ({ answer }: Pick<DescribedCommand, 'answer'>, data: Data, sent: Data): string =>
  answer.map((part) => showPart(part, data, sent)).join('')
