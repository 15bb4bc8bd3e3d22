/** The editor's dialogs: move to a number, sort order, favourite groups, exit without saving, and the table of keys. */
import { useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { sortModes, type SortMode } from '~/engine/types'
import { useFormat } from '~/i18n/format'
import { parseNumber } from '~/i18n/number'
import { numberInput } from '~/ui/number-input'
import { keyCommands } from './key-table'
import { Modal } from './modal'
import type { Snapshot } from './store/snapshot'
import type { EditorStore } from './store/store'
import type { TypedAhead } from './typed-ahead'
import { groupTexts } from './texts'

type DialogProps = { store: EditorStore; snapshot: Snapshot; ids: number[]; onClose(): void }

type MoveProps = DialogProps & { typedAhead(): TypedAhead; onMove(to: number): void }

export const MoveDialog = ({ snapshot, ids, typedAhead, onClose, onMove }: MoveProps) => {
  const { t } = useTranslation('editor')
  const format = useFormat()
  const [typed] = useState(typedAhead)
  const [text, setText] = useState(typed.text)
  const [wrong, setWrong] = useState(false)
  const move = () => {
    const to = parseNumber(text, { min: 1, max: snapshot.length })
    if (to === null) setWrong(true)
    else onMove(to)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    move()
  }
  const entered = useRef(typed.isEntered ? move : null)
  // Before the next press is repeated.
  useLayoutEffect(() => {
    const moveNow = entered.current
    entered.current = null
    moveNow?.()
  }, [])
  const most = format.number(snapshot.length)
  return (
    <Modal title={t('move.title', { count: ids.length, number: format.number(ids.length) })} onClose={onClose}>
      <form className="ed-form" onSubmit={submit} noValidate>
        <div className="field">
          <label htmlFor="ed-move">{t('move.label')}</label>
          <input
            {...numberInput()}
            id="ed-move"
            className="input"
            value={text}
            autoFocus
            aria-invalid={wrong}
            aria-describedby="ed-move-note"
            onFocus={({ currentTarget }) => currentTarget.setSelectionRange(text.length, text.length)}
            onChange={(event) => {
              setText(event.target.value)
              setWrong(false)
            }}
          />
          <p id="ed-move-note" className={wrong ? 'small ed-bad' : 'small muted'} role={wrong ? 'alert' : undefined}>
            {t(wrong ? 'move.wrong' : 'move.hint', { most })}
          </p>
        </div>
        <div className="form-actions">
          <button className="btn primary">{t('move.confirm')}</button>
          <button type="button" className="btn" onClick={() => onMove(1)}>
            {t('move.top')}
          </button>
          <button type="button" className="btn" onClick={() => onMove(snapshot.length)}>
            {t('move.bottom')}
          </button>
          <button type="button" className="btn quiet" onClick={onClose}>
            {t('common:action.cancel')}
          </button>
        </div>
      </form>
    </Modal>
  )
}

/** Exit removes what this browser keeps of the person; unsaved edits would be lost without a question. */
export const ExitDialog = ({ waiting, onClose, onExit }: { waiting: number; onClose(): void; onExit(): void }) => {
  const { t } = useTranslation('editor')
  const format = useFormat()
  return (
    <Modal title={t('exit.title')} onClose={onClose}>
      <p>{t('exit.text', { count: waiting, number: format.number(waiting) })}</p>
      <div className="form-actions">
        <button type="button" className="btn primary" onClick={onClose} autoFocus>
          {t('exit.stay')}
        </button>
        <button type="button" className="btn danger" onClick={onExit}>
          {t('exit.confirm')}
        </button>
      </div>
    </Modal>
  )
}

const variantModes: ReadonlySet<SortMode> = new Set([
  'transponder',
  'satellite-frequency-name',
  'satellite-frequency-sid',
])

export const SortDialog = ({
  ids,
  onClose,
  onSort,
}: DialogProps & { onSort(mode: SortMode, variant: 1 | 2, ids: number[] | null): void }) => {
  const { t } = useTranslation(['editor', 'lists', 'numbers'])
  const format = useFormat()
  const [mode, setMode] = useState<SortMode>('az')
  const [variant, setVariant] = useState<1 | 2>(1)
  const [only, setOnly] = useState(ids.length > 1)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSort(mode, variant, only ? ids : null)
  }
  return (
    <Modal title={t('sort.title')} onClose={onClose}>
      <form noValidate className="ed-form" onSubmit={submit}>
        <div className="field">
          <label htmlFor="ed-sort">{t('sort.label')}</label>
          <select
            id="ed-sort"
            className="input"
            value={mode}
            aria-describedby="ed-sort-about"
            autoFocus
            onChange={(event) => setMode(sortModes.find((m) => m === event.target.value) ?? 'az')}
          >
            {sortModes.map((m) => (
              <option key={m} value={m}>
                {t(`sort.mode.${m}`)}
              </option>
            ))}
          </select>
          <p id="ed-sort-about" className="small muted" aria-live="polite">
            {t(`numbers:sort.about.${mode}`)}
            {variantModes.has(mode) &&
              ` ${t(variant === 2 ? 'numbers:sort.aboutSerial' : 'numbers:sort.aboutFrequency')}`}{' '}
            {t('lists:sort.tie')}
          </p>
        </div>
        {variantModes.has(mode) && (
          <div className="field">
            <label htmlFor="ed-variant">{t('sort.variant')}</label>
            <select
              id="ed-variant"
              className="input"
              value={variant}
              onChange={(event) => setVariant(event.target.value === '2' ? 2 : 1)}
            >
              <option value="1">{t('sort.by-frequency')}</option>
              <option value="2">{t('sort.by-number')}</option>
            </select>
          </div>
        )}
        {ids.length > 1 && (
          <label className="ed-check">
            <input type="checkbox" checked={only} onChange={(event) => setOnly(event.target.checked)} />{' '}
            {t('sort.only', { count: ids.length, number: format.number(ids.length) })}
          </label>
        )}
        <div className="form-actions">
          <button className="btn primary">{t('sort.confirm')}</button>
          <button type="button" className="btn quiet" onClick={onClose}>
            {t('common:action.cancel')}
          </button>
        </div>
      </form>
    </Modal>
  )
}

export const FavouriteDialog = ({
  store,
  snapshot,
  ids,
  onClose,
  onToggle,
}: DialogProps & { onToggle(group: number, name: string): void }) => {
  const { t } = useTranslation(['editor', 'lists'])
  const format = useFormat()
  const groups = groupTexts(snapshot.groups, t)
  const places = ids.map((id) => store.positionOf(id) - 1).filter((place) => place >= 0)
  const share = (group: number): 'true' | 'false' | 'mixed' => {
    const inside = places.filter(
      (place) => Math.floor((snapshot.columns.favourites[place] ?? 0) / 2 ** group) % 2 === 1,
    ).length
    return inside === 0 ? 'false' : inside === places.length ? 'true' : 'mixed'
  }
  return (
    <Modal title={t('favourite.title', { count: ids.length, number: format.number(ids.length) })} onClose={onClose}>
      <div className="ed-groups">
        {snapshot.groups.map((group) => (
          <button
            key={group.index}
            type="button"
            className="btn"
            aria-pressed={share(group.index)}
            onClick={() => onToggle(group.index, groups[group.index] ?? group.name)}
          >
            <span aria-hidden="true">{share(group.index) === 'false' ? '☆' : '★'}</span>{' '}
            <bdi>{groups[group.index]}</bdi> <span className="muted">{format.number(group.channels)}</span>
          </button>
        ))}
      </div>
      <div className="form-actions">
        <button type="button" className="btn primary" onClick={onClose}>
          {t('done')}
        </button>
      </div>
    </Modal>
  )
}

export const KeysDialog = ({ onClose }: { onClose(): void }) => {
  const { t } = useTranslation('editor')
  return (
    <Modal title={t('keys.title')} wide onClose={onClose}>
      <p className="muted small">{t('keys.note')}</p>
      <dl className="ed-keys">
        {keyCommands.map(({ command, keys }) => (
          <div key={command}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} dir="ltr">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{t(`keys.${command}`)}</dd>
          </div>
        ))}
      </dl>
      <div className="form-actions">
        <button type="button" className="btn primary" onClick={onClose}>
          {t('done')}
        </button>
      </div>
    </Modal>
  )
}
