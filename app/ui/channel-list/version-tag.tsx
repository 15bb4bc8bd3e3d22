/**
 * The list's save state, beside its name. On a narrow window one or two words are shown; screen readers still get the
 * full text.
 */
import { useTranslation } from 'react-i18next'
import type { IconName } from '~/ui/icon'
import { Tag, type TagTone } from '~/ui/tag'

type StateTagProps = { tone: TagTone; icon?: IconName; words: string; /** On a narrow window. */ short?: string }

export const StateTag = ({ words, short = words, ...look }: StateTagProps) => (
  <Tag {...look}>
    <span className="tag-words">{words}</span> <bdi className="tag-short" aria-hidden="true" data-short={short} />
  </Tag>
)

export const VersionTag = ({ revision }: { revision: number }) => {
  const { t } = useTranslation('lists')
  return <StateTag tone="ok" icon="check" words={t('page.revision', { number: revision })} />
}
