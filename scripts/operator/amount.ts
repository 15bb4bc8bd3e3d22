/**
 * Amounts of money as operators type and read them: decimal numbers of at most four places, sent as whole numbers of
 * 1/10000 of a unit.
 */

const places = 4
/** No sum of money needs more digits before the point. */
const typed = new RegExp(`^(\\d{1,12})(?:\\.(\\d{1,${places}}))?$`)

/** "12.5" as 125000; null for what is no amount: a sign, an exponent, a comma, a fifth place. */
export const readAmount = (text: string): number | null => {
  const [, whole, rest = ''] = typed.exec(text) ?? []
  return whole === undefined ? null : Number(whole + rest.padEnd(places, '0'))
}

/** 125000 as "12.5000"; what is no whole number comes as it is. */
export const showAmount = (text: string): string => {
  const [, sign = '', digits] = /^(-?)(\d+)$/.exec(text) ?? []
  if (digits === undefined) return text
  const long = digits.padStart(places + 1, '0')
  return `${sign}${long.slice(0, -places)}.${long.slice(-places)}`
}
