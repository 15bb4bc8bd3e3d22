/**
 * Brings channels of one list into another: everything that the other list says of them, as operations that add them
 * with their satellites and transponders where those are missing. What the rules don't allow to be typed isn't brought.
 */
import type { OpenList } from '../contract'
import { isChannelValue, keptName, partRules, refuseName } from '../rules'
import {
  type ChannelDetails,
  type ChannelField,
  type CellValue,
  type NewChannel,
  type Operation,
  type Satellite,
  type SatelliteValues,
  type Transponder,
  type TransponderValues,
  fecChoices,
  limits,
} from '../types'
import { isSameCarrier } from './pair'
import { nameKeyOf } from './rows'

/** A channel lifted out of its list. */
export type Carried = { channel: ChannelDetails; satellite: Satellite | null; transponder: Transponder | null }
/** Why a channel could not be brought. */
export type LeftWhy = 'name' | 'satellite' | 'transponder'
export type Brought = {
  /** Satellites and transponders first, then channels, at most 100 an operation, at the list's end. */
  operations: Operation[]
  /** The new channels' ids by those in the other list, in the order in which they were added. */
  ids: Map<number, number>
  left: { id: number; name: string; why: LeftWhy }[]
}

/** Lifts channels out of an open list, in the given order. */
export function carryChannels(list: OpenList, ids: readonly number[]): Carried[] {
  const satellites = list.satellites()
  const transponders = list.transponders()
  return ids.flatMap((id): Carried[] => {
    const channel = list.channel(id)
    return channel === null
      ? []
      : [
          {
            channel,
            satellite: satellites[channel.satellite] ?? null,
            transponder: transponders[channel.transponder] ?? null,
          },
        ]
  })
}

const fields = [
  'scrambled',
  'encryption',
  'videoType',
  'sid',
  'onid',
  'tsid',
  'provider',
  'videoPid',
  'pcrPid',
  'pmtPid',
  'pvtPid',
  'teletextPid',
  'audio',
  'subtitles',
  'url',
] as const satisfies readonly ChannelField[]

/** The fields that the file says and that may be set. */
function valuesOf(channel: ChannelDetails): Partial<Record<ChannelField, CellValue>> {
  const values: Partial<Record<ChannelField, CellValue>> = {}
  for (const field of fields) {
    const value = channel[field]
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
    if (!isEmpty && isChannelValue(field, value)) values[field] = value
  }
  for (const [language, name] of Object.entries(channel.names)) {
    const field = `name.${language}` as ChannelField
    if (isChannelValue(field, name)) values[field] = name
  }
  return values
}

/** Cuts a satellite's name to what may be typed. */
const shortName = (name: string): string =>
  keptName(Array.from(name.trim()).slice(0, limits.otherNameCharacters).join(''))

function satelliteValuesOf({ name, angle, band }: Satellite): SatelliteValues | null {
  const values = { name: shortName(name), angle: angle ?? -1, band }
  return partRules.satellite.name(values.name) && partRules.satellite.angle(values.angle) ? values : null
}

function transponderValuesOf({
  frequencyKHz,
  polarisation,
  symbolRate,
  fec,
  band,
}: Transponder): TransponderValues | null {
  const rules = partRules.transponder
  if (!rules.frequencyKHz(frequencyKHz) || !rules.polarisation(polarisation) || !rules.symbolRate(symbolRate))
    return null
  return {
    frequencyKHz: frequencyKHz ?? 0,
    polarisation: polarisation ?? 'H',
    symbolRate: symbolRate ?? 0,
    fec: fecChoices.find((choice) => choice === fec) ?? 'auto',
    band: band ?? null,
  }
}

const typeOf = ({ type, videoPid, audioPid }: ChannelDetails): 'tv' | 'radio' =>
  type === 'tv' || type === 'radio' ? type : videoPid === null && audioPid !== null ? 'radio' : 'tv'

/** A satellite as it is found: by its angle, else by its name. */
const satelliteKeyOf = ({ name, angle }: Pick<Satellite, 'name' | 'angle'>): string =>
  angle === null ? `n${nameKeyOf(name)}` : `a${angle}`

/** `list`: the one that they come into, open. `drawId`: a new random id with each call. */
export function bringChannels(list: OpenList, carried: readonly Carried[], drawId: () => number): Brought {
  const brought: Brought = { operations: [], ids: new Map(), left: [] }
  const satelliteIds = new Map<string, number>()
  const carriers = new Map<number, Pick<Transponder, 'id' | 'frequencyKHz' | 'polarisation'>[]>()
  const present = list.satellites()
  for (const satellite of present) {
    satelliteIds.set(satelliteKeyOf(satellite), satellite.id)
    carriers.set(satellite.id, [])
  }
  for (const transponder of list.transponders())
    carriers.get(present[transponder.satellite]?.id ?? -1)?.push(transponder)
  const newSatellites: Operation[] = []
  const newTransponders: Operation[] = []
  const channels: NewChannel[] = []

  const placeOf = ({ satellite, transponder }: Carried): number | LeftWhy => {
    if (satellite === null) return 'satellite'
    if (transponder === null) return 'transponder'
    const key = satelliteKeyOf(satellite)
    const known = satelliteIds.get(key)
    const there = known === undefined ? undefined : carriers.get(known)?.find((one) => isSameCarrier(one, transponder))
    if (there !== undefined) return there.id
    const values = transponderValuesOf(transponder)
    if (values === null) return 'transponder'
    let satelliteId = known
    if (satelliteId === undefined) {
      const its = satelliteValuesOf(satellite)
      if (its === null) return 'satellite'
      satelliteId = drawId()
      newSatellites.push({ op: 'add', target: 'satellite', id: satelliteId, values: its })
      satelliteIds.set(key, satelliteId)
      carriers.set(satelliteId, [])
    }
    const id = drawId()
    newTransponders.push({ op: 'add', target: 'transponder', id, satellite: satelliteId, values })
    carriers.get(satelliteId)?.push({ ...values, id })
    return id
  }

  for (const one of carried) {
    const { channel } = one
    const name = keptName(channel.name)
    const place = refuseName(name, limits.nameCharacters) === null ? placeOf(one) : 'name'
    if (typeof place === 'string') {
      brought.left.push({ id: channel.id, name: channel.name, why: place })
      continue
    }
    const id = drawId()
    brought.ids.set(channel.id, id)
    channels.push({ ...valuesOf(channel), id, name, transponder: place, type: typeOf(channel) } as NewChannel)
  }
  brought.operations.push(...newSatellites, ...newTransponders)
  for (let at = 0; at < channels.length; at += limits.itemsPerAdd)
    brought.operations.push({ op: 'add', target: 'channel', channels: channels.slice(at, at + limits.itemsPerAdd) })
  return brought
}
