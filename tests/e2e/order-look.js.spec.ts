/** How the pages of orders and payments stand: nothing is cut off or covered, on a desk and on the narrowest phone. */
import type { Locator, Page } from 'playwright/test'
import { expect, ownPage, ready } from '../support/browser'
import { methods, place, planOf, test } from '../support/checkout'

const speak = (page: Page, language: string) =>
  page.request.post('/language', { headers: ownPage, maxRedirects: 0, form: { language, returnTo: '/' } })
const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (box === null) throw new Error(`nothing of ${String(locator)} is seen`)
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

test('the buttons of the search stand on one line, with the fields', async ({ page, buyer }) => {
  await place(page, buyer, await planOf(page, 'quran', 12))
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/order?status=0')
  await ready(page, true)
  const search = page.getByRole('search')
  const field = await boxOf(search.getByLabel('Status'))
  const [find, reset] = [await boxOf(search.getByRole('button')), await boxOf(search.getByRole('link'))]
  expect([Math.round(find.y), Math.round(reset.bottom)]).toEqual([Math.round(reset.y), Math.round(field.bottom)])
})

test('on the narrowest phone a long word for a state stands whole beside the button', async ({ page, buyer }) => {
  await place(page, buyer, await planOf(page, 'quran', 12))
  await speak(page, 'ru')
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/order')
  await ready(page, true)
  const row = page.getByRole('table').getByRole('row').last()
  const state = await boxOf(row.locator('.tag'))
  const pay = await boxOf(row.getByRole('link', { name: /^Оплатить/ }))
  expect(state.right).toBeLessThanOrEqual(pay.x)
})

test('on the narrowest phone an amount of coins has one line, and its button a name', async ({ page, buyer }) => {
  const number = await place(page, buyer, await planOf(page, 'vpn', 12), methods.usdt)
  await speak(page, 'ru')
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`/order/${number}/pay`)
  await ready(page, true)
  const amount = page.locator('.pay-amount .copy-value')
  expect((await boxOf(amount)).height).toBeLessThan(52)
  await expect(page.getByRole('button', { name: 'Скопировать сумму' })).toBeVisible()
})

test('what is said while the one button stands at the edge is said above it', async ({ page, buyer }) => {
  const number = await place(page, buyer, await planOf(page, 'sat2ip', 12))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/order/${number}/pay?session=cs_of_somebody_else`)
  await ready(page, true)
  const said = await boxOf(page.locator('.toast'))
  const button = await boxOf(page.locator('.end-bar button'))
  expect(said.bottom).toBeLessThanOrEqual(button.y)
})
