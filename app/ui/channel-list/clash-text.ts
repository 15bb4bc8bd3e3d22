/** What a clash is about, and the values of both sides, in words. */
import type { TFunction } from 'i18next'
import type { Formats } from '~/i18n/format'
import type { FieldValue } from '~/modules/channel-list/types'
import { channelNumberNames, channelTextNames } from '~/engine/types'
import { angleText } from '~/ui/sky-arc/angle'
import { categoryName } from './tables/entry-title'

const labels: Readonly<Record<string, string>> = {
  transponder: 'lists:column.transponder',
  category: 'lists:clash.fields.category',
  url: 'tables:fields.url',
  'satellite.angle': 'tables:satellites.angle',
  'transponder.frequencyKHz': 'lists:channel.frequency',
  'category.logo': 'tables:categories.logo',
  'group.order': 'merge:both.groupOrder',
}
const channelLabels: ReadonlySet<string> = new Set([
  'type',
  'access',
  ...channelTextNames,
  ...channelNumberNames,
  'audio',
  'subtitles',
])
const kinds: ReadonlySet<string> = new Set(['satellite', 'transponder', 'group', 'category'])

/** "Video PID"; a field of a satellite or the like as "Satellite: Position". */
export const fieldText = (field: string, t: TFunction): string => {
  const [kind = '', part = ''] = field.split('.')
  if (kind === 'name' && part !== '') return t(`tables:language.${part}`)
  const label = labels[field]
  if (kinds.has(kind) && part !== '') {
    if (part === 'existence') return t(`lists:clash.fields.${kind}`)
    if (field === 'group.order') return t('merge:both.groupOrder')
    const own = label ?? (part === 'name' ? 'lists:clash.fields.name' : `lists:channel.${part}`)
    return `${t('common:label', { label: t(`lists:clash.fields.${kind}`) })} ${t(own)}`
  }
  if (label !== undefined) return t(label)
  return t(channelLabels.has(field) ? `lists:channel.${field}` : `lists:clash.fields.${field}`)
}

export const valueText = (field: string, value: FieldValue, t: TFunction, format: Formats): string => {
  if (value === null || value === '') return t('lists:clash.none')
  switch (field) {
    case 'type':
      return t(`lists:type.${String(value)}`)
    case 'access':
      return typeof value === 'boolean'
        ? t(value ? 'lists:channel.scrambled' : 'lists:channel.free')
        : `${t('lists:channel.scrambled')} · ${value}`
    case 'category':
    case 'category.name':
      return categoryName(String(value), t)
    case 'number':
    case 'position':
      return format.number(Number(value))
    case 'satellite.angle':
      return angleText(Number(value), t, format)
    case 'transponder.frequencyKHz':
      return t('lists:channel.frequencyValue', { number: Number(value) / 1000 })
    case 'transponder.symbolRate':
      return t('lists:channel.symbolRateValue', { number: Number(value) })
    case 'transponder.polarisation':
      return t(`lists:channel.pol.${String(value)}`)
    case 'transponder.fec':
      return value === 'auto' ? t('tables:transponders.auto') : String(value)
    default:
      return typeof value === 'boolean' ? t(value ? 'lists:clash.yes' : 'lists:clash.no') : String(value)
  }
}
