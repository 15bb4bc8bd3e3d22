/** What a refused form about links keeps: the typed values, and a message at each field. */
import { useActionData } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { failureText } from '~/i18n/failure-text'
import type { FormError } from '../error-summary'
import type { FailureShape } from '../form-errors'
import { useGiven, type GivenFields } from '../kept'

/** They are the same in every language. */
export const examples = { satellite: '19.2E', other: '7W', place: '19.2E:11778:12345' } as const

type Refusal = FailureShape['errors'][number]

/** The message for a broken rule; `data` has its numbers. */
export const ruleText = (t: TFunction, rule: string, data: Readonly<Record<string, unknown>> = {}): string => {
  const problem = String(
    t(`mylink:rule.${rule}`, {
      number: data['max'],
      ...data,
      example: rule === 'place-invalid' ? examples.place : examples.satellite,
      other: examples.other,
    }),
  )
  const { at } = data
  return typeof at === 'number' ? String(t('mylink:rule.at', { number: at, problem })) : problem
}

const sentenceOf = (t: TFunction, { code, data }: Refusal): string => {
  const rule = data?.['rule']
  if (typeof rule === 'string') return ruleText(t, rule, data ?? {})
  // Audio sources have their own rule names, because they are not channels.
  if (code === 'Q2201') return ruleText(t, 'name-exists')
  return failureText(t, code, data)
}

export const linkErrorText = (t: TFunction, error: Refusal): string => {
  const line = error.data?.['line']
  const problem = sentenceOf(t, error)
  return typeof line === 'number' ? String(t('mylink:many.line', { number: line, problem })) : problem
}

export type Kept = {
  errors: FormError[]
  refused: boolean
  /** The typed value, or the page's value if nothing was typed. */
  value: (field: string, present?: string) => string
  values: (field: string) => string[]
  error: (field: string) => string | null
}

/**
 * `intent` names the form if a page has several; `begun` is what was typed earlier into a form that changes something.
 */
export const useLinkKept = (intent?: string, begun?: GivenFields | null): Kept => {
  const { t } = useTranslation(['mylink', 'errors'])
  const added = useGiven()
  const given = begun === undefined ? added : begun
  const failure = (useActionData() as { failure: FailureShape } | undefined)?.failure
  const mine = intent !== undefined && failure?.values['intent'] !== intent ? undefined : failure
  const values = mine?.values ?? given
  const errors = (mine?.errors ?? []).map((error) => ({ field: error.field, message: linkErrorText(t, error) }))
  return {
    errors,
    refused: mine !== undefined,
    value: (field, present = '') => [values?.[field] ?? present].flat()[0] ?? '',
    values: (field) => [values?.[field] ?? []].flat(),
    error: (field) =>
      errors
        .filter((error) => error.field === field)
        .map(({ message }) => message)
        .join(' ') || null,
  }
}
