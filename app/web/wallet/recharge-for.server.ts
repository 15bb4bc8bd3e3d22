/** Calculates the Mango that an order lacks, for a recharge started for it. */
import { balanceOf, wallet } from '~/modules/ledger/ledger.server'
import { orderDetails } from '~/modules/order/order.server'
import { rechargeRanges } from '~/modules/recharge/types'
import { printAmount, readAmount, scales } from '~/text/amount'
import { wholeCents } from '~/text/cents'

/** Formats an amount from a URL for the form field; null if it is not an amount. */
export const plainAmount = (text: string | null): string | null => {
  if (text === null) return null
  const read = readAmount(text, { scale: scales.USD })
  return read.ok ? printAmount(wholeCents(read.value), { scale: scales.USD, digits: 2 }) : null
}

/**
 * `missing`: what the wallet lacks for the rest of an unpaid order of the account; `amount`: the smallest recharge that
 * covers it; `isLeast`: the minimum recharge is more than is missing. Null if there is no such order, or nothing is
 * missing.
 */
export const wantedFor = async (
  userId: string,
  typed: string | null,
): Promise<{ number: string; missing: string; amount: string; isLeast: boolean } | null> => {
  const number = typed?.trim().toUpperCase() ?? ''
  if (number === '') return null
  const found = await orderDetails(userId, number, 'en')
  if (!found.ok || !found.value.acts.includes('pay')) return null
  const rest = readAmount(found.value.rest, { scale: scales.USD, zero: 'allowed' })
  const { available } = await balanceOf(wallet(userId))
  const has = available > 0n ? available : 0n
  const missing = rest.ok ? rest.value - has : 0n
  if (missing <= 0n) return null
  const { least } = rechargeRanges.card
  const whole = wholeCents(missing)
  return {
    number,
    missing: printAmount(missing, { scale: scales.USD }),
    amount: printAmount(whole > least ? whole : least, { scale: scales.USD, digits: 2 }),
    isLeast: missing < least,
  }
}
