/** What is in a wallet, and what can be done with it. Texts are in the namespaces `wallet` and `order`. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { ButtonLink } from '../button'
import { Card } from '../card'
import { walletActs } from './places'

/** The figure stands out; its currency is quiet beside it. */
export const Balance = ({ amount }: { amount: string }) => {
  const { t } = useTranslation('order')
  const [before = '', after = ''] = t('mango', { amount: '\u0000' }).split('\u0000')
  return (
    <p className="wallet-balance">
      {before === '' ? null : <span className="wallet-unit">{before}</span>}
      <bdi className="wallet-figure">{useFormat().truncated(amount, 4)}</bdi>
      {after === '' ? null : <span className="wallet-unit">{after}</span>}
    </p>
  )
}

export const BalanceCard = ({ balance }: { balance: string }) => {
  const { t } = useTranslation('wallet')
  return (
    <Card className="wallet-card">
      <h2 className="wallet-label">{t('wallet.balance')}</h2>
      <Balance amount={balance} />
      <p className="muted small">{t('wallet.rate')}</p>
      {walletActs.length === 0 ? null : (
        <div className="wallet-acts">
          {walletActs.map(({ href, key }, index) => (
            <ButtonLink key={href} href={href} variant={index === 0 ? 'primary' : 'plain'}>
              {t(`act.${key}`)}
            </ButtonLink>
          ))}
        </div>
      )}
    </Card>
  )
}
