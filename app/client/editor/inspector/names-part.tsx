/** The names of the one selected channel in other languages. */
import { useTranslation } from 'react-i18next'
import { limits, nameLanguages } from '~/engine/types'
import { countGraphemes } from '~/text/graphemes'
import type { InspectorProps } from './props'
import { TypedField } from './typed-field'

export const NamesPart = ({ store, snapshot, actions, ids }: InspectorProps) => {
  const { t } = useTranslation(['numbers', 'lists', 'editor'])
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
            <TypedField
              key={`${id} ${language}`}
              label={t(`lists:nameLanguage.${language}`)}
              value={names[language] ?? ''}
              lang={language}
              disabled={!snapshot.canEdit}
              refuse={(text) =>
                countGraphemes(text) > limits.nameCharacters ? t('editor:problem.name-too-long') : null
              }
              onSet={(text) =>
                actions.edit(
                  [{ op: 'names-in', language, names: [[id, text.trim() || null]] }],
                  t('inspector.named', { language: t(`lists:nameLanguage.${language}`) }),
                )
              }
            />
          ))}
        </div>
      </details>
    </section>
  )
}
