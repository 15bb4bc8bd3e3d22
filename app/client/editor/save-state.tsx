/** The save state: one tag that is always visible. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { StateTag } from '~/ui/channel-list/version-tag'
import { Tag } from '~/ui/tag'
import { useEditor } from './context'
import type { Snapshot } from './store/snapshot'

const problemStates: ReadonlySet<Snapshot['save']['state']> = new Set(['offline', 'clash', 'signed-out', 'refused'])

/** True while edits stay unsaved until something changes: the person should notice at once. */
export const hasSaveProblem = ({ save }: Snapshot): boolean => problemStates.has(save.state)

export const SaveText = () => {
  const { t } = useTranslation(['editor', 'lists'])
  const format = useFormat()
  const { snapshot } = useEditor()
  const { state, revision, waiting, durable } = snapshot.save
  const count = { count: waiting, number: format.number(waiting) }
  switch (state) {
    case 'clean':
      return snapshot.canEdit ? (
        <StateTag
          tone="ok"
          icon="check"
          words={t('save.clean', { revision: format.number(revision) })}
          short={t('save.short.saved')}
        />
      ) : (
        <Tag tone="quiet">{t('lists:page.revision', { number: revision })}</Tag>
      )
    case 'pending':
    case 'saving':
      return <Tag tone="info">{t('save.saving')}</Tag>
    case 'offline':
      return (
        <StateTag
          tone="warn"
          icon="warning"
          words={durable ? t('save.offline', count) : t('save.offline-here', count)}
          short={t('save.short.offline')}
        />
      )
    case 'clash':
    case 'signed-out':
    case 'refused':
      return (
        <StateTag
          tone="bad"
          icon="warning"
          words={t(`save.${state}`)}
          {...(state === 'clash' ? { short: t('save.short.clash') } : {})}
        />
      )
  }
}

export const SaveTag = () => {
  const { state, revision, waiting } = useEditor().snapshot.save
  return (
    <span role="status" className="ed-save" data-state={state} data-revision={revision} data-waiting={waiting}>
      <SaveText />
    </span>
  )
}
