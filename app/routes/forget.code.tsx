/** A forgotten password, second form: the code. It is checked here and used up by the last form. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { checkRecoverCode, sendRecoverCode } from '~/modules/account/account.server'
import { CodeForm } from '~/ui/code-form'
import { FormPage } from '~/ui/form-page'
import { useFormErrors } from '~/ui/form-errors'
import { redirectDone } from '~/request/flash.server'
import { codeFormSchema } from '~/web/form/form-schema.server'
import { invalid, readForm } from '~/web/form/form.server'
import { refusedOrVerify } from '~/web/form/refusal.server'
import { findStep, goToStep, startOver } from '~/web/account/step.server'
import { visitOf } from '~/request/visit.server'

export const handle = { i18n: ['account'], title: 'account:forget.codeTitle', sealed: true } satisfies RouteHandle

export const loader = ({ request, context }: LoaderFunctionArgs) => {
  const step = findStep(request, 'recover')
  return step === null ? startOver(request, context, 'recover', '/forget') : json({ sentTo: step.sentTo })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const step = findStep(request, 'recover')
  if (step === null) return startOver(request, context, 'recover', '/forget')
  const read = await readForm(request, context, codeFormSchema)
  if (!read.ok) return invalid(read)
  const visit = await visitOf(request, context)
  if (read.value.intent === 'again') {
    const sent = await sendRecoverCode({ identifier: step.identifier, type: step.type }, visit)
    return sent.ok
      ? redirectDone(context, '/forget/code', 'account:flash.codeSent')
      : refusedOrVerify(request, context, sent, read)
  }
  const { code } = read.value
  const right = await checkRecoverCode({ identifier: step.identifier, code }, visit)
  if (!right.ok) return refusedOrVerify(request, context, right, read)
  return goToStep(context, '/forget/password', { ...step, code })
}

const ForgetCode = () => {
  const { t } = useTranslation('account')
  const { sentTo } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure)
  return (
    <FormPage narrower form={form} title={t('forget.codeTitle')}>
      <CodeForm form={form} sentTo={sentTo} submit={t('code.check')} startOver="/forget" wide />
    </FormPage>
  )
}
export default ForgetCode
