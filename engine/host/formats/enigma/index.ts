/** Enigma2: a settings folder, a lamedb of version 3, 4 or 5, or a single bouquet. */
import { limits } from '../../types'
import { dialectOf, type Dialect } from '../dialect'
import { lettersOf, type Charset } from '../m3u/encoding'
import { readFolder } from './folder'
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

export const enigma = (dialect: EnigmaDialect): Dialect =>
  dialectOf({
    open: (files, charset) => readFolder(files, limits.records, lettersFor(charset)),
    listOf: listOfFolder,
    write: (now) => (dialect === 'enigma2' ? writeSettings(now) : writeLamedb(now, dialect === 'lamedb5' ? 5 : 4)),
    rewrite: (folder, before, now) => rewriteFolder(folder, listOfFolder(folder), before, now),
  })
