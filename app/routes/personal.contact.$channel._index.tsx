/** Adds or changes the account's e-mail address or phone, first form. A code is sent to the new one. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { getProfile, sendBindCode } from '~/modules/account/account.server'
import { Card } from '~/ui/card'
import { ContactFields } from '~/ui/contact-fields'
import { FormPage } from '~/ui/form-page'
import { FormActions } from '~/ui/form-actions'
import { useFormErrors } from '~/ui/form-errors'
import { requireUser } from '~/request/caller.server'
import { contactOfStep, requireChannel, stepOfContact } from '~/web/account/contact.server'
import { countryChoices } from '~/web/account/country.server'
import { contactFormSchema } from '~/web/form/form-schema.server'
import { invalid, readForm } from '~/web/form/form.server'
import { getLanguage } from '~/request/language.server'
import { refusedOrVerify } from '~/web/form/refusal.server'
import { findStep, goToStep } from '~/web/account/step.server'
import { visitOf } from '~/request/visit.server'

type Shown = { kind: string; present: string | null }
/** The title: what will be added or changed. */
const titleKey = ({ kind, present }: Shown): string =>
  `account:contact.${present === null ? 'add' : 'change'}${kind === 'email' ? 'Email' : 'Phone'}`

export const handle = {
  i18n: ['account'],
  title: (data, t) => (data ? t(titleKey(data)) : ''),
  sealed: true,
} satisfies RouteHandle<Shown>

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const kind = requireChannel(params.channel)
  const profile = await getProfile(user.userId)
  const present = kind === 'email' ? profile.email : profile.phone
  const areas = kind === 'phone' ? countryChoices(await getLanguage(request, context)).areas : []
  // It was typed during registration, but no code could be sent then.
  const step = findStep(request, 'contact')
  const typed = step?.userId === user.userId && step.channel === null ? contactOfStep(step, kind) : null
  return json({ kind, present: present?.shown ?? null, areas, typed: typed === null ? null : stepOfContact(typed) })
}

export const action = async ({ request, context, params }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const kind = requireChannel(params.channel)
  const read = await readForm(request, context, contactFormSchema(kind))
  if (!read.ok) return invalid(read)
  const visit = await visitOf(request, context)
  const contact = read.value
  const sent = await sendBindCode(user.userId, contact, visit)
  if (!sent.ok) return refusedOrVerify(request, context, sent, read)
  const { channel, sentTo } = sent.value
  const before = findStep(request, 'contact')
  const returnTo = before?.userId === user.userId ? before.returnTo : undefined
  return goToStep(context, `/personal/contact/${kind}/code`, {
    flow: 'contact',
    userId: user.userId,
    ...stepOfContact(contact),
    returnTo,
    channel,
    sentTo,
  })
}

const Contact = () => {
  const { t } = useTranslation('account')
  const { kind, present, areas, typed } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure)
  const valueOf = (name: 'email' | 'area' | 'phone'): string | undefined =>
    form.valueOf(name) ?? Object.entries(typed ?? {}).find(([key]) => key === name)?.[1]
  return (
    <FormPage
      form={form}
      title={t(titleKey({ kind, present }))}
      lead={t('contact.lead')}
      crumbs={[{ href: '/personal', label: t('personal.title') }]}
    >
      <Card>
        <form noValidate method="post" className="form" data-sealed="">
          {present ? (
            <p>
              {t('contact.present')}{' '}
              <bdi className="code" dir="ltr">
                {present}
              </bdi>
            </p>
          ) : null}
          <ContactFields kind={kind} areas={areas} valueOf={valueOf} messageOf={form.messageOf} />
          <FormActions submit={t('code.send')} cancelHref="/personal" />
        </form>
      </Card>
      {present ? (
        <p className="center">
          <a href={`/personal/contact/${kind}/remove`}>
            {t(kind === 'email' ? 'contact.removeEmail' : 'contact.removePhone')}
          </a>
        </p>
      ) : null}
    </FormPage>
  )
}
export default Contact
