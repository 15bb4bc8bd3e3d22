/** The rules of a well-behaved box as pure functions: when it retries, and when it updates itself (docs/stb.md). */

const secondMs = 1000
/** The wait after a failure; each further failure doubles it. */
export const pausesMs = { first: 5 * secondMs, longest: 15 * 60 * secondMs } as const
/** The shortest wait before a retry, whatever an answer says. */
export const shortestPauseMs = secondMs

/**
 * The milliseconds until the next try after this many failures in a row. `retryAfter`: that header of the answer, if
 * any; the wait is never shorter. Randomness spreads boxes that failed together over half of the time.
 */
export const pauseBefore = (failures: number, retryAfter: string | undefined, chance: () => number): number => {
  const own = Math.min(pausesMs.longest, pausesMs.first * 2 ** Math.max(0, failures - 1))
  const spread = own * (0.5 + chance() / 2)
  const told = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) * secondMs : 0
  return Math.max(shortestPauseMs, told > 0 ? told + chance() * secondMs : spread)
}

/** The portal's rule for updates, from the index of lists. */
export type Settings = {
  enabled: boolean
  autoUpdate: 'off' | 'system' | 'cloud'
  standbySeconds: number
  everySeconds: number
  /** 0 to 86399, by serial number: the second of the day (UTC) from which this box may ask. */
  offsetSeconds: number
}

/**
 * The settings in the header of an answer about a list, merged over the known ones, and the list that it names; null if
 * the header is missing or can't be parsed.
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

/**
 * After a power cut all boxes start together: one that missed its moment of the day asks at a random moment within this
 * many seconds of standby.
 */
const missedSpreadSeconds = 3600
const dayMs = 86_400_000

/**
 * Times of a monotonic clock, in milliseconds: now, since when the box is in standby (null: it is not), and when it
 * last asked by itself (null: never). `nowMs` is the portal's time, computed from the Date of its answers; null if
 * there was none yet.
 */
export type Moment = { steadyMs: number; standbySinceMs: number | null; lastMs: number | null; nowMs: number | null }

/** For a box that never updates itself. */
export const isQuiet = ({ enabled, autoUpdate }: Settings): boolean => !enabled || autoUpdate === 'off'

/** The milliseconds until its next update, if the box stays in standby; null: never. 0: now. */
export const msToUpdate = (settings: Settings, at: Moment): number | null => {
  if (isQuiet(settings) || at.standbySinceMs === null) return null
  const begunMs = at.standbySinceMs + settings.standbySeconds * secondMs
  // The rule says more than this long, not exactly this long.
  const readyMs = begunMs + 1
  const missedMs = Math.max(readyMs, begunMs + (settings.offsetSeconds % missedSpreadSeconds) * secondMs)
  const momentMs = ((): number => {
    if (at.nowMs === null) return Number.POSITIVE_INFINITY
    const ahead = at.nowMs - at.steadyMs
    const sinceMs = (readyMs + ahead - settings.offsetSeconds * secondMs) % dayMs
    return readyMs + (sinceMs <= 0 ? -sinceMs : dayMs - sinceMs)
  })()
  const againMs = at.lastMs === null ? 0 : at.lastMs + settings.everySeconds * secondMs
  return Math.max(0, Math.max(againMs, Math.min(missedMs, momentMs)) - at.steadyMs)
}

/** Whether an automatic update is due now. */
export const isUpdateDue = (settings: Settings, at: Moment): boolean => msToUpdate(settings, at) === 0
