/**
 * Decimal numbers as text, with exact arithmetic: amounts of coins, rates and tolerances, with as many decimals as they
 * come with. They are never JS numbers; arithmetic uses BigInt.
 */

/**
 * A decimal number as text: an optional minus, digits, and decimals after a point. No exponent, no unnecessary zeros.
 */
export type Decimal = string

/** A longer text is not a real amount, and arithmetic on it would be costly. */
const maxLength = 100

type Parts = { units: bigint; scale: number }

const plain = /^(-?)(\d+)(?:\.(\d+))?$/

const partsOf = (value: Decimal): Parts => {
  const match = value.length > 2 * maxLength ? null : plain.exec(value)
  if (match === null) throw new RangeError(`not a decimal number: ${value.slice(0, maxLength)}`)
  const [, sign = '', whole = '0', decimals = ''] = match
  return { units: BigInt(`${sign}${whole}${decimals}`), scale: decimals.length }
}

const textOf = ({ units, scale }: Parts): Decimal => {
  const sign = units < 0n ? '-' : ''
  const digits = `${units < 0n ? -units : units}`.padStart(scale + 1, '0')
  const decimals = digits.slice(digits.length - scale).replace(/0+$/, '')
  const whole = digits.slice(0, digits.length - scale)
  return `${sign}${whole}${scale === 0 || decimals === '' ? '' : `.${decimals}`}`
}

const scaled = ({ units, scale }: Parts, to: number): bigint => units * 10n ** BigInt(to - scale)

/** −1, 0 or 1, as the first is less than, equal to or greater than the second. */
export const compareDecimals = (a: Decimal, b: Decimal): -1 | 0 | 1 => {
  const [one, other] = [partsOf(a), partsOf(b)]
  const scale = Math.max(one.scale, other.scale)
  const difference = scaled(one, scale) - scaled(other, scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export const subtractDecimals = (a: Decimal, b: Decimal): Decimal => {
  const [one, other] = [partsOf(a), partsOf(b)]
  const scale = Math.max(one.scale, other.scale)
  return textOf({ units: scaled(one, scale) - scaled(other, scale), scale })
}

/** Exact: the product has the decimals of both. */
export const multiplyDecimals = (a: Decimal, b: Decimal): Decimal => {
  const [one, other] = [partsOf(a), partsOf(b)]
  return textOf({ units: one.units * other.units, scale: one.scale + other.scale })
}

/**
 * Divides with at most the given number of decimals: cut towards zero, rounded away from it, or to the nearest, halves
 * away from zero. Throws for a divisor of 0.
 */
export const divideDecimals = (
  a: Decimal,
  b: Decimal,
  { decimals, round = 'down' }: { decimals: number; round?: 'down' | 'up' | 'nearest' },
): Decimal => {
  const [one, other] = [partsOf(a), partsOf(b)]
  const upper = one.units * 10n ** BigInt(decimals + other.scale)
  const lower = other.units * 10n ** BigInt(one.scale)
  const cut = upper / lower
  const away = upper < 0n === lower < 0n ? 1n : -1n
  const rest = upper - cut * lower
  const goesAway = round === 'up' ? rest !== 0n : round === 'nearest' && 2n * absolute(rest) >= absolute(lower)
  return textOf({ units: goesAway ? cut + away : cut, scale: decimals })
}
const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

/**
 * Converts a decimal text to smallest units. Decimals beyond the scale are cut, so that nobody is credited with more
 * than arrived.
 */
export const unitsOfDecimal = (value: Decimal, scale: number): bigint => {
  const parts = partsOf(value)
  return parts.scale <= scale ? scaled(parts, scale) : parts.units / 10n ** BigInt(parts.scale - scale)
}

export const decimalOfUnits = (units: bigint, scale: number): Decimal => textOf({ units, scale })

/** The share of an amount that `part` is of `whole`, cut: the value of 0.3 coins if 0.5 coins are 20 dollars. */
export const shareOf = (amount: bigint, part: Decimal, whole: Decimal): bigint =>
  unitsOfDecimal(divideDecimals(multiplyDecimals(`${amount}`, part), whole, { decimals: 0 }), 0)
