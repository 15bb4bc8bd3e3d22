/** The fields of each tool's form. What was typed stays; what is missing has its usual value. */
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { CheckField, Field, SelectField, type Option } from '~/ui/field'
import { FieldGroup } from '~/ui/field-group'
import { useFormat } from '~/i18n/format'
import { numberInput } from '~/ui/number-field'
import { isolate } from '../joined'
import type { ListChoice, ToolData } from './types'

/** Signs that are the same in every language, kept together where sentences run from right to left. */
const signs = {
  any: isolate('*'),
  one: isolate('?'),
  digits: isolate('#'),
  running: isolate('{n}'),
  padded: isolate('{nnn}'),
  sample: isolate('001'),
  found: isolate('{0}'),
  first: isolate('{1}'),
  second: isolate('{2}'),
  best: isolate('4K'),
}

type FieldsProps = { data: ToolData; messageOf: (field: string) => string | null }
const textOf = ({ asked }: ToolData, name: string): string => {
  const value = asked[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
/** A value that came by the address is text; one that a schema gave is a yes or no. */
const isOn = ({ asked }: ToolData, name: string): boolean => ['1', 'true', 'on', 'yes'].includes(String(asked[name]))

type ChoicesProps = { name: string; legend: string; value: string; options: readonly Option[] }
const Choices = ({ name, legend, value, options }: ChoicesProps) => (
  <FieldGroup id={`field-${name}`} legend={legend}>
    {options.map((option) => (
      <Fragment key={option.value}>
        <label className="choice">
          <input type="radio" name={name} value={option.value} defaultChecked={option.value === value} />{' '}
          <span>{option.label}</span>
        </label>
      </Fragment>
    ))}
  </FieldGroup>
)

export const NameFields = ({ data, messageOf }: FieldsProps) => {
  const { t } = useTranslation('tools')
  const markers = ['HD', 'FHD', 'UHD', '4K', '8K', 'SD']
  return (
    <>
      <div className="filters">
        <Field
          name="find"
          label={t('names.find')}
          defaultValue={textOf(data, 'find')}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          error={messageOf('find')}
        />
        <Field
          name="by"
          label={t('names.by')}
          defaultValue={textOf(data, 'by')}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          error={messageOf('by')}
        />
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

export const TidyFields = ({ data }: FieldsProps) => {
  const { t } = useTranslation('tools')
  return (
    <FieldGroup id="field-kinds" legend={t('tidy.kinds')}>
      {(['unnamed', 'services', 'satellites', 'transponders', 'groups'] as const).map((kind) => (
        <Fragment key={kind}>
          <CheckField
            id={`field-kinds-${kind}`}
            name="kinds"
            value={kind}
            label={t(`tidy.${kind}`)}
            defaultChecked={data.kinds.includes(kind)}
          />
        </Fragment>
      ))}
    </FieldGroup>
  )
}

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
        // Chosen at first: nobody wants a channel twice.
        defaultChecked={isOn(data, 'skip') || !new URLSearchParams(data.query).has('asked')}
      />
    </>
  )
}

/** The choice of another list: one's own first, then the ready-made ones. */
export const ListField = ({ data, label, any }: { data: ToolData; label: string; any: string }) => {
  const { t } = useTranslation(['tools', 'lists'])
  const format = useFormat()
  const optionOf = ({ id, name, channels }: ListChoice): Option => ({
    value: id,
    label: `${name} (${format.number(channels)})`,
  })
  const own = data.choices.filter(({ owned }) => owned)
  const others = data.choices.filter(({ owned }) => !owned)
  return (
    <SelectField
      name="list"
      label={label}
      defaultValue={data.other}
      options={[
        { value: '', label: any },
        ...(own.length > 0 ? [{ label: t('tools:lists.own'), options: own.map(optionOf) }] : []),
        ...(others.length > 0 ? [{ label: t('tools:lists.ready'), options: others.map(optionOf) }] : []),
      ]}
    />
  )
}
