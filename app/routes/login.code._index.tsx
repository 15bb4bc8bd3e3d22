/** Signing in without a password, first form: asks for the account. A code is sent to its phone or e-mail. */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { sendSignInCode } from '~/modules/account/account.server'
import { Card } from '~/ui/card'
import { CodeWayField } from '~/ui/code-way-field'
import { FormActions } from '~/ui/form-actions'
import { FormPage } from '~/ui/form-page'
import { useFormErrors } from '~/ui/form-errors'
import { IdentifierField, identifierTexts } from '~/ui/identifier-field'
import { NoCookies } from '~/ui/no-cookies'
import { refusesCookies } from '~/request/cookies-asked'
import { findUser } from '~/request/caller.server'
import { sendCodeSchema } from '~/web/form/form-schema.server'
import { invalid, readForm } from '~/web/form/form.server'
import { refusedOrVerify } from '~/web/form/refusal.server'
import { goToStep } from '~/web/account/step.server'
import { visitHeaders, visitOf } from '~/request/visit.server'

export const handle = { i18n: ['account'], title: 'account:login.codeTitle', sealed: true } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) =>
  (await findUser(request, context))
    ? redirect('/home')
    : json({ noCookies: refusesCookies(request) }, { headers: visitHeaders(request, context) })

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const read = await readForm(request, context, sendCodeSchema)
  if (!read.ok) return invalid(read)
  const sent = await sendSignInCode(read.value, await visitOf(request, context))
  if (!sent.ok) return refusedOrVerify(request, context, sent, read)
  const { identifier, type } = read.value
  const { channel, sentTo } = sent.value
  return goToStep(context, '/login/code/enter', { flow: 'sign-in', identifier, type, channel, sentTo })
}

const LoginCode = () => {
  const { t } = useTranslation('account')
  const form = useFormErrors(useActionData<typeof action>()?.failure, identifierTexts)
  return (
    <FormPage narrower form={form} title={t('login.codeTitle')} lead={t('login.codeLead')}>
      {useLoaderData<typeof loader>().noCookies ? <NoCookies /> : null}
      <Card>
        <form noValidate method="post" className="form" data-sealed="">
          <IdentifierField form={form} />
          <CodeWayField form={form} />
          <FormActions submit={t('code.send')} wide />
          <p className="form-links">
            <a href="/login">{t('login.byPassword')}</a>
          </p>
        </form>
      </Card>
      <p className="center muted">
        {t('login.noAccount')} <a href="/register">{t('login.create')}</a>
      </p>
    </FormPage>
  )
}
export default LoginCode
