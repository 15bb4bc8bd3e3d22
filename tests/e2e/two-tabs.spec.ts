/**
 * Two tabs of one order: an action in one applies in the other, whatever that one shows. The second action is told
 * about the first, and nothing is paid, cancelled or charged twice.
 */
import type { Page } from 'playwright/test'
import { expect, ready } from '../support/browser'
import { call, coinPaymentsOf, onlyOrder, place, planOf, refresh, test as base, walletOf } from '../support/checkout'

base.describe.configure({ retries: 0 })

/** An order for 3 USD by a customer with 20 Mango, and a second tab of the same browser. */
const test = base.extend<{ number: string; other: Page }>({
  number: async ({ page, buyer, credit }, give) => {
    await credit(buyer, 'MANGO', '20')
    await give(await place(page, buyer, await planOf(page, 'skin', 12)))
  },
  other: async ({ context }, give) => give(await context.newPage()),
})
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const open = async (page: Page, path: string, scripted: boolean): Promise<void> => {
  await page.goto(path)
  await ready(page, scripted)
}
const payBy = async (page: Page, method: string): Promise<void> => {
  await page.getByRole('radio', { name: method }).check()
  await page.getByRole('button', { name: 'Pay 3.00 USD' }).click()
}

test('an order paid in one tab cannot be cancelled in the other', async ({ page, other, number, scripted }) => {
  await open(page, `/order/${number}/pay`, scripted)
  await open(other, `/order/${number}/cancel`, scripted)
  await payBy(page, 'Mango')
  await expect(heading(page)).toHaveText('Paid')
  await other.getByRole('button', { name: 'Cancel order' }).click()
  await expect(other.getByText('This order is already paid.')).toBeVisible()
  await expect(heading(other)).toHaveText(`Order ${number}`)
  expect(await onlyOrder(page)).toMatchObject({ status: 1, lines: [{ periods: [{ service: 'skin' }] }] })
  expect(await walletOf(page)).toMatchObject({ mango: '17.0000' })
})

test('an order cancelled in one tab cannot be paid in the other', async ({ page, other, number, scripted }) => {
  await open(page, `/order/${number}/pay`, scripted)
  await open(other, `/order/${number}/cancel`, scripted)
  await other.getByRole('button', { name: 'Cancel order' }).click()
  await expect(other.getByText(`Order ${number} is cancelled.`)).toBeVisible()
  await payBy(page, 'Mango')
  await expect(page.getByText('There is no unpaid order.')).toBeVisible()
  await expect(heading(page)).toHaveText('You cancelled this order')
  expect(await onlyOrder(page)).toMatchObject({ status: 2, payments: [], lines: [{ periods: [] }] })
  expect(await walletOf(page)).toMatchObject({ mango: '20.0000' })
})

test('a page waiting for a coin turns to paid when the other tab pays; a later coin payment is credited', async ({
  page,
  other,
  number,
  sandbox,
  scripted,
}) => {
  if (scripted) await page.clock.install()
  await open(page, `/order/${number}/pay`, scripted)
  await payBy(page, 'USDT')
  await expect(heading(page)).toHaveText(/^Send [\d.]+ USDT$/)
  await open(other, `/order/${number}/pay?choose=1`, scripted)
  await payBy(other, 'Mango')
  await expect(heading(other)).toHaveText('Paid')
  await refresh(page, scripted)
  await expect(heading(page)).toHaveText('Paid')
  await expect(page.locator('.pay-facts')).toHaveCount(0)

  // Sent before the page said so: 3 USD become wallet credit, and the service runs once.
  const [payment = ''] = coinPaymentsOf(sandbox, number)
  await sandbox.pay(payment)
  await call(page, 'POST', `/payment/customer/orders/${number}/check`)
  await expect.poll(async () => (await walletOf(page)).mango).toBe('20.0000')
  expect(await onlyOrder(page)).toMatchObject({ status: 1, lines: [{ periods: [{ service: 'skin' }] }] })
})

test('the provider’s page accepts no card once the order is paid in the other tab', async ({
  page,
  other,
  number,
  scripted,
}) => {
  await open(page, `/order/${number}/pay`, scripted)
  await payBy(page, 'Visa or Mastercard')
  if (!scripted) await page.getByRole('link', { name: 'Go to the payment page' }).click()
  const pay = page.getByRole('button', { name: 'Pay 3.00 USD' })
  await expect(pay).toBeVisible()
  await open(other, `/order/${number}/pay?choose=1`, scripted)
  await payBy(other, 'Mango')
  await expect(heading(other)).toHaveText('Paid')
  // The portal ends it at the provider: a page that was loaded before refuses the click.
  await expect(async () => {
    await other.goto(page.url())
    await expect(other.getByText('This page can’t be paid any more')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await pay.click()
  await expect(page.getByRole('alert')).toHaveText('This page has expired. Nothing was charged.')
  expect(await walletOf(page)).toMatchObject({ mango: '17.0000' })
  expect(await onlyOrder(page)).toMatchObject({ status: 1, lines: [{ periods: [{ service: 'skin' }] }] })
})
