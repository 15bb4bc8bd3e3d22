/** The payment page: choose a method, send or go to the provider, wait, done. */
import { json, redirect, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { usePayPage } from '~/client/order/pay-page'
import type { RouteHandle } from '~/i18n/handle'
import { creditWhatCame } from '~/modules/order/order.server'
import { checkNow, choosePayment, returnFromProvider } from '~/modules/payment/payment.server'
import { requireUser } from '~/request/caller.server'
import { redirectDone, redirectWithFlash } from '~/request/flash.server'
import { visitOf } from '~/request/visit.server'
import styles from '~/styles/order.css'
import { orderPath } from '~/ui/order/order-path'
import { withQr, type PayState } from '~/ui/order/pay-qr.server'
import { payReload } from '~/ui/order/pay-state'
import { payTitle } from '~/ui/order/pay-title'
import { PayView } from '~/ui/order/pay-view'
import { invalid, newBatch, readForm, refused } from '~/web/form/form.server'
import { refusedOrVerify } from '~/web/form/refusal.server'
import { paySchema } from '~/web/order/order-query.server'
import {
  checkedFlash,
  cameBack,
  pageAtProvider,
  paidFlash,
  redirectFromProvider,
  requirePayment,
} from '~/web/order/payment-state.server'

type Data = { state: PayState; choosing: boolean; cameBack: boolean; batch: string }

export const handle = {
  i18n: ['order', 'problems'],
  title: (data, t, language) =>
    data === undefined ? t('order:step.waiting') : payTitle(data.state.page, data.choosing, t, language),
  reload: payReload,
} satisfies RouteHandle<Data>
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const url = new URL(request.url)
  const session = url.searchParams.get('session')
  if (session !== null) {
    const number = params.number ?? ''
    const asked = await returnFromProvider(user.userId, number, session)
    return redirectFromProvider(context, orderPath(number, 'pay'), asked, () =>
      checkedFlash(request, context, user, number),
    )
  }
  const isBack = await cameBack(url, user, params.number)
  const state = withQr(await requirePayment(request, context, user, params.number))
  const choosing = url.searchParams.get('choose') === '1'
  return json({ state, choosing, cameBack: isBack, batch: newBatch() } satisfies Data)
}

export const action = async ({ request, context, params }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const number = params.number ?? ''
  const read = await readForm(request, context, paySchema)
  if (!read.ok) return invalid(read)
  const page = orderPath(number, 'pay')
  if (read.value.intent === 'check') {
    const checked = await checkNow(user.userId, number)
    if (!checked.ok) return refused(checked, {})
    return redirectWithFlash(context, page, await checkedFlash(request, context, user, number))
  }
  if (read.value.intent === 'credit') {
    const credited = await creditWhatCame(user.userId, number)
    const { status } = (await requirePayment(request, context, user, number)).order
    // A second click finds that the first one did it.
    if (credited.ok || status === 2) return redirectDone(context, page, 'order:flash.credited')
    return credited.code === 'R1001' ? redirectWithFlash(context, page, paidFlash(number)) : refused(credited, {})
  }
  const { method, shown, batch } = read.value
  const visit = await visitOf(request, context)
  const chosen = await choosePayment(user.userId, number, { method, shown, batch, visit })
  // The page that is shown again has a new key, so a refused attempt doesn't use one up.
  const kept = { values: { method: String(method) }, sealed: read.sealed }
  // Paid by a second click or in another tab: there is nothing left to choose.
  if (!chosen.ok && chosen.code === 'R1001') return redirectWithFlash(context, page, paidFlash(number))
  if (!chosen.ok) return refusedOrVerify(request, context, chosen, kept)
  return redirect(pageAtProvider(request, chosen.value.url) ?? page, 303)
}

const Pay = () => {
  const data = useLoaderData<typeof loader>()
  return <PayView {...usePayPage(data, useActionData<typeof action>()?.failure)} />
}
export default Pay
