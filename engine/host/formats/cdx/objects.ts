/** Builds CDX objects, as boxes write them, for additions to a list. */
import { toLetters } from '../letters'
import { polarisations, typeOf } from '../enigma/values'
import type { Channel, List, Satellite, Transponder } from '../model'
import { callOf } from './read'

/** A JSON text with one character per byte. */
export const lettersOf = (value: unknown): string => toLetters(new TextEncoder().encode(JSON.stringify(value)))

/** As much of a name as fits, cut between characters. */
export const fitName = (name: string, bytesMax: number): string => {
  const encoder = new TextEncoder()
  let [room, end] = [bytesMax, 0]
  for (const letter of name) {
    room -= encoder.encode(letter).length
    if (room < 0) break
    end += letter.length
  }
  return name.slice(0, end)
}

const sidMax = 0xffff
const transponderMax = 0xffff
/** The largest value of a 16-bit reference. */
export const fits = (sid: number | null): sid is number => sid !== null && sid <= sidMax
/** True for a transponder from which a programme can be received. */
export const isUsable = (one: Transponder | undefined): one is Transponder => one !== undefined && (one.kHz ?? 0) > 0
export const isCallable = (number: number | undefined): number is number =>
  number !== undefined && number <= transponderMax

/** The parts that a favourites entry combines into one reference. */
export const newCall = (transponder: number, sid: number) => ({
  uiWord32: callOf(transponder, sid),
  unShort: { sLo16: sid, sHi16: transponder },
})

export const sideOf = (angle: number | null): { SatAngle: number; SatDir: 0 | 1 } => {
  const isWest = (angle ?? 0) > 1800
  return { SatAngle: isWest ? 3600 - (angle ?? 0) : (angle ?? 0), SatDir: isWest ? 1 : 0 }
}
export const newSatellite = ({ name, angle, band }: Satellite, number: number): string => {
  const { SatAngle, SatDir } = sideOf(angle)
  const [LowLnbFreq, HighLnbFreq] = band === 'C' ? [5150, 5150] : [9750, 10_600]
  const uiSet = { uiBit: { SatDir, Hide: 0 }, uiStatus: 0 }
  return lettersOf({ [`satellite_object_${number}`]: { SatName: name, LowLnbFreq, HighLnbFreq, SatAngle, uiSet } })
}

export const polarisationNumber = (one: Transponder): number =>
  one.polarisation === null ? 0 : polarisations.indexOf(one.polarisation)
export const megahertz = (kHz: number | null): number => Math.round((kHz ?? 0) / 1000)
export const newTransponder = (one: Transponder, number: number, satellite: number): string =>
  lettersOf({
    [`transponder_object_${number}`]: {
      usStartCode: 43_690,
      Freq: megahertz(one.kHz),
      SR: one.symbolRate ?? 0,
      stFlag: {
        ...{ POL: polarisationNumber(one), FEC: 0, IQ: 0, SatIndex: satellite },
        ...{ NetNameNo: 0, TPIndex: number },
      },
      NetName: [],
    },
  })

const noPid = 8191
export type Slot = { number: number; transponder: number; bits: number; nameBytes: number }
export const newProgram = (channel: Channel, { number, transponder, bits, nameBytes }: Slot): string => {
  const isRadio = channel.type === 'radio'
  const sid = fits(channel.sid) ? channel.sid : 0
  const name = fitName(channel.name, nameBytes)
  const flag = (value: boolean | null | undefined): number => Number(value ?? false)
  return lettersOf({
    [`program_${isRadio ? 'radio' : 'tv'}_object_${number}`]: {
      uiStartCode: 21_845,
      ucNameLen: new TextEncoder().encode(name).length,
      VideoPID: isRadio ? noPid : (channel.videoPid ?? 0),
      PCRPID: channel.pcrPid ?? 0,
      PMTPID: channel.pmtPid ?? 0,
      TTXPID: channel.teletextPid || noPid,
      stProgNo: newCall(transponder, sid),
      uiSet: {
        uiBit: {
          ...{ Lock: flag(channel.lock), TV: flag(isRadio), Skip: flag(channel.skip), CA: flag(channel.scrambled) },
          ...{ VideoCodec: channel.videoType === 'H264' ? 2 : 0, HD: 0, Hide: 0 },
        },
        uiStatus: 0,
      },
      ...{ TSID: channel.tsid ?? 0, ONID: channel.onid ?? 0, SDTServiceType: typeOf(channel) },
      ...(channel.number ? { iLCN: channel.number } : {}),
      ...{ FavBit: bits, ServiceName: name },
      ...{ AudioSelected: 0, AudioArray: channel.audio.map(({ pid }) => ({ PID: pid ?? 0 })) },
      ...{ SubtSelected: 0, SubtArray: [] },
    },
  })
}

export type Counts = { tv: number; radio: number }
export const countOf = (members: readonly number[], { channels }: List): Counts => {
  const radio = members.filter((place) => channels[place]?.type === 'radio').length
  return { tv: members.length - radio, radio }
}
export const newFavourites = (group: number, entries: readonly string[], { tv, radio }: Counts): string =>
  `{"fav_list_object_${group}":{"uiMark":1414812756,"stProgNo":[${entries.join(',')}],` +
  `"sNoOfTVFavor":${tv},"sNoOfRadioFavor":${radio}}}`
