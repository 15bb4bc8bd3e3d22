/** Parses a typed contact: one schema for forms and the API. */
import { fail, ok, type Result } from '~/errors/table'
import { plainDigits } from '~/text/digits'
import { dropUnseen } from '~/text/unseen'
import { normalizeArea, normalizeEmail, type Contact } from './contact.schema'
import { parsePhone, splitPhone } from './phone.server'

export type ContactInput = { email?: string | undefined; area?: string | undefined; phone?: string | undefined }
/**
 * Parses a contact to its normal form. I1108, I1109, I1110 with the field; e-mail takes precedence if both are given.
 */
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
  const phone = parsePhone(area, input.phone)
  return phone === null ? fail('I1109', { field: 'phone' }) : ok({ channel: 'sms', ...phone })
}

/**
 * Parses an e-mail or a phone typed into one field; null if empty. I1108 neither of the two, I1110 a number without its
 * area code, I1109 an invalid one.
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
