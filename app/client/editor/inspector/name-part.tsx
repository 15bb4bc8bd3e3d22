/** The name of the one selected channel. */
import { useTranslation } from 'react-i18next'
import { limits } from '~/engine/types'
import { useFormat } from '~/i18n/format'
import { countGraphemes } from '~/text/graphemes'
import { isolate } from '~/ui/channel-list/joined'
import { tryRename } from '../store/trials'
import type { InspectorProps } from './props'
import { TypedField } from './typed-field'

export const NamePart = ({ store, snapshot, actions, ids }: InspectorProps) => {
  const { t } = useTranslation(['editor', 'lists'])
  const format = useFormat()
  const [id] = ids
  if (id === undefined || ids.length > 1 || !snapshot.canEdit) return null
  const tryName = (name: string) => tryRename(store.opened().list, id, name)
  const countOf = (text: string): string =>
    isolate(
      t('rename.count', { used: format.number(countGraphemes(text)), most: format.number(limits.nameCharacters) }),
    )
  return (
    <TypedField
      key={id}
      label={t('lists:channel.name')}
      value={snapshot.names[store.positionOf(id) - 1] ?? ''}
      note={(text) => {
        const tried = tryName(text)
        const losses = tried.ok ? tried.warnings.filter((w) => w.code === 'name-cut' || w.code === 'name-letters') : []
        return [countOf(text), ...losses.map((w) => t(`loss.${w.code}`))].join(' · ')
      }}
      refuse={(text) => {
        const tried = tryName(text)
        return tried.ok ? null : `${countOf(text)} · ${t(`problem.${tried.code}`)}`
      }}
      onSet={(text) => actions.rename(id, text)}
    />
  )
}
