/** The fields of a copy into another list. */
import { useTranslation } from 'react-i18next'
import { CheckField, Field } from '~/ui/field'
import { numberInput } from '~/ui/number-field'
import { isOn, textOf, type FieldsProps } from './field-parts'
import { ListField } from './list-field'

export const CopyFields = ({ data, messageOf }: FieldsProps) => {
  const { t } = useTranslation('tools')
  return (
    <>
      <div className="filters">
        <ListField data={data} label={t('copy.list')} any={t('copy.choose')} />
        <Field
          {...numberInput()}
          name="to"
          label={t('copy.to')}
          hint={t('copy.toHint')}
          defaultValue={textOf(data, 'to')}
          error={messageOf('to')}
        />
      </div>
      <CheckField
        name="skip"
        label={t('copy.skip')}
        hint={t('copy.skipHint')}
        value="1"
        // Ticked by default: nobody wants a channel twice.
        defaultChecked={isOn(data, 'skip') || !new URLSearchParams(data.query).has('asked')}
      />
    </>
  )
}
