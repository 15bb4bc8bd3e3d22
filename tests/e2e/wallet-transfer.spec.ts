/**
 * The payment password and sending Mango to another customer: set, mistyped, locked, recovered by a code from the mail;
 * previewed, confirmed, and sent once whatever is clicked.
 */
import type { Page } from 'playwright/test'
import { arriveAt, expect, expectAccessible, ownPage, ready } from '../support/browser'
import { call, phone, test as base } from '../support/checkout'
import { HttpClient } from '../support/http-client'
import { readCode } from '../support/outbox'
import { people } from '../support/people'

base.describe.configure({ retries: 0 })

const friend = people.friend.userName
const six = '271828'
const wrong = '314159'

const test = base.extend<{ sender: { userName: string; password: string } }>({
  /** 100 Mango in an open wallet, and a friend who can receive. */
  sender: async ({ page, buyer, credit, server, scripted }, give) => {
    await page.setViewportSize(phone)
    await (await new HttpClient(server.origin).signIn(friend, people.friend.password)).post('/wallet/open', {})
    await credit(buyer, 'MANGO', '100')
    await call(page, 'POST', '/wallet/customer/account')
    await page.goto('/wallet')
    await ready(page, scripted)
    await give(buyer)
  },
})

const field = (page: Page, name: string) => page.locator(`main input[name="${name}"]:not([type="hidden"])`)
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const balance = (page: Page) => call<{ available: string }>(page, 'GET', '/wallet/customer/account')
const choose = async (page: Page, account: string): Promise<void> => {
  await field(page, 'newPassword').fill(six)
  await field(page, 'repeatPassword').fill(six)
  await field(page, 'password').fill(account)
  await press(page, 'Save payment password')
}

test('a customer without a payment password sets one and goes on to send @core', async ({ page, sender, scripted }) => {
  await page.getByRole('link', { name: 'Transfer Mango' }).click()
  await page.getByRole('link', { name: 'Choose payment password' }).click()
  await expect(page).toHaveURL(/\/wallet\/password\?next=transfer$/)
  await ready(page, scripted)
  await field(page, 'newPassword').fill('123456')
  await field(page, 'repeatPassword').fill('123456')
  await field(page, 'password').fill(sender.password)
  await press(page, 'Save payment password')
  await expect(page.locator('.field-error')).toContainText('This is too easy to guess')
  // The wrong one is typed again, both times; the account's password stays, unless it would be written into a page.
  await expect(field(page, 'newPassword')).toHaveValue('')
  await expect(field(page, 'repeatPassword')).toHaveValue('')
  await expect(field(page, 'password')).toHaveValue(scripted ? sender.password : '')
  if (scripted) await expectAccessible(page)
  await ready(page, scripted)
  await choose(page, sender.password)
  await expect(page).toHaveURL(/\/wallet\/transfer$/)
  await expect(page.getByText('You can send up to 100.0000 Mango.')).toBeVisible()

  await ready(page, scripted)
  await field(page, 'recipient').fill('nobody-at-all')
  await field(page, 'amount').fill('0.001')
  await press(page, 'Continue')
  await expect(page.locator('.field-error')).toContainText('Transfers below 0.01 Mango')
  await field(page, 'amount').fill('10,5')
  await press(page, 'Continue')
  await expect(page.locator('.field-error')).toContainText('Nobody can receive Mango under this name')
  if (scripted) await expectAccessible(page)
  await field(page, 'recipient').fill(friend)
  await field(page, 'note').fill('for the box')
  await press(page, 'Continue')

  await expect(page).toHaveURL(/\/wallet\/transfer\/confirm$/)
  await expect(page.locator('dl')).toContainText(friend)
  await expect(page.locator('dl')).toContainText('D…')
  await expect(page.locator('dl')).toContainText('for the box')
  if (scripted) await expectAccessible(page)
  await ready(page, scripted)
  await field(page, 'paymentPassword').fill(wrong)
  await press(page, /^Send 10\.5000/)
  await expect(page.locator('.field-error')).toContainText('Attempts left: 9')
  expect(await balance(page)).toMatchObject({ available: '100.0000' })
  await ready(page, scripted)
  await field(page, 'paymentPassword').fill(six)
  await press(page, /^Send 10\.5000/)
  await arriveAt(page, /\/wallet\/transfer\/\d{8}-\w{10}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transfer sent')
  if (scripted) await expectAccessible(page)
  expect(await balance(page)).toMatchObject({ available: '89.5000' })

  // The confirmation has nothing left to send.
  await page.goto('/wallet/transfer/confirm')
  await expect(page).toHaveURL(/\/wallet\/transfer$/)
  expect(await balance(page)).toMatchObject({ available: '89.5000' })
})

test('a double click, a reload and the same form sent again are one transfer', async ({ page, sender, scripted }) => {
  await page.goto('/wallet/password')
  await ready(page, scripted)
  await choose(page, sender.password)
  await expect(page).toHaveURL(/\/wallet$/)
  await page.goto('/wallet/transfer')
  await ready(page, scripted)
  await field(page, 'recipient').fill(friend)
  await field(page, 'amount').fill('1')
  await press(page, 'Continue')
  await expect(page).toHaveURL(/\/confirm$/)
  await ready(page, scripted)
  const hidden = await page
    .locator('main form input[type="hidden"]')
    .evaluateAll((all) =>
      Object.fromEntries(all.map((one) => [one.getAttribute('name') ?? '', (one as HTMLInputElement).value])),
    )
  await field(page, 'paymentPassword').fill(six)
  await page.getByRole('button', { name: /^Send/ }).dblclick()
  await arriveAt(page, /\/wallet\/transfer\/\d{8}-/)
  const there = page.url()
  await page.reload()
  for (let again = 0; again < 2; again++) {
    const answer = await page.request.post('/wallet/transfer/confirm', {
      headers: ownPage,
      maxRedirects: 0,
      form: { ...hidden, paymentPassword: six },
    })
    expect([answer.status(), there.endsWith(answer.headers()['location'] ?? '-')]).toEqual([303, true])
  }
  expect(await balance(page)).toMatchObject({ available: '99.0000' })
})

test('ten wrong payment passwords lock it, and a mailed code sets a new one', async ({ page, sender, scripted }) => {
  const email = `${sender.userName}@mango.example`
  await page.request.post('/personal/contact/email', { headers: ownPage, form: { email } })
  const { code: proof, message } = await readCode(page, email)
  await page.request.post('/personal/contact/email/code', {
    headers: ownPage,
    form: { code: proof, password: sender.password },
  })
  await page.goto('/wallet/password')
  await ready(page, scripted)
  await choose(page, sender.password)
  await expect(page).toHaveURL(/\/wallet$/)
  await page.goto('/wallet/password')
  for (let left = 9; left >= 0; left--) {
    await ready(page, scripted)
    await field(page, 'oldPassword').fill(wrong)
    await field(page, 'newPassword').fill('141421')
    await field(page, 'repeatPassword').fill('141421')
    await press(page, 'Save payment password')
    if (left > 0) await expect(page.locator('.field-error').first()).toContainText(`Attempts left: ${left}.`)
  }
  await expect(page.getByText('Your payment password is locked')).toBeVisible()
  if (scripted) await expectAccessible(page)
  await page.goto('/wallet/transfer')
  await expect(page.getByText('Your payment password is locked')).toBeVisible()
  // Nothing could be sent: there is no form for it.
  await expect(field(page, 'recipient')).toHaveCount(0)
  await page.getByRole('link', { name: 'Set a new one with a code' }).click()
  await expect(page).toHaveURL(/\/wallet\/password\/recover$/)
  await ready(page, scripted)
  await press(page, /^E-mail to/)
  await expect(page.getByText('A code is on its way to')).toBeVisible()
  if (scripted) await expectAccessible(page)
  const { code } = await readCode(page, email, message)
  await ready(page, scripted)
  await field(page, 'code').fill(code)
  await field(page, 'newPassword').fill('141421')
  await field(page, 'repeatPassword').fill('١٤١٤٢١')
  await press(page, 'Save payment password')
  await expect(page).toHaveURL(/\/wallet$/)
  const limits = await call<{ attemptsLeft: number; lockedUntil: string | null }>(
    page,
    'GET',
    '/wallet/customer/limits',
  )
  expect(limits).toMatchObject({ attemptsLeft: 10, lockedUntil: null })
})
