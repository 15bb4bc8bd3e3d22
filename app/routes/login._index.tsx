/**
 * Signs in with a password and a user name, e-mail, phone or the serial number of a bound box. Afterwards returns to
 * the page that asked for it.
 */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { authenticate } from '~/modules/account/account.server'
import { Card } from '~/ui/card'
import { FormPage } from '~/ui/form-page'
import { Field } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { useFormErrors } from '~/ui/form-errors'
import { IdentifierField, identifierTexts } from '~/ui/identifier-field'
import { NoCookies } from '~/ui/no-cookies'
import { Notice } from '~/ui/notice'
import { refusesCookies } from '~/request/cookies-asked'
import { returnToOr } from '~/request/return-to'
import { findReturnTo } from '~/request/return-to.server'
import { findUser } from '~/request/caller.server'
import { signInSchema } from '~/web/form/form-schema.server'
import { invalid, readForm } from '~/web/form/form.server'
import { refusedOrVerify } from '~/web/form/refusal.server'
import { continueSignIn } from '~/web/account/sign-in.server'
import { visitHeaders, visitOf } from '~/request/visit.server'

export const handle = { i18n: ['account'], title: 'account:login.title', sealed: true } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  if (await findUser(request, context))
    return redirect(returnToOr(new URL(request.url).searchParams.get('to'), '/home'))
  const data = { returning: findReturnTo(request) !== null, noCookies: refusesCookies(request) }
  return json(data, { headers: visitHeaders(request, context) })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const read = await readForm(request, context, signInSchema)
  if (!read.ok) return invalid(read)
  const proven = await authenticate(read.value, await visitOf(request, context))
  if (!proven.ok) return refusedOrVerify(request, context, proven, read)
  return continueSignIn(request, context, proven.value)
}

const Login = () => {
  const { t } = useTranslation('account')
  const { returning, noCookies } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure, identifierTexts)
  return (
    <FormPage narrower form={form} title={t('login.title')}>
      {noCookies ? <NoCookies /> : null}
      {returning && form.summary.length === 0 ? <Notice tone="info">{t('login.returning')}</Notice> : null}
      <Card>
        <form noValidate method="post" className="form" data-sealed="">
          <IdentifierField form={form} />
          <Field
            label={t('password.label')}
            name="password"
            type="password"
            error={form.messageOf('password')}
            autoComplete="current-password"
            required
          />
          <FormActions submit={t('login.submit')} wide />
          <p className="form-links">
            <a href="/login/code">{t('login.byCode')}</a> <a href="/forget">{t('login.forgot')}</a>
          </p>
        </form>
      </Card>
      <p className="center muted">
        {t('login.noAccount')} <a href="/register">{t('login.create')}</a>
      </p>
    </FormPage>
  )
}
export default Login
