/**
 * Double clicks, Back, reloads and forms sent again: an order is placed once and paid once, and every page shows the
 * current state.
 */
import type { Page, Request } from 'playwright/test'
import { expect, ownPage, ready } from '../support/browser'
import { coinPaymentsOf, onlyOrder, place, planOf, test, walletOf } from '../support/checkout'

test.describe.configure({ retries: 0 })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
/** The forms that the page sends to this path from now on. */
const watchForms = (page: Page, path: string): Request[] => {
  const sent: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === path) sent.push(request)
  })
  return sent
}
/** Sends a form once more, as a browser does on reload; returns where that leads. */
const sendAgain = async (page: Page, form: Request | undefined): Promise<string | undefined> => {
  const to = new URL(form?.url() ?? '')
  // A page's script requests the answer as data.
  to.searchParams.delete('_data')
  const { 'content-type': type = '' } = (await form?.allHeaders()) ?? {}
  const answer = await page.request.post(to.href, {
    headers: { ...ownPage, 'content-type': type },
    data: form?.postData() ?? '',
    maxRedirects: 0,
  })
  expect(answer.status(), 'the form that is sent again').toBe(303)
  return answer.headers()['location']
}

test('two clicks on Buy place one order with one payment, and so does going back', async ({
  page,
  buyer,
  sandbox,
  scripted,
}) => {
  await page.goto(`/service/buy?sn=${buyer.sn}&product=skin`)
  await ready(page, scripted)
  await page.getByRole('radio', { name: 'USDT' }).check()
  const forms = watchForms(page, '/service/buy')
  const buy = page.getByRole('button', { name: /^Order and pay/ })
  await buy.dblclick()
  await expect(heading(page)).toHaveText(/^Send [\d.]+ USDT$/)
  await ready(page, scripted)
  const { number, payments } = await onlyOrder(page)
  expect(payments).toMatchObject([{ label: 'waiting' }])
  const address = payments[0]?.payinAddress ?? ''

  // Resent, the form leads to the same order.
  expect(await sendAgain(page, forms[0])).toBe(`/order/${number}/pay`)
  // Back, and pressed again: the page says that an order exists, and leads there.
  await page.goBack()
  await ready(page, scripted)
  await page.getByRole('radio', { name: 'Visa or Mastercard' }).check()
  await buy.click()
  await page.getByRole('link', { name: `Go to order ${number}` }).click()
  await expect(heading(page)).toHaveText(`Order ${number}`)

  // The payment page, loaded twice, starts nothing new.
  await page.getByRole('link', { name: /^Pay [\d.]+ USD$/ }).click()
  for (let load = 0; load < 2; load++) {
    await expect(page.locator('.pay-facts')).toContainText(address)
    await page.reload()
  }
  expect(await onlyOrder(page)).toMatchObject({ number, payments: [{ label: 'waiting', payinAddress: address }] })
  expect(coinPaymentsOf(sandbox, number)).toHaveLength(1)
  expect(Object.values(sandbox.state.cards).filter((one) => one['product_name'] === number)).toEqual([])
})

test('two clicks on Pay take the Mango once, as do a reload, Back and the form sent again @core-js', async ({
  page,
  buyer,
  credit,
  scripted,
}) => {
  const plan = await planOf(page, 'skin', 12)
  await credit(buyer, 'MANGO', '20')
  const number = await place(page, buyer, plan)
  await page.goto(`/order/${number}/pay`)
  await ready(page, scripted)
  const forms = watchForms(page, `/order/${number}/pay`)
  await page.getByRole('radio', { name: 'Mango' }).check()
  await page.getByRole('button', { name: 'Pay 3.00 USD' }).dblclick()
  await expect(heading(page)).toHaveText('Paid')
  const expectOnce = async (): Promise<void> => {
    expect(await walletOf(page)).toEqual({ mango: '17.0000', points: '0' })
    const { status, lines } = await onlyOrder(page)
    expect([status, lines.map(({ periods }) => periods.length)]).toEqual([1, [1]])
  }
  await expectOnce()
  await page.reload()
  await expect(heading(page)).toHaveText('Paid')
  expect(await sendAgain(page, forms[0])).toBe(`/order/${number}/pay`)
  await expectOnce()
  // To the page that asks for duration and payment method, and back again.
  await page.goto('/service')
  await page.goBack()
  await expect(heading(page)).toHaveText('Paid')
  await expectOnce()
})

test('two clicks on Pay by a coin start one payment, and choosing another method keeps it', async ({
  page,
  buyer,
  sandbox,
  scripted,
}) => {
  const number = await place(page, buyer, await planOf(page, 'skin', 12))
  await page.goto(`/order/${number}/pay`)
  await ready(page, scripted)
  await page.getByRole('radio', { name: 'USDT' }).check()
  await page.getByRole('button', { name: 'Pay 3.00 USD' }).dblclick()
  await expect(heading(page)).toHaveText(/^Send [\d.]+ USDT$/)
  await ready(page, scripted)
  expect(coinPaymentsOf(sandbox, number)).toHaveLength(1)
  // Another method and back to this one: the address stays.
  const address = (await onlyOrder(page)).payments[0]?.payinAddress ?? ''
  await page.getByRole('link', { name: 'Pay another way' }).click()
  await expect(heading(page)).toHaveText('Choose how to pay')
  await ready(page, scripted)
  await page.getByRole('radio', { name: 'USDT' }).check()
  await page.getByRole('button', { name: 'Pay 3.00 USD' }).click()
  await expect(page.locator('.pay-facts')).toContainText(address)
  expect((await onlyOrder(page)).payments).toHaveLength(1)
  expect(coinPaymentsOf(sandbox, number)).toHaveLength(1)
})
