/** Changes the user name, with the password. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { changeUserName } from '~/modules/account/account.server'
import { FormPage } from '~/ui/form-page'
import { useFormErrors } from '~/ui/form-errors'
import { PasswordConfirm, passwordTexts } from '~/ui/password-confirm'
import { UserNameField } from '~/ui/user-name-field'
import { requireUser } from '~/request/caller.server'
import { redirectDone } from '~/request/flash.server'
import { userNameChangeSchema } from '~/web/form/form-schema.server'
import { invalid, readForm } from '~/web/form/form.server'
import { refusedOrVerify } from '~/web/form/refusal.server'
import { visitOf } from '~/request/visit.server'

export const handle = { i18n: ['account'], title: 'account:rename.title', sealed: true } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  return json({ userName: user.userName })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, userNameChangeSchema)
  if (!read.ok) return invalid(read)
  const changed = await changeUserName(user.userId, read.value, await visitOf(request, context))
  if (!changed.ok) return refusedOrVerify(request, context, changed, read)
  return redirectDone(context, '/personal', 'account:flash.renamed')
}

const UserName = () => {
  const { t } = useTranslation('account')
  const { userName } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure, passwordTexts)
  return (
    <FormPage
      form={form}
      title={t('rename.title')}
      lead={t('rename.lead')}
      crumbs={[{ href: '/personal', label: t('personal.title') }]}
    >
      <PasswordConfirm form={form} confirm={t('rename.submit')} cancelHref="/personal" danger={false}>
        <UserNameField form={form} value={userName} />
      </PasswordConfirm>
    </FormPage>
  )
}
export default UserName
