/** JSON “CDX” of MStar boxes: satellites, transponders, programmes and favourite lists as objects. */
import { limits } from '../../types'
import type { Charset } from '../m3u/encoding'
import type { List } from '../model'
import type { NamedFile } from '../types'
import { listOf, readDatabase, type Database } from './read'
import { rewriteDatabase } from './rewrite'
import { writeDatabase } from './write'

const open = (files: readonly NamedFile[], charset: Charset): Database | null =>
  readDatabase(files[0]?.bytes ?? new Uint8Array(0), limits.records, charset)

/** Null if there are more channels than a list may have. */
export const readCdx = (files: readonly NamedFile[], charset: Charset): List | null => {
  const database = open(files, charset)
  return database && listOf(database)
}

export const writeCdx = writeDatabase

/** Writes a list into its upload; `before`: the list as first made from the upload. */
export const rewriteCdx = (files: readonly NamedFile[], charset: Charset, before: List, now: List): NamedFile[] => {
  const database = open(files, charset)
  if (database === null) throw new Error('a stored upload has too many channels')
  return rewriteDatabase(database, before, now)
}
