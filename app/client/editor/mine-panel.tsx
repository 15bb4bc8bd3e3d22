/**
 * Building “my list” over the rows: a double click or Enter takes a channel to the next number. What was taken is the
 * beginning of the list itself, so Undo takes the last one back.
 */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { Notice } from '~/ui/notice'
import type { Snapshot } from './store/snapshot'
import type { EditorStore } from './store/store'

/** The last taken channels that are named; the list itself shows all of them. */
const namedMost = 5

type MinePanelProps = {
  store: EditorStore
  snapshot: Snapshot
  list: { path: string }
  /** How many channels are taken: the first of the list. */
  taken: number
  onDone(): void
}

export const MinePanel = ({ store, snapshot, list, taken, onDone }: MinePanelProps) => {
  const { t } = useTranslation(['numbers', 'lists'])
  const format = useFormat()
  const first = Math.max(0, taken - namedMost)
  return (
    <Notice tone="info">
      <p>{t('mine.next', { number: format.number(taken + 1) })}</p>
      {taken > 0 && (
        <ol className="name-list" start={first + 1} aria-label={t('mine.taken', { number: format.number(taken) })}>
          {snapshot.names.slice(first, taken).map((name, at) => (
            <li key={first + at}>
              {format.number(first + at + 1)} <bdi>{name || t('lists:row.unnamed')}</bdi>
            </li>
          ))}
        </ol>
      )}
      <div className="form-actions">
        <button type="button" className="btn" onClick={onDone}>
          {t('mine.done')}
        </button>
        {taken > 0 && taken < snapshot.length && (
          <a className="btn quiet" href={`${list.path}/mine?taken=${taken}&ask=delete`} onClick={() => store.flush()}>
            {t('mine.delete')}
          </a>
        )}
      </div>
    </Notice>
  )
}
