/** Removes the account's e-mail address or phone, with the password. */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { getProfile, unbindContact } from '~/modules/account/account.server'
import { FormPage } from '~/ui/form-page'
import { PasswordConfirm, passwordTexts } from '~/ui/password-confirm'
import { useFormErrors } from '~/ui/form-errors'
import { requireUser } from '~/request/caller.server'
import { requireChannel } from '~/web/account/contact.server'
import { redirectWithFlash } from '~/request/flash.server'
import { passwordOnlySchema } from '~/web/form/form-schema.server'
import { invalid, readForm } from '~/web/form/form.server'
import { refusedOrVerify } from '~/web/form/refusal.server'
import { visitOf } from '~/request/visit.server'

export const handle = {
  i18n: ['account'],
  title: (data, t) => t(data?.kind === 'phone' ? 'account:contact.removePhone' : 'account:contact.removeEmail'),
  sealed: true,
} satisfies RouteHandle<{ kind: string }>

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const kind = requireChannel(params.channel)
  const profile = await getProfile(user.userId)
  const present = kind === 'email' ? profile.email : profile.phone
  return present === null ? redirect(`/personal/contact/${kind}`) : json({ kind, present: present.shown })
}

export const action = async ({ request, context, params }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const kind = requireChannel(params.channel)
  const read = await readForm(request, context, passwordOnlySchema)
  if (!read.ok) return invalid(read)
  const removed = await unbindContact(
    user.userId,
    { channel: kind === 'email' ? 'mail' : 'sms', password: read.value.password },
    await visitOf(request, context),
  )
  if (!removed.ok) return refusedOrVerify(request, context, removed, read)
  return redirectWithFlash(context, '/personal', {
    kind: 'done',
    key: kind === 'email' ? 'account:flash.emailRemoved' : 'account:flash.phoneRemoved',
  })
}

const RemoveContact = () => {
  const { t } = useTranslation('account')
  const { kind, present } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure, passwordTexts)
  return (
    <FormPage
      form={form}
      title={t(kind === 'email' ? 'contact.removeEmail' : 'contact.removePhone')}
      crumbs={[{ href: '/personal', label: t('personal.title') }]}
    >
      <PasswordConfirm form={form} confirm={t('contact.remove')} cancelHref={`/personal/contact/${kind}`}>
        <p>
          <bdi className="code strong" dir="ltr">
            {present}
          </bdi>
        </p>
        <p>{t('contact.removeText')}</p>
      </PasswordConfirm>
    </FormPage>
  )
}
export default RemoveContact
