/** The account's data that its owner reads and changes: name, contacts, password, country, authenticator. */
import { dayMs, inMs, minuteMs, now, nowMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { consume } from '~/platform/limits.server'
import { transact } from '~/platform/transact.server'
import type { Visit } from '~/platform/visit'
import { searchKeyOf } from '~/text/search-key'
import type { Role } from './rights'
import { recordAudit, recordSwitch } from '~/modules/audit/audit.server'
import { isCountry, printContact, type Channel, type Contact } from '~/modules/verification/contact.schema'
import { checkCode, closeCodes, sendCode, spendCode, type SentCode } from '~/modules/verification/verification.server'
import { fail, ok, tooMany, type Failure, type Result } from '~/errors/table'
import {
  isNewUserName,
  isOwnContact,
  isPassword,
  isSamePassword,
  userNameKey,
  type PasswordChange,
  type UserNameChange,
} from './account.schema'
import { accountOf, contactColumns, takenBy, takenOrThrow, type Account } from './account.store.server'
import { clearAuthenticator, isAuthenticatorOn, replaceRecoveryCodes, spendSecondCode } from './authenticator.server'
import { contactOf, type UserRow } from './identity.server'
import { endSessionsOf, sessionOf } from './part.server'
import { notify, notifyContactChanged } from './notice.server'
import { provePassword } from './own-password.server'
import { hashOrBusy } from './password.server'
import { isReservedName } from './reserved-name'
import { refusePassword, repeatMs } from './register.server'
import { normalForm } from '~/text/normal-form'

const rowOf = async (userId: string): Promise<Result<UserRow>> => {
  const row = await db.user.findUnique({ where: { id: userId } })
  return row === null ? fail('I1310') : ok(row)
}

export type Profile = {
  id: string
  userName: string
  role: Role
  email: { email: string; shown: string } | null
  phone: { area: string; phone: string; shown: string } | null
  country: string | null
  /** When it was declared as the boxes' country; null if it was only entered. */
  countryDeclaredAt: Date | null
  authenticatorOn: boolean
  recoveryCodesLeft: number
  passwordChangedAt: Date | null
  createdAt: Date
  /** Whether binding an e-mail or a phone requires the password now. */
  bindAsksPassword: { mail: boolean; sms: boolean }
}

/** Right after registering, the password has just been typed. */
const freshMs = 15 * minuteMs
/** A contact can recover the account, so binding one at an unattended browser must need the password. */
const asksPassword = (row: { createdAt: Date }, old: Contact | null): boolean =>
  old !== null || nowMs() - row.createdAt.getTime() > freshMs

/** The account as its owner sees it. The account must exist. */
export const getProfile = async (userId: string): Promise<Profile> => {
  const row = await db.user.findUniqueOrThrow({ where: { id: userId } })
  const mail = contactOf(row, 'mail')
  const sms = contactOf(row, 'sms')
  return {
    id: row.id,
    userName: row.userName,
    role: accountOf(row).role,
    email: mail?.channel === 'mail' ? { email: mail.email, shown: printContact(mail) } : null,
    phone: sms?.channel === 'sms' ? { area: sms.area, phone: sms.phone, shown: printContact(sms) } : null,
    country: row.country,
    countryDeclaredAt: row.countryDeclaredAt,
    authenticatorOn: isAuthenticatorOn(row),
    recoveryCodesLeft: await db.recoveryCode.count({ where: { userId, usedAt: null } }),
    passwordChangedAt: row.passwordChangedAt,
    createdAt: row.createdAt,
    bindAsksPassword: { mail: asksPassword(row, mail), sms: asksPassword(row, sms) },
  }
}

/**
 * Changes the account's user name. I1106, I1202; I1302 for a wrong password, I1203 if the password would equal the
 * name.
 */
export const changeUserName = async (userId: string, input: UserNameChange, visit: Visit): Promise<Result<Account>> => {
  if (!isNewUserName(input.userName)) return fail('I1106', { field: 'userName' })
  if (isReservedName(input.userName)) return fail('I1106', { field: 'userName', data: { context: 'reserved' } })
  const row = await rowOf(userId)
  if (!row.ok) return row
  const proven = await provePassword(row.value, input.password, 'password')
  if (!proven.ok) return proven
  if (!isPassword(input.password, input.userName)) return fail('I1203', { field: 'userName' })
  const asked = await consume('user-name-check', visit.address)
  if (!asked.ok) return tooMany(asked)
  const userName = normalForm(input.userName, 'NFKC')
  return transact(async (tx) => {
    const changed = await tx.user
      .update({
        where: { id: userId },
        data: { userName, userNameKey: userNameKey(userName), searchKey: searchKeyOf(userName) },
      })
      .then(ok, takenOrThrow)
    if (!changed.ok) return changed
    await recordAudit(
      { actor: userId, action: 'account.rename', subject: userId, detail: `${row.value.userName} to ${userName}` },
      tx,
    )
    return ok(accountOf(changed.value))
  })
}

/** Sends the code that proves a new e-mail or phone. */
export const sendBindCode = (userId: string, contact: Contact, visit: Visit): Promise<Result<SentCode>> =>
  sendCode({ purpose: 'bind', contact, userId, visit })

/**
 * Binds an e-mail or phone to the account. It requires the password, except for the first contact in a new account's
 * first 15 minutes. A replaced contact is notified. I1102–I1104 for the code, then I1204 or I1205 if another account
 * has the contact.
 */
export const bindContact = async (
  userId: string,
  input: { contact: Contact; code: string; password?: string | undefined },
  visit: Visit,
): Promise<Result<Account>> => {
  const row = await rowOf(userId)
  if (!row.ok) return row
  const { contact } = input
  const old = contactOf(row.value, contact.channel)
  if (asksPassword(row.value, old)) {
    const proven = await provePassword(row.value, input.password ?? '', 'password')
    if (!proven.ok) return proven
    // A contact is not secret, so the password must not equal it.
    const names =
      contact.channel === 'mail' ? { email: contact.email } : { phoneArea: contact.area, phone: contact.phone }
    if (isOwnContact(input.password ?? '', { userName: row.value.userName, ...names }))
      return fail('I1203', { field: 'password' })
  }
  const query = { purpose: 'bind' as const, contact, visit, code: input.code }
  const checked = await checkCode(query)
  if (!checked.ok) return checked
  if (checked.value.userId !== userId) return fail('I1103', { field: 'code' })
  const taken = await takenBy(contact, userId)
  if (taken !== null) return taken
  return transact(async (tx) => {
    const spent = await spendCode(query, tx)
    if (!spent.ok) return spent
    const changed = await tx.user
      .update({ where: { id: userId }, data: contactColumns(contact) })
      .then(ok, takenOrThrow)
    if (!changed.ok) return changed
    await recordAudit({ actor: userId, action: 'account.bind', subject: userId, detail: contact.channel }, tx)
    await closeCodes(tx, userId)
    if (old !== null) await notifyContactChanged(tx, row.value, visit.language, old, 'changed')
    return ok(accountOf(changed.value))
  })
}

/** Removes an e-mail or phone from the account and notifies it. I1210 if none is bound. */
export const unbindContact = async (
  userId: string,
  input: { channel: Channel; password: string },
  visit: Visit,
): Promise<Result<Account>> => {
  const row = await rowOf(userId)
  if (!row.ok) return row
  const old = contactOf(row.value, input.channel)
  if (old === null) return fail('I1210')
  const proven = await provePassword(row.value, input.password, 'password')
  if (!proven.ok) return proven
  const none =
    input.channel === 'mail' ? { email: null, emailKey: null } : { phoneArea: null, phone: null, phoneKey: null }
  return transact(async (tx) => {
    const changed = await tx.user.update({ where: { id: userId }, data: none })
    await recordAudit({ actor: userId, action: 'account.unbind', subject: userId, detail: input.channel }, tx)
    await closeCodes(tx, userId)
    await notifyContactChanged(tx, row.value, visit.language, old, 'removed')
    return ok(accountOf(changed))
  })
}

/** Sends a code for changing the password to the account's own e-mail or phone. I1210 if none is bound. */
export const sendPasswordCode = (userId: string, channel: Channel, visit: Visit): Promise<Result<SentCode>> =>
  sendOwnCode(userId, 'change-password', channel, visit)

/** Actions that a signed-in owner confirms with a code to the account's own e-mail or phone. */
export type OwnPurpose = 'change-password' | 'payment-password'
/** Sends such a code. I1210 if the account has no such contact. */
export const sendOwnCode = async (
  userId: string,
  purpose: OwnPurpose,
  channel: Channel,
  visit: Visit,
): Promise<Result<SentCode>> => {
  const row = await rowOf(userId)
  if (!row.ok) return row
  const contact = contactOf(row.value, channel)
  return contact === null ? fail('I1210') : sendCode({ purpose, contact, userId, visit })
}

/** Finds the account's contact that the code was sent to, without spending the code. I1102, I1103, I1104, I1210. */
export const findCodeContact = async (
  row: Pick<UserRow, 'id' | 'email' | 'phoneArea' | 'phone'>,
  purpose: OwnPurpose,
  code: string,
  visit: Visit,
): Promise<Result<Contact>> => {
  const contacts = [contactOf(row, 'mail'), contactOf(row, 'sms')].filter((contact) => contact !== null)
  let refused: Result<Contact> = contacts.length === 0 ? fail('I1210') : fail('I1103', { field: 'code' })
  for (const contact of contacts) {
    const checked = await checkCode({ purpose, contact, visit, code })
    if (checked.ok) return checked.value.userId === row.id ? ok(contact) : fail('I1103', { field: 'code' })
    // The error for an existing code says more than "no code was sent".
    if (checked.code !== 'I1103' || refused.ok) refused = checked
  }
  return refused
}

/** Checks a code for changing the password without spending it. */
export const checkPasswordCode = async (userId: string, code: string, visit: Visit): Promise<Result<null>> => {
  const row = await rowOf(userId)
  if (!row.ok) return row
  const checked = await findCodeContact(row.value, 'change-password', code, visit)
  return checked.ok ? ok(null) : checked
}

/**
 * A second press of the form on a slow line: a moment ago the first one changed the password to the new one, so that
 * the old one is wrong now.
 */
const acceptRepeat = async (row: UserRow, newPassword: string, refusal: Failure): Promise<Result<Account>> => {
  if (row.passwordChangedAt === null || row.passwordChangedAt < inMs(-repeatMs)) return refusal
  return (await provePassword(row, newPassword, 'newPassword')).ok ? ok(accountOf(row)) : refusal
}

/**
 * Changes the password, with the old one or with a code to the account's contact. Other sessions end; the owner is
 * notified.
 */
export const changePassword = async (userId: string, input: PasswordChange, visit: Visit): Promise<Result<Account>> => {
  const row = await rowOf(userId)
  if (!row.ok) return row
  const weak = refusePassword(input.newPassword, row.value, 'newPassword')
  if (weak !== null) return weak
  if (input.repeatPassword !== undefined && !isSamePassword(input.repeatPassword, input.newPassword))
    return fail('I1107', { field: 'repeatPassword' })
  let contact: Contact | null = null
  if (input.code === undefined) {
    const proven = await provePassword(row.value, input.oldPassword ?? '', 'oldPassword')
    if (!proven.ok) return proven.code === 'I1302' ? acceptRepeat(row.value, input.newPassword, proven) : proven
  } else {
    const checked = await findCodeContact(row.value, 'change-password', input.code, visit)
    if (!checked.ok) return checked
    contact = checked.value
  }
  const hashed = await hashOrBusy(input.newPassword, { who: row.value.id })
  if (!hashed.ok) return hashed
  return transact(async (tx) => {
    if (contact !== null) {
      const spent = await spendCode({ purpose: 'change-password', contact, visit, code: input.code ?? '' }, tx)
      if (!spent.ok) return spent
    }
    const changed = await tx.user.update({
      where: { id: userId },
      data: { passwordHash: hashed.value, passwordChangedAt: now() },
    })
    await tx.pendingSignIn.deleteMany({ where: { userId } })
    await closeCodes(tx, userId)
    await endSessionsOf(tx, userId, { keep: sessionOf(visit.binding), reason: 'password' })
    await recordAudit(
      {
        actor: userId,
        action: 'account.password',
        subject: userId,
        detail: contact === null ? 'by the old one' : `by ${contact.channel}`,
      },
      tx,
    )
    await notify(tx, row.value, visit.language, 'password-changed')
    return ok(accountOf(changed))
  })
}

/** The declared country decides what can be bought, so it can change only this often. */
export const declaredForMs = 90 * dayMs

/** Until when a declared country is fixed; null if it can be changed. */
export const countryFixedUntil = (declaredAt: Date | null): Date | null => {
  if (declaredAt === null) return null
  const until = new Date(declaredAt.getTime() + declaredForMs)
  return until > now() ? until : null
}

const storeCountry = async (
  userId: string,
  country: string | null,
  { declare }: { declare: boolean },
): Promise<Result<Account>> => {
  if (country !== null && !isCountry(country)) return fail('I1112', { field: 'country' })
  return transact(async (tx): Promise<Result<Account>> => {
    const row = await tx.user.findUnique({ where: { id: userId } })
    if (row === null) return fail('I1310')
    const fixedUntil = countryFixedUntil(row.countryDeclaredAt)
    if (fixedUntil !== null && country !== row.country)
      return fail('I1115', { field: 'country', data: { days: declaredForMs / dayMs, from: fixedUntil.toISOString() } })
    const declares = row.countryDeclaredAt !== null || declare
    const isNew = row.country !== country || row.countryDeclaredAt === null
    const changed = await tx.user.update({
      where: { id: userId },
      data: { country, ...(declares && isNew ? { countryDeclaredAt: now() } : {}) },
    })
    const action = declare ? 'account.country-declared' : 'account.country'
    if (row.country !== country || (declares && isNew)) {
      const recorded = await recordSwitch({ actor: userId, action, subject: userId, detail: country }, tx)
      if (!recorded.ok) return recorded
    }
    return ok(accountOf(changed))
  })
}

/**
 * Sets or clears the account's country. I1112 for an unknown one, I1115 while a declared one is fixed (`data.from`:
 * when it can be changed).
 */
export const changeCountry = (userId: string, country: string | null): Promise<Result<Account>> =>
  storeCountry(userId, country === '' ? null : country, { declare: false })

/** Declares the country of the account's boxes, for services sold by country. I1112, I1115. */
export const declareCountry = (userId: string, country: string): Promise<Result<Account>> =>
  storeCountry(userId, country, { declare: true })

type SecondFactor = { password: string; code: string }
/**
 * Proves the owner by the password and an authenticator or recovery code. The password alone must not be enough to
 * weaken the second step. I1302, I1206, I1211 if the authenticator is off.
 */
const proveSecondFactor = async (userId: string, { password, code }: SecondFactor): Promise<Result<UserRow>> => {
  const row = await rowOf(userId)
  if (!row.ok) return row
  if (!isAuthenticatorOn(row.value)) return fail('I1211')
  const proven = await provePassword(row.value, password, 'password')
  if (!proven.ok) return proven
  const used = await spendSecondCode(row.value, code)
  return used.ok ? row : used
}

/**
 * Turns the authenticator off with the password and an authenticator or recovery code. I1302, I1206, I1211 if it is
 * off.
 */
export const removeAuthenticator = async (userId: string, input: SecondFactor, visit: Visit): Promise<Result<null>> => {
  const proven = await proveSecondFactor(userId, input)
  if (!proven.ok) return proven
  return transact(async (tx) => {
    if (!(await clearAuthenticator(tx, userId))) return ok(null)
    await recordAudit({ actor: userId, action: 'authenticator.remove', subject: userId }, tx)
    await notify(tx, proven.value, visit.language, 'authenticator-removed')
    return ok(null)
  })
}

/**
 * Makes ten new recovery codes with the password and an authenticator or recovery code, shown only this once; the old
 * ones become invalid. I1302, I1206, I1211 if the authenticator is off.
 */
export const renewRecoveryCodes = async (
  userId: string,
  input: SecondFactor,
): Promise<Result<{ recoveryCodes: string[] }>> => {
  const proven = await proveSecondFactor(userId, input)
  return proven.ok ? replaceRecoveryCodes(userId) : proven
}
