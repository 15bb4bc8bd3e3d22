/** The payment password's six digits: how they are read, and which of them everybody would guess first. */
import { plainDigits } from '~/text/digits'

export const paymentDigits = 6

/** What was typed as six digits 0–9, in whatever script it was typed; null for anything else. */
export const readPaymentDigits = (typed: string): string | null => {
  const digits = plainDigits(typed)
  return digits !== null && /^\d{6}$/.test(digits) ? digits : null
}

/** Beyond rows and repetitions: lines and corners of the keypad, and pairs that count. */
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
 * One of those that most people choose: a repetition (000000, 121212, 123123), a row (345678, 098765), or well known.
 */
export const isTrivial = (digits: string): boolean => {
  const isRepeated = [1, 2, 3].some((length) => digits === digits.slice(0, length).repeat(paymentDigits / length))
  const steps = [...digits].slice(1).map((digit, index) => (Number(digit) - Number(digits[index]) + 10) % 10)
  const isRow = steps.every((step) => step === 1) || steps.every((step) => step === 9)
  // 111222, 000999: two digits that are each pressed three times.
  const isTwoThrice = digits.slice(0, 3) === digits[0]?.repeat(3) && digits.slice(3) === digits[3]?.repeat(3)
  return isRepeated || isRow || isTwoThrice || wellKnown.has(digits)
}
