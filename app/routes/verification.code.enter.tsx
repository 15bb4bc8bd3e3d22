/** A code by mail or SMS instead of a picture, second form: the code, then back to the form that asked. */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { printContact, type Contact } from '~/modules/verification/contact.schema'
import { sendCode, spendCode } from '~/modules/verification/verification.server'
import { CodeForm } from '~/ui/code-form'
import { FormPage } from '~/ui/form-page'
import { useFormErrors } from '~/ui/form-errors'
import { redirectDone } from '~/request/flash.server'
import { codeFormSchema } from '~/web/form/form-schema.server'
import { invalid, readForm, refused } from '~/web/form/form.server'
import {
  goBackByCode,
  decryptContact,
  requireCaptchaReturn,
  type CaptchaReturn,
} from '~/web/captcha/captcha-return.server'
import { visitOf } from '~/request/visit.server'

export const handle = { i18n: ['captcha', 'account'], title: 'captcha:code.title', sealed: true } satisfies RouteHandle

/** The contact in this address; without one the user starts again. */
const requireContact = (request: Request, captchaReturn: CaptchaReturn): Contact => {
  const contact = decryptContact(new URL(request.url).searchParams.get('to'))
  if (contact === null) throw redirect(`/verification/code?${captchaReturn.query}`, 303)
  return contact
}

export const loader = ({ request }: LoaderFunctionArgs) => {
  const captchaReturn = requireCaptchaReturn(request)
  return json({ query: captchaReturn.query, sentTo: printContact(requireContact(request, captchaReturn)) })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const captchaReturn = requireCaptchaReturn(request)
  const contact = requireContact(request, captchaReturn)
  const read = await readForm(request, context, codeFormSchema)
  if (!read.ok) return invalid(read)
  const visit = await visitOf(request, context)
  if (read.value.intent === 'again') {
    const sent = await sendCode({ purpose: 'captcha', contact, userId: null, visit })
    const { pathname, search } = new URL(request.url)
    return sent.ok ? redirectDone(context, pathname + search, 'account:flash.codeSent') : refused(sent, {})
  }
  const spent = await spendCode({ purpose: 'captcha', contact, visit, code: read.value.code })
  return spent.ok
    ? goBackByCode(visit, context, captchaReturn)
    : refused({ ...spent, field: spent.field ?? 'code' }, {})
}

const VerificationCodeEnter = () => {
  const { t } = useTranslation('captcha')
  const { query, sentTo } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure)
  return (
    <FormPage narrower form={form} title={t('code.title')}>
      <CodeForm
        form={form}
        sentTo={sentTo}
        submit={t('account:code.check')}
        startOver={`/verification/code?${query}`}
        wide
      />
    </FormPage>
  )
}
export default VerificationCodeEnter
