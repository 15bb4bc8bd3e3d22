/**
 * Accounts: registering, proving a password, roles and brands. The one public file of the module. Which accounts exist
 * is not told by how signing in is answered, nor by how long it takes.
 */
import { now } from '~/platform/clock.server'
import { db, isUniqueViolation } from '~/platform/db.server'
import { consume, forgive, networkOf } from '~/platform/limits.server'
import { makeId } from '~/platform/random.server'
import { recordActBy, recordAudit, type By } from '~/modules/audit/audit.server'
import type { Role } from '~/api/endpoint'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import { isPassword, isUserName, userNameKey, type RegisterInput, type SignInInput, type StaffAccountInput } from './account.schema'
import { accountOf, insertAccount, type Account } from './account.store.server'
import { hashOrBusy, PasswordQueueFull, verifyPassword } from './password.server'

export { claimFirstOperator, ensureFirstOperator } from './first-operator.server'
export { demoAccounts, demoVno, seedAccounts } from './account.seed.server'

export type { Account } from './account.store.server'
export type Vno = { id: string; name: string; createdAt: Date }

const tooMany = (retryAfterSeconds: number): Failure => fail('I1009', { data: { retryAfterSeconds } })

/** Makes a customer's account. I1106, I1202, I1203, I1107, I1309; I1009 when one address makes too many. */
export const register = async (input: RegisterInput, from: { address: string; language: string | null }): Promise<Result<Account>> => {
  if (input.userName === '' || input.password === '') return fail('I1309', { field: input.userName === '' ? 'userName' : 'password' })
  if (!isUserName(input.userName)) return fail('I1106', { field: 'userName' })
  if (!isPassword(input.password, input.userName)) return fail('I1203', { field: 'password' })
  if (input.repeatPassword !== undefined && input.repeatPassword !== input.password) return fail('I1107', { field: 'repeatPassword' })
  const asked = await consume('user-name-check', from.address)
  if (!asked.ok) return tooMany(asked.retryAfterSeconds)
  if ((await db.user.count({ where: { userNameKey: userNameKey(input.userName) } })) > 0) return fail('I1202', { field: 'userName' })
  const allowed = await consume('register-address', from.address)
  if (!allowed.ok) return tooMany(allowed.retryAfterSeconds)
  const hashed = await hashOrBusy(input.password)
  if (!hashed.ok) return hashed
  const made = await insertAccount(db, { userName: input.userName, passwordHash: hashed.value, role: 'customer', vnoId: null, language: from.language })
  if (made.ok) await recordAudit({ actor: made.value.id, action: 'account.register', subject: made.value.id })
  return made
}

/**
 * Proves an account's password. I1302 for a wrong one and for a name that nobody has; U6008 only after the right one;
 * I1009 after too many tries for this name or from this address.
 */
export const authenticate = async (input: SignInInput, from: { address: string }): Promise<Result<Account>> => {
  if (input.userName === '' || input.password === '') return fail('I1309', { field: input.userName === '' ? 'userName' : 'password' })
  const key = userNameKey(input.userName)
  const pair = `${networkOf(from.address)} ${key}`
  for (const [name, counted] of [['sign-in-address', from.address], ['sign-in-pair', pair], ['sign-in-account', key]] as const) {
    const allowed = await consume(name, counted)
    if (!allowed.ok) return tooMany(allowed.retryAfterSeconds)
  }
  const row = await db.user.findUnique({ where: { userNameKey: key } })
  let right: boolean
  try {
    right = await verifyPassword(row?.passwordHash ?? null, input.password)
  } catch (error) {
    if (error instanceof PasswordQueueFull) return fail('A0503', { data: { retryAfterSeconds: 5 } })
    throw error
  }
  if (row === null || !right) return fail('I1302', { field: 'password' })
  await forgive('sign-in-pair', pair)
  await forgive('sign-in-account', key)
  if (row.disabledAt !== null) return fail('U6008')
  return ok(accountOf(row))
}

/** The account with this id, if there is one. */
export const findAccount = async (userId: string): Promise<Account | null> => {
  const row = await db.user.findUnique({ where: { id: userId } })
  return row === null ? null : accountOf(row)
}

/** Keeps the interface language that the person chose. */
export const setLanguage = async (userId: string, language: string): Promise<void> => {
  await db.user.updateMany({ where: { id: userId }, data: { language } })
}

/** Makes an administrator, a VNO account or an operator. Only the operator's calls reach this. */
export const createStaffAccount = async (by: By, input: StaffAccountInput): Promise<Result<Account>> => {
  if (!isUserName(input.userName)) return fail('I1106', { field: 'userName' })
  if (!isPassword(input.password, input.userName)) return fail('I1203', { field: 'password' })
  const vno = input.vno === undefined ? null : await db.vno.findUnique({ where: { name: input.vno } })
  if (input.role === 'vno' && vno === null) return fail('A0422', { field: 'vno' })
  const hashed = await hashOrBusy(input.password)
  if (!hashed.ok) return hashed
  const made = await insertAccount(db, { userName: input.userName, passwordHash: hashed.value, role: input.role, vnoId: vno?.id ?? null, language: null })
  if (made.ok) await recordActBy(by, { action: 'account.create', subject: made.value.id, detail: `${input.role} ${made.value.userName}${vno === null ? '' : ` of ${vno.name}`}` })
  return made
}

/** One page of accounts for the operator, newest first; `search` is part of a name. */
export const listAccounts = async (asked: { page: number; size: number; search: string | null; role: Role | null }): Promise<{ items: Account[]; total: number }> => {
  const where = { ...(asked.search === null ? {} : { userNameKey: { contains: userNameKey(asked.search) } }), ...(asked.role === null ? {} : { role: asked.role }) }
  const [rows, total] = await Promise.all([
    db.user.findMany({ where, orderBy: { id: 'desc' }, skip: (asked.page - 1) * asked.size, take: asked.size }),
    db.user.count({ where }),
  ])
  return { items: rows.map(accountOf), total }
}

type AccountEvent = (userId: string) => void | Promise<void>
const disabledListeners: AccountEvent[] = []
/** Lets sessions and boxes act when an account is disabled. Connected once at start. */
export const onAccountDisabled = (listener: AccountEvent): void => void disabledListeners.push(listener)

/** Disables or enables an account. Its sessions end and its boxes lose its lists at once. An operator can't disable itself. */
export const setAccountDisabled = async (by: By, userId: string, disabled: boolean): Promise<Result<Account>> => {
  if (by.userId === userId) return fail('A0409')
  const row = await db.user.findUnique({ where: { id: userId } })
  if (row === null) return fail('A0404')
  const changed = await db.user.update({ where: { id: userId }, data: { disabledAt: disabled ? (row.disabledAt ?? now()) : null } })
  await recordActBy(by, { action: disabled ? 'account.disable' : 'account.enable', subject: userId })
  for (const listener of disabledListeners) await listener(userId)
  return ok(accountOf(changed))
}

/** Makes a brand. A0409 when the name is taken. */
export const createVno = async (by: By, name: string): Promise<Result<Vno>> => {
  try {
    const vno = await db.vno.create({ data: { id: makeId(), name, createdAt: now() } })
    await recordActBy(by, { action: 'vno.create', subject: vno.id, detail: name })
    return ok(vno)
  } catch (error) {
    if (isUniqueViolation(error)) return fail('A0409', { field: 'name' })
    throw error
  }
}

/** All brands, by name. An operator has tens of them, not thousands. */
export const listVnos = (): Promise<Vno[]> => db.vno.findMany({ orderBy: { name: 'asc' }, take: 1000 })
/** The brand of this name, if there is one. */
export const findVnoByName = (name: string): Promise<Vno | null> => db.vno.findUnique({ where: { name } })

