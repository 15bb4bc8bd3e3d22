/** The demo's accounts. They exist only in demo mode; the README lists their passwords. */
import { db } from '~/platform/db.server'
import { now } from '~/platform/clock.server'
import { searchKeyOf } from '~/text/search-key'
import type { Role } from './rights'
import type { Contact } from '~/modules/verification/contact.schema'
import { userNameKey } from './account.schema'
import { contactColumns } from './account.store.server'
import { hashPassword } from './password.server'

/** The brand whose boxes see the demo's VNO lists. */
export const demoVno = { id: 'demovno0000000000000000000', name: 'Oasis TV' }
export const demoAccounts = [
  { id: 'demouser000000000000000000', userName: 'demo-user', password: 'mango-demo', role: 'customer' },
  { id: 'demofriend0000000000000000', userName: 'demo-friend', password: 'mango-friend', role: 'customer' },
  { id: 'demoadmin00000000000000000', userName: 'demo-admin', password: 'mango-admin', role: 'administrator' },
  { id: 'demovnoaccount000000000000', userName: 'demo-vno', password: 'mango-brand', role: 'vno' },
  { id: 'demooperator00000000000000', userName: 'demo-operator', password: 'mango-operate', role: 'operator' },
] as const satisfies readonly { id: string; userName: string; password: string; role: Role }[]

/** The demo customer's contacts: an address that reaches nobody, and a phone number reserved for fiction. */
export const demoContacts = [
  { channel: 'mail', email: 'demo-user@mango.example' },
  { channel: 'sms', area: '+44', phone: '7700900123' },
] as const satisfies readonly Contact[]

/** Creates the demo's missing brand and accounts; existing ones stay as they are. */
export const seedAccounts = async (): Promise<void> => {
  if ((await db.vno.count({ where: { OR: [{ id: demoVno.id }, { name: demoVno.name }] } })) === 0)
    await db.vno.create({ data: { ...demoVno, createdAt: now() } })
  for (const { id, userName, password, role } of demoAccounts) {
    if ((await db.user.count({ where: { OR: [{ id }, { userNameKey: userNameKey(userName) }] } })) > 0) continue
    const contacts =
      userName === 'demo-user' ? { ...contactColumns(demoContacts[0]), ...contactColumns(demoContacts[1]) } : {}
    await db.user.create({
      data: {
        id,
        userName,
        userNameKey: userNameKey(userName),
        searchKey: searchKeyOf(userName),
        passwordHash: await hashPassword(password),
        role,
        vnoId: role === 'vno' ? demoVno.id : null,
        createdAt: now(),
        ...contacts,
      },
    })
  }
}
