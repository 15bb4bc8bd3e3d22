/** The cards of MyLink and audio on /features: how much an account has, and how to get the service. */
import { useTranslation } from 'react-i18next'
import type { LinkService } from '~/modules/link/types'
import { joined } from '../channel-list/joined'
import type { LockView } from '../service/locked'
import { homeOf } from './view'

/** `categories`: of MyLink; `links`: its channels, or the audio sources. */
export type LinkCardsView = { service: LinkService; categories: number; links: number; lock: LockView | null }[]

export const LinkCards = ({ cards }: { cards: LinkCardsView }) => {
  const { t } = useTranslation('mylink')
  const countsOf = ({ service, categories, links }: LinkCardsView[number]): string => {
    const counted = t(`of.${service}.count`, { count: links })
    return service === 'audio' ? counted : joined([t('categories', { count: categories }), counted])
  }
  return (
    <section aria-labelledby="more-title" className="stack">
      <h2 id="more-title">{t('more')}</h2>
      <ul className="list-cards">
        {cards.map((card) => {
          const { service, categories, links, lock } = card
          const isEmpty = (service === 'mylink' ? categories : links) === 0
          return (
            <li key={service} className="card list-card">
              <h3>
                <a href={homeOf(service)}>{t(`of.${service}.title`)}</a>
              </h3>
              <p>{t(`of.${service}.lead`)}</p>
              {isEmpty ? null : <p className="muted">{countsOf(card)}</p>}
              {lock === null ? null : (
                <p className="small">
                  {lock.title}. <a href={lock.href}>{lock.action}</a>
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
