/** Home. For a visitor: what the portal is. For a customer: what to do next, the boxes, and the lists under the sky arc. */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { findLists, readList } from '~/modules/channel-list/channel-list.server'
import { BoxCard } from '~/ui/box-card'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { NightArt } from '~/ui/night-art'
import { Notice } from '~/ui/notice'
import { PageHead } from '~/ui/page-head'
import { SkyArc, type SkySatellite } from '~/ui/sky-arc/sky-arc'
import { Time } from '~/ui/time'
import listStyles from '~/styles/lists.css'
import type { UserCaller } from '~/api/endpoint'
import type { BoxView } from '~/web/box-view'
import { findBoxViews } from '~/web/box-view.server'
import { findReturnTo, findUser } from '~/web/caller.server'

export const handle = { i18n: ['home', 'terminal', 'lists', 'account'], title: 'home:title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: listStyles }]

const boxesShown = 3
const listsShown = 4

/** The sky of one list: its satellites, each leading to its channels. */
const findSky = async (user: UserCaller, list: { id: string; name: string } | null) => {
  if (list === null) return null
  const read = await readList(user, list.id, {}, view => view.satellites().map(satellite => ({ ...satellite })))
  if (!read.ok) return null
  const satellites: SkySatellite[] = read.value.filter(satellite => satellite.channels > 0).map(({ index, name, angle, channels }) => ({
    key: String(index), name, angle, channels, href: `/features/lists/${list.id}?satellite=${index}`,
  }))
  return { id: list.id, name: list.name, satellites }
}

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await findUser(request, context)
  if (user === null) return json({ visitor: true as const, returning: findReturnTo(request) !== null })
  const [boxes, lists] = await Promise.all([findBoxViews(user), findLists(user, { kind: user.role === 'administrator' ? 'system' : user.role === 'vno' ? 'vno' : 'user', page: 1, size: listsShown })])
  const summaries = lists.items.map(({ id, name, channels, satellites, updatedAt }) => ({ id, name, channels, satellites, updatedAt: updatedAt.toISOString() }))
  const active = summaries.find(list => boxes.some(box => box.activeList?.id === list.id)) ?? summaries[0] ?? null
  return json({
    visitor: false as const, userName: user.userName, now: new Date().toISOString(),
    boxes: boxes.slice(0, boxesShown), boxCount: boxes.length, withoutList: boxes.find(box => box.activeList === null) ?? null,
    lists: summaries, listCount: lists.total, sky: await findSky(user, active),
  })
}

const points = [['read', 'upload'], ['order', 'list'], ['load', 'satellite']] as const

const VisitorHome = ({ returning }: { returning: boolean }) => {
  const { t } = useTranslation('home')
  return (
    <>
      {returning ? <Notice tone="info">{t('account:login.returning')}</Notice> : null}
      <section className="hero">
        <div className="hero-text">
          <h1>{t('hero.title')}</h1>
          <p>{t('hero.text')}</p>
          <div className="row">
            <ButtonLink href={returning ? '/login' : '/register'} variant="primary">{returning ? t('hero.signIn') : t('hero.register')}</ButtonLink>
            <ButtonLink href={returning ? '/register' : '/login'} className="on-night">{returning ? t('hero.register') : t('hero.signIn')}</ButtonLink>
          </div>
        </div>
        <NightArt title={t('hero.picture')} />
      </section>
      <ol className="cols points">
        {points.map(([key]) => (
          <li key={key} className="card point">
            <h2>{t(`point.${key}.title`)}</h2>
            <p>{t(`point.${key}.text`)}</p>
          </li>
        ))}
      </ol>
    </>
  )
}

type SignedIn = {
  userName: string; now: string; boxes: BoxView[]; boxCount: number; withoutList: BoxView | null; listCount: number
  lists: { id: string; name: string; channels: number; satellites: number; updatedAt: string }[]
  sky: { id: string; name: string; satellites: SkySatellite[] } | null
}

/** The one thing to do next. */
const NextStep = ({ data }: { data: SignedIn }) => {
  const { t } = useTranslation('home')
  const newest = data.lists[0]
  if (data.listCount === 0) return <ButtonLink variant="primary" href="/features/uploads" icon="upload">{t('next.upload')}</ButtonLink>
  if (data.boxCount === 0) return <ButtonLink variant="primary" href="/terminal/bind" icon="plus">{t('next.bind')}</ButtonLink>
  if (data.withoutList) return <ButtonLink variant="primary" href={`/terminal/${data.withoutList.sn}`}>{t('next.choose')}</ButtonLink>
  return newest ? <ButtonLink variant="primary" href={`/features/lists/${newest.id}`}><span>{t('next.edit', { name: newest.name })}</span></ButtonLink> : null
}

/** The satellites of the list in use over the lists by name. */
const ListsCard = ({ lists, sky, now }: Pick<SignedIn, 'lists' | 'sky' | 'now'>) => {
  const { t } = useTranslation('home')
  return (
    <Card>
      {sky && sky.satellites.length > 0 ? (
        <div className="home-sky">
          <p className="muted small">{t('lists.inSky', { name: sky.name })}</p>
          <SkyArc satellites={sky.satellites} label={t('lists.inSky', { name: sky.name })} />
        </div>
      ) : null}
      <ul className="home-lists">
        {lists.map(list => (
          <li key={list.id}>
            <a className="name" href={`/features/lists/${list.id}`}><bdi>{list.name}</bdi></a>
            <span className="muted small">{t('lists.channels', { count: list.channels })} · {t('lists.satellites', { count: list.satellites })}</span>
            <span className="muted small home-lists-end"><Time value={list.updatedAt} now={now} /></span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const CustomerHome = ({ data }: { data: SignedIn }) => {
  const { t } = useTranslation('home')
  const { boxes, lists, sky, now } = data
  return (
    <>
      <PageHead
        title={t('hello', { name: data.userName })}
        lead={data.boxCount + data.listCount === 0 ? t('first') : `${t('countBoxes', { count: data.boxCount })} · ${t('countLists', { count: data.listCount })}`}
        actions={<NextStep data={data} />}
      />
      {data.withoutList && data.listCount > 0 ? (
        <Notice title={t('next.noListOn', { name: data.withoutList.name })}><p>{t('next.noListOnText')}</p></Notice>
      ) : null}
      <div className={data.boxCount === 0 && data.listCount === 0 ? 'cols home-begin' : 'stack stack-wide'}>
        <section className="stack" aria-labelledby="home-boxes">
          <div className="split"><h2 id="home-boxes">{t('boxes.title')}</h2>{data.boxCount > 0 ? <a href="/terminal">{t('boxes.all')}</a> : null}</div>
          {boxes.length > 0 ? <div className="cols cols-wide">{boxes.map(box => <BoxCard key={box.sn} box={box} now={now} level={3} />)}</div> : (
            <Card><EmptyState art="box" level={3} title={t('boxes.empty.title')} text={t('boxes.empty.text')} action={<ButtonLink href="/terminal/bind">{t('next.bind')}</ButtonLink>} /></Card>
          )}
        </section>
        <section className="stack" aria-labelledby="home-lists">
          <div className="split"><h2 id="home-lists">{t('lists.title')}</h2>{data.listCount > 0 ? <a href="/features">{t('lists.all')}</a> : null}</div>
          {lists.length > 0 ? <ListsCard lists={lists} sky={sky} now={now} /> : (
            <Card><EmptyState level={3} title={t('lists.empty.title')} text={t('lists.empty.text')} action={<ButtonLink href="/features">{t('lists.look')}</ButtonLink>} /></Card>
          )}
        </section>
      </div>
    </>
  )
}

const Home = () => {
  const data = useLoaderData<typeof loader>()
  return data.visitor ? <VisitorHome returning={data.returning} /> : <CustomerHome data={data} />
}
export default Home
