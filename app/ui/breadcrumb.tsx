/** Links to the pages above this one. The page itself is the title and is not repeated here. */
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon'

export type Crumb = { href: string; label: string }

export const Breadcrumb = ({ items }: { items: readonly Crumb[] }) => {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('nav.crumbs')}>
      <ol className="crumbs">
        {items.map((item, index) => (
          <Fragment key={item.href}>
            <li>
              {index > 0 ? <Icon name="chevron" /> : null}
              <a href={item.href}>
                <bdi>{item.label}</bdi>
              </a>
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
