/** Texts for the differences between two versions of a list: counts, filters and rows use the same words. */
import type { TFunction } from 'i18next'
import type { Formats } from '~/i18n/format'
import type { DifferenceCounts, DifferenceField, DifferenceKind } from '~/modules/channel-list/types'

/** The filters for rows: whole channels first, then the differing fields of the others. */
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
