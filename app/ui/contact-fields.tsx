/** The fields of an e-mail address, or of a phone with its area code. Texts are in the namespace `account`. */
import { useTranslation } from 'react-i18next'
import { Field, SelectField, type Option } from './field'

type ContactFieldsProps = {
  kind: 'email' | 'phone'
  areas: readonly Option[]
  valueOf: (name: 'email' | 'area' | 'phone') => string | undefined
  messageOf: (field: string) => string | null
}
export const ContactFields = ({ kind, areas, valueOf, messageOf }: ContactFieldsProps) => {
  const { t } = useTranslation('account')
  return kind === 'email' ? (
    <Field
      label={t('email.label')}
      name="email"
      type="email"
      defaultValue={valueOf('email')}
      error={messageOf('email')}
      autoComplete="email"
      dir="ltr"
      maxLength={254}
      required
    />
  ) : (
    <>
      <SelectField
        label={t('phone.area')}
        name="area"
        defaultValue={valueOf('area') ?? ''}
        error={messageOf('area')}
        autoComplete="tel-country-code"
        options={[{ value: '', label: t('phone.chooseArea') }, ...areas]}
        required
      />
      <Field
        label={t('phone.label')}
        name="phone"
        type="tel"
        hint={t('phone.hint')}
        defaultValue={valueOf('phone')}
        error={messageOf('phone')}
        autoComplete="tel-national"
        code
        maxLength={30}
        required
      />
    </>
  )
}
