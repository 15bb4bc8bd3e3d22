/**
 * Describes clashes between a list and a box's save: what each is about, and both values. Done on the server, so that
 * no page loads texts for values that it doesn't show.
 */
import type { TFunction } from 'i18next'
import type { Formats } from '~/i18n/format'
import type { DifferenceSide, FieldValue, ReconcileClash } from '~/modules/channel-list/types'
import { channelNumberNames } from '~/engine/types'
import { plainSatelliteName, angleText } from '~/ui/sky-arc/angle'
import type { ShownClash } from '~/ui/channel-list/clash-choice'
import { isolate } from '~/ui/channel-list/joined'
import { categoryName } from '~/ui/channel-list/tables/entry-title'

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
  'videoType',
  'provider',
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

/** The name of a satellite, transponder, group or category. */
const partText = (field: string, part: string, t: TFunction): string => {
  if (field.startsWith('category.')) return categoryName(part, t)
  return field.startsWith('satellite.') ? plainSatelliteName(part) : part
}

/**
 * Isolates the parts of a text ("Hotbird · 12480 V") from its direction, and lets lines break between them but not
 * inside a short part.
 */
const unbroken = (text: string): string =>
  text.includes(' · ')
    ? text
        .split(' · ')
        .map((part) => isolate(part.length > unbrokenLetters ? part : part.replaceAll(' ', '\u00a0')))
        .join(' · ')
    : text
const unbrokenLetters = 20

/** `t` must have the namespaces merge, lists, tables and common. */
export const describeClash = (clash: ReconcileClash, t: TFunction, format: Formats): ShownClash => {
  const { field, part, mine, theirs, values, key } = clash
  const name = (mine ?? theirs)?.name
  const sideText = (one: DifferenceSide | null): string => {
    if (one === null) return t(field === 'existence' ? 'lists:clash.gone' : 'merge:both.ownOrder')
    switch (field) {
      case 'name':
        return one.name === '' ? t('lists:row.unnamed') : one.name
      case 'lock':
      case 'skip':
        return t(one[field] ? 'lists:clash.yes' : 'lists:clash.no')
      case 'position':
        return format.number(one.position)
      default:
        return t('merge:both.there')
    }
  }
  const textOf = (side: 'mine' | 'theirs'): string => {
    if (field.endsWith('.existence')) return t(values?.[side] === true ? 'merge:both.there' : 'lists:clash.gone')
    return values === null ? sideText(side === 'mine' ? mine : theirs) : valueText(field, values[side], t, format)
  }
  const own = name === '' ? t('lists:row.unnamed') : (name ?? t('lists:clash.wholeList'))
  return {
    key,
    title: part === null ? own : partText(field, part, t),
    field: fieldText(field, t),
    mine: unbroken(textOf('mine')),
    theirs: unbroken(textOf('theirs')),
    default: clash.default,
  }
}
