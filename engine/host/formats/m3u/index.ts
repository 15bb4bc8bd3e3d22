/** M3U playlists: streams and SAT>IP addresses with their groups, numbers and logos. */
import { limits } from '../../types'
import type { List } from '../model'
import type { NamedFile } from '../types'
import type { Charset } from './encoding'
import { listOf, readPlaylist, type Playlist } from './read'
import { rewritePlaylist, writePlaylist } from './write'

const open = (files: readonly NamedFile[], charset: Charset): Playlist | null =>
  readPlaylist(files[0]?.bytes ?? new Uint8Array(0), limits.records, charset)

/** Null if there are more channels than a list may have. */
export const readM3u = (files: readonly NamedFile[], charset: Charset): List | null => {
  const playlist = open(files, charset)
  return playlist && listOf(playlist)
}

export const writeM3u = writePlaylist

/** Writes a list into its upload; `before`: the list as first made from the upload. */
export const rewriteM3u = (files: readonly NamedFile[], charset: Charset, before: List, now: List): NamedFile[] => {
  const playlist = open(files, charset)
  if (playlist === null) throw new Error('a stored upload has too many channels')
  return rewritePlaylist(playlist, before, now)
}
