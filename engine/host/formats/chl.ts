/**
 * Makes the `.chl` text that the main engine opens: one object per line, one channel per record in the file's order.
 * Further values of an uploaded record are in extra keys, which the engine keeps.
 */
import { newStreamNumbers, numberField } from '../channel-fields'
import { bandOf } from '../filled'
import { type Encoding, limits } from '../types'
import type { Channel, List } from './model'

const types = { tv: 'TV', radio: 'Radio', data: 'Data', other: 'Other' } as const

/** Omitted if the file says nothing. */
const known = <T>(value: T | null | ''): T | undefined => (value === null || value === '' ? undefined : value)

const channelLine = (channel: Channel, index: number, no: number): string =>
  JSON.stringify({
    Type: 'ch',
    TVType: types[channel.type],
    Index: index,
    TPIndex: channel.transponder,
    SID: channel.sid,
    Name: channel.name,
    ...newStreamNumbers(channel.type === 'radio', (name) =>
      channel.type === 'radio' && name === 'videoPid'
        ? null
        : numberField(name).isPid
          ? channel[name] || null
          : channel[name],
    ),
    Provider: channel.provider,
    CA: channel.scrambled === null ? null : Number(channel.scrambled),
    Lock: Number(channel.lock ?? false),
    Skip: Number(channel.skip ?? false),
    Hide: Number(channel.hide ?? false),
    VideoType: channel.videoType,
    Audio: channel.audio.map(({ pid, type, language, dolby }) => ({
      PID: pid ?? 0,
      Type: type,
      Lang: language,
      DolbyAC3: Number(dolby),
    })),
    Sub: (channel.subtitles ?? []).map(({ pid, language, type, composition, ancillary }) => ({
      ...{ PID: pid, Lang: language, Type: type, CompPageID: composition, AnciPageID: ancillary },
    })),
    ONID: known(channel.onid),
    TSID: known(channel.tsid),
    CaSystemIdList: channel.systems.length > 0 ? channel.systems : undefined,
    Number: channel.number ?? undefined,
    NumberText: channel.numberText || undefined,
    Url: known(channel.url),
    Logo: channel.logo || undefined,
    No: no,
  })

/** Names the uploaded file in the index, and the encoding that the user chose for its names. */
type Upload = { dialect: string; source: string; encoding?: Encoding | undefined }
/** Writes a list as `.chl` text. */
export const writeChl = (list: List, { dialect, source, encoding }: Upload): Uint8Array => {
  const counts = { radio: 0, tv: 0 }
  const indexes = list.channels.map(({ type }) => counts[type === 'radio' ? 'radio' : 'tv']++)
  const groups = list.groups.slice(0, limits.favouriteGroups)
  const lines: string[] = [
    JSON.stringify({
      ...{ Type: 'index', Ver: 1, Sat: list.satellites.length, TP: list.transponders.length },
      ...{ ChTV: counts.tv, CHRadio: counts.radio, FAV: groups.length, Dialect: dialect, Source: source },
      Encoding: encoding,
      // Groups of the upload beyond the list's limit.
      FavBeyond: known(list.groups.length - groups.length || null),
    }),
  ]
  const membersOf = (members: readonly number[], radio: boolean): (number | undefined)[] =>
    members.filter((place) => (list.channels[place]?.type === 'radio') === radio).map((place) => indexes[place])
  groups.forEach(({ name, members }, Index) => {
    const [TVChs, RadioChs] = [membersOf(members, false), membersOf(members, true)]
    lines.push(JSON.stringify({ Type: 'fav', Index, Name: name, TVChs, RadioChs }))
  })
  const bands = new Map<number, 'C' | 'KU'>()
  for (const { satellite, kHz } of list.transponders)
    if (satellite !== null && kHz !== null && kHz > 0 && !bands.has(satellite)) bands.set(satellite, bandOf(kHz))
  list.satellites.forEach(({ name, angle }, Index) => {
    lines.push(JSON.stringify({ Type: 'sat', Index, Name: name, Angle: known(angle), Band: bands.get(Index) ?? 'KU' }))
  })
  list.transponders.forEach(({ satellite, kHz, symbolRate, polarisation, fec }, Index) => {
    const Freq = kHz === null ? undefined : kHz / 1000
    const tuning = { SatIndex: known(satellite), Freq, SR: known(symbolRate), Pol: polarisation ?? '', FEC: fec }
    lines.push(JSON.stringify({ Type: 'tp', Index, ...tuning }))
  })
  list.channels.forEach((channel, no) => lines.push(channelLine(channel, indexes[no] ?? 0, no)))
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''))
}
