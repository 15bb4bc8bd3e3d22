/** Opens the wallet: explains what it means, and has one button. */
import { json, redirect, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { balanceOf, wallet } from '~/modules/ledger/ledger.server'
import { openWallet, walletState } from '~/modules/wallet/wallet.server'
import { requireUser } from '~/request/caller.server'
import { readFields } from '~/request/fields.server'
import { redirectDone } from '~/request/flash.server'
import { parseReturnTo, returnToOr } from '~/request/return-to'
import styles from '~/styles/wallet.css'
import { Card } from '~/ui/card'
import { EmptyDrawing } from '~/ui/empty-drawings'
import { FormActions } from '~/ui/form-actions'
import { FormPage } from '~/ui/form-page'
import { useFormErrors } from '~/ui/form-errors'
import { isZero, useAmounts } from '~/ui/order/amounts'
import { refused } from '~/web/form/form.server'
import { mangoText } from '~/web/wallet/amounts.server'

export const handle = { i18n: ['wallet', 'order'], title: 'wallet:open.title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const [state, mango] = await Promise.all([walletState(user.userId), balanceOf(wallet(user.userId))])
  const returnTo = parseReturnTo(new URL(request.url).searchParams.get('returnTo'))
  if (state !== null) throw redirect(returnTo ?? '/wallet')
  return json({ waiting: mangoText(mango.balance), returnTo })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const { values } = await readFields(request, context)
  const opened = await openWallet(user.userId)
  if (!opened.ok) return refused(opened, {})
  const to = returnToOr(typeof values?.returnTo === 'string' ? values.returnTo : null, '/wallet')
  return opened.value.isNew ? redirectDone(context, to, 'wallet:flash.opened') : redirect(to, 303)
}

const Open = () => {
  const { t } = useTranslation('wallet')
  const amounts = useAmounts()
  const { waiting, returnTo } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure)
  return (
    <FormPage form={form} title={t('open.title')} lead={t('open.lead')}>
      <Card className="stack">
        <EmptyDrawing kind="wallet" />
        {isZero(waiting) ? null : <p className="strong">{t('open.waiting', { amount: amounts.mango(waiting) })}</p>}
        <ul className="marked wallet-means">
          <li>{t('open.rate')}</li>
          <li>{t('open.spend')}</li>
          <li>{t('open.password')}</li>
        </ul>
        <form noValidate method="post" className="form">
          {returnTo === null ? null : <input type="hidden" name="returnTo" value={returnTo} />}
          <FormActions submit={t('open.button')} />
        </form>
      </Card>
    </FormPage>
  )
}
export default Open
