/** Changes the password, with the current one. Ends all other sessions of the account. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { changePassword, getProfile } from '~/modules/account/account.server'
import { Card } from '~/ui/card'
import { FormPage } from '~/ui/form-page'
import { Field } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { useFormErrors } from '~/ui/form-errors'
import { NewPasswordFields } from '~/ui/new-password-fields'
import { passwordTexts } from '~/ui/password-confirm'
import { requireUser } from '~/request/caller.server'
import { redirectDone } from '~/request/flash.server'
import { passwordChangeSchema } from '~/web/form/form-schema.server'
import { invalid, readForm } from '~/web/form/form.server'
import { refusedOrVerify } from '~/web/form/refusal.server'
import { visitOf } from '~/request/visit.server'

export const handle = { i18n: ['account'], title: 'account:password.title', sealed: true } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const profile = await getProfile(user.userId)
  return json({ userName: user.userName, canUseCode: profile.email !== null || profile.phone !== null })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, passwordChangeSchema)
  if (!read.ok) return invalid(read)
  const changed = await changePassword(user.userId, read.value, await visitOf(request, context))
  if (!changed.ok) return refusedOrVerify(request, context, changed, read)
  return redirectDone(context, '/personal', 'account:flash.passwordSaved')
}

const Password = () => {
  const { t } = useTranslation('account')
  const { userName, canUseCode } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure, passwordTexts)
  return (
    <FormPage
      form={form}
      title={t('password.title')}
      lead={t('password.lead')}
      crumbs={[{ href: '/personal', label: t('personal.title') }]}
    >
      <Card>
        <form noValidate method="post" className="form" data-sealed="">
          {/* Tells password managers which account's password this is. */}
          <input type="text" name="shownUserName" value={userName} autoComplete="username" readOnly hidden />
          <Field
            label={t('password.present')}
            name="oldPassword"
            type="password"
            error={form.messageOf('oldPassword')}
            autoComplete="current-password"
            required
          />
          <NewPasswordFields form={form} />
          <FormActions submit={t('password.save')} cancelHref="/personal" />
        </form>
      </Card>
      {canUseCode ? (
        <p className="center">
          <a href="/personal/password/code">{t('password.byCode')}</a>
        </p>
      ) : null}
    </FormPage>
  )
}
export default Password
