/** A wallet's balance, the amounts on hold, and the available actions. Namespaces `wallet` and `order`. */
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat, useLocalFormat } from '~/i18n/format'
import type { HeldView } from '~/modules/wallet/view'
import { ButtonLink } from '../button'
import { Card } from '../card'
import { isZero, useAmounts } from '../order/amounts'
import { orderPath } from '../order/order-path'
import { Unbroken } from '../unbroken'
import type { walletActs } from './places'

/**
 * The figure stands out; its currency is quiet beside it. The figure's box has the page's direction, which its margin
 * follows in browsers that don't know gaps.
 */
export const Balance = ({ amount }: { amount: string }) => {
  const { t } = useTranslation('order')
  const [before = '', after = ''] = t('mango', { amount: '\u0000' }).split('\u0000')
  return (
    <p className="wallet-balance">
      {before.trim() === '' ? null : <span className="wallet-unit">{before.trim()}</span>}{' '}
      <span className="wallet-figure">
        <bdi>{useFormat().mango(amount)}</bdi>
      </span>{' '}
      {after.trim() === '' ? null : <span className="wallet-unit">{after.trim()}</span>}
    </p>
  )
}

/** Each amount on hold: for which order, and until when. */
const HeldLine = ({ held: { amount, until, frozen, order } }: { held: HeldView }) => {
  const { t } = useTranslation('wallet')
  const format = useLocalFormat()
  const shown = useAmounts().mango(amount)
  return (
    <li>
      {frozen
        ? t('wallet.frozenPart', { amount: shown, time: format.date(format.dayOf(until)) })
        : t('wallet.held', { amount: shown, time: format.dateTime(until) })}{' '}
      {order === null ? null : (
        <a href={orderPath(order)}>
          <Unbroken text={(number) => t('details.order', { number })} value={order} />
        </a>
      )}
    </li>
  )
}

export type BalanceCardProps = {
  balance: string
  /** The available amount. */
  available: string
  held: readonly HeldView[]
  /** In USD. */
  owed: string
  /** Mango that can only be transferred later, because it was bought by card. */
  later: readonly { amount: string; from: string }[]
  /** The actions that are possible now. */
  acts: typeof walletActs
}

export const BalanceCard = ({ balance, available, held, owed, later, acts }: BalanceCardProps) => {
  const { t } = useTranslation('wallet')
  const amounts = useAmounts()
  const format = useLocalFormat()
  return (
    <Card className="stack stack-tight wallet-card">
      <div className="wallet-label">
        <h2>{t('wallet.balance')}</h2>
        <span>{t('wallet.rate')}</span>
      </div>
      <Balance amount={balance} />
      {held.length === 0 ? null : (
        <>
          <p>{t('wallet.available', { amount: amounts.mango(available) })}</p>
          <ul className="wallet-held">
            {held.map((one, index) => (
              <HeldLine key={index} held={one} />
            ))}
          </ul>
        </>
      )}
      {isZero(owed) ? null : <p className="wallet-owed">{t('wallet.owed', { amount: amounts.usd(owed) })}</p>}
      {later.length === 0 ? null : (
        <p className="muted small">
          {later.map(({ amount, from }) => (
            <Fragment key={from}>
              {t('wallet.later', { amount: amounts.mango(amount), date: format.date(format.dayOf(from)) })}{' '}
            </Fragment>
          ))}
        </p>
      )}
      {acts.length === 0 ? null : (
        <div className="wallet-acts no-print">
          {acts.map(({ href, key }, index) => (
            <ButtonLink key={href} href={href} variant={index === 0 && acts.length > 1 ? 'primary' : 'plain'}>
              {t(`act.${key}`)}
            </ButtonLink>
          ))}
        </div>
      )}
    </Card>
  )
}
