/**
 * Copies channels of one list into another with all their values: makes operations that add them, with their satellites
 * and transponders if those are missing. Values that the rules don't allow to be typed are left out.
 */
import { recordDetails } from '../channel-fields'
import type { OpenList } from '../contract'
import { channelKeyOf, isChannelValue, isUrl, keptName, partRules, refuseName } from '../rules'
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
import { bareTracks } from '../filled'
import { satelliteKeyOf } from './rows'

/** A channel taken out of its list. */
export type CollectedChannel = { channel: ChannelDetails; satellite: Satellite | null; transponder: Transponder | null }
/**
 * Why a channel could not be added. `there`: the list has this service under this name. `fixed`: the other side changed
 * a record's value that no edit can set.
 */
export const leftWhys = ['name', 'satellite', 'transponder', 'there', 'group', 'category', 'fixed'] as const
export type LeftWhy = (typeof leftWhys)[number]
export type PlannedAdditions = {
  /** Satellites and transponders first, then channels, at most 100 an operation, at the list's end. */
  operations: Operation[]
  /** Maps ids in the other list to the new channels' ids, in the order in which they were added. */
  ids: Map<number, number>
  left: { id: number; name: string; why: LeftWhy }[]
}

/** Takes channels out of an open list, in the given order. */
export function collectChannels(list: OpenList, ids: readonly number[]): CollectedChannel[] {
  const satellites = list.satellites()
  const transponders = list.transponders()
  return ids.flatMap((id): CollectedChannel[] => {
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

/** True for a channel that is received only from its address, not from a transponder (docs/lists.md). */
export const isStreamed = (channel: Pick<ChannelDetails, 'url'>, transponder: Transponder | null): boolean =>
  (transponder === null || transponder.frequencyKHz === null) && isUrl(channel.url)

/** The fields that a record has and an edit may set, besides its kind and its transponder. */
export const recordFields = [...recordDetails, 'url'] as const satisfies readonly (ChannelField &
  keyof ChannelDetails)[]

/** The fields that the file has and that may be set. */
function valuesOf(channel: ChannelDetails): Partial<Record<ChannelField, CellValue>> {
  const values: Partial<Record<ChannelField, CellValue>> = {}
  for (const field of recordFields) {
    const value = channel[field]
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
    if (!isEmpty && isChannelValue(field, value)) values[field] = value
  }
  // Its file may have a PID and a language without a track.
  const [track] = values.audio === undefined ? bareTracks(channel) : []
  if (track !== undefined && isChannelValue('audio', [track])) values.audio = [track]
  for (const [language, name] of Object.entries(channel.names)) {
    const field = `name.${language}` as ChannelField
    if (isChannelValue(field, name)) values[field] = name
  }
  return values
}

/** Cuts a satellite's name to the length that may be typed. */
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

type Carrier = Pick<Transponder, 'id' | 'frequencyKHz' | 'polarisation'>
const isWhole = (kHz: number): boolean => kHz % 1000 === 0

/**
 * The transponder for a channel: the one of exactly this frequency, or of the whole MHz that a file has instead. A near
 * frequency is another transponder.
 */
export function findCarrier<T extends Carrier>(
  carriers: readonly T[],
  { frequencyKHz, polarisation }: Omit<Carrier, 'id'>,
): T | undefined {
  const far = (one: T): number => Math.abs((one.frequencyKHz ?? 0) - (frequencyKHz ?? 0))
  const isSame = (one: T): boolean => {
    if (one.polarisation !== null && polarisation !== null && one.polarisation !== polarisation) return false
    if (one.frequencyKHz === frequencyKHz) return true
    if (one.frequencyKHz === null || frequencyKHz === null) return false
    return far(one) < 1000 && isWhole(one.frequencyKHz) !== isWhole(frequencyKHz)
  }
  return carriers.filter(isSame).sort((a, b) => far(a) - far(b))[0]
}

/** Keys that incoming channels must not share with those already in the list. */
function keysOf(list: OpenList): Set<string> {
  const transponders = list.transponders()
  const { transponder, sid } = list.columns()
  return new Set(
    list.names().map((name, at) => {
      const service = sid[at] ?? -1
      const carrier = transponders[transponder[at] ?? -1]?.id ?? null
      return channelKeyOf(carrier, service < 0 ? null : service, name)
    }),
  )
}

/** `list`: the open target list. `drawId`: returns a new random id with each call. */
export function planAdditions(
  list: OpenList,
  collected: readonly CollectedChannel[],
  drawId: () => number,
): PlannedAdditions {
  const planned: PlannedAdditions = { operations: [], ids: new Map(), left: [] }
  const satelliteIds = new Map<string, number>()
  const carriers = new Map<number, Carrier[]>()
  const present = list.satellites()
  for (const satellite of present) {
    satelliteIds.set(satelliteKeyOf(satellite), satellite.id)
    carriers.set(satellite.id, [])
  }
  for (const transponder of list.transponders())
    carriers.get(present[transponder.satellite]?.id ?? -1)?.push(transponder)
  const keys = keysOf(list)
  const newSatellites: Operation[] = []
  const newTransponders: Operation[] = []
  const channels: NewChannel[] = []

  /** The transponder's id in this list; null for a streamed channel. */
  const placeOf = ({ channel, satellite, transponder }: CollectedChannel): number | null | LeftWhy => {
    if (isStreamed(channel, transponder)) return null
    if (satellite === null) return 'satellite'
    if (transponder === null) return 'transponder'
    const key = satelliteKeyOf(satellite)
    const known = satelliteIds.get(key)
    const there = known === undefined ? undefined : findCarrier(carriers.get(known) ?? [], transponder)
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

  for (const one of collected) {
    const { channel } = one
    const name = keptName(channel.name)
    const place = refuseName(name, limits.nameCharacters) === null ? placeOf(one) : 'name'
    if (typeof place === 'string') {
      planned.left.push({ id: channel.id, name: channel.name, why: place })
      continue
    }
    const values = valuesOf(channel)
    const key = channelKeyOf(place, (values.sid as number | undefined) ?? null, name)
    if (keys.has(key)) {
      planned.left.push({ id: channel.id, name: channel.name, why: 'there' })
      continue
    }
    keys.add(key)
    const id = drawId()
    planned.ids.set(channel.id, id)
    channels.push({ ...values, id, name, transponder: place, type: typeOf(channel) } as NewChannel)
  }
  planned.operations.push(...newSatellites, ...newTransponders)
  for (let at = 0; at < channels.length; at += limits.itemsPerAdd)
    planned.operations.push({ op: 'add', target: 'channel', channels: channels.slice(at, at + limits.itemsPerAdd) })
  return planned
}
