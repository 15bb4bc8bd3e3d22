/** Converts digits of Persian and Arabic keyboards to 0 to 9. */
import { dropUnseen } from './unseen'
import { normalForm } from './normal-form'

/**
 * Replaces all digits by 0–9. Arabic-Indic digits begin at U+0660, Persian ones at U+06F0: the last four bits are the
 * value.
 */
export const latinDigits = (text: string): string =>
  text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))

/**
 * Reads a number that is not a quantity (a phone number, a serial number, a code) as 0–9, without the separators that
 * people type; null if it contains anything else.
 */
export const plainDigits = (text: string): string | null => {
  if (text.length > 100) return null
  const plain = latinDigits(normalForm(dropUnseen(text), 'NFKC'))
  const digits = plain.replaceAll(/[\s().\-/\u200C\u200D\u2010-\u2015]/g, '')
  return /^\+?\d+$/.test(digits) ? digits : null
}

/** Reads the number of an order or transaction, or its beginning, as the portal prints it: capitals and 0–9. */
export const plainReference = (text: string): string => latinDigits(dropUnseen(text).trim()).toUpperCase()
