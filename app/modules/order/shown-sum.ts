/** The refusal of a payment whose page has shown another sum than it would take. */
import { fail, type Failure } from '~/errors/table'
import { printAmount, scales } from '~/text/amount'

/** `toPay`: the true sum in 1/10000 USD. Nothing was done. */
export const otherSum = (toPay: bigint): Failure =>
  fail('A0409', { data: { context: 'sum', toPay: printAmount(toPay, { scale: scales.USD }) } })
