/**
 * The payment password: the first one is set with the account’s own password, a later one with the previous payment
 * password.
 */
import { json, redirect, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { balanceOf, wallet as walletAccount } from '~/modules/ledger/ledger.server'
import {
  changePaymentPassword,
  paymentPasswordFaults,
  paymentPasswordState,
  setPaymentPassword,
  walletState,
} from '~/modules/wallet/wallet.server'
import { requireUser } from '~/request/caller.server'
import { redirectDone } from '~/request/flash.server'
import { visitOf } from '~/request/visit.server'
import styles from '~/styles/wallet.css'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { useFormErrors } from '~/ui/form-errors'
import { PageHead } from '~/ui/page-head'
import { NewPaymentPasswordFields, PaymentPasswordField, paymentPasswordTexts } from '~/ui/wallet/payment-password'
import { openWalletPath } from '~/ui/wallet/places'
import { PaymentPasswordLock, WalletStateNotice } from '~/ui/wallet/state-notice'
import { WalletTabs } from '~/ui/wallet/wallet-tabs'
import { paymentPasswordFormSchema } from '~/web/form/form-schema.server'
import { invalid, readForm, refused, refusedFields } from '~/web/form/form.server'
import { mangoText } from '~/web/wallet/amounts.server'

export const handle = {
  i18n: ['wallet', 'account'],
  title: 'wallet:password.title',
  sealed: true,
} satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const [wallet, mango, state] = await Promise.all([
    walletState(user.userId),
    balanceOf(walletAccount(user.userId)),
    paymentPasswordState(user.userId),
  ])
  if (wallet === null) throw redirect(openWalletPath('/wallet/password'))
  return json({
    userName: user.userName,
    wallet: { state: wallet.state, reason: wallet.reason, balance: mangoText(mango.balance) },
    isSet: state.isSet,
    left: state.left,
    lockedUntil: state.lockedUntil?.toISOString() ?? null,
    next: new URL(request.url).searchParams.get('next') === 'transfer' ? 'transfer' : '',
  })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, paymentPasswordFormSchema)
  if (!read.ok) return invalid(read)
  const { value } = read
  const faults = paymentPasswordFaults(value)
  if (faults.length > 1) return refusedFields(faults, read.values)
  const visit = await visitOf(request, context)
  const done =
    value.intent === 'set'
      ? await setPaymentPassword(user.userId, value, visit)
      : await changePaymentPassword(user.userId, value, visit)
  if (!done.ok) return refused(done, read.values)
  const to = value.intent === 'set' && value.next === 'transfer' ? '/wallet/transfer' : '/wallet'
  return redirectDone(context, to, 'wallet:flash.passwordSaved')
}

/** Below this many entries left, the page mentions how many. */
const fewLeft = 10

const PaymentPassword = () => {
  const { t } = useTranslation('wallet')
  const { userName, wallet, isSet, left, lockedUntil, next } = useLoaderData<typeof loader>()
  // A closed wallet takes no new password; a frozen one does.
  const isClosed = wallet.state === 'closed'
  const canChange = !isClosed && lockedUntil === null
  const form = useFormErrors(useActionData<typeof action>()?.failure, paymentPasswordTexts)
  return (
    <div className="narrow">
      <PageHead
        title={t('password.title')}
        lead={canChange ? t(isSet ? 'password.changeLead' : 'password.setLead') : undefined}
      />
      <WalletTabs />
      <ErrorSummary errors={form.summary} />
      <WalletStateNotice {...wallet} />
      {isClosed ? null : <PaymentPasswordLock until={lockedUntil} />}
      {canChange ? (
        <Card>
          <form noValidate method="post" className="form wallet-form" data-sealed="">
            <input type="hidden" name="intent" value={isSet ? 'change' : 'set'} />
            {isSet ? (
              <PaymentPasswordField
                form={form}
                name="oldPassword"
                label={t('password.old')}
                {...(left < fewLeft ? { hint: t('password.left', { left }) } : {})}
              />
            ) : (
              <>
                <input type="hidden" name="next" value={next} />
                {/* Tells password managers which account's password is meant below. */}
                <input type="text" name="shownUserName" value={userName} autoComplete="username" readOnly hidden />
              </>
            )}
            <NewPaymentPasswordFields form={form} />
            {isSet ? null : (
              <Field
                label={t('password.account')}
                name="password"
                type="password"
                hint={t('password.accountHint')}
                error={form.messageOf('password')}
                autoComplete="current-password"
                required
              />
            )}
            <FormActions submit={t('password.save')} cancelHref="/wallet" />
          </form>
        </Card>
      ) : null}
      {isSet && canChange ? (
        <p className="center">
          <a href="/wallet/password/recover">{t('password.byCode')}</a>
        </p>
      ) : null}
    </div>
  )
}
export default PaymentPassword
