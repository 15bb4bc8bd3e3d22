/**
 * Changes the password with a code instead of the current one: first where to send the code, then the code and the new
 * password.
 */
import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { changePassword, sendPasswordCode } from '~/modules/account/account.server'
import { CodeAndPassword } from '~/ui/code-form'
import { FormPage } from '~/ui/form-page'
import { useFormErrors } from '~/ui/form-errors'
import { NewPasswordFields } from '~/ui/new-password-fields'
import { requireUser } from '~/request/caller.server'
import { passwordByCodeSchema } from '~/web/form/form-schema.server'
import { invalid, readForm } from '~/web/form/form.server'
import { refusedOrVerify } from '~/web/form/refusal.server'
import { endJourney, isStepOver, startOver } from '~/web/account/step.server'
import { answerPasswordCode, loadNewPassword } from '~/web/account/code-page.server'
import { visitOf } from '~/request/visit.server'

export const handle = { i18n: ['account'], title: 'account:password.title', sealed: true } satisfies RouteHandle

const here = '/personal/password/code'

export const loader = async (args: LoaderFunctionArgs) =>
  loadNewPassword(args, (await requireUser(args.request, args.context)).userId, 'password', here)

export const action = async (args: ActionFunctionArgs) => {
  const { request, context } = args
  const user = await requireUser(request, context)
  const late = isStepOver(request, 'password')
  const read = await readForm(request, context, passwordByCodeSchema)
  if (!read.ok) return late ? startOver(request, context, 'password', here) : invalid(read)
  if (read.value.intent !== 'save')
    return answerPasswordCode(
      args,
      { userId: user.userId, way: read.value.intent, flow: 'password', here },
      sendPasswordCode,
      read,
    )
  if (late) return startOver(request, context, 'password', here)
  const { code, newPassword, repeatPassword } = read.value
  const changed = await changePassword(
    user.userId,
    { code, newPassword, repeatPassword },
    await visitOf(request, context),
  )
  if (!changed.ok) return refusedOrVerify(request, context, changed, read)
  return endJourney(context, '/personal', 'done', 'account:flash.passwordSaved')
}

const PasswordByCode = () => {
  const { t } = useTranslation('account')
  const form = useFormErrors(useActionData<typeof action>()?.failure)
  return (
    <FormPage
      form={form}
      title={t('password.title')}
      lead={t('password.codeLead')}
      crumbs={[{ href: '/personal', label: t('personal.title') }]}
    >
      <CodeAndPassword
        {...useLoaderData<typeof loader>()}
        form={form}
        submit={t('password.save')}
        none={t('password.codeNone')}
      >
        <NewPasswordFields form={form} />
      </CodeAndPassword>
      <p className="center">
        <a href="/personal/password">{t('password.byPassword')}</a>
      </p>
    </FormPage>
  )
}
export default PasswordByCode
