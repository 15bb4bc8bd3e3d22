/** What an order buys, in words. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useFormat, type Formats } from '~/i18n/format'

type Product = { name: string; months: number }
/** `t` of the namespace `order`. */
export const productsOf = (t: TFunction<'order'>, format: Formats) => {
  const period = (months: number): string => t('months', { count: months })
  const one = ({ name, months }: Product): string => t('product', { name, period: period(months) })
  return {
    period,
    /** "TV Service, 12 months". */
    one,
    words: (products: readonly Product[]): string => format.list(products.map(one)),
  }
}

export const useProducts = () => productsOf(useTranslation('order').t, useFormat())
