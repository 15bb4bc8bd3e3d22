/** On a phone, in the line of the search while the list's head is out of sight: undo and redo near the last change. */
import { useTranslation } from 'react-i18next'
import { Icon } from '~/ui/icon'
import type { Deeds } from './deeds'
import type { Snapshot } from './store/snapshot'

type NearProps = { snapshot: Snapshot; deeds: Pick<Deeds, 'undo' | 'redo'> }

export const Near = ({ snapshot, deeds }: NearProps) => {
  const { t } = useTranslation('editor')
  const { canEdit, canUndo, canRedo } = snapshot
  if (!canEdit || !(canUndo || canRedo)) return null
  return (
    <div className="ed-near">
      <button
        type="button"
        className="btn"
        onClick={deeds.undo}
        disabled={!canUndo}
        aria-label={t('tool.undo')}
        title={t('tool.undo')}
      >
        <Icon name="undo" />
      </button>
      <button
        type="button"
        className="btn"
        onClick={deeds.redo}
        disabled={!canRedo}
        aria-label={t('tool.redo')}
        title={t('tool.redo')}
      >
        <Icon name="redo" />
      </button>
    </div>
  )
}
