/** The sentence at a field of a list's tables: for the violated rule, otherwise the code's own. */
import type { TFunction } from 'i18next'
import { listErrorText, type ListError } from '../error-text'

/** Rules that have a sentence of their own, by the engine's name for them. */
const rules: ReadonlySet<string> = new Set([
  'angle-range',
  'frequency-range',
  'symbol-rate-range',
  'sid-range',
  'pid-range',
  'id-range',
  'page-range',
  'url-invalid',
  'url-too-long',
  'text-too-long',
  'name-empty',
  'name-too-long',
  'polarisation-missing',
  'transponder-missing',
  'transponder-or-url',
  'nothing-chosen',
  'no-logo',
  'logo-too-large',
  'unknown-logo',
  'value-invalid',
])

export const tableErrorText = (error: ListError, t: TFunction): string => {
  const reason = error.data?.['reason']
  return typeof reason === 'string' && rules.has(reason)
    ? String(t(`tables:rule.${reason}`, { ...error.data }))
    : listErrorText(error, t)
}
