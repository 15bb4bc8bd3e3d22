/**
 * What the host needs to know about a dialect beyond the shared model: how to read its version, favourite groups and a
 * channel's own fields from the source bytes. One object per dialect: satcodx.ts, text/chl.ts.
 */
import type { StreamNumber } from './channel-fields'
import type { Core } from './core'
import type { ChannelDetails } from './types'

/** Fields of a channel that the model doesn't keep in columns; they are read on demand from the record's bytes. */
export type OwnFields = Pick<
  ChannelDetails,
  | 'provider'
  | 'encryption'
  | 'videoType'
  | 'system'
  | StreamNumber
  | 'audioPid'
  | 'country'
  | 'language'
  | 'coverage'
  | 'broadcastLanguage'
  | 'package'
  | 'network'
  | 'encoding'
  | 'audio'
  | 'subtitles'
  | 'url'
>

export type DialectReader = {
  /** The file's version, as in `OpenList.version`. */
  version(core: Core): string | null
  /** Names of the list's favourite groups, in order; as many as the engine's favouriteGroups. */
  favouriteNames(core: Core): string[]
  /** Text of a transponder's FEC if its code is 255 ("another text"). */
  fecText(core: Core, transponder: number): string | null
  ownFields(core: Core, id: number): OwnFields
  /** The channels of a favourite group in the file's order; empty if the file has no such order. */
  groupOrder(core: Core, group: number): number[]
}
