/** One field of many channels: the input for a new value, and the display of a value. */
import { useTranslation } from 'react-i18next'
import { channelNumbers, channelTexts, type BatchField, type ChannelNumber, type ChannelText } from '~/engine/types'
import { Code } from '~/ui/code'
import { Field, SelectField } from '~/ui/field'
import { NumberField } from '~/ui/number-field'
import { codedOptions, TransponderChoice } from './channel-fields'
import { categoryName } from './entry-title'

type BatchValueProps = {
  field: BatchField
  given: string | null
  error: string | null
  choices: Parameters<typeof TransponderChoice>[0]['choices']
  categories: readonly { id: number; name: string }[]
}
/** The field for the new value; empty removes the value. */
export const BatchValue = ({ field, given, error, choices, categories }: BatchValueProps) => {
  const { t } = useTranslation(['tables', 'lists'])
  const label = t('batch.value')
  const select = (options: { value: string; label: string }[]) => (
    <SelectField name="value" label={label} error={error} defaultValue={given ?? options[0]?.value} options={options} />
  )
  if (field === 'type' || field === 'scrambled') return select(codedOptions(field, t))
  if (field === 'category')
    return select([
      ...categories.map(({ id, name }) => ({ value: String(id), label: categoryName(name, t) })),
      { value: '', label: t('fields.noCategory') },
    ])
  if (field === 'transponder')
    return (
      <TransponderChoice
        name="value"
        choices={choices}
        present={given === null || given === '' ? null : Number(given)}
        error={error}
      />
    )
  if (field in channelNumbers) {
    const [min, max] = channelNumbers[field as ChannelNumber].bounds
    return (
      <NumberField
        name="value"
        label={label}
        hint={`${t('rule.range', { min, max })} ${t('batch.empty')}`}
        defaultValue={given ?? ''}
        error={error}
      />
    )
  }
  return (
    <Field
      name="value"
      label={label}
      hint={`${t('rule.label', { number: channelTexts[field as ChannelText] })} ${t('batch.empty')}`}
      defaultValue={given ?? ''}
      error={error}
      autoComplete="off"
      dir="auto"
    />
  )
}

type Shown = { kind: 'text' | 'code' | 'type' | 'scrambled'; text: string }
/** A value before or after; a dash if there is none. */
export const ValueText = ({ value: { kind, text } }: { value: Shown }) => {
  const { t } = useTranslation(['tables', 'lists'])
  if (text === '') return <span className="muted">–</span>
  if (kind === 'type') return <>{t(`lists:type.${text}`)}</>
  if (kind === 'scrambled') return <>{t(text === '1' ? 'lists:channel.scrambled' : 'lists:channel.free')}</>
  return kind === 'code' ? <Code>{text}</Code> : <bdi>{text}</bdi>
}
