/**
 * Contacts that a code can be sent to: an e-mail address or a mobile number with its area code. Forms, the API and the
 * browser share one set of rules and one normal form: different spellings are the same contact. typed-contact.schema.ts
 * parses what a person typed.
 */
import { z } from 'zod'
import { plainDigits } from '~/text/digits'
import { dropUnseen } from '~/text/unseen'
import { isAreaCode } from './area-code'
import { normalForm } from '~/text/normal-form'

export { areaCodes, countries, isAreaCode, isCountry, type AreaCode } from './area-code'

export const channels = ['mail', 'sms'] as const
export type Channel = (typeof channels)[number]
export type Contact = { channel: 'mail'; email: string } | { channel: 'sms'; area: string; phone: string }

/** RFC 5321: a path of 256 with its brackets. */
export const maxEmailLength = 254
const maxLocalLength = 64
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
/** Letters, marks and digits of any language with hyphens inside; at least two labels; the last is not a number. */
const domainPart =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?!\p{N}+$)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])$/u

/** The domain in its ASCII form (xn--…), or null. */
const asciiDomain = (domain: string): string | null => {
  const normal = normalForm(domain, 'NFKC')
    .toLowerCase()
    .replaceAll(/[。．｡]/g, '.')
  if (normal.length > 253 || !domainPart.test(normal)) return null
  try {
    const host = new URL(`http://${normal}/`).hostname
    return host.length <= 253 && host.split('.').every((label) => label.length >= 1 && label.length <= 63) ? host : null
  } catch {
    return null
  }
}

/** The address as stored and written to, with its domain in ASCII form; null if it is invalid. */
export const normalizeEmail = (text: string): string | null => {
  if (text.length > 2 * maxEmailLength) return null
  const trimmed = dropUnseen(text).trim().replaceAll('＠', '@')
  const at = trimmed.lastIndexOf('@')
  const local = trimmed.slice(0, Math.max(at, 0))
  if (at < 1 || local.length > maxLocalLength || !localPart.test(local)) return null
  const domain = asciiDomain(trimmed.slice(at + 1))
  return domain === null || local.length + 1 + domain.length > maxEmailLength ? null : `${local}@${domain}`
}

/** The area code with its plus sign; null if no country has it. */
export const normalizeArea = (text: string): string | null => {
  const digits = plainDigits(text)
  if (digits === null) return null
  const area = `+${digits.replace(/^\+/, '').replace(/^00/, '')}`
  return isAreaCode(area) ? area : null
}

/** The form in which contacts are compared: unique among accounts. */
export const contactKey = (contact: Contact): string =>
  contact.channel === 'mail' ? contact.email.toLowerCase() : contact.area + contact.phone

/** A contact as shown to somebody who typed or owns it. */
export const printContact = (contact: Contact): string =>
  contact.channel === 'mail' ? contact.email : `${contact.area} ${contact.phone}`

const entry = z.string().max(1000, 'A0422')
/**
 * The six digits as typed, in any script, with or without spaces. I1113 if empty, I1114 for anything else: neither
 * costs a try.
 */
export const codeSchema = z
  .string({ error: ({ input }) => (input === undefined ? 'I1113' : 'A0422') })
  .max(1000, 'A0422')
  .transform((text, context) => {
    const digits = plainDigits(text) ?? ''
    if (/^\d{6}$/.test(digits)) return digits
    context.addIssue({ code: 'custom', message: dropUnseen(text).trim() === '' ? 'I1113' : 'I1114' })
    return z.NEVER
  })
/** The contact fields of a form or call; `parseContact` (typed-contact.schema.ts) converts them to a contact. */
export const contactFields = { email: entry.optional(), area: entry.optional(), phone: entry.optional() }
