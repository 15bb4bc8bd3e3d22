/** Formats wallet amounts as decimal text, with all decimals of Mango. */
import { printAmount, readAmount, scales } from '~/text/amount'

export const mangoText = (units: bigint): string => printAmount(units, { scale: scales.MANGO })

/** Parses an amount formatted by `mangoText`. Throws for any other text. */
export const readMango = (text: string): bigint => {
  const read = readAmount(text, { scale: scales.MANGO, zero: 'allowed' })
  if (!read.ok) throw new Error('no amount of Mango')
  return read.value
}
