/** Every payment form takes the sum that its page shows, or nothing, as a browser without scripts sends it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { demoAccounts } from '~/modules/account/account.server'
import { demoPlanId, seedCatalogue } from '~/modules/catalogue/catalogue.seed.server'
import { methodIds } from '~/modules/order/types'
import { openWallet } from '~/modules/wallet/wallet.server'
import { now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import type { HttpClient } from '../support/http-client'
import { people } from '../support/people'
import { fillForm } from '../support/plain-form'
import { startPortal, type Portal } from '../support/portal'
import { startSandbox, type TestSandbox } from '../support/sandbox'
import { seedPeople } from '../support/seeded'
import { giveMango, givePoints, mangoOf } from '../support/shop'

const [user] = demoAccounts
const sn = '100000000001'
const [card, mango, tether] = [String(methodIds.card), String(methodIds.mango), '12']
const half = demoPlanId('vip', 6)
let portal: Portal
let sandbox: TestSandbox
let customer: HttpClient

beforeAll(async () => {
  await seedPeople()
  await seedCatalogue()
  await db.device.create({ data: { sn, userId: user.id, boundAt: now(), nickname: 'Box' } })
  await openWallet(user.id)
  await giveMango(user.id, '32.5')
  await givePoints(user.id, 150n)
  sandbox = await startSandbox()
  portal = await startPortal({ env: { LIMITS: 'off', ...sandbox.env } })
  await sandbox.setPortal(portal.origin)
  customer = await portal.visitor().signIn(people.customer.userName, people.customer.password)
})
afterAll(async () => {
  await portal.stop()
  await sandbox.stop()
})

const visible = (html: string): string => html.replaceAll(/<!--.*?-->/g, '')
const open = async (path: string): Promise<string> => visible(await (await customer.request(path)).text())
const send = async (path: string, fields: Record<string, string | string[]>) => {
  const answer = await customer.post(path, fields)
  return { status: answer.status, to: answer.headers.get('location'), text: visible(await answer.text()) }
}
const ordered = () => db.order.count({ where: { userId: user.id } })
const isChecked = (text: string, value: string): boolean =>
  new RegExp(`<input[^>]*value="${value}"[^>]*checked=""|<input[^>]*checked=""[^>]*value="${value}"`).test(text)
const place = async (product: string, price: string): Promise<string> => {
  const placed = await portal.visitor().api<{ number: string }>('POST', '/order/customer/orders', {
    token: portal.tokens.customer,
    json: { sn, plan: demoPlanId(product, 12), price },
  })
  expect(placed.code).toBe('0')
  return placed.data.number
}

describe('the purchase form', () => {
  const path = `/service/buy?sn=${sn}&product=vip`
  const submit = /^Order and pay$/
  let before = 0
  beforeEach(async () => {
    before = await ordered()
  })

  for (const [way, method] of [
    ['Mango', mango],
    ['a card', card],
    ['a coin', tether],
  ] as const)
    it(`takes nothing by ${way} if another length is chosen, and asks again with the new sum`, async () => {
      const shown = await open(path)
      expect(shown).toContain('4.00 USD')
      const again = await send(path, fillForm(shown, submit, { 'plan.vip': half, method }))
      expect([again.status, again.text.includes('The total is now 27.00 USD')]).toEqual([422, true])
      expect([isChecked(again.text, half), isChecked(again.text, method)]).toEqual([true, true])
      expect([await ordered(), await mangoOf(user.id)]).toEqual([before, '32.5000'])
      expect(fillForm(again.text, submit)).toMatchObject({ 'plan.vip': half, method, 'shown.toPay': '27.0000' })
    })

  it('treats points and a share in Mango, ticked or not, as choices that change the sum', async () => {
    const shown = await open(path)
    const ticked = await send(path, fillForm(shown, submit, { points: '150', useMango: 'yes', method: tether }))
    expect(ticked.text).toContain('The total is now 0.00 USD')
    const unticked = await send(path, fillForm(ticked.text, submit, { points: null, useMango: null, method: tether }))
    expect([unticked.status, unticked.text.includes('The total is now 4.00 USD')]).toEqual([422, true])
    // The same total from other sources counts as another sum.
    const byMango = await send(path, fillForm(ticked.text, submit, { points: null }))
    expect([byMango.status, await ordered(), await mangoOf(user.id)]).toEqual([422, before, '32.5000'])
  })

  it('shows no sum on its button if a choice can change it', async () => {
    const covered = await open(`${path}&useMango=yes`)
    expect(covered).toContain('buy-sum')
    expect(() => fillForm(covered, submit)).not.toThrow()
    expect(() => fillForm(covered, /^Order with/)).toThrow()
  })

  it('asks again if the form has no sum', async () => {
    const answer = await send(path, fillForm(await open(path), submit, { 'shown.toPay': null, method: tether }))
    expect([answer.status, answer.text.includes('The total is now 4.00 USD')]).toEqual([422, true])
    expect(await ordered()).toBe(before)
  })

  it('orders nothing to recharge for if another sum was shown', async () => {
    const year = { 'plan.vip': demoPlanId('vip', 12), intent: 'recharge', method: tether }
    const again = await send(path, fillForm(await open(path), submit, year))
    expect([again.status, again.text.includes('The total is now 36.00 USD'), await ordered()]).toEqual([
      422,
      true,
      before,
    ])
    const sure = await send(path, fillForm(again.text, submit, { intent: 'recharge' }))
    expect([sure.status, sure.to?.startsWith('/wallet/recharge?order=')]).toEqual([303, true])
    const number = sure.to?.split('=').at(-1) ?? ''
    await send(`/order/${number}/cancel`, {})
  })

  it('takes the sum that it shows, once it is sent again', async () => {
    const again = await send(path, fillForm(await open(path), submit, { 'plan.vip': half, method: mango }))
    const paid = await send(path, fillForm(again.text, submit))
    expect([paid.status, await mangoOf(user.id)]).toEqual([303, '5.5000'])
    expect(await db.order.count({ where: { userId: user.id, payPrice: 270_000n } })).toBe(1)
  })
})

describe('the payment page of an order', () => {
  it('takes only the sum on its button, by Mango, card and coin', async () => {
    const number = await place('skin', '3.0000')
    const path = `/order/${number}/pay`
    const before = await mangoOf(user.id)
    for (const method of [mango, card, tether])
      for (const shown of ['2.0000', null]) {
        const fields = fillForm(await open(path), /^Pay 3\.00 USD$/, { method, shown })
        const { status, text } = await send(path, fields)
        expect([status, text.includes('The amount to pay has changed. Nothing was taken.')]).toEqual([422, true])
        expect(isChecked(text, method)).toBe(true)
      }
    expect([await mangoOf(user.id), await db.paymentAttempt.count()]).toEqual([before, 0])
    const paid = await send(path, fillForm(await open(path), /^Pay 3\.00 USD$/, { method: mango }))
    expect([paid.status, await mangoOf(user.id)]).toEqual([303, '2.5000'])
  })
  it('asks again if a partial payment has arrived since the page was opened', async () => {
    const number = await place('audio', '7.0000')
    const path = `/order/${number}/pay`
    const page = await open(path)
    await send(path, fillForm(page, /^Pay 7\.00 USD$/, { method: tether }))
    const { id } = await db.order.findUniqueOrThrow({ where: { number } })
    const attempt = await db.paymentAttempt.findFirstOrThrow({ where: { orderId: id } })
    await sandbox.pay(attempt.providerId ?? '', 'part')
    await send(path, { intent: 'check', batch: 'looks' })
    const late = await send(path, { ...fillForm(page, /^Pay 7\.00 USD$/), method: mango, batch: 'late' })
    expect([late.status, late.text.includes('The amount to pay has changed.')]).toEqual([422, true])
    expect(await mangoOf(user.id)).toBe('2.5000')
  })
})

describe('the sum charged to a card', () => {
  it('is the same on the page, at the provider, in the order, in the message and on the receipt', async () => {
    const number = await place('mylink', '6.0000')
    const path = `/order/${number}/pay`
    await send(path, fillForm(await open(path), /^Pay 6\.00 USD$/, { method: tether }))
    const { id } = await db.order.findUniqueOrThrow({ where: { number } })
    const ofCoin = await db.paymentAttempt.findFirstOrThrow({ where: { orderId: id } })
    await sandbox.pay(ofCoin.providerId ?? '', 'part', { amount: '2.123456' })
    // The callback may still be in flight.
    await send(path, { intent: 'check', batch: 'looks-for-coins' })
    const rest = async (): Promise<string> =>
      (
        await portal.visitor().api<{ rest: string }>('GET', `/order/customer/orders/${number}`, {
          token: portal.tokens.customer,
        })
      ).data.rest
    // Not in whole cents, which a card needs.
    expect(await rest()).toMatch(/^3\.\d\d(?!00)\d\d$/)
    const cents = ((BigInt((await rest()).replace('.', '')) + 99n) / 100n).toString()
    const charge = `${cents.slice(0, 1)}.${cents.slice(1)} USD`
    const choosing = await open(`${path}?choose=1`)
    expect(choosing).toContain(`${charge} is charged. What is more than the price is credited to your wallet.`)
    // The sum depends on the method, so without scripts the button shows none.
    const chosen = await send(path, fillForm(choosing, /^Pay$/, { method: card }))
    expect(chosen.status).toBe(303)
    expect(await open(path)).toContain(`Pay ${charge}`)
    const ofCard = await db.paymentAttempt.findFirstOrThrow({ where: { orderId: id, method: methodIds.card } })
    expect(sandbox.state.cards[ofCard.providerId ?? '']?.['amount_total']).toBe(Number(cents))
    await sandbox.card(ofCard.providerId ?? '', 'pay')
    await send(path, { intent: 'check', batch: 'looks-for-the-card' })
    const wordsOf = async (page: string): Promise<string> =>
      (await open(page)).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
    for (const page of [`/order/${number}`, `/order/${number}/receipt`]) {
      const words = await wordsOf(page)
      const at = words.indexOf('Visa or Mastercard')
      expect(words.slice(at, at + 60)).toContain(charge)
    }
    const message = async (): Promise<string> => {
      const paid = await db.messageText.findMany({
        where: { language: 'en', title: `Order \u2068${number}\u2069 is paid` },
      })
      return paid.map(({ text }) => text.replaceAll(/[\u2068\u2069]/g, '')).join()
    }
    await expect.poll(message, { timeout: 10_000 }).toContain(`Visa or Mastercard: ${charge}`)
  })
  it('hides the provider’s share in a closed section', async () => {
    const { number } = await db.order.findFirstOrThrow({ where: { outcomePrice: { not: null } } })
    const order = await open(`/order/${number}`)
    const sums = /<dl class="sums">[^]*?<\/dl>/.exec(order)?.[0] ?? ''
    expect(sums).not.toContain('Settled by the provider')
    expect(order).toMatch(/<details[^>]*><summary>[^]*?<\/summary>[^]*?Settled by the provider/)
  })
})

describe('the redirect to the provider', () => {
  const byScript = { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }
  const sentByScript = async (path: string, route: string, fields: Record<string, string | string[]>) => {
    const address = `${path}${path.includes('?') ? '&' : '?'}_data=${encodeURIComponent(route)}`
    return (await customer.post(address, fields, byScript)).headers.get('x-remix-redirect')
  }
  const payRoute = 'routes/order.$number.pay._index'

  it('is direct for a script’s form, and goes through a page that offers another device without scripts', async () => {
    const bought = fillForm(await open(`/service/buy?sn=${sn}&product=stream`), /^Order and pay$/, { method: card })
    expect(await sentByScript('/service/buy', 'routes/service.buy', bought)).toMatch(`${sandbox.url}/c/pay/cs_`)
    const { number } = await db.order.findFirstOrThrow({ where: { userId: user.id }, orderBy: { createdAt: 'desc' } })
    const path = `/order/${number}/pay`
    const fields = fillForm(await open(`${path}?choose=1`), /^Pay \d/, { method: card })
    expect(await sentByScript(path, payRoute, fields)).toMatch(`${sandbox.url}/c/pay/cs_`)
    const plain = await send(path, fillForm(await open(`${path}?choose=1`), /^Pay \d/, { method: card }))
    expect([plain.status, plain.to]).toEqual([303, path])
    expect(await open(path)).toContain('Pay on another device')
    await send(`/order/${number}/cancel`, {})
  })
  it('shows the current state to customers who return without paying', async () => {
    const number = await place('quran', '1.0000')
    const path = `/order/${number}/pay`
    await send(path, fillForm(await open(path), /^Pay 1\.00 USD$/, { method: card }))
    const { id } = await db.order.findUniqueOrThrow({ where: { number } })
    const { providerId } = await db.paymentAttempt.findFirstOrThrow({ where: { orderId: id } })
    const { to } = await sandbox.click(providerId ?? '', 'cancel')
    const back = new URL(to ?? '')
    const page = await open(back.pathname + back.search)
    expect(page).toMatch(/Nothing was charged<[^]*?Your payment can still be made until/)
    for (const way of ['Go to the payment page', 'Pay another way', 'Cancel order']) expect(page).toContain(way)
    // The address proves nothing: the order was paid in another tab.
    await sandbox.card(providerId ?? '', 'pay', { callbacks: 'never' })
    const paid = await open(back.pathname + back.search)
    expect([paid.includes('Nothing was charged'), paid.includes('Everything is active')]).toEqual([false, true])
  })
})

describe('the recharge forms', () => {
  it('say before the purchase from when Mango bought by card can be sent to others', async () => {
    expect(await open('/wallet/recharge')).toMatch(
      /You can pay here with Mango bought by card at once, and send it to others from \d+ \w+ \d{4}\./,
    )
  })
  it('ask for the typed amount, and charge only the sum on the button', async () => {
    const made = await send('/wallet/recharge', { amount: '20', method: tether, batch: 'makes-one' })
    const path = made.to ?? ''
    const choosing = await open(`${path}?choose=1`)
    const submit = /^Pay 20\.00 USD$/
    const { status, text } = await send(path, fillForm(choosing, submit, { method: card, shown: '10.0000' }))
    expect([status, text.includes('The amount to pay has changed.')]).toEqual([422, true])
    expect(await db.paymentAttempt.count({ where: { rechargeId: { not: null }, method: methodIds.card } })).toBe(0)
    expect((await send(path, fillForm(choosing, submit, { method: card }))).status).toBe(303)
  })
})
