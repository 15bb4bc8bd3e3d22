/** Wallet transactions in words. The page must load the namespaces `wallet` and `order`. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { TransactionView } from '~/modules/wallet/view'
import type { IconName } from '../icon'

/** `t` of the namespace `wallet`. */
export const transactionText = (
  t: TFunction<'wallet'>,
  { what, takesBack }: Pick<TransactionView, 'what' | 'takesBack'>,
): string => {
  const word = t(`details.what.${what}`)
  return takesBack ? t('details.takenBack', { what: word }) : word
}
export const useTransactionText = (): ((one: Pick<TransactionView, 'what' | 'takesBack'>) => string) => {
  const { t } = useTranslation('wallet')
  return (one) => transactionText(t, one)
}

export const transactionIcons: Readonly<Record<TransactionView['what'], IconName>> = {
  sent: 'arrow-up',
  received: 'arrow-down',
  code: 'key',
  purchase: 'receipt',
  cashback: 'star',
  recharge: 'plus',
  refunded: 'undo',
  surplus: 'plus',
  debt: 'warning',
  api: 'link',
  gift: 'star',
}
