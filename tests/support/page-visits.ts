/**
 * Every page of the portal and how a test reaches it: the files of app/routes that render something, each with visits,
 * the visiting member, and what that member must have done before. A page without an entry fails the test of all pages.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { generate } from 'otplib'
import { expect, type Page } from 'playwright/test'
import { codeOf, type Language } from '~/i18n/languages'
import { toolNames } from '~/modules/channel-list/tools/tools.schema'
import type { Household } from './household'
import { HttpClient, ownPage } from './http-client'
import { findCode } from './outbox'
import { root } from './paths'

export type Who = 'visitor' | 'owner' | 'newcomer' | 'guarded' | 'staff'
/** The visitor: a page's browser, or a client without one. */
export type Visitor = {
  /** Sends a page's form from this browser. */
  post(to: string, fields: Record<string, string>): Promise<{ status: number; location: string }>
  read(path: string): Promise<string>
}
export type Visit = {
  who: Who
  /** The address, and the actions needed in this browser before the page shows something. */
  to: string | ((house: Household) => string)
  before?: (by: Visitor, house: Household) => Promise<unknown>
  status?: number
  /** The element that must be there before the page is examined, if scripts add it. */
  awaits?: string
}
export type Area = 'shell' | 'sign-in' | 'account' | 'lists' | 'boxes' | 'news' | 'help'

/** Submits a valid form; returns the address that it redirects to. */
const send = async (by: Visitor, to: string, fields: Record<string, string>): Promise<string> => {
  const { status, location } = await by.post(to, fields)
  expect(status, `the form of ${to}`).toBe(303)
  return location
}
const nobody = { identifier: 'nobody-at-all' }
const seen = new Map<string, string>()
/** The last code that was sent, newer than the one used before. */
const takeCode = async (by: Visitor, to: string): Promise<string> => {
  const { code, message } = await findCode(by.read, to, seen.get(to) ?? null)
  seen.set(to, message)
  return code
}

const stepSeconds = 30
/** Turns the second step off and on again, so that the next page shows the recovery codes. */
const showNewCodes = async (by: Visitor, { guarded }: Household): Promise<void> => {
  const { password, totpSecret } = guarded
  const base = '/personal/authenticator'
  // The code of the next step is accepted, too, and is newer than the one that turned the second step on.
  const later = await generate({ secret: totpSecret, epoch: Math.floor(Date.now() / 1000) + stepSeconds })
  await send(by, `${base}/remove`, { password, code: later })
  await send(by, base, { intent: 'again', password })
  guarded.totpSecret = /otpauth:[^"]*[?;&]secret=([A-Z2-7]+)/.exec(await by.read(base))?.[1] ?? ''
  await send(by, base, { code: await generate({ secret: guarded.totpSecret }) })
}

const chosen = (page: string): Visit => ({
  who: 'owner',
  to: ({ listId, listSource }) => `/features/lists/${listId}/${page}?ids=1.2&source=${listSource}`,
})
const list = (rest = ''): Visit => ({ who: 'owner', to: ({ listId }) => `/features/lists/${listId}${rest}` })
const owner = (to: Visit['to']): Visit => ({ who: 'owner', to })
const category = (rest = ''): Visit => owner(({ categoryId }) => `/features/mylink/${categoryId}${rest}`)
const visitor = (to: Visit['to']): Visit => ({ who: 'visitor', to })
const newcomer = (to: Visit['to']): Visit => ({ who: 'newcomer', to })
const guarded = (to: Visit['to']): Visit => ({ who: 'guarded', to })
const staff = (to: Visit['to']): Visit => ({ who: 'staff', to })

const captcha = (kind: string): Visit => visitor(`/verification?purpose=sign-in&returnTo=%2Fforget&kind=${kind}`)
const enterCode = { to: '' }

/** By the route's file: its area and its visits. */
export const pageVisits: Readonly<Record<string, readonly [Area, ...Visit[]]>> = {
  '$.tsx': ['shell', { ...owner('/no/such/page'), status: 404 }],
  'home.tsx': ['shell', visitor('/home'), owner('/home'), newcomer('/home')],
  'dev.outbox._index.tsx': ['shell', visitor('/dev/outbox'), visitor('/dev/outbox?to=nobody@mango.example')],
  'dev.outbox.$id.tsx': ['shell', visitor(({ outboxId }) => `/dev/outbox/${outboxId}`)],

  'login._index.tsx': ['sign-in', visitor('/login')],
  'login.code._index.tsx': ['sign-in', visitor('/login/code')],
  'login.code.enter.tsx': [
    'sign-in',
    { ...visitor('/login/code/enter'), before: (by) => send(by, '/login/code', nobody) },
  ],
  'login.second.tsx': [
    'sign-in',
    {
      ...visitor('/login/second'),
      before: (by, { guarded: { userName, password } }) => send(by, '/login', { identifier: userName, password }),
    },
  ],
  'register.tsx': ['sign-in', visitor('/register')],
  'forget._index.tsx': ['sign-in', visitor('/forget')],
  'forget.code.tsx': ['sign-in', { ...visitor('/forget/code'), before: (by) => send(by, '/forget', nobody) }],
  'forget.password.tsx': [
    'sign-in',
    {
      ...visitor('/forget/password'),
      before: async (by, { owner: { email } }) => {
        await send(by, '/forget', { identifier: email })
        await send(by, '/forget/code', { code: await takeCode(by, email) })
      },
    },
  ],
  'verification._index.tsx': ['sign-in', captcha('text'), captcha('slider'), captcha('rotate')],
  'verification.code._index.tsx': [
    'sign-in',
    visitor('/verification/code?purpose=recover&returnTo=%2Fforget'),
    visitor('/verification/code?purpose=recover&returnTo=%2Fforget&by=phone'),
  ],
  'verification.code.enter.tsx': [
    'sign-in',
    {
      ...visitor(() => enterCode.to),
      before: async (by) => {
        enterCode.to = await send(by, '/verification/code?purpose=recover&returnTo=%2Fforget', {
          email: 'reader@mango.example',
        })
      },
    },
  ],

  'personal._index.tsx': ['account', owner('/personal'), newcomer('/personal'), guarded('/personal')],
  'personal.welcome.tsx': ['account', newcomer('/personal/welcome')],
  'personal.user-name.tsx': ['account', owner('/personal/user-name')],
  'personal.country.tsx': ['account', owner('/personal/country')],
  'personal.reminders.tsx': ['account', owner('/personal/reminders')],
  'personal.contact.$channel._index.tsx': [
    'account',
    owner('/personal/contact/email'),
    owner('/personal/contact/phone'),
  ],
  'personal.contact.$channel.code.tsx': [
    'account',
    {
      ...newcomer('/personal/contact/email/code'),
      before: (by, { newcomer: { email } }) => send(by, '/personal/contact/email', { email }),
    },
  ],
  'personal.contact.$channel.remove.tsx': ['account', owner('/personal/contact/email/remove')],
  'personal.password._index.tsx': ['account', owner('/personal/password')],
  'personal.password.code.tsx': ['account', owner('/personal/password/code'), newcomer('/personal/password/code')],
  'personal.authenticator._index.tsx': [
    'account',
    owner('/personal/authenticator'),
    guarded('/personal/authenticator'),
    {
      ...newcomer('/personal/authenticator'),
      before: (by, { newcomer: { password } }) => send(by, '/personal/authenticator', { intent: 'again', password }),
    },
  ],
  'personal.authenticator.codes.tsx': [
    'account',
    guarded('/personal/authenticator/codes'),
    {
      ...guarded('/personal/authenticator/codes'),
      before: showNewCodes,
    },
  ],
  'personal.authenticator.remove.tsx': ['account', guarded('/personal/authenticator/remove')],
  'personal.authenticator.renew.tsx': ['account', guarded('/personal/authenticator/renew')],
  'personal.data._index.tsx': [
    'account',
    owner('/personal/data'),
    { ...owner('/personal/data'), before: (by, { owner: { password } }) => send(by, '/personal/data', { password }) },
  ],
  'personal.sessions.tsx': ['account', owner('/personal/sessions')],
  'personal.sign-ins.tsx': [
    'account',
    owner('/personal/sign-ins'),
    owner('/personal/sign-ins?from=2026-03-09&to=2026-03-01'),
  ],
  'personal.tokens._index.tsx': ['account', owner('/personal/tokens'), newcomer('/personal/tokens')],
  'personal.tokens.new.tsx': ['account', owner('/personal/tokens/new')],
  'personal.tokens.$id.tsx': ['account', owner(({ tokenId }) => `/personal/tokens/${tokenId}`)],
  'personal.tokens.$id_.revoke.tsx': ['account', owner(({ tokenId }) => `/personal/tokens/${tokenId}/revoke`)],

  'features._index.tsx': [
    'lists',
    owner('/features'),
    newcomer('/features'),
    owner('/features?search=nothing-like-this'),
  ],
  'features.lists.$id._index.tsx': [
    'lists',
    { ...list(), awaits: '[data-editor=ready]' },
    { ...list('?search=nothing-like-this'), awaits: '[data-editor=ready]' },
    { ...owner(({ besideId }) => `/features/lists/${besideId}`), awaits: '[data-editor=ready] .beside-notice' },
  ],
  'features.lists.$id.channels.$channelId.tsx': ['lists', list('/channels/3')],
  'features.lists.$id.channels.$channelId_.fields.tsx': ['lists', list('/channels/3/fields')],
  'features.lists.$id.channels.add.tsx': ['lists', list('/channels/add')],
  'features.lists.$id.channels.add_.system.tsx': ['lists', list('/channels/add/system')],
  'features.lists.$id.categories._index.tsx': ['lists', list('/categories')],
  'features.lists.$id.categories.$category.tsx': ['lists', list('/categories/0')],
  'features.lists.$id.deleted.tsx': ['lists', list('/deleted')],
  'features.lists.$id.fields.tsx': [
    'lists',
    chosen('fields'),
    owner(
      ({ listId, listSource }) =>
        `/features/lists/${listId}/fields?ids=1.2&source=${listSource}&field=provider&value=New`,
    ),
  ],
  'features.lists.$id.groups._index.tsx': ['lists', list('/groups')],
  'features.lists.$id.groups.$group.tsx': ['lists', list('/groups/0')],
  'features.lists.$id.satellites._index.tsx': ['lists', list('/satellites')],
  'features.lists.$id.satellites.$satellite.tsx': ['lists', list('/satellites/0')],
  'features.lists.$id.take-out.$kind.$entry.tsx': ['lists', list('/take-out/satellite/0')],
  'features.lists.$id.transponders.$transponder.tsx': ['lists', list('/transponders/0')],
  'features.lists.$id.clash.tsx': ['lists', list('/clash')],
  'features.lists.$id.compare.tsx': [
    'lists',
    owner(({ besideId }) => `/features/lists/${besideId}/compare`),
    owner(({ besideId }) => `/features/lists/${besideId}/compare?show=position`),
  ],
  'features.lists.$id.box-preview.tsx': ['lists', list('/box-preview'), list('/box-preview?format=sdx')],
  'features.lists.$id.put-on-box.tsx': ['lists', list('/put-on-box')],
  'features.lists.$id.compare-with.tsx': [
    'lists',
    list('/compare-with'),
    owner(({ listId, besideId }) => `/features/lists/${listId}/compare-with?with=list.${besideId}`),
  ],
  'features.lists.$id.copy.tsx': ['lists', list('/copy')],
  'features.lists.$id.delete.tsx': ['lists', list('/delete')],
  'features.lists.$id.export.tsx': ['lists', list('/export')],
  'features.lists.$id.history.tsx': ['lists', list('/history')],
  'features.lists.$id.merge.tsx': [
    'lists',
    list('/merge'),
    owner(({ listId, besideId }) => `/features/lists/${listId}/merge?with=list.${besideId}&show=details`),
  ],
  'features.lists.$id.order-from.tsx': [
    'lists',
    list('/order-from'),
    owner(({ listId, besideId }) => `/features/lists/${listId}/order-from?with=list.${besideId}`),
  ],
  'features.lists.$id.language.tsx': ['lists', list('/language')],
  'features.lists.$id.names.tsx': [
    'lists',
    list('/names'),
    owner(({ listId, besideId }) => `/features/lists/${listId}/names?with=list.${besideId}&language=ar`),
  ],
  'features.lists.$id.mine.tsx': ['lists', list('/mine'), list('/mine?taken=3&ask=delete')],
  'features.lists.$id.numbers.tsx': ['lists', list('/numbers')],
  'features.lists.$id.paste.tsx': ['lists', list('/paste')],
  'features.lists.$id.print._index.tsx': ['lists', list('/print'), list('/print?by=group')],
  'features.lists.$id.publish.tsx': ['lists', staff(({ systemListId }) => `/features/lists/${systemListId}/publish`)],
  'features.lists.$id.shares.tsx': ['lists', list('/shares')],
  'features.lists.$id.reconcile.tsx': ['lists', owner(({ besideId }) => `/features/lists/${besideId}/reconcile`)],
  'features.lists.$id.remove.tsx': ['lists', chosen('remove')],
  'features.lists.$id.rename.tsx': ['lists', list('/rename')],
  'features.lists.$id.report.tsx': ['lists', list('/report')],
  'features.lists.$id.sort.tsx': ['lists', list('/sort'), chosen('sort')],
  'features.lists.$id.tools._index.tsx': ['lists', list('/tools')],
  'features.lists.$id.tools.$tool.tsx': [
    'lists',
    ...toolNames.map((tool) => list(`/tools/${tool}`)),
    list('/tools/duplicates?kind=name&asked=1'),
    list('/tools/names?letters=upper&asked=1'),
    list('/tools/sky?all=1&asked=1'),
  ],
  's.$token._index.tsx': [
    'lists',
    visitor(({ sharedToken }) => `/s/${sharedToken}`),
    visitor(({ sharedToken }) => `/s/${sharedToken}?search=nothing-like-this`),
  ],
  's.$token.print._index.tsx': ['lists', visitor(({ sharedToken }) => `/s/${sharedToken}/print?by=satellite`)],
  's.$token.copy.tsx': ['lists', owner(({ sharedToken }) => `/s/${sharedToken}/copy`)],
  'features.mylink._index.tsx': ['lists', owner('/features/mylink'), newcomer('/features/mylink')],
  'features.mylink.import._index.tsx': ['lists', owner('/features/mylink/import')],
  'features.mylink.import.$held.tsx': [
    'lists',
    owner(({ mylinkTable }) => `/features/mylink/import/${mylinkTable}`),
    owner(({ mylinkTable }) => `/features/mylink/import/${mylinkTable}?mode=replace`),
  ],
  'features.mylink.$category._index.tsx': [
    'lists',
    category(),
    category('?search=nothing-like-this'),
    category('?sort=added'),
    { ...category('?sort=x'), status: 422 },
  ],
  'features.mylink.$category.add.tsx': ['lists', category('/add')],
  'features.mylink.$category.channels.$channel.tsx': ['lists', category('/channels/1')],
  'features.mylink.$category.delete.tsx': ['lists', category('/delete')],
  'features.mylink.$category.edit.tsx': ['lists', category('/edit')],
  'features.mylink.$category.from-list.tsx': ['lists', category('/from-list')],
  'features.mylink.$category.remove.tsx': ['lists', category('/remove?ids=1.2')],
  'features.mylink.$category.to-list.tsx': ['lists', category('/to-list?ids=1.2')],
  'features.audio.to-list.tsx': ['lists', owner('/features/audio/to-list?ids=1')],
  'features.audio._index.tsx': ['lists', owner('/features/audio?size=10'), newcomer('/features/audio')],
  'features.audio.add.tsx': ['lists', owner('/features/audio/add')],
  'features.audio.entries.$entry.tsx': ['lists', owner('/features/audio/entries/1')],
  'features.audio.from-list.tsx': ['lists', owner('/features/audio/from-list')],
  'features.audio.import._index.tsx': ['lists', owner('/features/audio/import')],
  'features.audio.import.$held.tsx': ['lists', owner(({ audioTable }) => `/features/audio/import/${audioTable}`)],
  'features.audio.remove.tsx': ['lists', owner('/features/audio/remove?ids=1')],
  'features.uploads._index.tsx': ['lists', owner('/features/uploads')],
  'features.uploads.$heldId.tsx': ['lists', owner(({ heldId }) => `/features/uploads/${heldId}`)],

  'order._index.tsx': ['boxes', owner('/order'), owner('/order?number=20991231'), newcomer('/order')],
  'order.$number._index.tsx': [
    'boxes',
    owner(({ orderNumber }) => `/order/${orderNumber}`),
    owner(({ paidOrderNumber }) => `/order/${paidOrderNumber}`),
    { ...newcomer(({ orderNumber }) => `/order/${orderNumber}`), status: 404 },
  ],
  'order.$number.pay._index.tsx': [
    'boxes',
    owner(({ orderNumber }) => `/order/${orderNumber}/pay`),
    owner(({ paidOrderNumber }) => `/order/${paidOrderNumber}/pay`),
    { ...newcomer(({ orderNumber }) => `/order/${orderNumber}/pay`), status: 404 },
  ],
  'order.$number.cancel.tsx': ['boxes', owner(({ orderNumber }) => `/order/${orderNumber}/cancel`)],
  'order.$number.delete.tsx': [
    'boxes',
    owner(({ paidOrderNumber }) => `/order/${paidOrderNumber}/delete`),
    { ...newcomer(({ orderNumber }) => `/order/${orderNumber}/delete`), status: 404 },
  ],
  'order.$number.return.$id.tsx': [
    'boxes',
    { ...owner(({ orderNumber }) => `/order/${orderNumber}/return/none`), status: 404 },
  ],
  'order.$number.receipt.tsx': [
    'boxes',
    // With the link to the file; an unpaid order has none.
    { ...owner(({ paidOrderNumber }) => `/order/${paidOrderNumber}/receipt`), awaits: 'a[href$="/receipt.pdf"]' },
    { ...newcomer(({ orderNumber }) => `/order/${orderNumber}/receipt`), status: 404 },
  ],

  'points._index.tsx': [
    'boxes',
    owner('/points'),
    { ...owner('/points?type=4&from=2026-03-09&to=2026-03-01'), status: 422 },
    newcomer('/points'),
  ],
  'points.invite.tsx': [
    'boxes',
    owner('/points/invite'),
    newcomer('/points/invite'),
    { ...owner('/points/invite?page=x&size=7'), status: 422 },
  ],
  'points.orders.tsx': ['boxes', owner('/points/orders'), newcomer('/points/orders')],
  'points.purchase.tsx': ['boxes', owner('/points/purchase'), newcomer('/points/purchase')],
  'wallet.recharge._index.tsx': [
    'boxes',
    owner('/wallet/recharge'),
    owner('/wallet/recharge?amount=20'),
    owner(({ orderNumber }) => `/wallet/recharge?order=${orderNumber}`),
  ],
  // A recharge needs a payment provider; recharge.spec.ts covers its pages.
  'wallet.recharge.$number._index.tsx': ['boxes', { ...owner('/wallet/recharge/none'), status: 404 }],
  'wallet.recharge.$number.cancel.tsx': ['boxes', { ...owner('/wallet/recharge/none/cancel'), status: 404 }],
  'wallet.recharge.$number.return.$id.tsx': ['boxes', { ...owner('/wallet/recharge/none/return/none'), status: 404 }],
  'wallet.recharges.tsx': [
    'boxes',
    owner('/wallet/recharges'),
    owner('/wallet/recharges?status=2'),
    { ...owner('/wallet/recharges?status=9'), status: 422 },
  ],
  'wallet.usdt.tsx': ['boxes', owner('/wallet/usdt')],
  'wallet.code.tsx': ['boxes', owner('/wallet/code'), newcomer('/wallet/code')],
  'wallet._index.tsx': [
    'boxes',
    owner('/wallet'),
    owner('/wallet?type=1'),
    { ...owner('/wallet?from=2026-03-09&to=2026-03-01'), status: 422 },
    { ...owner('/wallet?type=9'), status: 422 },
  ],
  'wallet.transactions.$number._index.tsx': [
    'boxes',
    owner(({ transactionNumber }) => `/wallet/transactions/${transactionNumber}`),
    { ...newcomer(({ transactionNumber }) => `/wallet/transactions/${transactionNumber}`), status: 404 },
  ],
  'wallet.open.tsx': ['boxes', newcomer('/wallet/open')],
  'wallet.password._index.tsx': ['boxes', owner('/wallet/password'), guarded('/wallet/password')],
  'wallet.password.recover.tsx': [
    'boxes',
    { ...owner('/wallet/password/recover'), before: (by) => by.post('/wallet/password/recover', { intent: 'mail' }) },
    guarded('/wallet/password/recover'),
  ],
  'wallet.transfer._index.tsx': ['boxes', owner('/wallet/transfer'), guarded('/wallet/transfer')],
  'wallet.transfer.confirm.tsx': [
    'boxes',
    {
      ...owner('/wallet/transfer/confirm'),
      before: (by, { guarded: { userName } }) =>
        send(by, '/wallet/transfer', { recipient: userName, amount: '0.01', note: 'شكرًا for the help' }),
    },
  ],
  'wallet.transfer.$number.tsx': [
    'boxes',
    owner(({ transferNumber }) => `/wallet/transfer/${transferNumber}`),
    { ...newcomer(({ transferNumber }) => `/wallet/transfer/${transferNumber}`), status: 404 },
  ],

  'service._index.tsx': ['boxes', owner('/service'), newcomer('/service')],
  'service.buy.tsx': [
    'boxes',
    owner(({ sn }) => `/service/buy?sn=${sn}&product=vip`),
    owner(({ sn }) => `/service/buy?sn=${sn}&product=tv&product=cloud`),
    { ...owner('/service/buy?product=nothing'), status: 404 },
  ],
  'service.country.tsx': ['boxes', owner('/service/country')],
  'service.vpn.tsx': ['boxes', owner('/service/vpn'), newcomer('/service/vpn')],
  'terminal._index.tsx': ['boxes', owner('/terminal'), newcomer('/terminal')],
  'terminal.$sn.tsx': [
    'boxes',
    owner(({ sn }) => `/terminal/${sn}`),
    { ...newcomer(({ sn }) => `/terminal/${sn}`), status: 404 },
  ],
  'terminal.$sn_.unbind.tsx': ['boxes', owner(({ sn }) => `/terminal/${sn}/unbind`)],
  'terminal.$sn_.adult.tsx': ['boxes', owner(({ sn }) => `/terminal/${sn}/adult`)],
  'terminal.bind.tsx': [
    'boxes',
    newcomer('/terminal/bind'),
    newcomer(({ freeBox: { sn, code } }) => `/terminal/bind?sn=${sn}&code=${code}`),
  ],

  'news._index.tsx': ['news', owner('/news'), newcomer('/news'), owner('/news?search=nothing-like-this')],
  'news.messages.$id.tsx': ['news', owner(({ messageId }) => `/news/messages/${messageId}`)],
  'news.feedback._index.tsx': [
    'news',
    owner('/news/feedback'),
    newcomer('/news/feedback'),
    owner('/news/feedback?from=2026-03-09&to=2026-03-01'),
  ],
  'news.feedback.new.tsx': ['news', owner(({ sn }) => `/news/feedback/new?sn=${sn}`), newcomer('/news/feedback/new')],
  'news.feedback.$id._index.tsx': [
    'news',
    owner(({ feedbackId }) => `/news/feedback/${feedbackId}`),
    owner(({ closedFeedbackId }) => `/news/feedback/${closedFeedbackId}`),
  ],
  'news.feedback.$id.close.tsx': ['news', owner(({ feedbackId }) => `/news/feedback/${feedbackId}/close`)],

  'help._index.tsx': ['help', visitor('/help')],
  'help.bluetooth.tsx': ['help', visitor('/help/bluetooth')],
  'help.box-settings.tsx': ['help', visitor('/help/box-settings')],
  'help.editor.tsx': ['help', visitor('/help/editor')],
  'help.usb-network.tsx': ['help', visitor('/help/usb-network')],
  'help.video-key.tsx': ['help', visitor('/help/video-key')],
  'help.vpn.tsx': ['help', visitor('/help/vpn')],
  'help.app._index.tsx': ['help', visitor('/help/app')],
  'help.contact.tsx': ['help', visitor('/help/contact'), owner('/help/contact')],
  'help.instructions.tsx': [
    'help',
    visitor('/help/instructions'),
    owner('/help/instructions'),
    visitor(({ model }) => `/help/instructions?model=${encodeURIComponent(model)}`),
    visitor('/help/instructions?model=No+such+model'),
  ],
  'help.mylink.tsx': ['help', visitor('/help/mylink')],
  'help.regions.tsx': ['help', visitor('/help/regions')],
  'privacy.tsx': ['help', visitor('/privacy')],
  'userAgreement.tsx': ['help', visitor('/userAgreement')],
}

/** The route files that render something: those with a component. */
export const findPages = (): string[] => {
  const folder = path.join(root, 'app/routes')
  return readdirSync(folder).filter(
    (file) =>
      file.endsWith('.tsx') &&
      /^export (?:default |\{ (?:\w+ as )?default\b)/m.test(readFileSync(path.join(folder, file), 'utf8')),
  )
}

export const areas = [...new Set(Object.values(pageVisits).map(([area]) => area))]
export const visitsOf = (area: Area): Visit[] =>
  Object.values(pageVisits).flatMap(([one, ...visits]) => (one === area ? visits : []))

/** Visits with those of one member after another: changing the member costs more than a visit. */
export const groupByMember = (visits: readonly Visit[]): Visit[] =>
  [...new Set(visits.map(({ who }) => who))].flatMap((member) => {
    const own = visits.filter(({ who }) => who === member)
    // A visit with a `before` starts with new cookies, so these come last.
    return [...own.filter(({ before }) => before === undefined), ...own.filter(({ before }) => before !== undefined)]
  })

export const addressOf = (visit: Visit, house: Household): string =>
  typeof visit.to === 'string' ? visit.to : visit.to(house)

const cookiesOf = (house: Household, who: Who, language: Language): [name: string, value: string][] => [
  ['language', codeOf(language)],
  ...(who === 'visitor' ? [] : house[who].client.cookies),
]

/** The member whose cookies the browser has; leftovers of a journey are removed. */
export const become = async (
  page: Page,
  house: Household,
  who: Who,
  language: Language,
  origin: string,
): Promise<void> => {
  const context = page.context()
  // The previous page would poll its messages and be refused without its cookies. An address of the portal keeps the
  // browser's process and its compiled scripts; a blank page would end it.
  await page.goto(`${origin}/healthz`)
  await context.clearCookies()
  await context.addCookies(cookiesOf(house, who, language).map(([name, value]) => ({ name, value, url: origin })))
}
export const byPage = ({ request }: Page): Visitor => ({
  post: async (to, fields) => {
    const answer = await request.post(to, { headers: ownPage, form: fields, maxRedirects: 0 })
    return { status: answer.status(), location: answer.headers().location ?? '' }
  },
  read: async (path) => (await request.get(path)).text(),
})

/** The same without a browser: a client with these cookies and no others. */
export const clientFor = (house: Household, who: Who, language: Language, origin: string): HttpClient => {
  const client = new HttpClient(origin)
  for (const [name, value] of cookiesOf(house, who, language)) client.cookies.set(name, value)
  return client
}
export const byClient = (client: HttpClient): Visitor => ({
  post: async (to, fields) => {
    const { status, headers } = await client.post(to, fields)
    return { status, location: headers.get('location') ?? '' }
  },
  read: async (path) => (await client.request(path)).text(),
})
/** The answer that a browser would show at this path: an answer that only sets a cookie redirects to the same path. */
export const open = async (client: HttpClient, address: string): Promise<Response> => {
  const answer = await client.request(address)
  const to = new URL(answer.headers.get('location') ?? '', client.origin + address)
  return answer.status === 302 && to.pathname === address.split('?')[0]
    ? client.request(to.pathname + to.search)
    : answer
}
