/** Asks for an account and where to send a code: for a forgotten password, and for signing in without one. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from './card'
import { FormActions } from './form-actions'
import { useFormErrors } from './form-errors'
import { FormPage } from './form-page'
import { IdentifierField, identifierTexts } from './identifier-field'
import { NoCookies } from './no-cookies'
import { SelectField } from './field'

type Errors = { valueOf: (field: string) => string | undefined }

/**
 * How to receive a code, if an account may have an e-mail and a phone. Everybody sees both choices: the form must not
 * reveal what the account has.
 */
const CodeWayField = ({ form }: { form: Errors }) => {
  const { t } = useTranslation('account')
  return (
    <SelectField
      label={t('code.way.label')}
      hint={t('code.way.hint')}
      name="type"
      defaultValue={form.valueOf('type') ?? ''}
      options={[
        { value: '', label: t('code.way.any') },
        { value: 'mail', label: t('code.way.mail') },
        { value: 'sms', label: t('code.way.sms') },
      ]}
    />
  )
}

type SendCodePageProps = {
  failure: Parameters<typeof useFormErrors>[0]
  noCookies: boolean
  title: string
  lead: string
  /** The text of the link to the page that asks for the password. */
  back: string
  children?: ReactNode
}
export const SendCodePage = ({ failure, noCookies, title, lead, back, children }: SendCodePageProps) => {
  const { t } = useTranslation('account')
  const form = useFormErrors(failure, identifierTexts)
  return (
    <FormPage narrower form={form} title={title} lead={lead}>
      {noCookies ? <NoCookies /> : null}
      <Card>
        <form noValidate method="post" className="form" data-sealed="">
          <IdentifierField form={form} />
          <CodeWayField form={form} />
          <FormActions submit={t('code.send')} wide />
          <p className="form-links">
            <a href="/login">{back}</a>
          </p>
        </form>
      </Card>
      {children}
    </FormPage>
  )
}
