/** Asks before an order leaves its account's list, and hides it. */
import { json, redirect, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { deleteOrder } from '~/modules/order/order.server'
import { redirectWithFlash } from '~/request/flash.server'
import styles from '~/styles/order.css'
import { ConfirmPage } from '~/ui/confirm-page'
import { ErrorSummary } from '~/ui/error-summary'
import { useFormErrors } from '~/ui/form-errors'
import { orderPath } from '~/ui/order/order-table'
import { OrderBrief } from '~/ui/order/order-brief'
import { refused } from '~/web/form/form.server'
import { requireOrder } from '~/web/order/require-order.server'

export const handle = { i18n: ['order'], title: 'order:act.delete' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const { order } = await requireOrder(request, context, params.number)
  if (!order.acts.includes('delete')) throw redirect(orderPath(order.number))
  return json({ order })
}

export const action = async ({ request, context, params }: ActionFunctionArgs) => {
  const { user, order } = await requireOrder(request, context, params.number)
  const done = await deleteOrder(user.userId, order.number)
  if (!done.ok) return refused(done, {})
  return redirectWithFlash(context, '/order', {
    kind: 'done',
    key: 'order:flash.deleted',
    params: { number: order.number },
  })
}

const Page = () => {
  const { t } = useTranslation('order')
  const { order } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure)
  return (
    <>
      <ErrorSummary errors={form.summary} />
      <ConfirmPage
        title={t('delete.title', { number: order.number })}
        text={t('delete.text')}
        confirm={t('act.delete')}
        keep={t('cancel.keep')}
        cancelHref={orderPath(order.number)}
        crumbs={[
          { href: '/order', label: t('title') },
          { href: orderPath(order.number), label: order.number },
        ]}
      >
        <OrderBrief order={order} />
      </ConfirmPage>
    </>
  )
}
export default Page
