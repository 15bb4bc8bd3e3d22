/** Signing in by user name and password, and back to the page that asked for it. */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { authenticate } from '~/modules/account/account.server'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useFormErrors } from '~/ui/form-errors'
import { Notice } from '~/ui/notice'
import { PageHead } from '~/ui/page-head'
import { findReturnTo, findUser, signIn } from '~/web/caller.server'
import { signInSchema } from '~/web/form-schema.server'
import { invalid, readForm, refused } from '~/web/form.server'

export const handle = { i18n: ['account'], title: 'account:login.title' } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  if (await findUser(request, context)) return redirect('/home')
  return json({ returning: findReturnTo(request) !== null })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const read = await readForm(request, context, signInSchema)
  if (!read.ok) return invalid(read)
  const proven = await authenticate(read.value, { address: context.address })
  if (!proven.ok) return refused(proven, read.values)
  return signIn(request, context, proven.value.id)
}

const Login = () => {
  const { t } = useTranslation('account')
  const { returning } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure)
  return (
    <div className="narrow narrower">
      <PageHead title={t('login.title')} />
      <ErrorSummary errors={form.summary} />
      {returning && form.summary.length === 0 ? <Notice tone="info">{t('login.returning')}</Notice> : null}
      <Card>
        <form method="post" className="form" data-reload="" noValidate>
          <Field label={t('userName.label')} name="userName" defaultValue={form.valueOf('userName')} error={form.messageOf('userName')} autoComplete="username" autoCapitalize="none" spellCheck={false} dir="auto" required />
          <Field label={t('password.label')} name="password" type="password" error={form.messageOf('password')} autoComplete="current-password" required />
          <div className="form-actions"><Button variant="primary" wide>{t('login.submit')}</Button></div>
        </form>
      </Card>
      <p className="center muted">{t('login.noAccount')} <a href="/register">{t('login.create')}</a></p>
    </div>
  )
}
export default Login
