/** What a form's text means where JSON has a number, null or a list. Anything else stays text, and is refused. */

/** Plain digits are a number; 1e3 and 0x10 are not. */
export const fromDigits = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value

/** The same; an empty field is null, which removes a value. */
export const fromDigitsOrEmpty = (value: unknown): unknown => (value === '' ? null : fromDigits(value))

/** A list: JSON text, or the only item, as a form sends it. */
export const fromListText = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  if (!value.startsWith('[')) return [value]
  try {
    return JSON.parse(value) as unknown
  } catch {
    // A text that begins with a bracket.
    return [value]
  }
}

/** A list of numbers: repeated fields, or as above. */
export const fromListOfDigits = (value: unknown): unknown => {
  const list = fromListText(value)
  return Array.isArray(list) ? list.map(fromDigits) : list
}
