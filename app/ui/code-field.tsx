/** The field for the six digits of a code from mail, SMS or an authenticator app; phones can fill it in. */
import { useTranslation } from 'react-i18next'
import { Field } from './field'

export const CodeField = ({ label, hint, error }: { label?: string; hint?: string; error?: string | null }) => {
  const { t } = useTranslation('account')
  return (
    <Field
      label={label ?? t('code.label')}
      hint={hint ?? t('code.hint')}
      name="code"
      error={error}
      code
      inputMode="numeric"
      autoComplete="one-time-code"
      required
    />
  )
}
