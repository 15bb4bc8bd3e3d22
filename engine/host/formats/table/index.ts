/** Tables with a channel per row and columns named by headings; and ChanSort's neutral list, which has no headings. */
import { limits } from '../../types'
import type { List } from '../model'
import type { Charset } from '../m3u/encoding'
import type { ForeignDialect, NamedFile } from '../types'
import { listOf, readTable, type Table } from './read'
import { rewriteTable, writeNeutral, writeTable } from './write'

export { isTable } from './head'

const tableDialects = ['csv', 'reference'] as const satisfies readonly ForeignDialect[]
export type TableDialect = (typeof tableDialects)[number]
export const isTableDialect = (dialect: ForeignDialect): dialect is TableDialect =>
  (tableDialects as readonly ForeignDialect[]).includes(dialect)

const open = (dialect: TableDialect, files: readonly NamedFile[], charset: Charset): Table | null =>
  readTable(files[0]?.bytes ?? new Uint8Array(0), limits.records, charset, dialect === 'reference')

/** Null if there are more channels than a list may have. */
export const readTables = (dialect: TableDialect, files: readonly NamedFile[], charset: Charset): List | null => {
  const table = open(dialect, files, charset)
  return table && listOf(table)
}

export const writeTables = (dialect: TableDialect, now: List): NamedFile[] =>
  dialect === 'csv' ? writeTable(now) : writeNeutral(now)

type Upload = { dialect: TableDialect; files: readonly NamedFile[] }
/** Writes a list into its upload; `before`: the list as first made from the upload. */
export const rewriteTables = ({ dialect, files }: Upload, charset: Charset, before: List, now: List): NamedFile[] => {
  const table = open(dialect, files, charset)
  if (table === null) throw new Error('a stored upload has too many channels')
  return rewriteTable(table, before, now)
}
