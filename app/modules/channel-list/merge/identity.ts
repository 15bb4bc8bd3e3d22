/**
 * Finds channels of a list's earlier file in its newest one: by satellite, transponder (frequencies may differ by 2
 * MHz), SID and name together, or without the name if it changed. Two channels are paired only if each is the other's
 * only match. Pure engine code; runs on the main or worker thread.
 */
import { rebaseState } from '~/engine/state'
import { gather, isSameCarrier, nameKeyOf, satelliteKeyOf } from '~/engine/lists'
import type { OpenList } from '~/engine/types'
import type { Mapping } from '../types'
import type { Host, Stored } from '../engine/stored'

type Identity = {
  id: number
  place: string
  /** Whether the place identifies anything without a name. */
  hasPlace: boolean
  frequencyKHz: number | null
  polarisation: string | null
  names: string[]
  name: string
}

const namesById = (list: OpenList): Map<number, string> => {
  const names = list.names()
  const { id, length } = list.columns()
  return new Map(Array.from({ length }, (_, at): [number, string] => [id[at] ?? 0, names[at] ?? '']))
}

/** The identities of a file's channels. Deleted channels are included if `asked` names them. */
const readIdentities = (
  { engine, changed }: Host,
  { source, state }: Stored,
  asked: ReadonlySet<number>,
): Identity[] => {
  changed()
  const opened = engine.open(source)
  if (!opened.ok) throw new Error(`a stored source was refused: ${opened.refusal}`)
  const { list } = opened
  const original = namesById(list)
  list.load(state)
  const satellites = list.satellites().map(satelliteKeyOf)
  const transponders = list.transponders()
  const deleted = asked.size === 0 ? [] : list.removed().filter(({ id }) => asked.has(id))
  return [...list.channels(0, list.length()), ...deleted].map(({ id, name, satellite, transponder, sid }): Identity => {
    const { frequencyKHz = null, polarisation = null } = transponders[transponder] ?? {}
    return {
      id,
      place: `${satellites[satellite] ?? ''} ${sid ?? -1}`,
      hasPlace: satellites[satellite] !== undefined && sid !== null && frequencyKHz !== null,
      frequencyKHz,
      polarisation,
      name,
      names: [...new Set([nameKeyOf(original.get(id) ?? name), nameKeyOf(name)])],
    }
  })
}

/**
 * Beyond this many channels with one name at one place, nothing tells them apart, and comparing them all would take
 * long.
 */
const crowd = 16

type Index = Map<string, Identity[]>
const indexOf = (identities: readonly Identity[], keysOf: (one: Identity) => readonly string[]): Index => {
  const index: Index = new Map()
  for (const one of identities) for (const key of keysOf(one)) gather(index, key, one)
  return index
}
const namedKeys = ({ place, names }: Identity): readonly string[] => names.map((name) => `${place} ${name}`)
const placeKeys = ({ place, hasPlace }: Identity): readonly string[] => (hasPlace ? [place] : [])

/** The channels that match this one; null if there are too many. */
const findSame = (index: Index, keysOf: (one: Identity) => readonly string[], one: Identity): Identity[] | null => {
  const near = keysOf(one).map((key) => index.get(key) ?? [])
  // Count before copying: a whole list may be at one place.
  if (near.reduce((sum, there) => sum + there.length, 0) > crowd) return null
  return [...new Set(near.flat())].filter((other) => isSameCarrier(one, other))
}

/** Pairs both files' channels by some keys: `found` if each is the other's only match. */
const pairBy = (
  oldOnes: readonly Identity[],
  newOnes: readonly Identity[],
  keysOf: (one: Identity) => readonly string[],
): ((one: Identity) => Identity | 'missing' | 'ambiguous') => {
  const [oldIndex, newIndex] = [indexOf(oldOnes, keysOf), indexOf(newOnes, keysOf)]
  return (one) => {
    const fits = findSame(newIndex, keysOf, one)
    const [only] = fits ?? []
    if (fits !== null && only === undefined) return 'missing'
    return fits?.length === 1 && only !== undefined && findSame(oldIndex, keysOf, only)?.length === 1
      ? only
      : 'ambiguous'
  }
}

export type Mapped = Pick<Mapping, 'found' | 'missing' | 'ambiguous'>

/**
 * Finds the channels `ids` of one version in the other version. `isReading`: both files were read from one upload,
 * in different encodings, so their records are the same.
 */
export const mapIds = (
  host: Host,
  { before, after, ids, isReading }: { before: Stored; after: Stored; ids: readonly number[]; isReading?: boolean },
): Mapped => {
  const oldOnes = readIdentities(host, before, new Set(ids))
  const newOnes = readIdentities(host, after, new Set())
  const oldById = new Map(oldOnes.map((one) => [one.id, one]))
  const mapped: Mapped = { found: [], missing: [], ambiguous: [] }
  if (isReading === true && rebaseState(before.state, after.state) !== null) {
    const newIds = new Set(newOnes.map(({ id }) => id))
    for (const id of ids) {
      const name = oldById.get(id)?.name ?? null
      if (name === null || !newIds.has(id)) mapped.missing.push({ id, name })
      else mapped.found.push({ id, name, to: id })
    }
    return mapped
  }
  const byName = pairBy(oldOnes, newOnes, namedKeys)
  // A renamed channel stays at its place: pair by the place alone what no name pairs.
  const paired = new Map(oldOnes.map((one) => [one, byName(one)] as const))
  const taken = new Set([...paired.values()].filter((other) => typeof other !== 'string'))
  const byPlace = pairBy(
    oldOnes.filter((one) => paired.get(one) === 'missing'),
    newOnes.filter((one) => !taken.has(one)),
    placeKeys,
  )
  for (const id of ids) {
    const one = oldById.get(id)
    if (one === undefined) {
      mapped.missing.push({ id, name: null })
      continue
    }
    const named = paired.get(one) ?? 'missing'
    const other = named === 'missing' ? byPlace(one) : named
    if (other === 'missing' || other === 'ambiguous') mapped[other].push({ id, name: one.name })
    else mapped.found.push({ id, name: one.name, to: other.id })
  }
  return mapped
}
