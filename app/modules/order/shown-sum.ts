/** The failure for a payment whose page showed a different sum than it would take. */
import { fail, type Failure } from '~/errors/table'
import { printAmount, scales } from '~/text/amount'

/** `toPay`: the correct sum in 1/10000 USD. Nothing was done. */
export const otherSum = (toPay: bigint): Failure =>
  fail('A0409', { data: { context: 'sum', toPay: printAmount(toPay, { scale: scales.USD }) } })
