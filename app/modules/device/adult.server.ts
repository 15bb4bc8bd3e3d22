/**
 * The adult switch of a box: while it is on, TV and Stream are off, whoever holds the remote control. Both ways need
 * the account's password, because whom it is meant for may use a browser that somebody left open. Turning it on needs
 * the service of that name; it stays on when the service ends, and turning it off needs nothing but the password.
 */
import { now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { provided } from '~/platform/provided.server'
import { transact } from '~/platform/transact.server'
import { confirmPassword } from '~/modules/account/account.server'
import { recordSwitch } from '~/modules/audit/audit.server'
import { fail, ok, type Result } from '~/errors/table'
import { deviceChanged } from './change.server'

/** Whether a box has adult control. Services know boxes, so boxes are given the answer. */
export const hasAdultControl = provided<(sn: string) => Promise<boolean>>('whether a box has adult control')

/**
 * Turns the switch of a box of the account on or off; one that is so already stays. I1402 not the account's; I1302
 * wrong password, I1309 none, I1009 after too many; C1109 the box has no adult control.
 */
export const setAdultSwitch = async (
  userId: string,
  sn: string,
  { on, password }: { on: boolean; password: string },
): Promise<Result<null>> => {
  const proven = await confirmPassword(userId, password)
  if (!proven.ok) return proven
  // Whose box it is comes first: nobody learns what another's box has.
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
