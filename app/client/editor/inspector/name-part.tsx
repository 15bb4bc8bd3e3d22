/** The name of the one selected channel, changed by Enter or by leaving the field. */
import { useId, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '~/engine/types'
import { useFormat } from '~/i18n/format'
import { countGraphemes } from '~/text/graphemes'
import { tryRename } from '../store/trials'
import type { InspectorProps } from './props'

const NameField = ({
  store,
  actions,
  id,
  name,
}: Pick<InspectorProps, 'store' | 'actions'> & { id: number; name: string }) => {
  const { t } = useTranslation(['editor', 'lists'])
  const format = useFormat()
  const fieldId = useId()
  const [text, setText] = useState(name)
  const tried = text === name ? null : tryRename(store.opened().list, id, text)
  const problem = tried && !tried.ok ? t(`problem.${tried.code}`) : null
  const warnings = tried?.ok
    ? tried.warnings.filter((w) => w.code === 'name-cut' || w.code === 'name-letters').map((w) => t(`loss.${w.code}`))
    : []
  const finish = () => {
    if (text !== name && problem === null) actions.rename(id, text)
    else setText(name)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && problem === null) finish()
    else if (event.key === 'Escape' && text !== name) {
      // Keeps a sheet around the field open: Escape only resets the text.
      event.preventDefault()
      event.stopPropagation()
      setText(name)
    }
  }
  return (
    <div className="field">
      <label htmlFor={fieldId}>{t('lists:channel.name')}</label>
      <input
        id={fieldId}
        className="input"
        dir="auto"
        value={text}
        aria-describedby={`${fieldId}n`}
        aria-invalid={problem !== null}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={finish}
      />
      <p id={`${fieldId}n`} className={problem ? 'field-hint ed-bad' : 'field-hint'} role="status">
        {text !== name && (
          <bdi>
            {t('rename.count', {
              used: format.number(countGraphemes(text)),
              most: format.number(limits.nameCharacters),
            })}
          </bdi>
        )}
        {problem ? ` · ${problem}` : warnings.map((w) => ` · ${w}`)}
      </p>
    </div>
  )
}

export const NamePart = ({ store, snapshot, actions, ids }: InspectorProps) => {
  const [id] = ids
  if (id === undefined || ids.length > 1 || !snapshot.canEdit) return null
  const name = snapshot.names[store.positionOf(id) - 1] ?? ''
  return <NameField key={`${id} ${name}`} store={store} actions={actions} id={id} name={name} />
}
