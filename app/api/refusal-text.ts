/** The sentence of a refused call. For a refused edit it names the rule of the field, or whose name it is. */
import type { TFunction } from 'i18next'
import type { Failure } from '~/errors/table'
import { failureText } from '~/i18n/failure-text'

export const refusalText = (t: TFunction, { code, data }: Failure): string => {
  const { rule, part, field, reason } = data ?? {}
  const sentence = String(t(`errors:${code}`, { ...data }))
  if (typeof rule === 'string')
    return `${sentence} \u2068${String(field)}\u2069: ${String(t(`tables:rule.${rule}`, { ...data }))}`
  if (typeof part === 'string') return `${sentence} ${String(t(`problems:operation.${String(reason)}-${part}`))}`
  return failureText(t, code, data)
}
