/** The dialog of APP Download, where it can't be had: there is none without scripts. */
import { expect, ready, test } from '../support/browser'

test('APP Download goes to its page when the dialog can’t be had', async ({ page, scripted }) => {
  await page.route('**/help/app/data', route => route.fulfill({ status: 503, body: '' }))
  await page.goto('/home')
  await ready(page, scripted)
  await page.locator('header a[data-app-download]').filter({ visible: true }).click()
  await expect(page).toHaveURL(/\/help\/app$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('APP Download')
})
