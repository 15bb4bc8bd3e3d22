/** Calculates a box's services at a given time: pure functions of its periods and switches. */
import { adultSwitchedServices, type ServiceKey } from '~/modules/catalogue/catalogue.server'
import { anchorAfter } from './months'

/** Everything that decides a box's services; valid for any time until something changes. */
export type BoxTimes = {
  /** Periods that were not taken back, by start. */
  periods: readonly { service: ServiceKey; startsAt: Date; endsAt: Date; anchorDay: number }[]
  /** Services that the owner switched off. */
  off: ReadonlySet<string>
  adultSwitchOn: boolean
}

/**
 * - granted: everybody has it; running: until `endsAt`; coming: from `startsAt`; ended: at `endsAt`;
 * - switched-off, adult-off: not given although it is granted or running, because of the owner's switch of the service
 *   or the adult switch of the box.
 */
export const serviceStates = ['granted', 'running', 'coming', 'ended', 'switched-off', 'adult-off'] as const
export type ServiceState = (typeof serviceStates)[number]
export type BoxService = {
  service: ServiceKey
  state: ServiceState
  /** Whether the box can use it now. */
  given: boolean
  /**
   * The start of the running period, otherwise of the next, otherwise of the last; null if the box has none of its own.
   */
  startsAt: Date | null
  /** The end of all its periods: the next purchase begins then. */
  endsAt: Date | null
}

const isAdultOff = (times: BoxTimes, service: ServiceKey): boolean =>
  times.adultSwitchOn && adultSwitchedServices.includes(service)

/** Whether a box has a period of a service at a given time, whether or not its owner has switched the service off. */
export const isRunning = (times: BoxTimes, service: ServiceKey, at: Date): boolean =>
  times.periods.some((period) => period.service === service && period.startsAt <= at && at < period.endsAt)

/** Whether a box can use a service at a given time. */
export const isGiven = (times: BoxTimes, service: ServiceKey, grantedToAll: boolean, at: Date): boolean =>
  !times.off.has(service) && !isAdultOff(times, service) && (grantedToAll || isRunning(times, service, at))

/** One service of a box at a given time; null if it never had it. */
export const serviceOf = (box: BoxTimes, service: ServiceKey, grantedToAll: boolean, at: Date): BoxService | null => {
  const own = box.periods.filter((period) => period.service === service)
  const last = own.at(-1)
  if (last === undefined && !grantedToAll) return null
  const present = own.find((period) => period.startsAt <= at && at < period.endsAt)
  const coming = own.find((period) => period.startsAt > at)
  const times = { startsAt: (present ?? coming ?? last)?.startsAt ?? null, endsAt: last?.endsAt ?? null }
  const given = isGiven(box, service, grantedToAll, at)
  const runs = grantedToAll || present !== undefined
  if (runs && !given) return { service, state: box.off.has(service) ? 'switched-off' : 'adult-off', given, ...times }
  const state = grantedToAll ? 'granted' : present !== undefined ? 'running' : coming !== undefined ? 'coming' : 'ended'
  return { service, state, given, ...times }
}

/** When the next period begins or ends; null if none does. */
export const nextChange = (times: BoxTimes, at: Date): Date | null => {
  let next: Date | null = null
  for (const { startsAt, endsAt } of times.periods)
    for (const moment of [startsAt, endsAt]) if (moment > at && (next === null || moment < next)) next = moment
  return next
}

/** Where a purchase would begin, and its anchor day; null if it would begin now. */
export const endOf = (times: BoxTimes, service: ServiceKey, at: Date): { at: Date; anchorDay: number } | null => {
  const last = times.periods.filter((period) => period.service === service).at(-1)
  return last === undefined || last.endsAt < at
    ? null
    : { at: last.endsAt, anchorDay: anchorAfter(last.endsAt, last.anchorDay) }
}
