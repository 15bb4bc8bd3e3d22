/** Where the edits are: one tag that always tells it. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { Tag } from '~/ui/tag'
import type { Snapshot } from './store'

export const SaveTag = ({ snapshot }: { snapshot: Snapshot }) => {
  const { t } = useTranslation(['editor', 'lists'])
  const format = useFormat()
  const { state, revision, waiting, durable } = snapshot.save
  const count = { count: waiting, number: format.number(waiting) }
  const tag = () => {
    switch (state) {
      case 'clean': return snapshot.canEdit ? <Tag tone="ok" icon="check">{t('save.clean', { revision: format.number(revision) })}</Tag> : <Tag tone="quiet">{t('lists:page.revision', { number: revision })}</Tag>
      case 'pending': case 'saving': return <Tag tone="info">{t('save.saving')}</Tag>
      case 'offline': return <Tag tone="warn" icon="warning">{durable ? t('save.offline', count) : t('save.offline-here', count)}</Tag>
      case 'clash': return <Tag tone="bad" icon="warning">{t('save.clash')}</Tag>
      case 'signed-out': return <Tag tone="bad" icon="warning">{t('save.signed-out')}</Tag>
      case 'refused': return <Tag tone="bad" icon="warning">{t('save.refused')}</Tag>
    }
  }
  return <span role="status" className="ed-save" data-state={state} data-revision={revision} data-waiting={waiting}>{tag()}</span>
}
