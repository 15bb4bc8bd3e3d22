/** The further fields of the selected channels, edited in place. Which there are and what they take says one table. */
import { useState } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { codeOfReason, isChannelValue } from '~/engine/rules'
import {
  channelNumberNames,
  channelNumbers,
  channelTextNames,
  channelTexts,
  type ChannelDetails,
  type ChannelField,
  type ChannelNumber,
  type ChannelText,
  type ChannelValue,
} from '~/engine/types'
import { useFormat } from '~/i18n/format'
import { parseNumber } from '~/i18n/number'
import { describeRefused } from '~/modules/channel-list/edit/refused-value.schema'
import { offered } from '~/modules/channel-list/offered.schema'
import { isolate } from '~/ui/channel-list/joined'
import { fieldLabel, type LabelledField } from '~/ui/channel-list/tables/field-label'
import { choicesOf, transponderOptions, transpondersOffered } from '~/ui/channel-list/tables/transponder-options'
import { numberInput } from '~/ui/number-input'
import type { Chosen } from '../chosen'
import { useEditor } from '../context'
import { maxRead, sharedValue } from './shared'
import { SharedSelect } from './shared-select'
import { TrackFields } from './track-fields'
import { TypedField } from './typed-field'
import { normalForm } from '~/text/normal-form'

type TypedName = ChannelNumber | ChannelText | 'url'
const isNumber = (field: TypedName): field is ChannelNumber => field in channelNumbers
/** What is no number stays text, which the rules refuse. An address can't be removed: nothing else could be played. */
const readTyped = (field: TypedName, typed: string): ChannelValue => {
  const text = normalForm(typed, 'NFC').trim()
  if (text === '' && field !== 'url') return null
  return isNumber(field) ? (parseNumber(text) ?? text) : text
}

/** The sentence for a value that the field doesn't take, with the code; null if it does. */
const refusalOf = (field: ChannelField, value: ChannelValue, t: TFunction): string | null => {
  if (isChannelValue(field, value)) return null
  const code = 'value-invalid'
  const { rule = code, ...data } = describeRefused(
    { op: 'set', target: 'channel', ids: [], field, value },
    { code, field },
  )
  return `${t(`tables:rule.${rule}`, data)} (${isolate(codeOfReason(code))})`
}

type FieldProps<Name> = {
  field: Name
  channels: readonly ChannelDetails[]
  set(field: LabelledField, value: ChannelValue): void
}
const Typed = ({ field, channels, set }: FieldProps<TypedName>) => {
  const { t } = useTranslation(['tables', 'lists'])
  const value = sharedValue(channels, (channel) => channel[field] ?? '')
  const kind = () => {
    if (field === 'url') return { dir: 'ltr' }
    if (!isNumber(field)) return { hint: t('rule.label', { number: channelTexts[field] }) }
    const [min, max] = channelNumbers[field].bounds
    return { ...numberInput(), hint: t('rule.range', { min, max }) }
  }
  return (
    <TypedField
      label={fieldLabel(field, t)}
      value={value === undefined ? undefined : String(value)}
      refuse={(text) => refusalOf(field, readTyped(field, text), t)}
      onSet={(text) => set(field, readTyped(field, text))}
      {...kind()}
    />
  )
}

const TypeSelect = ({ field, channels, set }: FieldProps<'type' | 'scrambled'>) => {
  const { t } = useTranslation(['tables', 'lists'])
  const value = sharedValue(channels, (channel) => channel[field])
  return (
    <SharedSelect
      label={fieldLabel(field, t)}
      value={value === undefined ? undefined : String(value)}
      other={value === null ? t('fields.unknown') : t(`lists:type.${value}`)}
      options={
        field === 'type'
          ? (['tv', 'radio'] as const).map((type) => ({ value: type, label: t(`lists:type.${type}`) }))
          : [
              { value: 'false', label: t('lists:channel.free') },
              { value: 'true', label: t('lists:channel.scrambled') },
            ]
      }
      onSet={(chosen) => set(field, field === 'type' ? chosen : chosen === 'true')}
    />
  )
}

const TransponderSelect = ({ field, channels, set }: FieldProps<'transponder'>) => {
  const { snapshot } = useEditor()
  const { t } = useTranslation(['tables', 'lists'])
  const format = useFormat()
  const id = sharedValue(channels, (channel) => snapshot.transponders[channel.transponder]?.id ?? null)
  const satellite = channels[0]?.satellite ?? null
  const choices = choicesOf(offered(snapshot, { satellite, id: id ?? null, most: transpondersOffered }))
  return (
    <SharedSelect
      label={fieldLabel(field, t)}
      value={id === undefined ? undefined : String(id)}
      other={t('fields.noTransponder')}
      hint={choices.left === 0 ? undefined : t('fields.transpondersLeft', { number: choices.left })}
      options={transponderOptions(choices, t, format)}
      onSet={(chosen) => set(field, Number(chosen))}
    />
  )
}

const Fields = ({ ids }: Chosen) => {
  const { store, actions } = useEditor()
  const { t } = useTranslation(['numbers', 'lists', 'tables'])
  const channels = ids.flatMap((id) => store.details(id) ?? [])
  const [one] = channels.length === 1 ? channels : []
  const set: FieldProps<unknown>['set'] = (field, value) =>
    actions.edit(
      [{ op: 'set', target: 'channel', ids: [...ids], field, value }],
      t('inspector.changed', {
        field: isolate(fieldLabel(field, t)),
        channels: t('lists:channels.count', { count: ids.length }),
      }),
    )
  const parts = { channels, set }
  // A channel has a transponder or an address, never both.
  const isReceived = !channels.some(({ url, transponder }) => url !== null && transponder < 0)
  return (
    <div className="stack">
      {one && (one.url !== null || one.transponder < 0) && <Typed field="url" {...parts} />}
      <TypeSelect field="type" {...parts} />
      <TypeSelect field="scrambled" {...parts} />
      {isReceived && <TransponderSelect field="transponder" {...parts} />}
      {channelTextNames.map((field) => (
        <Typed key={field} field={field} {...parts} />
      ))}
      <div className="ins-numbers">
        {channelNumberNames.map((field) => (
          <Typed key={field} field={field} {...parts} />
        ))}
      </div>
      {one &&
        (['audio', 'subtitles'] as const).map((field) => (
          <TrackFields
            key={field}
            field={field}
            tracks={one[field]}
            refuse={(value) => refusalOf(field, value, t)}
            onSet={(value) => set(field, value)}
          />
        ))}
    </div>
  )
}

export const ValuesPart = (chosen: Chosen) => {
  const { canEdit } = useEditor().snapshot
  const { t } = useTranslation('numbers')
  const [isOpen, setOpen] = useState(false)
  if (!canEdit || chosen.ids.length > maxRead) return null
  return (
    <section className="ins-part">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{t('inspector.here')}</summary>
        {isOpen && <Fields key={chosen.ids.join()} {...chosen} />}
      </details>
    </section>
  )
}
