/** A forgotten password, first form: asks for the account. A code is sent to its phone or e-mail. */
import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { sendRecoverCode } from '~/modules/account/account.server'
import { SendCodePage } from '~/ui/send-code-page'
import { answerSendCode, askForAccount } from '~/web/account/code-page.server'

export const handle = {
  i18n: ['account'],
  title: 'account:forget.title',
  sealed: true,
  description: 'account:forget.lead',
} satisfies RouteHandle

export const loader = (args: LoaderFunctionArgs) => askForAccount(args)

export const action = (args: ActionFunctionArgs) =>
  answerSendCode(args, sendRecoverCode, '/forget/code', { flow: 'recover', code: null })

const Forget = () => {
  const { t } = useTranslation('account')
  return (
    <SendCodePage
      failure={useActionData<typeof action>()?.failure}
      {...useLoaderData<typeof loader>()}
      title={t('forget.title')}
      lead={t('forget.lead')}
      back={t('forget.remembered')}
    />
  )
}
export default Forget
