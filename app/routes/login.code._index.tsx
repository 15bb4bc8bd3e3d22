/** Signing in without a password, first form: asks for the account. A code is sent to its phone or e-mail. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { sendSignInCode } from '~/modules/account/account.server'
import { SendCodePage } from '~/ui/send-code-page'
import { answerSendCode, askForAccount } from '~/web/account/code-page.server'
import { findUser } from '~/request/caller.server'

export const handle = { i18n: ['account'], title: 'account:login.codeTitle', sealed: true } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) =>
  (await findUser(request, context)) ? redirect('/home') : askForAccount({ request, context })

export const action = (args: ActionFunctionArgs) =>
  answerSendCode(args, sendSignInCode, '/login/code/enter', { flow: 'sign-in' })

const LoginCode = () => {
  const { t } = useTranslation('account')
  return (
    <SendCodePage
      failure={useActionData<typeof action>()?.failure}
      {...useLoaderData<typeof loader>()}
      title={t('login.codeTitle')}
      lead={t('login.codeLead')}
      back={t('login.byPassword')}
    >
      <p className="center muted">
        {t('login.noAccount')} <a href="/register">{t('login.create')}</a>
      </p>
    </SendCodePage>
  )
}
export default LoginCode
