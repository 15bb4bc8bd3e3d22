/** The six digits of a code sent by mail or SMS, or of an authenticator app, as phones fill them in by themselves. */
import { useTranslation } from 'react-i18next'
import { Field } from './field'

export const CodeField = ({
  label,
  hint,
  error,
  autoFocus,
}: {
  label?: string
  hint?: string
  error?: string | null
  autoFocus?: boolean
}) => {
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
      autoFocus={autoFocus}
      required
    />
  )
}
