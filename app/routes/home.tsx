/**
 * Home. For a visitor: what the portal is. For a customer: the boxes, open payments, the wallet, new messages, and the
 * lists below the sky arc.
 */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatsOf } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { instanceFor } from '~/i18n/i18n.server'
import type { Language } from '~/i18n/languages'
import { findLists, readList } from '~/modules/channel-list/channel-list.server'
import { countUnreadReplies } from '~/modules/feedback/feedback.server'
import { balanceOf, wallet } from '~/modules/ledger/ledger.server'
import { findMessages } from '~/modules/message/message.server'
import { unfinishedOf } from '~/modules/order/order.server'
import { pointsOf } from '~/modules/points/points.server'
import { walletState } from '~/modules/wallet/wallet.server'
import type { BoxOnPage } from '~/ui/box-view'
import { CustomerHome } from '~/ui/home/customer-home'
import { VisitorHome } from '~/ui/home/visitor-home'
import { amountsOf } from '~/ui/order/amounts'
import { productsOf } from '~/ui/order/products'
import type { SkySatellite } from '~/ui/sky-arc/sky-view'
import listStyles from '~/styles/lists.css'
import visitorStyles from '~/styles/visitor.css'
import type { UserCaller } from '~/modules/session/caller'
import { shortServices } from '~/web/box/box-service.server'
import { findBoxViews } from '~/web/box/box-view.server'
import { findReturnTo } from '~/request/return-to.server'
import { findUser } from '~/request/caller.server'
import { getLanguage } from '~/request/language.server'
import { layOutSky } from '~/web/lists/sky.server'
import { mangoText } from '~/web/wallet/amounts.server'
import { now } from '~/platform/clock.server'

export const handle = {
  i18n: ['home', 'terminal', 'lists', 'account'],
  title: 'home:title',
  description: 'home:hero.text',
} satisfies RouteHandle
export const links: LinksFunction = () => [listStyles, visitorStyles].map((href) => ({ rel: 'stylesheet', href }))

const maxBoxesShown = 3
const maxListsShown = 4
const maxMessagesShown = 3

/** The newest unread messages, and the number of unread replies. */
const findNews = async (userId: string, language: string) => {
  const [messages, replies] = await Promise.all([
    findMessages(userId, { page: 1, size: maxMessagesShown, unread: true, language }),
    countUnreadReplies(userId),
  ])
  return {
    items: messages.items.map(({ id, title, language: lang, createdAt }) => ({
      id,
      title,
      lang,
      at: createdAt.toISOString(),
    })),
    more: messages.total - messages.items.length,
    replies,
  }
}

/** The maximum number of satellites that are drawn: more would be illegible. */
const satellitesDrawn = 300
/**
 * The sky of one list: its satellites, each linking to its channels. It is computed here, because nothing on the page
 * changes it.
 */
const findSky = async (
  user: UserCaller,
  list: { id: string; name: string } | null,
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
) => {
  if (list === null) return null
  const read = await readList(user, list.id, {}, (view) => view.satellitesOf({ most: satellitesDrawn }))
  if (!read.ok) return null
  const satellites: SkySatellite[] = read.value
    .filter((satellite) => satellite.channels > 0)
    .map(({ index, name, angle, channels }) => ({
      key: String(index),
      name,
      angle,
      channels,
      href: `/features/lists/${list.id}?satellite=${index}`,
    }))
  return { id: list.id, name: list.name, satellites, drawings: await layOutSky(request, context, satellites) }
}

const maxDueShown = 3
/** The boxes to show, in the order of their binding. Among many, those whose service ends first. */
const withServices = async (boxes: readonly BoxOnPage[], language: Language) => {
  const services = await shortServices(
    boxes.map(({ sn }) => sn),
    language,
    now(),
  )
  const all = boxes.map((box) => ({ ...box, services: services[box.sn] ?? { running: [], ending: [] } }))
  // "~" sorts after every date.
  const endOf = (box: (typeof all)[number]): string => box.services.ending[0]?.endsAt ?? '~'
  const first = new Set(
    [...all].sort((a, b) => (endOf(a) < endOf(b) ? -1 : endOf(a) > endOf(b) ? 1 : 0)).slice(0, maxBoxesShown),
  )
  return all.filter((box) => first.has(box))
}

/** Orders waiting for payment, in words. */
const findDue = async (userId: string, language: Language) => {
  const t = instanceFor(language).getFixedT(language, 'order')
  const format = formatsOf(language)
  const orders = await unfinishedOf(userId, language)
  const due = orders.slice(0, maxDueShown).map(({ number, products, boxName, rest, expiresAt, acts }) => ({
    number,
    what: t('for', { products: productsOf(t, format).words(products), box: boxName }),
    amount: amountsOf(t, format).usd(rest),
    until: expiresAt,
    canPay: acts.includes('pay'),
  }))
  return { due, dueMore: orders.length - due.length }
}

/** The wallet's balance and the points in words, if the wallet is open or there is something in it. */
const findWallet = async (userId: string, language: Language) => {
  const [state, { balance, available }, points] = await Promise.all([
    walletState(userId),
    balanceOf(wallet(userId)),
    pointsOf(userId),
  ])
  if (state === null && balance === 0n && points.balance === 0n) return null
  const { mango, points: pointsText } = amountsOf(
    instanceFor(language).getFixedT(language, 'order'),
    formatsOf(language),
  )
  return {
    isOpen: state !== null,
    balance: mango(mangoText(balance)),
    available: available === balance ? null : mango(mangoText(available)),
    points: points.balance === 0n ? null : pointsText(String(points.balance)),
  }
}

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await findUser(request, context)
  if (user === null) return json({ visitor: true as const, returning: findReturnTo(request) !== null })
  const language = await getLanguage(request, context)
  const [boxes, orders, news, purse, lists] = await Promise.all([
    findBoxViews(user),
    findDue(user.userId, language),
    findNews(user.userId, language),
    findWallet(user.userId, language),
    findLists(user, {
      kind: user.role === 'administrator' ? 'system' : user.role === 'vno' ? 'vno' : 'user',
      page: 1,
      size: maxListsShown,
    }),
  ])
  const summaries = lists.items.map(({ id, name, channels, satellites, updatedAt }) => ({
    id,
    name,
    channels,
    satellites,
    updatedAt: updatedAt.toISOString(),
  }))
  const active = summaries.find((list) => boxes.some((box) => box.activeList?.id === list.id)) ?? summaries[0] ?? null
  return json({
    visitor: false as const,
    userName: user.userName,
    now: now().toISOString(),
    news,
    ...orders,
    wallet: purse,
    boxes: await withServices(boxes, language),
    boxCount: boxes.length,
    lists: summaries,
    listCount: lists.total,
    sky: await findSky(user, active, { request, context }),
  })
}

const Home = () => {
  const data = useLoaderData<typeof loader>()
  return data.visitor ? <VisitorHome returning={data.returning} /> : <CustomerHome data={data} />
}
export default Home
