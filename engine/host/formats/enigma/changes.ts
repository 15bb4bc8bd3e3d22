/** The current state of an upload's records: edits by record, and the key of each channel. */
import type { Channel, Group, List } from '../model'
import { align } from '../align'
import { keyText, type Key } from './database'
import type { Folder, OpenBouquet } from './folder'
import { keyOfAdded, keysNow, type AddedTransponder, type Edit } from './keys'
import { tuningAt, type Tuning } from './values'

export type Changes = {
  folder: Folder
  before: List
  now: List
  /** By the group's record; null if the list no longer has the group. */
  groupsBefore: readonly (Group | null)[]
  /** By record: the channels that still exist. */
  edits: ReadonlyMap<number, Edit>
  /** By index in the list. */
  keyAt: readonly Key[]
  keyOfRecord: (record: number) => Key
  /** By the key in the upload. */
  keyNow: ReadonlyMap<string, Key>
  tunings: ReadonlyMap<string, { was: Tuning; is: Tuning }>
  added: readonly AddedTransponder[]
  /** The first record of each service, by its identity in the upload. */
  recordById: ReadonlyMap<string, number>
  /** The bouquets that are groups, by the group's record. */
  groups: readonly OpenBouquet[]
  /** By file, the number of its group. */
  groupByFile: ReadonlyMap<number, number>
  groupNow: ReadonlyMap<number, Group>
  /** True if the user reordered the groups. */
  isArranged: boolean
}

/** A channel with an address occurs only in bouquets. */
export const isService = ({ url }: Channel): boolean => url === ''

const none: Key = { space: 0, tsid: 0, onid: 0 }

/** `fresh`: the folder as read now; `made`: the list made when it was uploaded. */
export const findChanges = (folder: Folder, fresh: List, made: List, present: List): Changes => {
  const { channels, groups: groupsBefore, now } = align(fresh, made, present)
  const before = { ...made, channels }
  const edits = new Map<number, Edit>()
  now.channels.forEach((is, place) => {
    const was = is.no === null ? undefined : before.channels[is.no]
    if (is.no !== null && was !== undefined) edits.set(is.no, { was, is, place })
  })
  const keys = keysNow(folder, edits, { before, now })
  const keyOfRecord = (record: number): Key => {
    const channel = folder.channels[record]
    if (channel === undefined || channel.kind === 'stream') return none
    return keys.services.get(record) ?? keys.transponders[channel.transponder] ?? none
  }
  const keyAt = now.channels.map((channel) => {
    if (!isService(channel)) return none
    return channel.no === null ? keyOfAdded(channel, keys, now) : keyOfRecord(channel.no)
  })
  const placeNow = new Map(now.transponders.map(({ no }, place) => [no, place]))
  const tunings = new Map<string, { was: Tuning; is: Tuning }>()
  folder.transponders.forEach(({ key }, place) => {
    const there = placeNow.get(place)
    if (there !== undefined) tunings.set(keyText(key), { was: tuningAt(before, place), is: tuningAt(now, there) })
  })
  const recordById = new Map<string, number>()
  folder.channels.forEach(({ id }, record) => {
    if (!recordById.has(id)) recordById.set(id, record)
  })
  const numbers = present.groups.flatMap(({ no }) => no ?? [])
  const groups = folder.bouquets.filter(({ isGroup }) => isGroup)
  return {
    ...{ folder, before, now, groupsBefore, edits, keyAt, keyOfRecord, tunings, recordById },
    keyNow: new Map(folder.transponders.map(({ key }, place) => [keyText(key), keys.transponders[place] ?? key])),
    added: keys.book.added,
    groups,
    isArranged: numbers.some((number, at) => number < (numbers[at - 1] ?? 0)),
    groupByFile: new Map(groups.map(({ file }, number) => [file, number])),
    groupNow: new Map(now.groups.flatMap((group) => (group.no === null ? [] : [[group.no, group] as const]))),
  }
}
