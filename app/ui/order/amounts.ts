/**
 * Formats amounts for pages: money with two decimals (four if the price has them), Mango with four unless it is
 * 0. They come as decimal text and never become numbers.
 */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useFormat, type Formats } from '~/i18n/format'
import { directionOf } from '~/i18n/languages'
import type { MethodChoice } from '~/modules/order/view'
import { chargeOf, wholeCents } from '~/text/cents'

const decimalsOf = (amount: string): 2 | 4 => (/\.\d\d0*$|^[^.]*(?:\.\d?)?$/.test(amount) ? 2 : 4)

/** In 1/10000, from decimal text of at most four decimals. */
const unitsOf = (amount: string): bigint => {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(amount) ?? []
  return BigInt(sign + whole + part.slice(0, 4).padEnd(4, '0'))
}
/** Tells whether the first amount is below the second. */
export const isBelow = (amount: string, least: string): boolean => unitsOf(amount) < unitsOf(least)
export const isZero = (amount: string): boolean => unitsOf(amount) === 0n
const textOf = (units: bigint): string => {
  const digits = String(units < 0n ? -units : units).padStart(5, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`
}
/** The difference of two amounts, as decimal text. */
export const minus = (amount: string, less: string): string => textOf(unitsOf(amount) - unitsOf(less))
/** Rounds up to a whole cent: the smallest payable amount. */
export const upToCents = (amount: string): string => textOf(wholeCents(unitsOf(amount)))
/** What a payment method charges for an amount due. */
export const chargeBy = ({ kind }: Pick<MethodChoice, 'kind'>, due: string): string =>
  textOf(chargeOf(kind === 'card', unitsOf(due)))

export type Amounts = ReturnType<typeof amountsOf>
/** Its texts are in the namespace `order`, whatever the default of `t`. */
export const amountsOf = (t: TFunction, format: Formats) => {
  const plain = (amount: string): string => format.truncated(amount, decimalsOf(amount))
  // Without the direction mark, a right-to-left line separates the sign from its digits and puts it behind the
  // currency.
  const sign = directionOf(format.language) === 'rtl' ? '\u200e−' : '−'
  return {
    /** "12.50", for a column that names the currency. */
    plain,
    usd: (amount: string): string => t('order:usd', { amount: plain(amount) }),
    /** A deduction: "−5.50 USD", with the sign beside the digits in every direction. */
    less: (amount: string): string => t('order:usd', { amount: sign + plain(amount) }),
    /** "24.995001 USDT". Only a value to copy into a wallet has its point in every language. */
    coin: (amount: string, symbol: string): string => `${format.exact(amount)} ${symbol}`,
    mango: (amount: string): string => t('order:mango', { amount: format.mango(amount) }),
    /** Points are whole. */
    points: (units: string): string => t('order:points', { count: Number(units) }),
  }
}

/** An amount in a text that may wrap: its currency stays on the same line. */
export const unbroken = (amount: string): string => amount.replaceAll(' ', '\u00a0')

/** The page must load the namespace `order`. */
export const useAmounts = (): Amounts => amountsOf(useTranslation('order').t, useFormat())
