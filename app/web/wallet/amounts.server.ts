/** Amounts of a wallet as decimal text, with all decimals that Mango has. */
import { printAmount, scales } from '~/text/amount'

export const mangoText = (units: bigint): string => printAmount(units, { scale: scales.MANGO })
