/** Parses a described list (lines.ts) and adds the facts that only its upload has. */
import { byName, channelNumberNames, channelNumbers, type ChannelNumber } from '../channel-fields'
import type { AudioTrack, ChannelType, Polarisation } from '../types'
import type { Channel, Group, List, Satellite, Transponder } from './model'

const types: readonly ChannelType[] = ['tv', 'radio', 'data', 'other']

/** An object of a line; every key may be missing. */
type Line = Record<(typeof channelNumbers)[ChannelNumber]['chl'], number> & {
  Type: 'sat' | 'tp' | 'fav' | 'ch'
  No: number
  Name: string
  Angle: number
  Sat: number
  kHz: number
  SR: number
  Pol: Polarisation | ''
  FEC: string
  Chs: number[]
  Kind: number
  Tp: number
  Url: string
  Provider: string
  CA: number
  Lock: number
  Skip: number
  Number: number
  Sub: { PID: number; Lang?: string; Type?: number; CompPageID?: number; AnciPageID?: number }[]
  /** 1 KU, 2 C. */
  Band: number
  VideoType: string
  Audio: { PID: number; Type?: string; Lang?: string; DolbyAC3?: number }[]
}

const recordOf = ({ No = -1 }: Partial<Line>): number | null => (No < 0 ? null : No)
const placeOf = (place = -1): number | null => (place < 0 ? null : place)

const satelliteOf = (line: Partial<Line>): Satellite => ({
  no: recordOf(line),
  name: line.Name ?? '',
  angle: line.Angle ?? null,
  band: line.Band === 1 ? 'KU' : line.Band === 2 ? 'C' : null,
})
const transponderOf = (line: Partial<Line>): Transponder => ({
  ...{ no: recordOf(line), satellite: placeOf(line.Sat), kHz: line.kHz ?? null, symbolRate: line.SR ?? null },
  ...{ polarisation: line.Pol || null, fec: line.FEC ?? '', system: null, modulation: null, own: null },
})
const groupOf = (line: Partial<Line>): Group => ({ no: recordOf(line), name: line.Name ?? '', members: line.Chs ?? [] })
const audioOf = ({ Audio = [] }: Partial<Line>): AudioTrack[] =>
  Audio.map(({ PID, Type = '', Lang = '', DolbyAC3 = 0 }) => ({
    ...{ pid: PID, type: Type, language: Lang, dolby: DolbyAC3 > 0 },
  }))
const channelOf = (line: Partial<Line>): Channel => ({
  ...{ no: recordOf(line), transponder: placeOf(line.Tp), type: types[line.Kind ?? 0] ?? 'tv', serviceType: null },
  ...byName(channelNumberNames, (name) => line[channelNumbers[name].chl] ?? null),
  ...{
    name: line.Name ?? '',
    url: line.Url ?? '',
    provider: line.Provider ?? '',
    systems: [],
    videoType: line.VideoType ?? '',
  },
  scrambled: line.CA === undefined ? null : line.CA === 1,
  ...{ lock: line.Lock === 1, skip: line.Skip === 1, audio: audioOf(line), number: line.Number ?? null },
  subtitles: (line.Sub ?? []).map(({ PID, Lang = '', Type = 16, CompPageID = 0, AnciPageID = 0 }) => ({
    ...{ pid: PID, language: Lang, type: Type, composition: CompPageID, ancillary: AnciPageID },
  })),
})

export const readState = (bytes: Uint8Array): List => {
  const list: List = { satellites: [], transponders: [], channels: [], groups: [] }
  for (const text of new TextDecoder().decode(bytes).split('\n')) {
    if (text === '') continue
    const line = JSON.parse(text) as Partial<Line>
    if (line.Type === 'sat') list.satellites.push(satelliteOf(line))
    else if (line.Type === 'tp') list.transponders.push(transponderOf(line))
    else if (line.Type === 'fav') list.groups.push(groupOf(line))
    else if (line.Type === 'ch') list.channels.push(channelOf(line))
  }
  return list
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
    const said = channel.no === null ? undefined : facts.channels[channel.no]
    const was = channel.no === null ? undefined : before.channels[channel.no]
    if (said === undefined || was === undefined) return channel
    return {
      ...channel,
      systems: channel.scrambled === was.scrambled ? said.systems : [],
      serviceType: channel.type === was.type ? said.serviceType : null,
      ownFacts: said.ownFacts ?? [],
      numberText: (channel.number ?? null) === null ? (said.numberText ?? '') : '',
    }
  }),
  transponders: list.transponders.map((one) => {
    const said = one.no === null ? undefined : facts.transponders[one.no]
    const was = one.no === null ? undefined : before.transponders[one.no]
    if (said === undefined || was === undefined) return one
    const isSame = one.kHz === was.kHz && one.symbolRate === was.symbolRate && one.polarisation === was.polarisation
    return isSame
      ? { ...one, own: said.own, system: said.system, modulation: said.modulation }
      : { ...one, own: said.own }
  }),
})

export const noFacts: UploadFacts = { channels: [], transponders: [] }
