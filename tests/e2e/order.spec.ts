/**
 * Orders over the sandbox provider, as a customer pays them: by coin, by card, too little, not at all. What is ordered
 * is ordered by a call; how it is paid is done on the pages, with scripts and without.
 */
import type { Page } from 'playwright/test'
import {
  expect as playwrightExpect,
  expectAccessible,
  ownPage,
  ready,
  test as base,
  withAccount,
} from '../support/browser'
import { startSandbox, type TestSandbox } from '../support/sandbox'
import { startServer, type TestServer } from '../support/server'

const expect = playwrightExpect
const test = base.extend<object, { sandbox: TestSandbox; server: TestServer }>({
  sandbox: [
    async ({}, give) => {
      const sandbox = await startSandbox()
      await give(sandbox)
      await sandbox.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ sandbox }, give) => {
      const server = await startServer({ env: { LIMITS: 'off', ...sandbox.env } })
      await sandbox.setPortal(server.origin)
      await give(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

/** A new account with a box that it has bound, as boxes and people do. */
const withBox = async (page: Page, registerBox: () => Promise<string>): Promise<string> => {
  const sn = await registerBox()
  const paired = await page.request.post('/api/stb/pair', {
    data: { sn, model: 'Mango S1', softwareVersion: '2.14.3' },
  })
  const { data } = (await paired.json()) as { data: { userCode: string } }
  await withAccount(page, 'buyer')
  const bound = await page.request.post('/terminal/bind', {
    headers: ownPage,
    maxRedirects: 0,
    form: { sn, repeatSn: sn, code: data.userCode },
  })
  expect(bound.status(), 'binding the box').toBe(303)
  return sn
}
type Product = { key: string; plans: { plan: string; months: number; payPrice: string }[] }
/** Orders a product for its shortest time. */
const place = async (page: Page, sn: string, product: string): Promise<{ number: string; price: string }> => {
  const shop = await page.request.get('/api/service/customer/products', { headers: ownPage })
  const { items } = ((await shop.json()) as { data: { items: Product[] } }).data
  const [plan] = items.find(({ key }) => key === product)?.plans ?? []
  const answer = await page.request.post('/api/order/customer/orders', {
    headers: ownPage,
    data: { sn, plan: plan?.plan, price: plan?.payPrice },
  })
  const { code, data } = (await answer.json()) as { code: string; data: { number: string } }
  expect(code, `ordering ${product}`).toBe('0')
  return { number: data.number, price: plan?.payPrice ?? '' }
}

/** The payment that the address on the page belongs to. */
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

test('an order is found, paid by coin, and has a receipt', async ({ page, sandbox, scripted, registerBox }) => {
  const sn = await withBox(page, registerBox)
  const { number, price } = await place(page, sn, 'skin')
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
  // Without scripts the page loads itself again; that is no act of its person.
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
  await expect(page.getByRole('article', { name: 'Receipt' })).toContainText(`${price.slice(0, -2)} USD`)
  if (scripted) await expectAccessible(page)
  const file = await page.request.get(`/order/${number}/receipt.pdf`)
  expect([file.status(), file.headers()['content-type'], (await file.body()).toString('latin1', 0, 5)]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ])
})

test('a card is paid on the provider’s page, and the way back shows what the provider says', async ({
  page,
  sandbox,
  scripted,
  registerBox,
}) => {
  const { number } = await place(page, await withBox(page, registerBox), 'quran')
  await page.goto(`/order/${number}/pay`)
  await choose(page, 'Visa or Mastercard', scripted)
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

test('what came short can be completed or credited, and says how much is missing', async ({
  page,
  sandbox,
  scripted,
  registerBox,
}) => {
  const { number } = await place(page, await withBox(page, registerBox), 'skin')
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
  await expect(page.getByText('What came is credited to your wallet.')).toBeVisible()
  await page.goto(`/order/${number}`)
  await expect(page.getByRole('main')).toContainText('Cancelled')
})

test('an order is cancelled and deleted, each after a question, in Arabic too', async ({
  page,
  scripted,
  registerBox,
}) => {
  const { number } = await place(page, await withBox(page, registerBox), 'skin')
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
