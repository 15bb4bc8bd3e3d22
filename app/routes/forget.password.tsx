/** A forgotten password, last form: the new one. It uses up the code and ends all sessions of the account. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { recoverPassword } from '~/modules/account/account.server'
import { Card } from '~/ui/card'
import { FormActions } from '~/ui/form-actions'
import { FormPage } from '~/ui/form-page'
import { useFormErrors } from '~/ui/form-errors'
import { NewPasswordFields } from '~/ui/new-password-fields'
import { newPasswordFormSchema } from '~/web/form/form-schema.server'
import { invalid, readForm } from '~/web/form/form.server'
import { refusedOrVerify } from '~/web/form/refusal.server'
import { endJourney, findStep, startOver } from '~/web/account/step.server'
import { visitOf } from '~/request/visit.server'

export const handle = { i18n: ['account'], title: 'account:forget.passwordTitle', sealed: true } satisfies RouteHandle

const provenStep = (request: Request) => {
  const step = findStep(request, 'recover')
  return step === null || step.code === null ? null : { identifier: step.identifier, code: step.code }
}

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  provenStep(request) === null ? startOver(request, context, 'recover', '/forget') : json(null)

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const step = provenStep(request)
  if (step === null) return startOver(request, context, 'recover', '/forget')
  const read = await readForm(request, context, newPasswordFormSchema)
  if (!read.ok) return invalid(read)
  const changed = await recoverPassword({ ...step, ...read.value }, await visitOf(request, context))
  if (changed.ok) return endJourney(context, '/login', 'done', 'account:flash.recovered')
  // The code was used or expired between the two forms, or nobody has the name any more: the person starts again.
  if (changed.code === 'I1102' || changed.code === 'I1103' || changed.code === 'I1301')
    return endJourney(context, '/forget', 'problem', `errors:${changed.code}`)
  return refusedOrVerify(request, context, changed, read)
}

const ForgetPassword = () => {
  const { t } = useTranslation('account')
  const form = useFormErrors(useActionData<typeof action>()?.failure)
  return (
    <FormPage narrower form={form} title={t('forget.passwordTitle')} lead={t('forget.passwordLead')}>
      <Card>
        <form noValidate method="post" className="form" data-sealed="">
          <NewPasswordFields form={form} />
          <FormActions submit={t('password.save')} wide />
        </form>
      </Card>
    </FormPage>
  )
}
export default ForgetPassword
