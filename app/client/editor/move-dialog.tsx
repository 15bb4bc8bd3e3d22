/**
 * Asks for the number that the selected channels move to. It is loaded with the editor, because typing follows at once.
 */
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { parseNumber } from '~/i18n/number'
import { numberInput } from '~/ui/number-input'
import { useEditor } from './context'
import { Modal } from './modal'

export const MoveDialog = ({ onClose }: { onClose(): void }) => {
  const { store, snapshot, actions } = useEditor()
  const { t } = useTranslation('editor')
  const format = useFormat()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState(false)
  const ids = store.targets()
  const moveTo = (to: number) => {
    onClose()
    actions.move(ids, to)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const to = parseNumber(text, { min: 1, max: snapshot.length })
    if (to === null) setWrong(true)
    else moveTo(to)
  }
  const most = format.number(snapshot.length)
  return (
    <Modal title={t('move.title', { count: ids.length, number: format.number(ids.length) })} onClose={onClose}>
      <form className="stack" onSubmit={submit} noValidate>
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
            onChange={(event) => {
              setText(event.target.value)
              setWrong(false)
            }}
          />
          <p id="ed-move-note" className={wrong ? 'small ed-bad' : 'small muted'} role={wrong ? 'alert' : undefined}>
            {t(wrong ? 'move.wrong' : 'move.hint', { most })}
          </p>
        </div>
        <div className="form-actions ed-move-actions">
          <button className="btn primary">{t('move.confirm')}</button>
          <button type="button" className="btn" onClick={() => moveTo(1)}>
            {t('move.top')}
          </button>
          <button type="button" className="btn" onClick={() => moveTo(snapshot.length)}>
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
