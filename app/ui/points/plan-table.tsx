/** What points can pay, each leading to the order with the points chosen. Texts: `points`, `order`. */
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../button'
import { useAmounts } from '../order/amounts'
import { useProducts } from '../order/products'
import { Table, type Column } from '../table'
import { VisuallyHidden } from '../visually-hidden'
import type { PointsPlan } from './view'

const useColumns = (isSoon: boolean): Column<PointsPlan>[] => {
  const { t } = useTranslation('points')
  const amounts = useAmounts()
  const products = useProducts()
  return [
    {
      key: 'product',
      header: t('purchase.product'),
      kind: 'name',
      cell: (plan) => (
        <>
          {products.one(plan)}{' '}
          {plan.missing === null ? null : (
            <span className="muted small points-part">
              {t('purchase.missing', { points: amounts.points(plan.missing) })}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'price',
      header: t('purchase.price'),
      kind: 'number',
      phone: 'sub',
      cell: ({ points }) => <span className="strong">{amounts.points(points)}</span>,
    },
    {
      key: 'act',
      header: <VisuallyHidden>{t('purchase.get')}</VisuallyHidden>,
      kind: 'actions',
      phone: 'end',
      cell: (plan) => (
        <ButtonLink href={plan.href}>
          {t(isSoon ? 'purchase.part' : 'purchase.get')}
          <VisuallyHidden> {products.one(plan)}</VisuallyHidden>
        </ButtonLink>
      ),
    },
  ]
}

export const PlanTable = ({
  title,
  plans,
  isSoon,
}: {
  title: string
  plans: readonly PointsPlan[]
  isSoon: boolean
}) => <Table caption={title} columns={useColumns(isSoon)} rows={plans} rowKey={({ plan }) => plan} />
