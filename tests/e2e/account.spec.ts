/** Registering, signing in, My Account and its API tokens, with every error shown at its field. */
import { expect, expectAccessible, ready, register, test } from '../support/browser'

test.describe.configure({ retries: 0 })

test('a refused form keeps the name, writes no password into the page, and links to each error @core-js', async ({
  page,
  scripted,
}) => {
  await page.goto('/register')
  await ready(page, scripted)
  // The browser's own validation would block this form; this test is about the server's messages.
  await page.locator('main form').evaluate((form) => {
    ;(form as HTMLFormElement).noValidate = true
  })
  await page.getByLabel('User name').fill('short')
  await page.getByLabel('Password', { exact: true }).fill('mango-one')
  await page.getByLabel('Password again').fill('mango-two')
  const [response] = await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'POST'),
    page.getByRole('button', { name: 'Create the account' }).click(),
  ])
  expect(response.status()).toBe(422)
  const summary = page.getByRole('alert')
  await expect(summary).toBeVisible()
  if (scripted) await expect(summary).toBeFocused()
  await expect(page.getByLabel('User name')).toHaveValue('short')
  // No secret is written into a page; a script leaves it where it was typed, and empties only what is wrong.
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(scripted ? 'mango-one' : '')
  await expect(page.getByLabel('Password again')).toHaveValue('')
  await summary.getByRole('link').first().click()
  await expect(page.getByLabel('User name')).toBeFocused()
  await expect(page.getByLabel('User name')).toHaveAttribute('aria-invalid', 'true')
  if (scripted) await expectAccessible(page)
})

test('a taken name is reported at once, and a wrong password does not reveal whether the name exists', async ({
  page,
  scripted,
}) => {
  await page.goto('/register')
  await page.getByLabel('User name').fill('Demo-User')
  await page.getByLabel('Password', { exact: true }).fill('battery-staple')
  await page.getByLabel('Password again').fill('battery-staple')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await expect(page.getByLabel('User name')).toHaveAttribute('aria-invalid', 'true')
  const said: string[] = []
  for (const name of ['demo-user', 'nobody-at-all']) {
    await page.goto('/login')
    await ready(page, scripted)
    await page.getByLabel('User name, e-mail, phone or serial number').fill(name)
    await page.getByLabel('Password', { exact: true }).fill('not-the-password')
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    said.push(await page.getByRole('alert').innerText())
  }
  expect(said[0]).toBe(said[1])
})

test('an API token is created, shown once, works, is listed, and is refused after it is revoked @core-no-js', async ({
  page,
  request,
  scripted,
}) => {
  const person = await register(page, 'maker')
  await page.goto('/personal')
  await ready(page, scripted)
  await page.getByRole('main').getByRole('link', { name: 'Manage API tokens' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Create a token' }).click()
  await expect(page.getByLabel('Read channel lists')).toBeChecked()
  await page.getByLabel('Read channel lists').uncheck()
  await page.getByRole('button', { name: 'Create the token' }).click()
  await expect(page.getByRole('alert')).toContainText('Choose at least one right.')
  await page.getByLabel('Name', { exact: true }).fill('Backup at home')
  await page.getByLabel('Read channel lists').check()
  await page.getByLabel('Current password').fill(person.password)
  await page.getByRole('button', { name: 'Create the token' }).click()
  await expect(page.getByRole('heading', { name: 'Copy your token now' })).toBeVisible()
  if (scripted) await expectAccessible(page)
  const token = await page.locator('.copy-value').first().innerText()
  expect(token).toMatch(/^mpt_/)

  const ask = () => request.get('/api/chmax/lists', { headers: { authorization: `Bearer ${token}` } })
  expect((await ask()).status()).toBe(200)
  const made = page.url()
  await page.goto(made)
  await expect(page.getByText('This token has already been shown.')).toBeVisible()
  await page.goto('/personal/tokens')
  await ready(page, scripted)
  await expect(page.getByRole('row', { name: /Backup at home/ })).toContainText('In use')
  if (scripted) await expectAccessible(page)
  await page.getByRole('link', { name: 'Revoke Backup at home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Revoke Backup at home?')
  if (scripted) await expectAccessible(page)
  await page.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Backup at home no longer works.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Backup at home/ })).toContainText('Revoked')
  expect((await ask()).status()).toBe(401)
})

test('another account can neither see nor revoke a token', async ({ page, browser, server, javaScriptEnabled }) => {
  const person = await register(page, 'owner')
  await page.goto('/personal/tokens/new')
  await page.getByLabel('Name', { exact: true }).fill('Mine')
  await page.getByLabel('Current password').fill(person.password)
  await page.getByRole('button', { name: 'Create the token' }).click()
  await expect(page.getByRole('heading', { name: 'Copy your token now' })).toBeVisible()
  const address = new URL(page.url()).pathname
  const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled })
  const other = await context.newPage()
  await register(other, 'stranger')
  for (const path of [address, `${address}/revoke`]) expect((await other.goto(path))?.status()).toBe(404)
  await context.close()
})

test('My Account shows the name, the account type and its language', async ({ page, scripted }) => {
  const person = await register(page, 'profile')
  await page.goto('/personal')
  await ready(page, scripted)
  await expect(page.getByRole('main')).toContainText(person.userName)
  await expect(page.getByRole('main')).toContainText('Customer')
  if (scripted) await expectAccessible(page)
})
