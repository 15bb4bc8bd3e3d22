/** Keys while the editor's second chunk is still loading: changes to the list don't need it. */
import type { Page } from 'playwright/test'
import { expect, holdRequests, test } from '../support/browser'
import { openNewList, rowOf, storedChannels, storedIds } from '../support/editor'

/** Holds the chunk with the later parts until released. */
const holdChunk = (page: Page, isLost = false) => holdRequests(page, /\/on-demand-[^/]*\.js$/, { isLost })
const saveState = (page: Page) => page.locator('.ed-save')

test('names, numbers, moves, deletes and undo work at once, in their order', async ({ page }) => {
  const { id } = await openNewList(page, 30)
  const release = await holdChunk(page)
  await rowOf(page, 2).focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('First')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('F2')
  await page.keyboard.type('Second')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Control+z')
  await rowOf(page, 6).focus()
  await page.keyboard.type('m9')
  await page.keyboard.press('Enter')
  await rowOf(page, 7).focus()
  await page.keyboard.type('n1')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 2)).toContainText('First')
  await expect(rowOf(page, 3)).toContainText('Second')
  await expect(rowOf(page, 4)).toHaveCount(0)
  await expect(rowOf(page, 5)).toBeVisible()
  await expect(saveState(page)).toHaveAttribute('data-state', 'clean')
  expect(
    (await storedChannels(page, id)).filter((one) => one.id === 2 || one.id === 3).map(({ name }) => name),
  ).toEqual(['First', 'Second'])
  expect((await storedIds(page, id)).slice(0, 10)).toEqual([7, 0, 1, 2, 3, 5, 8, 9, 6, 10])
  release()
})

test('a dialog that is loading keeps the rows from acting, and Escape cancels it', async ({ page }) => {
  const { id } = await openNewList(page, 30)
  const release = await holdChunk(page)
  await rowOf(page, 3).focus()
  await page.keyboard.press('f')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowDown')
  await expect(rowOf(page, 4)).toBeFocused()
  release()
  await expect(page.locator('.ed-rows')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await storedIds(page, id)).indexOf(3)).toBe(3)
})

test('the page stays and says so if the chunk can’t be loaded', async ({ page }) => {
  const { path } = await openNewList(page, 30)
  const release = await holdChunk(page, true)
  await rowOf(page, 3).focus()
  await page.keyboard.press('f')
  release()
  await expect(page.locator('.ed-message.ed-bad')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
})
