/**
 * Clicks on a slow connection and a slow machine: what a button shows until its answer, and clicks that come too late.
 */
import { expect, holdRequests, ready, test, withAccount } from '../support/browser'

test('the second click of a double click hits nothing on the page that opened meanwhile', async ({ page }) => {
  await withAccount(page)
  await page.goto('/personal')
  await ready(page, true)
  await page.getByRole('main').locator('a[href="/personal/user-name"]').first().click()
  await expect(page).toHaveURL(/\/personal\/user-name$/)
  const link = page.getByRole('navigation').locator('a[href="/personal"]').first()
  const place = await link.boundingBox()
  if (place === null) throw new Error('the link back is not there')
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(page).toHaveURL(/\/personal\/user-name$/)
  // A separate click works as usual.
  await link.click()
  await expect(page).toHaveURL(/\/personal$/)
})

test('a button shows that its form is being sent, and sends it once', async ({ page }) => {
  await withAccount(page)
  await page.goto('/wallet/open')
  await ready(page, true)
  const release = await holdRequests(page, /\/wallet\/open/, { method: 'POST' })
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/wallet/open')) posts++
  })
  const button = page.getByRole('button', { name: 'Open wallet' })
  await button.click()
  await expect(button).toHaveAttribute('data-sending')
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.dispatchEvent('click')
  await button.press('Enter')
  release()
  await expect(page).toHaveURL('/wallet')
  expect(posts).toBe(1)
  await expect(page.locator('[data-sending]')).toHaveCount(0)
})

test('a form submitted by the browser itself is sent again after it was stopped', async ({ page }) => {
  await withAccount(page)
  await page.goto('/personal')
  await ready(page, true)
  let posts = 0
  await page.route('**/language', (route) => (++posts === 1 ? route.abort('aborted') : route.continue()))
  const button = page.locator('main form[action="/language"] button[type=submit]')
  await button.click()
  await expect.poll(() => posts).toBe(1)
  await button.click()
  await expect.poll(() => posts).toBe(2)
})

test('a button is usable again when its form is refused', async ({ page }) => {
  await withAccount(page)
  await page.goto('/wallet/code')
  await ready(page, true)
  const button = page.locator('main form button[type=submit]').first()
  await button.click()
  await expect(page.locator('#error-summary-title')).toBeVisible()
  await expect(button).not.toHaveAttribute('aria-disabled')
  await expect(page.locator('[data-sending]')).toHaveCount(0)
})
