/**
 * Chooses what to keep from a list over the limit: turns the rules of a form or a program into a deletion of all other
 * channels. Nothing is cut without being requested.
 */
import { channelTypes, limits, type ChannelType, type OpenList } from '~/engine/types'
import { fail, ok, type Result } from '~/errors/table'
import { keepRuleSchema } from '../channel-list.schema'
import { keepSatellitesMax } from '../limits'
import type { KeepCounts } from '../types'

/** A channel as the rules see it. `angle`: in tenths of a degree eastward. */
export type Keepable = { type: ChannelType; isFree: boolean; isFavourite: boolean; angle: number | null }

const flagScrambled = 1
const flagUnknown = 2

/** The channels of a list, in its order. */
const keepableIn = (list: OpenList): (Keepable & { id: number })[] => {
  const { length, id, type, flags, satellite, favourites } = list.columns()
  const angles = list.satellites().map(({ angle }) => angle)
  return Array.from({ length }, (_, at) => ({
    id: id[at] ?? 0,
    type: channelTypes[type[at] ?? 3] ?? 'other',
    isFree: ((flags[at] ?? 0) & (flagScrambled | flagUnknown)) === 0,
    isFavourite: (favourites[at] ?? 0) !== 0,
    angle: angles[satellite[at] ?? -1] ?? null,
  }))
}

/** How many channels there are of each kind that a rule can choose. */
export const countKeepable = (channels: readonly Keepable[]): Omit<KeepCounts, 'limit' | 'satellites'> => {
  const counts = { channels: channels.length, tv: 0, radio: 0, data: 0, other: 0, free: 0, favourites: 0 }
  for (const { type, isFree, isFavourite } of channels) {
    counts[type]++
    if (isFree) counts.free++
    if (isFavourite) counts.favourites++
  }
  return counts
}

/** What the user can choose from. */
const countForKeeping = (list: OpenList, channels: readonly Keepable[]): KeepCounts => ({
  ...countKeepable(channels),
  limit: limits.channelsPerList,
  satellites: list
    .satellites()
    .filter((satellite) => satellite.channels > 0)
    .slice(0, keepSatellitesMax)
    .map(({ name, angle, channels: count }) => ({ name, angle, channels: count })),
})

/** SPEC.md's numbers of types. */
const typeOfNumber: Readonly<Record<string, string>> = { '0': 'tv', '1': 'radio' }

/** The items that the rules keep, in their order; null if a rule can't be read. */
export const applyKeepRules = <T>(
  items: readonly T[],
  keepableOf: (item: T) => Keepable,
  rules: readonly string[],
): T[] | null => {
  let first = Number.POSITIVE_INFINITY
  const tests: ((one: Keepable) => boolean)[] = []
  for (const rule of rules) {
    if (!keepRuleSchema.safeParse(rule).success) return null
    const [kind, value = ''] = rule.split(':')
    const values = new Set(value.split(','))
    if (kind === 'first') first = Math.min(first, Number(value))
    else if (kind === 'free') tests.push(({ isFree }) => isFree)
    else if (kind === 'favourites') tests.push(({ isFavourite }) => isFavourite)
    else if (kind === 'type') {
      const types = new Set([...values].map((one) => typeOfNumber[one] ?? one))
      tests.push(({ type }) => types.has(type))
    } else {
      const angles = new Set([...values].map((angle) => Number(angle) % 3600))
      tests.push(({ angle }) => angle !== null && angles.has(angle))
    }
  }
  return items.filter((item) => tests.every((test) => test(keepableOf(item)))).slice(0, first)
}

/**
 * Reduces a freshly opened list to the limit by the rules. Q2202 without rules, C1111 if they leave too many channels
 * or none, A0422 if they can't be read; each with the counts.
 */
export const fitList = (list: OpenList, rules: readonly string[]): Result<null> => {
  if (rules.length === 0 && list.length() <= limits.channelsPerList) return ok(null)
  const channels = keepableIn(list)
  if (rules.length === 0) return fail('Q2202', { field: 'keep', data: countForKeeping(list, channels) })
  const kept = applyKeepRules(channels, (channel) => channel, rules)
  if (kept === null) return fail('A0422', { field: 'keep' })
  if (kept.length === 0 || kept.length > limits.channelsPerList)
    return fail('C1111', { field: 'keep', data: { ...countForKeeping(list, channels), kept: kept.length } })
  const keep = new Set(kept)
  const gone = channels.filter((channel) => !keep.has(channel)).map(({ id }) => id)
  if (gone.length > 0) {
    const applied = list.apply([{ op: 'delete', ids: gone }])
    if (!applied.ok) throw new Error(`keeping a part of a list failed: ${applied.code}`)
  }
  return ok(null)
}
