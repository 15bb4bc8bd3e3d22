/** A forgotten payment password: first where to send a code, then the code and the new one. It ends a lock, too. */
import { redirect, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { fail } from '~/errors/table'
import { codeSchema } from '~/modules/verification/contact.schema'
import {
  paymentPasswordFaults,
  recoverPaymentPassword,
  sendPaymentPasswordCode,
  walletState,
} from '~/modules/wallet/wallet.server'
import { requireUser } from '~/request/caller.server'
import { visitOf } from '~/request/visit.server'
import styles from '~/styles/wallet.css'
import { CodeAndPassword } from '~/ui/code-form'
import { FormPage } from '~/ui/form-page'
import { useFormErrors } from '~/ui/form-errors'
import { NewPaymentPasswordFields, paymentPasswordTexts } from '~/ui/wallet/payment-password'
import { endJourney, isStepOver, startOver } from '~/web/account/step.server'
import { answerPasswordCode, loadNewPassword } from '~/web/account/code-page.server'
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
const flow = 'payment-password' as const

export const loader = async (args: LoaderFunctionArgs) => {
  const { userId } = await requireUser(args.request, args.context)
  if ((await walletState(userId)) === null) throw redirect('/wallet/open')
  return loadNewPassword(args, userId, flow, here)
}

export const action = async (args: ActionFunctionArgs) => {
  const { request, context } = args
  const user = await requireUser(request, context)
  const late = isStepOver(request, flow)
  const read = await readForm(request, context, paymentPasswordByCodeSchema)
  if (!read.ok) return late ? startOver(request, context, flow, here) : invalid(read)
  if (read.value.intent !== 'save')
    return answerPasswordCode(
      args,
      { userId: user.userId, way: read.value.intent, flow, here },
      sendPaymentPasswordCode,
      read,
    )
  if (late) return startOver(request, context, flow, here)
  const { newPassword, repeatPassword } = read.value
  const code = codeSchema.safeParse(read.value.code)
  const noCode = code.success ? [] : [fail(read.value.code.trim() === '' ? 'I1113' : 'I1114', { field: 'code' })]
  const faults = [...noCode, ...paymentPasswordFaults({ newPassword, repeatPassword })]
  if (!code.success || faults.length > 1) return refusedFields(faults, read.values)
  const visit = await visitOf(request, context)
  const done = await recoverPaymentPassword(user.userId, { code: code.data, newPassword, repeatPassword }, visit)
  if (!done.ok) return refusedOrVerify(request, context, done, read)
  return endJourney(context, '/wallet', 'done', 'wallet:flash.passwordSaved')
}

const Recover = () => {
  const { t } = useTranslation('wallet')
  const form = useFormErrors(useActionData<typeof action>()?.failure, paymentPasswordTexts)
  return (
    <FormPage
      form={form}
      title={t('password.recoverTitle')}
      lead={t('password.recoverLead')}
      crumbs={[
        { href: '/wallet', label: t('wallet.title') },
        { href: '/wallet/password', label: t('password.title') },
      ]}
    >
      <CodeAndPassword
        {...useLoaderData<typeof loader>()}
        form={form}
        submit={t('password.save')}
        none={
          <>
            {t('password.noContact')} <a href="/personal/contact/email">{t('password.addContact')}</a>
          </>
        }
      >
        <NewPaymentPasswordFields form={form} />
      </CodeAndPassword>
    </FormPage>
  )
}
export default Recover
