/**
 * A list on its way between two files: readers fill it, writers read it. Null and the empty text mean that the file
 * says nothing; a writer invents nothing. References are indexes into the list's own rows.
 */
import type { ChannelNumber } from '../channel-fields'
import type { AudioTrack, ChannelType, Polarisation } from '../types'
export type SatelliteBand = 'C' | 'KU'
export type Track = AudioTrack
/** `type`: a box's own number for teletext (1) or DVB (16). */
export type Subtitle = { pid: number; language: string; type: number; composition: number; ancillary: number }
/** `no`: the record's number in the upload; null for an added one. `angle`: tenths of a degree eastward, 0–3599. */
export type Satellite = { no: number | null; name: string; angle: number | null; band?: SatelliteBand | null }
/** In lamedb notation: its key, and “s:11493750:22000000:…” as a letter and fields. */
export type OwnTransponder = { space: number; tsid: number; onid: number; letter: string; fields: readonly string[] }
export type Transponder = {
  no: number | null
  satellite: number | null
  kHz: number | null
  /** kSym/s. */
  symbolRate: number | null
  polarisation: Polarisation | null
  fec: string
  /** 0 DVB-S, 1 DVB-S2. */
  system: number | null
  /** 0 auto, 1 QPSK, 2 8PSK, 3 16QAM, 4 16APSK, 5 32APSK; above: Enigma2's numbers of DVB-S2X. */
  modulation: number | null
  /** Multistream and T2-MI values, in its format's notation; empty or omitted if there are none. */
  streams?: string
  own: OwnTransponder | null
}
/** Every reader returns these; of the other numbers, those that its format has. */
type UsualNumber = 'sid' | 'onid' | 'tsid' | 'videoPid' | 'pcrPid' | 'teletextPid'
type Numbers = Record<UsualNumber, number | null> & Partial<Record<ChannelNumber, number | null>>
export type Channel = Numbers & {
  no: number | null
  transponder: number | null
  type: ChannelType
  /** Enigma2's service type, such as 25 for H.264 in HD. */
  serviceType: number | null
  name: string
  provider: string
  scrambled: boolean | null
  /** Encryption systems, four hexadecimal digits each. */
  systems: string[]
  url: string
  videoType: string
  audio: Track[]
  /** Null or omitted if the file says nothing. */
  number?: number | null
  /** A number that no list can hold, such as “10.1”; empty or omitted if there is none. */
  numberText?: string
  logo?: string
  /** What only a lamedb says after a service's name, such as “f:2” for a hidden one. */
  ownFacts?: readonly string[]
  /** Whether its record says more than a list can hold, such as an attribute for a guide; a text if known what. */
  more?: boolean | string
  lock?: boolean
  skip?: boolean
  subtitles?: Subtitle[]
  hide?: boolean
}
export type Group = { no: number | null; name: string; members: number[] }
export type List = { satellites: Satellite[]; transponders: Transponder[]; channels: Channel[]; groups: Group[] }
