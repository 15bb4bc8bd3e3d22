/** The frame of a page that does one thing with a list: its title with the way back, its errors, its cards. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorSummary } from '~/ui/error-summary'
import { PageHead } from '~/ui/page-head'
import { PlacedMessages } from '~/ui/placed-messages'
import { listErrorText, type ListError } from './error-text'

type Errors = { field: string | null; message: string }[]

/** The errors of a refused form, in words. */
export const useListErrors = (
  failure: { errors: readonly ListError[] } | undefined,
): { errors: Errors; of(field: string): string | null } => {
  const { t } = useTranslation(['lists', 'errors', 'numbers'])
  const errors = (failure?.errors ?? []).map((error) => ({ field: error.field, message: listErrorText(error, t) }))
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

export const ListToolPage = ({ list, title, lead, errors, wide, children }: ListToolPageProps) => {
  const { t } = useTranslation('lists')
  return (
    <div className={wide ? 'stack' : 'narrow stack'}>
      <PageHead
        title={title}
        lead={lead}
        crumbs={[
          { href: '/features', label: t('title') },
          { href: `/features/lists/${list.id}`, label: list.name },
        ]}
      />
      <PlacedMessages />
      <ErrorSummary errors={errors} />
      {children}
    </div>
  )
}
