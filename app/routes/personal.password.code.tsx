/**
 * Changes the password with a code instead of the current one: first where to send the code, then the code and the new
 * password.
 */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { changePassword, getProfile, sendPasswordCode } from '~/modules/account/account.server'
import { Card } from '~/ui/card'
import { CodeField } from '~/ui/code-field'
import { CodeSent, CodeWays } from '~/ui/code-form'
import { FormActions } from '~/ui/form-actions'
import { FormPage } from '~/ui/form-page'
import { useFormErrors } from '~/ui/form-errors'
import { NewPasswordFields } from '~/ui/new-password-fields'
import { requireUser } from '~/request/caller.server'
import { redirectWithFlash } from '~/request/flash.server'
import { passwordByCodeSchema } from '~/web/form/form-schema.server'
import { invalid, readForm } from '~/web/form/form.server'
import { refusedOrVerify } from '~/web/form/refusal.server'
import { findStep, goToStep, isStepOver, startOver, stepCookie } from '~/web/account/step.server'
import { visitOf } from '~/request/visit.server'

export const handle = { i18n: ['account'], title: 'account:password.title', sealed: true } satisfies RouteHandle

const here = '/personal/password/code'

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  // Both forms have this address: without a step, the first one is shown.
  if (isStepOver(request, 'password')) return startOver(request, context, 'password', here)
  const profile = await getProfile(user.userId)
  const step = findStep(request, 'password')
  return json({
    email: profile.email?.shown ?? null,
    phone: profile.phone?.shown ?? null,
    sentTo: step?.userId === user.userId ? step.sentTo : null,
  })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const late = isStepOver(request, 'password')
  const read = await readForm(request, context, passwordByCodeSchema)
  if (!read.ok) return late ? startOver(request, context, 'password', here) : invalid(read)
  const visit = await visitOf(request, context)
  if (read.value.intent !== 'save') {
    const sent = await sendPasswordCode(user.userId, read.value.intent, visit)
    if (!sent.ok) return refusedOrVerify(request, context, sent, read)
    const { channel, sentTo } = sent.value
    return goToStep(context, here, { flow: 'password', userId: user.userId, channel, sentTo })
  }
  if (late) return startOver(request, context, 'password', here)
  const { code, newPassword, repeatPassword } = read.value
  const changed = await changePassword(user.userId, { code, newPassword, repeatPassword }, visit)
  if (!changed.ok) return refusedOrVerify(request, context, changed, read)
  return redirectWithFlash(
    context,
    '/personal',
    { kind: 'done', key: 'account:flash.passwordSaved' },
    { 'set-cookie': stepCookie(context, null) },
  )
}

const PasswordByCode = () => {
  const { t } = useTranslation('account')
  const { email, phone, sentTo } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure)
  return (
    <FormPage
      form={form}
      title={t('password.title')}
      lead={t('password.codeLead')}
      crumbs={[{ href: '/personal', label: t('personal.title') }]}
    >
      {sentTo ? <CodeSent sentTo={sentTo} /> : null}
      <Card>
        {sentTo ? (
          <form noValidate method="post" className="form" data-sealed="">
            <CodeField error={form.messageOf('code')} />
            <NewPasswordFields form={form} />
            <FormActions submit={t('password.save')} intent="save" />
          </form>
        ) : null}
        <CodeWays email={email} phone={phone} isAgain={sentTo !== null} none={t('password.codeNone')} />
      </Card>
      <p className="center">
        <a href="/personal/password">{t('password.byPassword')}</a>
      </p>
    </FormPage>
  )
}
export default PasswordByCode
