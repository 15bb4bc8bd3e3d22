/**
 * From "Renew" on /service to a paid order, on a phone: by card on the provider's page, by a coin in parts, by Mango,
 * by points and Mango. Counts the screens after the click: at most four.
 */
import type { Page } from 'playwright/test'
import { expect, ready } from '../support/browser'
import {
  coinPaymentsOf,
  methods,
  onlyOrder,
  ordersOf,
  phone,
  place,
  planOf,
  refresh,
  test as base,
  watchScreens,
  type Order,
} from '../support/checkout'

base.describe.configure({ retries: 0 })

const maxScreens = 4
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** A customer on a phone whose box has TV for a year, bought with all of the Mango. */
const test = base.extend<{ price: string; screens: string[] }>({
  price: async ({ page, buyer, credit }, give) => {
    await page.setViewportSize(phone)
    const plan = await planOf(page, 'tv', 12)
    await credit(buyer, 'MANGO', plan.payPrice)
    await place(page, buyer, plan, methods.mango)
    expect(await onlyOrder(page)).toMatchObject({ status: 1 })
    await give(plan.payPrice)
  },
  // The screens seen after "Renew" was clicked.
  screens: async ({ page, price, server, scripted }, give) => {
    expect(price).toBe('12.5000')
    await page.goto('/service')
    await ready(page, scripted)
    const seen = watchScreens(page, server.origin)
    await page.getByRole('link', { name: 'Renew TV Service' }).click()
    await expect(page).toHaveURL(/\/service\/buy\?/)
    await ready(page, scripted)
    // A year, as last time.
    await expect(page.locator('input[name="plan.tv"]:checked')).toHaveValue('demoplan-tv-12')
    await give(seen)
  },
})

const submit = (page: Page) => page.getByRole('button', { name: /^Order and pay/ }).click()
/** The renewal, newer than the order by which the box got the service. */
const renewal = async (page: Page): Promise<Order> => {
  const orders = await ordersOf(page)
  expect(orders).toHaveLength(2)
  return orders[0] as Order
}
const expectPaid = async (page: Page, seen: readonly string[], screens: readonly string[]): Promise<Order> => {
  await expect(heading(page)).toHaveText('Paid')
  await expect(page.getByText(/^Everything is active on/)).toBeVisible()
  const order = await renewal(page)
  expect(order).toMatchObject({ status: 1, payPrice: '12.5000', actuallyPaid: '12.5000', credited: '0.0000' })
  expect(order.lines[0]?.periods).toHaveLength(1)
  const paid = `/order/${order.number}/pay`
  expect(seen).toEqual([...screens, paid])
  expect(seen.length).toBeLessThanOrEqual(maxScreens)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  return order
}

test('a card payment on the provider’s page leads back, and the order is paid @core', async ({
  page,
  sandbox,
  scripted,
  screens,
}) => {
  await page.getByRole('radio', { name: 'Visa or Mastercard' }).check()
  await submit(page)
  // Scripts lead to the provider at once; without them the payment page offers another device first.
  const between: string[] = []
  if (!scripted) {
    const link = page.getByRole('link', { name: 'Go to the payment page' })
    await expect(link).toBeVisible()
    between.push(new URL(page.url()).pathname)
    await link.click()
  }
  await expect(page.getByText('SANDBOX — no real money')).toBeVisible()
  // Declined first: the page stays, and takes another card.
  await page.getByRole('button', { name: 'Card is declined' }).click()
  await expect(page.getByRole('alert')).toContainText('declined')
  const provider = sandbox.url + new URL(page.url()).pathname
  await page.getByRole('button', { name: 'Pay 12.50 USD' }).click()
  const order = await expectPaid(page, screens, ['/service/buy', ...between, provider])
  await expect(page.getByText(`Order ${order.number} is paid.`)).toBeVisible()
  expect(order.payments).toMatchObject([{ label: 'finished' }])
})

test('a coin payment in two parts says what is missing, and the page shows “paid” by itself', async ({
  page,
  sandbox,
  scripted,
  screens,
}) => {
  if (scripted) await page.clock.install()
  await page.getByRole('radio', { name: 'USDT' }).check()
  await submit(page)
  await expect(heading(page)).toHaveText(/^Send [\d.]+ USDT$/)
  await ready(page, scripted)
  const { number } = await renewal(page)
  const [payment = ''] = coinPaymentsOf(sandbox, number)
  const { address = '' } = sandbox.state.coins[payment] ?? {}
  const facts = page.locator('.pay-facts')
  await expect(facts).toContainText(address)
  await expect(facts).toContainText('12.497501 USDT')
  await expect(page.getByRole('img', { name: 'QR code with the address and amount' })).toBeVisible()

  await sandbox.pay(payment, 'part', { amount: '5' })
  await expect(async () => {
    await refresh(page, scripted)
    await expect(heading(page)).toHaveText('A part has arrived', { timeout: 1000 })
  }).toPass()
  await expect(facts).toContainText('5 USDT')
  await expect(facts).toContainText('Still to send')
  await expect(facts).toContainText('7.497501 USDT')
  await expect(page.getByRole('img', { name: 'QR code with the address and amount' })).toBeVisible()

  await sandbox.pay(payment)
  await expect(async () => {
    await refresh(page, scripted)
    await expect(heading(page)).toHaveText('Paid', { timeout: 1000 })
  }).toPass()
  const order = await expectPaid(page, screens, ['/service/buy'])
  expect(order.payments).toMatchObject([{ label: 'finished', payinAddress: address }])
})

test('a payment with only Mango takes two screens', async ({ page, buyer, credit, scripted, screens }) => {
  // The Mango came while the page was open: the reloaded page shows it.
  await credit(buyer, 'MANGO', '12.5')
  await page.reload()
  await ready(page, scripted)
  await page.getByRole('radio', { name: 'Mango' }).check()
  await submit(page)
  const order = await expectPaid(page, screens, ['/service/buy'])
  expect(order.shares).toMatchObject([{ kind: 'mango', amount: '12.5000', state: 'paid' }])
  await expect(page.getByText('Paid from your wallet.')).toBeVisible()
})

test('points and Mango together show both in the sum @core-js', async ({ page, buyer, credit, scripted, screens }) => {
  await credit(buyer, 'POINTS', '300')
  await credit(buyer, 'MANGO', '10')
  await page.reload()
  await ready(page, scripted)
  await page.getByRole('checkbox', { name: 'Use your points' }).check()
  await page.getByRole('radio', { name: 'Mango' }).check()
  if (!scripted) await page.getByRole('button', { name: 'Update the total' }).click()
  await expect(page.locator('.sum-total')).toContainText('9.50')
  await submit(page)
  const order = await expectPaid(page, screens, ['/service/buy'])
  expect(order.shares.map(({ kind, amount, state }) => [kind, amount, state]).sort()).toEqual([
    ['mango', '9.5000', 'paid'],
    ['points', '3.0000', 'paid'],
  ])
})
