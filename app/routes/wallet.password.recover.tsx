/** A forgotten payment password: first where to send a code, then the code and the new one. It ends a lock, too. */
import { json, redirect, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { getProfile } from '~/modules/account/account.server'
import { fail } from '~/errors/table'
import { codeSchema } from '~/modules/verification/contact.schema'
import {
  paymentPasswordFaults,
  recoverPaymentPassword,
  sendPaymentPasswordCode,
  walletState,
} from '~/modules/wallet/wallet.server'
import { requireUser } from '~/request/caller.server'
import { redirectWithFlash } from '~/request/flash.server'
import { visitOf } from '~/request/visit.server'
import styles from '~/styles/wallet.css'
import { Card } from '~/ui/card'
import { CodeField } from '~/ui/code-field'
import { CodeSent, CodeWays } from '~/ui/code-form'
import { ErrorSummary } from '~/ui/error-summary'
import { FormActions } from '~/ui/form-actions'
import { useFormErrors } from '~/ui/form-errors'
import { PageHead } from '~/ui/page-head'
import { NewPaymentPasswordFields, paymentPasswordTexts } from '~/ui/wallet/payment-password'
import { findStep, goToStep, isStepOver, startOver, stepCookie } from '~/web/account/step.server'
import { paymentPasswordByCodeSchema } from '~/web/form/form-schema.server'
import { invalid, readForm, refusedFields } from '~/web/form/form.server'
import { refusedOrVerify } from '~/web/form/refusal.server'

export const handle = {
  i18n: ['wallet', 'account'],
  title: 'wallet:password.recoverTitle',
  sealed: true,
} satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

const here = '/wallet/password/recover'
const flow = 'payment-password'

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  if ((await walletState(user.userId)) === null) throw redirect('/wallet/open')
  // Both forms have this address: without a step, the first one is shown.
  if (isStepOver(request, flow)) return startOver(request, context, flow, here)
  const profile = await getProfile(user.userId)
  const step = findStep(request, flow)
  return json({
    email: profile.email?.shown ?? null,
    phone: profile.phone?.shown ?? null,
    sentTo: step?.userId === user.userId ? step.sentTo : null,
  })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const late = isStepOver(request, flow)
  const read = await readForm(request, context, paymentPasswordByCodeSchema)
  if (!read.ok) return late ? startOver(request, context, flow, here) : invalid(read)
  const visit = await visitOf(request, context)
  if (read.value.intent !== 'save') {
    const sent = await sendPaymentPasswordCode(user.userId, read.value.intent, visit)
    if (!sent.ok) return refusedOrVerify(request, context, sent, read)
    const { channel, sentTo } = sent.value
    return goToStep(context, here, { flow, userId: user.userId, channel, sentTo })
  }
  if (late) return startOver(request, context, flow, here)
  const { newPassword, repeatPassword } = read.value
  const code = codeSchema.safeParse(read.value.code)
  const noCode = code.success ? [] : [fail(read.value.code.trim() === '' ? 'I1113' : 'I1114', { field: 'code' })]
  const faults = [...noCode, ...paymentPasswordFaults({ newPassword, repeatPassword })]
  if (!code.success || faults.length > 1) return refusedFields(faults, read.values)
  const done = await recoverPaymentPassword(user.userId, { code: code.data, newPassword, repeatPassword }, visit)
  if (!done.ok) return refusedOrVerify(request, context, done, read)
  return redirectWithFlash(
    context,
    '/wallet',
    { kind: 'done', key: 'wallet:flash.passwordSaved' },
    { 'set-cookie': stepCookie(context, null) },
  )
}

const Recover = () => {
  const { t } = useTranslation('wallet')
  const { email, phone, sentTo } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure, paymentPasswordTexts)
  return (
    <div className="narrow">
      <PageHead
        title={t('password.recoverTitle')}
        lead={t('password.recoverLead')}
        crumbs={[
          { href: '/wallet', label: t('wallet.title') },
          { href: '/wallet/password', label: t('password.title') },
        ]}
      />
      <ErrorSummary errors={form.summary} />
      {sentTo ? <CodeSent sentTo={sentTo} /> : null}
      <Card>
        {sentTo ? (
          <form noValidate method="post" className="form" data-sealed="">
            <CodeField error={form.messageOf('code')} />
            <NewPaymentPasswordFields form={form} />
            <FormActions submit={t('password.save')} intent="save" />
          </form>
        ) : null}
        <CodeWays
          email={email}
          phone={phone}
          isAgain={sentTo !== null}
          none={
            <>
              {t('password.noContact')} <a href="/personal/contact/email">{t('password.addContact')}</a>
            </>
          }
        />
      </Card>
    </div>
  )
}
export default Recover
