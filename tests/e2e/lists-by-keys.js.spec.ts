/**
 * A list from its file to its last edit without a mouse: uploaded, opened, sorted by hand, renamed, undone, saved, left
 * and found again.
 */
import { expect, ready, test, withAccount } from '../support/browser'
import { expectSaved, rowOf, storedChannels, storedIds } from '../support/editor'
import { makeList } from '../support/fixtures/satcodx'
import { tabTo } from '../support/keyboard'

test('a list is uploaded, edited and saved by keyboard only', async ({ page }) => {
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  await withAccount(page, 'typist')
  // Listens early: subscribing takes a moment, and a key may be quicker.
  const asked = page.waitForEvent('filechooser')
  await page.goto('/features')
  await ready(page, true)
  const main = page.getByRole('main')
  await tabTo(page, main.getByRole('link', { name: 'Upload a list' }).first())
  // It asks for the file at once, and leads to the form.
  await press('Enter')
  await (
    await asked
  ).setFiles({
    name: 'mine.sdx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(makeList({ seed: 91, records: 40, variant: '103' }).bytes),
  })
  await expect(page.getByLabel('File', { exact: true })).toBeFocused()
  await tabTo(page, page.getByLabel('Name of the list'))
  await press('Control+a')
  await page.keyboard.type('By keys')
  await tabTo(page, main.getByRole('button', { name: 'Upload', exact: true }))
  await press('Enter')
  await expect(page).toHaveURL(/\/features\/lists\/[0-9a-z]+$/)
  const id = /lists\/([^/]+)/.exec(page.url())?.[1] ?? ''

  await expect(page.locator('[data-editor=ready]')).toBeVisible()
  // The grid is one tab stop; arrows move through its rows.
  await tabTo(page, rowOf(page, 0))
  await press('ArrowDown', 'ArrowDown', 'Space', 'Shift+ArrowDown')
  await expect(page.locator('.ed-count')).toContainText('2')
  await press('m')
  await expect(page.getByRole('dialog').locator('input:focus')).toBeVisible()
  await page.keyboard.type('10')
  await press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectSaved(page, 2)
  expect((await storedIds(page, id)).slice(8, 12)).toEqual([10, 2, 3, 11])

  // The grid gets the keys again when the question is closed. Its handle is the next stop after a row.
  await expect(page.locator('[role=row]:focus')).toBeVisible()
  await press('Escape', 'Home')
  await expect(rowOf(page, 0)).toBeFocused()
  await tabTo(page, rowOf(page, 0).locator('.grip'))
  await press('Space')
  await expect(rowOf(page, 0)).toHaveClass(/ed-dragged/)
  await press('ArrowDown', 'ArrowDown')
  await expect(page.locator('.ed-message')).toContainText('3')
  await press('Space')
  await expectSaved(page, 3)
  expect((await storedIds(page, id)).slice(0, 4)).toEqual([1, 4, 0, 5])

  await expect(rowOf(page, 0)).not.toHaveClass(/ed-dragged/)
  await expect(page.locator('.grip:focus')).toBeVisible()
  await press('Shift+Tab')
  await expect(rowOf(page, 0)).toBeFocused()
  await press('Control+z')
  await expectSaved(page, 4)
  expect((await storedIds(page, id)).slice(0, 4)).toEqual([0, 1, 4, 5])
  await press('F2')
  await expect(rowOf(page, 0).getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Nile Drama')
  await press('Enter')
  await expectSaved(page, 5)
  await expect(rowOf(page, 0)).toBeFocused()

  await page.goto('/features')
  await ready(page, true)
  await tabTo(page, main.getByRole('link', { name: 'By keys', exact: true }))
  await press('Enter')
  await expect(page.locator('[data-editor=ready]')).toBeVisible()
  await expect(rowOf(page, 0)).toContainText('Nile Drama')
  expect((await storedChannels(page, id))[0]?.name).toBe('Nile Drama')
})
