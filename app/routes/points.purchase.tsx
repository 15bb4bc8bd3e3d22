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
import { PointsTabs } from '~/ui/points/points-tabs'
import { pointsPurchase } from '~/web/points/purchase.server'
import { useFormat } from '~/i18n/format'
import { useProducts } from '~/ui/order/products'
import type { PointsPlan } from '~/ui/points/view'

/** Plans in their order; those of one product follow its first. */
const productsOf = (plans: readonly PointsPlan[]): [string, PointsPlan[]][] => {
  const products = new Map<string, PointsPlan[]>()
  for (const plan of plans) products.set(plan.name, [...(products.get(plan.name) ?? []), plan])
  return [...products]
}
const monthsOf = (plans: readonly PointsPlan[]): number[] =>
  [...new Set(plans.map(({ months }) => months))].sort((a, b) => a - b)

/** A product per row, a period per column: many prices in little room. */
const PlanTable = ({ plans, caption }: { plans: readonly PointsPlan[]; caption: string }) => {
  const { t } = useTranslation('points')
  const format = useFormat()
  const amounts = useAmounts()
  const products = useProducts()
  const months = monthsOf(plans)
  return (
    <table className="points-table">
      <caption className="hidden-visually">{caption}</caption>
      <thead>
        <tr>
          <td>{t('column.amount')}</td>
          {months.map((count) => (
            <th key={count} scope="col">
              {products.period(count)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {productsOf(plans).map(([name, own]) => (
          <tr key={name}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            {months.map((count) => (
              <td key={count}>
                {own
                  .filter((plan) => plan.months === count)
                  .map(({ plan, href, points }) => (
                    <a key={plan} href={href} aria-label={amounts.points(points)}>
                      {format.number(BigInt(points))}
                    </a>
                  ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Plans that are nearly affordable, each with what is missing. */
const PlanList = ({ plans }: { plans: readonly PointsPlan[] }) => {
  const { t } = useTranslation('points')
  const amounts = useAmounts()
  const products = useProducts()
  return (
    <ul className="points-plans">
      {plans.map(({ plan, name, months, points, missing, href }) => (
        <li key={plan}>
          <div>
            <h3>
              <bdi>{name}</bdi>
            </h3>
            {missing === null ? null : (
              <p className="muted small">{t('purchase.missing', { points: amounts.points(missing) })}</p>
            )}
          </div>
          <a href={href}>
            <span className="small">{products.period(months)}</span>{' '}
            <span className="strong">{amounts.points(points)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

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
