/** What can be added to a box, group by group, with the price of the shortest period. */
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { ButtonLink } from '../button'
import { Icon } from '../icon'
import { Tag } from '../tag'
import { Price } from './price'
import { UseTag } from './use-tag'
import type { OfferGroup, OfferView } from './view'

const Offer = ({ offer, sn }: { offer: OfferView; sn: string | null }) => {
  const { t } = useTranslation('service')
  const { t: orderText } = useTranslation('order')
  const format = useFormat()
  const { price, contains } = offer
  const query = new URLSearchParams({ ...(sn === null ? {} : { sn }), product: offer.key })
  const { href } = offer.use
  const hasTags = offer.africanOnly || offer.use.place !== 'box' || (price !== null && price.off !== null)
  return (
    <li className="card offer">
      <div className="offer-head">
        <h3>{offer.name}</h3>
        {price === null ? (
          <Tag tone="ok">{t('state.granted')}</Tag>
        ) : (
          <p className="offer-price">
            <Price price={price} /> <span className="small muted">{orderText('months', { count: price.months })}</span>
          </p>
        )}
      </div>
      <p className="offer-text">{offer.sentence}</p>
      {contains.length > 0 ? (
        <p className="small muted">{t('shop.contains', { services: format.list(contains) })}</p>
      ) : null}
      {hasTags ? (
        <p className="offer-tags">
          {price !== null && price.off !== null && price.until !== null ? (
            <Tag tone="warn">{t('price.off', { part: format.percent(price.off), date: format.date(price.until) })}</Tag>
          ) : null}
          {offer.africanOnly ? <Tag tone="info">{t('shop.african')}</Tag> : null} <UseTag use={offer.use} />
        </p>
      ) : null}
      <div className="offer-foot">
        {href === null ? null : (
          <a className="offer-open" href={href}>
            {t(offer.use.place === 'app' ? 'shop.openApp' : 'shop.open')}
          </a>
        )}
        {price === null ? null : (
          <ButtonLink
            href={sn === null ? '/terminal/bind' : `/service/buy?${query.toString()}`}
            variant="quiet"
            className="offer-choose"
            aria-label={t('shop.chooseOf', { name: offer.name })}
          >
            <span className="offer-word">{t('shop.choose')}</span>
            <Icon name="chevron" className="offer-mark" />
          </ButtonLink>
        )}
      </div>
    </li>
  )
}

export const Shop = ({ groups, sn }: { groups: readonly OfferGroup[]; sn: string | null }) => {
  const { t } = useTranslation('service')
  const base = useId()
  return (
    <>
      {groups.map(({ group, offers }) => (
        <section key={group} className="offer-group" aria-labelledby={`${base}${group}`}>
          <h2 id={`${base}${group}`}>{t(`group.${group}`)}</h2>
          <ul className="offers">
            {offers.map((offer) => (
              <Offer key={offer.key} offer={offer} sn={sn} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
