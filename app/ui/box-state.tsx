/**
 * When a box was last heard from, as a word with a colour, and what it has loaded. Texts are in the namespace
 * `terminal`.
 */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { FetchState } from './box-view'
import { Tag } from './tag'
import { Time } from './time'

export const SeenTag = ({
  lastSeenAt,
  seenLately,
  now,
}: {
  lastSeenAt: string | null
  seenLately: boolean
  now: string
}) => {
  const { t } = useTranslation('terminal')
  const format = useFormat()
  if (lastSeenAt === null) return null
  const when = format.relative(lastSeenAt, now)
  return <Tag tone={seenLately ? 'ok' : 'quiet'}>{t(seenLately ? 'state.seen' : 'state.quiet', { when })}</Tag>
}

export type Fetched = { name: string | null; revision: number; at: string } | null
export const FetchedText = ({ fetched, now }: { fetched: Fetched; now: string }) => {
  const { t } = useTranslation('terminal')
  if (fetched === null) return <>{t('fetch.never')}</>
  return (
    <>
      {fetched.name === null
        ? t('fetch.deleted', { revision: fetched.revision })
        : t('fetch.done', { list: fetched.name, revision: fetched.revision })}
      {' · '}
      <Time value={fetched.at} now={now} />
    </>
  )
}

const fetchTones = { off: 'quiet', waiting: 'info', behind: 'warn', current: 'ok' } as const
export const FetchTag = ({ state }: { state: FetchState }) => {
  const { t } = useTranslation('terminal')
  if (state === 'none') return null
  return (
    <Tag tone={fetchTones[state]} icon={state === 'current' ? 'check' : undefined}>
      {t(`fetch.${state}`)}
    </Tag>
  )
}
