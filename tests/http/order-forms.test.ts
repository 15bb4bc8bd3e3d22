/**
 * Payment forms sent twice, late, or after the catalogue has changed, as a browser without scripts sends them: one
 * effect each, and an answer with the current state.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoAccounts } from '~/modules/account/account.server'
import { demoPlanId, seedCatalogue } from '~/modules/catalogue/catalogue.seed.server'
import { methodIds } from '~/modules/order/types'
import { now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { formatsOf } from '~/i18n/format'
import { codeOf, languages } from '~/i18n/languages'
import { ownPage, type HttpClient } from '../support/http-client'
import { findFaults } from '../support/page-faults'
import { people } from '../support/people'
import { startPortal, type Portal } from '../support/portal'
import { startSandbox, type TestSandbox } from '../support/sandbox'
import { seedPeople } from '../support/seeded'
import { giveMango } from '../support/shop'

type Order = {
  expiresAt: string | null
  number: string
  status: number
  payPrice: string
  payments: { payinAddress: string | null }[]
}
const [user] = demoAccounts
const sn = '100000000001'
const [mango, tether] = ['100', '12']
let portal: Portal
let sandbox: TestSandbox
let customer: HttpClient

beforeAll(async () => {
  await seedPeople()
  await seedCatalogue()
  await db.device.create({ data: { sn, userId: user.id, boundAt: now(), nickname: 'Box' } })
  await giveMango(user.id, '30')
  sandbox = await startSandbox()
  portal = await startPortal({ env: { LIMITS: 'off', ...sandbox.env } })
  await sandbox.setPortal(portal.origin)
  customer = await portal.visitor().signIn(people.customer.userName, people.customer.password)
})
afterAll(async () => {
  await portal.stop()
  await sandbox.stop()
})

const read = async <D>(path: string): Promise<D> =>
  (await customer.api<D>('GET', `/order/customer/${path}`, { headers: ownPage })).data
const orders = async () => (await read<{ items: Order[] }>(`orders?sn=${sn}&size=100`)).items
const find = (number: string) => read<Order>(`orders/${number}`)
const place = async (plan: string, price: string, more: object = {}): Promise<string> => {
  const json = { sn, plan, price, ...more }
  const placed = await customer.api<{ number: string }>('POST', '/order/customer/orders', { json, headers: ownPage })
  expect(placed.code).toBe('0')
  return placed.data.number
}
const operate = async (method: string, path: string, json: object) => {
  const why = 'for the tests'
  const token = portal.tokens.operator
  expect((await portal.visitor().api(method, `/operator${path}`, { token, json: { why, ...json } })).code).toBe('0')
}
/** Cents are precise enough for the sums of these tests. */
const total = (prices: readonly string[]): string =>
  String(prices.reduce((all, price) => all + Math.round(Number(price) * 100), 0) / 100)
/** Sends a form; returns the redirect and the text of its page, or of the answer itself. */
const send = async (path: string, fields: Record<string, string | string[]>) => {
  const answer = await customer.post(path, fields)
  const to = answer.headers.get('location')
  const page = to === null ? answer : await customer.request(to)
  return { status: answer.status, to, text: (await page.text()).replaceAll(/<!--.*?-->/g, '') }
}
const buy = (products: Record<string, [plan: string, price: string]>, more: Record<string, string>) =>
  send(
    `/service/buy?sn=${sn}${Object.keys(products)
      .map((key) => `&product=${key}`)
      .join('')}`,
    {
      sn,
      batch: 'a-form-of-its-own',
      product: Object.keys(products),
      ...Object.fromEntries(
        Object.entries(products).flatMap(([key, [plan, price]]) => [
          [`plan.${key}`, plan],
          [`price.${plan}`, price],
        ]),
      ),
      'shown.toPay': total(Object.values(products).map(([, price]) => price)),
      ...more,
    },
  )
const checked = (text: string, value: string): boolean =>
  new RegExp(`<input[^>]*value="${value}"[^>]*checked=""|<input[^>]*checked=""[^>]*value="${value}"`).test(text)

describe('a form sent twice', () => {
  it('orders once, and both answers redirect to the payment that was started', async () => {
    const form = () => buy({ vpn: ['demoplan-vpn-12', '29.0000'] }, { method: tether, batch: 'two-clicks-at-once' })
    const [first, second] = await Promise.all([form(), form()])
    const [only, ...others] = await orders()
    expect(others).toEqual([])
    expect([first.to, second.to]).toEqual(Array(2).fill(`/order/${only?.number ?? ''}/pay`))
    for (const { text } of [first, second]) expect(text).toMatch(/Send [\d.]+ USDT/)
    expect((await find(only?.number ?? '')).payments).toHaveLength(1)
    const third = await buy({ vpn: ['demoplan-vpn-12', '29.0000'] }, { method: tether, batch: 'another-key' })
    expect([third.status, third.text.includes(`Go to order ${only?.number ?? ''}`)]).toEqual([422, true])
  })
  it('pays, credits, cancels and deletes once, and reports that the second time', async () => {
    const paid = await place('demoplan-skin-12', '3.0000')
    const pay = () => send(`/order/${paid}/pay`, { intent: 'choose', batch: 'pays-once', method: mango, shown: '3' })
    for (const answer of [await pay(), await pay()])
      expect([answer.status, answer.to, answer.text.includes('id="error-summary-title"')]).toEqual([
        303,
        `/order/${paid}/pay`,
        false,
      ])
    expect((await pay()).text).toContain(`Order ${paid} is paid.`)

    const part = await place('demoplan-audio-12', '7.0000', { method: Number(tether) })
    const address = (await find(part)).payments[0]?.payinAddress
    const payment = Object.values(sandbox.state.coins).find((row) => row.address === address)?.id ?? ''
    // The provider's pages name the order, for customers who pay one of several.
    const card = await place('demoplan-quran-12', '1.0000', { method: methodIds.card })
    const listed = await (await fetch(sandbox.url)).text()
    for (const number of [part, card]) expect([number, listed.split(`<td>${number}`).length]).toEqual([number, 2])
    expect((await send(`/order/${card}/cancel`, {})).to).toBe(`/order/${card}`)
    await sandbox.pay(payment, 'part')
    await send(`/order/${part}/pay`, { intent: 'check', batch: 'looks' })
    const { status: partStatus, expiresAt } = await find(part)
    expect(partStatus).toBe(8)
    // The page says once, in a sentence, until when the received money is held, and gives no other period.
    const held = (await send(`/order/${part}/pay`, { intent: 'check', batch: 'looks' })).text
    const until = `Held for this order until ${formatsOf('en').dateTime(expiresAt ?? '')}`
    expect([held.split(until).length, held.includes('24 hours')]).toEqual([2, false])
    for (const batch of ['credits-once', 'credits-twice']) {
      const { status, text } = await send(`/order/${part}/pay`, { intent: 'credit', batch })
      expect([status, text.includes('What arrived has been credited to your wallet.')]).toEqual([303, true])
    }
    const open = await place('demoplan-quran-12', '1.0000')
    for (let click = 0; click < 2; click++) {
      const cancelled = await send(`/order/${open}/cancel`, {})
      expect([cancelled.to, cancelled.text.includes(`Order ${open} is cancelled.`)]).toEqual([`/order/${open}`, true])
    }
    for (let click = 0; click < 2; click++) expect((await send(`/order/${open}/delete`, {})).to).toBe('/order')
    expect((await orders()).map(({ number }) => number)).not.toContain(open)
  })
})

describe('a payment that the provider has not answered', () => {
  it('is shown as being prepared by a page that reloads until the address is there', async () => {
    const number = await place('demoplan-audio-12', '7.0000')
    await sandbox.fail({ api: 'nowpayments', kind: 'lost-answer', path: 'POST /payment' })
    const begun = await send(`/order/${number}/pay`, {
      intent: 'choose',
      batch: 'answer-is-lost',
      method: tether,
      shown: '7',
    })
    expect([begun.to, begun.text.includes('<h1>Your payment is being prepared</h1>')]).toEqual([
      `/order/${number}/pay`,
      true,
    ])
    expect(begun.text).toContain(`<meta http-equiv="refresh" content="5;url=/order/${number}/pay?reloaded=1"/>`)
    expect(begun.text).not.toContain('value="choose"')
    const checked = await send(`/order/${number}/pay`, { intent: 'check', batch: 'asks-again' })
    expect(checked.text).toMatch(/<h1>Send [\d.]+ USDT<\/h1>/)
    await send(`/order/${number}/cancel`, {})
  })
})

describe('ordering again', () => {
  const again = async (number: string) => {
    const answer = await customer.request(`/service/buy?again=${number}`)
    const to = answer.headers.get('location') ?? ''
    return { to, text: to === '' ? '' : await (await customer.request(to)).text() }
  }
  it('leads to the purchase page with the same box, product and plan', async () => {
    const number = await place('demoplan-audio-12', '7.0000')
    await send(`/order/${number}/cancel`, {})
    const order = await (await customer.request(`/order/${number}`)).text()
    expect(order).toContain(`href="/service/buy?again=${number}"`)
    const { to, text } = await again(number)
    expect(to).toBe(`/service/buy?sn=${sn}&product=audio&plan.audio=demoplan-audio-12`)
    expect(checked(text, 'demoplan-audio-12')).toBe(true)
  })
  it('says what is no longer sold, and shows what is', async () => {
    const number = await place('demoplan-sat2ip-1', '1.0000')
    await send(`/order/${number}/cancel`, {})
    await operate('PUT', '/products/sat2ip/plans/1', { onSale: false })
    const other = await again(number)
    expect(other.to).toBe(`/service/buy?sn=${sn}&product=sat2ip`)
    expect(other.text).toContain('This length is not sold any more. Choose how long.')
    await operate('PUT', '/products/sat2ip/plans/12', { onSale: false })
    const gone = await again(number)
    expect(gone.to).toBe(`/service?sn=${sn}`)
    expect(gone.text).toContain('This is not sold any more. See what there is now.')
    for (const months of [1, 12]) await operate('PUT', `/products/sat2ip/plans/${months}`, { onSale: true })
  })
  it('is not possible for another account’s order, and says if its box is no longer bound', async () => {
    const answer = await customer.request('/service/buy?again=20260101-AAAAAAAA')
    expect([answer.status, (await answer.text()).includes('R1000')]).toEqual([404, true])
    const [order] = await orders()
    await db.device.update({ where: { sn }, data: { userId: null, boundAt: null } })
    const { to, text } = await again(order?.number ?? '')
    await db.device.update({ where: { sn }, data: { userId: user.id, boundAt: now() } })
    expect([to, text.includes('The box of that order is not bound to your account any more.')]).toEqual([
      '/service',
      true,
    ])
  })
})

it('“Update the total” orders nothing in any browser: it redirects to the same choice', async () => {
  const before = (await orders()).length
  const shown = await (await customer.request(`/service/buy?sn=${sn}&product=skin`)).text()
  // With GET the button would need an attribute that some browsers lack.
  expect(shown).toMatch(/<button[^>]*name="intent"[^>]*value="update"/)
  expect(shown).not.toMatch(/formmethod/i)
  const more = { method: tether, useMango: 'yes', intent: 'update' }
  const { status, to, text } = await buy({ skin: [demoPlanId('skin', 12), '3.0000'] }, more)
  const { pathname, searchParams } = new URL(to ?? '', portal.origin)
  expect([status, pathname, Object.fromEntries(searchParams)]).toEqual([
    303,
    '/service/buy',
    { sn, product: 'skin', 'plan.skin': demoPlanId('skin', 12), method: tether, useMango: 'yes' },
  ])
  expect([checked(text, demoPlanId('skin', 12)), checked(text, 'yes')]).toEqual([true, true])
  // Also for a form that is not a valid order.
  expect((await buy({}, { method: 'x', intent: 'update', batch: '' })).status).toBe(303)
  expect(await orders()).toHaveLength(before)
})

describe('a form sent late', () => {
  it('neither cancels a paid order nor pays a cancelled one, and says why', async () => {
    const paid = await place('demoplan-match-1', '0.9000', { method: Number(mango) })
    const late = await send(`/order/${paid}/cancel`, {})
    expect([late.to, late.text.includes('This order is already paid.')]).toEqual([`/order/${paid}`, true])
    const open = await place('demoplan-quran-12', '1.0000')
    await send(`/order/${open}/cancel`, {})
    const pay = await send(`/order/${open}/pay`, { intent: 'choose', batch: 'pays-late', method: mango, shown: '1' })
    expect([pay.status, pay.text.includes('There is no unpaid order.')]).toEqual([422, true])
    expect(await find(open)).toMatchObject({ status: 2, payments: [] })
  })
  it('shows a changed price with the choices kept, and orders at it only when sent again', async () => {
    await operate('PUT', '/products/biss/plans/12', { price: '13.5' })
    const before = (await orders()).length
    for (const [more, value] of [
      [{ method: tether }, tether],
      [{ method: tether, useMango: 'yes' }, 'yes'],
    ] as const) {
      const { status, text } = await buy({ biss: ['demoplan-biss-12', '12.0000'] }, more)
      expect([status, text.includes('The price has changed')]).toEqual([422, true])
      expect(text).toContain('name="price.demoplan-biss-12" value="13.5000"')
      expect([checked(text, 'demoplan-biss-12'), checked(text, value)], value).toEqual([true, true])
    }
    expect(await orders()).toHaveLength(before)
  })
  it('orders nothing if one of its plans is gone, and shows what is sold', async () => {
    await operate('PUT', '/products/translate/plans/12', { onSale: false })
    const before = (await orders()).length
    const chosen = {
      mylink: ['demoplan-mylink-12', '6.0000'],
      translate: ['demoplan-translate-12', '12.0000'],
    } as const
    const gone = await buy({ mylink: [...chosen.mylink], translate: [...chosen.translate] }, { method: tether })
    expect([gone.status, gone.text.includes('This is not sold any more')]).toEqual([422, true])
    expect([checked(gone.text, 'demoplan-mylink-12'), checked(gone.text, 'demoplan-translate-1')]).toEqual([true, true])
    // A form for two products with a plan for only one is refused too.
    const half = await send(`/service/buy?sn=${sn}&product=mylink&product=translate`, {
      sn,
      batch: 'half-a-form',
      product: ['mylink', 'translate'],
      'plan.mylink': 'demoplan-mylink-12',
      'price.demoplan-mylink-12': '6.0000',
      method: tether,
    })
    expect([half.status, half.text.includes('This is not sold any more')]).toEqual([422, true])
    expect(await orders()).toHaveLength(before)
  })
  it('orders nothing in a currency that was switched off, and says why', async () => {
    await operate('PUT', '/methods/14', { on: false })
    const before = await orders()
    const { to, text } = await buy({ data: ['demoplan-data-12', '20.0000'] }, { method: '14' })
    expect([to, await orders()]).toEqual([null, before])
    expect(text).toContain('This way of paying is not offered in your country or is switched off right now.')
  })
})

it('money that can’t be credited is sent back to an address that the customer enters, in every language', async () => {
  const number = await place(demoPlanId('sat2ip', 12), '10.0000', { method: Number(tether) })
  const { payments } = await find(number)
  const row = Object.values(sandbox.state.coins).find(({ address }) => address === payments.at(-1)?.payinAddress)
  const told = portal.waitForLog(({ alert, reason }) => alert === 'payment-person' && reason === 'wrong-asset')
  await sandbox.pay(row?.id ?? '', 'wrong-asset', { coin: 'sol' })
  await told
  type Held = { held: { id: string; state: string; amount: string; hash: string | null }[] }
  const [held] = (await read<Held>(`orders/${number}`)).held
  expect(held).toMatchObject({ state: 'looked-at', hash: null })
  const path = `/order/${number}/return/${held?.id ?? ''}`
  const page = async (address: string) => (await (await customer.request(address)).text()).replaceAll(/<!--.*?-->/g, '')
  for (const one of [`/order/${number}`, `/order/${number}/pay`])
    expect(await page(one)).toContain('A person is looking at it, and we will tell you what happens to it.')
  // No address has been requested yet.
  expect((await customer.request(path)).headers.get('location')).toBe(`/order/${number}`)
  await operate('POST', `/payments/deposits/${held?.id ?? ''}/ask-address`, {})
  for (const one of [`/order/${number}`, `/order/${number}/pay`]) expect(await page(one)).toContain(`href="${path}"`)
  for (const { tag } of languages) {
    await customer.post('/language', { language: codeOf(tag), returnTo: '/home' })
    for (const one of [path, `/order/${number}`, `/order/${number}/pay`])
      expect([one, findFaults(await page(one), tag)]).toEqual([one, []])
  }
  await customer.post('/language', { language: 'en', returnTo: '/home' })
  expect(await page(path)).toContain('Such an address does not reveal typing errors')
  const bad = await customer.post(path, { address: '0x52908400098527886E0F7030069857D2E4169EE7', batch: 'first-try' })
  expect(bad.status).toBe(422)
  const said = await bad.text()
  expect(said).toContain('This is an address of another currency: UNI, VET, ETH.')
  expect(said).toContain('value="0x52908400098527886E0F7030069857D2E4169EE7"')
  const address = '11111111111111111111111111111111'
  for (let click = 0; click < 2; click++) {
    const saved = await send(path, { address, batch: 'first-try' })
    expect([saved.status, saved.to]).toEqual([303, `/order/${number}`])
    expect(saved.text).toContain('Saved. You will get a message when it has been sent.')
    expect(saved.text).toContain(address)
  }
  const stranger = await portal.visitor().signIn(people.friend.userName, people.friend.password)
  expect((await stranger.post(path, { address, batch: 'not-mine' })).status).toBe(404)
  const program = portal.visitor()
  const calls = `/payment/customer/deposits/${held?.id ?? ''}/address`
  expect((await program.api('POST', calls, { token: portal.tokens.friend, json: { address } })).code).toBe('A0404')
  const hash = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
  await operate('POST', `/payments/deposits/${held?.id ?? ''}/return`, { address, hash })
  const after = await page(`/order/${number}`)
  expect(after.replaceAll('<wbr/>', '')).toContain(hash)
  expect(after).not.toContain(`href="${path}"`)
  // The money was sent back meanwhile: the open form and the reopened page say that it is too late.
  const late = await send(path, { address: '11111111111111111111111111111112', batch: 'too-late' })
  expect([late.status, late.to]).toEqual([303, `/order/${number}`])
  expect(late.text).toContain('The address can’t be changed any more')
  expect((await customer.request(path)).headers.get('location')).toBe(`/order/${number}`)
  expect(await page(`/order/${number}`)).toContain('The address can’t be changed any more')
  expect(await page(`/order/${number}`)).not.toContain('The address can’t be changed any more')
  expect((await find(number)).status).toBe(0)
  expect(portal.takeErrors().map(({ reason }) => reason)).toEqual(['wrong-asset', 'address-given'])
})

it('a plan of another product is refused, and nothing is ordered', async () => {
  const before = (await orders()).length
  const { status } = await buy({ tv: [demoPlanId('epg', 12), '5.0000'] }, { batch: 'mixed-0001' })
  expect([status, (await orders()).length]).toEqual([422, before])
})

it('a service bought three years ahead is not offered again, and its page says until when', async () => {
  const year = demoPlanId('quran', 12)
  for (let years = 1; years <= 3; years++) await place(year, '1.0000', { method: Number(mango) })
  const page = await (await customer.request(`/service/buy?sn=${sn}&product=quran`)).text()
  expect(page).toContain('Already bought as far ahead as possible')
  expect(page).toMatch(/It can be bought ahead until \d{1,2} \w+ \d{4}\./)
  const json = { sn, plan: year, price: '1.0000', method: Number(mango) }
  expect((await customer.api('POST', '/order/customer/orders', { json, headers: ownPage })).code).toBe('M4203')
  const quote = `/service/customer/quote?sn=${sn}&plan=${year}`
  expect((await customer.api('GET', quote, { headers: ownPage })).code).toBe('M4203')
})
