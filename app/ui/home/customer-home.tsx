/** Home for a customer: the boxes, unpaid orders, the wallet, new messages, and the lists below the sky arc. */
import { useTranslation } from 'react-i18next'
import { useLocalFormat } from '~/i18n/format'
import { RunningText, type BoxCardProps } from '../box-card'
import { FetchTag, SeenTag } from '../box-state'
import { ButtonLink } from '../button'
import { Card } from '../card'
import { EmptyState } from '../empty-state'
import { PageHead } from '../page-head'
import type { BoxServicesShort } from '../service/view'
import { SkyView, type SkyDrawings, type SkySatellite } from '../sky-arc/sky-view'
import { Time } from '../time'
import { Unbroken } from '../unbroken'

type News = { items: { id: string; title: string; lang: string; at: string }[]; more: number; replies: number }
type Box = BoxCardProps['box']
/** An unfinished order: what it buys, in words, and its payment deadline. */
type Due = { number: string; what: string; amount: string; until: string | null; canPay: boolean }
/** A wallet's balance and its available part, and the points, in words; null if it is not open and there is nothing. */
type WalletSum = { isOpen: boolean; balance: string; available: string | null; points: string | null }
export type CustomerHomeProps = {
  wallet: WalletSum | null
  due: Due[]
  /** Further unfinished orders. */
  dueMore: number
  userName: string
  now: string
  news: News
  boxes: (Box & { services: BoxServicesShort })[]
  boxCount: number
  listCount: number
  lists: { id: string; name: string; channels: number; satellites: number; updatedAt: string }[]
  sky: { id: string; name: string; satellites: SkySatellite[]; drawings: SkyDrawings } | null
}

/** A box in short: whether it was heard from, what it loads, and what runs and ends on it. */
const HomeBox = ({ box, now }: { box: CustomerHomeProps['boxes'][number]; now: string }) => {
  const { t } = useTranslation('terminal')
  const page = `/terminal/${box.sn}`
  return (
    <Card
      className="home-box"
      level={3}
      title={
        <a href={page}>
          <bdi>{box.name}</bdi>
        </a>
      }
      actions={<SeenTag lastSeenAt={box.lastSeenAt} seenLately={box.seenLately} now={now} />}
    >
      <div className="row">
        {box.activeList ? (
          <a className="tall-link" href={`/features/lists/${box.activeList.id}`}>
            <bdi>{box.activeList.name}</bdi>
          </a>
        ) : (
          <ButtonLink href={page} aria-label={`${t('list.pick')}: ${box.name}`}>
            {t('list.pick')}
          </ButtonLink>
        )}
        <FetchTag state={box.state} />
      </div>
      <div>
        <RunningText sn={box.sn} services={box.services} now={now} />
      </div>
    </Card>
  )
}

/** The satellites of the active list above the names of the lists. */
const ListsCard = ({ lists, sky, now }: Pick<CustomerHomeProps, 'lists' | 'sky' | 'now'>) => {
  const { t } = useTranslation('home')
  return (
    <Card>
      {sky && sky.satellites.length > 0 ? (
        <div className="stack stack-tight home-sky">
          <p className="muted small">{t('lists.inSky', { name: sky.name })}</p>
          <SkyView satellites={sky.satellites} drawings={sky.drawings} label={t('lists.inSky', { name: sky.name })} />
        </div>
      ) : null}
      <ul className="home-lists">
        {lists.map((list) => (
          <li key={list.id}>
            <a className="name" href={`/features/lists/${list.id}`}>
              <bdi>{list.name}</bdi>
            </a>{' '}
            <span className="muted small">
              {t('lists.channels', { count: list.channels })} · {t('lists.satellites', { count: list.satellites })}
            </span>{' '}
            <span className="muted small home-lists-end">
              <Time value={list.updatedAt} now={now} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Unread messages and replies. */
const NewsCard = ({ news, now }: { news: News; now: string }) => {
  const { t } = useTranslation('home')
  return (
    <Card className="home-news">
      <div className="split">
        <h2 id="home-news">{t('news.title')}</h2>
        <a href="/news">{t('news.all')}</a>
      </div>
      <ul className="home-lists">
        {news.items.map(({ id, title, lang, at }) => (
          <li key={id}>
            <a className="name" href={`/news/messages/${id}`}>
              <bdi lang={lang}>{title}</bdi>
            </a>{' '}
            <span className="muted small home-lists-end">
              <Time value={at} now={now} />
            </span>
          </li>
        ))}
        {news.more > 0 ? (
          <li>
            <a href="/news?unread=1">{t('news.more', { count: news.more })}</a>
          </li>
        ) : null}
        {news.replies > 0 ? (
          <li>
            <a className="name" href="/news/feedback">
              {t('news.replies', { count: news.replies })}
            </a>
          </li>
        ) : null}
      </ul>
    </Card>
  )
}

/** Orders that wait for payment. */
type DueCardProps = { due: readonly Due[]; more: number; isConfirming?: boolean }
const DueCard = ({ due, more, isConfirming = false }: DueCardProps) => {
  const { t } = useTranslation('home')
  const format = useLocalFormat()
  return (
    <Card className="home-due">
      <div className="split">
        <h2>{t(isConfirming ? 'due.confirming' : 'due.title')}</h2>
        <a href="/order">{t('due.all')}</a>
      </div>
      <ul className="home-lists">
        {due.map(({ number, what, amount, until }) => (
          <li key={number}>
            <a className="name" href={`/order/${number}/pay`}>
              {what}
            </a>{' '}
            <span className="muted small">
              {until === null ? t('due.onItsWay') : t('due.until', { time: format.dateTime(until) })}
            </span>{' '}
            <span className="strong home-lists-end">{amount}</span>
          </li>
        ))}
        {more > 0 ? (
          <li>
            <a href="/order">{t('due.more', { count: more })}</a>
          </li>
        ) : null}
      </ul>
    </Card>
  )
}

/** The balance, with a link to the wallet. */
const WalletCard = ({ isOpen, balance, available, points }: WalletSum) => {
  const { t } = useTranslation('home')
  return (
    <Card className="home-wallet">
      <div className="split">
        <h2>{t('wallet.title')}</h2>
        {isOpen ? <a href="/wallet">{t('wallet.see')}</a> : <a href="/wallet/open">{t('wallet.open')}</a>}
      </div>
      <p className="home-balance">{balance}</p>
      {available === null ? null : <p className="muted small">{t('wallet.available', { amount: available })}</p>}
      {points === null ? null : (
        <p>
          <a href="/points">{points}</a>
        </p>
      )}
    </Card>
  )
}

/** Pending payments, the wallet and unread messages. Each appears only if there is something to show. */
const Slots = ({
  news,
  due,
  dueMore,
  wallet,
  now,
}: Pick<CustomerHomeProps, 'news' | 'due' | 'dueMore' | 'wallet' | 'now'>) => (
  <div className="home-slots">
    {due.some(({ canPay }) => canPay) ? <DueCard due={due.filter(({ canPay }) => canPay)} more={dueMore} /> : null}
    {due.some(({ canPay }) => !canPay) ? (
      <DueCard due={due.filter(({ canPay }) => !canPay)} more={0} isConfirming />
    ) : null}
    {wallet === null ? null : <WalletCard {...wallet} />}
    {news.items.length > 0 || news.replies > 0 ? <NewsCard news={news} now={now} /> : null}
  </div>
)

export const CustomerHome = ({ data }: { data: CustomerHomeProps }) => {
  const { t } = useTranslation('home')
  const { boxes, lists, sky, now } = data
  const isNew = data.boxCount + data.listCount === 0
  const slots = <Slots news={data.news} due={data.due} dueMore={data.dueMore} wallet={data.wallet} now={now} />
  return (
    <>
      <PageHead
        title={<Unbroken text={(name) => t('hello', { name })} value={data.userName} />}
        lead={isNew ? t('first') : undefined}
      />
      <div className={isNew ? 'cols home-begin' : 'stack stack-wide'}>
        <section className="stack" aria-labelledby="home-boxes">
          <div className="split">
            <h2 id="home-boxes">{t('boxes.title')}</h2>
            {data.boxCount > 0 ? <a href="/terminal">{t('boxes.all')}</a> : null}
          </div>
          {boxes.length > 0 ? (
            <div className="cols cols-wide">
              {boxes.map((box) => (
                <HomeBox key={box.sn} box={box} now={now} />
              ))}
            </div>
          ) : (
            <Card className="home-empty">
              <EmptyState
                art="box"
                level={3}
                title={t('boxes.empty.title')}
                text={t('boxes.empty.text')}
                action={<ButtonLink href="/terminal/bind">{t('boxes.empty.bind')}</ButtonLink>}
              />
            </Card>
          )}
        </section>
        {isNew ? null : slots}
        <section className="stack" aria-labelledby="home-lists">
          <div className="split">
            <h2 id="home-lists">{t('lists.title')}</h2>
            {data.listCount > 0 ? <a href="/features">{t('lists.all')}</a> : null}
          </div>
          {lists.length > 0 ? (
            <ListsCard lists={lists} sky={sky} now={now} />
          ) : (
            <Card className="home-empty">
              <EmptyState
                level={3}
                title={t('lists.empty.title')}
                text={t('lists.empty.text')}
                action={<ButtonLink href="/features">{t('lists.look')}</ButtonLink>}
              />
            </Card>
          )}
        </section>
      </div>
      {isNew ? slots : null}
    </>
  )
}
