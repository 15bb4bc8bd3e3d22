/**
 * The filters for odd channels and for the contents of their records, and the display order: the same fields in the
 * plain page's form and, with `onPart`, in the editor.
 */
import type { ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice, Choices, ViewSort } from '~/engine/types'
import { useFormat } from '~/i18n/format'
import { FilterSelect } from './filter-select'
import { isolate } from './joined'
import { onlyNames, parseViewSort, viewColumnNames, type ChannelFilter } from './query'

export type FurtherFiltersProps = {
  filter: ChannelFilter
  sort: ViewSort | null
  /** Null while they are unknown: then only the values in the address are offered. */
  choices: Choices | null
  /** Set in the editor, whose fields apply at once; otherwise they belong to a form. */
  onPart?: (part: ChannelFilter) => void
  onSort?: (sort: ViewSort | null) => void
}

/** If there are more values, they are not offered one by one; the search finds them. */
const offeredMax = 100
/** The values that occur, and the chosen one even if it does not. */
const offered = (choices: readonly Choice[] | undefined, chosen: string | undefined): Choice[] => {
  const shown = (choices ?? []).slice(0, offeredMax)
  return chosen === undefined || shown.some(({ value }) => value === chosen)
    ? shown
    : [...shown, { value: chosen, channels: choices?.find(({ value }) => value === chosen)?.channels ?? 0 }]
}

export const useField = (chosen: string | undefined, onChange: ((value: string) => void) | undefined) => {
  const value = chosen ?? ''
  return onChange
    ? { value, onChange: (event: ChangeEvent<HTMLSelectElement>) => onChange(event.target.value) }
    : { defaultValue: value }
}

export const SortField = ({ sort, onSort }: Pick<FurtherFiltersProps, 'sort' | 'onSort'>) => {
  const { t } = useTranslation('editor')
  const field = useField(sort ?? '', onSort && ((value) => onSort(parseViewSort(value))))
  return (
    <FilterSelect
      name="sort"
      label={t('editor:look.label')}
      {...field}
      options={[
        { value: '', label: t('editor:look.own') },
        ...viewColumnNames.flatMap((column) => [
          ...(column === 'position' ? [] : [{ value: column, label: t(`editor:look.up.${column}`) }]),
          { value: `-${column}`, label: t(`editor:look.down.${column}`) },
        ]),
      ]}
    />
  )
}

export const FurtherFilters = ({ filter, sort, choices, onPart, onSort }: FurtherFiltersProps) => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  const part = (name: 'only' | 'video' | 'provider' | 'encryption') =>
    onPart && ((value: string) => onPart({ [name]: value === '' ? undefined : value }))
  const counted = ({ value, channels }: Choice) => ({ value, label: `${isolate(value)} (${format.number(channels)})` })
  const videos = offered(choices?.videos, filter.video === 'hd' ? undefined : filter.video)
  const providers = offered(choices?.providers, filter.provider)
  const encryptions = offered(choices?.encryptions, filter.encryption)
  const only = useField(filter.only, part('only'))
  const video = useField(filter.video, part('video'))
  const provider = useField(filter.provider, part('provider'))
  const encryption = useField(filter.encryption, part('encryption'))
  return (
    <>
      <FilterSelect
        name="only"
        label={t('filter.only')}
        {...only}
        options={[
          { value: '', label: t('filter.anyOnly') },
          ...onlyNames.map((name) => ({ value: name, label: t(`filter.onlyOf.${name}`) })),
        ]}
      />
      <FilterSelect
        name="video"
        label={t('filter.video')}
        {...video}
        options={[
          { value: '', label: t('filter.anyVideo') },
          { value: 'hd', label: t('filter.hd') },
          ...videos.map(counted),
        ]}
      />
      {providers.length > 0 && (
        <FilterSelect
          name="provider"
          label={t('filter.provider')}
          {...provider}
          options={[{ value: '', label: t('filter.anyProvider') }, ...providers.map(counted)]}
        />
      )}
      {encryptions.length > 0 && (
        <FilterSelect
          name="encryption"
          label={t('filter.encryption')}
          {...encryption}
          options={[{ value: '', label: t('filter.anyEncryption') }, ...encryptions.map(counted)]}
        />
      )}
      <SortField sort={sort} onSort={onSort} />
    </>
  )
}
