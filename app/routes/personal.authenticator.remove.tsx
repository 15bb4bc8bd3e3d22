/** Turns the second step off with the password and a code of the app, or a recovery code. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { removeAuthenticator } from '~/modules/account/account.server'
import { FormPage } from '~/ui/form-page'
import { useFormErrors } from '~/ui/form-errors'
import { PasswordConfirm, passwordTexts } from '~/ui/password-confirm'
import { requireUser } from '~/request/caller.server'
import { redirectDone } from '~/request/flash.server'
import { passwordAndCodeSchema } from '~/web/form/form-schema.server'
import { invalid, readForm } from '~/web/form/form.server'
import { refusedOrVerify } from '~/web/form/refusal.server'
import { visitOf } from '~/request/visit.server'

export const handle = { i18n: ['account'], title: 'account:authenticator.remove', sealed: true } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await requireUser(request, context)
  return json(null)
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, passwordAndCodeSchema)
  if (!read.ok) return invalid(read)
  const removed = await removeAuthenticator(user.userId, read.value, await visitOf(request, context))
  if (!removed.ok) return refusedOrVerify(request, context, removed, read)
  return redirectDone(context, '/personal', 'account:flash.authenticatorRemoved')
}

const RemoveAuthenticator = () => {
  const { t } = useTranslation('account')
  const form = useFormErrors(useActionData<typeof action>()?.failure, passwordTexts)
  return (
    <FormPage
      form={form}
      title={t('authenticator.remove')}
      crumbs={[
        { href: '/personal', label: t('personal.title') },
        { href: '/personal/authenticator', label: t('authenticator.title') },
      ]}
    >
      <PasswordConfirm form={form} confirm={t('authenticator.turnOff')} cancelHref="/personal/authenticator" withCode>
        <p>{t('authenticator.removeText')}</p>
      </PasswordConfirm>
    </FormPage>
  )
}
export default RemoveAuthenticator
