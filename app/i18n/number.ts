/** Reads numbers as people type them: in the digits of any of the eight languages, within bounds. */
import { latinDigits } from '~/text/digits'
import { dropUnseen } from '~/text/unseen'

/** The highest number that a field accepts by default. */
export const maxNumber = 99_999_999

export type NumberBounds = { min?: number; max?: number; /** How many decimals may be entered. */ decimals?: number }

/**
 * Returns the number that was entered; null for anything else, out of bounds or with too many decimals. In a field with
 * decimals, a comma counts as the decimal point.
 */
export const parseNumber = (
  text: string,
  { min = 0, max = maxNumber, decimals = 0 }: NumberBounds = {},
): number | null => {
  const plain = latinDigits(dropUnseen(text).trim()).replace(decimals > 0 ? /[٫,،]/ : '٫', '.')
  const match = /^-?\d{1,15}(?:\.(\d{1,12}))?$/.exec(plain)
  if (match === null || (match[1] ?? '').length > decimals) return null
  const value = Number(plain)
  return value < min || value > max ? null : value
}
