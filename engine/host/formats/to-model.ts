/** A list as the writers of other dialects take it: the open list's values, and the facts that only its upload has. */
import { byName, channelNumberNames } from '../channel-fields'
import type { OpenList } from '../contract'
import { addedIdMin, type ChannelDetails } from '../types'
import type { Channel, List, Subtitle, Track, Transponder } from './model'

const subtitleTypes: Record<string, number> = { teletext: 1, DVB: 16 }

/** The record's number in the upload; null for an added item. */
const recordOf = (id: number): number | null => (id < addedIdMin ? id : null)

const audioOf = ({ audio, audioPid, language }: ChannelDetails): Track[] => {
  if (audio.length > 0) return audio.map((track) => ({ ...track, pid: track.pid ?? 0 }))
  return audioPid === null ? [] : [{ pid: audioPid, type: '', language: language ?? '', dolby: false }]
}
const subtitleOf = (track: ChannelDetails['subtitles'][number]): Subtitle => ({
  pid: track.pid ?? 0,
  language: track.language,
  type: subtitleTypes[track.type] ?? 16,
  composition: track.compositionPage ?? 0,
  ancillary: track.ancillaryPage ?? 0,
})
const channelOf = (channel: ChannelDetails, transponder: number | null, number: number | null): Channel => ({
  no: recordOf(channel.id),
  transponder,
  type: channel.type,
  serviceType: null,
  ...byName(channelNumberNames, (name) => channel[name]),
  name: channel.name,
  url: channel.url ?? '',
  provider: channel.provider ?? '',
  systems: [],
  videoType: channel.videoType ?? '',
  scrambled: channel.scrambled,
  lock: channel.lock,
  skip: channel.skip,
  audio: audioOf(channel),
  number,
  subtitles: channel.subtitles.map(subtitleOf),
})

/** Copies the open list; references become indexes of the copy's own rows. */
export const toModel = (list: OpenList): List => {
  const satellites = list.satellites()
  const transponders = list.transponders()
  const satelliteAt = new Map(satellites.map(({ index }, place) => [index, place]))
  const transponderAt = new Map(transponders.map(({ index }, place) => [index, place]))
  const ids = Array.from(list.columns().id.slice(0, list.length()))
  const placeOf = new Map(ids.map((id, place) => [id, place]))
  const own = list.ownNumbers()
  const edited = list.cells().get('channel.number')
  return {
    satellites: satellites.map(({ id, name, angle, band }) => ({ no: recordOf(id), name, angle, band })),
    transponders: transponders.map(({ id, satellite, frequencyKHz, symbolRate, polarisation, fec }) => ({
      ...{
        no: recordOf(id),
        satellite: satelliteAt.get(satellite) ?? null,
        kHz: frequencyKHz,
        symbolRate,
        polarisation,
      },
      ...{ fec: fec ?? '', system: null, modulation: null, own: null },
    })),
    groups: list.favouriteGroups().map(({ id, name }) => ({
      ...{ no: recordOf(id), name },
      members: list.groupOrder(id).flatMap((channel) => placeOf.get(channel) ?? []),
    })),
    channels: ids.flatMap((id) => {
      const channel = list.channel(id)
      if (channel === null) return []
      // After a number was removed the position counts, whatever number the upload has.
      const number = own.get(id) ?? (edited?.get(id) === null ? channel.position : null)
      return channelOf(channel, transponderAt.get(channel.transponder) ?? null, number)
    }),
  }
}

/** Facts that only the upload has, for each channel and transponder by its record. */
export type UploadFacts = {
  channels: readonly (Pick<Channel, 'systems' | 'serviceType' | 'numberText' | 'ownFacts'> | undefined)[]
  transponders: readonly (Pick<Transponder, 'system' | 'modulation' | 'own'> | undefined)[]
}

/** The list with the upload's further facts, unless an edit says otherwise. */
export const withFacts = (list: List, before: List, facts: UploadFacts): List => ({
  ...list,
  channels: list.channels.map((channel) => {
    const uploaded = channel.no === null ? undefined : facts.channels[channel.no]
    const was = channel.no === null ? undefined : before.channels[channel.no]
    if (uploaded === undefined || was === undefined) return channel
    return {
      ...channel,
      systems: channel.scrambled === was.scrambled ? uploaded.systems : [],
      serviceType: channel.type === was.type ? uploaded.serviceType : null,
      ownFacts: uploaded.ownFacts ?? [],
      numberText: (channel.number ?? null) === null ? (uploaded.numberText ?? '') : '',
    }
  }),
  transponders: list.transponders.map((one) => {
    const uploaded = one.no === null ? undefined : facts.transponders[one.no]
    const was = one.no === null ? undefined : before.transponders[one.no]
    if (uploaded === undefined || was === undefined) return one
    const isSame = one.kHz === was.kHz && one.symbolRate === was.symbolRate && one.polarisation === was.polarisation
    const { own, system, modulation } = uploaded
    return isSame ? { ...one, own, system, modulation } : { ...one, own }
  }),
})

export const noFacts: UploadFacts = { channels: [], transponders: [] }
