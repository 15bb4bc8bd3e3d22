/**
 * The bar at the window's lower edge while a list is open: why edits can't be saved, what was just done with Undo, and
 * the actions for the selected channels. It acts only on channels that the filter shows.
 */
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '~/ui/icon'
import { Actions, type Command } from './actions'
import type { EditorActions } from './editor-actions'
import type { EditorNotice } from './editor-notice'
import type { Snapshot } from './store/snapshot'
import type { EditorStore } from './store/store'
import type { More } from './use-more'

type StatusBarProps = {
  store: EditorStore
  snapshot: Snapshot
  listPath: string
  /** The element whose notices explain why edits can't be saved. */
  notices: RefObject<HTMLElement>
  notice: EditorNotice
  actions: Pick<EditorActions, 'undo'>
  onClearNotice(): void
  /** Null until it is loaded. */
  more: More | null
  onCommand(command: Command): void
}

const StatusMessage = ({
  snapshot,
  notice,
  actions,
  onClearNotice,
}: Pick<StatusBarProps, 'snapshot' | 'notice' | 'actions' | 'onClearNotice'>) => {
  const { t } = useTranslation(['editor', 'common'])
  const isShown =
    notice.text !== '' &&
    notice.className !== 'hidden-visually' &&
    (notice.selection === null || notice.selection === snapshot.selection)
  const offer = isShown ? notice.offer : null
  return (
    <div className={isShown ? 'ed-notice' : 'ed-notice hidden-visually'}>
      {/* The text element is re-created each time, so that the same sentence is announced again, and each once. */}
      <p className={`ed-message ${notice.className}`} role="status" data-turn={notice.turn}>
        <span key={notice.turn}>{notice.text}</span>
      </p>
      {offer === 'undo' && snapshot.canUndo && (
        <button type="button" className="btn" onClick={actions.undo}>
          <Icon name="undo" />
          {t('tool.undo')}
        </button>
      )}
      {isShown && (
        <button
          type="button"
          className="btn ed-close"
          onClick={onClearNotice}
          aria-label={t('common:action.close')}
          title={t('common:action.close')}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}

export const StatusBar = ({ snapshot, notices, notice, actions, onClearNotice, more, ...rest }: StatusBarProps) => {
  const { canEdit, selection } = snapshot
  return (
    <div className="ed-foot">
      {canEdit && more && <more.SaveProblemTag snapshot={snapshot} notices={notices} />}
      <StatusMessage snapshot={snapshot} notice={notice} actions={actions} onClearNotice={onClearNotice} />
      {canEdit && selection.size > 0 && (
        <Actions snapshot={snapshot} HiddenChoice={more?.HiddenChoice ?? null} {...rest} />
      )}
    </div>
  )
}
