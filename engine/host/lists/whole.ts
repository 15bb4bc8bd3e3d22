/**
 * A list as plain data with everything that an edit can set: what a merge compares besides `ListRow`. Every value is as
 * users see it, whether a record or a cell holds it.
 */
import { serviceNumbers, streamNumbers } from '../channel-fields'
import type { OpenList } from '../contract'
import { bandsOf, bareTracks, typedTrack } from '../filled'
import {
  type AudioTrack,
  type Category,
  type ChannelDetails,
  type ChannelValue,
  type Satellite,
  type Transponder,
  nameLanguages,
  unnamedSystems,
} from '../types'
import { type ListRows, readRows } from './rows'

/**
 * What is compared of a channel besides name, flags, favourites and place. `access`: free, or scrambled by a system;
 * one value, because setting either sets the other.
 */
export const wholeFields = [
  'type',
  'access',
  'videoType',
  'transponder',
  ...serviceNumbers,
  'provider',
  ...streamNumbers,
  'audio',
  'subtitles',
  'url',
  'category',
  'number',
  ...nameLanguages.map((language) => `name.${language}` as const),
] as const satisfies readonly string[]
export type WholeField = (typeof wholeFields)[number]
/** Free, scrambled by a named system, or scrambled by an unnamed one; null if the file has no value. */
export type Access = { scrambled: boolean; encryption: string | null } | null
export type WholeValue = ChannelValue | Access

export type GroupPart = { id: number; index: number; name: string; order: readonly number[] }
export type ListParts = {
  satellites: readonly Satellite[]
  transponders: readonly Transponder[]
  groups: readonly GroupPart[]
  categories: readonly Pick<Category, 'id' | 'name' | 'logo'>[]
}
/**
 * `values`: by place, then in the order of `wholeFields`. Transponders and categories are given by their ids in this
 * list.
 */
export type WholeList = {
  rows: ListRows
  values: WholeValue[][]
  parts: ListParts
  /**
   * By place, what a SatcoDX record has and no edit can set: its system, which follows edits of its type or video type,
   * and its other columns as one text. Null if the file has no such columns.
   */
  fixed: (readonly [system: string, rest: string] | null)[]
}

/** The tracks of a channel without any; shared by all, so that comparing them is quick. */
const none: [] = []

const accessOf = ({ scrambled, encryption }: ChannelDetails): Access => {
  if (scrambled === null) return null
  const isNamed = scrambled && encryption !== null && !unnamedSystems.has(encryption)
  return { scrambled, encryption: isNamed ? encryption : null }
}

/**
 * What replaces missing values. `chl`: what the `.chl` writer fills in, so that a box that saves such a file changed
 * none of it. `satcodx`: for tracks, a SatcoDX file has the first one's PID and language.
 */
export type Filled = 'none' | 'satcodx' | 'chl'

const madeTracks = (channel: ChannelDetails, filled: Filled): AudioTrack[] => {
  const tracks = filled === 'none' ? none : filled === 'chl' ? typedTrack(channel) : bareTracks(channel)
  return tracks.length === 0 ? none : tracks
}

const satellitesOf = (list: OpenList, filled: Filled): readonly Satellite[] => {
  const satellites = list.satellites()
  // A `.chl` gives every band, so a missing band was removed.
  if (filled !== 'chl' || list.dialect === 'chl') return satellites
  const bandOf = bandsOf(list)
  return satellites.map((one, at) => ({ ...one, band: one.band ?? bandOf(at) }))
}

const fixedText = ({ coverage, country, language, package: bouquet, network }: ChannelDetails): string =>
  `${coverage}\n${country}\n${language}\n${bouquet}\n${network}`

/** Everything of the open list. */
export function readWhole(list: OpenList, filled: Filled = 'none'): WholeList {
  const rows = readRows(list)
  const transponders = list.transponders()
  const numbers = list.ownNumbers()
  const takenAway = list.cells().get('channel.audio')
  const audioOf = (channel: ChannelDetails): AudioTrack[] => {
    if (channel.audio.length > 0) return channel.audio
    // If an edit removed the tracks, there are none, whatever the record still contains.
    return takenAway?.has(channel.id) === true ? none : madeTracks(channel, filled)
  }
  /** In the order of `wholeFields`. */
  const valuesOf = (channel: ChannelDetails): WholeValue[] => [
    channel.type,
    accessOf(channel),
    channel.videoType,
    transponders[channel.transponder]?.id ?? null,
    ...serviceNumbers.map((name) => channel[name]),
    channel.provider,
    ...streamNumbers.map((name) => channel[name]),
    audioOf(channel),
    channel.subtitles.length === 0 ? none : channel.subtitles,
    channel.url,
    channel.category,
    numbers.get(channel.id) ?? null,
    ...nameLanguages.map((language) => channel.names[language] ?? null),
  ]
  const isFixed = list.dialect === 'satcodx'
  const fixed: WholeList['fixed'] = []
  const values = rows.rows.map(({ id }) => {
    const channel = list.channel(id)
    fixed.push(isFixed && channel !== null ? [channel.system ?? '', fixedText(channel)] : null)
    return channel === null ? [] : valuesOf(channel)
  })
  return {
    rows,
    values,
    fixed,
    parts: {
      satellites: satellitesOf(list, filled),
      transponders,
      groups: list.favouriteGroups().map(({ id, index, name }) => ({ id, index, name, order: list.groupOrder(id) })),
      categories: list.categories().map(({ id, name, logo }) => ({ id, name, logo })),
    },
  }
}

/** True for equal values of a field. */
export function isSameValue(a: WholeValue | undefined, b: WholeValue | undefined): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if ('scrambled' in a && 'scrambled' in b) return a.scrambled === b.scrambled && a.encryption === b.encryption
  return JSON.stringify(a) === JSON.stringify(b)
}
