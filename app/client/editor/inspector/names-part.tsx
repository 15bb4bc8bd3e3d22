/** The names of the one selected channel in other languages, each changed by Enter or by leaving its field. */
import { useId, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { limits, nameLanguages, type NameLanguage } from '~/engine/types'
import { countGraphemes } from '~/text/graphemes'
import type { InspectorProps } from './props'

type FieldProps = Pick<InspectorProps, 'actions'> & {
  id: number
  language: NameLanguage
  name: string
  disabled: boolean
}
const NameIn = ({ actions, id, language, name, disabled }: FieldProps) => {
  const { t } = useTranslation(['editor', 'lists', 'numbers'])
  const fieldId = useId()
  const [text, setText] = useState(name)
  const problem = countGraphemes(text) > limits.nameCharacters ? t('problem.name-too-long') : null
  const finish = () => {
    if (problem !== null || text.trim() === name) return setText(name)
    actions.edit(
      [{ op: 'names-in', language, names: [[id, text.trim() || null]] }],
      t('numbers:inspector.named', { language: t(`lists:nameLanguage.${language}`) }),
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') finish()
    else if (event.key === 'Escape' && text !== name) {
      // Keeps a sheet around the field open: Escape only resets the text.
      event.preventDefault()
      event.stopPropagation()
      setText(name)
    }
  }
  return (
    <div className="field">
      <label htmlFor={fieldId}>{t(`lists:nameLanguage.${language}`)}</label>
      <input
        id={fieldId}
        className="input"
        lang={language}
        dir="auto"
        value={text}
        disabled={disabled}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${fieldId}n`}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={finish}
      />
      {problem !== null && (
        <p id={`${fieldId}n`} className="field-hint ed-bad" role="status">
          {problem}
        </p>
      )}
    </div>
  )
}

export const NamesPart = ({ store, snapshot, actions, ids }: InspectorProps) => {
  const { t } = useTranslation('numbers')
  const [id] = ids
  const names = id === undefined || ids.length > 1 ? null : store.details(id)?.names
  if (id === undefined || !names) return null
  const shown = nameLanguages.filter((language) => snapshot.canEdit || names[language] !== undefined)
  if (shown.length === 0) return null
  return (
    <section className="ins-part">
      <details open={Object.keys(names).length > 0}>
        <summary>{t('names.title')}</summary>
        <div className="stack">
          {shown.map((language) => (
            <NameIn
              key={`${id} ${language} ${names[language] ?? ''}`}
              actions={actions}
              id={id}
              language={language}
              name={names[language] ?? ''}
              disabled={!snapshot.canEdit}
            />
          ))}
        </div>
      </details>
    </section>
  )
}
