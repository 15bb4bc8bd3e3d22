/** The category of the selected channels: one choice for all of them. */
import { useTranslation } from 'react-i18next'
import { isolate } from '~/ui/channel-list/joined'
import type { InspectorProps } from './props'
import { maxRead, sharedValue } from './shared'
import { SharedSelect } from './shared-select'

export const CategoryPart = ({ store, snapshot, actions, ids, places, categoryNames }: InspectorProps) => {
  const { t } = useTranslation(['lists', 'numbers'])
  const { categories, canEdit } = snapshot
  if (categories.length === 0 || ids.length > maxRead) return null
  const category = sharedValue(places, (place) => store.details(snapshot.columns.id[place] ?? -1)?.category ?? null)
  const options = [
    { value: '', label: t('numbers:inspector.noCategory') },
    ...categories.map(({ id, name }) => ({ value: String(id), label: categoryNames[name] ?? name })),
  ]
  return (
    <section className="ins-part">
      <SharedSelect
        label={t('filter.category')}
        value={category === undefined ? undefined : String(category ?? '')}
        disabled={!canEdit}
        options={options}
        onSet={(value) =>
          actions.edit(
            [
              {
                op: 'set',
                target: 'channel',
                ids: [...ids],
                field: 'category',
                value: value === '' ? null : Number(value),
              },
            ],
            t('numbers:inspector.isIn', {
              channels: t('lists:channels.count', { count: ids.length }),
              category: isolate(options.find((option) => option.value === value)?.label ?? ''),
            }),
          )
        }
      />
    </section>
  )
}
