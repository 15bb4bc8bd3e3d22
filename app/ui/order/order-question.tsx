/** The question before an order is cancelled or deleted, with any error. Texts are in the namespace `order`. */
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import type { OrderSummary } from '~/modules/order/view'
import { ConfirmPage } from '~/ui/confirm-page'
import { ErrorSummary } from '~/ui/error-summary'
import { useFormErrors, type FailureShape } from '~/ui/form-errors'
import { isZero, useAmounts } from './amounts'
import { Unbroken } from '~/ui/unbroken'
import { orderPath } from './order-path'
import { useProducts } from './products'
import { StatusTag } from './status-tag'

/** An order in two lines, for a question about it. */
const OrderBrief = ({ order }: { order: OrderSummary }) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  const products = useProducts()
  return (
    <div className="split order-brief">
      <p>
        {t('for', { products: products.words(order.products), box: order.boxName })}
        <StatusTag status={order.status} />
      </p>
      <p className="strong">{amounts.usd(order.payPrice)}</p>
    </div>
  )
}

type Act = 'cancel' | 'delete'

export const questionHandle = (act: Act): RouteHandle<{ order: { number: string } }> => ({
  i18n: ['order'],
  title: (data, t) => t(`order:${act}.title`, { number: data?.order.number ?? '' }),
})

type Asked = { act: Act; order: OrderSummary; failure: FailureShape | undefined }

export const OrderQuestion = ({ act, order, failure }: Asked) => {
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

/** The page of both routes. */
export const QuestionPage = ({ act }: { act: Act }) => (
  <OrderQuestion
    act={act}
    order={useLoaderData<{ order: OrderSummary }>().order}
    failure={useActionData<{ failure: FailureShape }>()?.failure}
  />
)
