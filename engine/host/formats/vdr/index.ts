/** VDR's channels.conf: a channel per line, and lines that begin a group or number the channels after them. */
import { limits } from '../../types'
import type { Charset } from '../m3u/encoding'
import type { List } from '../model'
import type { NamedFile } from '../types'
import { listOf, readConf, type ChannelsConf } from './read'
import { rewriteConf, writeConf } from './write'

const open = (files: readonly NamedFile[], charset: Charset): ChannelsConf | null =>
  readConf(files[0]?.bytes ?? new Uint8Array(0), limits.records, charset)

/** Null if there are more channels than a list may have. */
export const readVdr = (files: readonly NamedFile[], charset: Charset): List | null => {
  const conf = open(files, charset)
  return conf && listOf(conf)
}

export const writeVdr = writeConf

/** Writes a list into its upload; `before`: the list as first made from the upload. */
export const rewriteVdr = (files: readonly NamedFile[], charset: Charset, before: List, now: List): NamedFile[] => {
  const conf = open(files, charset)
  if (conf === null) throw new Error('a stored upload has too many channels')
  return rewriteConf(conf, before, now)
}
