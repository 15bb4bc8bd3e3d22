/** The frame of a page that does one thing with a list: its title with the way back, its errors, its cards. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorSummary } from '~/ui/error-summary'
import { PlacedMessages } from '~/ui/placed-messages'
import { listErrorsOf, type ListError } from './error-text'
import { ListPageHead } from './list-page-head'

type Errors = { field: string | null; message: string }[]

/** The errors of a refused form, in words. */
export const useListErrors = (
  failure: { errors: readonly ListError[] } | undefined,
): { errors: Errors; of(field: string): string | null } => {
  const { t } = useTranslation(['lists', 'errors', 'numbers'])
  const errors = listErrorsOf(failure?.errors, t)
  return { errors, of: (field) => errors.find((error) => error.field === field)?.message ?? null }
}

type ListToolPageProps = {
  list: { id: string; name: string }
  title: string
  lead?: ReactNode
  errors: Errors
  wide?: boolean
  children: ReactNode
}

export const ListToolPage = ({ list, title, lead, errors, wide, children }: ListToolPageProps) => (
  <div className={wide ? 'stack' : 'narrow stack'}>
    <ListPageHead list={list} title={title} lead={lead} />
    <PlacedMessages />
    <ErrorSummary errors={errors} />
    {children}
  </div>
)
