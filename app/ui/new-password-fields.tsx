/** A new password, typed twice. */
import { useTranslation } from 'react-i18next'
import { Field } from './field'

type Errors = { messageOf: (field: string) => string | null }

export const NewPasswordFields = ({
  form,
  name = 'newPassword',
  label,
}: {
  form: Errors
  name?: string
  label?: string
}) => {
  const { t } = useTranslation('account')
  return (
    <>
      {/* No maxlength: it would count some letters twice and cut the password off. */}
      <Field
        label={label ?? t('password.new')}
        name={name}
        type="password"
        hint={t('password.hint')}
        error={form.messageOf(name)}
        autoComplete="new-password"
        required
      />
      <Field
        label={t('repeatPassword.label')}
        name="repeatPassword"
        type="password"
        error={form.messageOf('repeatPassword')}
        autoComplete="new-password"
        required
      />
    </>
  )
}
