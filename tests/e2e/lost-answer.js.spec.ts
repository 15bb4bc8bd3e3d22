/**
 * A line that breaks while money moves: the page stays with what was typed and says so, and the same button pressed
 * again does once what it says, whether the request was lost or only its answer. A box that is unbound meanwhile is
 * neither paid for nor renewed.
 */
import type { Page } from 'playwright/test'
import { expect, ownPage, ready } from '../support/browser'
import { call, inAYear, methods, ordersOf, place, planOf, test, walletOf } from '../support/checkout'
import { HttpClient } from '../support/http-client'
import { people } from '../support/people'

test.describe.configure({ retries: 0 })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const six = '271828'
const friend = people.friend.userName

/** Loses the next form of the page on its way to the portal, or only the portal's answer to it. */
const loseNext = async (page: Page, lost: 'request' | 'answer'): Promise<void> => {
  let isOver = false
  await page.route(
    ({ searchParams }) => searchParams.has('_data'),
    async (route) => {
      if (isOver || route.request().method() !== 'POST') return route.continue()
      isOver = true
      if (lost === 'answer') await route.fetch({ maxRedirects: 0 })
      await route.abort('connectionreset')
    },
  )
}
/** Presses a button whose form or answer is lost, and once more. */
const pressTwice = async (page: Page, name: RegExp, lost: 'request' | 'answer'): Promise<void> => {
  await ready(page, true)
  const button = page.getByRole('button', { name })
  await loseNext(page, lost)
  await button.click()
  await expect(page.locator('.toast').filter({ hasText: 'Network Error' })).toBeVisible()
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
  await button.click()
}

for (const lost of ['request', 'answer'] as const) {
  test(`an order by Mango is placed and paid once when its ${lost} was lost`, async ({ page, buyer, credit }) => {
    await credit(buyer, 'MANGO', '20')
    await page.goto(`/service/buy?sn=${buyer.sn}&product=skin`)
    await page.getByRole('radio', { name: 'Mango' }).check()
    await pressTwice(page, /^Order and pay/, lost)
    await expect(heading(page)).toHaveText('Paid')
    expect(await ordersOf(page)).toHaveLength(1)
    expect((await walletOf(page)).mango).toBe('17.0000')
  })

  test(`an order by coin has one payment when its ${lost} was lost`, async ({ page, buyer }) => {
    await page.goto(`/service/buy?sn=${buyer.sn}&product=skin`)
    await page.getByRole('radio', { name: 'USDT' }).check()
    await pressTwice(page, /^Order and pay/, lost)
    await expect(heading(page)).toHaveText(/^Send [\d.]+ USDT$/)
    const orders = await ordersOf(page)
    expect(orders.map(({ payments }) => payments.length)).toEqual([1])
  })

  test(`a placed order is paid from Mango once when the ${lost} was lost`, async ({ page, buyer, credit }) => {
    await credit(buyer, 'MANGO', '20')
    const number = await place(page, buyer, await planOf(page, 'skin', 12))
    await page.goto(`/order/${number}/pay`)
    await page.getByRole('radio', { name: 'Mango' }).check()
    await pressTwice(page, /^Pay 3\.00 USD/, lost)
    await expect(heading(page)).toHaveText('Paid')
    expect((await walletOf(page)).mango).toBe('17.0000')
  })

  test(`one recharge is begun when the ${lost} was lost`, async ({ page, buyer }) => {
    expect(buyer.sn).not.toBe('')
    await call(page, 'POST', '/wallet/customer/account')
    await page.goto('/wallet/recharge')
    await page.getByLabel('Amount in USD').fill('20')
    await page.getByRole('radio', { name: 'USDT' }).check()
    await pressTwice(page, /^Pay 20\.00 USD|^Continue to payment/, lost)
    await expect(heading(page)).toHaveText(/^Send [\d.]+ USDT$/)
    await page.goto('/wallet/recharges')
    await expect(page.locator('main a[href^="/wallet/recharge/R"]')).toHaveCount(1)
  })

  test(`a transfer is made once when its ${lost} was lost`, async ({ page, buyer, credit, server }) => {
    await (await new HttpClient(server.origin).signIn(friend, people.friend.password)).post('/wallet/open', {})
    await credit(buyer, 'MANGO', '20')
    await call(page, 'POST', '/wallet/customer/account')
    const { password } = buyer
    await page.request.post('/wallet/password', {
      headers: ownPage,
      form: { intent: 'set', newPassword: six, repeatPassword: six, password },
    })
    await page.goto('/wallet/transfer')
    await ready(page, true)
    await page.locator('input[name="recipient"]').fill(friend)
    await page.locator('input[name="amount"]').fill('5')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/confirm$/)
    await page.locator('input[name="paymentPassword"]').fill(six)
    await pressTwice(page, /^Send 5\.0000/, lost)
    await expect(heading(page)).toHaveText('Transfer sent')
    expect((await walletOf(page)).mango).toBe('15.0000')
  })

  test(`a code is exchanged once when the ${lost} was lost`, async ({ page, buyer, operate }) => {
    expect(buyer.sn).not.toBe('')
    await call(page, 'POST', '/wallet/customer/account')
    const { codes } = await operate<{ codes: { code: string }[] }>('POST', '/codes', {
      ...{ value: '5', number: 1, until: inAYear, batch: `lost-${lost}-${process.pid}` },
    })
    await page.goto('/wallet/code')
    await page.getByRole('textbox', { name: 'Code' }).fill(codes[0]?.code ?? '')
    await pressTwice(page, /^Exchange$/, lost)
    await expect(page.locator('.toast').filter({ hasText: '5.0000 Mango' })).toBeVisible()
    expect((await walletOf(page)).mango).toBe('5.0000')
  })
}

test('a box that was unbound meanwhile is neither paid for nor bought for', async ({
  page,
  buyer,
  credit,
  context,
}) => {
  await credit(buyer, 'MANGO', '20')
  const number = await place(page, buyer, await planOf(page, 'skin', 12), methods.usdt)
  await page.goto(`/order/${number}/pay`)
  await page.getByRole('link', { name: 'Pay another way' }).click()
  await page.getByRole('radio', { name: 'Mango' }).check()
  const shop = await context.newPage()
  await shop.goto(`/service/buy?sn=${buyer.sn}&product=biss`)
  await ready(shop, true)
  await shop.getByRole('radio', { name: 'Mango' }).check()
  await page.request.post(`/terminal/${buyer.sn}/unbind`, { headers: ownPage, form: {} })
  await page.getByRole('button', { name: /^Pay 3\.00 USD/ }).click()
  await expect(page.getByText('There is nothing to pay any more.')).toBeVisible()
  await shop.getByRole('button', { name: /^Order and pay/ }).click()
  await expect(shop.getByText('There is no such box on your account.')).toBeVisible()
  expect((await walletOf(page)).mango).toBe('20.0000')
  expect((await ordersOf(page)).map(({ status }) => status)).toEqual([2])
})
