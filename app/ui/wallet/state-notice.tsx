/** Says that a wallet is frozen or closed, and what that means. Texts are in the namespace `wallet`. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalFormat } from '~/i18n/format'
import type { WalletState } from '~/modules/wallet/wallet.server'
import { isZero } from '~/ui/order/amounts'
import { EmptyArt } from '~/ui/empty-art'
import { WalletLines } from '~/ui/empty-drawings'
import { Notice } from '~/ui/notice'

/** The symbol drawn at the wallet's clasp. */
const signs = {
  // ice
  frozen: <path d="M92 48v20M83.3 53l17.4 10M100.7 53l-17.4 10" />,
  // no way in or out
  closed: <path d="m86 52 12 12m0-12L86 64" />,
  locked: (
    <>
      <rect x="85" y="56" width="14" height="11" rx="2" />
      <path d="M88 56v-3a4 4 0 0 1 8 0v3" />
    </>
  ),
} satisfies Record<string, ReactNode>

/** A wallet with a problem, in a picture and plain words: what happened, what it means, what to do. */
const StatePanel = ({ art, title, children }: { art: keyof typeof signs; title: ReactNode; children: ReactNode }) => (
  <Notice tone="bad">
    <div className="wallet-state">
      <EmptyArt>
        <WalletLines />
        {signs[art]}
      </EmptyArt>
      <div className="wallet-state-text">
        <p className="notice-title">{title}</p>
        {children}
      </div>
    </div>
  </Notice>
)

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
