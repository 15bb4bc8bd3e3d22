/** Converts decimal text to whole numbers of 10^-18 and back, so that the sandbox counts money exactly. */
const places = 18
const one = 10n ** BigInt(places)

export const units = (text: string): bigint => {
  const match = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text.trim())
  if (match === null) throw new RangeError(`"${text}" is no amount`)
  const [, whole = '', part = ''] = match
  return BigInt(whole) * one + BigInt(part.slice(0, places).padEnd(places, '0'))
}
export const isAmount = (text: string): boolean => /^\d{1,30}(?:\.\d{1,30})?$/.test(text.trim())
/** Without trailing zeros: "0.5". */
export const text = (value: bigint): string => {
  const part = String(value % one)
    .padStart(places, '0')
    .replace(/0+$/, '')
  return part === '' ? String(value / one) : `${value / one}.${part}`
}
export const times = (a: bigint, b: bigint): bigint => (a * b) / one
/** Rounded up to this many places, so that the requested amount is never too little. */
export const dividedUp = (a: bigint, b: bigint, most: number): bigint => {
  const step = 10n ** BigInt(places - most)
  const exact = (a * one + b - 1n) / b
  return ((exact + step - 1n) / step) * step
}
