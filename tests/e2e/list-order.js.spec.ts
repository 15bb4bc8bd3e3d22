/**
 * Order and numbers in the editor: column heads, a number typed into a row, groups by keys 1 to 8, a swap, what a
 * filter hides, a list built by Enter and double clicks, names in another language; by keyboard where there is one.
 */
import { expect, expectAccessible, ownPage, test } from '../support/browser'
import { expectSaved, openEditor, openNewList, rowOf, storedChannels, storedIds } from '../support/editor'

test('a column’s head shows another order; the list stays until one press takes it', async ({ page }) => {
  const { id } = await openNewList(page, 30)
  const head = page.locator('.ed-head [role=columnheader]').filter({ hasText: 'Channel' })
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/sort=name/)
  await expect(page.locator('.notice').getByText('You are looking at the list in another order')).toBeVisible()
  await expectAccessible(page)
  const shown = await page.locator('.ed-rows .c-name a').allInnerTexts()
  const answer = await page.request.get(`/api/chmax/lists/${id}/channels?sort=name&size=10`)
  const { data } = (await answer.json()) as { data: { items: { name: string }[] } }
  expect(shown.slice(0, 10)).toEqual(data.items.map(({ name }) => name))
  // One row up means nothing here, and says so.
  await page.locator('.ed-rows [role=row] .c-sid').nth(2).click()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.locator('.ed-said')).toContainText('another order')
  await page.getByRole('button', { name: 'Back to the list’s order' }).click()
  await expect(head).toHaveAttribute('aria-sort', 'none')
  await expect(page.locator('.ed-rows [role=row]').first()).toHaveAttribute('id', 'c-0')
  await head.getByRole('button').click()
  await page.getByRole('button', { name: 'Make this the list’s order' }).click()
  await expectSaved(page, 2)
  const names = (await storedChannels(page, id)).map(({ name }) => name)
  expect(names.slice(0, 5)).toEqual(shown.slice(0, 5))
})

test('a number is typed into the row, and what is no number of the list is refused', async ({ page }) => {
  const { id } = await openNewList(page, 30)
  await rowOf(page, 4).locator('.c-sid').click()
  await page.keyboard.press('n')
  const field = page.locator('.ed-number-field')
  await expect(field).toBeFocused()
  await field.fill('31')
  await field.press('Enter')
  await expect(page.locator('.ed-said')).toHaveText('Enter a number from 1 to 30.')
  await field.fill('۲')
  await field.press('Enter')
  await expectSaved(page, 2)
  expect((await storedIds(page, id)).slice(0, 4)).toEqual([0, 4, 1, 2])
  await expect(rowOf(page, 4)).toBeFocused()
  await rowOf(page, 0).locator('.c-number button').click()
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
})

test('the keys 1 to 8 put channels into groups and take them out, X swaps two', async ({ page }) => {
  const { id } = await openNewList(page, 30)
  await rowOf(page, 2).locator('.c-sid').click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('3')
  await expect(page.locator('.ed-said')).toHaveText('2 channels added to \u2068Music\u2069.')
  await expectSaved(page, 2)
  await page.keyboard.press('3')
  await expectSaved(page, 3)
  await page.keyboard.press('x')
  await expectSaved(page, 4)
  expect((await storedIds(page, id)).slice(0, 5)).toEqual([0, 1, 3, 2, 4])
})

test('what is selected but hidden by a filter is named, left out, and taken in by one press', async ({ page }) => {
  const { id } = await openNewList(page, 30)
  await rowOf(page, 0).locator('.c-check input').click()
  await rowOf(page, 1).locator('.c-check input').click()
  const name = await rowOf(page, 1).locator('.c-name a').innerText()
  await page.getByRole('searchbox').fill(name)
  await expect(rowOf(page, 0)).toHaveCount(0)
  const bar = page.locator('.ed-actions')
  await expect(bar).toContainText('Selected but not shown: 1')
  await bar.getByRole('button', { name: 'Lock', exact: true }).click()
  await expectSaved(page, 2)
  expect((await storedChannels(page, id)).filter(({ lock }) => lock).map((one) => one.id)).toEqual([1])
  await bar.getByRole('button', { name: 'Include them' }).click()
  await expect(bar).toContainText('They are included.')
  await bar.getByRole('button', { name: 'Lock', exact: true }).click()
  await expectSaved(page, 3)
  expect((await storedChannels(page, id)).filter(({ lock }) => lock).map((one) => one.id)).toEqual([0, 1])
})

test('“my list” is built by Enter and double clicks, and Undo takes the last one back', async ({ page }) => {
  const { id, path } = await openNewList(page, 30)
  await page.locator('.list-tools').getByText('Tools').click()
  await page.locator(`.list-tools a[href="${path}/mine"]`).click()
  await expect(page.getByText('Next number: 1')).toBeVisible()
  await rowOf(page, 6).locator('.c-sid').dblclick()
  await expect(page.getByText('Next number: 2')).toBeVisible()
  await expect(rowOf(page, 7)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Next number: 3')).toBeVisible()
  await expectAccessible(page)
  await expect.poll(async () => (await storedIds(page, id)).slice(0, 4)).toEqual([6, 8, 0, 1])
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Next number: 2')).toBeVisible()
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(page.getByText(/Next number/)).toHaveCount(0)
})

test('the editor shows and finds names in the chosen language, and renames the list’s own', async ({ page }) => {
  const { id, path } = await openNewList(page, 30)
  const headers = { ...ownPage, 'content-type': 'application/octet-stream' }
  await page.request.put(`/api/chmax/lists/${id}/names`, {
    headers,
    data: Buffer.from('number,ar\n3,القناة الثالثة\n'),
  })
  await page.request.put(`/api/chmax/lists/${id}/language`, { headers: ownPage, data: { language: 'ar' } })
  await openEditor(page, path)
  await expect(rowOf(page, 2).locator('.c-name a')).toHaveText('القناة الثالثة')
  await page.getByRole('searchbox').fill('الثالثة')
  await expect(page.locator('.ed-rows [role=row]')).toHaveCount(1)
  await rowOf(page, 2).locator('.c-sid').click()
  await page.keyboard.press('F2')
  await expect(page.locator('.ed-rename input')).not.toHaveValue('القناة الثالثة')
  await page.locator('.ed-rename input').fill('My own')
  await page.keyboard.press('Enter')
  await expectSaved(page, 2)
  expect((await storedChannels(page, id))[2]?.name).toBe('My own')
})
