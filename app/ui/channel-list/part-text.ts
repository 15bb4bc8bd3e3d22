/** What a satellite, transponder, group or category is called in a clash. */
import type { TFunction } from 'i18next'
import { plainSatelliteName } from '~/ui/sky-arc/angle'
import { categoryName } from './tables/entry-title'

export const partText = (field: string, part: string, t: TFunction): string => {
  if (field.startsWith('category.')) return categoryName(part, t)
  return field.startsWith('satellite.') ? plainSatelliteName(part) : part
}
