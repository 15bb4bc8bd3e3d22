/**
 * Where a code can be sent: an e-mail address or a mobile number with its area code. Forms, the API and the browser
 * share one set of rules and one normal form: different spellings are one contact.
 */
import { z } from 'zod'
import { fail, ok, type Result } from '~/errors/table'
import { plainDigits } from '~/text/digits'
import { dropUnseen } from '~/text/unseen'
import { dropTrunk, findAreaCode, isAreaCode } from './area-code'

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
  const normal = domain
    .normalize('NFKC')
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

/** The address as it is stored and written to, with its domain in ASCII form; null when it is invalid. */
export const normalizeEmail = (text: string): string | null => {
  if (text.length > 2 * maxEmailLength) return null
  const trimmed = dropUnseen(text).trim().replaceAll('＠', '@')
  const at = trimmed.lastIndexOf('@')
  const local = trimmed.slice(0, Math.max(at, 0))
  if (at < 1 || local.length > maxLocalLength || !localPart.test(local)) return null
  const domain = asciiDomain(trimmed.slice(at + 1))
  return domain === null || local.length + 1 + domain.length > maxEmailLength ? null : `${local}@${domain}`
}

/** The area code with its plus; null when no country has it. */
export const normalizeArea = (text: string): string | null => {
  const digits = plainDigits(text)
  if (digits === null) return null
  const area = `+${digits.replace(/^\+/, '').replace(/^00/, '')}`
  return isAreaCode(area) ? area : null
}

/**
 * The national number, with the area checked; null when the two don't form a number of E.164 (7 to 15 digits in all).
 */
export const normalizePhone = (area: string, text: string): string | null => {
  const digits = plainDigits(text)
  if (digits === null) return null
  const international = digits.startsWith('+') ? digits : digits.startsWith('00') ? `+${digits.slice(2)}` : null
  if (international !== null && !international.startsWith(area)) return null
  const national = dropTrunk(area, international === null ? digits : international.slice(area.length))
  const total = area.length - 1 + national.length
  if (national.length < 4 || total < 7 || total > 15) return null
  return area === '+1' && !/^[2-9]\d{9}$/.test(national) ? null : national
}

/** Splits an international number ("+20 100…"); null when it is not one. */
export const splitPhone = (text: string): { area: string; phone: string } | null => {
  const digits = plainDigits(text)
  if (digits === null || !digits.startsWith('+')) return null
  const area = findAreaCode(digits)
  const phone = area === null ? null : normalizePhone(area, digits)
  return area === null || phone === null ? null : { area, phone }
}

export type ContactInput = { email?: string | undefined; area?: string | undefined; phone?: string | undefined }
/** A contact in its normal form. I1108, I1109, I1110 with the field; e-mail takes precedence when both are given. */
export const parseContact = (input: ContactInput): Result<Contact> => {
  if (input.email !== undefined && input.email !== '') {
    const email = normalizeEmail(input.email)
    return email === null ? fail('I1108', { field: 'email' }) : ok({ channel: 'mail', email })
  }
  if (input.phone === undefined || input.phone === '')
    return input.area === undefined ? fail('I1108', { field: 'email' }) : fail('I1109', { field: 'phone' })
  if (input.area === undefined || input.area === '') {
    const split = splitPhone(input.phone)
    return split === null ? fail('I1110', { field: 'area' }) : ok({ channel: 'sms', ...split })
  }
  const area = normalizeArea(input.area)
  if (area === null) return fail('I1110', { field: 'area' })
  const phone = normalizePhone(area, input.phone)
  return phone === null ? fail('I1109', { field: 'phone' }) : ok({ channel: 'sms', area, phone })
}

/**
 * An e-mail or a phone typed into one field; null for an empty one. I1108 neither of the two, I1110 a number without
 * its area code, I1109 an invalid one.
 */
export const parseOneContact = (text: string): Result<Contact | null> => {
  if (dropUnseen(text).trim() === '') return ok(null)
  if (/[@＠]/.test(text)) return parseContact({ email: text })
  const digits = plainDigits(text)
  if (digits === null) return fail('I1108')
  const international = digits.startsWith('00') ? `+${digits.slice(2)}` : digits
  if (!international.startsWith('+')) return fail('I1110')
  const split = splitPhone(international)
  return split === null ? fail('I1109') : ok({ channel: 'sms', ...split })
}

/** The form in which contacts are compared: unique among accounts. */
export const contactKey = (contact: Contact): string =>
  contact.channel === 'mail' ? contact.email.toLowerCase() : contact.area + contact.phone

/** A contact as it may be shown to somebody who typed or owns it: enough to recognise it. */
export const maskContact = (contact: Contact): string => {
  if (contact.channel === 'sms')
    return `${contact.area} ${'•'.repeat(Math.max(contact.phone.length - 3, 1))}${contact.phone.slice(-3)}`
  const at = contact.email.lastIndexOf('@')
  return `${contact.email.slice(0, at > 2 ? 2 : 1)}•••${contact.email.slice(at)}`
}

const entry = z.string().max(1000, 'A0422')
/**
 * The six digits as a person types them, in any script's digits, with or without spaces. I1113 nothing, I1114 something
 * else: neither costs a try.
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
/** The fields with which a form or call names a contact; `parseContact` makes the contact. */
export const contactFields = { email: entry.optional(), area: entry.optional(), phone: entry.optional() }

/** What a code is for. It is valid for nothing else. */
export const purposes = [
  'register',
  'sign-in',
  'recover',
  'bind',
  'change-password',
  'payment-password',
  'captcha',
] as const
export type Purpose = (typeof purposes)[number]
