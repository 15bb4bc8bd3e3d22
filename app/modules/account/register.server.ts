/** Creates a customer's account, with a proven e-mail or phone if one is given. */
import { inMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { consume, networkOf, peek } from '~/platform/limits.server'
import { transact } from '~/platform/transact.server'
import type { Visit } from '~/platform/visit'
import { recordAudit } from '~/modules/audit/audit.server'
import { requirePass } from '~/modules/captcha/captcha.server'
import { isCountry, type Contact } from '~/modules/verification/contact.schema'
import { parseContact } from '~/modules/verification/typed-contact.schema'
import { checkCode, sendCode, spendCode, type SentCode } from '~/modules/verification/verification.server'
import { fail, ok, tooMany, type Failure, type Result } from '~/errors/table'
import {
  isNewUserName,
  isOwnContact,
  isPassword,
  isSamePassword,
  userNameKey,
  type OwnNames,
  type RegisterInput,
} from './account.schema'
import { contactColumns, insertAccount, takenBy, type Account } from './account.store.server'
import { isCommonPassword } from './common-password'
import { takeInvitation, type InvitationOutcome } from './part.server'
import { hashOrBusy } from './password.server'
import { isReservedName } from './reserved-name'
import { authenticate } from './sign-in.server'

/** How long the same form may be sent again: a slow line takes seconds, and a person presses once more. */
export const repeatMs = 2 * 60_000

/**
 * Sends the code that proves an e-mail or phone before an account is created with it. Only the right code reveals
 * whether it is taken.
 */
export const sendRegisterCode = (contact: Contact, visit: Visit): Promise<Result<SentCode>> =>
  sendCode({ purpose: 'register', contact, userId: null, visit })

/**
 * Why a password is not allowed for this account, or null: too short or long, its own name, e-mail or phone (I1203), or
 * too common (I1111).
 */
export const refusePassword = (password: string, names: OwnNames, field: string): Failure | null => {
  if (!isPassword(password, names.userName) || isOwnContact(password, names)) return fail('I1203', { field })
  return isCommonPassword(password) ? fail('I1111', { field }) : null
}

/** `invitation`: the result of the invitation code; null without one. */
export type Registered = Account & { invitation: InvitationOutcome | null }

/**
 * Creates a customer's account. A wrong invitation code doesn't prevent that. I1201 if the operator has closed
 * registration; I1106, I1202, I1203, I1111, I1107, I1309, I1112 for the fields; I1108–I1110 and the codes of
 * `checkCode` for a contact, I1204 and I1205 only after its right code; B0005 if a captcha is due, I1009 if one address
 * creates too many. `later` is a contact to be added once it is proven: it is neither stored nor looked up here, but it
 * must not be the password.
 */
export const register = async (
  input: RegisterInput & { later?: Contact | null },
  visit: Visit,
): Promise<Result<Registered>> => {
  if (!env.registrationOpen) return fail('I1201')
  const { userName, password } = input
  if (userName === '' || password === '') return fail('I1309', { field: userName === '' ? 'userName' : 'password' })
  if (!isNewUserName(userName)) return fail('I1106', { field: 'userName' })
  if (isReservedName(userName)) return fail('I1106', { field: 'userName', data: { context: 'reserved' } })
  const weak = refusePassword(
    password,
    { userName, email: input.email, phoneArea: input.area, phone: input.phone },
    'password',
  )
  if (weak !== null) return weak
  if (
    input.later != null &&
    isOwnContact(
      password,
      input.later.channel === 'mail'
        ? { userName, email: input.later.email }
        : { userName, phoneArea: input.later.area, phone: input.later.phone },
    )
  )
    return fail('I1203', { field: 'password' })
  if (input.repeatPassword !== undefined && !isSamePassword(input.repeatPassword, password))
    return fail('I1107', { field: 'repeatPassword' })
  const country = input.country === undefined || input.country === '' ? null : input.country
  if (country !== null && !isCountry(country)) return fail('I1112', { field: 'country' })
  let contact: Contact | null = null
  if ((input.email ?? '') !== '' || (input.phone ?? '') !== '') {
    const parsed = parseContact(input)
    if (!parsed.ok) return parsed
    contact = parsed.value
  }
  const asked = await consume('user-name-check', visit.address)
  if (!asked.ok) return tooMany(asked)
  if ((await db.user.count({ where: { userNameKey: userNameKey(userName) } })) > 0)
    return fail('I1202', { field: 'userName' })
  const passed = await requirePass({
    visit,
    purpose: 'register',
    risky: !(await peek('doubt-register-address', visit.address)).ok,
  })
  if (!passed.ok) return passed
  const allowed = await consume('register-address', visit.address)
  if (!allowed.ok) return tooMany(allowed)
  const query = contact === null ? null : { purpose: 'register' as const, contact, visit, code: input.code ?? '' }
  if (query !== null) {
    const checked = await checkCode(query)
    if (!checked.ok) return checked
    const taken = await takenBy(query.contact, null)
    if (taken !== null) return taken
  }
  const hashed = await hashOrBusy(password, { who: networkOf(visit.address) })
  if (!hashed.ok) return hashed
  const invite = input.invite ?? ''
  const made = await transact(async (tx): Promise<Result<Registered>> => {
    if (query !== null) {
      const spent = await spendCode(query, tx)
      if (!spent.ok) return spent
    }
    const inserted = await insertAccount(tx, {
      userName,
      passwordHash: hashed.value,
      role: 'customer',
      vnoId: null,
      language: visit.language,
      country,
      ...(contact === null ? {} : contactColumns(contact)),
    })
    if (!inserted.ok) return inserted
    const invitation =
      invite === '' ? null : await takeInvitation(tx, { userId: inserted.value.id, code: invite, visit })
    await recordAudit(
      {
        actor: inserted.value.id,
        action: 'account.register',
        subject: inserted.value.id,
        detail: contact === null ? null : `with ${contact.channel}`,
      },
      tx,
    )
    return ok({ ...inserted.value, invitation })
  })
  if (made.ok) await consume('doubt-register-address', visit.address)
  return made
}

/**
 * `register` for a page's form. Without scripts a second press sends the form again, and only its answer is shown: if
 * the first press created the account a moment ago, the same password gets it, too. Any other password gets I1202, and
 * counts as a wrong try.
 */
export const registerByForm: typeof register = async (input, visit) => {
  const made = await register(input, visit)
  if (made.ok || made.code !== 'I1202') return made
  const { userName, password } = input
  const where = { userNameKey: userNameKey(userName), createdAt: { gte: inMs(-repeatMs) } }
  if ((await db.user.count({ where })) === 0) return made
  const proven = await authenticate({ identifier: userName, password }, visit)
  return proven.ok && proven.value.step === 'done' ? ok({ ...proven.value.account, invitation: null }) : made
}
