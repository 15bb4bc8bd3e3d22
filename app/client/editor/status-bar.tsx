/**
 * The bar at the window's lower edge while a list is open: why edits can't be saved, what was just done with Undo, and
 * the actions for the selected channels. It acts only on channels that the filter shows.
 */
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '~/ui/icon'
import { Actions, type Command } from './actions'
import { useEditor } from './context'
import type { EditorNotice } from './editor-notice'
import type { More } from './use-more'

type StatusBarProps = {
  /** The element whose notices explain why edits can't be saved. */
  notices: RefObject<HTMLElement>
  notice: EditorNotice
  onClearNotice(): void
  /** Null until it is loaded. */
  more: More | null
  onCommand(command: Command): void
}

const StatusMessage = ({ notice, onClearNotice }: Pick<StatusBarProps, 'notice' | 'onClearNotice'>) => {
  const { snapshot, actions } = useEditor()
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

export const StatusBar = ({ notices, notice, onClearNotice, more, onCommand }: StatusBarProps) => {
  const { canEdit, selection } = useEditor().snapshot
  return (
    <div className="ed-foot">
      {canEdit && more && <more.SaveProblemTag notices={notices} />}
      <StatusMessage notice={notice} onClearNotice={onClearNotice} />
      {canEdit && selection.size > 0 && <Actions HiddenChoice={more?.HiddenChoice ?? null} onCommand={onCommand} />}
    </div>
  )
}
