/**
 * Copies channels from one list into another: selects them, and plans the operations that add them with the satellites
 * and transponders that the target lacks. Pure engine code; runs on the main or worker thread.
 */
import { createHash } from 'node:crypto'
import { hasIdentity, indexOf, isThere, refuseName, satelliteKey } from '~/engine/tools'
import { findCarrier, isStreamed, recordFields } from '~/engine/lists'
import { channelKeyOf, isChannelValue, keptName } from '~/engine/rules'
import {
  addedIdMin,
  fecChoices,
  limits,
  nameLanguages,
  type Band,
  type ChannelDetails,
  type ChannelField,
  type NewChannel,
  type Operation,
  type Polarisation,
  type Satellite,
  type Transponder,
} from '~/engine/types'
import { cutCharacters } from '../name'
import {
  factsOf,
  noCounts,
  openOther,
  placesIn,
  rowAt,
  scopeOf,
  type ListFacts,
  type OtherList,
  type ToolPlan,
} from './tool-facts'
import type { ToolAskOf } from './tools.schema'
import type { Paging, ToolRefusal } from '../types'
import type { Host, Stored } from '../engine/stored'

/** Ids for added items, drawn from a seed: the same seed gives the same ids. None is in `taken`. */
export const idsFrom = (seed: string, taken: ReadonlySet<number>): (() => number) => {
  const used = new Set(taken)
  let at = 0
  return () => {
    for (;;) {
      const digest = createHash('sha256').update(`${seed} ${at++}`).digest()
      const id = addedIdMin + (digest.readUInt32BE(0) % addedIdMin)
      if (used.has(id)) continue
      used.add(id)
      return id
    }
  }
}

const isIn = (value: number | null, [least, most]: readonly [number, number]): value is number =>
  value !== null && value >= least && value <= most

/** C band lies between 3.4 and 4.8 GHz. */
const bandOf = (frequencyKHz: number): Band => (frequencyKHz >= 3_400_000 && frequencyKHz <= 4_800_000 ? 'C' : 'KU')

/** Why a channel can't be copied; null if it can. `streams`: the places of streamed channels. */
const refuse = (facts: ListFacts, place: number, streams: ReadonlySet<number>): ToolRefusal | null => {
  const { columns, satellites, transponders, transponder } = facts
  const named = refuseName((columns.names[place] ?? '').normalize('NFC').trimEnd())
  if (named !== null) return named
  if ((columns.type[place] ?? 0) > 1) return 'type'
  if (streams.has(place)) return null
  const satellite = satellites[columns.satellite[place] ?? -1]
  const carrier = transponders[transponder[place] ?? -1]
  if (
    satellite === undefined ||
    carrier === undefined ||
    satellite.angle === null ||
    carrier.polarisation === null ||
    !isIn(carrier.symbolRate, limits.symbolRate) ||
    !isIn(carrier.frequencyKHz, [limits.frequencyMHz[0] * 1000, limits.frequencyMHz[1] * 1000])
  )
    return 'no-place'
  return null
}

type Carrier = { id: number; frequencyKHz: number; polarisation: Polarisation | null }
/** The target's satellites and transponders, and operations that add the missing ones. */
const makeCarriers = (target: ListFacts, nextId: () => number) => {
  const operations: Operation[] = []
  const satellites = new Map<string, { id: number; carriers: Carrier[] }>()
  const byIndex = target.satellites.map((satellite) => {
    const key = satelliteKey(satellite)
    const known = satellites.get(key) ?? { id: satellite.id, carriers: [] }
    satellites.set(key, known)
    return known
  })
  for (const { id, satellite, frequencyKHz, polarisation } of target.transponders)
    if (frequencyKHz !== null) byIndex[satellite]?.carriers.push({ id, frequencyKHz, polarisation })

  const addSatellite = ({ name, angle, band }: Satellite, key: string) => {
    const id = nextId()
    const cut = cutCharacters(name.normalize('NFC').trim(), limits.otherNameCharacters).trim()
    operations.push({
      op: 'add',
      target: 'satellite',
      id,
      values: { name: refuseName(cut) === null ? cut : String((angle ?? 0) / 10), angle: angle ?? 0, band },
    })
    const made: { id: number; carriers: Carrier[] } = { id, carriers: [] }
    satellites.set(key, made)
    return made
  }
  /** The transponder's id in the target: an existing one of this frequency, or a new one. */
  const carrierFor = (satellite: Satellite, transponder: Transponder): number => {
    const key = satelliteKey(satellite)
    const there = satellites.get(key) ?? addSatellite(satellite, key)
    const frequency = transponder.frequencyKHz ?? 0
    const polarisation = transponder.polarisation ?? 'H'
    const known = findCarrier(there.carriers, { frequencyKHz: frequency, polarisation })
    if (known !== undefined) return known.id
    const id = nextId()
    operations.push({
      op: 'add',
      target: 'transponder',
      id,
      satellite: there.id,
      values: {
        frequencyKHz: frequency,
        polarisation,
        symbolRate: transponder.symbolRate ?? 0,
        fec: fecChoices.find((fec) => fec === transponder.fec) ?? 'auto',
        band: transponder.band ?? bandOf(frequency),
      },
    })
    there.carriers.push({ id, frequencyKHz: frequency, polarisation })
    return id
  }
  return { operations, carrierFor }
}

/**
 * A channel's own fields. Values that the rules refuse (a file may hold anything) and missing values are left out.
 * Categories are not copied: each list has its own.
 */
const newChannelOf = (details: ChannelDetails, id: number, transponder: number | null): NewChannel => {
  const fields: [ChannelField, unknown][] = [
    ...recordFields.map((field): [ChannelField, unknown] => [field, details[field]]),
    ...nameLanguages.map((language): [ChannelField, unknown] => [`name.${language}`, details.names[language] ?? null]),
  ]
  const known = fields.filter(([field, value]) => value !== null && isChannelValue(field, value))
  return {
    ...Object.fromEntries(known),
    id,
    transponder,
    name: keptName(details.name),
    type: details.type === 'radio' ? 'radio' : 'tv',
  }
}

const keyAt = ({ columns }: ListFacts, place: number, transponder: number | null): string => {
  const sid = columns.sid[place] ?? -1
  return channelKeyOf(transponder, sid < 0 ? null : sid, keptName(columns.names[place] ?? ''))
}
const keysOf = (list: ListFacts): Set<string> =>
  new Set(
    Array.from(list.columns.id, (_, place) =>
      keyAt(list, place, list.transponders[list.transponder[place] ?? -1]?.id ?? null),
    ),
  )

/** Plans a copy into `stored` from the first of `others`; returns operations only if `paging` is null. */
export const planCopy = (
  host: Host,
  {
    stored,
    others,
    asked,
    paging,
    seed,
  }: { stored: Stored; others: readonly OtherList[]; asked: ToolAskOf<'copy'>; paging: Paging | null; seed: string },
): ToolPlan => {
  const [other] = others
  const source = other === undefined ? null : openOther(host, other)
  const nothing: ToolPlan = {
    read: source !== null,
    counts: noCounts,
    total: 0,
    rows: [],
    satellites: [],
    operations: [],
  }
  if (source === null) return nothing
  const from = factsOf(source)
  const places = placesIn(from, scopeOf(from, asked))
  const streams = new Set(
    places.filter((place) => {
      const transponder = from.transponders[from.transponder[place] ?? -1] ?? null
      // Skip reading the details of channels with a frequency, which most have.
      if (transponder !== null && transponder.frequencyKHz !== null) return false
      const details = source.channel(from.columns.id[place] ?? -1)
      return details !== null && isStreamed(details, transponder)
    }),
  )
  const detailsOf = new Map(
    paging !== null
      ? []
      : places.flatMap((place) => {
          const details = source.channel(from.columns.id[place] ?? -1)
          return details === null ? [] : [[place, details] as const]
        }),
  )
  const target = factsOf(host.open(stored))
  const there = indexOf(target.columns)
  const isKnown = (place: number): boolean =>
    asked.skip && hasIdentity(from.columns, place) && isThere(from.columns, place, there)
  const taken = new Set([
    ...Array.from(target.columns.id),
    ...target.satellites.map(({ id }) => id),
    ...target.transponders.map(({ id }) => id),
  ])
  const nextId = idsFrom(seed, taken)
  const { operations, carrierFor } = makeCarriers(target, nextId)
  const carriers = new Map<number, number | null>()
  const keys = keysOf(target)
  /** The transponder's id in the target; null for a streamed channel, undefined if the other list doesn't give one. */
  const carrierAt = (place: number): number | null | undefined => {
    if (streams.has(place)) return null
    const satellite = from.satellites[from.columns.satellite[place] ?? -1]
    const transponder = from.transponders[from.transponder[place] ?? -1]
    return satellite === undefined || transponder === undefined ? undefined : carrierFor(satellite, transponder)
  }
  // Never add the same service under the same name twice, even if it was selected.
  const isSame = (place: number): boolean => {
    const carrier = carrierAt(place)
    if (carrier === undefined) return false
    const key = keyAt(from, place, carrier)
    carriers.set(place, carrier)
    const known = keys.has(key)
    keys.add(key)
    return known
  }
  const looked = places.map((place) => ({
    place,
    refusal: refuse(from, place, streams) ?? (isKnown(place) || isSame(place) ? ('there' as const) : null),
  }))
  const copied = looked.filter(({ refusal }) => refusal === null).map(({ place }) => place)
  const plan: ToolPlan = {
    ...nothing,
    counts: { ...noCounts, looked: places.length, changes: copied.length, refused: places.length - copied.length },
    total: looked.length,
    rows:
      paging === null
        ? []
        : looked
            .slice((paging.page - 1) * paging.size, paging.page * paging.size)
            .map(({ place, refusal }) => rowAt(from, place, { refusal })),
  }
  if (paging !== null) return plan
  const channels = copied.flatMap((place): NewChannel[] => {
    const details = detailsOf.get(place)
    const carrier = carriers.get(place)
    return details === undefined || carrier === undefined ? [] : [newChannelOf(details, nextId(), carrier)]
  })
  // One operation adds at most a hundred.
  const most = limits.itemsPerAdd
  for (let at = 0; at < channels.length; at += most)
    operations.push({
      op: 'add',
      target: 'channel',
      channels: channels.slice(at, at + most),
      ...(asked.to === undefined ? {} : { to: asked.to + at }),
    })
  return { ...plan, operations }
}
