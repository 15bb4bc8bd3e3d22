/** What all dialects share: reading a list from an upload, and writing a changed list into it. */
import { limits } from '../types'
import type { Charset } from './m3u/encoding'
import type { List } from './model'
import type { NamedFile } from './types'

export type Dialect = {
  /** Null if there are more channels than a list may have. */
  read(files: readonly NamedFile[], charset: Charset): List | null
  write(now: List): NamedFile[]
  /** Writes a list into its upload; `before`: the list as first made from the upload. */
  rewrite(files: readonly NamedFile[], charset: Charset, before: List, now: List): NamedFile[]
}
type Parts<Upload> = {
  open(files: readonly NamedFile[], charset: Charset): Upload | null
  listOf(upload: Upload): List
  write(now: List): NamedFile[]
  rewrite(upload: Upload, before: List, now: List): NamedFile[]
}

export const dialectOf = <Upload>({ open, listOf, write, rewrite }: Parts<Upload>): Dialect => ({
  read: (files, charset) => {
    const upload = open(files, charset)
    return upload && listOf(upload)
  },
  write,
  rewrite: (files, charset, before, now) => {
    const upload = open(files, charset)
    if (upload === null) throw new Error('a stored upload has too many channels')
    return rewrite(upload, before, now)
  },
})

type ReadFile<Upload> = (bytes: Uint8Array, maxRecords: number, charset: Charset) => Upload | null
/** Opens an upload of one file. */
export const oneFile =
  <Upload>(read: ReadFile<Upload>) =>
  (files: readonly NamedFile[], charset: Charset): Upload | null =>
    read(files[0]?.bytes ?? new Uint8Array(0), limits.records, charset)
