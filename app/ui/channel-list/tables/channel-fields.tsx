/** The fields of a channel as cards of one form: the service, its place in the sky, its streams, its other names. */
import type { ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import {
  byName,
  channelNumberNames,
  channelNumbers,
  channelTextNames,
  channelTexts,
  limits,
  nameLanguages,
  serviceNumbers,
  streamNumbers,
  type AudioTrack,
  type ChannelNumber,
  type ChannelText,
  type ChannelType,
  type NameLanguage,
  type SubtitleTrack,
} from '~/engine/types'
import { useFormat } from '~/i18n/format'
import { Card } from '~/ui/card'
import { CheckField, Field, SelectField, type Option } from '~/ui/field'
import { Icon } from '~/ui/icon'
import { joined } from '../joined'
import { categoryName } from './entry-title'
import { KeptNumber, KeptSelect, KeptText, type Kept } from './parts'
import { allTrackFields, trackField, type TrackKind } from './track-fields'
import { transponderOptions, type TransponderChoices } from './transponder-options'

export type ShownChannel = {
  name: string
  type: ChannelType
  scrambled: boolean | null
  lock: boolean
  skip: boolean
  category: number | null
  url: string | null
  audio: readonly AudioTrack[]
  subtitles: readonly SubtitleTrack[]
  names: Partial<Record<NameLanguage, string>>
} & Record<ChannelNumber, number | null> &
  Record<ChannelText, string | null>
/** The initial values of a new channel. */
export const emptyChannel: ShownChannel = {
  name: '',
  type: 'tv',
  scrambled: false,
  lock: false,
  skip: false,
  category: null,
  url: null,
  ...byName(channelTextNames, () => null),
  ...byName(channelNumberNames, () => null),
  audio: [],
  subtitles: [],
  names: {},
}

const textOf = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value)

/** The words for 0 and 1, as files write them. */
const codedWords = {
  type: ['lists:type.tv', 'lists:type.radio'],
  scrambled: ['lists:channel.free', 'lists:channel.scrambled'],
  lock: ['fields.unlocked', 'lists:row.locked'],
  skip: ['fields.unskipped', 'lists:row.skipped'],
} as const
export const codedOptions = (field: keyof typeof codedWords, t: TFunction): Option[] =>
  codedWords[field].map((word, code) => ({ value: String(code), label: t('fields.coded', { word: t(word), code }) }))

type Part = { channel: ShownChannel; kept: Kept }

type ServiceProps = Part & {
  categories: readonly { id: number; name: string }[]
  /** Only a streamed channel has an address. */
  streamed: boolean
  /** The hint about the address; its rule by default. */
  urlHint?: string
}
export const ServiceFields = ({ channel, kept, categories, streamed, urlHint }: ServiceProps) => {
  const { t } = useTranslation(['tables', 'lists'])
  const other = channel.type === 'tv' || channel.type === 'radio' ? [] : [channel.type]
  return (
    <Card title={t('lists:channel.service')}>
      <div className="form">
        <KeptText
          name="name"
          label={t('lists:channel.name')}
          hint={t('rule.label', { number: limits.nameCharacters })}
          value={channel.name}
          kept={kept}
        />
        {streamed && (
          <Field
            name="url"
            label={t('fields.url')}
            hint={urlHint ?? t('fields.urlHint', { number: limits.urlCharacters })}
            defaultValue={kept.value('url', textOf(channel.url))}
            error={kept.error('url')}
            autoComplete="off"
            code
          />
        )}
        <div className="form-row">
          <KeptSelect
            name="type"
            label={t('lists:channel.type')}
            value={channel.type === 'radio' ? '1' : other.length > 0 ? '' : '0'}
            kept={kept}
            options={[
              ...other.map((type) => ({ value: '', label: t(`lists:type.${type}`) })),
              ...codedOptions('type', t),
            ]}
          />
          <KeptSelect
            name="scrambled"
            label={t('lists:channel.access')}
            value={channel.scrambled === null ? '' : channel.scrambled ? '1' : '0'}
            kept={kept}
            options={[
              ...(channel.scrambled === null ? [{ value: '', label: t('fields.unknown') }] : []),
              ...codedOptions('scrambled', t),
            ]}
          />
          <KeptSelect
            name="category"
            label={t('fields.category')}
            value={textOf(channel.category)}
            kept={kept}
            options={[
              { value: '', label: t('fields.noCategory') },
              ...categories.map(({ id, name }) => ({ value: String(id), label: categoryName(name, t) })),
            ]}
          />
        </div>
      </div>
    </Card>
  )
}

const TextOf = ({ channel, kept, field }: Part & { field: ChannelText }) => {
  const { t } = useTranslation(['tables', 'lists'])
  return (
    <KeptText
      name={field}
      label={t(`lists:channel.${field}`)}
      hint={t('rule.label', { number: channelTexts[field] })}
      value={channel[field]}
      kept={kept}
    />
  )
}

const NumberOf = ({ channel, kept, field }: Part & { field: ChannelNumber }) => {
  const { t } = useTranslation(['tables', 'lists'])
  const [min, max] = channelNumbers[field].bounds
  return (
    <KeptNumber
      name={field}
      label={t(`lists:channel.${field}`)}
      hint={t('rule.range', { min, max })}
      value={channel[field]}
      kept={kept}
    />
  )
}

type TransponderChoiceProps = {
  name?: string
  choices: TransponderChoices
  present: number | null
  error: string | null
}
export const TransponderChoice = ({ name = 'transponder', choices, present, error }: TransponderChoiceProps) => {
  const { t } = useTranslation(['tables', 'lists'])
  const format = useFormat()
  return (
    <SelectField
      name={name}
      label={t('lists:column.transponder')}
      hint={choices.left === 0 ? undefined : t('fields.transpondersLeft', { number: choices.left })}
      defaultValue={textOf(present)}
      error={error}
      options={[
        ...(present === null ? [{ value: '', label: t('fields.noTransponder') }] : []),
        ...transponderOptions(choices, t, format),
      ]}
    />
  )
}

type ReceptionProps = Part & { choices: TransponderChoices; transponder: number | null }
export const ReceptionFields = ({ channel, kept, choices, transponder }: ReceptionProps) => {
  const { t } = useTranslation(['tables', 'lists'])
  return (
    <Card title={t('lists:channel.reception')}>
      <div className="form">
        <TransponderChoice
          choices={choices}
          present={
            kept.refused && kept.value('transponder', '') !== '' ? Number(kept.value('transponder', '')) : transponder
          }
          error={kept.error('transponder')}
        />
        <div className="form-row">
          {serviceNumbers.map((field) => (
            <NumberOf key={field} {...{ channel, kept, field }} />
          ))}
        </div>
      </div>
    </Card>
  )
}

type TrackProps = {
  kind: TrackKind
  title: string
  at: number
  track: Pick<AudioTrack, 'pid' | 'type' | 'language'> | undefined
  kept: Kept
  /** The fields that only this kind of track has. */
  children: ReactNode
}
const TrackRow = ({ kind, title, at, track, kept, children }: TrackProps) => {
  const { t } = useTranslation(['tables', 'lists'])
  const format = useFormat()
  return (
    <fieldset className="field">
      <legend className="legend">{`${title} ${format.number(at + 1)}`}</legend>
      <div className="form-row">
        <KeptNumber name={trackField(kind, at, 'pid')} label="PID" value={track?.pid} kept={kept} />
        <KeptText name={trackField(kind, at, 'type')} label={t('fields.trackType')} value={track?.type} kept={kept} />
        <KeptText
          name={trackField(kind, at, 'language')}
          label={t('lists:channel.language')}
          value={track?.language}
          kept={kept}
        />
        {children}
      </div>
    </fieldset>
  )
}

/** How many rows of tracks a form has: the existing ones, and one more. */
const rowsOf = (tracks: number): number[] =>
  Array.from({ length: Math.min(limits.tracks, tracks + 1) }, (_, index) => index)

/** Rarely used fields behind a line that opens. They are open if they have a value or were refused. */
const Folded = ({ title, fields, held, kept, children }: FoldedProps) => {
  const isOpen =
    held || fields.some((field) => kept.error(field) !== null || (kept.refused && kept.value(field, '') !== ''))
  return (
    <details className="card folded-search" open={isOpen}>
      <summary>
        <Icon name="down" /> {title}
      </summary>
      {children}
    </details>
  )
}
type FoldedProps = { title: string; fields: readonly string[]; held: boolean; kept: Kept; children: ReactNode }

/** What few people set: who provides the channel, how it is encrypted, and whether the box locks or skips it. */
export const FurtherFields = ({ channel, kept }: Part) => {
  const { t } = useTranslation(['tables', 'lists'])
  const isOn = (field: 'lock' | 'skip'): boolean => kept.value(field, channel[field] ? '1' : '0') === '1'
  return (
    <Folded
      title={joined([t('lists:channel.provider'), t('lists:channel.encryption'), t('fields.lock'), t('fields.skip')])}
      fields={['provider', 'encryption']}
      held={Boolean(channel.provider) || Boolean(channel.encryption) || isOn('lock') || isOn('skip')}
      kept={kept}
    >
      <div className="form">
        <div className="form-row">
          <TextOf {...{ channel, kept }} field="provider" />
          <TextOf {...{ channel, kept }} field="encryption" />
        </div>
        <div className="form-row">
          {(['lock', 'skip'] as const).map((field) => (
            <KeptSelect
              key={field}
              name={field}
              label={t(`fields.${field}`)}
              value={channel[field] ? '1' : '0'}
              kept={kept}
              options={codedOptions(field, t)}
            />
          ))}
        </div>
      </div>
    </Folded>
  )
}

const streamFields = ['videoType', ...streamNumbers, ...allTrackFields]

export const StreamFields = ({ channel, kept }: Part) => {
  const { t } = useTranslation(['tables', 'lists'])
  const held =
    (channel.videoType ?? '') !== '' ||
    streamNumbers.some((field) => channel[field] !== null) ||
    channel.audio.length + channel.subtitles.length > 0
  return (
    <Folded title={t('lists:channel.streams')} fields={streamFields} held={held} kept={kept}>
      <div className="form">
        <div className="form-row">
          <TextOf {...{ channel, kept }} field="videoType" />
          {streamNumbers.map((field) => (
            <NumberOf key={field} {...{ channel, kept, field }} />
          ))}
        </div>
        {rowsOf(channel.audio.length).map((at) => (
          <TrackRow
            key={`a${at}`}
            kind="audio"
            title={t('lists:channel.audio')}
            at={at}
            track={channel.audio[at]}
            kept={kept}
          >
            <CheckField
              name={trackField('audio', at, 'dolby')}
              label={t('lists:channel.dolby')}
              value="1"
              defaultChecked={
                kept.refused
                  ? kept.value(trackField('audio', at, 'dolby'), '') !== ''
                  : channel.audio[at]?.dolby === true
              }
            />
          </TrackRow>
        ))}
        {rowsOf(channel.subtitles.length).map((at) => (
          <TrackRow
            key={`s${at}`}
            kind="subtitle"
            title={t('lists:channel.subtitles')}
            at={at}
            track={channel.subtitles[at]}
            kept={kept}
          >
            {(['composition', 'ancillary'] as const).map((part) => (
              <KeptNumber
                key={part}
                name={trackField('subtitle', at, part)}
                label={t(`fields.${part}`)}
                value={channel.subtitles[at]?.[`${part}Page`]}
                kept={kept}
              />
            ))}
          </TrackRow>
        ))}
        <p className="muted small">{t('fields.trackHint')}</p>
      </div>
    </Folded>
  )
}

export const NameFields = ({ channel, kept }: Part) => {
  const { t } = useTranslation(['tables', 'lists'])
  return (
    <Folded
      title={t('fields.names')}
      fields={nameLanguages.map((language) => `name-${language}`)}
      held={Object.values(channel.names).some((name) => name !== '')}
      kept={kept}
    >
      <p className="muted small">{t('fields.namesHint')}</p>
      <div className="form-row">
        {nameLanguages.map((language) => (
          <KeptText
            key={language}
            name={`name-${language}`}
            label={t(`language.${language}`)}
            value={channel.names[language]}
            kept={kept}
          />
        ))}
      </div>
    </Folded>
  )
}
