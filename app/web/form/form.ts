/** What a page gets back about a refused form: the values to keep, and the errors by field. */
import type { Code } from '~/errors/table'

export type FormError = { field: string | null; code: Code; data: Record<string, unknown> | null }
/** Repeated fields keep all their values. Secrets are never included. */
export type FormFailure = { values: Record<string, string | string[]>; errors: FormError[] }
