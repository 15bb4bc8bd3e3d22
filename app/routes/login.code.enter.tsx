/** Signing in without a password, second form: the code. */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { authenticateByCode, sendSignInCode } from '~/modules/account/account.server'
import { CodeForm } from '~/ui/code-form'
import { FormPage } from '~/ui/form-page'
import { useFormErrors } from '~/ui/form-errors'
import { findUser } from '~/request/caller.server'
import { redirectDone } from '~/request/flash.server'
import { codeFormSchema } from '~/web/form/form-schema.server'
import { invalid, readForm } from '~/web/form/form.server'
import { refusedOrVerify } from '~/web/form/refusal.server'
import { continueSignIn } from '~/web/account/sign-in.server'
import { findStep, startOver } from '~/web/account/step.server'
import { visitOf } from '~/request/visit.server'

export const handle = { i18n: ['account'], title: 'account:login.codeTitle', sealed: true } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  if (await findUser(request, context)) return redirect('/home')
  const step = findStep(request, 'sign-in')
  return step === null ? startOver(request, context, 'sign-in', '/login/code') : json({ sentTo: step.sentTo })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const step = findStep(request, 'sign-in')
  if (step === null) return startOver(request, context, 'sign-in', '/login/code')
  const read = await readForm(request, context, codeFormSchema)
  if (!read.ok) return invalid(read)
  const visit = await visitOf(request, context)
  if (read.value.intent === 'again') {
    const sent = await sendSignInCode({ identifier: step.identifier, type: step.type }, visit)
    return sent.ok
      ? redirectDone(context, '/login/code/enter', 'account:flash.codeSent')
      : refusedOrVerify(request, context, sent, read)
  }
  const proven = await authenticateByCode({ identifier: step.identifier, code: read.value.code }, visit)
  return proven.ok
    ? continueSignIn(request, context, proven.value, 'code')
    : refusedOrVerify(request, context, proven, read)
}

const LoginCodeEnter = () => {
  const { t } = useTranslation('account')
  const { sentTo } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure)
  return (
    <FormPage narrower form={form} title={t('login.codeTitle')}>
      <CodeForm form={form} sentTo={sentTo} submit={t('login.submit')} startOver="/login/code" wide />
    </FormPage>
  )
}
export default LoginCodeEnter
