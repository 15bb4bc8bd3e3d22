/** A wallet that is frozen or closed says so, and what that means. Texts are in the namespace `wallet`. */
import { useTranslation } from 'react-i18next'
import type { WalletState } from '~/modules/wallet/wallet.server'
import { Notice } from '../notice'

export const WalletStateNotice = ({ state, reason }: { state: WalletState; reason: string | null }) => {
  const { t } = useTranslation('wallet')
  if (state === 'open') return null
  return (
    <Notice tone="bad" title={t(state === 'frozen' ? 'wallet.frozen' : 'wallet.closed')}>
      <p>{t(state === 'frozen' ? 'wallet.frozenText' : 'wallet.closedText')}</p>
      {reason === null ? null : <p>{t('wallet.reason', { reason })}</p>}
      <p>
        <a href="/help/contact">{t('wallet.contact')}</a>
      </p>
    </Notice>
  )
}
