/**
 * The adult switch of a box. While it is on, TV and Stream are off, whoever holds the remote control. Turning it either
 * way needs the account's password, because the person whom it restricts may use a browser that somebody left open.
 * Turning it on needs the Adult service; it stays on when the service ends, and turning it off needs only the password.
 */
import { now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { provided } from '~/platform/provided.server'
import { transact } from '~/platform/transact.server'
import { confirmPassword } from '~/modules/account/account.server'
import { recordSwitch } from '~/modules/audit/audit.server'
import { fail, ok, type Result } from '~/errors/table'
import { deviceChanged } from './change.server'

/** Whether a box has the Adult service. Provided at start, because entitlement imports device. */
export const hasAdultControl = provided<(sn: string) => Promise<boolean>>('whether a box has adult control')

/**
 * Turns the switch of one of the account's boxes on or off; does nothing if it is already so. I1402: not the account's
 * box. I1302: wrong password. I1309: no password. I1009: too many tries. C1109: no Adult service.
 */
export const setAdultSwitch = async (
  userId: string,
  sn: string,
  { on, password }: { on: boolean; password: string },
): Promise<Result<null>> => {
  const proven = await confirmPassword(userId, password)
  if (!proven.ok) return proven
  // Ownership is checked first, so that nobody learns what another account's box has.
  if ((await db.device.count({ where: { sn, userId } })) === 0) return fail('I1402')
  if (on && !(await hasAdultControl(sn))) return fail('C1109', { data: { service: 'adult' } })
  return transact(async (tx): Promise<Result<null>> => {
    const turned = await tx.device.updateMany({
      where: { sn, userId, adultSwitchOnAt: on ? null : { not: null } },
      data: { adultSwitchOnAt: on ? now() : null },
    })
    if (turned.count === 0) return (await tx.device.count({ where: { sn, userId } })) === 0 ? fail('I1402') : ok(null)
    deviceChanged.notifyAfter(tx, { sn })
    return recordSwitch({ actor: userId, action: on ? 'device.adult-on' : 'device.adult-off', subject: sn }, tx)
  })
}
