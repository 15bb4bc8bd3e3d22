/** The cards of MyLink and audio on /features: how much an account has, and how to get the service. */
import { useTranslation } from 'react-i18next'
import { joined } from '../channel-list/joined'
import type { LockView } from '../service/locked'
import { homeOf } from './view'

export type LinkCardsView = {
  mylink: { categories: number; channels: number; lock: LockView | null }
  audio: { entries: number; lock: LockView | null }
}

type CardProps = { href: string; title: string; lead: string; counts: string | null; lock: LockView | null }
const LinkCard = ({ href, title, lead, counts, lock }: CardProps) => (
  <li className="card list-card">
    <h3>
      <a href={href}>{title}</a>
    </h3>
    <p>{lead}</p>
    {counts === null ? null : <p className="muted">{counts}</p>}
    {lock === null ? null : (
      <p className="small">
        {lock.title}. <a href={lock.href}>{lock.action}</a>
      </p>
    )}
  </li>
)

export const LinkCards = ({ mylink, audio }: LinkCardsView) => {
  const { t } = useTranslation(['mylink', 'audio'])
  return (
    <section aria-labelledby="more-title" className="stack">
      <h2 id="more-title">{t('mylink:more')}</h2>
      <ul className="list-cards">
        <LinkCard
          href={homeOf('mylink')}
          title={t('mylink:title')}
          lead={t('mylink:lead')}
          counts={
            mylink.categories === 0
              ? null
              : joined([
                  t('mylink:categories', { count: mylink.categories }),
                  t('mylink:channels', { count: mylink.channels }),
                ])
          }
          lock={mylink.lock}
        />
        <LinkCard
          href={homeOf('audio')}
          title={t('audio:title')}
          lead={t('audio:lead')}
          counts={audio.entries === 0 ? null : t('mylink:audio', { count: audio.entries })}
          lock={audio.lock}
        />
      </ul>
    </section>
  )
}
