/**
 * Everything about the selection, and how to change it: one channel with all its fields, several with what they share.
 * It is part of the chunk that loads at a person's first action.
 */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { isolate } from '~/ui/channel-list/joined'
import { inspectorParts } from './parts'
import type { InspectorProps } from './props'

/** If there are more places, they are not listed one by one. */
const namedPlaces = 3

const Title = ({ snapshot, ids, places }: InspectorProps) => {
  const { t } = useTranslation(['editor', 'lists'])
  const format = useFormat()
  const [first = 0, last = first] = [places[0], places.at(-1)]
  const own = snapshot.numbers?.[first] ?? first + 1
  const isBlock = last - first === places.length - 1
  const named = isBlock
    ? first === last
      ? format.number(first + 1)
      : `${format.number(first + 1)}–${format.number(last + 1)}`
    : places.length <= namedPlaces
      ? format.series(places.map((place) => format.number(place + 1)))
      : ''
  return (
    <h2 className="ins-title">
      {ids.length === 1 ? (
        <bdi>{snapshot.names[first] || t('lists:row.unnamed')}</bdi>
      ) : (
        t('lists:channels.count', { count: ids.length })
      )}{' '}
      {named !== '' && (
        <span className="small muted">
          {ids.length > 1
            ? isolate(named)
            : own === first + 1
              ? t('inspector.places', { places: named })
              : t('lists:channel.numbered', { own, number: first + 1, total: snapshot.length })}
        </span>
      )}
    </h2>
  )
}

export const Inspector = (props: InspectorProps) => (
  <div className="stack">
    <Title {...props} />
    {inspectorParts.map(({ key, Part }) => (
      <Part key={key} {...props} />
    ))}
  </div>
)
