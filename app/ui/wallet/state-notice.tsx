/** Says that a wallet is frozen or closed, and what that means. Texts are in the namespace `wallet`. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalFormat } from '~/i18n/format'
import type { WalletState } from '~/modules/wallet/wallet.server'
import { isZero } from '../order/amounts'
import { StatePanel } from './state-panel'

/**
 * `balance`: decimal text if known; a closed wallet says whether something is left in it. `children`: what that means
 * for the page.
 */
export const WalletStateNotice = ({
  state,
  reason,
  balance,
  children,
}: {
  state: WalletState
  reason: string | null
  balance?: string
  children?: ReactNode
}) => {
  const { t } = useTranslation('wallet')
  if (state === 'open') return null
  const isFrozen = state === 'frozen'
  const isEmpty = balance !== undefined && isZero(balance)
  return (
    <StatePanel art={isFrozen ? 'frozen' : 'closed'} title={t(isFrozen ? 'wallet.frozen' : 'wallet.closed')}>
      <p>{t(isFrozen ? 'wallet.frozenText' : isEmpty ? 'wallet.closedEmpty' : 'wallet.closedText')}</p>
      {children}
      {reason === null ? null : <p>{t('wallet.reason', { reason })}</p>}
      <p>
        <a href="/help/contact">{t('wallet.contact')}</a>
      </p>
    </StatePanel>
  )
}

/** Says that the payment password is locked, until when, and how to unlock it. */
export const PaymentPasswordLock = ({ until }: { until: string | null }) => {
  const { t } = useTranslation('wallet')
  const format = useLocalFormat()
  if (until === null) return null
  return (
    <StatePanel art="locked" title={t('password.locked')}>
      <p>{t('password.lockedText', { time: format.dateTime(until) })}</p>
      <p>
        <a href="/wallet/password/recover">{t('password.byCode')}</a>
      </p>
    </StatePanel>
  )
}
