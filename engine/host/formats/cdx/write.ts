/** Writes a list as a new CDX file. */
import { limits } from '../../types'
import { toBytes } from '../letters'
import type { List } from '../model'
import type { NamedFile } from '../types'
import {
  countOf,
  fits,
  isCallable,
  isUsable,
  lettersOf,
  newCall,
  newFavourites,
  newProgram,
  newSatellite,
  newTransponder,
} from './objects'

const nameBytes = 27

/** The groups of each channel as bits. `slots`: the bit of each group. */
export const bitsOf = ({ channels, groups }: List, slots: readonly (number | null)[]): number[] => {
  const bits = channels.map(() => 0)
  groups.forEach(({ members }, group) => {
    const slot = slots[group] ?? null
    if (slot === null || slot >= limits.favouriteGroups) return
    for (const place of members) bits[place] = ((bits[place] ?? 0) | (1 << slot)) >>> 0
  })
  return bits
}

export const writeDatabase = (now: List): NamedFile[] => {
  const { satellites, transponders, channels, groups } = now
  const numbers: (number | undefined)[] = []
  let tuned = 0
  transponders.forEach((one, place) => {
    if (isUsable(one)) numbers[place] = tuned++
  })
  const numberOf = (place: number): number | undefined => numbers[channels[place]?.transponder ?? -1]
  const bits = bitsOf(
    now,
    groups.map((_, group) => group),
  )
  const written = channels.flatMap((_, place) => (isCallable(numberOf(place)) ? [place] : []))
  const isWritten = new Set(written)
  const [tv, radio] = [false, true].map((which) =>
    written.filter((place) => (channels[place]?.type === 'radio') === which),
  ) as [number[], number[]]
  const programs = [tv, radio].flatMap((places) =>
    places.flatMap((place, number) => {
      const channel = channels[place]
      const transponder = numberOf(place) ?? 0
      return channel === undefined
        ? []
        : [newProgram(channel, { number, transponder, bits: bits[place] ?? 0, nameBytes })]
    }),
  )
  const favourites = groups.map(({ members }, group) => {
    const inFile = members.filter((place) => isWritten.has(place))
    const entries = inFile.map((place) => {
      const sid = channels[place]?.sid ?? null
      return lettersOf(newCall(numberOf(place) ?? 0, fits(sid) ? sid : 0))
    })
    return newFavourites(group, entries, countOf(inFile, now))
  })
  const front = [
    ...satellites.map(newSatellite),
    ...transponders.flatMap((one, place) => {
      const number = numbers[place]
      return number === undefined ? [] : [newTransponder(one, number, one.satellite ?? satellites.length)]
    }),
    ...programs,
    ...favourites,
    lettersOf({ fav_list_info_in_box_object: { aucFavReName: groups.map(({ name }) => name) } }),
  ].join('')
  const header = {
    ...{ szMark: 'CDX', szDatabaseName: 'MSTDatabaseV1.00.sdx', uiOriginalSize: front.length },
    ...{ sSatellite: satellites.length, sTransponder: tuned, sTVNumber: tv.length, sRadioNumber: radio.length },
    ...{ sMaxFavor: groups.length, sDataBaseVer: 100, uiFileLength: front.length, uiCRC32: 0 },
  }
  const room = { max_service_name_length: nameBytes, max_no_of_programs: 20_000 }
  const tail = lettersOf({ database_header_object: header }) + lettersOf({ global_variable_object: room })
  return [{ name: '', bytes: toBytes(front + tail) }]
}
