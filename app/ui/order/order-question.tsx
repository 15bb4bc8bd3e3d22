/** The question before an order is cancelled or deleted, with any error. Texts are in the namespace `order`. */
import { useTranslation } from 'react-i18next'
import type { OrderSummary } from '~/modules/order/view'
import { ConfirmPage } from '../confirm-page'
import { ErrorSummary } from '../error-summary'
import { useFormErrors, type FailureShape } from '../form-errors'
import { isZero, useAmounts } from './amounts'
import { OrderBrief } from './order-brief'
import { Unbroken } from '../unbroken'
import { orderPath } from './order-path'

export type OrderQuestionProps = {
  act: 'cancel' | 'delete'
  order: OrderSummary
  failure: FailureShape | undefined
}

export const OrderQuestion = ({ act, order, failure }: OrderQuestionProps) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  const form = useFormErrors(failure)
  const path = orderPath(order.number)
  return (
    <>
      <ErrorSummary errors={form.summary} />
      <ConfirmPage
        title={<Unbroken text={(number) => t(`${act}.title`, { number })} value={order.number} />}
        text={t(act === 'delete' && order.status !== 1 ? 'delete.unpaid' : `${act}.text`)}
        confirm={t(`act.${act}`)}
        keep={t('cancel.keep')}
        cancelHref={path}
        crumbs={[
          { href: '/order', label: t('title') },
          { href: path, label: order.number },
        ]}
      >
        {act === 'cancel' && order.status === 8 && !isZero(order.actuallyPaid) ? (
          <p>
            {t('cancel.part', { paid: amounts.usd(order.actuallyPaid), amount: amounts.mango(order.actuallyPaid) })}
          </p>
        ) : null}
        <OrderBrief order={order} />
      </ConfirmPage>
    </>
  )
}
