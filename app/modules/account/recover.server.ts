/**
 * Recovers an account after a forgotten password: a code to the account's own e-mail or phone, then a new password.
 * Unknown accounts get the same answers.
 */
import { now } from '~/platform/clock.server'
import { transact } from '~/platform/transact.server'
import type { Visit } from '~/platform/visit'
import { recordAudit } from '~/modules/audit/audit.server'
import { checkCode, closeCodes, spendCode, type SentCode } from '~/modules/verification/verification.server'
import { fail, ok, type Result } from '~/errors/table'
import {
  isPasswordLength,
  isSamePassword,
  type CodeSignInInput,
  type RecoverInput,
  type SendCodeInput,
} from './account.schema'
import { accountOf, type Account } from './account.store.server'
import { isCommonPassword } from './common-password'
import { noteSignIn } from './history.server'
import { findTarget, parseIdentity, refuseProven } from './identity.server'
import { knownBrowserOf } from './known-browser.server'
import { notify } from './notice.server'
import { endSessionsOf } from './part.server'
import { hashOrBusy } from './password.server'
import { refusePassword } from './register.server'
import { sendAccountCode } from './sign-in.server'

/**
 * Sends a code for recovering an account. If no account has the e-mail, a mail to it says so; nobody else learns it.
 */
export const sendRecoverCode = (input: SendCodeInput, visit: Visit): Promise<Result<SentCode>> =>
  sendAccountCode('recover', input, visit)

/** Checks a code before the new password, without spending it. I1102, I1103, I1104; I1301 after a right one. */
export const checkRecoverCode = async (input: CodeSignInInput, visit: Visit): Promise<Result<null>> => {
  const parsed = parseIdentity(input)
  if (!parsed.ok) return parsed
  const { row, contact, asked } = await findTarget(parsed.value)
  const checked = await checkCode({
    purpose: 'recover',
    contact,
    asked,
    visit,
    code: input.code,
    known: row === null ? null : knownBrowserOf(visit, row.id),
  })
  if (!checked.ok) return checked
  return row !== null && checked.value.userId === row.id ? ok(null) : refuseProven(row)
}

/**
 * Sets a new password with a code. All sessions of the account end; API tokens stay. I1102, I1103, I1104 for the code;
 * I1301, U6008 and a password that equals the account's name are reported only after the right code.
 */
export const recoverPassword = async (input: RecoverInput, visit: Visit): Promise<Result<Account>> => {
  if (!isPasswordLength(input.newPassword)) return fail('I1203', { field: 'newPassword' })
  if (isCommonPassword(input.newPassword)) return fail('I1111', { field: 'newPassword' })
  if (input.repeatPassword !== undefined && !isSamePassword(input.repeatPassword, input.newPassword))
    return fail('I1107', { field: 'repeatPassword' })
  const parsed = parseIdentity(input)
  if (!parsed.ok) return parsed
  const { row, contact, asked } = await findTarget(parsed.value)
  const query = {
    purpose: 'recover' as const,
    contact,
    asked,
    visit,
    code: input.code,
    known: row === null ? null : knownBrowserOf(visit, row.id),
  }
  const checked = await checkCode(query)
  if (!checked.ok) {
    if (row !== null && checked.code === 'I1104') noteSignIn(row.id, { via: 'code', outcome: 'wrong-code' }, visit)
    return checked
  }
  if (row === null || checked.value.userId !== row.id) return refuseProven(row)
  if (row.disabledAt !== null) return fail('U6008')
  const weak = refusePassword(input.newPassword, row, 'newPassword')
  if (weak !== null) return weak
  const hashed = await hashOrBusy(input.newPassword, { who: row.id })
  if (!hashed.ok) return hashed
  return transact(async (tx) => {
    const spent = await spendCode(query, tx)
    if (!spent.ok) return spent
    await tx.user.update({ where: { id: row.id }, data: { passwordHash: hashed.value, passwordChangedAt: now() } })
    await tx.pendingSignIn.deleteMany({ where: { userId: row.id } })
    await closeCodes(tx, row.id)
    await endSessionsOf(tx, row.id, { keep: null, reason: 'password' })
    await recordAudit(
      { actor: row.id, action: 'account.recover', subject: row.id, detail: `by ${checked.value.channel}` },
      tx,
    )
    await notify(tx, row, visit.language, 'password-changed')
    return ok(accountOf(row))
  })
}
