/** The owner's switches of services: a service that is off is not given to the box, but its time continues. */
import { now } from '~/platform/clock.server'
import { transact } from '~/platform/transact.server'
import { recordSwitch } from '~/modules/audit/audit.server'
import { isGrantedToAll, isServiceKey } from '~/modules/catalogue/catalogue.server'
import { fail, ok, type Result } from '~/errors/table'
import { entitlementChanged } from './change.server'

/**
 * Switches services of the account's box on or off, all or none; a service already in that state stays so. I1402 not
 * the account's; A0404 no such service; D1108 a service that the box does not have now can't be switched off.
 */
export const switchServices = async (
  userId: string,
  sn: string,
  services: readonly string[],
  on: boolean,
): Promise<Result<null>> => {
  const granted = new Set<string>()
  for (const service of services) {
    if (!isServiceKey(service)) return fail('A0404', { field: 'service', data: { service } })
    if (await isGrantedToAll(service)) granted.add(service)
  }
  return transact(async (tx): Promise<Result<null>> => {
    const at = now()
    if ((await tx.device.count({ where: { sn, userId } })) === 0) return fail('I1402')
    let changed = 0
    for (const service of new Set(services)) {
      if (on) {
        changed += (await tx.serviceSwitch.deleteMany({ where: { sn, service } })).count
        continue
      }
      const running = { sn, service, voidedAt: null, startsAt: { lte: at }, endsAt: { gt: at } }
      if (!granted.has(service) && (await tx.servicePeriod.count({ where: running })) === 0)
        return fail('D1108', { field: 'service', data: { service } })
      if ((await tx.serviceSwitch.count({ where: { sn, service } })) > 0) continue
      await tx.serviceSwitch.create({ data: { sn, service, offAt: at } })
      changed++
    }
    if (changed === 0) return ok(null)
    entitlementChanged.notifyAfter(tx, { sn })
    const act = { actor: userId, action: on ? 'service.on' : 'service.off', subject: sn, detail: services.join(' ') }
    return recordSwitch(act, tx)
  })
}

/** Switches one service off. */
export const setServiceOff = (userId: string, sn: string, service: string): Promise<Result<null>> =>
  switchServices(userId, sn, [service], false)
/** Switches it on again. */
export const setServiceOn = (userId: string, sn: string, service: string): Promise<Result<null>> =>
  switchServices(userId, sn, [service], true)
