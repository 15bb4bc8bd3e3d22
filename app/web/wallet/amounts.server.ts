/** Amounts of a wallet as decimal text, with all decimals that Mango has. */
import { printAmount, readAmount, scales } from '~/text/amount'

export const mangoText = (units: bigint): string => printAmount(units, { scale: scales.MANGO })

/** The amount of a text that `mangoText` has made. Throws for any other. */
export const readMango = (text: string): bigint => {
  const read = readAmount(text, { scale: scales.MANGO, zero: 'allowed' })
  if (!read.ok) throw new Error('no amount of Mango')
  return read.value
}
