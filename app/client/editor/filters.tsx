/**
 * Search and filters: they apply with every letter, and the address bar keeps them. The fields are those of the plain
 * page.
 */
import { useDeferredValue, useEffect, useId, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { channelTypeNames, isFiltered, type ChannelFilter } from '~/ui/channel-list/query'
import { groupName } from '~/ui/channel-list/group-name'
import { SelectField } from '~/ui/field'
import type { Snapshot } from './store/snapshot'
import { placeTexts, satelliteTexts } from './texts'

type FiltersProps = {
  snapshot: Snapshot
  typing: boolean
  searchField: RefObject<HTMLInputElement>
  onFilter(next: ChannelFilter): void
}

const indexIn = (text: string): number | undefined => (text === '' ? undefined : Number(text))
/** Removes what is not set, so that equal filters compare as equal. */
const withPart = (filter: ChannelFilter, part: ChannelFilter): ChannelFilter =>
  Object.fromEntries(Object.entries({ ...filter, ...part }).filter(([, value]) => value !== undefined && value !== ''))

export const Filters = ({ snapshot, typing, searchField, onFilter }: FiltersProps) => {
  const { t } = useTranslation(['editor', 'lists'])
  const format = useFormat()
  const id = useId()
  const { filter } = snapshot
  const [search, setSearch] = useState(filter.search ?? '')
  const [seen, setSeen] = useState(filter.search)
  // A filter from elsewhere (the sky, reset) is shown in the field.
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
  useEffect(() => {
    if (!typing) return
    searchField.current?.focus({ preventScroll: true })
    searchField.current?.setSelectionRange(1000, 1000)
  }, [typing, searchField])

  const satellites = satelliteTexts(snapshot.satellites, t, format)
  const places = placeTexts(snapshot.transponders)
  const transponders =
    filter.satellite === undefined ? [] : snapshot.transponders.filter((tp) => tp.satellite === filter.satellite)
  const text = (value: number | undefined): string => (value === undefined ? '' : String(value))
  const hasMore = filter.transponder !== undefined || filter.scrambled !== undefined || filter.favourite !== undefined
  return (
    <form
      noValidate
      className="channel-filter"
      role="search"
      aria-label={t('lists:filter.label')}
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="filters">
        <div className="field">
          <label htmlFor={id}>{t('lists:filter.search')}</label>
          <input
            id={id}
            ref={searchField}
            className="input filter-search"
            type="search"
            name="search"
            value={search}
            maxLength={100}
            placeholder={t('lists:filter.searchHint')}
            autoComplete="off"
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        <SelectField
          name="satellite"
          label={t('lists:filter.satellite')}
          value={text(filter.satellite)}
          onChange={(event) =>
            onFilter(withPart(filter, { satellite: indexIn(event.target.value), transponder: undefined }))
          }
          options={[
            { value: '', label: t('lists:filter.anySatellite') },
            ...snapshot.satellites.map((s) => ({
              value: String(s.index),
              label: [satellites[s.index]?.name, satellites[s.index]?.angle].filter(Boolean).join(' · '),
            })),
          ]}
        />
        <SelectField
          name="type"
          label={t('lists:filter.type')}
          value={filter.type ?? ''}
          onChange={(event) =>
            onFilter(withPart(filter, { type: channelTypeNames.find((name) => name === event.target.value) }))
          }
          options={[
            { value: '', label: t('lists:filter.anyType') },
            ...channelTypeNames.map((type) => ({ value: type, label: t(`lists:type.${type}`) })),
          ]}
        />
        {isFiltered(filter) && (
          <div className="form-actions">
            <button
              type="button"
              className="btn quiet"
              onClick={() => {
                setSearch('')
                onFilter({})
              }}
            >
              {t('lists:filter.reset')}
            </button>
          </div>
        )}
      </div>
      <details className="more-filters" open={hasMore || undefined}>
        <summary>{t('lists:filter.more')}</summary>
        <div className="filters">
          <SelectField
            name="transponder"
            label={t('lists:filter.transponder')}
            dir="auto"
            value={text(filter.transponder)}
            disabled={transponders.length === 0}
            onChange={(event) => onFilter(withPart(filter, { transponder: indexIn(event.target.value) }))}
            options={[
              { value: '', label: t('lists:filter.anyTransponder') },
              ...transponders.map((tp) => ({ value: String(tp.index), label: places[tp.index] ?? '' })),
            ]}
          />
          <SelectField
            name="scrambled"
            label={t('lists:filter.scrambled')}
            value={filter.scrambled === undefined ? '' : filter.scrambled ? '1' : '0'}
            onChange={(event) =>
              onFilter(
                withPart(filter, { scrambled: event.target.value === '' ? undefined : event.target.value === '1' }),
              )
            }
            options={[
              { value: '', label: t('lists:filter.anyScrambled') },
              { value: '0', label: t('lists:filter.free') },
              { value: '1', label: t('lists:filter.scrambledOnly') },
            ]}
          />
          {snapshot.groups.length > 0 && (
            <SelectField
              name="favourite"
              label={t('lists:filter.favourite')}
              value={text(filter.favourite)}
              onChange={(event) => onFilter(withPart(filter, { favourite: indexIn(event.target.value) }))}
              options={[
                { value: '', label: t('lists:filter.anyFavourite') },
                ...snapshot.groups.map((group) => ({
                  value: String(group.index),
                  label: groupName(group.name, group.index, t),
                })),
              ]}
            />
          )}
        </div>
      </details>
    </form>
  )
}
