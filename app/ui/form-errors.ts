/**
 * Converts the failure of an action into what a form shows: kept values, a sentence per field, the summary. A page
 * whose failures have causes in another namespace (problems) names it in its handle.
 */
import { useContext, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Code } from '~/errors/table'
import { failureText } from '~/i18n/failure-text'
import { checkNeededEvent, type CheckNeeded } from './check-needed'
import type { FormError } from './error-summary'
import { KeptContext } from './kept'

export type FailureShape = {
  values: Record<string, string | string[] | undefined>
  errors: readonly { field: string | null; code: Code; data?: Record<string, unknown> | null }[]
}

/**
 * Keys of a form's own sentences, by "field.code", or "field.code.reason" of its data. Define it outside the
 * component, so that it stays the same object.
 */
export type OwnTexts = Readonly<Record<string, string>>
const noOwnTexts: OwnTexts = {}

/**
 * Empties the secrets that must be typed again, so that they don't stay on the screen: the wrong ones with their
 * repetitions, or all of them if the refusal names no field. Each repetition follows the secret that it repeats.
 */
const emptySecrets = (errors: FailureShape['errors']): void => {
  const wrong = new Set(errors.map(({ field }) => field).filter((field) => field !== null))
  let isWrong = false
  for (const field of document.querySelectorAll<HTMLInputElement>(
    'form[data-sealed] :is(input[autocomplete*=password], input[type=password])',
  )) {
    isWrong = wrong.size === 0 || wrong.has(field.name) || (isWrong && field.name === 'repeatPassword')
    if (isWrong) field.value = ''
  }
}

/** `own` names sentences that say more about a field than the code's does. */
export const useFormErrors = (failure: FailureShape | null | undefined, own: OwnTexts = noOwnTexts) => {
  const { t } = useTranslation(['common', 'errors'])
  const given = useContext(KeptContext)
  const values = failure?.values ?? given
  const summary = useMemo<FormError[]>(
    () =>
      (failure?.errors ?? []).map(({ field, code, data }) => {
        const name = `${field ?? ''}.${code}`
        const key = own[`${name}.${String(data?.['reason'])}`] ?? own[name]
        return { field, message: key ? t(key, { ...data }) : failureText(t, code, data) }
      }),
    [failure, own, t],
  )
  useEffect(() => {
    const needed = failure?.errors.find(({ code }) => code === 'B0005' || code === 'A0424')
    if (failure && !needed) emptySecrets(failure.errors)
    if (needed)
      document.dispatchEvent(
        new CustomEvent<CheckNeeded>(checkNeededEvent, {
          detail: { code: needed.code === 'B0005' ? 'B0005' : 'A0424', purpose: String(needed.data?.purpose ?? '') },
        }),
      )
  }, [failure])
  return {
    summary,
    /** The value that was typed before, or nothing. */
    valueOf: (field: string): string | undefined => {
      const value = values?.[field]
      return typeof value === 'string' ? value : value?.[0]
    },
    valuesOf: (field: string): string[] | undefined => {
      const value = values?.[field]
      return value === undefined ? undefined : typeof value === 'string' ? [value] : value
    },
    messageOf: (field: string): string | null => summary.find((error) => error.field === field)?.message ?? null,
  }
}
