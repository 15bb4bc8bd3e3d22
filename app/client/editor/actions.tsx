/**
 * The actions for the selected channels: those that the filter shows, unless the person includes hidden ones. On a
 * phone the rarer actions are in a popover, by name. Names and order are those of the plain bar (ui/channel-list).
 */
import { useEffect, useRef, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { Icon, type IconName } from '~/ui/icon'
import { useEditor } from './context'
import type { More } from './use-more'

/** What can be done with the selected channels. */
export type Command = 'move' | 'swap' | 'up' | 'down' | 'favourite' | 'lock' | 'skip' | 'rename' | 'delete' | 'inspect'

/** The second click of a double click may hit the bar that the first one opened; it is not meant for the bar. */
const doubleClickMs = 600

// Popover attributes are newer than this version of React's types.
const moreButton = { popovertarget: 'ed-more' }
const morePopover = { popover: 'auto' }
/** A press in the popover closes it, so that the rows are visible again. */
const onPopover = ({ currentTarget }: MouseEvent<HTMLElement>) => {
  if ('hidePopover' in currentTarget) currentTarget.hidePopover()
}

type ActionsProps = {
  /** Null until it is loaded. */
  HiddenChoice: More['HiddenChoice'] | null
  onCommand(command: Command): void
}

export const Actions = ({ HiddenChoice, onCommand }: ActionsProps) => {
  const { store, snapshot, list } = useEditor()
  const { t } = useTranslation(['editor', 'lists'])
  const format = useFormat()
  const { selection, hiddenSelected, rowCount } = snapshot
  const counted = (count: number) => ({ count, number: format.number(count) })
  const shown = snapshot.withHidden ? selection.size : selection.size - hiddenSelected
  const cameAt = useRef(0)
  useEffect(() => {
    cameAt.current = performance.now()
  }, [])
  const onClick = (event: MouseEvent) => {
    if (event.detail < 2 || performance.now() - cameAt.current > doubleClickMs) {
      // Once something in the bar was pressed, the person has seen it: later clicks are meant for it.
      cameAt.current = 0
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const act = (command: Command, icon: IconName, text: string, className = 'btn') => (
    <button
      type="button"
      className={className}
      disabled={shown === 0}
      onClick={() => onCommand(command)}
      title={t(text)}
    >
      <Icon name={icon} />
      <span>{t(text)}</span>
    </button>
  )
  return (
    <div className="actions ed-actions" role="group" aria-label={t('lists:bar.label')} onClickCapture={onClick}>
      <span className="ed-count">
        {shown > 0 && <strong className="ed-selected">{t('bar.selected', counted(shown))}</strong>}
        {HiddenChoice && <HiddenChoice />}
      </span>
      <div className="ed-buttons">
        {act('move', 'move', 'bar.move', 'btn ed-move')}
        {act('favourite', 'star', 'bar.favourite', 'btn ed-roomy')}
        {shown === 1 && act('rename', 'edit', 'bar.rename', 'btn ed-wide')}
        <button type="button" className="btn bar-more-button" aria-label={t('lists:bar.more')} {...moreButton}>
          <span className="tools-dots" aria-hidden="true" />
        </button>
        <div id="ed-more" className="bar-more" onClick={onPopover} {...morePopover}>
          {shown === 1 && act('rename', 'edit', 'bar.rename', 'btn ed-small')}
          {act('favourite', 'star', 'bar.favourite', 'btn ed-cramped')}
          {act('up', 'arrow-up', 'lists:bar.up')}
          {act('down', 'arrow-down', 'lists:bar.down')}
          {act('lock', 'lock', 'lists:bar.lock')}
          {act('skip', 'skip', 'lists:bar.skip')}
          {shown === 2 && act('swap', 'swap', 'bar.swap')}
          {shown > 1 && (
            <a className="btn ed-names" href={`${list.path}/tools/names`}>
              <Icon name="edit" />
              <span>{t('lists:tool.names')}</span>
            </a>
          )}
          <a className="btn ed-names" href={`${list.path}/tools/mylink`}>
            <Icon name="link" />
            <span>{t('lists:action.toMyLink')}</span>
          </a>
          {act('inspect', 'list', 'bar.details', 'btn ed-inspect')}
          {act('delete', 'trash', 'lists:bar.delete')}
          {shown < rowCount && (
            <button type="button" className="btn ed-all" onClick={() => store.selectMatching()}>
              {t('bar.all', counted(rowCount))}
            </button>
          )}
        </div>
      </div>
      <button type="button" className="btn ed-clear" onClick={() => store.clearSelection()} title={t('bar.clear')}>
        <Icon name="close" />
        <span className="hidden-visually">{t('bar.clear')}</span>
      </button>
    </div>
  )
}
