/**
 * Edits a channel's name in place. It shows how many characters are left, and at once what the file's format can't
 * represent.
 */
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '~/engine/types'
import { useFormat } from '~/i18n/format'
import { countGraphemes } from '~/text/graphemes'
import { useEditor } from '../context'
import { tryRename } from '../store/trials'

type RenameFieldProps = {
  id: number
  name: string
  /** null: given up. */ onDone(name: string | null): void
}

export const RenameField = ({ id, name, onDone }: RenameFieldProps) => {
  const { store } = useEditor()
  const { t } = useTranslation('editor')
  const format = useFormat()
  const [text, setText] = useState(name)
  const input = useRef<HTMLInputElement>(null)
  const noteId = useId()
  // Enter, Escape and the blur that they cause count once.
  const done = useRef(false)
  // Before the next key, so that the field receives it.
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.select()
  }, [])

  const tried = text === name ? null : tryRename(store.opened().list, id, text)
  const problem = tried && !tried.ok ? t(`problem.${tried.code}`, t('problem.bad-operation')) : null
  const warnings = tried?.ok
    ? tried.warnings.filter((w) => w.code === 'name-cut' || w.code === 'name-letters').map((w) => t(`loss.${w.code}`))
    : []
  const finish = (keep: boolean) => {
    if (done.current) return
    if (keep && problem) return
    done.current = true
    onDone(keep && text !== name ? text : null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      finish(true)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      finish(false)
    }
  }
  return (
    <span className="ed-rename">
      <input
        ref={input}
        className="input"
        dir="auto"
        value={text}
        aria-label={t('rename.label')}
        aria-describedby={noteId}
        aria-invalid={problem !== null}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (problem) {
            done.current = true
            onDone(null)
          } else finish(true)
        }}
      />
      <span
        id={noteId}
        className={problem ? 'ed-rename-note bad' : warnings.length > 0 ? 'ed-rename-note warn' : 'ed-rename-note'}
        role="status"
      >
        <bdi>
          {t('rename.count', { used: format.number(countGraphemes(text)), most: format.number(limits.nameCharacters) })}
        </bdi>
        {problem ? ` · ${problem}` : warnings.map((w) => ` · ${w}`)}
      </span>
    </span>
  )
}
