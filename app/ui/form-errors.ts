/** Turns the failure that an action answered into what a form shows: kept values, a sentence per field, the summary. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormError } from './error-summary'

type FailureShape = {
  values?: Record<string, string>
  errors: readonly { field: string | null; code: string; params?: Record<string, unknown> }[]
}

export const useFormErrors = (failure: FailureShape | null | undefined) => {
  const { t } = useTranslation(['common', 'errors'])
  return useMemo(() => {
    const summary: FormError[] = (failure?.errors ?? []).map(({ field, code, params }) => ({ field, message: t(`errors:${code}`, { ...params }) }))
    return {
      summary,
      values: failure?.values ?? {},
      messageOf: (field: string): string | null => summary.find(error => error.field === field)?.message ?? null,
    }
  }, [failure, t])
}
