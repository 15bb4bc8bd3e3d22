/** The state of a feedback in one word, as its customer sees it. */
import { useTranslation } from 'react-i18next'
import { Tag } from '~/ui/tag'

export type FeedbackState = 'open' | 'answered' | 'closed'
const tones = { open: 'info', answered: 'ok', closed: 'quiet' } as const

export const FeedbackStateTag = ({ state }: { state: FeedbackState }) => {
  const { t } = useTranslation('news')
  return <Tag tone={tones[state]}>{t(`state.${state}`)}</Tag>
}
