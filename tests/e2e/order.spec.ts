/**
 * Orders through the sandbox provider, as a customer pays them: by coin, by card, too little, not at all. Orders are
 * placed by API and paid on the pages, with scripts and without.
 */
import type { Page } from 'playwright/test'
import { expect, expectAccessible, ownPage, ready } from '../support/browser'
import { place, planOf, test } from '../support/checkout'
import type { TestSandbox } from '../support/sandbox'

test.describe.configure({ retries: 0 })

/** The payment with the address on the page. */
const paymentOn = async (page: Page, sandbox: TestSandbox): Promise<string> => {
  const shown = (await page.locator('.pay-facts').innerText()).replaceAll(/\s/g, '')
  const row = Object.values(sandbox.state.coins).find(({ address }) => shown.includes(address))
  return row?.id ?? ''
}
const choose = async (page: Page, method: string, scripted: boolean): Promise<void> => {
  await ready(page, scripted)
  await page.getByRole('radio', { name: method }).check()
  await page.getByRole('button', { name: /^Pay / }).click()
}

test('an order is found, paid by coin, and has a receipt @core', async ({ page, sandbox, scripted, buyer }) => {
  const plan = await planOf(page, 'skin', 12)
  const number = await place(page, buyer, plan)
  await page.goto('/order')
  await ready(page, scripted)
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Pending payment')
  if (scripted) await expectAccessible(page)
  await page.getByRole('link', { name: `Pay order ${number}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose how to pay')
  if (scripted) await expectAccessible(page)
  await choose(page, 'USDT', scripted)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Send [\d.]+ USDT$/)
  await expect(page.getByText('TRON (TRC-20)').first()).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code with the address and amount' })).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^1[0-4]:[0-5]\d$/)
  // Without scripts the page reloads itself; that is not a user action.
  expect(await page.locator('noscript meta[http-equiv="refresh"], meta[http-equiv="refresh"]').count()).toBe(
    scripted ? 0 : 1,
  )
  if (scripted) await expectAccessible(page)
  await sandbox.pay(await paymentOn(page, sandbox))
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid')
  if (scripted) await expectAccessible(page)

  await page.getByRole('link', { name: 'See the order' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${number}`)
  await expect(page.getByRole('main')).toContainText('Completed')
  await expect(page.getByRole('main')).toContainText('Transaction')
  if (scripted) await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('article', { name: 'Receipt' })).toContainText(`${plan.payPrice.slice(0, -2)} USD`)
  if (scripted) await expectAccessible(page)
  const file = await page.request.get(`/order/${number}/receipt.pdf`)
  expect([file.status(), file.headers()['content-type'], (await file.body()).toString('latin1', 0, 5)]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ])
})

test('a card is paid on the provider’s page, and the return page shows the provider’s state', async ({
  page,
  sandbox,
  scripted,
  buyer,
}) => {
  const number = await place(page, buyer, await planOf(page, 'quran', 12))
  await page.goto(`/order/${number}/pay`)
  await choose(page, 'Visa or Mastercard', scripted)
  if (scripted) {
    // No page is in between; a customer who returns without paying finds the way back there, and the other methods.
    await page.getByRole('button', { name: 'Cancel and go back' }).click()
    await expect(page.getByText('Nothing was charged')).toBeVisible()
    await ready(page, scripted)
    // A page restored from the browser's cache is reloaded: its form has been sent.
    await page.evaluate(() => {
      Object.assign(window, { isOld: true })
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    await expect.poll(() => page.evaluate(() => 'isOld' in window).catch(() => true)).toBe(false)
    await ready(page, scripted)
  }
  const link = page.getByRole('link', { name: 'Go to the payment page' })
  await expect(link).toHaveAttribute('href', new RegExp(`^${sandbox.url}/`))
  if (scripted) await expectAccessible(page)
  const session = /cs_\w+/.exec((await link.getAttribute('href')) ?? '')?.[0] ?? ''
  const { to } = await sandbox.click(session, 'pay')
  const back = new URL(to ?? '')
  expect(back.pathname).toBe(`/order/${number}/pay`)
  // Nothing in the address proves a payment.
  await page.goto(`/order/${number}/pay?session=cs_of_somebody_else`)
  await expect(page.getByText('That payment page belongs to another order.')).toBeVisible()
  await page.goto(back.pathname + back.search)
  await expect(page).toHaveURL(new RegExp(`/order/${number}/pay$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid')
  await expect(page.getByText(`Order ${number} is paid.`)).toBeVisible()
})

test('an underpaid order says how much is missing, and can be completed or credited', async ({
  page,
  sandbox,
  scripted,
  buyer,
}) => {
  const number = await place(page, buyer, await planOf(page, 'skin', 12))
  await page.goto(`/order/${number}/pay`)
  await choose(page, 'USDT', scripted)
  await sandbox.pay(await paymentOn(page, sandbox), 'part')
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A part has arrived')
  await ready(page, scripted)
  if (scripted) await expectAccessible(page)
  await page.getByRole('link', { name: 'Pay the rest another way' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose how to pay')
  await page.goto(`/order/${number}/pay`)
  await ready(page, scripted)
  await page.getByRole('button', { name: 'Credit it to my wallet' }).click()
  await expect(page.getByText('What arrived has been credited to your wallet.')).toBeVisible()
  await page.goto(`/order/${number}`)
  await expect(page.getByRole('main')).toContainText('Cancelled')
})

test('an order is cancelled and deleted, each after a question, in Arabic too', async ({ page, scripted, buyer }) => {
  const number = await place(page, buyer, await planOf(page, 'skin', 12))
  await page.request.post('/language', { headers: ownPage, maxRedirects: 0, form: { language: 'ar', returnTo: '/' } })
  await page.goto(`/order/${number}/pay`)
  await ready(page, scripted)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  if (scripted) await expectAccessible(page)
  await page.getByRole('link', { name: 'إلغاء الطلب' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
  if (scripted) await expectAccessible(page)
  await page.getByRole('button', { name: 'إلغاء الطلب' }).click()
  await expect(page).toHaveURL(new RegExp(`/order/${number}$`))
  await expect(page.getByRole('main')).toContainText('ملغى')
  if (scripted) await expectAccessible(page)
  await ready(page, scripted)
  await page.getByRole('link', { name: 'حذف الطلب' }).click()
  await page.getByRole('button', { name: 'حذف الطلب' }).click()
  await expect(page).toHaveURL(/\/order$/)
  await expect(page.getByRole('heading', { name: 'لا توجد طلبات بعد' })).toBeVisible()
  if (scripted) await expectAccessible(page)
})
