/**
 * A price: the original is struck through if an offer is lower, and named in words for people who don't see the line.
 */
import { useTranslation } from 'react-i18next'
import { useAmounts } from '../order/amounts'
import type { PriceView } from './view'

export const Price = ({ price }: { price: PriceView }) => {
  const { t } = useTranslation('service')
  const amounts = useAmounts()
  return (
    <span className="price">
      {price.originalPrice === null ? null : (
        <>
          <span className="hidden-visually">{t('price.before')} </span>
          <del>{amounts.plain(price.originalPrice)}</del> <span className="hidden-visually">{t('price.now')} </span>
        </>
      )}
      <strong>{amounts.usd(price.payPrice)}</strong>
    </span>
  )
}
