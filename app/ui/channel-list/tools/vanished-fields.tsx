/** The fields for channels that are no longer on air. */
import { useTranslation } from 'react-i18next'
import { SelectField } from '~/ui/field'
import { textOf, type FieldsProps } from './field-parts'
import { ListField } from './list-field'

export const VanishedFields = ({ data }: FieldsProps) => {
  const { t } = useTranslation('tools')
  return (
    <div className="filters">
      <ListField data={data} label={t('vanished.list')} any={t('vanished.any')} />
      <SelectField
        name="act"
        label={t('vanished.act')}
        defaultValue={textOf(data, 'act')}
        options={(['end', 'delete'] as const).map((value) => ({ value, label: t(`duplicates.acts.${value}`) }))}
      />
    </div>
  )
}
