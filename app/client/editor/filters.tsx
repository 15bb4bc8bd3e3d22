/**
 * Search and filters in one line: they apply with every letter, and the address bar keeps them. The fields are those of
 * the plain page.
 */
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { ViewSort } from '~/engine/types'
import { useFormat } from '~/i18n/format'
import { FilterLabel } from '~/ui/channel-list/filter-form'
import { FurtherFilters } from '~/ui/channel-list/further-filters'
import { groupName } from '~/ui/channel-list/group-name'
import { channelTypeNames, isFiltered, listHref, type ChannelFilter } from '~/ui/channel-list/query'
import { QuickFilters } from '~/ui/channel-list/quick-filters'
import { SelectField } from '~/ui/field'
import { Icon } from '~/ui/icon'
import { Menu } from '~/ui/menu'
import type { Snapshot } from './store/snapshot'
import type { EditorStore } from './store/store'
import { placeTexts, satelliteTexts } from './texts'

type FiltersProps = {
  store: EditorStore
  snapshot: Snapshot
  typing: boolean
  searchField: RefObject<HTMLInputElement>
  listPath: string
  onFilter(next: ChannelFilter): void
  onSort(sort: ViewSort | null): void
  /** What stands at the line's end. */
  children?: ReactNode
}

const indexIn = (text: string): number | undefined => (text === '' ? undefined : Number(text))
/** Removes what is not set, so that equal filters compare as equal. */
const withPart = (filter: ChannelFilter, part: ChannelFilter): ChannelFilter =>
  Object.fromEntries(Object.entries({ ...filter, ...part }).filter(([, value]) => value !== undefined && value !== ''))

/** The text in the search field; it applies with every letter, and shows filters from elsewhere. */
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

const text = (value: number | undefined): string => (value === undefined ? '' : String(value))
type PartProps = { snapshot: Snapshot; onPart(part: ChannelFilter): void }

const SatelliteFilter = ({ snapshot, onPart }: PartProps) => {
  const { t } = useTranslation(['editor', 'lists'])
  const format = useFormat()
  const names = satelliteTexts(snapshot.satellites, t, format)
  return (
    <SelectField
      name="satellite"
      label={t('lists:filter.satellite')}
      value={text(snapshot.filter.satellite)}
      onChange={(event) => onPart({ satellite: indexIn(event.target.value), transponder: undefined })}
      options={[
        { value: '', label: t('lists:filter.anySatellite') },
        ...snapshot.satellites.map((s) => ({
          value: String(s.index),
          label: [names[s.index]?.name, names[s.index]?.angle].filter(Boolean).join(' · '),
        })),
      ]}
    />
  )
}

const TypeFilter = ({ snapshot, onPart }: PartProps) => {
  const { t } = useTranslation('lists')
  return (
    <SelectField
      name="type"
      label={t('filter.type')}
      value={snapshot.filter.type ?? ''}
      onChange={(event) => onPart({ type: channelTypeNames.find((name) => name === event.target.value) })}
      options={[
        { value: '', label: t('filter.anyType') },
        ...channelTypeNames.map((type) => ({ value: type, label: t(`type.${type}`) })),
      ]}
    />
  )
}

/** The transponders of the chosen satellite. */
const TransponderFilter = ({ snapshot, onPart }: PartProps) => {
  const { t } = useTranslation('lists')
  const { filter } = snapshot
  const places = placeTexts(snapshot.transponders)
  const own =
    filter.satellite === undefined ? [] : snapshot.transponders.filter((tp) => tp.satellite === filter.satellite)
  return (
    <SelectField
      name="transponder"
      label={t('filter.transponder')}
      dir="auto"
      value={text(filter.transponder)}
      disabled={own.length === 0}
      onChange={(event) => onPart({ transponder: indexIn(event.target.value) })}
      options={[
        { value: '', label: t('filter.anyTransponder') },
        ...own.map((tp) => ({ value: String(tp.index), label: places[tp.index] ?? '' })),
      ]}
    />
  )
}

const ScrambledFilter = ({ snapshot, onPart }: PartProps) => {
  const { t } = useTranslation('lists')
  const { scrambled } = snapshot.filter
  return (
    <SelectField
      name="scrambled"
      label={t('filter.scrambled')}
      value={scrambled === undefined ? '' : scrambled ? '1' : '0'}
      onChange={({ target: { value } }) => onPart({ scrambled: value === '' ? undefined : value === '1' })}
      options={[
        { value: '', label: t('filter.anyScrambled') },
        { value: '0', label: t('filter.free') },
        { value: '1', label: t('filter.scrambledOnly') },
      ]}
    />
  )
}

const FavouriteFilter = ({ snapshot, onPart }: PartProps) => {
  const { t } = useTranslation('lists')
  return (
    <SelectField
      name="favourite"
      label={t('filter.favourite')}
      value={text(snapshot.filter.favourite)}
      onChange={(event) => onPart({ favourite: indexIn(event.target.value) })}
      options={[
        { value: '', label: t('filter.anyFavourite') },
        ...snapshot.groups.map((group) => ({
          value: String(group.index),
          label: groupName(group.name, group.index, t),
        })),
      ]}
    />
  )
}

export const Filters = ({
  store,
  snapshot,
  typing,
  searchField,
  listPath,
  onFilter,
  onSort,
  children,
}: FiltersProps) => {
  const { t } = useTranslation('lists')
  const id = useId()
  const { filter } = snapshot
  const [search, setSearch] = useSearch(filter, onFilter)
  useEffect(() => {
    if (!typing) return
    searchField.current?.focus({ preventScroll: true })
    searchField.current?.setSelectionRange(1000, 1000)
  }, [typing, searchField])
  const part: PartProps = { snapshot, onPart: (more) => onFilter(withPart(filter, more)) }
  // What the records say is read when it is asked for: it takes a while.
  const [isOpen, setOpen] = useState(false)
  const { sourceId, sort } = snapshot
  const choices = useMemo(() => (isOpen ? { ...store.choices(), sourceId } : null), [isOpen, sourceId, store])
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
      <QuickFilters filter={filter} hrefOf={(next) => listHref(listPath, next, { sort })} />
      <Menu className="btn" label={<FilterLabel filter={filter} />} onToggle={setOpen}>
        <div className="filters">
          <SatelliteFilter {...part} />
          <TransponderFilter {...part} />
          <TypeFilter {...part} />
          <ScrambledFilter {...part} />
          {snapshot.groups.length > 0 && <FavouriteFilter {...part} />}
          <FurtherFilters filter={filter} sort={sort} choices={choices} onPart={part.onPart} onSort={onSort} />
        </div>
      </Menu>
      {isFiltered(filter) && (
        <button
          type="button"
          className="btn quiet filter-reset"
          onClick={() => {
            setSearch('')
            onFilter({})
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
