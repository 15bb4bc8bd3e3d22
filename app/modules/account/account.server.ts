/**
 * Accounts: registering, proving a password, roles and brands. The only public file of the module. Neither the answers
 * nor their timing reveal which accounts exist.
 */
import { now } from '~/platform/clock.server'
import { db, isUniqueViolation } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { findSearchKey, searchKeyOf } from '~/text/search-key'
import { recordActBy, type By } from '~/modules/audit/audit.server'
import type { Role } from './rights'
import { fail, ok, type Result } from '~/errors/table'
import { isNewUserName, userNameKey, type StaffAccountInput } from './account.schema'
import { accountOf, insertAccount, type Account } from './account.store.server'
import { clearAuthenticator } from './authenticator.server'
import { actOn } from './line.server'
import { notify } from './notice.server'
import { accountSwitched, endSessionsOf } from './part.server'
import { hashOrBusy } from './password.server'
import { refusePassword } from './register.server'

export { demoAccounts, demoContacts, demoVno, seedAccounts } from './account.seed.server'
export { confirmAuthenticator, findStartedAuthenticator, startAuthenticator } from './authenticator.server'
export {
  bindContact,
  changeCountry,
  changePassword,
  changeUserName,
  checkPasswordCode,
  countryFixedUntil,
  declareCountry,
  declaredForMs,
  findCodeContact,
  getProfile,
  removeAuthenticator,
  renewRecoveryCodes,
  sendBindCode,
  sendOwnCode,
  sendPasswordCode,
  unbindContact,
  type Profile,
} from './change.server'
export { claimFirstOperator, ensureFirstOperator } from './first-operator.server'
export {
  clearOldSignIns,
  flushSignIns,
  listSignIns,
  noteSignIn,
  signInOutcomes,
  signInVias,
  type SignInNote,
  type SignInOutcome,
  type SignInVia,
  type SignInView,
} from './history.server'
export { isYoung, type Line, type MadeAccount } from './line'
export { actOn, lineOf } from './line.server'
export { findAccountOf, findDeviceOwner, parseIdentity, type Identity } from './identity.server'
export { knownBrowserOf, withAccount } from './known-browser.server'
export { notifyNewBrowser, notifyNewProgram } from './new-sign-in.server'
export { confirmPassword } from './own-password.server'
export { mailOwner, notify } from './notice.server'
export {
  accountSwitched,
  endSessionsOf,
  invitationOutcomes,
  takeInvitation,
  type InvitationOutcome,
} from './part.server'
export { hashOrBusy, verifyOrBusy } from './password.server'
export { checkRecoverCode, recoverPassword, sendRecoverCode } from './recover.server'
export { register, registerByForm, sendRegisterCode } from './register.server'
export {
  authenticate,
  authenticateByCode,
  clearOldSecondSteps,
  findSecondStep,
  finishSecondStep,
  sendSignInCode,
  type SignInStep,
} from './sign-in.server'

export type { Account } from './account.store.server'
export type Vno = { id: string; name: string; createdAt: Date }

/** The account with this id, if it exists. */
export const findAccount = async (userId: string): Promise<Account | null> => {
  const row = await db.user.findUnique({ where: { id: userId } })
  return row === null ? null : accountOf(row)
}

/**
 * The account with this user name, if it exists. Only for the operator: elsewhere it would reveal which accounts exist.
 */
export const findAccountByName = async (userName: string): Promise<Account | null> => {
  const row = await db.user.findUnique({ where: { userNameKey: userNameKey(userName) } })
  return row === null ? null : accountOf(row)
}

/** Stores the interface language that the person chose. */
export const setLanguage = async (userId: string, language: string): Promise<void> => {
  await db.user.updateMany({ where: { id: userId }, data: { language } })
}

/** Creates an administrator, a VNO account or an operator. Only the operator's calls reach this. */
export const createStaffAccount = async (by: By, input: StaffAccountInput): Promise<Result<Account>> => {
  if (!isNewUserName(input.userName)) return fail('I1106', { field: 'userName' })
  const weak = refusePassword(input.password, { userName: input.userName }, 'password')
  if (weak !== null) return weak
  const vno = input.vno === undefined ? null : await db.vno.findUnique({ where: { name: input.vno } })
  if (input.role === 'vno' && vno === null) return fail('A0422', { field: 'vno' })
  const hashed = await hashOrBusy(input.password, { who: by.userId })
  if (!hashed.ok) return hashed
  return transact(async (tx) => {
    const made = await insertAccount(tx, {
      userName: input.userName,
      passwordHash: hashed.value,
      role: input.role,
      vnoId: vno?.id ?? null,
      language: null,
    })
    if (!made.ok) return made
    const detail = `${input.role} ${made.value.userName}${vno === null ? '' : ` of ${vno.name}`}`
    await recordActBy(by, { action: 'account.create', subject: made.value.id, detail }, tx)
    return made
  })
}

/** Adds missing search keys for at most `most` names. Returns how many; call it until there are none. */
export const fillAccountKeys = async (most: number): Promise<number> => {
  const rows = await db.user.findMany({ where: { searchKey: null }, take: most, select: { id: true, userName: true } })
  await db.$transaction(
    rows.map(({ id, userName }) =>
      db.user.updateMany({ where: { id, userName }, data: { searchKey: searchKeyOf(userName) } }),
    ),
  )
  return rows.length
}

/** One page of accounts for the operator, newest first; `search` matches part of a name. */
export const listAccounts = async (asked: {
  page: number
  size: number
  search: string | null
  role: Role | null
}): Promise<{ items: Account[]; total: number }> => {
  const key = findSearchKey(asked.search)
  const where = {
    ...(key === null ? {} : { searchKey: { contains: key } }),
    ...(asked.role === null ? {} : { role: asked.role }),
  }
  const [rows, total] = await Promise.all([
    db.user.findMany({ where, orderBy: { id: 'desc' }, skip: (asked.page - 1) * asked.size, take: asked.size }),
    db.user.count({ where }),
  ])
  return { items: rows.map(accountOf), total }
}

/**
 * Disables or enables an account. Its sessions end and its boxes lose its lists at once. Operators can't disable
 * themselves; A0409 as `actOn` says.
 */
export const setAccountDisabled = async (by: By, userId: string, disabled: boolean): Promise<Result<Account>> => {
  if (by.userId === userId) return fail('A0409')
  const row = await db.user.findUnique({ where: { id: userId } })
  if (row === null) return fail('A0404', { data: { context: 'account' } })
  return actOn(by, row, disabled ? 'account.disable' : 'account.enable', async (tx) => {
    const changed = await tx.user.update({
      where: { id: userId },
      data: { disabledAt: disabled ? (row.disabledAt ?? now()) : null },
    })
    await endSessionsOf(tx, userId, { keep: null, reason: disabled ? 'disabled' : 'enabled' })
    await recordActBy(by, { action: disabled ? 'account.disable' : 'account.enable', subject: userId }, tx)
    accountSwitched.notifyAfter(tx, { userId, disabled })
    return ok(accountOf(changed))
  })
}

/**
 * Turns off the authenticator of an owner who lost both the phone and the recovery codes; the owner is notified. I1211
 * if it is off; A0409 as `actOn` says.
 */
export const resetAuthenticator = async (by: By, userId: string): Promise<Result<Account>> => {
  const row = await db.user.findUnique({ where: { id: userId } })
  if (row === null) return fail('A0404', { data: { context: 'account' } })
  return actOn(by, row, 'authenticator.reset', async (tx): Promise<Result<Account>> => {
    if (!(await clearAuthenticator(tx, userId))) return fail('I1211')
    await notify(tx, row, row.language ?? 'en', 'authenticator-removed')
    await recordActBy(by, { action: 'authenticator.reset', subject: userId }, tx)
    return ok(accountOf(row))
  })
}

/** Creates a brand. A0409 when the name is taken. */
export const createVno = async (by: By, name: string): Promise<Result<Vno>> => {
  try {
    return await transact(async (tx) => {
      const vno = await tx.vno.create({ data: { id: makeId(), name, createdAt: now() } })
      await recordActBy(by, { action: 'vno.create', subject: vno.id, detail: name }, tx)
      return ok(vno)
    })
  } catch (error) {
    if (isUniqueViolation(error)) return fail('A0409', { field: 'name' })
    throw error
  }
}

/** All brands, by name. There are tens of them, not thousands. */
export const listVnos = (): Promise<Vno[]> => db.vno.findMany({ orderBy: { name: 'asc' }, take: 1000 })
/** The brand with this name, if it exists. */
export const findVnoByName = (name: string): Promise<Vno | null> => db.vno.findUnique({ where: { name } })
