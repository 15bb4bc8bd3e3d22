/** The category of the selected channels: one choice for all of them. */
import { useTranslation } from 'react-i18next'
import { FilterSelect } from '~/ui/channel-list/filter-select'
import type { InspectorProps } from './props'
import { sharedValue } from './shared'

/** More channels than this are not read one by one; use the page of one field for them. */
const maxRead = 100
const different = '?'

export const CategoryPart = ({ store, snapshot, actions, ids, places, categoryNames }: InspectorProps) => {
  const { t } = useTranslation(['lists', 'numbers', 'editor'])
  const { categories, canEdit } = snapshot
  if (categories.length === 0 || ids.length > maxRead) return null
  const category = sharedValue(places, (place) => store.details(snapshot.columns.id[place] ?? -1)?.category ?? null)
  const none = t('numbers:inspector.noCategory')
  const nameOf = (name: string): string => categoryNames[name] ?? name
  const titleOf = (id: number | null): string => {
    const found = categories.find((one) => one.id === id)
    return found ? nameOf(found.name) : none
  }
  return (
    <section className="ins-part">
      <FilterSelect
        name="inspector-category"
        label={t('filter.category')}
        value={category === undefined ? different : String(category ?? '')}
        disabled={!canEdit}
        onChange={({ target: { value } }) => {
          if (value === different) return
          const to = value === '' ? null : Number(value)
          actions.edit(
            [{ op: 'set', target: 'channel', ids: [...ids], field: 'category', value: to }],
            t('numbers:inspector.isIn', {
              channels: t('lists:channels.count', { count: ids.length }),
              category: `\u2068${titleOf(to)}\u2069`,
            }),
          )
        }}
        options={[
          ...(category === undefined ? [{ value: different, label: t('editor:inspector.different') }] : []),
          { value: '', label: none },
          ...categories.map(({ id, name }) => ({ value: String(id), label: nameOf(name) })),
        ]}
      />
    </section>
  )
}
