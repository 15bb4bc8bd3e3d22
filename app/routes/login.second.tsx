/** The second step of signing in: the authenticator app's code, or one of the recovery codes. */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { finishSecondStep } from '~/modules/account/account.server'
import { Card } from '~/ui/card'
import { SecondStepCodeField } from '~/ui/code-field'
import { FormPage } from '~/ui/form-page'
import { FormActions } from '~/ui/form-actions'
import { useFormErrors } from '~/ui/form-errors'
import { findUser } from '~/request/caller.server'
import { secondStepFormSchema } from '~/web/form/form-schema.server'
import { invalid, readForm } from '~/web/form/form.server'
import { refusedOrVerify } from '~/web/form/refusal.server'
import { continueSignIn } from '~/web/account/sign-in.server'
import { endJourney, findStep, startOver } from '~/web/account/step.server'
import { visitOf } from '~/request/visit.server'

export const handle = { i18n: ['account'], title: 'account:second.title', sealed: true } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  if (await findUser(request, context)) return redirect('/home')
  return findStep(request, 'second') === null ? startOver(request, context, 'second', '/login') : json(null)
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const step = findStep(request, 'second')
  if (step === null) return startOver(request, context, 'second', '/login')
  const read = await readForm(request, context, secondStepFormSchema)
  if (!read.ok) return invalid(read)
  const done = await finishSecondStep({ token: step.token, code: read.value.code }, await visitOf(request, context))
  if (done.ok) return continueSignIn(request, context, { step: 'done', account: done.value }, done.value.via)
  if (done.code === 'I1207') return endJourney(context, '/login', 'problem', 'errors:I1207')
  return refusedOrVerify(request, context, done, read)
}

const SecondStep = () => {
  const { t } = useTranslation('account')
  const form = useFormErrors(useActionData<typeof action>()?.failure)
  return (
    <FormPage narrower form={form} title={t('second.title')} lead={t('second.lead')}>
      <Card>
        <form noValidate method="post" className="form" data-sealed="">
          <SecondStepCodeField error={form.messageOf('code')} />
          <FormActions submit={t('login.submit')} wide />
          <p className="form-links">
            <a href="/login">{t('code.startOver')}</a>
          </p>
        </form>
      </Card>
    </FormPage>
  )
}
export default SecondStep
