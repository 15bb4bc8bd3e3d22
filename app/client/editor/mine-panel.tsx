/**
 * Building “my list” above the rows: a double click or Enter moves a channel to the next number. The taken channels are
 * the beginning of the list itself, so Undo takes the last one back.
 */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { Notice } from '~/ui/notice'
import { useEditor } from './context'

/** How many of the last taken channels are named; the list itself shows all of them. */
const maxNamed = 5

type MinePanelProps = {
  /** How many channels are taken: the first of the list. */
  taken: number
  onDone(): void
}

export const MinePanel = ({ taken, onDone }: MinePanelProps) => {
  const { actions, snapshot } = useEditor()
  const { t } = useTranslation(['numbers', 'lists'])
  const format = useFormat()
  const [asks, setAsks] = useState(false)
  const first = Math.max(0, taken - maxNamed)
  const others = snapshot.length - taken
  // In the list's order, whichever rows are shown.
  const leaveOut = () => {
    actions.delete([...snapshot.columns.id.slice(taken, snapshot.length)])
    onDone()
  }
  return (
    <Notice tone="info">
      <p>{t('mine.next', { number: format.number(taken + 1) })}</p>
      {taken > 0 && (
        <ol className="marked" start={first + 1} aria-label={t('mine.taken', { number: format.number(taken) })}>
          {snapshot.names.slice(first, taken).map((name, at) => (
            <li key={first + at}>
              {format.number(first + at + 1)} <bdi>{name || t('lists:row.unnamed')}</bdi>
            </li>
          ))}
        </ol>
      )}
      {asks && others > 0 && <p>{t('mine.sure', { channels: t('lists:channels.count', { count: others }) })}</p>}
      <div className="form-actions">
        {taken === 0 || others === 0 ? (
          <button type="button" className="btn" onClick={onDone}>
            {t('mine.done')}
          </button>
        ) : asks ? (
          <>
            <button type="button" className="btn danger" onClick={leaveOut}>
              {t('mine.delete')}
            </button>
            <button type="button" className="btn quiet" onClick={() => setAsks(false)} autoFocus>
              {t('lists:action.cancel')}
            </button>
          </>
        ) : (
          <>
            <button type="button" className="btn" onClick={onDone} title={t('mine.endHints.end')}>
              {t('mine.ends.end')}
            </button>
            <button type="button" className="btn" onClick={() => setAsks(true)}>
              {t('mine.ends.out')}
            </button>
          </>
        )}
      </div>
    </Notice>
  )
}
