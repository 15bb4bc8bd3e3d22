/** The price of one coin, in the reader's digits, with as many decimals as are worth reading. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'

/** The page must load the namespace `order`. */
export const useRate = (): ((symbol: string, rate: string) => string) => {
  const { t } = useTranslation('order')
  const format = useFormat()
  return (symbol, rate) => t('record.rateIs', { symbol, amount: format.truncated(rate, /^\d\d/.test(rate) ? 2 : 4) })
}
