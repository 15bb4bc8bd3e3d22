/**
 * Who somebody says to be: a user name, an e-mail, a phone or the serial number of a bound box, and where a code for
 * that account goes. The kind of an identifier follows from its form alone, and every kind costs the same with and
 * without an account.
 */
import { db } from '~/platform/db.server'
import { provided } from '~/platform/provided.server'
import { hmacSha256 } from '~/platform/random.server'
import { deriveKey } from '~/platform/seal.server'
import { channelsReady } from '~/modules/outbox/outbox.server'
import { contactKey, parseContact, type Contact } from '~/modules/verification/contact.schema'
import { plainDigits } from '~/text/digits'
import { fail, ok, type Result } from '~/errors/table'
import { isUserName, userNameKey, type IdentityInput } from './account.schema'

export type Identity =
  { kind: 'user-name'; key: string } | { kind: 'contact'; key: string; contact: Contact } | { kind: 'box'; key: string }

/** Long enough for a serial number and a phone; longer digits are neither. */
const serialNumber = /^\d{12}$/

/**
 * What was typed, by its form. I1309 nothing, I1108 a wrong e-mail, I1109 and I1110 a wrong phone, I1106 a wrong user
 * name; the field is `identifier`, or `area` where one was given.
 */
export const parseIdentity = (input: IdentityInput): Result<Identity> => {
  const text = input.identifier.trim()
  const area = (input.area ?? '').trim()
  if (text === '') return fail('I1309', { field: 'identifier' })
  if (/[@＠]/.test(text)) {
    const contact = parseContact({ email: text })
    return contact.ok
      ? ok({ kind: 'contact', key: contactKey(contact.value), contact: contact.value })
      : fail('I1108', { field: 'identifier' })
  }
  const digits = plainDigits(text)
  if (digits !== null) {
    // 00 is the plus of who dials it. Twelve digits may be either; with an area code they are a phone only where they
    // make one.
    const phone = area === '' && digits.startsWith('00') && !serialNumber.test(digits) ? `+${digits.slice(2)}` : text
    const contact = parseContact({ area: area === '' ? undefined : area, phone })
    if (contact.ok) return ok({ kind: 'contact', key: contactKey(contact.value), contact: contact.value })
    if (serialNumber.test(digits)) return ok({ kind: 'box', key: digits })
    return fail(contact.code, { field: contact.code === 'I1110' && area !== '' ? 'area' : 'identifier' })
  }
  return isUserName(text) ? ok({ kind: 'user-name', key: userNameKey(text) }) : fail('I1106', { field: 'identifier' })
}

/** Who a box is bound to, null where nobody: boxes know accounts, so accounts are given the answer. */
export const findDeviceOwner = provided<(sn: string) => Promise<string | null>>('who a box is bound to')

const noId = '-'
/** The account's row, or null; one question to the same table either way. */
export const findRow = async (identity: Identity) => {
  if (identity.kind === 'user-name') return db.user.findUnique({ where: { userNameKey: identity.key } })
  if (identity.kind === 'box')
    return db.user.findUnique({ where: { id: (await findDeviceOwner(identity.key)) ?? noId } })
  return db.user.findUnique({
    where: identity.contact.channel === 'mail' ? { emailKey: identity.key } : { phoneKey: identity.key },
  })
}
export type UserRow = NonNullable<Awaited<ReturnType<typeof findRow>>>

type Contacts = Pick<UserRow, 'email' | 'phoneArea' | 'phone'>
/** The contact of one channel that the account has. */
export const contactOf = (row: Contacts, channel: Contact['channel']): Contact | null => {
  if (channel === 'mail') return row.email === null ? null : { channel, email: row.email }
  return row.phone === null || row.phoneArea === null ? null : { channel, area: row.phoneArea, phone: row.phone }
}
/**
 * Where codes for the account go when none is named: mail first, it costs nothing; only where something can be sent.
 */
export const ownContact = (row: Contacts): Contact | null => {
  const ready = channelsReady()
  return (ready.mail ? contactOf(row, 'mail') : null) ?? (ready.sms ? contactOf(row, 'sms') : null)
}

/** Where a code for an identity goes. Without an account it goes nowhere, in the same steps. */
export type Target = {
  row: UserRow | null
  contact: Contact
  /** True where nobody may be told that there is no account, or none that could be reached. */
  decoy: boolean
  /** What was typed where it is not the contact. */
  asked: string | undefined
}
/**
 * `wanted` is the channel that the person chose. What the account has is not told: a choice that it can't be reached by
 * falls back to the other, and the answer is the same. Codes and limits go by what was typed, whatever was chosen.
 */
export const findTarget = async (identity: Identity, wanted?: Contact['channel']): Promise<Target> => {
  const row = await findRow(identity)
  if (identity.kind === 'contact' && (wanted === undefined || wanted === identity.contact.channel))
    return { row, contact: identity.contact, decoy: row === null, asked: undefined }
  const own =
    row === null
      ? null
      : ((wanted === undefined || !channelsReady()[wanted] ? null : contactOf(row, wanted)) ?? ownContact(row))
  const nowhere: Contact = {
    channel: 'mail',
    email: `${hmacSha256(deriveKey('decoy'), `${identity.kind} ${identity.key}`).slice(0, 32)}@decoy.invalid`,
  }
  return {
    row,
    contact: own ?? nowhere,
    decoy: own === null,
    asked: identity.kind === 'contact' ? identity.key : `${identity.kind} ${identity.key}`,
  }
}
