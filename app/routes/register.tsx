/** Making a customer's account. The new customer is signed in at once, and offered a way back in for a forgotten password. */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { register } from '~/modules/account/account.server'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { SelectField } from '~/ui/field'
import { useFormErrors, type OwnTexts } from '~/ui/form-errors'
import { NewPasswordFields } from '~/ui/new-password-fields'
import { PageHead } from '~/ui/page-head'
import { UserNameField } from '~/ui/user-name-field'
import { findReturnTo, findUser, signIn } from '~/web/caller.server'
import { countryChoices } from '~/web/country.server'
import { flashCookie } from '~/web/flash.server'
import { registerFormSchema } from '~/web/form-schema.server'
import { invalid, readForm } from '~/web/form.server'
import { getLanguage } from '~/web/language.server'
import { refusedOrVerify } from '~/web/refusal.server'
import { visitHeaders, visitOf } from '~/web/visit.server'

export const handle = { i18n: ['account', 'legal'], title: 'account:register.title', sealed: true, description: 'account:register.lead' } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  if (await findUser(request, context)) return redirect('/home')
  return json({ countries: countryChoices(await getLanguage(request, context)).countries }, { headers: visitHeaders(request, context) })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const read = await readForm(request, context, registerFormSchema)
  if (!read.ok) return invalid(read)
  const made = await register(read.value, await visitOf(request, context))
  if (!made.ok) return refusedOrVerify(request, context, made, read)
  // Who came for a page goes there; everybody else is offered a way back in first.
  const response = await signIn(request, context, made.value.id, findReturnTo(request) ?? '/personal/welcome', 'password', true)
  response.headers.append('set-cookie', flashCookie(context, { kind: 'done', key: 'account:flash.registered' }))
  return response
}

const ownTexts: OwnTexts = { 'userName.I1309': 'account:userName.empty', 'password.I1309': 'account:password.newEmpty' }

const Register = () => {
  const { t } = useTranslation(['account', 'legal'])
  const { countries } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure, ownTexts)
  return (
    <div className="narrow narrower">
      <PageHead title={t('register.title')} lead={t('register.lead')} />
      <ErrorSummary errors={form.summary} />
      <Card>
        <form noValidate method="post" className="form" data-sealed="">
          <UserNameField form={form} />
          <NewPasswordFields form={form} name="password" label={t('password.label')} />
          <SelectField
            label={t('country.label')} hint={t('country.hint')} name="country" defaultValue={form.valueOf('country') ?? ''} error={form.messageOf('country')} autoComplete="country"
            options={[{ value: '', label: t('country.none') }, ...countries]}
          />
          <div className="form-actions"><Button variant="primary" wide>{t('register.submit')}</Button></div>
          {/* In a tab of their own: what is typed here stays. */}
          <p className="small muted">
            {t('register.agree')} <a href="/userAgreement" target="_blank">{t('legal:title.agreement')}</a><br />
            {t('register.privacy')} <a href="/privacy" target="_blank">{t('legal:title.privacy')}</a>
          </p>
        </form>
      </Card>
      <p className="center muted">{t('register.haveAccount')} <a href="/login">{t('login.submit')}</a></p>
    </div>
  )
}
export default Register
