/** A text or number of the selection, changed by Enter or by leaving the field; Escape puts the old one back. */
import { useId, useState, type InputHTMLAttributes, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

type TypedFieldProps = {
  label: string
  /** Undefined if the selected channels differ: the field is empty, and leaving it empty changes nothing. */
  value: string | undefined
  hint?: string
  /** What is said of a text while it is typed. */
  note?(text: string): string
  /** Why it can't be set; null if it can. */
  refuse(text: string): string | null
  onSet(text: string): void
} & Pick<InputHTMLAttributes<HTMLInputElement>, 'lang' | 'disabled' | 'dir' | 'inputMode' | 'maxLength'>

export const TypedField = ({ label, value, hint, note, refuse, onSet, ...input }: TypedFieldProps) => {
  const { t } = useTranslation('editor')
  const id = useId()
  const present = value ?? ''
  const unchanged = { of: value, text: present, isSent: false }
  const [draft, setDraft] = useState(unchanged)
  // Undo and others' edits win over what is typed.
  if (draft.of !== value) setDraft(unchanged)
  const { text, isSent } = draft
  const problem = text === present ? null : refuse(text)
  const said = problem ?? (text === present || !note ? hint : note(text))
  const finish = () => {
    if (problem !== null) return
    if (text.trim() === present) return setDraft(unchanged)
    setDraft({ ...draft, isSent: true })
    onSet(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') finish()
    else if (event.key === 'Escape' && text !== present) {
      // Keeps a sheet around the field open: Escape only resets the text.
      event.preventDefault()
      event.stopPropagation()
      setDraft(unchanged)
    }
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        dir="auto"
        {...input}
        id={id}
        className="input"
        value={text}
        placeholder={value === undefined ? t('inspector.different') : undefined}
        aria-describedby={`${id}n`}
        aria-invalid={problem !== null}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setDraft({ of: value, text: event.target.value, isSent: false })}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (!isSent) finish()
        }}
      />
      <p id={`${id}n`} className={problem === null ? 'field-hint' : 'field-hint ed-bad'} role="status">
        {said}
      </p>
    </div>
  )
}
