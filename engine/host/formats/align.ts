/**
 * Renumbers a list that an earlier version of this reader made: its records and groups get the numbers that the same
 * upload has now.
 */
import { gather } from '../gather'
import type { Channel, Group, List } from './model'

type Likeness<T> = (one: T, place: number) => string
const identity = ({ sid, tsid, onid, url }: Channel): string => JSON.stringify([sid, tsid, onid, url])

/**
 * For each item of `there` the index of its counterpart in `here`, by the first likeness that finds one; −1 if none.
 */
const matchUp = <T>(there: readonly T[], here: readonly T[], likenesses: readonly Likeness<T>[]): number[] => {
  const found = there.map(() => -1)
  const taken = new Set<number>()
  for (const likeness of likenesses) {
    if (taken.size === Math.min(here.length, there.length)) break
    const waiting = new Map<string, number[]>()
    for (let place = here.length - 1; place >= 0; place--) {
      if (taken.has(place)) continue
      const name = likeness(here[place] as T, place)
      gather(waiting, name, place)
    }
    there.forEach((one, place) => {
      if ((found[place] ?? -1) >= 0) return
      const like = waiting.get(likeness(one, place))?.pop() ?? -1
      found[place] = like
      if (like >= 0) taken.add(like)
    })
  }
  return found
}
const channelLikenesses: readonly Likeness<Channel>[] = [
  (one, place) => `${place} ${identity(one)}`,
  identity,
  (_, place) => String(place),
  ({ name }) => name,
]
const groupLikenesses: readonly Likeness<Group>[] = [({ name }, place) => `${place} ${name}`, ({ name }) => name]

export type Aligned = {
  /** By record of the upload; a channel that the old list didn't have is as it was read. */
  channels: Channel[]
  /** By group of the upload; null for a group that the old list didn't have. */
  groups: (Group | null)[]
  now: List
}

/** `fresh`: the upload as read now; `before`: the list that was made from it then. */
export const align = (fresh: List, before: List, now: List): Aligned => {
  const records = matchUp(before.channels, fresh.channels, channelLikenesses)
  const numbers = matchUp(before.groups, fresh.groups, groupLikenesses)
  const renumbered = (no: number | null, by: readonly number[]): number | null => {
    const number = no === null ? -1 : (by[no] ?? -1)
    return number < 0 ? null : number
  }
  const channels = [...fresh.channels]
  const known = new Set<number>()
  records.forEach((record, place) => {
    const channel = before.channels[place]
    if (record < 0 || channel === undefined) return
    channels[record] = { ...channel, no: record }
    known.add(record)
  })
  const groups: (Group | null)[] = fresh.groups.map(() => null)
  numbers.forEach((number, place) => {
    const group = before.groups[place]
    if (number < 0 || group === undefined) return
    groups[number] = { ...group, no: number, members: group.members.flatMap((member) => records[member] ?? []) }
  })
  const placeNow = new Map(now.transponders.map(({ no }, place) => [no, place]))
  return {
    channels,
    groups,
    now: {
      ...now,
      channels: [
        ...now.channels.map((one) => ({ ...one, no: renumbered(one.no, records) })),
        // Channels that only this version reads stay in the file.
        ...fresh.channels
          .filter((_, record) => !known.has(record))
          .map((one) => ({ ...one, transponder: placeNow.get(one.transponder) ?? null })),
      ],
      groups: now.groups.map((group) => ({ ...group, no: renumbered(group.no, numbers) })),
    },
  }
}
