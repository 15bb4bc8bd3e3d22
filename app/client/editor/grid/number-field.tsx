/** Another number for a channel, typed in its row: Enter moves the channel there, Escape leaves it. */
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { parseNumber } from '~/i18n/number'
import { numberInput } from '~/ui/number-input'
import { useEditor } from '../context'

export const NumberField = ({ id, onDone }: { id: number; onDone(): void }) => {
  const { store, actions, snapshot } = useEditor()
  const { t } = useTranslation('editor')
  const format = useFormat()
  const present = store.positionOf(id)
  const [text, setText] = useState(String(present))
  const [wrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  // Before the next key, so that the field receives it.
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.select()
  }, [])
  const close = () => {
    if (done.current) return
    done.current = true
    onDone()
  }
  const move = () => {
    const to = parseNumber(text, { min: 1, max: snapshot.length })
    if (to === null) {
      setWrong(true)
      return actions.showError(t('move.wrong', { most: format.number(snapshot.length) }))
    }
    store.focus(id)
    close()
    if (to !== present) actions.move([id], to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') close()
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    move()
  }
  return (
    <input
      {...numberInput()}
      ref={input}
      className="input ed-number-field"
      value={text}
      aria-label={t('keys.number')}
      aria-invalid={wrong}
      onChange={(event) => {
        setText(event.target.value)
        setWrong(false)
      }}
      onKeyDown={onKeyDown}
      onBlur={close}
    />
  )
}
