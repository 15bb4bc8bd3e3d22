/**
 * Chooses what to keep from a list over the limit: turns the rules of a form or a program into a deletion of all other
 * channels. Nothing is cut without being requested.
 */
import { limits, type OpenList } from '~/engine/types'
import { fail, ok, type Result } from '~/errors/table'
import { keepRuleSchema } from '../channel-list.schema'
import { keepSatellitesMax } from '../limits'
import { countTypes } from '../engine/opened'
import type { KeepCounts } from '../types'

const typeNumbers: Record<string, number> = { tv: 0, radio: 1, data: 2, other: 3 }
const flagScrambled = 1
const flagUnknown = 2

/** What the user can choose from. */
export const countForKeeping = (list: OpenList): KeepCounts => {
  const { length, flags, favourites: groups } = list.columns()
  let free = 0
  let favourites = 0
  for (let at = 0; at < length; at++) {
    if (((flags[at] ?? 0) & (flagScrambled | flagUnknown)) === 0) free++
    if ((groups[at] ?? 0) !== 0) favourites++
  }
  const satellites = list
    .satellites()
    .filter((satellite) => satellite.channels > 0)
    .slice(0, keepSatellitesMax)
  return {
    channels: length,
    limit: limits.channelsPerList,
    ...countTypes(list),
    free,
    favourites,
    satellites: satellites.map(({ name, angle, channels }) => ({ name, angle, channels })),
  }
}

/** The ids that the rules keep, in list order; null if a rule can't be read. */
export const applyKeepRules = (list: OpenList, rules: readonly string[]): number[] | null => {
  const { length, id, type, flags, satellite, favourites } = list.columns()
  const angles = list.satellites().map(({ angle }) => angle)
  let first = Number.POSITIVE_INFINITY
  const tests: ((at: number) => boolean)[] = []
  for (const rule of rules) {
    if (!keepRuleSchema.safeParse(rule).success) return null
    const [kind, value = ''] = rule.split(':')
    if (kind === 'first') first = Math.min(first, Number(value))
    else if (kind === 'free') tests.push((at) => ((flags[at] ?? 0) & (flagScrambled | flagUnknown)) === 0)
    else if (kind === 'favourites') tests.push((at) => (favourites[at] ?? 0) !== 0)
    else if (kind === 'type') {
      const wanted = new Set(value.split(',').map((name) => typeNumbers[name]))
      tests.push((at) => wanted.has(type[at]))
    } else {
      const wanted = new Set(value.split(',').map((angle) => Number(angle) % 3600))
      tests.push((at) => {
        const angle = angles[satellite[at] ?? -1]
        return angle !== undefined && angle !== null && wanted.has(angle)
      })
    }
  }
  const kept: number[] = []
  for (let at = 0; at < length && kept.length < first; at++) if (tests.every((test) => test(at))) kept.push(id[at] ?? 0)
  return kept
}

/**
 * Reduces a freshly opened list to the limit by the rules. Q2202 without rules, C1111 if they leave too many channels
 * or none, A0422 if they can't be read; each with the counts.
 */
export const fitList = (list: OpenList, rules: readonly string[]): Result<null> => {
  if (rules.length === 0)
    return list.length() <= limits.channelsPerList
      ? ok(null)
      : fail('Q2202', { field: 'keep', data: countForKeeping(list) })
  const kept = applyKeepRules(list, rules)
  if (kept === null) return fail('A0422', { field: 'keep' })
  if (kept.length === 0 || kept.length > limits.channelsPerList)
    return fail('C1111', { field: 'keep', data: { ...countForKeeping(list), kept: kept.length } })
  const keep = new Set(kept)
  const { length, id } = list.columns()
  const gone: number[] = []
  for (let at = 0; at < length; at++) if (!keep.has(id[at] ?? 0)) gone.push(id[at] ?? 0)
  if (gone.length > 0) {
    const applied = list.apply([{ op: 'delete', ids: gone }])
    if (!applied.ok) throw new Error(`keeping a part of a list failed: ${applied.code}`)
  }
  return ok(null)
}
