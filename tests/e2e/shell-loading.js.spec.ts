/** The display while a page is loading, and when its code does not arrive. */
import type { Page } from 'playwright/test'
import { expect, holdRequests, ready, register, test } from '../support/browser'

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name })
const documents = (page: Page): string[] => {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') loaded.push(new URL(request.url()).pathname)
  })
  return loaded
}
const chunk = '**/build/routes/terminal._index-*.js'

test('a page that is loading shows a line at the top until it is there; a quick one shows nothing', async ({
  page,
}) => {
  await page.clock.install()
  await register(page, 'waiter')
  await page.goto('/home')
  await ready(page, true)
  const release = await holdRequests(page, '**/terminal?_data=*')
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 30_000)
  const asked = page.waitForRequest('**/terminal?_data=*')
  await tab(page, 'Terminal').click()
  await asked
  await expect(page.locator('.progress')).toHaveCount(0)
  await page.clock.runFor(150)
  await expect(page.locator('.progress')).toBeVisible()
  expect(await page.locator('.progress').evaluate((line) => getComputedStyle(line, '::before').animationName)).toBe(
    'travel',
  )
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await page.locator('.progress').evaluate((line) => getComputedStyle(line, '::before').animationName)).toBe(
    'none',
  )
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terminal')
  await expect(page.locator('.progress')).toHaveCount(0)
})

test('a page whose code fails comes complete from the server, without a loop', async ({ page, complaints }) => {
  await register(page, 'chunkless')
  await page.goto('/home')
  await ready(page, true)
  await page.route(chunk, (route) => route.abort())
  const loaded = documents(page)
  await tab(page, 'Terminal').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terminal')
  // The page that was left once, on the way; then the target, which stays as the server sent it.
  expect(loaded).toEqual(['/home', '/terminal'])
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated')
  // Plain links still work.
  await tab(page, 'Home').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Hello/)
  await ready(page, true)
  expect(loaded).toEqual(['/home', '/terminal', '/home'])
  // The console says which code failed.
  expect(complaints.some((line) => line.includes('Error loading route module'))).toBe(true)
  complaints.length = 0
})

test('a page whose code does not arrive for 120 seconds comes complete from the server', async ({ page }) => {
  await page.clock.install()
  await register(page, 'slow')
  await page.goto('/home')
  await ready(page, true)
  const asked = page.waitForRequest(chunk)
  await page.route(chunk, () => undefined, { times: 1 })
  const loaded = documents(page)
  await tab(page, 'Terminal').click()
  await asked
  await page.clock.runFor(119_000)
  expect(loaded).toEqual([])
  await page.clock.runFor(2000)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terminal')
  await ready(page, true)
  expect(loaded).toEqual(['/terminal'])
  expect(await page.evaluate(() => sessionStorage.getItem('portal-goal'))).toBeNull()
})
