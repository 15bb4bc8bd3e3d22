/**
 * One field that identifies a person: user name, e-mail, phone with its area code, or the serial number of a bound box.
 */
import { useTranslation } from 'react-i18next'
import { Field } from './field'
import type { OwnTexts } from './form-errors'

type Errors = { messageOf: (field: string) => string | null; valueOf: (field: string) => string | undefined }

/** The sentence of I1309 is about user name and password together; here each field names what it needs. */
export const identifierTexts: OwnTexts = {
  'identifier.I1309': 'account:identifier.missing',
  'identifier.I1110': 'account:identifier.area',
  'password.I1309': 'account:password.empty',
}

export const IdentifierField = ({ form }: { form: Errors }) => {
  const { t } = useTranslation('account')
  return (
    <Field
      label={t('identifier.label')}
      name="identifier"
      hint={t('identifier.hint')}
      defaultValue={form.valueOf('identifier')}
      error={form.messageOf('identifier')}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      dir="auto"
      maxLength={254}
      required
    />
  )
}
