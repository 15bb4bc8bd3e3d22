/**
 * Caches the services of boxes and accounts, because every request of a box asks for them. An entry holds times, never
 * an answer for "now": every question compares them with the current time, so nothing is given past its end.
 */
import { LRUCache } from 'lru-cache'
import { db } from '~/platform/db.server'
import { isServiceKey } from '~/modules/catalogue/catalogue.server'
import type { BoxTimes } from './running'

/** A few hundred bytes each, several megabytes in total. Beyond it the least recently used are read again. */
export const maxBoxesHeld = 10_000
/** Account entries hold only the serial numbers of their boxes. */
export const maxAccountsHeld = 10_000

const makeMemory = <T>(max: number, read: (key: string) => Promise<T>) => {
  const entries = new LRUCache<string, Promise<T>>({ max })
  return {
    get: (key: string): Promise<T> => {
      const known = entries.get(key)
      if (known !== undefined) return known
      // A read that is in progress during a change is dropped with the change.
      const reading = read(key)
      entries.set(key, reading)
      reading.catch(() => {
        if (entries.peek(key) === reading) entries.delete(key)
      })
      return reading
    },
    forget: (key: string): void => void entries.delete(key),
    clear: (): void => entries.clear(),
  }
}

const boxes = makeMemory<BoxTimes>(maxBoxesHeld, async (sn) => {
  const [periods, switches, device] = await Promise.all([
    db.servicePeriod.findMany({
      where: { sn, voidedAt: null },
      orderBy: { startsAt: 'asc' },
      select: { service: true, startsAt: true, endsAt: true, anchorDay: true },
    }),
    db.serviceSwitch.findMany({ where: { sn }, select: { service: true } }),
    db.device.findUnique({ where: { sn }, select: { adultSwitchOnAt: true } }),
  ])
  return {
    periods: periods.flatMap(({ service, ...times }) => (isServiceKey(service) ? [{ service, ...times }] : [])),
    off: new Set(switches.map(({ service }) => service)),
    adultSwitchOn: device !== null && device.adultSwitchOnAt !== null,
  }
})
const accounts = makeMemory<readonly string[]>(maxAccountsHeld, async (userId) =>
  (await db.device.findMany({ where: { userId }, select: { sn: true } })).map(({ sn }) => sn),
)

/** A box's times, from the cache. */
export const timesOf = (sn: string): Promise<BoxTimes> => boxes.get(sn)
/** The serial numbers of an account's boxes, from the cache. */
export const boxesOf = (userId: string): Promise<readonly string[]> => accounts.get(userId)
export const forgetTimes = (sn: string): void => boxes.forget(sn)
/** A box went to another account: the previous owner is unknown here, so drop all. */
export const forgetOwners = (): void => accounts.clear()
export const forgetAll = (): void => {
  boxes.clear()
  accounts.clear()
}
