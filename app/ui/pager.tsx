/**
 * Links to newer and older rows, and the choice of the page size, for lists too long to be counted. It uses addresses,
 * so it works without scripts.
 */
import { useTranslation } from 'react-i18next'
import { Icon } from './icon'
import { PageSizes } from './pagination'

export type PagerProps = {
  /** Null if there are none. */
  newest: string | null
  newer: string | null
  older: string | null
  size: number
  sizeHref: (size: number) => string
}

export const Pager = ({ newest, newer, older, size, sizeHref }: PagerProps) => {
  const { t } = useTranslation()
  const links = [
    { href: newest, text: t('pages.newest'), rel: undefined, before: null, after: null },
    { href: newer, text: t('pages.newer'), rel: 'prev', before: <Icon name="back" />, after: null },
    { href: older, text: t('pages.older'), rel: 'next', before: null, after: <Icon name="next" /> },
  ] as const
  return (
    <nav className="pagination" aria-label={t('pages.label')}>
      <ul className="pages pages-words">
        {links.map(({ href, text, rel, before, after }) =>
          href === null ? null : (
            <li key={text}>
              <a href={href} rel={rel}>
                {before}
                {text}
                {after}
              </a>
            </li>
          ),
        )}
      </ul>
      <PageSizes size={size} href={sizeHref} />
    </nav>
  )
}
