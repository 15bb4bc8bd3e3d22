/** The favourite groups of the selected channels: one press adds all of them, the next removes them. */
import { useTranslation } from 'react-i18next'
import { groupTexts } from '../texts'
import type { InspectorProps } from './props'
import { isIn, shareOf } from './shared'

export const GroupsPart = ({ snapshot, actions, ids, places }: InspectorProps) => {
  const { t } = useTranslation(['editor', 'lists'])
  const { groups, columns, canEdit } = snapshot
  const names = groupTexts(groups, t)
  if (groups.length === 0) return null
  return (
    <section className="ins-part">
      <h3>{t('lists:rail.groups')}</h3>
      <div className="ins-groups">
        {groups.map(({ index, name }) => {
          const share = shareOf(places, (place) => isIn(columns.favourites[place] ?? 0, index))
          return (
            <button
              key={index}
              type="button"
              className="chip"
              aria-pressed={share}
              disabled={!canEdit}
              onClick={() => actions.toggleFavourite([...ids], index, names[index] ?? name)}
            >
              <span aria-hidden="true">{share === 'false' ? '☆' : '★'}</span> <bdi>{names[index] ?? name}</bdi>
            </button>
          )
        })}
      </div>
    </section>
  )
}
