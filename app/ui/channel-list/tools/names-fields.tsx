/** The fields of renaming by a rule. */
import { useTranslation } from 'react-i18next'
import { CheckField, Field, SelectField } from '~/ui/field'
import { numberInput } from '~/ui/number-field'
import { Choices, isOn, signs, textOf, type FieldsProps } from './field-parts'

export const NameFields = ({ data, messageOf }: FieldsProps) => {
  const { t } = useTranslation('tools')
  const markers = ['HD', 'FHD', 'UHD', '4K', '8K', 'SD']
  return (
    <>
      <div className="filters">
        {(['find', 'by'] as const).map((name) => (
          <Field
            key={name}
            name={name}
            label={t(`names.${name}`)}
            defaultValue={textOf(data, name)}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            dir="auto"
            error={messageOf(name)}
          />
        ))}
      </div>
      <Choices
        name="how"
        legend={t('names.how')}
        value={textOf(data, 'how')}
        options={[
          { value: 'text', label: t('names.text') },
          { value: 'pattern', label: t('names.pattern', signs) },
        ]}
      />
      <p className="muted small">{t('names.numbers', signs)}</p>
      <CheckField name="word" label={t('names.word')} value="1" defaultChecked={isOn(data, 'word')} />
      <CheckField name="case" label={t('names.case')} value="1" defaultChecked={isOn(data, 'case')} />
      <div className="filters">
        <Field
          {...numberInput()}
          name="start"
          label={t('names.start')}
          defaultValue={textOf(data, 'start')}
          error={messageOf('start')}
        />
        <SelectField
          name="markers"
          label={t('names.markers', signs)}
          defaultValue={textOf(data, 'markers')}
          options={[
            { value: 'keep', label: t('names.keep') },
            { value: 'remove', label: t('names.markersRemove') },
            ...markers.map((marker) => ({ value: marker, label: t('names.markersAdd', { marker }) })),
          ]}
        />
        <SelectField
          name="letters"
          label={t('names.letters')}
          defaultValue={textOf(data, 'letters')}
          options={(['keep', 'upper', 'lower', 'title'] as const).map((value) => ({
            value,
            label: t(`names.${value}`),
          }))}
        />
      </div>
      <CheckField
        name="clean"
        label={t('names.clean')}
        hint={t('names.cleanHint')}
        value="1"
        defaultChecked={isOn(data, 'clean')}
      />
    </>
  )
}
