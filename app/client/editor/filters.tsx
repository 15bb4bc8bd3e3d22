/**
 * Search and filters in one line: they apply with every letter, and the address bar keeps them. The fields are those of
 * the plain page.
 */
import { useDeferredValue, useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { ViewSort } from '~/engine/types'
import { FilterLabel } from '~/ui/channel-list/filter-form'
import { isFiltered, listHref, type ChannelFilter } from '~/ui/channel-list/query'
import { QuickFilters } from '~/ui/channel-list/quick-filters'
import { Icon } from '~/ui/icon'
import { Menu } from '~/ui/menu'
import { useEditor } from './context'
import type { More } from './use-more'

type FiltersProps = {
  typing: boolean
  searchField: RefObject<HTMLInputElement>
  onFilter(next: ChannelFilter): void
  onReset(): void
  onSort(sort: ViewSort | null): void
  /** The fields of the panel; null until they are loaded. */
  Fields: More['FilterFields'] | null
  /** Shown at the end of the line. */
  children?: ReactNode
}

/** Removes unset filters, so that equal filters compare as equal. */
const withPart = (filter: ChannelFilter, part: ChannelFilter): ChannelFilter =>
  Object.fromEntries(Object.entries({ ...filter, ...part }).filter(([, value]) => value !== undefined && value !== ''))

/** The text in the search field; it applies with every letter, and follows filters set elsewhere. */
const useSearch = (filter: ChannelFilter, onFilter: (next: ChannelFilter) => void) => {
  const [search, setSearch] = useState(filter.search ?? '')
  const [seen, setSeen] = useState(filter.search)
  if (seen !== filter.search) {
    setSeen(filter.search)
    if ((filter.search ?? '') !== search.trim()) setSearch(filter.search ?? '')
  }
  const wanted = useDeferredValue(search)
  const apply = useRef({ filter, onFilter })
  apply.current = { filter, onFilter }
  useEffect(() => {
    const { filter: present, onFilter: set } = apply.current
    if (wanted.trim() !== (present.search ?? '')) set(withPart(present, { search: wanted.trim() }))
  }, [wanted])
  return [search, setSearch] as const
}

export const Filters = ({ typing, searchField, onFilter, onReset, onSort, Fields, children }: FiltersProps) => {
  const { snapshot, list } = useEditor()
  const { t } = useTranslation('lists')
  const id = useId()
  const { filter, sort } = snapshot
  const [search, setSearch] = useSearch(filter, onFilter)
  useEffect(() => {
    if (!typing) return
    searchField.current?.focus({ preventScroll: true })
    searchField.current?.setSelectionRange(1000, 1000)
  }, [typing, searchField])
  const [isOpen, setOpen] = useState(false)
  return (
    <form
      noValidate
      className="channel-filter"
      role="search"
      aria-label={t('filter.label')}
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="field">
        <label htmlFor={id} className="hidden-visually">
          {t('filter.search')}
        </label>
        <input
          id={id}
          ref={searchField}
          className="input filter-search"
          type="search"
          name="search"
          value={search}
          maxLength={100}
          placeholder={t('filter.searchHint')}
          autoComplete="off"
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <QuickFilters filter={filter} hrefOf={(next) => listHref(list.path, next, { sort })} />
      <Menu className="btn" label={<FilterLabel filter={filter} />} onToggle={setOpen}>
        {Fields && isOpen && <Fields onPart={(part) => onFilter(withPart(filter, part))} onSort={onSort} />}
      </Menu>
      {isFiltered(filter) && (
        <button
          type="button"
          className="btn quiet filter-reset"
          onClick={() => {
            setSearch('')
            onReset()
          }}
        >
          <Icon name="close" />
          <span className="tools-word">{t('filter.reset')}</span>
        </button>
      )}
      {children}
    </form>
  )
}
