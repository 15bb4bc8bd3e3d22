/** Asks a signed-in person for the password again before actions that must not be possible at an unattended browser. */
import { db } from '~/platform/db.server'
import { consume, forgive } from '~/platform/limits.server'
import { fail, ok, tooMany, type Result } from '~/errors/table'
import { verifyOrBusy } from './password.server'

/** Checks the password of a signed-in person. I1309 if empty, I1302 wrong, I1009 after ten tries in 15 minutes. */
export const provePassword = async (
  row: { id: string; passwordHash: string },
  password: string,
  field: string,
): Promise<Result<null>> => {
  if (password === '') return fail('I1309', { field })
  const allowed = await consume('password-check', row.id)
  if (!allowed.ok) return tooMany(allowed, field)
  const right = await verifyOrBusy(row.passwordHash, password, { who: row.id })
  if (!right.ok) return right
  if (!right.value) return fail('I1302', { field })
  await forgive('password-check', row.id)
  return ok(null)
}

/** The same for other modules' actions; the field is `password`. I1310 if the account is gone. */
export const confirmPassword = async (userId: string, password: string): Promise<Result<null>> => {
  const row = await db.user.findUnique({ where: { id: userId }, select: { id: true, passwordHash: true } })
  return row === null ? fail('I1310') : provePassword(row, password, 'password')
}
