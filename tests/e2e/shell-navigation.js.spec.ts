/** What scripts add to plain pages: links without a reload, focus on the new page, toasts that disappear. */
import { expect, ready, register, signIn, test } from '../support/browser'

test('a plain link changes the page without a reload, and title and focus follow', async ({ page }) => {
  await signIn(page)
  await page.goto('/home')
  await ready(page, true)
  await page.evaluate(() => {
    document.documentElement.dataset.kept = 'yes'
  })
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Terminal' }).click()
  await expect(page).toHaveTitle('Terminal · Mango Portal')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terminal')
  expect(await page.evaluate(() => document.documentElement.dataset.kept)).toBe('yes')
  await expect(page.locator('main')).toBeFocused()
})

test('a page whose texts cannot be fetched comes complete from the server', async ({ page, complaints }) => {
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(new URL(request.url()).pathname)
  })
  await signIn(page)
  await page.goto('/personal')
  await ready(page, true)
  await page.route('**/texts/**/terminal.json', (route) => route.abort())
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Terminal' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terminal')
  await expect(page.locator('main')).not.toContainText('bind.link')
  expect(documents.at(-1)).toBe('/terminal')
  // The page logs that it stays without scripts.
  complaints.length = 0
})

test('a page stays if its side data cannot be fetched', async ({ page }) => {
  await signIn(page)
  await page.route('**/texts/**/session.json', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/session.json'))
  await page.goto('/terminal')
  await page.evaluate(() => {
    document.documentElement.dataset.kept = 'yes'
  })
  await failed
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL(/\/home$/)
  expect(await page.evaluate(() => document.documentElement.dataset.kept)).toBe('yes')
})

test('a message disappears after three seconds, but waits while the pointer is on it', async ({ page }) => {
  await page.clock.install()
  await page.goto('/register')
  await ready(page, true)
  await page.locator('[name=userName]').fill(`toast-${process.pid}`)
  await page.locator('[name=password]').fill('mango-toast')
  await page.locator('[name=repeatPassword]').fill('mango-toast')
  await page.getByRole('button', { name: 'Create the account' }).click()
  const toast = page.locator('.toast')
  await expect(toast).toHaveText(/Your account is ready\./)
  await ready(page, true)
  await toast.hover()
  await page.clock.runFor(5000)
  await expect(toast).toBeVisible()
  await page.mouse.move(5, 5)
  await page.clock.runFor(3100)
  await expect(toast).toHaveCount(0)
})

test('a menu closes on Escape and returns the focus', async ({ page }) => {
  await page.goto('/home')
  await ready(page, true)
  // The visitor's home page offers the languages again.
  const choice = page.getByRole('banner').getByRole('button', { name: 'Français' })
  const summary = page.locator('header summary').first()
  await summary.click()
  await expect(choice).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(choice).toBeHidden()
  await expect(summary).toBeFocused()
})

test('a double click on a confirmation sends it once', async ({ page }) => {
  const person = await register(page, 'double')
  await page.goto('/personal/tokens/new')
  await ready(page, true)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && !request.url().includes('/api/')) sent.push(request.url())
  })
  await page.getByLabel('Name', { exact: true }).fill('Once')
  await page.getByLabel('Current password').fill(person.password)
  await page.getByRole('button', { name: 'Create the token' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Copy your token now' })).toBeVisible()
  expect(sent).toHaveLength(1)
})
