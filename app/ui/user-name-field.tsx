/** A user name with its rules. */
import { useTranslation } from 'react-i18next'
import { Field } from './field'

type Errors = { messageOf: (field: string) => string | null; valueOf: (field: string) => string | undefined }

export const UserNameField = ({ form, value }: { form: Errors; value?: string }) => {
  const { t } = useTranslation('account')
  return (
    <Field
      label={t('userName.label')}
      name="userName"
      hint={t('userName.hint')}
      defaultValue={form.valueOf('userName') ?? value}
      error={form.messageOf('userName')}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      dir="auto"
      required
    />
  )
}
