/** What dialects of one file share: reading a list from it, and writing a changed list into it. */
import { limits } from '../types'
import type { Charset } from './m3u/encoding'
import type { List } from './model'
import type { NamedFile } from './types'

type Read<File> = (bytes: Uint8Array, maxRecords: number, charset: Charset) => File | null
type Rewrite<File> = (file: File, before: List, now: List) => NamedFile[]

export const dialectOf = <File>(readFile: Read<File>, listOf: (file: File) => List, rewriteFile: Rewrite<File>) => {
  const open = (files: readonly NamedFile[], charset: Charset): File | null =>
    readFile(files[0]?.bytes ?? new Uint8Array(0), limits.records, charset)
  return {
    /** Null if there are more channels than a list may have. */
    read: (files: readonly NamedFile[], charset: Charset): List | null => {
      const file = open(files, charset)
      return file && listOf(file)
    },
    /** Writes a list into its upload; `before`: the list as first made from the upload. */
    rewrite: (files: readonly NamedFile[], charset: Charset, before: List, now: List): NamedFile[] => {
      const file = open(files, charset)
      if (file === null) throw new Error('a stored upload has too many channels')
      return rewriteFile(file, before, now)
    },
  }
}
