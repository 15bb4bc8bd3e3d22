/**
 * The words for what differs between two versions of a list, the same in a line of counts, in the choice of rows and in
 * the rows.
 */
import type { TFunction } from 'i18next'
import type { Formats } from '~/i18n/format'
import type { DifferenceCounts, DifferenceField, DifferenceKind } from '~/modules/channel-list/types'

/** What rows can be shown by: whole channels first, then what of the others differs. */
export const differenceShows = [
  'removed',
  'added',
  'name',
  'position',
  'lock',
  'skip',
  'favourites',
  'reception',
] as const satisfies readonly (DifferenceKind | DifferenceField)[]
export type DifferenceShow = (typeof differenceShows)[number]

const keys = {
  removed: 'compare.show.removed',
  added: 'compare.show.added',
  name: 'compare.show.name',
  position: 'compare.show.position',
  lock: 'clash.fields.lock',
  skip: 'clash.fields.skip',
  favourites: 'column.favourite',
  reception: 'channel.reception',
} as const satisfies Record<DifferenceShow, string>

export const showText = (show: DifferenceShow, t: TFunction): string => t(`lists:${keys[show]}`)

/** "Renamed: 3" for each count that is not 0. */
export const countTexts = (counts: DifferenceCounts, t: TFunction, format: Formats): string[] =>
  differenceShows
    .filter((show) => counts[show] > 0)
    .map((show) => `${t('common:label', { label: showText(show, t) })} ${format.number(counts[show])}`)
