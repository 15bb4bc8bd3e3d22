/**
 * The editor's commands act on what is visible: the selection follows the keys, and channels hidden by a filter are
 * left unchanged and named.
 */
import type { Page } from 'playwright/test'
import { expect, test } from '../support/browser'
import { expectSaved, openNewList, rowOf, storedChannels, storedIds } from '../support/editor'

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}
const selected = (page: Page): Promise<number[]> =>
  page
    .locator('.ed-rows [role=row][aria-selected=true]')
    .evaluateAll((rows) => rows.map((row) => Number(row.id.slice(2))).sort((a, b) => a - b))
/** A spot in a row where a click only selects the row. */
const click = (page: Page, id: number, modifiers: ('Shift' | 'Control')[] = []) =>
  rowOf(page, id).locator('.c-sid').click({ modifiers })

test('after a click and three arrows every key acts on the outlined row', async ({ page }) => {
  const { id } = await openNewList(page)
  await click(page, 4)
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown')
  await expect(rowOf(page, 7)).toBeFocused()
  expect(await selected(page)).toEqual([7])
  await press(page, 'l')
  await expectSaved(page, 2)
  await press(page, 'F2')
  await page.keyboard.type('Eighth')
  await press(page, 'Enter')
  await expectSaved(page, 3)
  await press(page, 'Alt+ArrowUp')
  await expectSaved(page, 4)
  const now = await storedChannels(page, id)
  expect(now.map((channel) => channel.id).slice(4, 9)).toEqual([4, 5, 7, 6, 8])
  expect(now.filter((channel) => channel.lock || channel.name === 'Eighth').map((channel) => channel.id)).toEqual([7])
  await press(page, 'Delete')
  await expectSaved(page, 5)
  expect((await storedIds(page, id)).slice(4, 8)).toEqual([4, 5, 6, 8])
})

test('clicking a name selects its row for the keys like any other cell, and a double click renames it', async ({
  page,
  context,
}) => {
  const { path } = await openNewList(page)
  const name = (id: number) => rowOf(page, id).locator('.c-name a')
  const side = page.getByRole('complementary', { name: 'Selected channels' })
  await name(4).click()
  expect(await selected(page)).toEqual([4])
  await expect(side.getByRole('heading', { level: 2 })).toContainText((await name(4).textContent()) ?? '')
  await expect(rowOf(page, 4)).toBeFocused()
  await press(page, '2')
  await expectSaved(page, 2)
  await name(6).click({ modifiers: ['Shift'] })
  expect(await selected(page)).toEqual([4, 5, 6])
  await name(5).click({ modifiers: ['Control'] })
  expect(await selected(page)).toEqual([4, 6])
  await name(8).dblclick()
  await page.keyboard.type('Ninth')
  await press(page, 'Enter')
  await expectSaved(page, 3)
  await expect(name(8)).toHaveText('Ninth')
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  // It is still a link: for another tab, and for the key that opens it.
  const opened = context.waitForEvent('page')
  await name(8).click({ button: 'middle' })
  const tab = await opened
  await expect(tab).toHaveURL(new RegExp(`${path}/channels/8$`))
  await tab.close()
  await press(page, 'Enter')
  await expect(page).toHaveURL(new RegExp(`${path}/channels/8$`))
})

test('Shift extends the selection, Ctrl moves without changing it, Space adds and removes the row', async ({
  page,
}) => {
  await openNewList(page)
  await click(page, 2)
  await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown')
  expect(await selected(page)).toEqual([2, 3, 4])
  await press(page, 'Control+ArrowDown', 'Control+ArrowDown')
  await expect(rowOf(page, 6)).toBeFocused()
  expect(await selected(page)).toEqual([2, 3, 4])
  await press(page, 'Control+Space')
  expect(await selected(page)).toEqual([2, 3, 4, 6])
  await press(page, 'Space')
  expect(await selected(page)).toEqual([2, 3, 4])
  // Several are selected and the keyboard is on none of them, so F2 renames none.
  await press(page, 'F2')
  await expect(page.locator('.ed-rename')).toHaveCount(0)
  await expect(page.locator('.ed-message')).toContainText('one channel only')
  await press(page, 'ArrowDown')
  expect(await selected(page)).toEqual([7])
})

test('selected channels hidden by another filter are named, and no command affects them', async ({ page }) => {
  const { id } = await openNewList(page)
  const show = (type: 'Radio' | 'TV') => page.locator('.quick').getByRole('link', { name: type, exact: true }).click()
  await show('Radio')
  const radios = await page.locator('.ed-rows [role=row]').count()
  await rowOf(
    page,
    await page
      .locator('.ed-rows [role=row]')
      .first()
      .evaluate((row) => Number(row.id.slice(2))),
  ).focus()
  await press(page, 'Control+a')
  const count = Number((/\d+/.exec((await page.locator('.ed-count').textContent()) ?? '') ?? ['0'])[0])
  expect(count).toBeGreaterThan(1)
  expect(radios).toBeGreaterThan(1)
  await show('TV')
  await expect(page.locator('.ed-count')).toContainText(`${count} selected, not shown by this filter`)
  await expect(page.locator('.ed-message')).toContainText(`not shown by this filter: ${count}`)
  for (const name of ['Delete', 'Lock', 'Skip', 'Favourite', 'Move to…', 'One up', 'One down'])
    await expect(page.locator('.ed-actions').getByRole('button', { name, exact: true })).toBeDisabled()
  // The outlined row is visible, so only that row is affected.
  const first = await page
    .locator('.ed-rows [role=row]')
    .first()
    .evaluate((row) => Number(row.id.slice(2)))
  await rowOf(page, first).focus()
  await press(page, 'Delete')
  await expectSaved(page, 2)
  const kept = await page.request.get(`/api/chmax/lists/${id}/channels?page=1&size=100`)
  expect(((await kept.json()) as { data: { total: number } }).data.total).toBe(119)
  // With a visible selected row, that one is affected; the sort's own question counts only visible ones.
  const [a = -1, b = -1] = await page
    .locator('.ed-rows [role=row]')
    .evaluateAll((rows) => rows.slice(0, 2).map((row) => Number(row.id.slice(2))))
  await rowOf(page, a).locator('.c-check input').click()
  await rowOf(page, b).locator('.c-check input').click()
  await page.getByRole('link', { name: 'Sort' }).click()
  await expect(page.getByRole('dialog')).toContainText('Only the 2 selected channels')
  await page.keyboard.press('Escape')
  await page.locator('.ed-actions').getByRole('button', { name: 'Lock', exact: true }).click()
  await expectSaved(page, 3)
  await page.getByRole('button', { name: 'Reset' }).click()
  const locked = (await (await page.request.get(`/api/chmax/lists/${id}/channels?page=1&size=100`)).json()) as {
    data: { items: { id: number; lock: boolean }[] }
  }
  expect(
    locked.data.items
      .filter((one) => one.lock)
      .map((one) => one.id)
      .sort((x, y) => x - y),
  ).toEqual([a, b].sort((x, y) => x - y))
})

test('a filter that hides the keyboard’s row leaves the list reachable by Tab', async ({ page }) => {
  await openNewList(page)
  await click(page, 3)
  await page.getByRole('searchbox').fill('zzzzzz')
  await expect(page.locator('.ed-rows [role=row]')).toHaveCount(0)
  await page.getByRole('searchbox').fill('')
  await expect(rowOf(page, 0)).toHaveAttribute('tabindex', '0')
})

test('the second click of a double click never hits the bar that the first one opened', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 700 })
  const { id } = await openNewList(page)
  await page
    .locator('.ed-rows')
    .evaluate((rows) => window.scrollBy({ top: rows.getBoundingClientRect().top - 40, behavior: 'instant' }))
  const drawn = await page
    .locator('.ed-rows [role=row]')
    .evaluateAll((rows) => rows.map((row) => [Number(row.id.slice(2)), row.getBoundingClientRect().bottom] as const))
  const last = drawn.filter(([, bottom]) => bottom <= 700).sort((a, b) => b[1] - a[1])[0]?.[0] ?? -1
  await rowOf(page, last).locator('.c-place').dblclick()
  // The selected row is not under the bar either.
  const row = await rowOf(page, last).boundingBox()
  const bar = await page.locator('.ed-foot').boundingBox()
  expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1)
  await expect(page.locator('.ed-save')).toHaveAttribute('data-revision', '1')
  expect((await storedIds(page, id)).slice(0, 3)).toEqual([0, 1, 2])
})
