/**
 * A code by mail or SMS instead of a picture, first form: where to send it; any address or phone that the user can
 * read.
 */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { sendCode } from '~/modules/verification/verification.server'
import { Card } from '~/ui/card'
import { ContactFields } from '~/ui/contact-fields'
import { FormPage } from '~/ui/form-page'
import { FormActions } from '~/ui/form-actions'
import { useFormErrors } from '~/ui/form-errors'
import { countryChoices } from '~/web/account/country.server'
import { contactFormSchema } from '~/web/form/form-schema.server'
import { invalid, readForm, refused } from '~/web/form/form.server'
import { getLanguage } from '~/request/language.server'
import { ensureVisitorCookie, requireCaptchaReturn, encryptContact } from '~/web/captcha/captcha-return.server'
import { visitOf } from '~/request/visit.server'

export const handle = { i18n: ['captcha', 'account'], title: 'captcha:code.title', sealed: true } satisfies RouteHandle

const kindOf = (request: Request): 'email' | 'phone' =>
  new URL(request.url).searchParams.get('by') === 'phone' ? 'phone' : 'email'

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { query } = requireCaptchaReturn(request)
  const away = ensureVisitorCookie(request, context)
  if (away !== null) return away
  const kind = kindOf(request)
  return json({ query, kind, areas: kind === 'phone' ? countryChoices(await getLanguage(request, context)).areas : [] })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { query } = requireCaptchaReturn(request)
  const read = await readForm(request, context, contactFormSchema(kindOf(request)))
  if (!read.ok) return invalid(read)
  const sent = await sendCode({
    purpose: 'captcha',
    contact: read.value,
    userId: null,
    visit: await visitOf(request, context),
  })
  if (!sent.ok) return refused(sent, read.values)
  return redirect(`/verification/code/enter?${query}&to=${encodeURIComponent(encryptContact(read.value))}`, 303)
}

const VerificationCode = () => {
  const { t } = useTranslation('captcha')
  const { query, kind, areas } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure)
  const other = kind === 'email' ? 'phone' : 'email'
  return (
    <FormPage
      narrower
      form={form}
      title={t('code.title')}
      lead={t(kind === 'email' ? 'code.leadEmail' : 'code.leadPhone')}
    >
      <Card>
        <form noValidate method="post" className="form" data-sealed="">
          <ContactFields kind={kind} areas={areas} valueOf={form.valueOf} messageOf={form.messageOf} />
          <FormActions submit={t('account:code.send')} wide />
        </form>
      </Card>
      <ul className="captcha-ways">
        <li>
          <a href={`/verification/code?${query}&by=${other}`}>
            {t(kind === 'email' ? 'code.byPhone' : 'code.byEmail')}
          </a>
        </li>
        <li>
          <a href={`/verification?${query}`}>{t('code.picture')}</a>
        </li>
      </ul>
    </FormPage>
  )
}
export default VerificationCode
