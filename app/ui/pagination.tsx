/** Links to the pages of a table, and the choice of the page size. It uses addresses, so it works without scripts. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { Icon } from './icon'
import { pageSizes } from './paging'
import { VisuallyHidden } from './visually-hidden'

export { pageSizes, parsePaging } from './paging'

/** The pages to show: first, last, the current one and its neighbours; null is a gap. */
const pagesToShow = (page: number, last: number): (number | null)[] => {
  const wanted = [...new Set([1, page - 1, page, page + 1, last])]
    .filter((n) => n >= 1 && n <= last)
    .sort((a, b) => a - b)
  return wanted.flatMap((n, index) => {
    const before = wanted[index - 1]
    if (before === undefined || n === before + 1) return [n]
    return n === before + 2 ? [n - 1, n] : [null, n]
  })
}

/** The choice of the page size. */
export const PageSizes = ({ size, href }: { size: number; href: (size: number) => string }) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <ul className="pages" aria-label={t('pages.size')}>
      <li>
        <span aria-hidden="true">{t('pages.perPage')}</span>
      </li>
      {pageSizes.map((n) => (
        <li key={n}>
          <a href={href(n)} aria-current={n === size ? 'true' : undefined} aria-label={t('pages.rows', { count: n })}>
            {format.number(n)}
          </a>
        </li>
      ))}
    </ul>
  )
}

export type PaginationProps = {
  page: number
  size: number
  total: number
  href: (page: number, size: number) => string
}

export const Pagination = ({ page, size, total, href }: PaginationProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (total <= pageSizes[0]) return null
  const last = Math.max(1, Math.ceil(total / size))
  const from = Math.min(total, (page - 1) * size + 1)
  return (
    <nav className="pagination" aria-label={t('pages.label')}>
      <span>
        {t('pages.shown', { from: format.number(from), to: format.number(Math.min(total, page * size)), total })}
      </span>
      {last > 1 ? (
        <ul className="pages">
          {page > 1 ? (
            <li>
              <a href={href(page - 1, size)} rel="prev">
                <Icon name="back" />
                <VisuallyHidden>{t('pages.previous')}</VisuallyHidden>
              </a>
            </li>
          ) : null}
          {pagesToShow(page, last).map((n, index) => (
            <li key={n ?? `gap${index}`}>
              {n === null ? (
                <span aria-hidden="true">…</span>
              ) : (
                <a
                  href={href(n, size)}
                  aria-current={n === page ? 'page' : undefined}
                  aria-label={t('pages.page', { page: format.number(n) })}
                >
                  {format.number(n)}
                </a>
              )}
            </li>
          ))}
          {page < last ? (
            <li>
              <a href={href(page + 1, size)} rel="next">
                <Icon name="next" />
                <VisuallyHidden>{t('pages.next')}</VisuallyHidden>
              </a>
            </li>
          ) : null}
        </ul>
      ) : null}
      <PageSizes size={size} href={(n) => href(1, n)} />
    </nav>
  )
}
