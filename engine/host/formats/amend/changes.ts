/** What became of the records of an upload: the list as it was made from them, and as it is now. */
import type { Description } from '../unwritten'

export type Shown = Description['shown'][number]
export type Edited = { was: Shown; is: Shown }

/** Where a channel is received, in the words of every dialect. */
export type Tuning = {
  frequencyKHz: number | null
  polarisation: string | null
  symbolRate: number | null
  fec: string | null
  /** Tenths of a degree eastward. */
  angle: number | null
  satellite: string | null
}

export type Changes = {
  made: Description
  now: Description
  /** By record of the upload: the channels that are still there. */
  channels: Map<number, Edited>
  /** Of a list's transponder, by its id; null where it has none of that id. */
  tuningBefore: (id: number) => Tuning | null
  tuningNow: (id: number) => Tuning | null
}

const tuningsOf = ({ transponders, satellites }: Description): ((id: number) => Tuning | null) => {
  const places = new Map(transponders.map((one) => [one.id, one]))
  return (id) => {
    const one = places.get(id)
    if (one === undefined) return null
    const satellite = satellites[one.satellite]
    const { frequencyKHz, polarisation, symbolRate, fec } = one
    return {
      ...{ frequencyKHz, polarisation, symbolRate, fec },
      angle: satellite?.angle ?? null,
      satellite: satellite?.name ?? null,
    }
  }
}

export const changesOf = (made: Description, now: Description): Changes => {
  const before = new Map(made.shown.map((one) => [one.channel.id, one]))
  const channels = new Map<number, Edited>()
  for (const is of now.shown) {
    const was = before.get(is.channel.id)
    if (was !== undefined) channels.set(is.channel.id, { was, is })
  }
  return { made, now, channels, tuningBefore: tuningsOf(made), tuningNow: tuningsOf(now) }
}

/** The parts of a tuning that differ. */
export const differing = (was: Tuning | null, is: Tuning | null): Partial<Tuning> => {
  const changed: Partial<Tuning> = {}
  if (was === null || is === null) return changed
  for (const key of Object.keys(is) as (keyof Tuning)[])
    if (is[key] !== was[key] && is[key] !== null) Object.assign(changed, { [key]: is[key] })
  return changed
}

/** 0 and 8191 stand for no PID. */
export const pidOf = (pid: number | null): number | null => (pid !== null && pid > 0 && pid < 8191 ? pid : null)

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
