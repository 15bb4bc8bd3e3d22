/** The title of a page about one list, with the way back to it, and the errors of a refused form. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Crumb } from '~/ui/breadcrumb'
import { ErrorSummary, type FormError } from '~/ui/error-summary'
import { PageHead } from '~/ui/page-head'
import { listErrorsOf, type ListError } from './error-text'

type ListPageHeadProps = {
  list: { id: string; name: string }
  title: ReactNode
  lead?: ReactNode
  /** Pages between the list and this one. */
  crumbs?: readonly Crumb[]
  actions?: ReactNode
  /** The errors, each linked to its field. */
  errors?: readonly FormError[]
  /** Or a refused form whose errors concern the page as a whole. */
  failure?: { errors: readonly ListError[] } | undefined
}

export const ListPageHead = ({ list, title, lead, crumbs = [], actions, errors, failure }: ListPageHeadProps) => {
  const { t } = useTranslation('lists')
  return (
    <>
      <PageHead
        title={title}
        lead={lead}
        crumbs={[
          { href: '/features', label: t('title') },
          { href: `/features/lists/${list.id}`, label: list.name },
          ...crumbs,
        ]}
        actions={actions}
      />
      <ErrorSummary errors={errors ?? listErrorsOf(failure?.errors, t).map((error) => ({ ...error, field: null }))} />
    </>
  )
}
