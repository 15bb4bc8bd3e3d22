/**
 * The catalogue changes while somebody has the order page open: a price goes up or down, an offer ends, a plan or its
 * product is withdrawn; or the choice has another total than the page. Nothing is sold at a price that the customer did
 * not agree to.
 */
import type { Page } from 'playwright/test'
import { expect, expectAccessible, ready } from '../support/browser'
import { onlyOrder, ordersOf, test, walletOf } from '../support/checkout'

test.describe.configure({ retries: 0 })

const buy = (page: Page) => page.getByRole('button', { name: /^Order and pay/ })
const open = async (page: Page, sn: string, product: string, scripted: boolean): Promise<void> => {
  await page.goto(`/service/buy?sn=${sn}&product=${product}`)
  await ready(page, scripted)
}
const total = (page: Page) => page.locator('.sum-total')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('a changed price is shown before anything is ordered, and applies once it is accepted', async ({
  page,
  buyer,
  operate,
  scripted,
}) => {
  const setPrice = (price: string) => operate('PUT', '/products/quran/plans/12', { price })
  try {
    await open(page, buyer.sn, 'quran', scripted)
    await expect(total(page)).toContainText('1.00 USD')
    await page.getByRole('radio', { name: 'Visa or Mastercard' }).check()
    for (const [price, shown] of [
      ['1.25', '1.25 USD'],
      ['0.75', '0.75 USD'],
    ] as const) {
      await setPrice(price)
      await buy(page).click()
      await expect(page.getByText('The price has changed')).toBeVisible()
      await expect(total(page)).toContainText(shown)
      await expect(page.getByRole('radio', { name: 'Visa or Mastercard' })).toBeChecked()
      expect(await ordersOf(page)).toEqual([])
    }
    if (scripted) await expectAccessible(page)
    await buy(page).click()
    // Scripts lead to the provider at once.
    if (scripted) await page.getByRole('button', { name: 'Cancel and go back' }).click()
    await expect(heading(page)).toHaveText('Pay 0.75 USD')
    // The order keeps its price.
    await setPrice('5')
    await page.reload()
    await expect(heading(page)).toHaveText('Pay 0.75 USD')
    expect(await onlyOrder(page)).toMatchObject({ payPrice: '0.7500' })
  } finally {
    await setPrice('1')
  }
})

test('an offer that ends in the meantime is not sold, and its end is reported', async ({
  page,
  buyer,
  operate,
  scripted,
}) => {
  const move = (act: 'suspend' | 'resume') => operate('POST', '/promotions/demopromotion-autumn/state', { act })
  await open(page, buyer.sn, 'tv', scripted)
  await page.locator('input[value="demoplan-tv-12"]').check()
  await page.getByRole('radio', { name: 'USDT' }).check()
  if (!scripted) await page.getByRole('button', { name: 'Update the total' }).click()
  await expect(total(page)).toContainText('12.50 USD')
  await move('suspend')
  try {
    await buy(page).click()
    await expect(page.getByText('The price has changed')).toBeVisible()
    await expect(page.locator('input[value="demoplan-tv-12"]')).toBeChecked()
    await expect(total(page)).toContainText('18.00 USD')
    await expect(page.locator('.sums')).not.toContainText('Offer')
    expect(await ordersOf(page)).toEqual([])
    await buy(page).click()
    await expect(heading(page)).toHaveText(/^Send [\d.]+ USDT$/)
    expect(await onlyOrder(page)).toMatchObject({ payPrice: '18.0000' })
  } finally {
    await move('resume')
  }
})

test('a withdrawn plan is not sold: another duration is offered, or the services are shown', async ({
  page,
  buyer,
  operate,
  scripted,
}) => {
  const sellYear = (onSale: boolean) => operate('PUT', '/products/match/plans/12', { onSale })
  const setState = (state: 'on-sale' | 'withdrawn') => operate('PUT', '/products/match', { state })
  try {
    await open(page, buyer.sn, 'match', scripted)
    await page.locator('input[value="demoplan-match-12"]').check()
    await sellYear(false)
    await buy(page).click()
    await expect(page.getByText('This is not sold any more')).toBeVisible()
    await expect(page.locator('input[value="demoplan-match-12"]')).toHaveCount(0)
    await expect(page.locator('input[value="demoplan-match-1"]')).toBeChecked()
    await expect(total(page)).toContainText('0.90 USD')
    expect(await ordersOf(page)).toEqual([])
    await setState('withdrawn')
    await buy(page).click()
    await expect(heading(page)).toHaveText('This is not sold any more')
    await page.getByRole('main').getByRole('link', { name: 'See the services' }).click()
    await expect(page).toHaveURL(/\/service$/)
    await expect(page.getByRole('main')).not.toContainText('Choose Match')
    expect(await ordersOf(page)).toEqual([])
  } finally {
    await setState('on-sale')
    await sellYear(true)
  }
})

test('a page that shows the total of another duration charges nothing before showing the right one @core-no-js', async ({
  page,
  buyer,
  credit,
  scripted,
}) => {
  await credit(buyer, 'MANGO', '32.5')
  await open(page, buyer.sn, 'vip', scripted)
  await expect(total(page)).toContainText('4.00 USD')
  const half = page.locator('input[value="demoplan-vip-6"]')
  await half.check()
  await page.getByRole('radio', { name: /^Mango/ }).check()
  if (scripted) await expect(total(page)).toContainText('27.00 USD')
  else {
    await buy(page).click()
    await expect(page.getByText('The total is now 27.00 USD')).toBeVisible()
    await expect(total(page)).toContainText('27.00 USD')
    await expect(half).toBeChecked()
    await expect(page.getByRole('radio', { name: /^Mango/ })).toBeChecked()
    expect(await ordersOf(page)).toEqual([])
    expect(await walletOf(page)).toMatchObject({ mango: '32.5000' })
  }
  await buy(page).click()
  await expect(heading(page)).toHaveText('Paid')
  expect(await onlyOrder(page)).toMatchObject({ status: 1, payPrice: '27.0000' })
  expect(await walletOf(page)).toMatchObject({ mango: '5.5000' })
})
