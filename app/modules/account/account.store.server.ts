/** An account between the table and the module: how a row is read and how a new one is written. */
import { now } from '~/platform/clock.server'
import { isUniqueViolation, type Transaction } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { roles, type Role } from '~/api/endpoint'
import { fail, ok, type Result } from '~/errors/table'
import { userNameKey } from './account.schema'

/** An account as others see it. Never holds a hash. */
export type Account = {
  id: string
  userName: string
  role: Role
  vnoId: string | null
  /** The interface language that the person chose, null when none was. */
  language: string | null
  createdAt: Date
  disabledAt: Date | null
}

type Row = { id: string; userName: string; role: string; vnoId: string | null; language: string | null; createdAt: Date; disabledAt: Date | null }
const parseRole = (text: string): Role => {
  const role = roles.find((known) => known === text)
  if (role === undefined) throw new Error(`The stored role ${text} is unknown`)
  return role
}
/** Makes an account of a stored row; other columns are left behind. */
export const accountOf = (row: Row): Account => ({
  id: row.id,
  userName: row.userName,
  role: parseRole(row.role),
  vnoId: row.vnoId,
  language: row.language,
  createdAt: row.createdAt,
  disabledAt: row.disabledAt,
})

type NewAccount = { userName: string; passwordHash: string; role: Role; vnoId: string | null; language: string | null }
/** Stores an account within a transaction or alone; a taken name is I1202. */
export const insertAccount = async (into: Transaction, account: NewAccount): Promise<Result<Account>> => {
  const userName = account.userName.normalize('NFKC')
  try {
    return ok(accountOf(await into.user.create({ data: { ...account, id: makeId(), userName, userNameKey: userNameKey(userName), createdAt: now() } })))
  } catch (error) {
    if (isUniqueViolation(error)) return fail('I1202', { field: 'userName' })
    throw error
  }
}
