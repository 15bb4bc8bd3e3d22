/** Describes clashes between a list and a box's save. On the server: no page loads texts that it doesn't show. */
import type { TFunction } from 'i18next'
import type { Formats } from '~/i18n/format'
import type { DifferenceSide, ReconcileClash } from '~/modules/channel-list/types'
import { plainSatelliteName } from '~/ui/sky-arc/angle'
import type { ShownClash } from '~/ui/channel-list/clash-choice'
import { fieldText, valueText } from '~/ui/channel-list/clash-text'
import { isolate } from '~/ui/channel-list/joined'
import { categoryName } from '~/ui/channel-list/tables/entry-title'

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
