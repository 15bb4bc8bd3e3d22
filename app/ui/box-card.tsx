/** One box of the account: its name, its state, and the list that it loads. Texts are in the namespace `terminal`. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { FetchState } from './box-view'
import { FetchedText, FetchTag, SeenTag, type Fetched } from './box-state'
import { ButtonLink } from './button'
import { Card } from './card'
import { SerialNumber } from './code'
import type { BoxServicesShort } from './service/view'
import { Tag } from './tag'

/** What runs, and what ends within two weeks, each on its own line without styles, with a link to renew it. */
export const RunningText = ({ sn, services, now }: { sn: string; services: BoxServicesShort; now: string }) => {
  const { t } = useTranslation('terminal')
  const format = useFormat()
  return (
    <>
      {services.running.length === 0 ? (
        <span className="muted">{t('services.nothingRuns')}</span>
      ) : (
        format.list(services.running)
      )}{' '}
      <div className="running-ends">
        {services.ending.map(({ name, endsAt }) => (
          <div key={name}>
            <Tag tone="warn">{t('services.ends', { name, when: format.inDays(endsAt, now) })}</Tag>
          </div>
        ))}
        <a className="tall-link" href={`/service?sn=${sn}`}>
          {t(services.ending.length > 0 ? 'services.renew' : 'services.buy')}
        </a>
      </div>
    </>
  )
}

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
  services?: BoxServicesShort | undefined
}

export const BoxCard = ({ box, now, services }: BoxCardProps) => {
  const { t } = useTranslation('terminal')
  const page = `/terminal/${box.sn}`
  return (
    <Card
      className="box-card"
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
      <dl className="stack stack-tight box-facts">
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
        {services ? (
          <div>
            <dt>{t('services.title')}</dt>
            <dd>
              <RunningText sn={box.sn} services={services} now={now} />
            </dd>
          </div>
        ) : null}
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
