/** The heading of a payment page, which is its title too. Pure; texts are in the namespaces `order` and `wallet`. */
import type { TFunction } from 'i18next'
import { formatsOf } from '~/i18n/format'
import type { Language } from '~/i18n/languages'
import { amountsOf } from './amounts'
import { faceOf, paidOf, type PaidPage } from './pay-state'

/** The titles at an end; a recharge has its own. */
const endTitleOf = (page: PaidPage, face: 'done' | 'cancelled' | 'ended', t: TFunction, language: Language): string => {
  if ('recharge' in page) {
    const amount = amountsOf(t, formatsOf(language)).mango(page.recharge.credited)
    return t(`wallet:recharge.${face}Title`, { amount })
  }
  return face === 'ended' && page.order.status === 2 ? t('order:status.2') : t(`order:pay.${face}Title`)
}

/** `choosing`: the person asked for another payment method. */
export const payTitle = (page: PaidPage, choosing: boolean, t: TFunction, language: Language): string => {
  const { attempt, rest } = page
  const face = faceOf(page, choosing)
  switch (face) {
    case 'send':
    case 'card':
      // A card's sum is in whole cents, as on the provider's page.
      return attempt?.kind === 'coin'
        ? t('order:pay.sendTitle', {
            amount: formatsOf(language).exact(attempt.missing ?? attempt.amount),
            symbol: attempt.symbol,
          })
        : t('order:pay.cardTitle', { amount: amountsOf(t, formatsOf(language)).usd(attempt?.amount ?? rest) })
    case 'unknown':
      return t('order:label.unknown')
    case 'refunded':
      return t('order:status.6')
    case 'done':
    case 'cancelled':
      return endTitleOf(page, face, t, language)
    case 'ended':
      return paidOf(page).endedBy === 'window-over' ? t('order:pay.expiredTitle') : endTitleOf(page, face, t, language)
    default:
      return t(`order:pay.${face}Title`)
  }
}
