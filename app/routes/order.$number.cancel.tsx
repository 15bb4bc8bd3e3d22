/** Asks before an unpaid order is cancelled, and cancels it. */
import { json, redirect, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { cancelOrder, orderStatuses } from '~/modules/order/order.server'
import { redirectWithFlash } from '~/request/flash.server'
import styles from '~/styles/order.css'
import { ConfirmPage } from '~/ui/confirm-page'
import { ErrorSummary } from '~/ui/error-summary'
import { useFormErrors } from '~/ui/form-errors'
import { orderPath } from '~/ui/order/order-table'
import { OrderBrief } from '~/ui/order/order-brief'
import { refused } from '~/web/form/form.server'
import { refusalFlash } from '~/web/form/refusal.server'
import { requireOrder } from '~/web/order/require-order.server'

export const handle = { i18n: ['order'], title: 'order:act.cancel' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const { order } = await requireOrder(request, context, params.number)
  if (!order.acts.includes('cancel')) throw redirect(orderPath(order.number))
  return json({ order })
}

export const action = async ({ request, context, params }: ActionFunctionArgs) => {
  const { user, order } = await requireOrder(request, context, params.number)
  const done = await cancelOrder(user.userId, order.number)
  if (!done.ok) {
    // Somewhere else something became of it: its own page says what, and why this did not.
    const { order: after } = await requireOrder(request, context, params.number)
    if (after.acts.includes('cancel')) return refused(done, {})
    if (after.status !== orderStatuses.cancelled)
      return redirectWithFlash(context, orderPath(order.number), refusalFlash(done))
  }
  return redirectWithFlash(context, orderPath(order.number), {
    kind: 'done',
    key: 'order:flash.cancelled',
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
        title={t('cancel.title', { number: order.number })}
        text={t('cancel.text')}
        confirm={t('act.cancel')}
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
