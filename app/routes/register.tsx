/**
 * Creates a customer's account. The new customer is signed in at once, and asked to add a contact for recovery. If an
 * e-mail or phone was typed here, the next page asks for the code that was sent there; only the code binds it to the
 * account.
 */
import { json, redirect, type ActionFunctionArgs, type AppLoadContext, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { registerByForm, sendBindCode, type InvitationOutcome } from '~/modules/account/account.server'
import { findInvitation, type FoundInvitation } from '~/modules/points/points.server'
import { Card } from '~/ui/card'
import { FormPage } from '~/ui/form-page'
import { Field, SelectField } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { useFormErrors, type OwnTexts } from '~/ui/form-errors'
import { Notice } from '~/ui/notice'
import { NewPasswordFields } from '~/ui/new-password-fields'
import { UserNameField } from '~/ui/user-name-field'
import { beginSession, goSignedIn } from '~/web/account/session.server'
import { findReturnTo } from '~/request/return-to.server'
import { findUser } from '~/request/caller.server'
import { stepOfContact } from '~/web/account/contact.server'
import { countryChoices } from '~/web/account/country.server'
import { flashCookie } from '~/request/flash.server'
import { registerFormSchema } from '~/web/form/form-schema.server'
import { invalid, readForm } from '~/web/form/form.server'
import { getLanguage } from '~/request/language.server'
import { refusedOrVerify } from '~/web/form/refusal.server'
import { stepCookie } from '~/web/account/step.server'
import { visitHeaders, visitOf } from '~/request/visit.server'

export const handle = {
  i18n: ['account', 'legal'],
  title: 'account:register.title',
  sealed: true,
  description: 'account:register.lead',
} satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  if (await findUser(request, context)) return redirect('/home')
  const invite = (new URL(request.url).searchParams.get('invite') ?? '').trim().slice(0, 100)
  const invitation = invite === '' ? null : await findInvitation(invite, await visitOf(request, context))
  return json(
    { countries: countryChoices(await getLanguage(request, context)).countries, invite, invitation },
    { headers: visitHeaders(request, context) },
  )
}

/** The message first says that the account exists; about an invitation it only says what went wrong. */
const registeredFlash = (context: AppLoadContext, outcome: InvitationOutcome | null, code: string): string =>
  outcome === 'unknown' || outcome === 'own'
    ? flashCookie(context, {
        kind: 'note',
        key: `account:flash.${outcome === 'own' ? 'registeredOwn' : 'registeredUnknown'}`,
        params: { code: code.slice(0, 40) },
      })
    : flashCookie(context, { kind: 'done', key: 'account:flash.registered' })

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const read = await readForm(request, context, registerFormSchema)
  if (!read.ok) return invalid(read)
  const { contact, ...named } = read.value
  const visit = await visitOf(request, context)
  const made = await registerByForm({ ...named, later: contact }, visit)
  if (!made.ok) return refusedOrVerify(request, context, made, read)
  const userId = made.value.id
  const { sessionId, headers } = await beginSession(request, context, userId, 'password', true)
  headers.append('set-cookie', registeredFlash(context, made.value.invitation, named.invite ?? ''))
  const wanted = findReturnTo(request)
  // If the user came for a page, go there; otherwise first offer to add a contact.
  if (contact === null) return goSignedIn(request, wanted ?? '/personal/welcome', headers)
  // The code is requested in the new session, which also enters it. If it can't be sent now, the contact's page
  // requests it.
  const sent = await sendBindCode(userId, contact, { ...visit, binding: `session:${sessionId}` })
  const { channel, sentTo } = sent.ok ? sent.value : { channel: null, sentTo: null }
  headers.append(
    'set-cookie',
    stepCookie(context, {
      flow: 'contact',
      userId,
      ...stepOfContact(contact),
      returnTo: wanted ?? '/home',
      channel,
      sentTo,
    }),
  )
  const next = `/personal/contact/${contact.channel === 'mail' ? 'email' : 'phone'}${sent.ok ? '/code' : ''}`
  return goSignedIn(request, next, headers)
}

const ownTexts: OwnTexts = {
  'contact.I1108': 'account:register.contactWrong',
  'contact.I1110': 'account:identifier.area',
  'userName.I1309': 'account:userName.empty',
  'password.I1309': 'account:password.newEmpty',
}

/** Who invited the user, or why the link's code is not valid; registration works either way. */
const Invitation = ({ found }: { found: FoundInvitation | null }) => {
  const { t } = useTranslation('account')
  if (found === null || found.outcome === 'later') return null
  if (found.outcome === 'taken')
    return (
      <Notice tone="ok">
        <p>{t('register.invitedBy', { who: `${found.initial}…` })}</p>
      </Notice>
    )
  return (
    <Notice>
      <p>{t(found.outcome === 'own' ? 'register.inviteOwn' : 'register.inviteUnknown')}</p>
    </Notice>
  )
}

const Register = () => {
  const { t } = useTranslation(['account', 'legal'])
  const { countries, invite, invitation } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure, ownTexts)
  return (
    <FormPage narrower form={form} title={t('register.title')} lead={t('register.lead')}>
      <Invitation found={invitation} />
      <Card>
        <form noValidate method="post" className="form" data-sealed="">
          <UserNameField form={form} />
          <NewPasswordFields form={form} name="password" label={t('password.label')} />
          <Field
            label={t('register.contact')}
            hint={t('register.contactHint')}
            name="contact"
            defaultValue={form.valueOf('contact')}
            error={form.messageOf('contact')}
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            dir="auto"
            maxLength={254}
          />
          <SelectField
            label={t('country.label')}
            hint={t('country.hint')}
            name="country"
            defaultValue={form.valueOf('country') ?? ''}
            error={form.messageOf('country')}
            autoComplete="country"
            options={[{ value: '', label: t('country.none') }, ...countries]}
          />
          <Field
            label={t('register.invite')}
            hint={t('register.inviteHint')}
            name="invite"
            defaultValue={form.valueOf('invite') ?? invite}
            error={form.messageOf('invite')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            code
            maxLength={40}
          />
          <FormActions submit={t('register.submit')} wide />
          {/* They open in a new tab, so that the typed values stay. */}
          <p className="small muted">
            {t('register.agree')}{' '}
            <a href="/userAgreement" target="_blank">
              {t('legal:title.agreement')}
            </a>
            <br />
            {t('register.privacy')}{' '}
            <a href="/privacy" target="_blank">
              {t('legal:title.privacy')}
            </a>
          </p>
        </form>
      </Card>
      <p className="center muted">
        {t('register.haveAccount')} <a href="/login">{t('login.submit')}</a>
      </p>
    </FormPage>
  )
}
export default Register
