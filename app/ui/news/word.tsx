/** One message in a conversation between a customer and the provider: who wrote it, when, and what. */
import { useTranslation } from 'react-i18next'
import type { ShownAttachment } from '~/ui/attachment-list'
import { AttachmentList } from '~/ui/attachment-list'
import { Logo } from '~/ui/logo'
import { Tag } from '~/ui/tag'
import { Time } from '~/ui/time'
import { PlainText } from './plain-text'

export type WordData = {
  id: string
  side: 'customer' | 'provider'
  text: string
  lang?: string
  at: string
  isNew: boolean
  files: readonly ShownAttachment[]
}

export const Word = ({ word, provider, now }: { word: WordData; provider: string; now: string }) => {
  const { t } = useTranslation('news')
  return (
    <li className={`word word-${word.side}`}>
      <p className="word-head">
        {word.side === 'provider' ? <Logo size={20} /> : null}
        <b>{word.side === 'provider' ? <bdi>{provider}</bdi> : t('thread.you')}</b>{' '}
        <span className="muted">
          <Time value={word.at} now={now} />
        </span>
        {word.isNew ? <Tag tone="warn">{t('thread.new')}</Tag> : null}
      </p>
      <PlainText text={word.text} lang={word.lang} />
      <AttachmentList attachments={word.files} />
    </li>
  )
}
