/** What a box has of each service at a moment: pure, over its periods and switches as they were read. */
import { adultSwitchedServices, type ServiceKey } from '~/modules/catalogue/catalogue.server'
import { anchorAfter } from './months'

/** Everything that decides what a box is given; true for any moment until something of it changes. */
export type BoxTimes = {
  /** Not taken back, by beginning. */
  periods: readonly { service: ServiceKey; startsAt: Date; endsAt: Date; anchorDay: number }[]
  /** Services that the owner switched off. */
  off: ReadonlySet<string>
  adultSwitchOn: boolean
}

/**
 * - granted: everybody has it; running: until `endsAt`; coming: from `startsAt`; ended: at `endsAt`;
 * - switched-off, adult-off: not given although it is granted or its time runs, by the owner's switch of the service or
 *   by the adult switch of the box.
 */
export const serviceStates = ['granted', 'running', 'coming', 'ended', 'switched-off', 'adult-off'] as const
export type ServiceState = (typeof serviceStates)[number]
export type BoxService = {
  service: ServiceKey
  state: ServiceState
  /** The box may use it now. */
  given: boolean
  /** The beginning of the period that runs, else of the next, else of the last; null where it has none of its own. */
  startsAt: Date | null
  /** The end of all that it has: what is bought next begins then. */
  endsAt: Date | null
}

const isAdultOff = (times: BoxTimes, service: ServiceKey): boolean =>
  times.adultSwitchOn && adultSwitchedServices.includes(service)

/** Whether a box may use a service at a moment. */
export const isGiven = (times: BoxTimes, service: ServiceKey, grantedToAll: boolean, at: Date): boolean =>
  !times.off.has(service) &&
  !isAdultOff(times, service) &&
  (grantedToAll ||
    times.periods.some((period) => period.service === service && period.startsAt <= at && at < period.endsAt))

/** One service of a box at a moment; null where it has and had nothing of it. */
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

/** The next moment at which a period begins or ends; null where none does. */
export const nextChange = (times: BoxTimes, at: Date): Date | null => {
  let next: Date | null = null
  for (const { startsAt, endsAt } of times.periods)
    for (const moment of [startsAt, endsAt]) if (moment > at && (next === null || moment < next)) next = moment
  return next
}

/** Where what is bought now begins, and from which day its months are counted; null where it begins now. */
export const endOf = (times: BoxTimes, service: ServiceKey, at: Date): { at: Date; anchorDay: number } | null => {
  const last = times.periods.filter((period) => period.service === service).at(-1)
  return last === undefined || last.endsAt < at
    ? null
    : { at: last.endsAt, anchorDay: anchorAfter(last.endsAt, last.anchorDay) }
}
