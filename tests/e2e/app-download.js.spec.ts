/**
 * The APP Download dialog on a phone, where a menu opens it, and its page for when the dialog can't be loaded. Without
 * scripts there is no dialog.
 */
import { expect, ready, test } from '../support/browser'

test('APP Download opens its page if the dialog can’t be loaded', async ({ page, scripted }) => {
  await page.route('**/help/app/data', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/home')
  await ready(page, scripted)
  await page.locator('header a[data-app-download]').filter({ visible: true }).click()
  await expect(page).toHaveURL(/\/help\/app$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('APP Download')
})

test('on a phone the focus returns to the menu that opened APP Download', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/home')
  await ready(page, true)
  const menu = page.locator('header details').filter({ has: page.locator('a[data-app-download]') })
  const summary = menu.locator('summary')
  await summary.click()
  await menu.locator('a[data-app-download]').click()
  const dialog = page.getByRole('dialog', { name: 'APP Download' })
  await expect(dialog).toBeVisible()
  await expect(menu).not.toHaveAttribute('open', '')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(summary).toBeFocused()
})
