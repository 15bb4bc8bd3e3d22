/** Adds or changes an e-mail address or phone, last form: the code, and the password. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { bindContact, getProfile, sendBindCode } from '~/modules/account/account.server'
import { CodeForm } from '~/ui/code-form'
import { FormPage } from '~/ui/form-page'
import { Field } from '~/ui/field'
import { useFormErrors } from '~/ui/form-errors'
import { passwordTexts } from '~/ui/password-confirm'
import { requireUser } from '~/request/caller.server'
import { contactOfStep, requireChannel } from '~/web/account/contact.server'
import { redirectDone } from '~/request/flash.server'
import { codeAndPasswordSchema } from '~/web/form/form-schema.server'
import { invalid, readForm } from '~/web/form/form.server'
import { refusedOrVerify } from '~/web/form/refusal.server'
import { endJourney, findStep, startOver } from '~/web/account/step.server'
import { visitOf } from '~/request/visit.server'

export const handle = { i18n: ['account'], title: 'account:contact.codeTitle', sealed: true } satisfies RouteHandle

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const kind = requireChannel(params.channel)
  const step = findStep(request, 'contact')
  if (step === null || step.userId !== user.userId || step.channel === null || contactOfStep(step, kind) === null)
    return startOver(request, context, 'contact', `/personal/contact/${kind}`)
  const profile = await getProfile(user.userId)
  return json({
    kind,
    sentTo: step.sentTo,
    asksPassword: profile.bindAsksPassword[kind === 'email' ? 'mail' : 'sms'],
    later: step.returnTo ?? null,
  })
}

export const action = async ({ request, context, params }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const kind = requireChannel(params.channel)
  const step = findStep(request, 'contact')
  const contact = step === null || step.userId !== user.userId ? null : contactOfStep(step, kind)
  if (step === null || contact === null) return startOver(request, context, 'contact', `/personal/contact/${kind}`)
  const read = await readForm(request, context, codeAndPasswordSchema)
  if (!read.ok) return invalid(read)
  const visit = await visitOf(request, context)
  if (read.value.intent === 'again') {
    const sent = await sendBindCode(user.userId, contact, visit)
    return sent.ok
      ? redirectDone(context, `/personal/contact/${kind}/code`, 'account:flash.codeSent')
      : refusedOrVerify(request, context, sent, read)
  }
  const bound = await bindContact(user.userId, { contact, code: read.value.code, password: read.value.password }, visit)
  if (!bound.ok) return refusedOrVerify(request, context, bound, read)
  return endJourney(
    context,
    step.returnTo ?? '/personal',
    'done',
    kind === 'email' ? 'account:flash.emailBound' : 'account:flash.phoneBound',
  )
}

const ContactCode = () => {
  const { t } = useTranslation('account')
  const { kind, sentTo, asksPassword, later } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure, passwordTexts)
  return (
    <FormPage form={form} title={t('contact.codeTitle')} crumbs={[{ href: '/personal', label: t('personal.title') }]}>
      <CodeForm form={form} sentTo={sentTo} submit={t('contact.confirm')} startOver={`/personal/contact/${kind}`}>
        {asksPassword ? (
          <Field
            label={t('password.present')}
            name="password"
            type="password"
            hint={t('contact.passwordHint')}
            error={form.messageOf('password')}
            autoComplete="current-password"
            required
          />
        ) : null}
      </CodeForm>
      {later ? (
        <p className="center">
          <a href={later}>{t('welcome.skip')}</a>
        </p>
      ) : null}
    </FormPage>
  )
}
export default ContactCode
