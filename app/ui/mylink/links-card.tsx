/** The links of a page with their search; in their place, why there are none. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../button'
import { Card } from '../card'
import { EmptyState } from '../empty-state'
import { OddSearch } from '../odd-search'
import { LinkSearch } from './link-search'
import { LinkTable, type LinkTableProps } from './link-table'

/** `empty`: what stands where there are no links at all. */
export const LinksCard = ({ empty, ...table }: LinkTableProps & { empty: ReactNode }) => {
  const { t } = useTranslation(['mylink', 'parts'])
  const { query, path, total, rows } = table
  const isSearched = query.search !== ''
  if (query.odd.length > 0)
    return (
      <Card>
        <OddSearch odd={query.odd} all={path} />
      </Card>
    )
  if (total === 0 && !isSearched) return <Card>{empty}</Card>
  return (
    <div className="stack">
      <LinkSearch query={query} path={path} />
      <Card>
        {rows.length === 0 ? (
          <EmptyState
            art="none"
            title={t('find.none')}
            text={t('find.noneText')}
            action={<ButtonLink href={path}>{t('find.all')}</ButtonLink>}
          />
        ) : (
          <div className="stack">
            {isSearched ? (
              <p className="muted" role="status">
                {t('find.found', { number: total })}
              </p>
            ) : null}
            <LinkTable {...table} />
          </div>
        )}
      </Card>
    </div>
  )
}
