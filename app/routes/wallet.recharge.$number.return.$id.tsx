/** Asks the customer where to send back a deposit of a recharge that can't be credited, as for an order. */
import { json, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import type { HeldDeposit } from '~/modules/order/view'
import { amountsOf } from '~/ui/order/amounts'
import { formatsOf } from '~/i18n/format'
import styles from '~/styles/order.css'
import { useFormErrors } from '~/ui/form-errors'
import { rechargePath } from '~/ui/order/order-path'
import { ReturnView } from '~/ui/order/return-view'
import { newBatch } from '~/web/form/form.server'
import { returnAction } from '~/web/order/return-action.server'
import { requireHeldOfRecharge } from '~/web/wallet/recharge-form.server'

export const handle = {
  i18n: ['wallet', 'order'],
  title: (data, t, language) =>
    t('order:held.ask', {
      amount: data ? amountsOf(t, formatsOf(language)).coin(data.held.amount, data.held.symbol) : '',
    }),
} satisfies RouteHandle<{ held: HeldDeposit }>
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const { recharge, held } = await requireHeldOfRecharge(request, context, params)
  return json({ number: recharge.number, held, batch: newBatch() })
}

export const action = async ({ request, context, params }: ActionFunctionArgs) => {
  const { user, recharge, held } = await requireHeldOfRecharge(request, context, params)
  return returnAction(request, context, { user, held, path: rechargePath(recharge.number) })
}

const Return = () => {
  const { t } = useTranslation('wallet')
  const data = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure)
  const list = { href: '/wallet', label: t('wallet.title') }
  return <ReturnView {...data} form={form} list={list} path={rechargePath(data.number)} />
}
export default Return
