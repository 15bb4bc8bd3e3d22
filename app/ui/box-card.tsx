/** One box of the account: its name, its state, and the list that it loads. Texts are in the namespace `terminal`. */
import { useTranslation } from 'react-i18next'
import type { FetchState } from './box-view'
import { FetchedText, FetchTag, SeenTag, type Fetched } from './box-state'
import { ButtonLink } from './button'
import { Card } from './card'
import { SerialNumber } from './code'

export type BoxCardProps = {
  box: {
    sn: string
    name: string
    model: string
    softwareVersion: string | null
    lastSeenAt: string | null
    seenLately: boolean
    activeList: { id: string; name: string } | null
    fetched: Fetched
    state: FetchState
  }
  now: string
  /** The heading's level: below a page's title, or below a section's. */
  level?: 2 | 3
}

export const BoxCard = ({ box, now, level = 2 }: BoxCardProps) => {
  const { t } = useTranslation('terminal')
  const page = `/terminal/${box.sn}`
  return (
    <Card
      className="box-card"
      level={level}
      title={
        <a href={page}>
          <bdi>{box.name}</bdi>
        </a>
      }
      actions={<SeenTag lastSeenAt={box.lastSeenAt} seenLately={box.seenLately} now={now} />}
    >
      <p className="box-line">
        {box.model && box.model !== box.name ? (
          <>
            <bdi>{box.model}</bdi> ·{' '}
          </>
        ) : null}
        <SerialNumber sn={box.sn} />
        {box.softwareVersion ? (
          <>
            {' '}
            · <bdi className="muted">{box.softwareVersion}</bdi>
          </>
        ) : null}
      </p>
      <dl className="box-facts">
        <div>
          <dt>{t('list.label')}</dt>
          <dd>
            {box.activeList ? (
              <a href={`/features/lists/${box.activeList.id}`}>
                <bdi>{box.activeList.name}</bdi>
              </a>
            ) : (
              <span className="muted">{t('list.none')}</span>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('fetch.label')}</dt>
          <dd>
            <FetchedText fetched={box.fetched} now={now} />
          </dd>
        </div>
      </dl>
      <div className="split box-end">
        <FetchTag state={box.state} />
        <ButtonLink variant={box.activeList ? 'quiet' : 'plain'} href={page} aria-label={t('open', { name: box.name })}>
          {box.activeList ? t('details') : t('list.pick')}
        </ButtonLink>
      </div>
    </Card>
  )
}
