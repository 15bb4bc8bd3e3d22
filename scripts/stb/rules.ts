/** The rules of a good box as pure functions: when it tries again, when it updates itself (docs/stb.md). */

const secondMs = 1000
/** After a failure: so long before the next try, twice as long after each further one. */
export const pausesMs = { first: 5 * secondMs, longest: 15 * 60 * secondMs } as const
/** Nothing is tried again more often than this, whatever an answer says. */
export const leastPauseMs = secondMs

/**
 * The milliseconds until the next try after so many failures in a row. `retryAfter`: the header of the answer, if it
 * had one; it is never undercut. Chance spreads boxes that failed together over half of the time.
 */
export const pauseBefore = (failures: number, retryAfter: string | undefined, chance: () => number): number => {
  const own = Math.min(pausesMs.longest, pausesMs.first * 2 ** Math.max(0, failures - 1))
  const spread = own * (0.5 + chance() / 2)
  const told = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) * secondMs : 0
  return Math.max(leastPauseMs, told > 0 ? told + chance() * secondMs : spread)
}

/** What the portal says of updating in the index of lists. */
export type Settings = {
  enabled: boolean
  autoUpdate: 'off' | 'system' | 'cloud'
  standbySeconds: number
  everySeconds: number
  /** 0 to 86399, by serial number: after so many seconds of the day (UTC) this box may ask. */
  offsetSeconds: number
}

/**
 * The settings in the header of an answer about a list, over those that are known, and the list that it names; null
 * without the header, or where it is not understood.
 */
export const readSettings = (header: string | undefined): { settings: Settings; list: string | null } | null => {
  const told = new Map(
    (header ?? '').split(',').map((one): [string, string] => {
      const [name = '', value = ''] = one.trim().split('=', 2)
      return [name, value]
    }),
  )
  const number = (name: string): number => Number(/^\d{1,6}$/.exec(told.get(name) ?? '')?.[0] ?? Number.NaN)
  const autoUpdate = (['off', 'system', 'cloud'] as const).find((one) => one === told.get('update'))
  const settings = {
    enabled: told.get('on') !== '?0',
    standbySeconds: number('standby'),
    everySeconds: number('every'),
    offsetSeconds: number('offset'),
  }
  if (autoUpdate === undefined || Object.values(settings).some((one) => Number.isNaN(one))) return null
  return { settings: { ...settings, autoUpdate }, list: /^"(\w{1,64})"$/.exec(told.get('list') ?? '')?.[1] ?? null }
}

/** After a power cut all boxes come back: one that missed its moment of the day asks within so much more of standby. */
const missedSpreadSeconds = 3600
const daySeconds = 86_400

/**
 * Times of one clock that is never set, in milliseconds: now, since when the box is in standby (null: it is not), and
 * when it last asked by itself (null: never). `nowMs` is the portal's time, which the box works out from its answers'
 * Date; null where it has had none yet.
 */
export type Moment = { steadyMs: number; standbySinceMs: number | null; lastMs: number | null; nowMs: number | null }

/** Of a box that never updates itself. */
export const isQuiet = ({ enabled, autoUpdate }: Settings): boolean => !enabled || autoUpdate === 'off'

/** Whether a box updates itself now. */
export const isUpdateDue = (settings: Settings, at: Moment): boolean => {
  if (isQuiet(settings) || at.standbySinceMs === null) return false
  const readyForSeconds = (at.steadyMs - at.standbySinceMs) / secondMs - settings.standbySeconds
  if (readyForSeconds <= 0) return false
  if (at.lastMs !== null && at.steadyMs - at.lastMs < settings.everySeconds * secondMs) return false
  if (readyForSeconds >= settings.offsetSeconds % missedSpreadSeconds) return true
  if (at.nowMs === null) return false
  const sinceMoment = (Math.floor(at.nowMs / secondMs) - settings.offsetSeconds) % daySeconds
  return (sinceMoment < 0 ? sinceMoment + daySeconds : sinceMoment) <= readyForSeconds
}

/** The milliseconds until `isUpdateDue`, if the box stays in standby; null: never. 0: now. */
export const msToUpdate = (settings: Settings, at: Moment): number | null => {
  if (isQuiet(settings) || at.standbySinceMs === null) return null
  // The rule asks for more than so long, not for as long.
  const readyMs = at.standbySinceMs + settings.standbySeconds * secondMs + 1
  const missedMs = readyMs + (settings.offsetSeconds % missedSpreadSeconds) * secondMs
  const momentMs = ((): number => {
    if (at.nowMs === null) return Number.POSITIVE_INFINITY
    const ahead = at.nowMs - at.steadyMs
    const intoDay = ((readyMs + ahead) / secondMs - settings.offsetSeconds) % daySeconds
    return readyMs + (intoDay <= 0 ? -intoDay : daySeconds - intoDay) * secondMs
  })()
  const againMs = at.lastMs === null ? 0 : at.lastMs + settings.everySeconds * secondMs
  return Math.max(0, Math.max(againMs, Math.min(missedMs, momentMs)) - at.steadyMs)
}
