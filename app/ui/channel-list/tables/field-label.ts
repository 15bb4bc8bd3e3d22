/** The name of a channel's field. */
import type { TFunction } from 'i18next'
import type { BatchField } from '~/engine/types'

export type LabelledField = BatchField | 'url' | 'audio' | 'subtitles'
export const fieldLabel = (field: LabelledField, t: TFunction): string => {
  if (field === 'category') return t('tables:fields.category')
  if (field === 'transponder') return t('lists:column.transponder')
  return t(`lists:channel.${field === 'scrambled' ? 'access' : field}`)
}
