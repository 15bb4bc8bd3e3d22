/** What points can pay: products with their periods, each leading to the order with the points chosen. */
import { useTranslation } from 'react-i18next'
import { useAmounts } from '../order/amounts'
import { useProducts } from '../order/products'
import type { PointsPlan } from './view'

const PlanLink = ({ plan }: { plan: PointsPlan }) => {
  const { t } = useTranslation('points')
  const amounts = useAmounts()
  const products = useProducts()
  return (
    <a href={plan.href}>
      <span className="strong">{products.period(plan.months)}</span> <span>{amounts.points(plan.points)}</span>{' '}
      {plan.missing === null ? null : (
        <span className="muted small points-part">
          {t('purchase.missing', { points: amounts.points(plan.missing) })}
        </span>
      )}
    </a>
  )
}

/** Plans in their order, those of one product beside its first. */
const productsOf = (plans: readonly PointsPlan[]): [string, PointsPlan[]][] => {
  const products = new Map<string, PointsPlan[]>()
  for (const plan of plans) products.set(plan.name, [...(products.get(plan.name) ?? []), plan])
  return [...products]
}

/** The page must load the namespaces `points` and `order`, and the style sheet points.css. */
export const PlanList = ({ plans }: { plans: readonly PointsPlan[] }) => (
  <ul className="points-products">
    {productsOf(plans).map(([name, own]) => (
      <li key={name}>
        <h3>{name}</h3>
        <ul className="points-plans">
          {own.map((plan) => (
            <li key={plan.plan}>
              <PlanLink plan={plan} />
            </li>
          ))}
        </ul>
      </li>
    ))}
  </ul>
)
