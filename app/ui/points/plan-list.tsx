/**
 * What points can buy: each price leads to its order with the points chosen. The page must load the namespaces `points`
 * and `order`, and the style sheet points.css.
 */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { useAmounts } from '../order/amounts'
import { useProducts } from '../order/products'
import type { PointsPlan } from './view'

/** Plans in their order; those of one product follow its first. */
const productsOf = (plans: readonly PointsPlan[]): [string, PointsPlan[]][] => {
  const products = new Map<string, PointsPlan[]>()
  for (const plan of plans) products.set(plan.name, [...(products.get(plan.name) ?? []), plan])
  return [...products]
}
const monthsOf = (plans: readonly PointsPlan[]): number[] =>
  [...new Set(plans.map(({ months }) => months))].sort((a, b) => a - b)

/** A product per row, a period per column: many prices in little room. */
export const PlanTable = ({ plans, caption }: { plans: readonly PointsPlan[]; caption: string }) => {
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
export const PlanList = ({ plans }: { plans: readonly PointsPlan[] }) => {
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
