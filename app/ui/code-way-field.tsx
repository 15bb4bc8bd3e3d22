/**
 * How to receive a code, if an account may have an e-mail and a phone. Everybody sees both choices: the form must not
 * reveal what the account has.
 */
import { useTranslation } from 'react-i18next'
import { SelectField } from './field'

type Errors = { valueOf: (field: string) => string | undefined }

export const CodeWayField = ({ form }: { form: Errors }) => {
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
