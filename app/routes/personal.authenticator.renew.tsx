/** Replaces the recovery codes by new ones, with the password and a code of the app, or a recovery code. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { renewRecoveryCodes } from '~/modules/account/account.server'
import { FormPage } from '~/ui/form-page'
import { useFormErrors } from '~/ui/form-errors'
import { PasswordConfirm, passwordTexts } from '~/ui/password-confirm'
import { requireUser } from '~/request/caller.server'
import { passwordAndCodeSchema } from '~/web/form/form-schema.server'
import { invalid, readForm } from '~/web/form/form.server'
import { redirectToRecoveryCodes } from '~/web/account/recovery-codes.server'
import { refusedOrVerify } from '~/web/form/refusal.server'

export const handle = { i18n: ['account'], title: 'account:authenticator.renew', sealed: true } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await requireUser(request, context)
  return json(null)
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, passwordAndCodeSchema)
  if (!read.ok) return invalid(read)
  const made = await renewRecoveryCodes(user.userId, read.value)
  return made.ok
    ? redirectToRecoveryCodes(context, user.userId, made.value.recoveryCodes)
    : refusedOrVerify(request, context, made, read)
}

const RenewCodes = () => {
  const { t } = useTranslation('account')
  const form = useFormErrors(useActionData<typeof action>()?.failure, passwordTexts)
  return (
    <FormPage
      form={form}
      title={t('authenticator.renew')}
      crumbs={[
        { href: '/personal', label: t('personal.title') },
        { href: '/personal/authenticator', label: t('authenticator.title') },
      ]}
    >
      <PasswordConfirm
        form={form}
        confirm={t('authenticator.renewSubmit')}
        cancelHref="/personal/authenticator"
        danger={false}
        withCode
      >
        <p>{t('authenticator.renewText')}</p>
      </PasswordConfirm>
    </FormPage>
  )
}
export default RenewCodes
