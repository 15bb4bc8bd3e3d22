/** Recharges the wallet: how much, by which method, one button. */
import { json, redirect, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFreshOnReturn } from '~/client/order/came-back'
import type { RouteHandle } from '~/i18n/handle'
import { balanceOf, wallet } from '~/modules/ledger/ledger.server'
import { rechargeMethods } from '~/modules/payment/payment.server'
import { createRecharge, openRechargeOf } from '~/modules/recharge/recharge.server'
import { cardSendableFrom, walletState } from '~/modules/wallet/wallet.server'
import { requireUser } from '~/request/caller.server'
import { redirectWithFlash } from '~/request/flash.server'
import { visitOf } from '~/request/visit.server'
import orderStyles from '~/styles/order.css'
import styles from '~/styles/wallet.css'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { useFormErrors, type OwnTexts } from '~/ui/form-errors'
import { Notice } from '~/ui/notice'
import { useAmounts } from '~/ui/order/amounts'
import { rechargePath } from '~/ui/order/order-path'
import { PageHead } from '~/ui/page-head'
import { useFreshForm } from '~/ui/use-fresh-form'
import { openWalletPath } from '~/ui/wallet/places'
import { RechargeForm } from '~/ui/wallet/recharge-form'
import { WalletStateNotice } from '~/ui/wallet/state-notice'
import { WalletTabs } from '~/ui/wallet/wallet-tabs'
import { invalid, newBatch, readForm, refused } from '~/web/form/form.server'
import { refusalFlash } from '~/web/form/refusal.server'
import { mangoText } from '~/web/wallet/amounts.server'
import { pageAtProvider } from '~/web/order/payment-state.server'
import { rechargeSchema, requireRecharge } from '~/web/wallet/recharge-form.server'
import { wantedFor, plainAmount } from '~/web/wallet/recharge-for.server'

export const handle = { i18n: ['wallet', 'order'], title: 'wallet:recharge.title' } satisfies RouteHandle
export const links: LinksFunction = () => [styles, orderStyles].map((href) => ({ rel: 'stylesheet', href }))

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const state = await walletState(user.userId)
  const { pathname, search, searchParams: params } = new URL(request.url)
  if (state === null) throw redirect(openWalletPath(pathname + search))
  const [mango, methods, open, order] = await Promise.all([
    balanceOf(wallet(user.userId)),
    rechargeMethods(user.userId),
    openRechargeOf(user.userId),
    wantedFor(user.userId, params.get('order')),
  ])
  return json({
    state: { ...state, openedAt: state.openedAt.toISOString() },
    balance: mangoText(mango.balance),
    methods,
    open,
    order,
    amount: plainAmount(params.get('amount')) ?? order?.amount ?? '',
    method: methods.find(({ method }) => String(method) === params.get('method'))?.method ?? null,
    sendableFrom: cardSendableFrom()?.toISOString() ?? null,
    batch: newBatch(),
  })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, rechargeSchema)
  if (!read.ok) return invalid(read)
  const { amount, method, order = null, batch } = read.value
  const visit = await visitOf(request, context)
  const placed = await createRecharge({ userId: user.userId, amount, method, order, batch, visit })
  if (!placed.ok) return refused(placed, read.values)
  const { number, problem } = placed.value
  const next = rechargePath(number)
  if (problem === null) {
    const { attempt } = await requireRecharge(user, number)
    return redirect(pageAtProvider(request, attempt?.kind === 'card' ? attempt.url : null) ?? next, 303)
  }
  return problem.code === 'B0005' ? redirect(next, 303) : redirectWithFlash(context, next, refusalFlash(problem))
}

const texts: OwnTexts = { 'amount.A0422': 'wallet:recharge.badAmount' }

const Recharge = () => {
  const { t } = useTranslation('wallet')
  const amounts = useAmounts()
  useFreshOnReturn()
  const { state, balance, methods, open, order, amount, method, sendableFrom, batch } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()?.failure
  const form = useFormErrors(failure, texts)
  const formKey = useFreshForm(failure !== undefined)
  const chosen = form.valueOf('method')
  const goOn = t(open?.status === 7 ? 'recharge.follow' : 'recharge.continue')
  return (
    <div className="narrow">
      <PageHead title={t('recharge.title')} lead={state.state === 'closed' ? undefined : t('recharge.rate')} />
      <WalletTabs />
      <WalletStateNotice {...state} balance={balance}>
        {state.state === 'frozen' && open === null ? <p>{t('recharge.frozen')}</p> : null}
      </WalletStateNotice>
      <ErrorSummary errors={form.summary} />
      {order === null || state.state !== 'open' ? null : (
        <p className="notice">
          {t('recharge.orderLacks', { number: order.number, amount: amounts.mango(order.missing) })}{' '}
          {order.isLeast ? t('recharge.orderLeast', { least: amounts.usd(order.amount) }) : null}
        </p>
      )}
      {open === null ? (
        // A frozen wallet accepts incoming money too.
        state.state === 'closed' ? null : (
          <RechargeForm
            key={formKey}
            methods={methods}
            amount={amount}
            method={chosen === undefined || chosen === '' ? method : Number(chosen)}
            order={order?.number ?? null}
            sendableFrom={sendableFrom}
            batch={batch}
            form={form}
          />
        )
      ) : (
        <Notice title={t('recharge.openTitle')}>
          {/* The recharge's page then leads back to the order. */}
          {order === null ? null : (
            <form noValidate method="post" action={rechargePath(open.number)} id="for-order">
              <input type="hidden" name="order" value={order.number} />
            </form>
          )}
          <p>{t('recharge.openText', { amount: amounts.usd(open.amount) })}</p>
          <p className="row">
            {order === null ? (
              <ButtonLink variant="primary" href={rechargePath(open.number)}>
                {goOn}
              </ButtonLink>
            ) : (
              <Button variant="primary" name="intent" value="for-order" form="for-order">
                {goOn}
              </Button>
            )}
            {open.acts.includes('cancel') ? (
              <ButtonLink variant="quiet-danger" href={rechargePath(open.number, 'cancel')}>
                {t('recharge.cancel')}
              </ButtonLink>
            ) : null}
          </p>
        </Notice>
      )}
    </div>
  )
}
export default Recharge
