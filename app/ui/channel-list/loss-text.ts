/**
 * The sentence about data that a file can’t hold; for values, it names them. Its page needs the texts `losses` and
 * `lists`.
 */
import { useTranslation } from 'react-i18next'
import type { FileLoss, LossField } from '~/engine/types'
import { useFormat } from '~/i18n/format'

export type ShownLoss = { code: FileLoss['code']; count: number; fields?: readonly LossField[] }

export const useLossText = (): ((loss: ShownLoss) => string) => {
  const { t } = useTranslation(['losses', 'lists'])
  const format = useFormat()
  return ({ code, count, fields = [] }) =>
    t(`losses:${code}`, {
      count,
      fields: format.list(fields.map((field) => t(`lists:channel.${field === 'frequencyKHz' ? 'frequency' : field}`))),
    })
}
