/** A price: the original struck where an offer is lower, said in words for those who don't see the line. */
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
