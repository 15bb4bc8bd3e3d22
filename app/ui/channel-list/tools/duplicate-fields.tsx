/** The fields of duplicates. */
import { useTranslation } from 'react-i18next'
import { CheckField, SelectField } from '~/ui/field'
import { Choices, isOn, signs, textOf, type FieldsProps } from './field-parts'

export const DuplicateFields = ({ data }: FieldsProps) => {
  const { t } = useTranslation('tools')
  return (
    <>
      <Choices
        name="kind"
        legend={t('duplicates.kind')}
        value={textOf(data, 'kind')}
        options={[
          { value: 'identity', label: t('duplicates.identity') },
          { value: 'name', label: t('duplicates.name') },
          { value: 'name-quality', label: t('duplicates.nameQuality', signs) },
        ]}
      />
      <div className="filters">
        <SelectField
          name="keep"
          label={t('duplicates.keep')}
          defaultValue={textOf(data, 'keep')}
          options={(['first', 'favourite', 'quality'] as const).map((value) => ({
            value,
            label: t(`duplicates.keeps.${value}`, signs),
          }))}
        />
        <SelectField
          name="act"
          label={t('duplicates.act')}
          defaultValue={textOf(data, 'act')}
          options={(['delete', 'together', 'end'] as const).map((value) => ({
            value,
            label: t(`duplicates.acts.${value}`),
          }))}
        />
      </div>
      <CheckField name="gather" label={t('duplicates.gather')} value="1" defaultChecked={isOn(data, 'gather')} />
    </>
  )
}
