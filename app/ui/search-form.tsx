/**
 * A search in a table: a plain GET form, whose fields are the parameters of the resulting address, with Search and
 * Reset.
 */
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from './button'
import { DateRange } from './date-range'
import { Icon } from './icon'
import { pageSizes } from './paging'
import { filledWith, isFiltered, type ListQuery } from './search-address'

export type SearchFormProps = {
  /** For screen readers: what is searched. */
  label: string
  /** The page itself, without a query: Search goes there with the fields, Reset without them. */
  action: string
  /** False if there is no search, so there is nothing to reset. */
  isFiltered: boolean
  /** The fields' values; when they change (Back, Reset) the fields are reset. */
  filledWith: string
  /** Parameters to keep, such as the number of rows per page. */
  hidden?: Readonly<Record<string, string | number>>
  children: ReactNode
}

export const SearchForm = ({ label, action, isFiltered, filledWith, hidden = {}, children }: SearchFormProps) => {
  const { t } = useTranslation()
  const kept = Object.entries(hidden)
  const place = useRef<HTMLSpanElement>(null)
  const before = useRef(filledWith)
  // The fields are re-created with their values, so the focus of a keyboard user is restored.
  useEffect(() => {
    if (before.current === filledWith) return
    before.current = filledWith
    if (document.activeElement !== document.body) return
    const folded = place.current?.closest('details')?.querySelector<HTMLElement>('summary')
    const button = place.current?.closest('form')?.querySelector<HTMLElement>('.form-actions button')
    ;(folded ?? button)?.focus({ preventScroll: true })
  }, [filledWith])
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
      <span ref={place} hidden />
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

/**
 * The same behind a line that opens it: closed until it is used, because most people only read what is new. `shown`:
 * the current search in words, if the line alone shows it and stays closed.
 */
export const FoldedSearch = ({
  title,
  isOpen,
  shown,
  ...form
}: SearchFormProps & { title: string; isOpen: boolean; shown?: string | undefined }) => {
  const fold = useRef<HTMLDetailsElement>(null)
  const closes = shown !== undefined
  // A browser restores it as the person left it: open, with the results out of sight below it.
  useEffect(() => {
    if (closes && fold.current !== null) fold.current.open = false
  }, [closes, form.filledWith])
  return (
    <details className="folded-search" open={isOpen} ref={fold}>
      <summary>
        <Icon name="search" />
        {title}
        {shown === undefined || shown === '' ? null : (
          <>
            {': '}
            <bdi>{shown}</bdi>
          </>
        )}
      </summary>
      <SearchForm {...form} />
    </details>
  )
}

type ListSearchProps = {
  title: string
  label?: string
  /** The list's address, without a query. */
  path: string
  query: ListQuery
  /** The legend of the days. */
  days: string
  /** The fields besides the days. */
  children?: ReactNode
}
/** The search of a list by days and other fields; it keeps the number of rows. */
export const ListSearch = ({ title, label = title, path, query, days, children }: ListSearchProps) => (
  <FoldedSearch
    title={title}
    isOpen={isFiltered(query) || query.range.errors.length > 0}
    label={label}
    action={path}
    isFiltered={isFiltered(query)}
    filledWith={filledWith(query)}
    hidden={query.size === pageSizes[0] ? {} : { size: query.size }}
  >
    {children}
    <DateRange range={query.range} legend={days} />
  </FoldedSearch>
)
