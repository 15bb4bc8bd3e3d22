/** Enigma2: a settings folder, a lamedb of version 3, 4 or 5, or a single bouquet. */
import { limits } from '../../types'
import type { List } from '../model'
import type { NamedFile } from '../types'
import { lettersOf, type Charset } from '../m3u/encoding'
import { readFolder, type Folder } from './folder'
import { decode, encoderFor, type FolderLetters } from '../letters'
import { listOfFolder } from './read'
import { rewriteFolder } from './rewrite'
import { writeLamedb, writeSettings } from './write'

export type EnigmaDialect = 'enigma2' | 'lamedb' | 'lamedb5'

/** UTF-8 and windows-1252 mixed byte by byte, unless the user chose an encoding. */
const lettersFor = (charset: Charset): FolderLetters => {
  const { chosen } = charset
  if (chosen === null || chosen === 'utf-8') return { decode, encoderFor }
  const letters = lettersOf([], charset)
  return {
    decode: letters.decode,
    // A file with ASCII names only gets its first other characters in UTF-8.
    encoderFor: (file) => {
      const like = /[\u0080-\u00ff]/.exec(file)?.[0] ?? ''
      return like === '' ? encoderFor(file) : (text) => letters.encode(text, like)
    },
  }
}
const open = (files: readonly NamedFile[], charset: Charset): Folder | null =>
  readFolder(files, limits.records, lettersFor(charset))

/** Null if there are more channels than a list may have. */
export const readEnigma = (files: readonly NamedFile[], charset: Charset): List | null => {
  const folder = open(files, charset)
  return folder && listOfFolder(folder)
}

/** Writes a list as a new file. */
export const writeEnigma = (dialect: EnigmaDialect, now: List): NamedFile[] =>
  dialect === 'enigma2' ? writeSettings(now) : writeLamedb(now, dialect === 'lamedb5' ? 5 : 4)

/** Writes a list into its upload; `before`: the list as first made from the upload. */
export const rewriteEnigma = (files: readonly NamedFile[], charset: Charset, before: List, now: List): NamedFile[] => {
  const folder = open(files, charset)
  if (folder === null) throw new Error('a stored upload has too many channels')
  return rewriteFolder(folder, listOfFolder(folder), before, now)
}
