/**
 * Recharging the wallet, with and without scripts: by coins and by card, underpaid and late, cancelled, clicked twice,
 * after Back and reload, and for an order that is paid with it afterwards.
 */
import type { Page } from 'playwright/test'
import { expect, expectAccessible, ownPage, ready } from '../support/browser'
import { call, coinPaymentsOf, onlyOrder, place, planOf, test, walletOf } from '../support/checkout'

test.describe.configure({ retries: 0 })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const openWallet = async (page: Page): Promise<void> => {
  const opened = await page.request.post('/wallet/open', { headers: ownPage, maxRedirects: 0, form: {} })
  expect(opened.status(), 'opening the wallet').toBe(303)
}
type Recharge = { number: string; status: number; amount: string; credited: string }
const rechargesOf = async (page: Page): Promise<Recharge[]> =>
  (await call<{ items: Recharge[] }>(page, 'GET', '/wallet/customer/recharges')).items
/** Requests an amount by a method, on the page. */
const ask = async (page: Page, scripted: boolean, amount: string, way: string): Promise<void> => {
  await page.goto('/wallet/recharge')
  await ready(page, scripted)
  await page.getByLabel('Amount in USD').fill(amount)
  await page.getByRole('radio', { name: way }).check()
}
/** With scripts the button names the sum. */
const goOn = (page: Page) => page.getByRole('button', { name: /^(?:Continue to payment|Pay [\d.,]+ USD)$/ })
const numberIn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

test('a coin recharge is requested once however often it is clicked, paid, credited once, and recorded @core', async ({
  page,
  buyer,
  sandbox,
  scripted,
}) => {
  expect(buyer.sn).not.toBe('')
  await openWallet(page)
  // Digits and commas as people in many places type them.
  await ask(page, scripted, '٢٥٫٥٠', 'USDT')
  await goOn(page).dblclick()
  await expect(heading(page)).toHaveText(/^Send [\d.]+ USDT$/)
  await page.reload()
  await expect(heading(page)).toHaveText(/^Send [\d.]+ USDT$/)
  if (scripted) await expectAccessible(page)
  const number = numberIn(page)
  expect(await rechargesOf(page)).toMatchObject([{ number, status: 0, amount: '25.5000' }])
  expect(coinPaymentsOf(sandbox, number)).toHaveLength(1)

  // No second one can be started in the meantime, not even in another tab.
  const tab = await page.context().newPage()
  await tab.goto('/wallet/recharge')
  await expect(tab.getByText('You have an unpaid recharge')).toBeVisible()
  await tab.close()

  await sandbox.pay(coinPaymentsOf(sandbox, number)[0] ?? '', 'pay', { callbacks: 'never' })
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(heading(page)).toHaveText('25.5000 Mango added')
  if (scripted) await expectAccessible(page)
  await page.reload()
  // Back before hydration makes React draw the page again; that works, but is logged to the console.
  await ready(page, scripted)
  await page.goBack()
  expect((await walletOf(page)).mango).toBe('25.5000')
  await page.goto('/wallet/recharges')
  await expect(page.getByRole('table')).toContainText(number)
  await expect(page.getByRole('table')).toContainText('Completed')
  await page.goto('/wallet/usdt')
  await expect(page.getByRole('table')).toContainText('Credited')
  // Addresses and hashes are long: a phone shows each on its own lines.
  await page.setViewportSize({ width: 390, height: 844 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide).toBeLessThanOrEqual(0)
  await expect(page.getByRole('table')).toContainText(number)
})

test('an underpayment is credited, and so is money that comes after the customer cancelled', async ({
  page,
  buyer,
  sandbox,
  scripted,
}) => {
  expect(buyer.sn).not.toBe('')
  await openWallet(page)
  await ask(page, scripted, '20', 'USDT')
  await goOn(page).click()
  await expect(heading(page)).toHaveText(/^Send/)
  await sandbox.pay(coinPaymentsOf(sandbox, numberIn(page))[0] ?? '', 'part', { callbacks: 'never' })
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('Less arrived; you don’t have to send the rest.')).toBeVisible()
  const [short] = await rechargesOf(page)
  expect(short).toMatchObject({ status: 8 })

  await ask(page, scripted, '30', 'USDT')
  await goOn(page).click()
  await expect(heading(page)).toHaveText(/^Send/)
  const number = numberIn(page)
  await page.getByRole('link', { name: 'Cancel recharge' }).click()
  await expect(heading(page)).toHaveText('Cancel the recharge of 30.00 USD?')
  await page.getByRole('button', { name: 'Cancel recharge' }).click()
  await expect(heading(page)).toHaveText('This recharge is cancelled')
  await sandbox.pay(coinPaymentsOf(sandbox, number)[0] ?? '', 'late')
  await expect
    .poll(async () => (await rechargesOf(page)).find((one) => one.number === number))
    .toMatchObject({ status: 1, credited: '30.0000' })
})

test('an amount outside its method’s range is reported at its field, and nothing is started', async ({
  page,
  buyer,
  scripted,
}) => {
  expect(buyer.sn).not.toBe('')
  await openWallet(page)
  for (const [amount, way, said] of [
    ['9.99', 'USDT', 'With this method you can recharge from 10 to 30,000 USD.'],
    ['5000.01', 'Visa or Mastercard', 'With this method you can recharge from 10 to 5,000 USD.'],
    ['0', 'USDT', 'With this method you can recharge from 10 to 30,000 USD.'],
    ['1e9', 'USDT', 'Enter an amount such as 25 or 25.50.'],
  ] as const) {
    await ask(page, scripted, amount, way)
    await goOn(page).click()
    await expect(page.locator('.field-error')).toHaveText(said)
    await expect(page.getByLabel('Amount in USD')).toHaveValue(amount)
  }
  expect(await rechargesOf(page)).toEqual([])
})

test('a card recharge for an order that lacks Mango leads back to the order, which one click then pays', async ({
  page,
  buyer,
  sandbox,
  scripted,
}) => {
  await openWallet(page)
  const order = await place(page, buyer, await planOf(page, 'skin', 12))
  await page.goto(`/order/${order}/pay?choose=1`)
  await ready(page, scripted)
  // The offer is in the row of Mango itself, which can't be chosen.
  const row = page.locator('.choice-box', { has: page.locator('input[value="100"]') })
  await expect(row).toContainText(/You have 0 Mango\..*You are 3\.0000 Mango short\./)
  if (scripted) await expectAccessible(page)
  await row.getByRole('link', { name: 'Recharge, then pay this order' }).click()
  await expect(heading(page)).toHaveText('Recharge your wallet')
  await expect(page.getByText(`more to pay order ${order}. The smallest recharge is 10.00 USD.`)).toBeVisible()
  await expect(page.getByLabel('Amount in USD')).toHaveValue('10.00')
  await page.getByRole('radio', { name: 'Visa or Mastercard' }).check()
  await goOn(page).click()
  if (scripted) await page.getByRole('button', { name: 'Cancel and go back' }).click()
  await expect(page.getByRole('link', { name: 'Go to the payment page' })).toBeVisible()
  const number = numberIn(page)
  const session = Object.values(sandbox.state.cards).find((one) => one['product_name'] === number)
  await sandbox.card(session?.id ?? '', 'pay', { callbacks: 'never' })
  await page.goto(`/wallet/recharge/${number}?session=${session?.id ?? ''}`)
  await expect(heading(page)).toHaveText(/ Mango added$/)
  await page.getByRole('button', { name: `Pay order ${order} with Mango` }).dblclick()
  await expect(heading(page)).toHaveText('Paid')
  expect(await onlyOrder(page)).toMatchObject({ number: order, status: 1 })
})

test('the order page can place an order, recharge, and then pay with one click', async ({
  page,
  buyer,
  sandbox,
  scripted,
}) => {
  await openWallet(page)
  await page.goto(`/service/buy?sn=${buyer.sn}&product=skin`)
  await ready(page, scripted)
  await expect(page.getByText('You are 3.0000 Mango short.')).toBeVisible()
  if (scripted) await expectAccessible(page)
  // Enter in a field triggers ordering or only updates the sum, never recharging.
  if (!scripted) {
    await page.getByRole('radio', { name: 'USDT' }).press('Enter')
    await expect(page).toHaveURL(/\/service\/buy\?/)
    await ready(page, scripted)
  }
  await page.getByRole('button', { name: 'Order and recharge my wallet' }).click()
  await expect(heading(page)).toHaveText('Recharge your wallet')
  const { number: order, shares } = await onlyOrder(page)
  expect(shares.filter(({ kind }) => kind === 'mango')).toEqual([])
  await expect(page.getByText(`You need 3.0000 Mango more to pay order ${order}.`)).toBeVisible()
  await ready(page, scripted)
  // A usual amount keeps the order it is for, and with scripts the chosen method.
  const card = page.getByRole('radio', { name: 'Visa or Mastercard' })
  await card.check()
  await page.getByRole('link', { name: '20', exact: true }).click()
  await expect(page.getByLabel('Amount in USD')).toHaveValue('20.00')
  if (scripted) await expect(card).toBeChecked()
  await page.getByRole('radio', { name: 'USDT' }).check()
  await goOn(page).click()
  await expect(heading(page)).toHaveText(/^Send/)
  await sandbox.pay(coinPaymentsOf(sandbox, numberIn(page))[0] ?? '', 'pay', { callbacks: 'never' })
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(heading(page)).toHaveText('20.0000 Mango added')
  await page.getByRole('button', { name: `Pay order ${order} with Mango` }).click()
  await expect(heading(page)).toHaveText('Paid')
  expect(await onlyOrder(page)).toMatchObject({ number: order, status: 1 })
  expect((await walletOf(page)).mango).toBe('17.0000')
})

test('Mango for the whole price hides the offer of a part, and ignores a part ticked before', async ({
  page,
  buyer,
  credit,
  scripted,
}) => {
  await credit(buyer, 'MANGO', '20')
  await page.goto(`/service/buy?sn=${buyer.sn}&product=skin`)
  await ready(page, scripted)
  const part = page.getByRole('checkbox', { name: /^Pay a part with your Mango/ })
  await page.getByRole('radio', { name: 'USDT' }).check()
  await part.check()
  if (!scripted) await page.getByRole('radio', { name: /^Mango/ }).check()
  else await expect(page.getByText('Your Mango covers it all.')).toBeVisible()
  if (!scripted) await expect(part).toBeHidden()
  await page
    .getByRole('button', { name: /^Order/ })
    .last()
    .click()
  await expect(heading(page)).toHaveText('Paid')
  expect((await walletOf(page)).mango).toBe('17.0000')
})

test('an unpaid recharge that is resumed from an order keeps the link back to it', async ({
  page,
  buyer,
  sandbox,
  scripted,
}) => {
  await openWallet(page)
  await ask(page, scripted, '200', 'USDT')
  await goOn(page).click()
  await expect(heading(page)).toHaveText(/^Send/)
  const number = numberIn(page)
  const order = await place(page, buyer, await planOf(page, 'skin', 12))
  await page.goto(`/wallet/recharge?order=${order}`)
  await ready(page, scripted)
  await goOn(page).click()
  await expect(heading(page)).toHaveText(/^Send/)
  await expect(page.getByText('Afterwards you can pay your order with it:')).toContainText(order)
  await sandbox.pay(coinPaymentsOf(sandbox, number)[0] ?? '', 'pay', { callbacks: 'never' })
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('button', { name: `Pay order ${order} with Mango` })).toBeVisible()
})

test('the recharge pages look right in Arabic on a phone @core-js', async ({ page, buyer, scripted }) => {
  expect(buyer.sn).not.toBe('')
  await openWallet(page)
  await page.request.post('/language', { headers: ownPage, maxRedirects: 0, form: { language: 'ar', returnTo: '/' } })
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/wallet/recharge', '/wallet/recharges', '/wallet/usdt']) {
    await page.goto(path)
    await ready(page, scripted)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wide, path).toBeLessThanOrEqual(0)
  }
})
