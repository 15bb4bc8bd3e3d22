/** The fields of the filter panel: those of the plain page, applied at once. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ViewSort } from '~/engine/types'
import { useFormat } from '~/i18n/format'
import { FilterSelect } from '~/ui/channel-list/filter-select'
import { FurtherFilters } from '~/ui/channel-list/further-filters'
import { groupName } from '~/ui/channel-list/group-name'
import { isolate, joined } from '~/ui/channel-list/joined'
import { channelTypeNames, type ChannelFilter } from '~/ui/channel-list/query'
import type { CategoryNames } from '~/ui/channel-list/rail-sections'
import type { Snapshot } from './store/snapshot'
import type { EditorStore } from './store/store'
import { placeTexts, satelliteTexts } from './texts'

const indexIn = (text: string): number | undefined => (text === '' ? undefined : Number(text))
const text = (value: number | undefined): string => (value === undefined ? '' : String(value))
type PartProps = { snapshot: Snapshot; onPart(part: ChannelFilter): void }

const SatelliteFilter = ({ snapshot, onPart }: PartProps) => {
  const { t } = useTranslation(['editor', 'lists'])
  const format = useFormat()
  const names = satelliteTexts(snapshot.satellites, t, format)
  return (
    <FilterSelect
      name="satellite"
      label={t('lists:filter.satellite')}
      value={text(snapshot.filter.satellite)}
      onChange={(event) => onPart({ satellite: indexIn(event.target.value), transponder: undefined })}
      options={[
        { value: '', label: t('lists:filter.anySatellite') },
        ...snapshot.satellites.map((s) => ({
          value: String(s.index),
          label: joined([names[s.index]?.name, names[s.index]?.angle]),
        })),
      ]}
    />
  )
}

const TypeFilter = ({ snapshot, onPart }: PartProps) => {
  const { t } = useTranslation('lists')
  return (
    <FilterSelect
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
    <FilterSelect
      name="transponder"
      label={t('filter.transponder')}
      dir="auto"
      value={text(filter.transponder)}
      disabled={own.length === 0}
      onChange={(event) => onPart({ transponder: indexIn(event.target.value) })}
      options={[
        { value: '', label: t('filter.anyTransponder') },
        ...own.map((tp) => ({ value: String(tp.index), label: isolate(places[tp.index] ?? '') })),
      ]}
    />
  )
}

const ScrambledFilter = ({ snapshot, onPart }: PartProps) => {
  const { t } = useTranslation('lists')
  const { scrambled } = snapshot.filter
  return (
    <FilterSelect
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
    <FilterSelect
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

type CategoryProps = PartProps & { categoryNames: CategoryNames }
const CategoryFilter = ({ snapshot, onPart, categoryNames }: CategoryProps) => {
  const { t } = useTranslation('lists')
  return (
    <FilterSelect
      name="category"
      label={t('filter.category')}
      value={text(snapshot.filter.category)}
      onChange={(event) => onPart({ category: indexIn(event.target.value) })}
      options={[
        { value: '', label: t('filter.anyCategory') },
        ...snapshot.categories.map(({ id, name }) => ({ value: String(id), label: categoryNames[name] ?? name })),
      ]}
    />
  )
}

type FieldsProps = CategoryProps & { store: EditorStore; onSort(sort: ViewSort | null): void }

export const FilterFields = ({ store, onSort, ...part }: FieldsProps) => {
  const { filter, groups, categories, sort, sourceId } = part.snapshot
  // The choices from the channels' records are read when the panel opens: it takes a while.
  const choices = useMemo(() => ({ ...store.choices(), sourceId }), [sourceId, store])
  return (
    <div className="filters">
      <SatelliteFilter {...part} />
      <TransponderFilter {...part} />
      <TypeFilter {...part} />
      <ScrambledFilter {...part} />
      {groups.length > 0 && <FavouriteFilter {...part} />}
      {categories.length > 0 && <CategoryFilter {...part} />}
      <FurtherFilters filter={filter} sort={sort} choices={choices} onPart={part.onPart} onSort={onSort} />
    </div>
  )
}
