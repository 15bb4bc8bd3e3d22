/** The number of points, their value, and which expire. Styles are in wallet.css. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { ButtonLink } from '../button'
import { Card } from '../card'
import { useAmounts } from '../order/amounts'
import type { PointsBalance } from './view'

export const PointsRate = () => {
  const { t } = useTranslation('points')
  return <p className="muted small">{t('rate', { hundred: 100, one: 1 })}</p>
}

export const PointsBalanceCard = ({ points, worth, held, expiries }: PointsBalance) => {
  const { t } = useTranslation('points')
  const amounts = useAmounts()
  const format = useFormat()
  return (
    <Card className="stack stack-tight wallet-card">
      <h2 className="wallet-label">{t('balance.title')}</h2>
      <p className="wallet-balance">
        <span className="wallet-figure">
          <bdi>{format.number(BigInt(points))}</bdi>
        </span>{' '}
        <span className="wallet-unit">{t('balance.worth', { amount: amounts.mango(worth) })}</span>
      </p>
      {held === null ? null : <p>{t('balance.held', { points: amounts.points(held) })}</p>}
      {expiries.map((one) => (
        <p key={one.endsOn}>
          {t('balance.expire', { points: amounts.points(one.points), date: format.date(one.endsOn) })}
        </p>
      ))}
      <PointsRate />
      <div className="wallet-acts no-print">
        <ButtonLink href="/points/purchase" variant="primary">
          {t('balance.get')}
        </ButtonLink>
        <ButtonLink href="/points/invite">{t('empty.action')}</ButtonLink>
      </div>
    </Card>
  )
}
