/** The six digits of the payment password: how they are read, and which are too easy to guess. */
import { plainDigits } from '~/text/digits'

export const paymentDigits = 6

/** Reads six digits typed in any script as 0–9; null for anything else. */
export const readPaymentDigits = (typed: string): string | null => {
  const digits = plainDigits(typed)
  return digits !== null && /^\d{6}$/.test(digits) ? digits : null
}

/** Popular codes besides sequences and repetitions: lines and corners of the keypad, and counting pairs. */
const wellKnown: ReadonlySet<string> = new Set([
  '112233',
  '223344',
  '332211',
  '102030',
  '101112',
  '147258',
  '147369',
  '159357',
  '159753',
  '258456',
  '258369',
  '357159',
  '369258',
  '420420',
  '520520',
  '521521',
  '741852',
  '789456',
  '963852',
  '987321',
])

/**
 * Whether the digits are a popular choice: a repetition (000000, 121212, 123123), a sequence (345678, 098765), or well
 * known.
 */
export const isTrivial = (digits: string): boolean => {
  const isRepeated = [1, 2, 3].some((length) => digits === digits.slice(0, length).repeat(paymentDigits / length))
  const steps = [...digits].slice(1).map((digit, index) => (Number(digit) - Number(digits[index]) + 10) % 10)
  const isRow = steps.every((step) => step === 1) || steps.every((step) => step === 9)
  // Two digits, each three times: 111222, 000999.
  const isTwoThrice = digits.slice(0, 3) === digits[0]?.repeat(3) && digits.slice(3) === digits[3]?.repeat(3)
  return isRepeated || isRow || isTwoThrice || wellKnown.has(digits)
}
