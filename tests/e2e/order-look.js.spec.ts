/**
 * The layout of the pages of orders and payments: nothing is cut off or covered, on a desktop and on the narrowest
 * phone.
 */
import type { Locator, Page } from 'playwright/test'
import { expect, ownPage, ready } from '../support/browser'
import { coinPaymentsOf, methods, place, planOf, test } from '../support/checkout'

const speak = (page: Page, language: string) =>
  page.request.post('/language', { headers: ownPage, maxRedirects: 0, form: { language, returnTo: '/' } })
const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (box === null) throw new Error(`nothing of ${String(locator)} is seen`)
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

test('the buttons of the search are on one line with its fields', async ({ page, buyer }) => {
  await place(page, buyer, await planOf(page, 'quran', 12))
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/order?status=0')
  await ready(page, true)
  const search = page.getByRole('search')
  const field = await boxOf(search.getByLabel('Status'))
  const [find, reset] = [await boxOf(search.getByRole('button')), await boxOf(search.getByRole('link'))]
  expect([Math.round(find.y), Math.round(reset.bottom)]).toEqual([Math.round(reset.y), Math.round(field.bottom)])
})

test('on the narrowest phone a long state name has one line, above the button', async ({ page, buyer }) => {
  await place(page, buyer, await planOf(page, 'quran', 12))
  await speak(page, 'ru')
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/order')
  await ready(page, true)
  const row = page.getByRole('table').getByRole('row').last()
  const state = await boxOf(row.locator('.tag'))
  const pay = await boxOf(row.getByRole('link', { name: /^Оплатить/ }))
  expect(state.height).toBeLessThan(30)
  expect(state.bottom).toBeLessThanOrEqual(pay.y)
})

test('on the narrowest phone an amount of coins has one line, and its button a label', async ({ page, buyer }) => {
  const number = await place(page, buyer, await planOf(page, 'vpn', 12), methods.usdt)
  await speak(page, 'ru')
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`/order/${number}/pay`)
  await ready(page, true)
  const amount = page.locator('.pay-amount .copy-value')
  expect((await boxOf(amount)).height).toBeLessThan(52)
  await expect(page.getByRole('button', { name: 'Скопировать сумму' })).toBeVisible()
})

test('a message appears above the button that is fixed at the edge', async ({ page, buyer }) => {
  const number = await place(page, buyer, await planOf(page, 'sat2ip', 12))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/order/${number}/pay?session=cs_of_somebody_else`)
  await ready(page, true)
  const said = await boxOf(page.locator('.toast'))
  const button = await boxOf(page.locator('.end-bar button'))
  expect(said.bottom).toBeLessThanOrEqual(button.y)
})

test('a phone shows amount and address before the QR code and a wallet link; a desktop shows the code first', async ({
  page,
  buyer,
}) => {
  const number = await place(page, buyer, await planOf(page, 'vip', 12), methods.btc)
  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto(`/order/${number}/pay`)
  await ready(page, true)
  const [code, facts] = [page.locator('.pay-coin > .qr'), page.locator('.pay-facts')]
  const wallet = page.getByRole('link', { name: 'Open in wallet app' })
  await expect(wallet).toHaveAttribute('href', /^bitcoin:\w+\?amount=[\d.]+$/)
  expect((await boxOf(facts)).bottom).toBeLessThanOrEqual((await boxOf(wallet)).y)
  expect((await boxOf(wallet)).bottom).toBeLessThanOrEqual((await boxOf(code)).y)
  await page.setViewportSize({ width: 1280, height: 900 })
  expect((await boxOf(code)).bottom).toBeLessThanOrEqual((await boxOf(facts)).y)
})

test('a coin whose addresses no wallet opens has no wallet link, and its page is readable without styles', async ({
  page,
  buyer,
}) => {
  const number = await place(page, buyer, await planOf(page, 'vip', 12), methods.usdt)
  await page.goto(`/order/${number}/pay`)
  await ready(page, true)
  await expect(page.getByRole('link', { name: 'Open in wallet app' })).toHaveCount(0)
  expect(await page.locator('.pay-left').textContent()).toMatch(/^The address expires in \d+:\d\d – until /)
  expect(await page.locator('.pay-facts dt').first().textContent()).toMatch(/^Amount – Network: /)
})

test('the total and the button follow the chosen method: a card takes whole cents', async ({
  page,
  buyer,
  sandbox,
}) => {
  const number = await place(page, buyer, await planOf(page, 'mylink', 12), methods.btc)
  await sandbox.pay(coinPaymentsOf(sandbox, number)[0] ?? '', 'part', { amount: '0.0000301' })
  // The sandbox reports the payment by a callback of its own.
  await expect(async () => {
    await page.goto(`/order/${number}/pay?choose=1`)
    await expect(page.locator('.sum-total')).toContainText('3.0730 USD', { timeout: 1000 })
  }).toPass()
  await ready(page, true)
  await page.getByRole('radio', { name: 'Visa or Mastercard' }).check()
  await expect(page.locator('.sum-total')).toContainText('3.08 USD')
  await expect(page.getByRole('button', { name: 'Pay 3.08 USD' })).toBeVisible()
})

test('the recharge button follows the amount that is typed or picked', async ({ page, buyer }) => {
  expect(buyer.sn).not.toBe('')
  await page.request.post('/wallet/open', { headers: ownPage, maxRedirects: 0, form: {} })
  await page.goto('/wallet/recharge')
  await ready(page, true)
  await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeVisible()
  await page.getByRole('link', { name: '50', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Pay 50.00 USD' })).toBeVisible()
  await page.getByLabel('Amount in USD').fill('12,5')
  await expect(page.getByRole('button', { name: 'Pay 12.50 USD' })).toBeVisible()
})

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })
  test('an order’s times are in the customer’s own time zone', async ({ page, buyer }) => {
    const number = await place(page, buyer, await planOf(page, 'vip', 12), methods.btc)
    await page.goto(`/order/${number}`)
    await ready(page, true)
    const until = page.locator('.facts time').first()
    const at = new Date((await until.getAttribute('datetime')) ?? '')
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', hour: '2-digit', minute: '2-digit' })
    await expect(until).toContainText(clock.format(at))
    await expect(page.getByRole('main')).not.toContainText('UTC')
    await page.goto('/order')
    const created = page.getByRole('table').locator('time').first()
    const ordered = new Date((await created.getAttribute('datetime')) ?? '')
    const date = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', dateStyle: 'medium' })
    await expect(created).toHaveText(date.format(ordered))
  })
})
