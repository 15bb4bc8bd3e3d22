/**
 * The inspector shows everything about the selection, next to the rows on a desktop, as a sheet on a phone; it edits
 * one channel or many at once.
 */
import { expect, expectAccessible, test } from '../support/browser'
import { expectSaved, openEditor, openNewList, rowOf } from '../support/editor'

type Stored = { data: { items: { id: number; name: string; favourites: number[]; lock: boolean }[] } }

test('on a desktop one channel shows its fields and is renamed, and several join a group with one click', async ({
  page,
}) => {
  const { id } = await openNewList(page)
  const stored = async () =>
    ((await (await page.request.get(`/api/chmax/lists/${id}/channels?page=1&size=20`)).json()) as Stored).data.items
  const side = page.getByRole('complementary', { name: 'Selected channels' })
  await expect(side).toContainText('About this list')
  await rowOf(page, 3).locator('.c-check input').click()
  const name = (await rowOf(page, 3).locator('.c-name a').textContent()) ?? ''
  await expect(side.getByRole('heading', { level: 2 })).toContainText(name)
  await expect(side).toContainText('Number 4')
  await expect(side.locator('dl')).toContainText('SID')
  await side.getByLabel('Name', { exact: true }).fill('Nile Drama')
  await side.getByLabel('Name', { exact: true }).press('Enter')
  await expectSaved(page, 2)
  await expect(rowOf(page, 3)).toContainText('Nile Drama')

  await rowOf(page, 4).locator('.c-check input').click()
  await rowOf(page, 6).locator('.c-check input').click()
  await expect(side.getByRole('heading', { level: 2 })).toContainText('3 channels')
  const news = side.getByRole('button', { name: 'News' })
  await expect(news).toHaveAttribute('aria-pressed', 'false')
  await news.click()
  await expect(news).toHaveAttribute('aria-pressed', 'true')
  await expectSaved(page, 3)
  await side.getByRole('checkbox', { name: 'Lock' }).check()
  await expectSaved(page, 4)
  const rows = await stored()
  expect(rows.filter(({ favourites }) => favourites.includes(0)).map((row) => row.id)).toEqual([3, 4, 6])
  expect(rows.filter(({ lock }) => lock).map((row) => row.id)).toEqual([3, 4, 6])
  await rowOf(page, 6).locator('.c-check input').click()
  await rowOf(page, 7).locator('.c-check input').click()
  await expect(news).toHaveAttribute('aria-pressed', 'mixed')
  // Some of them are locked: the box is neither ticked nor empty, and is drawn as such.
  const lock = side.getByRole('checkbox', { name: 'Lock' })
  expect(await lock.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
  await expect(lock).toHaveCSS('background-image', /gradient/)
  await expectAccessible(page)
  // The rail's counts are updated.
  await expect(page.locator('.rail a', { hasText: 'News' })).toContainText('3')
})

test('on a phone it is a sheet, which Escape closes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openNewList(page)
  await rowOf(page, 2).locator('.c-check input').click()
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.click()
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Selected channels' })
  await expect(sheet).toContainText('Number 3')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'News' }).click()
  await expectSaved(page, 2)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(more).toBeFocused()
})

test('the category and names in other languages can be set in it, and a channel’s own number is shown', async ({
  page,
}) => {
  const { id, path } = await openNewList(page, 12)
  const channel = async () =>
    (
      (await (await page.request.get(`/api/chmax/lists/${id}/channels/3`)).json()) as {
        data: { category: number | null; 'name.ar': string | null; number: number }
      }
    ).data
  const side = page.getByRole('complementary', { name: 'Selected channels' })
  await rowOf(page, 3).locator('.c-check input').click()
  await side.getByLabel('Category').selectOption('Sports')
  await expectSaved(page, 2)
  await side.getByText('Names in other languages').click()
  await side.getByLabel('Arabic').fill('قناة النيل')
  await side.getByLabel('Arabic').press('Enter')
  await expectSaved(page, 3)
  await expectAccessible(page)
  const stored = await channel()
  expect(stored['name.ar']).toBe('قناة النيل')
  expect(stored.category).not.toBeNull()
  await side.getByLabel('Category').selectOption('None')
  await expectSaved(page, 4)
  expect((await channel()).category).toBeNull()
  await page.goto(`${path}/numbers`)
  await page.getByLabel('From position (1 to 12)').fill('4')
  await page.getByLabel('To position (1 to 12)').fill('4')
  await page.getByLabel('Number for the first of them').fill('777')
  await page.getByRole('button', { name: 'Set these numbers' }).click()
  await expect(page.getByRole('heading', { name: 'Numbers apart from the order' })).toBeVisible()
  await openEditor(page, path)
  await expect(rowOf(page, 3).locator('.c-name')).toContainText('No. 777')
  await rowOf(page, 3).locator('.c-check input').click()
  await expect(side).toContainText('Number 777, position 4 of 12')
})
