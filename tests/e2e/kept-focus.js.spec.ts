/** After a form's answer the focus stays on the button that was used, even if the form was drawn again. */
import { expect, ownPage, ready, test, withAccount } from '../support/browser'
import { makeList } from '../support/fixtures/satcodx'

test('after “Add the satellite” the focus is on that button, and after an error on the errors', async ({ page }) => {
  await withAccount(page, 'focus')
  const made = await page.request.post('/api/chmax/lists?name=Focus', {
    headers: { ...ownPage, 'content-type': 'application/octet-stream' },
    data: Buffer.from(makeList({ seed: 71, records: 12, variant: '103' }).bytes),
  })
  const { id } = ((await made.json()) as { data: { id: string } }).data
  await page.goto(`/features/lists/${id}/satellites`)
  await ready(page, true)
  const add = page.getByRole('button', { name: 'Add the satellite' })
  await add.click()
  await expect(page.getByRole('alert')).toBeFocused()
  await page.getByLabel('Name').fill('Turksat')
  await page.getByLabel('Position').fill('42')
  await add.click()
  await expect(page.locator('.toast')).toContainText('Turksat')
  await expect(page.locator(':focus')).toHaveCount(1)
  const focused = await page.evaluate(() => document.activeElement?.textContent)
  expect(focused).toContain('Add')

  // An edit that leads back to the list: the editor replaces the page that had the focus.
  await page.goto(`/features/lists/${id}/tools/names?asked=1&find=a&by=A`)
  await ready(page, true)
  await page.getByRole('button', { name: /^Rename \d+ channel/ }).click()
  await expect(page.locator('[data-editor=ready]')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})
