/**
 * A search over a table: a plain GET form, whose fields are the parameters of the resulting address, with Search and
 * Reset.
 */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from './button'
import { Icon } from './icon'

export type SearchFormProps = {
  /** For screen readers: what is searched. */
  label: string
  /** The page itself, without a query: Search goes there with the fields, Reset without them. */
  action: string
  /** False while nothing is searched for: then there is nothing to reset. */
  isFiltered: boolean
  /** What the fields show; when it changes (Back, Reset) they are reset. */
  filledWith: string
  /** Parameters to keep, such as the number of rows per page. */
  hidden?: Readonly<Record<string, string | number>>
  children: ReactNode
}

export const SearchForm = ({ label, action, isFiltered, filledWith, hidden = {}, children }: SearchFormProps) => {
  const { t } = useTranslation()
  const kept = Object.entries(hidden)
  return (
    <form
      noValidate
      method="get"
      action={action}
      role="search"
      aria-label={label}
      className="filters"
      data-keep-scroll=""
      key={filledWith}
    >
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <div className="form-actions">
        <Button icon="search">{t('action.search')}</Button>
        {isFiltered ? (
          <ButtonLink
            variant="quiet"
            href={
              kept.length === 0
                ? action
                : `${action}?${new URLSearchParams(kept.map(([name, value]) => [name, String(value)])).toString()}`
            }
            data-keep-scroll=""
          >
            {t('action.reset')}
          </ButtonLink>
        ) : null}
      </div>
    </form>
  )
}

/** The same behind a line that opens it: closed until it is used, because most people only read what is new. */
export const FoldedSearch = ({ title, isOpen, ...form }: SearchFormProps & { title: string; isOpen: boolean }) => (
  <details className="folded-search" open={isOpen}>
    <summary>
      <Icon name="search" />
      {title}
    </summary>
    <SearchForm {...form} />
  </details>
)
