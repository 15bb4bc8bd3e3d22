/**
 * Finds channels of an earlier file of a list in its newest one: by satellite, transponder (frequencies may differ by 2
 * MHz), SID and name together. Two channels are paired only where each is the only match for the other. Pure work of
 * the engine, on either thread.
 */
import type { OpenList } from '~/engine/types'
import type { Mapping } from './types'
import type { Host, Stored } from './work'

/** Lists of the same place differ by up to this much in one transponder's frequency. */
const toleranceKHz = 2000

type Identity = {
  id: number
  place: string
  frequencyKHz: number | null
  polarisation: string | null
  names: string[]
  name: string
}

/** A name in the form in which two files are compared. */
export const nameKeyOf = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()

const namesById = (list: OpenList): Map<number, string> => {
  const names = list.names()
  const { id, length } = list.columns()
  return new Map(Array.from({ length }, (_, at): [number, string] => [id[at] ?? 0, names[at] ?? '']))
}

/** The identities of a file's channels. Channels that `state` has deleted are included where `asked` names them. */
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
  const satellites = list.satellites().map(({ name, angle }) => (angle === null ? `n${nameKeyOf(name)}` : `a${angle}`))
  const transponders = list.transponders()
  const { id, satellite, transponder, sid, length } = list.columns()
  const found = Array.from({ length }, (_, at): Identity => {
    const { frequencyKHz = null, polarisation = null } = transponders[transponder[at] ?? -1] ?? {}
    return {
      id: id[at] ?? 0,
      place: `${satellites[satellite[at] ?? -1] ?? ''} ${sid[at] ?? -1}`,
      frequencyKHz,
      polarisation,
      names: [],
      name: '',
    }
  })
  list.load(state)
  const present = namesById(list)
  return found.flatMap((one) => {
    if (!present.has(one.id) && !asked.has(one.id)) return []
    const was = original.get(one.id) ?? ''
    const is = present.get(one.id) ?? was
    return [{ ...one, name: is, names: [...new Set([nameKeyOf(was), nameKeyOf(is)])] }]
  })
}

/** True when the transponders of two channels at one position may be the same. */
export const fitTogether = (
  a: Pick<Identity, 'frequencyKHz' | 'polarisation'>,
  b: Pick<Identity, 'frequencyKHz' | 'polarisation'>,
): boolean => {
  if ((a.frequencyKHz === null) !== (b.frequencyKHz === null)) return false
  if (Math.abs((a.frequencyKHz ?? 0) - (b.frequencyKHz ?? 0)) > toleranceKHz) return false
  return a.polarisation === null || b.polarisation === null || a.polarisation === b.polarisation
}

/**
 * Nothing distinguishes more channels of one name at one place than this, and comparing all of them would take long.
 */
const crowd = 16

type Index = Map<string, Identity[]>
const indexOf = (identities: readonly Identity[]): Index => {
  const index: Index = new Map()
  for (const one of identities) {
    for (const name of one.names) {
      const key = `${one.place} ${name}`
      const there = index.get(key)
      if (there === undefined) index.set(key, [one])
      else there.push(one)
    }
  }
  return index
}
/** The channels that are the same as this one; null where there are too many. */
const findSame = (index: Index, one: Identity): Identity[] | null => {
  const near = one.names.flatMap((name) => index.get(`${one.place} ${name}`) ?? [])
  return near.length > crowd ? null : [...new Set(near)].filter((other) => fitTogether(one, other))
}

export type Mapped = Pick<Mapping, 'found' | 'missing' | 'ambiguous'>

/** Finds the channels `ids` of one version in the other. */
export const mapIds = (
  host: Host,
  { before, after, ids }: { before: Stored; after: Stored; ids: readonly number[] },
): Mapped => {
  const olds = readIdentities(host, before, new Set(ids))
  const news = readIdentities(host, after, new Set())
  const oldById = new Map(olds.map((one) => [one.id, one]))
  const [oldIndex, newIndex] = [indexOf(olds), indexOf(news)]
  const mapped: Mapped = { found: [], missing: [], ambiguous: [] }
  for (const id of ids) {
    const one = oldById.get(id)
    if (one === undefined) {
      mapped.missing.push({ id, name: null })
      continue
    }
    const fits = findSame(newIndex, one)
    const [only] = fits ?? []
    if (fits !== null && only === undefined) mapped.missing.push({ id, name: one.name })
    else if (fits?.length === 1 && only !== undefined && findSame(oldIndex, only)?.length === 1)
      mapped.found.push({ id, name: one.name, to: only.id })
    else mapped.ambiguous.push({ id, name: one.name })
  }
  return mapped
}
