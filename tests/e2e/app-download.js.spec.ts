/**
 * The dialog of APP Download on a phone, where a menu opens it, and where it can't be had: there is none without
 * scripts.
 */
import { expect, ready, test } from '../support/browser'

test('APP Download goes to its page when the dialog can’t be had', async ({ page, scripted }) => {
  await page.route('**/help/app/data', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/home')
  await ready(page, scripted)
  await page.locator('header a[data-app-download]').filter({ visible: true }).click()
  await expect(page).toHaveURL(/\/help\/app$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('APP Download')
})

test('on a phone the focus goes back to the menu that opened APP Download', async ({ page }) => {
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
