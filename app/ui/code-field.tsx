/** The fields for a one-time code; phones can fill them in. */
import { useTranslation } from 'react-i18next'
import { Field } from './field'

/** The six digits from mail, SMS or an authenticator app. */
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

/** The second step's code: the authenticator app's digits, or one of the recovery codes. */
export const SecondStepCodeField = ({ error }: { error?: string | null }) => {
  const { t } = useTranslation('account')
  return (
    <Field
      label={t('second.code')}
      hint={t('second.hint')}
      name="code"
      error={error}
      code
      autoComplete="one-time-code"
      maxLength={40}
      required
    />
  )
}
