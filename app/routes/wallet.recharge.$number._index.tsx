/** The payment page of a recharge: send or go to the provider, wait, done; or another method. */
import { json, redirect, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { usePayPage } from '~/client/order/pay-page'
import type { RouteHandle } from '~/i18n/handle'
import { checkNow, chooseRechargePayment, returnFromProvider } from '~/modules/payment/payment.server'
import { rechargeForOrder } from '~/modules/recharge/recharge.server'
import type { RechargePage } from '~/modules/recharge/view'
import { requireUser } from '~/request/caller.server'
import { redirectDone, redirectWithFlash } from '~/request/flash.server'
import { visitOf } from '~/request/visit.server'
import orderStyles from '~/styles/order.css'
import styles from '~/styles/wallet.css'
import { withQr, type PayState } from '~/ui/order/pay-qr.server'
import { rechargePath } from '~/ui/order/order-path'
import { payReload } from '~/ui/order/pay-state'
import { payTitle } from '~/ui/order/pay-title'
import { RechargeView } from '~/ui/wallet/recharge-view'
import { invalid, newBatch, readForm, refused } from '~/web/form/form.server'
import { refusedOrVerify } from '~/web/form/refusal.server'
import { cameBack, pageAtProvider, redirectFromProvider } from '~/web/order/payment-state.server'
import { rechargeActSchema, rechargeChecked, requireRecharge } from '~/web/wallet/recharge-form.server'

type Data = { state: PayState<RechargePage>; choosing: boolean; cameBack: boolean; batch: string }

export const handle = {
  i18n: ['wallet', 'order', 'problems'],
  title: (data, t, language) =>
    data === undefined ? t('wallet:recharge.title') : payTitle(data.state.page, data.choosing, t, language),
  reload: payReload,
} satisfies RouteHandle<Data>
export const links: LinksFunction = () => [styles, orderStyles].map((href) => ({ rel: 'stylesheet', href }))

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const url = new URL(request.url)
  const session = url.searchParams.get('session')
  if (session !== null) {
    const number = params.number ?? ''
    const asked = await returnFromProvider(user.userId, number, session, 'recharge')
    return redirectFromProvider(context, rechargePath(number), asked, () =>
      rechargeChecked(request, context, user, number),
    )
  }
  const isBack = await cameBack(url, user, params.number, 'recharge')
  const state = withQr(await requireRecharge(user, params.number))
  const choosing = url.searchParams.get('choose') === '1'
  return json({ state, choosing, cameBack: isBack, batch: newBatch() } satisfies Data)
}

export const action = async ({ request, context, params }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const number = params.number ?? ''
  const read = await readForm(request, context, rechargeActSchema)
  if (!read.ok) return invalid(read)
  const page = rechargePath(number)
  if (read.value.intent === 'for-order') {
    await rechargeForOrder(user.userId, number, read.value.order)
    return redirect(page, 303)
  }
  if (read.value.intent === 'check') {
    const checked = await checkNow(user.userId, number, 'recharge')
    if (!checked.ok) return refused(checked, {})
    return redirectWithFlash(context, page, await rechargeChecked(request, context, user, number))
  }
  const { method, shown, batch } = read.value
  const visit = await visitOf(request, context)
  const chosen = await chooseRechargePayment(user.userId, number, { method, shown, batch, visit })
  // The page that is shown again has a new key, so a refused attempt doesn't use one up.
  const kept = { values: { method: String(method) }, sealed: read.sealed }
  // Paid by a second click or in another tab: there is nothing left to choose.
  if (!chosen.ok && chosen.code === 'R1001') return redirectDone(context, page, 'wallet:flash.recharged')
  if (!chosen.ok) return refusedOrVerify(request, context, chosen, kept)
  return redirect(pageAtProvider(request, chosen.value.url) ?? page, 303)
}

const Recharge = () => {
  const data = useLoaderData<typeof loader>()
  return <RechargeView {...usePayPage(data, useActionData<typeof action>()?.failure)} />
}
export default Recharge
