/** The own fields of each tool. Typed values stay; missing ones get their defaults. */
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { Card } from '~/ui/card'
import { CheckField, Field, FileField, SelectField, type Option, type OptionGroup } from '~/ui/field'
import { FieldGroup } from '~/ui/field-group'
import { FormActions } from '~/ui/form-actions'
import { numberInput } from '~/ui/number-field'
import { Radio } from '~/ui/radio'
import { isolate } from '../joined'
import { addressWith, toolErrors } from './tool-page'
import type { ListChoice, ToolData, ToolError } from './types'

/** Symbols that are the same in every language, isolated for right-to-left sentences. */
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
const optionsOf = <Value extends string>(values: readonly Value[], label: (value: Value) => string): Option[] =>
  values.map((value) => ({ value, label: label(value) }))

type ChoiceProps = { data: ToolData; name: string; label: string; options: readonly (Option | OptionGroup)[] }
const Choice = ({ data, name, ...rest }: ChoiceProps) => (
  <SelectField name={name} defaultValue={textOf(data, name)} {...rest} />
)
type TickProps = { data: ToolData; name: string; label: string; hint?: string; ticked?: boolean }
/** A value from the address is text; one from a schema is a boolean. */
const Tick = ({ data, name, ticked = false, ...rest }: TickProps) => (
  <CheckField
    name={name}
    value="1"
    defaultChecked={ticked || ['1', 'true', 'on', 'yes'].includes(String(data.asked[name]))}
    {...rest}
  />
)

type ChoicesProps = { data: ToolData; name: string; legend: string; options: readonly Option[] }
const Choices = ({ data, name, legend, options }: ChoicesProps) => (
  <FieldGroup id={`field-${name}`} legend={legend}>
    {options.map(({ value, label }) => (
      <Radio key={value} name={name} value={value} checked={value === textOf(data, name)}>
        {label}
      </Radio>
    ))}
  </FieldGroup>
)

type TypedProps = FieldsProps & { name: string; label: string; hint?: string }
const NumberInput = ({ data, messageOf, name, ...rest }: TypedProps) => (
  <Field {...numberInput()} name={name} defaultValue={textOf(data, name)} error={messageOf(name)} {...rest} />
)

/** The choice of another list: the user's own first, then the ready-made ones. */
const ListField = ({ data, label, any }: { data: ToolData; label: string; any: string }) => {
  const { t } = useTranslation(['tools', 'lists'])
  const format = useFormat()
  const group = (label: string, lists: readonly ListChoice[]): OptionGroup[] =>
    lists.length === 0
      ? []
      : [
          {
            label,
            options: lists.map(({ id, name, channels }) => ({
              value: id,
              label: `${isolate(name)} (${format.number(channels)})`,
            })),
          },
        ]
  const own = data.choices.filter(({ owned }) => owned)
  const others = data.choices.filter(({ owned }) => !owned)
  return (
    <SelectField
      name="list"
      label={label}
      defaultValue={data.other}
      options={[
        { value: '', label: any },
        ...group(t('tools:lists.own'), own),
        ...group(t('tools:lists.ready'), others),
      ]}
    />
  )
}

/** Renaming by a rule. */
const NameFields = ({ data, messageOf }: FieldsProps) => {
  const { t } = useTranslation('tools')
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
        data={data}
        name="how"
        legend={t('names.how')}
        options={optionsOf(['text', 'pattern'], (value) => t(`names.${value}`, signs))}
      />
      <p className="muted small">{t('names.numbers', signs)}</p>
      <Tick data={data} name="word" label={t('names.word')} />
      <Tick data={data} name="case" label={t('names.case')} />
      <div className="filters">
        <NumberInput {...{ data, messageOf }} name="start" label={t('names.start')} />
        <Choice
          data={data}
          name="markers"
          label={t('names.markers', signs)}
          options={[
            { value: 'keep', label: t('names.keep') },
            { value: 'remove', label: t('names.markersRemove') },
            ...optionsOf(['HD', 'FHD', 'UHD', '4K', '8K', 'SD'], (marker) => t('names.markersAdd', { marker })),
          ]}
        />
        <Choice
          data={data}
          name="letters"
          label={t('names.letters')}
          options={optionsOf(['keep', 'upper', 'lower', 'title'], (value) => t(`names.${value}`))}
        />
      </div>
      <Tick data={data} name="clean" label={t('names.clean')} hint={t('names.cleanHint')} />
    </>
  )
}

/** Names from another list, or from a file. */
const FromFields = ({ data }: FieldsProps) => {
  const { t } = useTranslation('tools')
  return <ListField data={data} label={t('from.list')} any={t('from.choose')} />
}
export const FromFile = ({ data, failure }: { data: ToolData; failure: readonly ToolError[] }) => {
  const { t } = useTranslation(['tools', 'lists'])
  return (
    <Card title={t('tools:from.fileTitle')}>
      <form
        noValidate
        method="post"
        action={addressWith(data, { list: null })}
        encType="multipart/form-data"
        className="form"
      >
        <input type="hidden" name="intent" value="file" />
        <FileField
          name="file"
          label={t('lists:upload.file')}
          hint={t('tools:from.fileHint')}
          button={t('lists:upload.pick')}
          none={t('lists:upload.none')}
          error={toolErrors(failure, t).find(({ field }) => field === 'file')?.message ?? null}
        />
        <FormActions variant="plain" submit={t('tools:show')} />
      </form>
    </Card>
  )
}

const DuplicateFields = ({ data }: FieldsProps) => {
  const { t } = useTranslation('tools')
  return (
    <>
      <Choices
        data={data}
        name="kind"
        legend={t('duplicates.kind')}
        options={[
          { value: 'identity', label: t('duplicates.identity') },
          { value: 'name', label: t('duplicates.name') },
          { value: 'name-quality', label: t('duplicates.nameQuality', signs) },
        ]}
      />
      <div className="filters">
        <Choice
          data={data}
          name="keep"
          label={t('duplicates.keep')}
          options={optionsOf(['first', 'favourite', 'quality'], (value) => t(`duplicates.keeps.${value}`, signs))}
        />
        <Choice
          data={data}
          name="act"
          label={t('duplicates.act')}
          options={optionsOf(['delete', 'together', 'end'], (value) => t(`duplicates.acts.${value}`))}
        />
      </div>
      <Tick data={data} name="gather" label={t('duplicates.gather')} />
    </>
  )
}

/** Channels that are no longer on air. */
const VanishedFields = ({ data }: FieldsProps) => {
  const { t } = useTranslation('tools')
  return (
    <div className="filters">
      <ListField data={data} label={t('vanished.list')} any={t('vanished.any')} />
      <Choice
        data={data}
        name="act"
        label={t('vanished.act')}
        options={optionsOf(['end', 'delete'], (value) => t(`duplicates.acts.${value}`))}
      />
    </div>
  )
}

/** A copy into another list. */
const CopyFields = ({ data, messageOf }: FieldsProps) => {
  const { t } = useTranslation('tools')
  // Ticked by default: nobody wants a channel twice.
  const isNew = !new URLSearchParams(data.query).has('asked')
  return (
    <>
      <div className="filters">
        <ListField data={data} label={t('copy.list')} any={t('copy.choose')} />
        <NumberInput {...{ data, messageOf }} name="to" label={t('copy.to')} hint={t('copy.toHint')} />
      </div>
      <Tick data={data} name="skip" label={t('copy.skip')} hint={t('copy.skipHint')} ticked={isNew} />
    </>
  )
}

/** Satellites and transponders from another list, such as one made from a satellites.xml. */
const SkyFields = ({ data }: FieldsProps) => {
  const { t } = useTranslation('tools')
  return (
    <>
      <ListField data={data} label={t('sky.list')} any={t('from.choose')} />
      <Tick data={data} name="all" label={t('sky.all')} />
    </>
  )
}

const TidyFields = ({ data }: FieldsProps) => {
  const { t } = useTranslation('tools')
  return (
    <FieldGroup id="field-kinds" legend={t('tidy.kinds')}>
      {(['unnamed', 'services', 'satellites', 'transponders', 'groups'] as const).map((kind) => (
        <CheckField
          key={kind}
          id={`field-kinds-${kind}`}
          name="kinds"
          value={kind}
          label={t(`tidy.${kind}`)}
          defaultChecked={data.kinds.includes(kind)}
        />
      ))}
    </FieldGroup>
  )
}

export const toolFields: Record<ToolData['tool'], ComponentType<FieldsProps>> = {
  names: NameFields,
  from: FromFields,
  duplicates: DuplicateFields,
  vanished: VanishedFields,
  copy: CopyFields,
  sky: SkyFields,
  tidy: TidyFields,
}
