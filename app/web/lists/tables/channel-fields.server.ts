/** Every field of a channel that a user may set: what forms show, their input, and the resulting operations. */
import { z } from 'zod'
import {
  channelNumberNames,
  channelNumbers,
  channelTextNames,
  channelTexts,
  limits,
  nameLanguages,
  type AudioTrack,
  type ChannelValue,
  type ChannelDetails,
  type ChannelField,
  type NameLanguage,
  type Operation,
  type SubtitleTrack,
} from '~/engine/types'
import { refuseUrl, type SourcedView } from '~/modules/channel-list/channel-list.server'
import { allTrackFields, trackField, trackFieldsAt, type TrackKind } from '~/ui/channel-list/tables/track-fields'
import { choicesOf, transpondersOffered, type TransponderChoices } from '~/ui/channel-list/tables/transponder-options'
import { idOf, typed, versionFields, type Reader } from './table.server'

/** The transponders that a channel may be put on; for a long list those of `satellite`, and the one with `id`. */
export const offerTransponders = (
  view: SourcedView,
  satellite: number | null,
  id: number | null = null,
): TransponderChoices => choicesOf(view.offered({ satellite, id, most: transpondersOffered }))

const formFields = [
  'intent',
  'name',
  'type',
  'scrambled',
  'lock',
  'skip',
  'transponder',
  'category',
  'url',
  'to',
  'satellite',
  ...channelNumberNames,
  ...channelTextNames,
  ...nameLanguages.map((language) => `name-${language}`),
  ...allTrackFields,
]
/** All fields of the form; `readChannel` reads their input. */
export const channelFieldsForm = z.object({
  ...versionFields,
  ...(Object.fromEntries(formFields.map((name) => [name, typed])) as Record<string, typeof typed>),
})

const readTracks = (reader: Reader, values: Readonly<Record<string, unknown>>) => {
  const rows = (kind: TrackKind) =>
    Array.from({ length: limits.tracks }, (_, at) => at).filter((at) =>
      trackFieldsAt(kind, at).some((field) => (values[field] ?? '') !== ''),
    )
  const pid = { min: limits.pid[0], max: limits.pid[1] }
  const page = { min: 0, max: 65_535 }
  const text = (field: string): string => {
    const value = reader.text(field)
    if (value.length > limits.otherNameCharacters)
      reader.refuse(field, 'text-too-long', { number: limits.otherNameCharacters })
    return value
  }
  const audio: AudioTrack[] = rows('audio').map((at) => ({
    pid: reader.number(trackField('audio', at, 'pid'), 'pid-range', pid),
    type: text(trackField('audio', at, 'type')),
    language: text(trackField('audio', at, 'language')),
    dolby: reader.text(trackField('audio', at, 'dolby')) !== '',
  }))
  const subtitles: SubtitleTrack[] = rows('subtitle').map((at) => ({
    pid: reader.number(trackField('subtitle', at, 'pid'), 'pid-range', pid),
    type: text(trackField('subtitle', at, 'type')),
    language: text(trackField('subtitle', at, 'language')),
    compositionPage: reader.number(trackField('subtitle', at, 'composition'), 'page-range', page),
    ancillaryPage: reader.number(trackField('subtitle', at, 'ancillary'), 'page-range', page),
  }))
  return { audio, subtitles }
}

/** An address that follows the rule; null for an empty field. */
export const readUrl = (reader: Reader): string | null => {
  const url = reader.text('url')
  if (url === '') return null
  const refusal = refuseUrl(url)
  if (refusal === null) return url
  return reader.refuse('url', refusal, refusal === 'url-too-long' ? { number: limits.urlCharacters } : {})
}

const readText = (reader: Reader, field: string, most: number): string | null => {
  const text = reader.text(field)
  // The engine counts characters as people do; every character has at least one unit.
  if (text.length > most * 32) reader.refuse(field, 'text-too-long', { number: most })
  return text === '' ? null : text
}

export type ReadChannel = {
  name: string
  fields: Partial<Record<ChannelField, ChannelValue>>
  lock: boolean
  skip: boolean
}
/** Reads a channel's fields from a form. Fields that the form does not have are left out. */
export const readChannel = (reader: Reader, values: Readonly<Record<string, unknown>>): ReadChannel => {
  const fields: ReadChannel['fields'] = {}
  const has = (name: string): boolean => values[name] !== undefined
  const type = reader.choice('type', ['0', '1', 'tv', 'radio'])
  if (type !== null) fields.type = type === '0' || type === 'tv' ? 'tv' : 'radio'
  const scrambled = reader.choice('scrambled', ['0', '1'])
  if (scrambled !== null) fields.scrambled = scrambled === '1'
  if (has('transponder')) {
    const transponder = idOf(reader.text('transponder'))
    if (transponder !== null) fields.transponder = transponder
  }
  if (has('category')) fields.category = idOf(reader.text('category'))
  if (has('url')) fields.url = readUrl(reader)
  for (const field of channelNumberNames) {
    if (!has(field)) continue
    const { bounds, reason } = channelNumbers[field]
    fields[field] = reader.number(field, reason, { min: bounds[0], max: bounds[1] })
  }
  for (const field of channelTextNames) if (has(field)) fields[field] = readText(reader, field, channelTexts[field])
  for (const language of nameLanguages)
    if (has(`name-${language}`))
      fields[`name.${language}`] = readText(reader, `name-${language}`, limits.nameCharacters)
  const { audio, subtitles } = readTracks(reader, values)
  if (has(trackField('audio', 0, 'pid'))) fields.audio = audio
  if (has(trackField('subtitle', 0, 'pid'))) fields.subtitles = subtitles
  return {
    name: reader.text('name'),
    fields,
    lock: reader.text('lock') === '1',
    skip: reader.text('skip') === '1',
  }
}

/** A channel's current value in a field, in the form that `set` uses. */
export const presentOf = (channel: ChannelDetails, field: ChannelField, transponder: number | null): ChannelValue => {
  if (field === 'transponder') return transponder
  if (field.startsWith('name.')) return channel.names[field.slice(5) as NameLanguage] ?? null
  return channel[field as Exclude<ChannelField, `name.${NameLanguage}`>]
}
const isSame = (one: ChannelValue, other: ChannelValue): boolean =>
  one === other ||
  (one === null && other === '') ||
  (one === '' && other === null) ||
  (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))

/** The operations that give a channel the form's values: only those that differ from what the user saw. */
export const operationsOf = (
  channel: ChannelDetails,
  transponder: number | null,
  { name, fields, lock, skip }: ReadChannel,
): Operation[] => {
  const ids = [channel.id]
  const operations: Operation[] = []
  if (name !== channel.name) operations.push({ op: 'rename', id: channel.id, name })
  for (const [field, value] of Object.entries(fields) as [ChannelField, ChannelValue][])
    if (!isSame(presentOf(channel, field, transponder), value))
      operations.push({ op: 'set', target: 'channel', ids, field, value })
  if (lock !== channel.lock) operations.push({ op: 'lock', ids, value: lock })
  if (skip !== channel.skip) operations.push({ op: 'skip', ids, value: skip })
  return operations
}
