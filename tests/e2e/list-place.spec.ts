/**
 * A list's plain page returns to its rows after every page turn, search and edit, with its message there; with scripts
 * the same actions show it at the window's edge.
 */
import { expect, ownPage, test, withAccount } from '../support/browser'
import { makeList } from '../support/fixtures/satcodx'

test('every action on a list ends at its rows, with its message visible', async ({ page, scripted }) => {
  await withAccount(page, 'place')
  const { bytes } = makeList({ seed: 44, records: 60, variant: '103' })
  const made = (await (
    await page.request.post('/api/chmax/lists?name=Place', {
      headers: { ...ownPage, 'content-type': 'application/octet-stream' },
      data: Buffer.from(bytes),
    })
  ).json()) as { data: { id: string } }
  await page.goto(`/features/lists/${made.data.id}`)
  if (scripted) {
    await expect(page.locator('[data-editor=ready]')).toBeVisible()
    await page.locator('#c-3 .c-check input').click()
    await page.locator('.ed-actions').getByRole('button', { name: 'Lock', exact: true }).click()
    await expect(page.locator('.ed-message')).toContainText('locked')
    await expect(page.locator('.ed-message')).toBeInViewport({ ratio: 1 })
    await page.locator('.ed-notice').getByRole('button', { name: 'Undo' }).click()
    await expect(page.locator('.ed-message')).toHaveText(/^Undone: .* locked\.$/)
    return
  }
  const rows = page.locator('#channels')
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/page=2.*#channels$/)
  await expect(rows).toBeInViewport()
  await page.locator('table.channels input[name=id]').first().check()
  await page.locator('button[name=intent][value=lock]').click()
  await expect(page).toHaveURL(/#channels$/)
  await expect(rows.getByText('Locked: 1 channel.')).toBeInViewport()
  // Only once, not at the top as well.
  await expect(page.getByText('Locked: 1 channel.').filter({ visible: true })).toHaveCount(1)
  await page.getByRole('searchbox').fill('a')
  await page.getByRole('searchbox').press('Enter')
  // Text browsers lose the fields of a search that names a fragment, so the page opens at its top, where the rows are.
  await expect(page).toHaveURL(/search=a[^#]*$/)
  await expect(rows.locator('tbody tr').nth(4)).toBeInViewport({ ratio: 1 })
})
