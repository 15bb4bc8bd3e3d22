/** Parses telephone numbers with libphonenumber’s full metadata, which only the server has. */
import { isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'
import { plainDigits } from '~/text/digits'
import { areaCodes } from './area-code'

/** `area` with its plus sign; `phone` is the national significant number, without a dialling prefix. */
export type Phone = { area: string; phone: string }

const countriesOf = new Map<string, CountryCode[]>()
for (const { country, area } of areaCodes)
  if (isSupportedCountry(country)) countriesOf.set(area, [...(countriesOf.get(area) ?? []), country])

type Readings = { valid: Set<string>; possible: Set<string> }

/** Adds the numbers that this text means when dialled within the area, as +area and digits. */
const addReadings = (found: Readings, area: string, digits: string): void => {
  for (const defaultCountry of countriesOf.get(area) ?? []) {
    const number = parsePhoneNumberFromString(digits, { defaultCountry, extract: false })
    if (number === undefined || `+${number.countryCallingCode}` !== area) continue
    // Seven digits are a local number in many countries of +1; the country is unknown.
    if (area === '+1' && !(/^[2-9]\d{9}$/.test(number.nationalNumber) && digits.endsWith(number.nationalNumber)))
      continue
    if (number.isValid()) found.valid.add(number.number)
    else if (number.isPossible()) found.possible.add(number.number)
  }
}

/**
 * Parses a number of this area, with or without its area code, +, 00 or a trunk prefix, in any script's digits. Null if
 * it is not a number of the area, or can be read as two. A number range that is missing from the metadata counts if the
 * length is right.
 */
export const parsePhone = (area: string, text: string): Phone | null => {
  const digits = plainDigits(text)
  if (digits === null) return null
  const found: Readings = { valid: new Set(), possible: new Set() }
  const international = digits.startsWith('+') ? digits : digits.startsWith('00') ? `+${digits.slice(2)}` : null
  if (international === null) addReadings(found, area, digits)
  const whole = international ?? `+${digits}`
  if (whole.startsWith(area)) addReadings(found, area, whole.slice(area.length))
  const [number, other] = found.valid.size > 0 ? found.valid : found.possible
  return number === undefined || other !== undefined ? null : { area, phone: number.slice(area.length) }
}

const areas = [...new Set(areaCodes.map(({ area }) => area))]
/** Splits an international number ("+20 100…"); null if it isn't one. No area code begins with another. */
export const splitPhone = (text: string): Phone | null => {
  const digits = plainDigits(text)
  const area = digits === null ? undefined : areas.find((code) => digits.startsWith(code))
  return area === undefined ? null : parsePhone(area, text)
}
