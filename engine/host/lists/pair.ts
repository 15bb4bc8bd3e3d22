/**
 * Pairs the channels that two lists have in common: by satellite, transponder (frequencies may differ by 2 MHz),
 * polarisation and SID, then by name. Each channel has at most one partner, and the surest pairs are made first.
 */
import { gather } from '../gather'
import type { ListRow } from './rows'

/** Two lists may give the same transponder's frequency with up to this difference. */
const toleranceKHz = 2000
/** How many candidates are examined for channels that share a place and a name: nothing tells more of them apart. */
const crowd = 16

type Carrier = { frequencyKHz: number | null; polarisation: string | null }
/** True if the transponders of two channels of one satellite may be the same. */
export function isSameCarrier(a: Carrier, b: Carrier): boolean {
  if ((a.frequencyKHz === null) !== (b.frequencyKHz === null)) return false
  if (Math.abs((a.frequencyKHz ?? 0) - (b.frequencyKHz ?? 0)) > toleranceKHz) return false
  return a.polarisation === null || b.polarisation === null || a.polarisation === b.polarisation
}

/** A way to find partners. Null: this way can't find the row. */
type Way = {
  keyOf: (row: ListRow) => string | number | null
  fits: (a: ListRow, b: ListRow) => boolean
  /** Pairs only if exactly one row of either list has the key, because such a key is weak evidence. */
  alone?: true
}

const always = (): boolean => true
const placeOf = ({ satellite, sid }: ListRow): string | null =>
  satellite === null || sid === null ? null : `${satellite} ${sid}`
/** The row has no place: a stream, or from a file that has names only. */
const isPlaceless = (row: ListRow): boolean => row.satellite === null || row.frequencyKHz === null
const isEitherPlaceless = (a: ListRow, b: ListRow): boolean => isPlaceless(a) || isPlaceless(b)
/** By the name at a satellite, exactly or in the form for comparing. */
const namedPlace = ({ satellite, name, key }: ListRow): string | null =>
  satellite === null || key === '' ? null : `${satellite} ${name}`
const keyedPlace = ({ satellite, key }: ListRow): string | null =>
  satellite === null || key === '' ? null : `${satellite} ${key}`

const ways: readonly Way[] = [
  // Equal in every way; first, so that a list is completely paired with itself.
  {
    keyOf: ({ satellite, sid, frequencyKHz, polarisation, name }) =>
      satellite === null && name === '' ? null : `${satellite} ${sid} ${frequencyKHz} ${polarisation} ${name}`,
    fits: always,
  },
  {
    keyOf: ({ satellite, sid, frequencyKHz, polarisation, key }) =>
      satellite === null && key === '' ? null : `${satellite} ${sid} ${frequencyKHz} ${polarisation} ${key}`,
    fits: always,
  },
  {
    keyOf: (row) => {
      const place = placeOf(row)
      return place === null ? null : `${place} ${row.key}`
    },
    fits: isSameCarrier,
  },
  { keyOf: placeOf, fits: isSameCarrier },
  // The service's SID has changed, or one of the lists lacks it.
  { keyOf: namedPlace, fits: isSameCarrier },
  { keyOf: keyedPlace, fits: isSameCarrier },
  // The channel has moved to another transponder of its satellite.
  { keyOf: namedPlace, fits: always, alone: true },
  { keyOf: keyedPlace, fits: always, alone: true },
  // One of the lists gives no place at all, so only the name is left.
  { keyOf: ({ name, key }) => (key === '' ? null : name), fits: isEitherPlaceless, alone: true },
  { keyOf: ({ key }) => (key === '' ? null : key), fits: isEitherPlaceless, alone: true },
]

/** The rows of a list with their keys; a key is made once, however many ways use it. */
type Keyed = { rows: readonly ListRow[]; keys: Map<Way['keyOf'], (string | number | null | undefined)[]> }
const keyed = (rows: readonly ListRow[]): Keyed => ({ rows, keys: new Map() })

/** The keys of the rows without a partner. */
function keysOf({ rows, keys }: Keyed, { keyOf }: Way, partners: Int32Array): (string | number | null)[] {
  const known = keys.get(keyOf) ?? []
  keys.set(keyOf, known)
  return rows.map((row, at) => ((partners[at] ?? -1) >= 0 ? null : (known[at] ??= keyOf(row))))
}

function pairIn(way: Way, mine: Keyed, theirs: Keyed, to: Int32Array, from: Int32Array) {
  const waiting = new Map<string | number, number[]>()
  const there = keysOf(theirs, way, from)
  for (let at = there.length - 1; at >= 0; at--) {
    const key = there[at] ?? null
    if (key !== null) gather(waiting, key, at)
  }
  const here = keysOf(mine, way, to)
  const asking = new Map<string | number, number>()
  if (way.alone) for (const key of here) if (key !== null) asking.set(key, (asking.get(key) ?? 0) + 1)
  here.forEach((key, at) => {
    const row = mine.rows[at]
    const others = key === null ? undefined : waiting.get(key)
    if (row === undefined || key === null || others === undefined) return
    if (way.alone && (others.length !== 1 || asking.get(key) !== 1)) return
    // Search from the end, where the first rows are: removing there moves no other entries.
    for (let k = others.length - 1; k >= Math.max(0, others.length - crowd); k--) {
      const other = others[k] ?? -1
      const candidate = theirs.rows[other]
      if (candidate === undefined || !way.fits(row, candidate)) continue
      to[at] = other
      from[other] = at
      others.splice(k, 1)
      break
    }
  })
}

/**
 * For each of `mine` the index of its partner in `theirs`, −1 if it has none. `sameFile`: the ids come from one source,
 * so equal ids are the same channel.
 */
export function pairRows(mine: readonly ListRow[], theirs: readonly ListRow[], sameFile = false): Int32Array {
  const to = new Int32Array(mine.length).fill(-1)
  const from = new Int32Array(theirs.length).fill(-1)
  const [own, other] = [keyed(mine), keyed(theirs)]
  if (sameFile) pairIn({ keyOf: ({ id }) => id, fits: always }, own, other, to, from)
  else
    for (const way of ways) {
      pairIn(way, own, other, to, from)
      // Stop once either list is completely paired.
      if (!to.includes(-1) || !from.includes(-1)) break
    }
  return to
}
