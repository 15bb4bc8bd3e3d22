/**
 * Parses single values of providers' answers. Ids and amounts come as strings or numbers; platform/exact-json.ts has
 * already turned numbers into their text, so both are text here.
 */
import { z } from 'zod'

/** Longer than any amount that a provider sends; "1e999999999" must not become a text of a billion zeros. */
const maxDigits = 60

/**
 * Removes exponent, plus sign and redundant zeros from a number's text: "1e-7" becomes "0.0000001"; null if it is not a
 * number.
 */
export const plainDecimal = (text: string): string | null => {
  const match = /^([+-]?)(\d{0,60})(?:\.(\d{0,60}))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text.trim())
  if (match === null) return null
  const [, sign = '', whole = '', part = '', exponent = '0'] = match
  if (whole === '' && part === '') return null
  const shift = Number(exponent)
  if (Math.abs(shift) > maxDigits) return null
  const digits = whole + part
  const point = whole.length + shift
  const left = point > 0 ? digits.padEnd(point, '0').slice(0, point) : '0'
  const right = point >= 0 ? digits.slice(point) : digits.padStart(digits.length - point, '0')
  const plainLeft = left.replace(/^0+(?=\d)/, '')
  const plainRight = right.replace(/0+$/, '')
  const plain = plainRight === '' ? plainLeft : `${plainLeft}.${plainRight}`
  return sign === '-' && plain !== '0' ? `-${plain}` : plain
}

/** Converts smallest units to decimal text of the main unit: 1250 cents are "12.5". */
export const mainUnit = (minor: string, decimals: number): string | null =>
  /^-?\d{1,30}$/.test(minor) ? plainDecimal(`${minor}e-${decimals}`) : null

const empty = (value: unknown): unknown => (value === '' || value === undefined ? null : value)
export const id = z.string().min(1).max(200)
export const word = z.string().min(1).max(100)
export const decimal = z.string().transform((text, context) => {
  const plain = plainDecimal(text)
  if (plain !== null) return plain
  context.addIssue({ code: 'custom', message: 'no decimal number' })
  return z.NEVER
})
/** Null, an empty text and a missing field are all "none". */
export const maybe = <T extends z.ZodType>(schema: T) => z.preprocess(empty, schema.nullable())
/** A boolean that some answers send as text. */
export const flag = z.preprocess((value) => value === true || value === 'true', z.boolean())
/** A time in ISO format, or null if unreadable: no decision depends on it alone. */
export const time = z.preprocess((value) => {
  const at = typeof value === 'string' ? new Date(value) : null
  return at === null || Number.isNaN(at.getTime()) ? null : at
}, z.date().nullable())
/** Seconds since 1970. */
export const seconds = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform((text) => new Date(Number(text) * 1000))
