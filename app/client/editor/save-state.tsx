/** The state of saving: one tag that always shows it. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { VersionTag } from '~/ui/channel-list/version-tag'
import { Tag } from '~/ui/tag'
import type { Snapshot } from './store/snapshot'

const troubled: ReadonlySet<Snapshot['save']['state']> = new Set(['offline', 'clash', 'signed-out', 'refused'])

/** True while edits stay unsaved until something changes: the person should notice at once. */
export const isTroubled = ({ save }: Snapshot): boolean => troubled.has(save.state)

export const SaveText = ({ snapshot }: { snapshot: Snapshot }) => {
  const { t } = useTranslation(['editor', 'lists'])
  const format = useFormat()
  const { state, revision, waiting, durable } = snapshot.save
  const count = { count: waiting, number: format.number(waiting) }
  switch (state) {
    case 'clean':
      return snapshot.canEdit ? (
        <VersionTag revision={revision}>{t('save.clean', { revision: format.number(revision) })}</VersionTag>
      ) : (
        <Tag tone="quiet">{t('lists:page.revision', { number: revision })}</Tag>
      )
    case 'pending':
    case 'saving':
      return <Tag tone="info">{t('save.saving')}</Tag>
    case 'offline':
      return (
        <Tag tone="warn" icon="warning">
          {durable ? t('save.offline', count) : t('save.offline-here', count)}
        </Tag>
      )
    case 'clash':
    case 'signed-out':
    case 'refused':
      return (
        <Tag tone="bad" icon="warning">
          {t(`save.${state}`)}
        </Tag>
      )
  }
}

export const SaveTag = ({ snapshot }: { snapshot: Snapshot }) => {
  const { state, revision, waiting } = snapshot.save
  return (
    <span role="status" className="ed-save" data-state={state} data-revision={revision} data-waiting={waiting}>
      <SaveText snapshot={snapshot} />
    </span>
  )
}
