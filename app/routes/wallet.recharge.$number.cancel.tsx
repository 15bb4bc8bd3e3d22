/** Asks before an unpaid recharge is cancelled, and cancels it. */
import { json, redirect, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { formatsOf } from '~/i18n/format'
import { cancelRecharge, rechargeStatuses } from '~/modules/recharge/recharge.server'
import { requireUser } from '~/request/caller.server'
import { redirectDone, redirectWithFlash } from '~/request/flash.server'
import styles from '~/styles/wallet.css'
import { ConfirmPage } from '~/ui/confirm-page'
import { ErrorSummary } from '~/ui/error-summary'
import { useFormErrors } from '~/ui/form-errors'
import { amountsOf, useAmounts } from '~/ui/order/amounts'
import { rechargePath } from '~/ui/order/order-path'
import { refused } from '~/web/form/form.server'
import { refusalFlash } from '~/web/form/refusal.server'
import { requireRecharge } from '~/web/wallet/recharge-form.server'

export const handle = {
  i18n: ['wallet', 'order'],
  title: (data, t, language) =>
    t('wallet:recharge.cancelTitle', { amount: amountsOf(t, formatsOf(language)).usd(data?.amount ?? '0') }),
} satisfies RouteHandle<{ amount: string }>
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

/** If it can't be cancelled (any more), its page shows its state. */
export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const { recharge } = await requireRecharge(user, params.number)
  if (!recharge.acts.includes('cancel')) throw redirect(rechargePath(recharge.number))
  return json({ number: recharge.number, amount: recharge.amount })
}

export const action = async ({ request, context, params }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const { recharge } = await requireRecharge(user, params.number)
  const { number } = recharge
  const done = await cancelRecharge(user.userId, number)
  if (!done.ok) {
    // It changed elsewhere meanwhile: its own page shows how, and so why this failed.
    const { recharge: after } = await requireRecharge(user, number)
    if (after.acts.includes('cancel')) return refused(done, {})
    if (after.status !== rechargeStatuses.cancelled)
      return redirectWithFlash(context, rechargePath(number), refusalFlash(done))
  }
  return redirectDone(context, rechargePath(number), 'wallet:flash.rechargeCancelled')
}

const Cancel = () => {
  const { t } = useTranslation('wallet')
  const amounts = useAmounts()
  const { number, amount } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure)
  return (
    <>
      <ErrorSummary errors={form.summary} />
      <ConfirmPage
        title={t('recharge.cancelTitle', { amount: amounts.usd(amount) })}
        text={t('recharge.cancelQuestion')}
        confirm={t('recharge.cancel')}
        keep={t('recharge.keep')}
        cancelHref={rechargePath(number)}
        crumbs={[
          { href: '/wallet', label: t('wallet.title') },
          { href: rechargePath(number), label: number },
        ]}
      />
    </>
  )
}
export default Cancel
