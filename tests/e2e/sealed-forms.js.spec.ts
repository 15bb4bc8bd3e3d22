/** Forms with secrets in the browser: the secrets are sent encrypted, and the forms work as usual. */
import type { Page, Request } from 'playwright/test'
import { codeOf, revealCaptcha } from '../support/captcha'
import { arriveAt, expect, people, ready, register, test, type Person } from '../support/browser'
import { startServer } from '../support/server'

test.describe.configure({ retries: 0 })

const { userName, password }: Person = people.customer

/** Everything that a page sends or logs from now on. */
const overhear = (page: Page): { said: string[]; posts: Request[] } => {
  const said: string[] = []
  const posts: Request[] = []
  page.on('request', (request) => {
    said.push(request.url(), request.postData() ?? '')
    if (request.method() === 'POST') posts.push(request)
  })
  page.on('console', (message) => said.push(message.text()))
  return { said, posts }
}
const fill = async (page: Page, secret = password): Promise<void> => {
  await page.getByLabel('User name, e-mail, phone or serial number').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(secret)
}
const button = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Sign in' })
const open = async (page: Page, address = '/login'): Promise<void> => {
  await page.goto(address)
  await ready(page, true)
}

test('the password appears in no body, address or console message, and Enter submits @core', async ({ page }) => {
  await open(page)
  const { said, posts } = overhear(page)
  await fill(page)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await arriveAt(page, '**/home')
  expect(posts[0]?.postData()).toMatch(/^sealed=eyJ[\w.-]+$/)
  expect(said.join('\n')).not.toContain(password)
  expect(said.join('\n')).not.toContain(encodeURIComponent(userName))
})

test('a double click sends once, and a form corrected after a wrong password is sent at once', async ({ page }) => {
  await open(page)
  const { posts } = overhear(page)
  await fill(page, 'wrong-one')
  await button(page).dblclick()
  await expect(page.getByRole('alert')).toContainText('User name or password is wrong')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  expect(posts).toHaveLength(1)
  await fill(page)
  await button(page).dblclick()
  await arriveAt(page, '**/home')
  expect(posts.filter((request) => new URL(request.url()).pathname === '/login')).toHaveLength(2)
})

test('an empty field is reported by the portal, and the password stays', async ({ page }) => {
  await open(page)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page).click()
  await expect(page.getByRole('alert')).toContainText('Enter your user name, e-mail, phone or serial number.')
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
})

test('the clicked button is part of the form data', async ({ page }) => {
  await open(page, '/login/code')
  await page.getByLabel('User name, e-mail, phone or serial number').fill('nobody-of-that-name')
  await page.getByRole('main').getByRole('button', { name: 'Send the code' }).click()
  await arriveAt(page, '**/login/code/enter')
  await ready(page, true)
  // The page's other button requests a new code; without its intent, the form would be refused for lack of a code.
  await page.getByRole('button', { name: /again|another/i }).click()
  await expect(page.getByRole('main')).toContainText(/minute|second|sent/i)
  await expect(page.getByText('Please type the code')).toHaveCount(0)
})

test('the form says that there is no network and keeps the input; a later click works', async ({ page, context }) => {
  await open(page)
  await fill(page)
  await context.setOffline(true)
  await button(page).click()
  await expect(page.locator('.toast')).toContainText('Network Error')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
  await context.setOffline(false)
  await button(page).click()
  await arriveAt(page, '**/home')
})

test('a form whose request gets no answer keeps the secret, and a later click works', async ({ page, complaints }) => {
  await open(page)
  await fill(page)
  await page.route('**/login?*_data=*', (route) => route.abort('connectionreset'))
  await button(page).click()
  await expect(page.locator('.toast')).toContainText('Network Error')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
  await page.unrouteAll()
  await button(page).click()
  await arriveAt(page, '**/home')
  // The browser logs the lost answer to the console.
  complaints.length = 0
})

test('an expired nonce is renewed silently', async ({ page }) => {
  await open(page)
  let asked = 0
  let spent = ''
  await page.route('**/api/authority/nonce', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { nonce: string } }
    asked++
    // The first nonce of the page expired long ago.
    if (asked === 1) body.data.nonce = spent = body.data.nonce.replace(/^./, (first) => (first === '0' ? '1' : '0'))
    await route.fulfill({ response: answer, json: body })
  })
  await fill(page)
  await button(page).click()
  await arriveAt(page, '**/home')
  expect(asked).toBe(2)
  expect(spent).not.toBe('')
})

test('a browser without the cryptography API sends the form unencrypted', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined }))
  await open(page)
  const { posts } = overhear(page)
  await fill(page)
  await button(page).click()
  await arriveAt(page, '**/home')
  expect(posts[0]?.postData()).toContain('identifier=')
})

test('the form works after Back from another page', async ({ page }) => {
  await open(page)
  await page.getByRole('main').getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await page.goBack()
  // The address changes before the page does, and both pages ask for the name.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await fill(page)
  await button(page).click()
  await arriveAt(page, '**/home')
})

test('a required captcha opens over the form, which continues once it is solved and stays as typed without an answer', async ({
  page,
  complaints,
}) => {
  const server = await startServer({ env: { LIMITS: 'on' } })
  await page.route('**/api/authority/secondCaptcha?*', async (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('kind', 'text')
    await route.continue({ url: url.toString() })
  })
  await open(page, `${server.origin}/login`)
  for (const wrong of ['wrong-one', 'wrong-two', 'wrong-three']) {
    await fill(page, wrong)
    await button(page).click()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  }
  const { said } = overhear(page)
  await fill(page)
  await button(page).click()
  const dialog = page.getByRole('dialog', { name: 'Operation Verification' })
  await expect(dialog.locator('.captcha-body')).toHaveAttribute('data-phase', 'ready')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
  await dialog.getByLabel('Code').fill(codeOf(await revealCaptcha(server.dataDir)))
  // The form that is sent after it gets no answer: it stays as typed, and a later click works.
  await page.route('**/login?*_data=*', (route) => route.abort('connectionreset'))
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(page.locator('.toast')).toContainText('Network Error')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
  await page.unroute('**/login?*_data=*')
  await button(page).click()
  await arriveAt(page, '**/home')
  // The browser logs the lost answer to the console.
  complaints.length = 0
  expect(said.join('\n')).not.toContain(password)
  // A page that is still loading would complain that its server is gone.
  await ready(page, true)
  await server.stop()
})

test('the pages of a signed-in customer send their secrets the same way', async ({ page }) => {
  const person = await register(page, 'secretive')
  await open(page, '/personal/password')
  const { said } = overhear(page)
  await page.getByLabel('Current password').fill(person.password)
  await page.getByLabel('New password').fill('mango-next-9')
  await page.getByLabel('Password again').fill('mango-next-9')
  await page.getByRole('main').getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByText('Your new password is saved.')).toBeVisible()
  expect(said.join('\n')).not.toMatch(/mango-next-9|pass-0/)
})
