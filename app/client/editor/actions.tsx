/** The actions for the selected channels: for those that the filter shows, unless the person says more. */
import { useEffect, useRef, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { Icon } from '~/ui/icon'
import type { Command } from './foot'
import { HiddenChoice } from './hidden-choice'
import type { Snapshot } from './store/snapshot'
import type { EditorStore } from './store/store'

/** The second click of a double click may hit the bar that the first one opened; it is not meant for it. */
const doubleClickMs = 600

type ActionsProps = { store: EditorStore; snapshot: Snapshot; onCommand(command: Command): void }

export const Actions = ({ store, snapshot, onCommand }: ActionsProps) => {
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
        <button
          type="button"
          className="btn ed-move"
          disabled={none}
          onClick={() => onCommand('move')}
          title={t('bar.move')}
        >
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
        <button
          type="button"
          className="btn"
          disabled={none}
          onClick={() => onCommand('favourite')}
          title={t('bar.favourite')}
        >
          <Icon name="star" />
          <span>{t('bar.favourite')}</span>
        </button>
        <button type="button" className="btn" disabled={none} onClick={() => onCommand('lock')} title={t('bar.lock')}>
          <Icon name="lock" />
          <span>{t('bar.lock')}</span>
        </button>
        <button type="button" className="btn" disabled={none} onClick={() => onCommand('skip')} title={t('bar.skip')}>
          <Icon name="skip" />
          <span>{t('bar.skip')}</span>
        </button>
        {shown === 2 && (
          <button type="button" className="btn" onClick={() => onCommand('swap')} title={t('bar.swap')}>
            <Icon name="redo" />
            <span>{t('bar.swap')}</span>
          </button>
        )}
        {shown === 1 && (
          <button type="button" className="btn" onClick={() => onCommand('rename')} title={t('bar.rename')}>
            <Icon name="edit" />
            <span>{t('bar.rename')}</span>
          </button>
        )}
        <button
          type="button"
          className="btn"
          disabled={none}
          onClick={() => onCommand('delete')}
          title={t('bar.delete')}
        >
          <Icon name="trash" />
          <span>{t('bar.delete')}</span>
        </button>
        <button
          type="button"
          className="btn ed-inspect"
          disabled={none}
          onClick={() => onCommand('inspect')}
          title={t('bar.details')}
        >
          <Icon name="list" />
          <span>{t('bar.details')}</span>
        </button>
      </div>
      <div className="ed-picking">
        {shown < rowCount && (
          <button type="button" className="btn" onClick={() => store.selectMatching()}>
            {t('bar.all', counted(rowCount))}
          </button>
        )}
        <button type="button" className="btn ed-clear" onClick={() => store.clearSelection()} title={t('bar.clear')}>
          <Icon name="close" />
          <span>{t('bar.clear')}</span>
        </button>
      </div>
    </div>
  )
}
