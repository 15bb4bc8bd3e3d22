/** Input on the plain page while the editor still loads: it is carried over, or finished there first. */
import type { Page } from 'playwright/test'
import { expect, holdRequests, test } from '../support/browser'
import { openNewList, rowOf } from '../support/editor'

/** The list's plain page; its editor waits until released. */
const openPlain = async (page: Page): Promise<() => void> => {
  const { path } = await openNewList(page, 60)
  const release = await holdRequests(page, '**/*.wasm*')
  await page.goto(path)
  await expect(page.locator('tbody input[name=id]').first()).toBeVisible()
  return release
}
const editor = (page: Page) => page.locator('[data-editor=ready]')

test('a typed search stays, with the ticked row and the focus in it', async ({ page }) => {
  const release = await openPlain(page)
  const box = page.locator('tbody input[name=id]').nth(2)
  const name = (await page.locator('tbody tr').nth(2).locator('a').first().innerText()).trim()
  await page.locator('main input[name=search]').fill(name)
  await box.check()
  release()
  await expect(editor(page)).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue(name)
  await expect(rowOf(page, 2)).toHaveAttribute('aria-selected', 'true')
  await expect(rowOf(page, 2)).toBeFocused()
})

test('“everything that matches” stays selected', async ({ page }) => {
  const release = await openPlain(page)
  await page.locator('input[name=all]').check()
  release()
  await expect(editor(page)).toBeVisible()
  await expect(page.locator('.ed-count')).toContainText('60')
})

test('a number being typed keeps its field, and its move is done', async ({ page }) => {
  const release = await openPlain(page)
  await page.locator('tbody input[name=id]').nth(1).check()
  const taken = page.waitForResponse('**/*.wasm*')
  const field = page.locator('#field-to')
  await field.click()
  await page.keyboard.type('4')
  release()
  await taken
  await page.keyboard.type('2')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('42')
  // Once it is empty, the editor would lose nothing.
  await field.fill('')
  // The editor may replace the box that is being clicked.
  await page.locator('tbody input[name=id]').nth(3).click()
  await expect(editor(page)).toBeVisible()
  await expect(page.locator('.ed-count')).toContainText('2')
})
