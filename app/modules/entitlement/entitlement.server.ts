/**
 * Which services a box has, and until when. The only public file of the module: everything that delivers a service asks
 * it. Periods belong to the serial number and survive unbinding. A box's service can be used by the box, and by the
 * account it is bound to for services that need no box: lists, API tokens.
 */
import { now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import {
  adultSwitchedServices,
  isGrantedToAll,
  listServices,
  type ServiceKey,
} from '~/modules/catalogue/catalogue.server'
import { deviceChanged } from '~/modules/device/device.server'
import { fail, ok, type Result } from '~/errors/table'
import { entitlementChanged } from './change.server'
import { boxesOf, forgetOwners, forgetTimes, timesOf } from './memory.server'
import {
  endOf,
  isGiven,
  isRunning,
  nextChange,
  serviceOf,
  type BoxService,
  type BoxTimes,
  type ServiceState,
} from './running'

export { entitlementChanged } from './change.server'
export { addMonths } from './months'
export {
  grantPeriods,
  hasServicesOfItsOwn,
  moveServices,
  takeBack,
  type GivenPeriod,
  type PeriodSource,
  type TakenBack,
} from './period.server'
export { setServiceOff, setServiceOn, switchServices } from './switch.server'
export { serviceStates, type BoxService, type ServiceState } from './running'
export type { ServiceKey } from '~/modules/catalogue/catalogue.server'
/** For changes that bypass this program's own writes, such as a seed or a test. */
export { forgetAll as forgetEntitlements } from './memory.server'

/** A box, or an account. */
export type Subject = { sn: string } | { userId: string }

/** Keeps the cache up to date when boxes change. Called once at start. */
export const connectEntitlement = (): void => {
  entitlementChanged.listen(({ sn }) => forgetTimes(sn))
  deviceChanged.listen(({ sn }) => {
    forgetTimes(sn)
    forgetOwners()
  })
}

const someBox = async (userId: string, holds: (times: BoxTimes) => boolean, without?: string): Promise<boolean> => {
  for (const sn of await boxesOf(userId)) if (sn !== without && holds(await timesOf(sn))) return true
  return false
}

/** True if the subject can use the service now. */
export const isEntitled = async (subject: Subject, service: ServiceKey): Promise<boolean> => {
  const granted = await isGrantedToAll(service)
  if ('sn' in subject) return isGiven(await timesOf(subject.sn), service, granted, now())
  return granted || someBox(subject.userId, (times) => isGiven(times, service, false, now()))
}

/**
 * True if the service has not ended for the account, even if its owner has switched it off on every box. `without`: a
 * box that doesn't count, because it may leave the account.
 */
export const hasService = async (userId: string, service: ServiceKey, without?: string): Promise<boolean> =>
  (await isGrantedToAll(service)) || someBox(userId, (times) => isRunning(times, service, now()), without)

/** Succeeds if the subject can use the service; otherwise C1109 with the page that sells it. */
export const checkEntitled = async (subject: Subject, service: ServiceKey): Promise<Result<null>> =>
  (await isEntitled(subject, service)) ? ok(null) : fail('C1109', { data: { service, page: '/service' } })

/** A box's services at a given time (past, current and future), in the catalogue's order. */
export const runningServices = async (sn: string, at: Date): Promise<BoxService[]> => {
  const [times, services] = await Promise.all([timesOf(sn), listServices()])
  return services.flatMap(({ key, grantedToAll }) => serviceOf(times, key, grantedToAll, at) ?? [])
}

/**
 * The state of one service of a box, and when it next changes by itself; null if the box never had it. A service
 * granted to all costs one query: only the owner's switch can turn it off.
 */
export const findServiceState = async (
  sn: string,
  service: ServiceKey,
  at: Date,
): Promise<{ state: ServiceState | null; isGiven: boolean; until: Date | null }> => {
  if ((await isGrantedToAll(service)) && !adultSwitchedServices.includes(service)) {
    const isOff = sn !== '' && (await db.serviceSwitch.count({ where: { sn, service } })) > 0
    return { state: isOff ? 'switched-off' : 'granted', isGiven: !isOff, until: null }
  }
  const times = await timesOf(sn)
  const found = serviceOf(times, service, await isGrantedToAll(service), at)
  return { state: found?.state ?? null, isGiven: found?.given === true, until: nextChange(times, at) }
}

/** When the next period of this box begins or ends; null if none does. */
export const earliestChange = async (sn: string, at: Date): Promise<Date | null> => nextChange(await timesOf(sn), at)

/**
 * The boxes that give an account its services, and when the next period of one of them begins or ends; null if none
 * does.
 */
export const restsOn = async (userId: string, at: Date): Promise<{ sns: readonly string[]; change: Date | null }> => {
  const sns = await boxesOf(userId)
  const changes = await Promise.all(sns.map((sn) => earliestChange(sn, at)))
  const change = changes.reduce((first, one) => (one !== null && (first === null || one < first) ? one : first), null)
  return { sns, change }
}

/** The end of a box's periods of a service, which a purchase extends; null if a purchase begins at once. */
export const periodEndOf = async (
  sn: string,
  service: ServiceKey,
  at: Date,
): Promise<{ at: Date; anchorDay: number } | null> => endOf(await timesOf(sn), service, at)

/** A period of a box that was not taken back. */
export type ServicePeriod = {
  id: string
  service: string
  startsAt: Date
  endsAt: Date
  source: string
  orderLineId: string | null
}
/** All periods of a box, by start. */
export const periodsOf = async (sn: string): Promise<ServicePeriod[]> =>
  db.servicePeriod.findMany({
    where: { sn, voidedAt: null },
    orderBy: [{ startsAt: 'asc' }, { service: 'asc' }],
    select: { id: true, service: true, startsAt: true, endsAt: true, source: true, orderLineId: true },
  })
