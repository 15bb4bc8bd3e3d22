/** Reads and writes account rows. */
import type { z } from 'zod'
import { now } from '~/platform/clock.server'
import { db, isUniqueViolation, type Prisma, type Transaction } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { searchKeyOf } from '~/text/search-key'
import { roles, type Role } from './rights'
import { contactKey, type Contact } from '~/modules/verification/contact.schema'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import { userNameKey, type accountOutput } from './account.schema'
import { normalForm } from '~/text/normal-form'

/** An account as other modules see it. It never contains a hash. */
export type Account = z.output<typeof accountOutput> & {
  /** The interface language that the person chose, or null. */
  language: string | null
}

type Row = Pick<Prisma.UserGetPayload<object>, keyof Account>
const parseRole = (text: string): Role => {
  const role = roles.find((known) => known === text)
  if (role === undefined) throw new Error(`The stored role ${text} is unknown`)
  return role
}
/** Converts a stored row to an account, without the other columns. */
export const accountOf = (row: Row): Account => ({
  id: row.id,
  userName: row.userName,
  role: parseRole(row.role),
  vnoId: row.vnoId,
  language: row.language,
  createdAt: row.createdAt,
  disabledAt: row.disabledAt,
})

/** The columns of a contact. */
export const contactColumns = (contact: Contact) =>
  contact.channel === 'mail'
    ? { email: contact.email, emailKey: contactKey(contact) }
    : { phoneArea: contact.area, phone: contact.phone, phoneKey: contactKey(contact) }
const takenCode = (contact: Contact): Failure =>
  contact.channel === 'mail' ? fail('I1205', { field: 'email' }) : fail('I1204', { field: 'phone' })
/** I1204 or I1205 if another account has the contact. Only for a person who has proven it. */
export const takenBy = async (contact: Contact, exceptUserId: string | null): Promise<Failure | null> => {
  const row = await db.user.findUnique({
    where: contact.channel === 'mail' ? { emailKey: contactKey(contact) } : { phoneKey: contactKey(contact) },
    select: { id: true },
  })
  return row === null || row.id === exceptUserId ? null : takenCode(contact)
}

/** Which of the account's unique columns an error concerns. */
const violated = (error: unknown): 'userName' | 'email' | 'phone' | null => {
  if (!isUniqueViolation(error)) return null
  const text = JSON.stringify(error.meta ?? {})
  return text.includes('emailKey') ? 'email' : text.includes('phoneKey') ? 'phone' : 'userName'
}
/** The failure for a unique column that a concurrent request took; other errors are rethrown. */
export const takenOrThrow = (error: unknown): Failure => {
  const column = violated(error)
  if (column === null) throw error
  return column === 'email'
    ? fail('I1205', { field: 'email' })
    : column === 'phone'
      ? fail('I1204', { field: 'phone' })
      : fail('I1202', { field: 'userName' })
}

type NewAccount = {
  userName: string
  passwordHash: string
  role: Role
  vnoId: string | null
  language: string | null
  country?: string | null
  email?: string
  emailKey?: string
  phoneArea?: string
  phone?: string
  phoneKey?: string
}
/** Stores an account, inside or outside a transaction; a taken name is I1202, a taken contact I1204 or I1205. */
export const insertAccount = async (into: Transaction, account: NewAccount): Promise<Result<Account>> => {
  const userName = normalForm(account.userName, 'NFKC')
  try {
    return ok(
      accountOf(
        await into.user.create({
          data: {
            ...account,
            id: makeId(),
            userName,
            userNameKey: userNameKey(userName),
            searchKey: searchKeyOf(userName),
            createdAt: now(),
          },
        }),
      ),
    )
  } catch (error) {
    return takenOrThrow(error)
  }
}
