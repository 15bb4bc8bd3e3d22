/**
 * Describes a list for the writers (state.ts): one JSON object per line; satellites, transponders and channels in
 * order.
 */
import { channelNumberNames, channelNumbers } from '../channel-fields'
import type { OpenList } from '../contract'
import type { ChannelDetails } from '../types'

/** Lower ids are records of the source, higher ones were added. */
const addedIdMin = 2 ** 30
const types = { tv: 0, radio: 1, data: 2, other: 3 } as const
const bands = { KU: 1, C: 2 } as const
const subtitleTypes: Record<string, number> = { teletext: 1, DVB: 16 }

/** Omitted if unknown. */
const known = (value: number | string | null | undefined): number | string | undefined =>
  value === null || value === '' ? undefined : value

const recordOf = (id: number): number => (id < addedIdMin ? id : -1)

const channelLine = (channel: ChannelDetails, transponder: number, number: number | undefined): string =>
  JSON.stringify({
    Type: 'ch',
    No: recordOf(channel.id),
    Kind: types[channel.type],
    Tp: transponder,
    Number: number,
    Url: known(channel.url),
    ...Object.fromEntries(channelNumberNames.map((name) => [channelNumbers[name].chl, known(channel[name])])),
    Name: channel.name,
    Provider: known(channel.provider),
    CA: channel.scrambled === null ? undefined : Number(channel.scrambled),
    Lock: Number(channel.lock),
    Skip: Number(channel.skip),
    VideoType: known(channel.videoType),
    Audio:
      channel.audio.length > 0
        ? channel.audio.map((track) => ({
            PID: track.pid ?? 0,
            Type: track.type,
            Lang: track.language,
            DolbyAC3: Number(track.dolby),
          }))
        : channel.audioPid === null
          ? undefined
          : [{ PID: channel.audioPid, Lang: channel.language ?? '' }],
    Sub:
      channel.subtitles.length === 0
        ? undefined
        : channel.subtitles.map((track) => ({
            PID: track.pid ?? 0,
            Lang: track.language,
            Type: subtitleTypes[track.type] ?? 16,
            CompPageID: track.compositionPage ?? 0,
            AnciPageID: track.ancillaryPage ?? 0,
          })),
  })

/** Describes the current list. */
export const linesOf = (list: OpenList): Uint8Array => {
  const lines: string[] = []
  const satellites = list.satellites()
  for (const satellite of satellites)
    lines.push(
      JSON.stringify({
        Type: 'sat',
        No: recordOf(satellite.id),
        Name: satellite.name,
        Angle: known(satellite.angle),
        Band: satellite.band === null ? 0 : bands[satellite.band],
      }),
    )
  // Indexes into these lines, by the indexes that channels and transponders use.
  const satelliteAt = new Map(satellites.map(({ index }, place) => [index, place]))
  const transponders = list.transponders()
  for (const transponder of transponders)
    lines.push(
      JSON.stringify({
        Type: 'tp',
        No: recordOf(transponder.id),
        Sat: satelliteAt.get(transponder.satellite) ?? -1,
        kHz: known(transponder.frequencyKHz),
        SR: known(transponder.symbolRate),
        Pol: transponder.polarisation ?? '',
        FEC: transponder.fec ?? '',
      }),
    )
  const transponderAt = new Map(transponders.map(({ index }, place) => [index, place]))
  const ids = list.columns().id.slice(0, list.length())
  const placeOf = new Map(Array.from(ids, (id, place) => [id, place]))
  for (const group of list.favouriteGroups()) {
    const members = list.groupOrder(group.id).flatMap((id) => placeOf.get(id) ?? [])
    lines.push(JSON.stringify({ Type: 'fav', No: recordOf(group.id), Name: group.name, Ordered: 1, Chs: members }))
  }
  const own = list.ownNumbers()
  const edited = list.cells().get('channel.number')
  for (const id of ids) {
    const channel = list.channel(id)
    if (channel === null) continue
    // After a number was removed the position counts, whatever number the upload has.
    const number = own.get(id) ?? (edited?.get(id) === null ? channel.position : undefined)
    lines.push(channelLine(channel, transponderAt.get(channel.transponder) ?? -1, number))
  }
  return new TextEncoder().encode(lines.join('\n'))
}
