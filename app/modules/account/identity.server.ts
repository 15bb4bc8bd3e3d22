/**
 * Identifies an account (by user name, e-mail, phone or the serial number of a bound box), and decides where its codes
 * are sent. The form of an identifier alone determines its kind, and every kind costs the same with and without an
 * account.
 */
import { db } from '~/platform/db.server'
import { provided } from '~/platform/provided.server'
import { hmacSha256 } from '~/platform/random.server'
import { deriveKey } from '~/platform/encryption.server'
import { channelsReady } from '~/modules/outbox/outbox.server'
import { contactKey, type Contact } from '~/modules/verification/contact.schema'
import { parseContact } from '~/modules/verification/typed-contact.schema'
import { plainDigits } from '~/text/digits'
import { dropUnseen } from '~/text/unseen'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import { isUserName, userNameKey, type IdentityInput } from './account.schema'
import { accountOf, type Account } from './account.store.server'

export type Identity =
  | { kind: 'user-name'; key: string }
  | { kind: 'contact'; key: string; contact: Contact }
  | { kind: 'box'; key: string }

/** A serial number has exactly this many digits; other lengths may be a phone. */
const serialNumber = /^\d{12}$/

/**
 * Parses what was typed. I1309 nothing, I1108 an invalid e-mail, I1109 and I1110 an invalid phone, I1106 an invalid
 * user name; the field is `identifier`, or `area` if one was given.
 */
export const parseIdentity = (input: IdentityInput): Result<Identity> => {
  const text = dropUnseen(input.identifier).trim()
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
    // 00 is dialled instead of the plus. Twelve digits may be a phone or a serial number; with an area code they are a
    // phone only if they form a valid one.
    const phone = area === '' && digits.startsWith('00') && !serialNumber.test(digits) ? `+${digits.slice(2)}` : text
    const contact = parseContact({ area: area === '' ? undefined : area, phone })
    if (contact.ok) return ok({ kind: 'contact', key: contactKey(contact.value), contact: contact.value })
    if (serialNumber.test(digits)) return ok({ kind: 'box', key: digits })
    return fail(contact.code, { field: contact.code === 'I1110' && area !== '' ? 'area' : 'identifier' })
  }
  return isUserName(text) ? ok({ kind: 'user-name', key: userNameKey(text) }) : fail('I1106', { field: 'identifier' })
}

/** The account that a box is bound to, or null. Boxes depend on accounts, so the function is injected. */
export const findDeviceOwner = provided<(sn: string) => Promise<string | null>>('who a box is bound to')

const noId = '-'
/** The account's row, or null; one query to the same table in either case. */
export const findRow = async (identity: Identity) => {
  if (identity.kind === 'user-name') return db.user.findUnique({ where: { userNameKey: identity.key } })
  if (identity.kind === 'box')
    return db.user.findUnique({ where: { id: (await findDeviceOwner(identity.key)) ?? noId } })
  return db.user.findUnique({
    where: identity.contact.channel === 'mail' ? { emailKey: identity.key } : { phoneKey: identity.key },
  })
}
export type UserRow = NonNullable<Awaited<ReturnType<typeof findRow>>>

/**
 * Finds an account for other modules. Their answers reveal which accounts exist, so they must limit how often they ask.
 */
export const findAccountOf = async (identity: Identity): Promise<Account | null> => {
  const row = await findRow(identity)
  return row === null ? null : accountOf(row)
}

type Contacts = Pick<UserRow, 'email' | 'phoneArea' | 'phone'>
/** The contact of one channel that the account has. */
export const contactOf = (row: Contacts, channel: Contact['channel']): Contact | null => {
  if (channel === 'mail') return row.email === null ? null : { channel, email: row.email }
  return row.phone === null || row.phoneArea === null ? null : { channel, area: row.phoneArea, phone: row.phone }
}
/** Where codes for the account are sent by default: by mail first, which is free; only channels that have a sender. */
export const ownContact = (row: Contacts): Contact | null => {
  const ready = channelsReady()
  return (ready.mail ? contactOf(row, 'mail') : null) ?? (ready.sms ? contactOf(row, 'sms') : null)
}

/** Where a code for an identity is sent. Without an account the same steps run, but nothing is sent. */
export type Target = {
  row: UserRow | null
  contact: Contact
  /** True if the answer must hide that there is no account, or none with a contact. */
  decoy: boolean
  /** What was typed, if it is not the contact itself. */
  asked: string | undefined
}
/**
 * `wanted` is the channel that the person chose. To hide what the account has, a missing channel falls back to the
 * other, with the same answer. Codes and limits are keyed by what was typed, whatever was chosen.
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

/** The refusal of a right code that opens no account: nobody has what it proves any more, or somebody else has it. */
export const refuseProven = (row: UserRow | null): Failure => fail(row === null ? 'I1301' : 'I1103', { field: 'code' })
