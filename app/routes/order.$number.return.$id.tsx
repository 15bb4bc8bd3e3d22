/**
 * Asks the customer where to send back a deposit that can't be credited; the answer can be changed until it is sent.
 */
import { json, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import type { HeldDeposit } from '~/modules/order/view'
import { amountsOf } from '~/ui/order/amounts'
import { formatsOf } from '~/i18n/format'
import styles from '~/styles/order.css'
import { useFormErrors } from '~/ui/form-errors'
import { orderPath } from '~/ui/order/order-path'
import { ReturnView } from '~/ui/order/return-view'
import { newBatch } from '~/web/form/form.server'
import { requireHeld } from '~/web/order/require-order.server'
import { returnAction } from '~/web/order/return-action.server'

export const handle = {
  i18n: ['order'],
  title: (data, t, language) =>
    t('order:held.ask', {
      amount: data ? amountsOf(t, formatsOf(language)).coin(data.held.amount, data.held.symbol) : '',
    }),
} satisfies RouteHandle<{ held: HeldDeposit }>
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const { order, held } = await requireHeld(request, context, params)
  return json({ number: order.number, held, batch: newBatch() })
}

export const action = async ({ request, context, params }: ActionFunctionArgs) => {
  const { user, order, held } = await requireHeld(request, context, params)
  return returnAction(request, context, { user, held, path: orderPath(order.number) })
}

const Return = () => {
  const { t } = useTranslation('order')
  const data = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure)
  const list = { href: '/order', label: t('title') }
  return <ReturnView {...data} form={form} list={list} path={orderPath(data.number)} />
}
export default Return
