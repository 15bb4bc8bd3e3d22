/** Making a customer's account; the new customer is signed in at once. */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { codeOf } from '~/i18n/languages'
import { register } from '~/modules/account/account.server'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useFormErrors } from '~/ui/form-errors'
import { PageHead } from '~/ui/page-head'
import { findUser, signIn } from '~/web/caller.server'
import { flashCookie } from '~/web/flash.server'
import { registerFormSchema } from '~/web/form-schema.server'
import { invalid, readForm, refused } from '~/web/form.server'
import { getLanguage } from '~/web/language.server'

export const handle = { i18n: ['account'], title: 'account:register.title' } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => ((await findUser(request, context)) ? redirect('/home') : json(null))

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const read = await readForm(request, context, registerFormSchema)
  if (!read.ok) return invalid(read)
  const language = codeOf(await getLanguage(request, context))
  const made = await register(read.value, { address: context.address, language })
  if (!made.ok) return refused(made, read.values)
  const response = await signIn(request, context, made.value.id)
  response.headers.append('set-cookie', flashCookie(context, { kind: 'done', key: 'account:flash.registered' }))
  return response
}

const Register = () => {
  const { t } = useTranslation('account')
  const form = useFormErrors(useActionData<typeof action>()?.failure)
  return (
    <div className="narrow narrower">
      <PageHead title={t('register.title')} lead={t('register.lead')} />
      <ErrorSummary errors={form.summary} />
      <Card>
        <form method="post" className="form" data-reload="" noValidate>
          <Field label={t('userName.label')} name="userName" hint={t('userName.hint')} defaultValue={form.valueOf('userName')} error={form.messageOf('userName')} autoComplete="username" autoCapitalize="none" spellCheck={false} dir="auto" required />
          <Field label={t('password.label')} name="password" type="password" hint={t('password.hint')} error={form.messageOf('password')} autoComplete="new-password" required />
          <Field label={t('repeatPassword.label')} name="repeatPassword" type="password" error={form.messageOf('repeatPassword')} autoComplete="new-password" required />
          <div className="form-actions"><Button variant="primary" wide>{t('register.submit')}</Button></div>
        </form>
      </Card>
      <p className="center muted">{t('register.haveAccount')} <a href="/login">{t('login.submit')}</a></p>
    </div>
  )
}
export default Register
