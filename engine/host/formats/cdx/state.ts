/** The current state of an upload's records: the reference of each, and the number of each group. */
import { limits } from '../../types'
import type { List } from '../model'
import { fits, isCallable, isUsable } from './objects'
import type { Call } from './patch'
import { callOf, type Database } from './read'
import { bitsOf } from './write'

export type State = {
  database: Database
  /** By record of the upload. */
  made: List
  now: List
  /** By index in the list: the references of transponders and satellites, undefined if they can't have one. */
  transponderNumbers: (number | undefined)[]
  satelliteNumbers: number[]
  /** The number of each group of the list; null if none is free. */
  slots: (number | null)[]
  bits: number[]
  bitsBefore: number[]
  /** The old references of services whose reference has changed. */
  moved: ReadonlyMap<number, Call>
}

export const next = (numbers: readonly number[]): number =>
  numbers.reduce((most, number) => Math.max(most, number), -1) + 1
/** The upload's numbers, and free ones after them for additions. */
const numbersNow = <T extends { no: number | null }>(
  rows: readonly T[],
  numbers: readonly number[],
  isWritten: (row: T) => boolean,
): (number | undefined)[] => {
  let free = next(numbers)
  return rows.map((row) => (row.no === null ? (isWritten(row) ? free++ : undefined) : numbers[row.no]))
}

/**
 * Existing groups keep their numbers, in the list's order. Added groups get the next numbers, then those of removed
 * groups: the list knows every group of the file below 32.
 */
const slotsOf = (now: List): (number | null)[] => {
  const own = now.groups.flatMap(({ no }) => no ?? []).sort((one, other) => one - other)
  const taken = new Set(own)
  const all = Array.from({ length: limits.favouriteGroups }, (_, slot) => slot).filter((slot) => !taken.has(slot))
  const last = own.at(-1) ?? -1
  const free = [...all.filter((slot) => slot > last), ...all.filter((slot) => slot < last)]
  let [nextOwn, nextFree] = [0, 0]
  return now.groups.map(({ no }) => (no === null ? free[nextFree++] : own[nextOwn++]) ?? null)
}

export const callAt = (
  { transponderNumbers, now }: Pick<State, 'transponderNumbers' | 'now'>,
  place: number,
): Call | null => {
  const { transponder: at = null, sid = null } = now.channels[place] ?? {}
  const transponder = transponderNumbers[at ?? -1]
  return isCallable(transponder) && fits(sid) ? { transponder, sid } : null
}

export const stateOf = (database: Database, made: List, now: List): State => {
  const transponderNumbers = numbersNow(now.transponders, database.transponderNumbers, isUsable)
  const satelliteNumbers = numbersNow(now.satellites, database.satelliteNumbers, () => true)
  const moved = new Map<number, Call>()
  now.channels.forEach(({ no, sid, transponder }, place) => {
    const was = made.channels[no ?? -1]
    const from = database.transponderNumbers[made.transponders[was?.transponder ?? -1]?.no ?? -1]
    const call = callAt({ transponderNumbers, now }, place)
    if (was === undefined || from === undefined || was.sid === null || call === null) return
    const isMoved = now.transponders[transponder ?? -1]?.no !== made.transponders[was.transponder ?? -1]?.no
    if (isMoved || sid !== was.sid) moved.set(callOf(from, was.sid), call)
  })
  const slots = slotsOf(now)
  return {
    ...{ database, made, now, transponderNumbers, slots, moved },
    satelliteNumbers: satelliteNumbers.map((number) => number ?? 0),
    bits: bitsOf(now, slots),
    bitsBefore: bitsOf(
      made,
      made.groups.map(({ no }) => no),
    ),
  }
}

/** True for a channel that the file can hold: it has a record there, or a transponder to be referenced by. */
export const isWritten = ({ database, now, transponderNumbers }: State, place: number): boolean => {
  const { no = null, transponder = null } = now.channels[place] ?? {}
  return database.programs[no ?? -1] !== undefined || isCallable(transponderNumbers[transponder ?? -1])
}
