/** What the points can buy now, and what they nearly can. */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { now } from '~/platform/clock.server'
import { requireUser } from '~/request/caller.server'
import { getLanguage } from '~/request/language.server'
import pointsStyles from '~/styles/points.css'
import styles from '~/styles/wallet.css'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { Notice } from '~/ui/notice'
import { useAmounts } from '~/ui/order/amounts'
import { PageHead } from '~/ui/page-head'
import { PointsRate } from '~/ui/points/balance-card'
import { PlanList, PlanTable } from '~/ui/points/plan-list'
import { PointsTabs } from '~/ui/points/points-tabs'
import { pointsPurchase } from '~/web/points/purchase.server'

export const handle = { i18n: ['points', 'order'], title: 'points:purchase.title' } satisfies RouteHandle
export const links: LinksFunction = () => [styles, pointsStyles].map((href) => ({ rel: 'stylesheet', href }))

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  return json(await pointsPurchase(user.userId, await getLanguage(request, context), now()))
}

/** Points that can't pay a whole price can still pay a part of one. */
const Nothing = ({ hasBox }: { hasBox: boolean }) => {
  const { t } = useTranslation('points')
  return (
    <Card>
      <EmptyState
        art="none"
        title={t('purchase.nothing')}
        text={t('purchase.nothingText')}
        action={
          <ButtonLink variant="primary" href={hasBox ? '/service' : '/points/invite'}>
            {hasBox ? t('purchase.shop') : t('empty.action')}
          </ButtonLink>
        }
      />
    </Card>
  )
}

const Purchase = () => {
  const { t } = useTranslation('points')
  const amounts = useAmounts()
  const { available, box, isOpen, now: affordable, soon } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={t('purchase.title')}
        lead={t('purchase.lead')}
        crumbs={[{ href: '/points', label: t('title') }]}
      />
      <PointsTabs />
      <div className="stack">
        <div>
          <p>
            {t('purchase.has', { points: amounts.points(available) })}{' '}
            {box === null ? null : <span className="muted">{t('purchase.box', { box: box.name })}</span>}
          </p>
          <PointsRate />
        </div>
        {isOpen ? null : (
          <Notice>
            <p>{t('purchase.closed')}</p>
          </Notice>
        )}
        {box === null ? (
          <Notice tone="info">
            <p>
              {t('purchase.noBox')} <a href="/terminal/bind">{t('purchase.bind')}</a>
            </p>
          </Notice>
        ) : null}
        {affordable.length === 0 ? <Nothing hasBox={box !== null} /> : null}
        <div className="points-shop">
          {affordable.length === 0 ? null : (
            <Card title={t('purchase.now')}>
              <PlanTable plans={affordable} caption={t('purchase.now')} />
            </Card>
          )}
          {soon.length === 0 ? null : (
            <Card title={t('purchase.soon')}>
              <p className="muted small">{t('purchase.soonText')}</p>
              <PlanList plans={soon} />
            </Card>
          )}
        </div>
      </div>
    </>
  )
}
export default Purchase
