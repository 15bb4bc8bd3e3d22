/**
 * Reads and prints amounts of money, the same in form, API and browser. An amount is a whole number of its currency's
 * smallest units (BigInt); it is never a JS number between text and units.
 */
import { latinDigits } from './digits'
import { dropUnseen } from './unseen'

/** Decimals of the smallest unit: Mango and dollars are counted in 1/10000, points are whole. */
export const scales = { MANGO: 4, USD: 4, POINTS: 0 } as const
export type Currency = keyof typeof scales
export const currencies = Object.keys(scales) as Currency[]

/** The specification's highest number of a field, in whole units: more is a typing error. */
const maxWhole = 99_999_999n
/** Longer texts are refused unread. */
const maxTextLength = 60

export type AmountProblem =
  | 'empty'
  | 'not-a-number'
  /** The comma may stand for decimals or for thousands: 1,234. */
  | 'ambiguous'
  | 'too-many-decimals'
  | 'too-large'
  | 'negative'
  | 'zero'
export type AmountRead = { ok: true; value: bigint } | { ok: false; problem: AmountProblem }

export type AmountRules = {
  /** Decimals of the smallest unit. */
  scale: number
  /** Decimals that may be typed, if fewer than the scale. */
  decimals?: number
  /** The highest amount, in smallest units. */
  max?: bigint
  /** Set for a field that accepts zero: a price. */
  zero?: 'allowed'
}

/** A minus before or after, as keyboards and books write it. */
const minus = /^[-\u2212\u2010-\u2013] *|(?: *[-\u2212])$/
/** Groups of three with the same separator throughout. The comma of Arabic keyboards counts as a comma. */
const shape = /^(?:(\d+)|([1-9]\d{0,2}(?:([ '٬])\d{3})(?:\3\d{3})*))?(?:([.,])(\d+))?$/

const plainOf = (text: string): string =>
  latinDigits(dropUnseen(text).trim())
    .replaceAll('٫', '.')
    .replaceAll('،', ',')
    .replaceAll('’', "'")
    .replaceAll(/[\u00a0\u2007\u2009\u202f]/g, ' ')

const problem = (problem: AmountProblem): AmountRead => ({ ok: false, problem })

/**
 * Reads what a person typed, in the digits of three scripts. `.` and `٫` always begin the decimals. `,` does if nothing
 * else can be meant: `10,5` is accepted; `1,234` may be a thousand and is asked again rather than guessed. Spaces, `'`
 * and `٬` separate groups of three. Signs and exponents are refused. Zeros after the last allowed decimal change
 * nothing and are accepted, unless the number looks like a thousand (1.000).
 */
export const readAmount = (text: string, { scale, decimals = scale, max, zero }: AmountRules): AmountRead => {
  if (text.length > maxTextLength) return problem('not-a-number')
  const plain = plainOf(text)
  if (plain === '') return problem('empty')
  const unsigned = plain.replace(minus, '')
  const match = shape.exec(unsigned)
  // A comma that is not the decimal sign separates thousands. If both signs occur, they can't be told apart.
  if (match === null) return problem(/^\d[\d.,]*,[\d.,]*\d$/.test(unsigned) ? 'ambiguous' : 'not-a-number')
  const [, run, grouped, sign, separator, typed = ''] = match
  if (run === undefined && grouped === undefined && typed === '') return problem('not-a-number')
  const mayBeThousands = /^[1-9]\d{0,2}$/.test(run ?? '') && typed.length === 3
  if (separator === ',' && mayBeThousands) return problem('ambiguous')
  if (unsigned !== plain) return problem('negative')
  const whole = (run ?? grouped ?? '0').replaceAll(sign ?? ' ', '')
  // Three digits after a point may be meant as thousands, so a field without thousandths asks again.
  const fraction = typed.length === 3 && decimals < 3 ? typed : typed.replace(/0+$/, '')
  if (fraction.length > decimals) return problem('too-many-decimals')
  const value = BigInt(whole + fraction.padEnd(scale, '0'))
  if (value > (max ?? maxWhole * 10n ** BigInt(scale))) return problem('too-large')
  return value === 0n && zero === undefined ? problem('zero') : { ok: true, value }
}

/**
 * Prints the amount as a decimal text with a point, for the API, fields and files: with all its decimals, or with
 * `digits` of them, cut and padded but never rounded. A page shows such a text in its reader’s digits by `truncated` of
 * i18n/format.
 */
export const printAmount = (amount: bigint, { scale, digits = scale }: { scale: number; digits?: number }): string => {
  const units = `${amount < 0n ? -amount : amount}`.padStart(scale + 1, '0')
  const whole = units.slice(0, units.length - scale)
  const decimals = units
    .slice(units.length - scale)
    .slice(0, digits)
    .padEnd(digits, '0')
  const shown = digits === 0 ? whole : `${whole}.${decimals}`
  // No sign if nothing but zeros is left.
  return amount < 0n && /[1-9]/.test(shown) ? `-${shown}` : shown
}
