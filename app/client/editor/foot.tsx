/**
 * The bar at the window's lower edge while a list is open: why edits can't be saved, what was just done with Undo, and
 * the actions for the selected channels. It acts only on channels that the filter shows.
 */
import { useEffect, useRef, type MouseEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { Icon } from '~/ui/icon'
import type { Deeds } from './deeds'
import { HiddenChoice } from './hidden-choice'
import type { Said } from './said'
import { SaveTrouble } from './save-state'
import type { Snapshot } from './store/snapshot'
import type { EditorStore } from './store/store'

export type Command = 'move' | 'up' | 'down' | 'favourite' | 'lock' | 'skip' | 'rename' | 'delete' | 'inspect'

type FootProps = {
  store: EditorStore
  snapshot: Snapshot
  head: RefObject<HTMLElement>
  said: Said
  deeds: Pick<Deeds, 'undo' | 'redo'>
  onHush(): void
  onCommand(command: Command): void
}

/** The second click of a double click may hit the bar that the first one opened; it is not meant for it. */
const doubleClickMs = 600

const Told = ({ snapshot, said, deeds, onHush }: Pick<FootProps, 'snapshot' | 'said' | 'deeds' | 'onHush'>) => {
  const { t } = useTranslation(['editor', 'common'])
  const isShown =
    said.text !== '' &&
    said.look !== 'hidden-visually' &&
    (said.selection === null || said.selection === snapshot.selection)
  const offer = isShown ? said.offer : null
  return (
    <div className={isShown ? 'ed-told' : 'ed-told hidden-visually'}>
      {/* The text is re-created each time, so that the same sentence twice is read twice, and each once. */}
      <p className={`ed-said ${said.look}`} role="status" data-turn={said.turn}>
        <span key={said.turn}>{said.text}</span>
      </p>
      {offer === 'undo' && snapshot.canUndo && (
        <button type="button" className="btn" onClick={deeds.undo}>
          <Icon name="undo" />
          {t('tool.undo')}
        </button>
      )}
      {offer === 'redo' && snapshot.canRedo && (
        <button type="button" className="btn" onClick={deeds.redo}>
          <Icon name="redo" />
          {t('tool.redo')}
        </button>
      )}
      {isShown && (
        <button
          type="button"
          className="btn ed-hush"
          onClick={onHush}
          aria-label={t('common:action.close')}
          title={t('common:action.close')}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}

const Actions = ({ store, snapshot, onCommand }: Pick<FootProps, 'store' | 'snapshot' | 'onCommand'>) => {
  const { t } = useTranslation('editor')
  const format = useFormat()
  const { selection, hiddenSelected, rowCount } = snapshot
  const counted = (count: number) => ({ count, number: format.number(count) })
  const shown = snapshot.withHidden ? selection.size : selection.size - hiddenSelected
  const cameAt = useRef(0)
  useEffect(() => {
    cameAt.current = performance.now()
  }, [])
  const onClick = (event: MouseEvent) => {
    if (event.detail < 2 || performance.now() - cameAt.current > doubleClickMs) return
    event.preventDefault()
    event.stopPropagation()
  }
  const none = shown === 0
  return (
    <div className="actions ed-actions" role="group" aria-label={t('bar.label')} onClickCapture={onClick}>
      <span className="ed-count">
        <strong>{t('bar.selected', counted(shown))}</strong>
        <HiddenChoice store={store} snapshot={snapshot} />
      </span>
      <div className="ed-buttons">
        <button type="button" className="btn" disabled={none} onClick={() => onCommand('move')}>
          <Icon name="move" />
          <span>{t('bar.move')}</span>
        </button>
        <button
          type="button"
          className="btn"
          disabled={none}
          onClick={() => onCommand('up')}
          aria-label={t('bar.up')}
          title={t('bar.up')}
        >
          <Icon name="arrow-up" />
        </button>
        <button
          type="button"
          className="btn"
          disabled={none}
          onClick={() => onCommand('down')}
          aria-label={t('bar.down')}
          title={t('bar.down')}
        >
          <Icon name="arrow-down" />
        </button>
        <button type="button" className="btn" disabled={none} onClick={() => onCommand('favourite')}>
          <Icon name="star" />
          <span>{t('bar.favourite')}</span>
        </button>
        <button type="button" className="btn" disabled={none} onClick={() => onCommand('lock')}>
          <Icon name="lock" />
          <span>{t('bar.lock')}</span>
        </button>
        <button type="button" className="btn" disabled={none} onClick={() => onCommand('skip')}>
          <Icon name="skip" />
          <span>{t('bar.skip')}</span>
        </button>
        {shown === 1 && (
          <button type="button" className="btn" onClick={() => onCommand('rename')}>
            <Icon name="edit" />
            <span>{t('bar.rename')}</span>
          </button>
        )}
        <button type="button" className="btn" disabled={none} onClick={() => onCommand('delete')}>
          <Icon name="trash" />
          <span>{t('bar.delete')}</span>
        </button>
      </div>
      <div className="ed-picking">
        <button type="button" className="btn ed-inspect" disabled={none} onClick={() => onCommand('inspect')}>
          {t('bar.details')}
        </button>
        {shown < rowCount && (
          <button type="button" className="btn" onClick={() => store.selectMatching()}>
            {t('bar.all', counted(rowCount))}
          </button>
        )}
        <button type="button" className="btn" onClick={() => store.clearSelection()}>
          {t('bar.clear')}
        </button>
      </div>
    </div>
  )
}

export const Foot = ({ store, snapshot, head, said, deeds, onHush, onCommand }: FootProps) => {
  const { t } = useTranslation('editor')
  const { canEdit, canUndo, canRedo, selection } = snapshot
  return (
    <div className="ed-foot">
      {canEdit && <SaveTrouble snapshot={snapshot} head={head} />}
      {canEdit && (canUndo || canRedo) && (
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
      )}
      <Told snapshot={snapshot} said={said} deeds={deeds} onHush={onHush} />
      {canEdit && selection.size > 0 && <Actions store={store} snapshot={snapshot} onCommand={onCommand} />}
    </div>
  )
}
