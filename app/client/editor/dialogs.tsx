/** The editor's dialogs that are loaded later: sort order, favourite groups, exit without saving, table of keys. */
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { sortModes, type SortMode } from '~/engine/types'
import { useFormat } from '~/i18n/format'
import { useEditor } from './context'
import { keyCommands } from './key-table'
import { Modal } from './modal'
import { groupTexts } from './texts'

type DialogProps = { onClose(): void }

/** Exit removes what this browser keeps of the person; without a question, unsaved edits would be lost. */
export const ExitDialog = ({ onClose, onExit }: DialogProps & { onExit(): void }) => {
  const { waiting } = useEditor().snapshot.save
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

export const SortDialog = ({ onClose }: DialogProps) => {
  const { store, actions } = useEditor()
  const { t } = useTranslation(['editor', 'lists', 'numbers'])
  const format = useFormat()
  const [mode, setMode] = useState<SortMode>('az')
  const [variant, setVariant] = useState<1 | 2>(1)
  const ids = store.targets()
  const [only, setOnly] = useState(ids.length > 1)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    actions.sort(mode, variant, only ? ids : null)
  }
  return (
    <Modal title={t('sort.title')} onClose={onClose}>
      <form noValidate className="stack" onSubmit={submit}>
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

export const FavouriteDialog = ({ onClose }: DialogProps) => {
  const { store, snapshot, actions } = useEditor()
  const ids = store.targets()
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
            onClick={() => actions.toggleFavourite(ids, group.index, groups[group.index] ?? group.name)}
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

export const KeysDialog = ({ onClose }: DialogProps) => {
  const { t } = useTranslation('editor')
  return (
    <Modal title={t('keys.title')} className="ed-dialog ed-dialog-wide" onClose={onClose}>
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
