/** The fields of the filter panel: those of the plain page, applied at once. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ViewSort } from '~/engine/types'
import { useFormat } from '~/i18n/format'
import { FilterFields as Fields } from '~/ui/channel-list/filter-fields'
import { groupName } from '~/ui/channel-list/group-name'
import { isolate, joined } from '~/ui/channel-list/joined'
import type { ChannelFilter } from '~/ui/channel-list/query'
import { useEditor } from './context'
import { placeTexts, satelliteTexts } from './texts'

type FieldsProps = { onPart(part: ChannelFilter): void; onSort(sort: ViewSort | null): void }

export const FilterFields = ({ onPart, onSort }: FieldsProps) => {
  const { store, snapshot, categoryNames } = useEditor()
  const { t } = useTranslation(['editor', 'lists'])
  const format = useFormat()
  const { filter, sort, sourceId, satellites, transponders, groups, categories } = snapshot
  // The choices from the channels' records are read when the panel opens: it takes a while.
  const choices = useMemo(() => ({ ...store.choices(), sourceId }), [sourceId, store])
  const names = satelliteTexts(satellites, t, format)
  const places = placeTexts(transponders)
  const own = filter.satellite === undefined ? [] : transponders.filter((tp) => tp.satellite === filter.satellite)
  return (
    <Fields
      {...{ filter, sort, choices, onPart, onSort }}
      satellites={satellites.map(({ index }) => ({
        value: String(index),
        label: joined([names[index]?.name, names[index]?.angle]),
      }))}
      transponders={own.map(({ index }) => ({ value: String(index), label: isolate(places[index] ?? '') }))}
      groups={groups.map(({ index, name }) => ({ value: String(index), label: groupName(name, index, t) }))}
      categories={categories.map(({ id, name }) => ({ value: String(id), label: categoryNames[name] ?? name }))}
    />
  )
}
