/** Enigma2: a settings folder, a lamedb of version 4 or 5, or a lone bouquet. */
import { limits } from '../../types'
import type { List } from '../model'
import type { NamedFile } from '../types'
import { readFolder } from './folder'
import { listOfFolder } from './read'
import { rewriteFolder } from './rewrite'
import { writeLamedb, writeSettings } from './write'

export type EnigmaDialect = 'enigma2' | 'lamedb' | 'lamedb5'

/** Null where there are more channels than a list may have. */
export const readEnigma = (files: readonly NamedFile[]): List | null => {
  const folder = readFolder(files, limits.records)
  return folder && listOfFolder(folder)
}

/** Writes a list as a new file. */
export const writeEnigma = (dialect: EnigmaDialect, now: List): NamedFile[] =>
  dialect === 'enigma2' ? writeSettings(now) : writeLamedb(now, dialect === 'lamedb5' ? 5 : 4)

/** Writes a list into its upload; `before`: the list as it was made from it. */
export const rewriteEnigma = (files: readonly NamedFile[], before: List, now: List): NamedFile[] => {
  const folder = readFolder(files, limits.records)
  if (folder === null) throw new Error('a stored upload has too many channels')
  return rewriteFolder(folder, listOfFolder(folder), before, now)
}
