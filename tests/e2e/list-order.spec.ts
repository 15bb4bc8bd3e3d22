/**
 * Order and numbers of a list without scripts, and with scripts but no WebAssembly: another display order, rows hidden
 * by a filter, a list built next to the full one, pasted names, a swap, names in another language.
 */
import type { Page } from 'playwright/test'
import { expect, expectAccessible, ownPage, ready, test, withAccount } from '../support/browser'
import { joinParts, makeRecord, type Fields } from '../support/fixtures/satcodx'

test.beforeEach(async ({ page, scripted }) => {
  if (scripted)
    await page.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'WebAssembly')
    })
})

const records: Partial<Fields>[] = [
  { name: 'Zebra', sid: 5 },
  { name: 'Kino HD', sid: 4, crypto: 'VIAC' },
  { name: 'Alpha', sid: 3 },
  { name: 'Radio One', sid: 2, type: 'R' },
  { name: 'News', sid: 1 },
  { name: 'news', sid: 9 },
]

const withList = async (page: Page): Promise<{ id: string; path: string }> => {
  await withAccount(page, 'order')
  const bytes = joinParts(...records.flatMap((record) => [makeRecord(record, '103'), '\n']))
  const answer = await page.request.post('/api/chmax/lists?name=Order', {
    headers: { ...ownPage, 'content-type': 'application/octet-stream' },
    data: Buffer.from(bytes),
  })
  const { data } = (await answer.json()) as { data: { id: string } }
  return { id: data.id, path: `/features/lists/${data.id}` }
}
/** A visible sentence, anywhere. */
const said = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true }).first()
const names = (page: Page) => page.locator('.channels .c-name a')
const stored = async (page: Page, id: string): Promise<string[]> => {
  const answer = await page.request.get(`/api/chmax/lists/${id}/channels?size=20`)
  const { data } = (await answer.json()) as { data: { items: { name: string }[] } }
  return data.items.map(({ name }) => name)
}

test('rows are displayed by a column, reset, and moved into that displayed order by one press', async ({
  page,
  scripted,
}) => {
  const { id, path } = await withList(page)
  await page.goto(path)
  await ready(page, scripted)
  await page.locator('.channels th a', { hasText: 'Channel' }).click()
  await expect(page).toHaveURL(/sort=name/)
  await expect(names(page)).toHaveText(['Alpha', 'Kino HD', 'news', 'News', 'Radio One', 'Zebra'])
  await expect(page.locator('th[aria-sort=ascending]')).toHaveText(/Channel/)
  expect(await stored(page, id)).toEqual(records.map(({ name }) => name))
  if (scripted) await expectAccessible(page)
  // Moving up by one place would have no meaning here.
  await page.locator('.channels tbody input[name=id]').nth(2).check()
  await page.locator('button[name=intent][value=up]').click()
  await expect(said(page, 'The rows are shown in another order')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the list’s order' }).click()
  await expect(names(page).first()).toHaveText('Zebra')
  await page.goto(`${path}?sort=-sid`)
  await ready(page, scripted)
  await expect(names(page).first()).toHaveText('news')
  await page.getByRole('button', { name: 'Make this the list’s order' }).click()
  await expect(page).not.toHaveURL(/sort=/)
  await expect(said(page, 'The list is now in this order.')).toBeVisible()
  expect(await stored(page, id)).toEqual(['news', 'Zebra', 'Kino HD', 'Alpha', 'Radio One', 'News'])
})

test('filters find odd channels, and ticked rows that they hide are named and left out', async ({ page, scripted }) => {
  const { id, path } = await withList(page)
  await page.goto(`${path}?only=same-name`)
  await ready(page, scripted)
  await expect(names(page)).toHaveText(['News', 'news'])
  await page.goto(`${path}?encryption=VIAC&selected=0.1`)
  await ready(page, scripted)
  await expect(names(page)).toHaveText(['Kino HD'])
  await expect(page.getByText(/Ticked but not shown here: 1 channel/)).toContainText('Zebra')
  await page.locator('button[name=intent][value=lock]').click()
  await expect(said(page, 'Locked: 1 channel.')).toBeVisible()
  await page.goto(`${path}?encryption=VIAC&selected=0.1`)
  await ready(page, scripted)
  await page.getByLabel('Include them in what I do next').check()
  await page.locator('button[name=intent][value=skip]').click()
  await expect(said(page, 'Will be skipped: 2 channels.')).toBeVisible()
  const answer = await page.request.get(`/api/chmax/lists/${id}/channels?size=20`)
  const { data } = (await answer.json()) as { data: { items: { lock: boolean; skip: boolean }[] } }
  expect(data.items.map(({ lock }) => lock)).toEqual([false, true, false, false, false, false])
  expect(data.items.map(({ skip }) => skip)).toEqual([true, true, false, false, false, false])
})

test('a list is built next to the full one, undone, and the rest left out after a question', async ({
  page,
  scripted,
}) => {
  const { id, path } = await withList(page)
  await page.goto(`${path}/mine`)
  await ready(page, scripted)
  if (scripted) await expectAccessible(page)
  const turn = (name: string) => page.getByLabel(`Order of ${name}`, { exact: true })
  await turn('News').fill('1')
  await turn('Alpha').fill('۲')
  await page.getByRole('button', { name: 'Take', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Taken so far: 2' })).toBeVisible()
  expect((await stored(page, id)).slice(0, 3)).toEqual(['News', 'Alpha', 'Zebra'])
  await page.getByLabel('Select Radio One').check()
  await page.getByRole('button', { name: 'Take', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Taken so far: 3' })).toBeVisible()
  expect((await stored(page, id)).slice(0, 3)).toEqual(['News', 'Alpha', 'Radio One'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'Taken so far: 2' })).toBeVisible()
  await page.getByLabel('Leave the rest out').check()
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByText('Really delete 4 channels?')).toBeVisible()
  await page.getByRole('button', { name: 'Delete the rest' }).click()
  await expect(said(page, 'Deleted: 4 channels.')).toBeVisible()
  expect(await stored(page, id)).toEqual(['News', 'Alpha'])
})

test('pasted lines join a group, and those with no match or several are named first', async ({ page, scripted }) => {
  const { id, path } = await withList(page)
  await page.goto(`${path}/paste`)
  await ready(page, scripted)
  if (scripted) await expectAccessible(page)
  await page.getByLabel('One channel per line').fill('zebra\nNEWS\nNobody\n3')
  await page.getByRole('button', { name: 'Look them up' }).click()
  await expect(page.getByText('Found: 2 of 4.')).toBeVisible()
  await expect(page.getByText('Not in this list: 1')).toBeVisible()
  if (scripted) await expectAccessible(page)
  const rows = page.getByRole('table', { name: 'What each line means' }).getByRole('row')
  await expect(rows.filter({ hasText: 'zebra' })).toContainText(/1.*Zebra.*11303 H/)
  await expect(rows.filter({ hasText: 'Nobody' })).toContainText('Not in this list')
  await page.getByRole('button', { name: 'Change what you pasted' }).click()
  await expect(page.getByLabel('One channel per line')).toHaveValue('zebra\nNEWS\nNobody\n3')
  await page.getByRole('button', { name: 'Look them up' }).click()
  await page.locator('select[name=id]').selectOption({ index: 2 })
  await page.getByRole('button', { name: /^Add to/ }).click()
  await expect(said(page, /Added to .*: 3 channels\./)).toBeVisible()
  const answer = await page.request.get(`/api/chmax/lists/${id}/channels?size=20&favourite=0`)
  const { data } = (await answer.json()) as { data: { items: { name: string }[] } }
  expect(data.items.map(({ name }) => name)).toEqual(['Zebra', 'Alpha', 'news'])
})

test('two channels are swapped, radio goes to the end, and numbers get gaps', async ({ page, scripted }) => {
  const { id, path } = await withList(page)
  await page.goto(`${path}/numbers`)
  await ready(page, scripted)
  if (scripted) await expectAccessible(page)
  await page.getByLabel('Number of the first channel').fill('1')
  await page.getByLabel('Number of the second channel').fill('9')
  await page.getByRole('button', { name: 'Swap', exact: true }).click()
  await expect(said(page, 'Enter a number from 1 to 6.')).toBeVisible()
  await page.getByLabel('Number of the second channel').fill('٣')
  await page.getByRole('button', { name: 'Swap', exact: true }).click()
  await expect(said(page, 'The two channels have changed places.')).toBeVisible()
  expect((await stored(page, id)).slice(0, 3)).toEqual(['Alpha', 'Kino HD', 'Zebra'])
  await page.getByRole('button', { name: 'Number radio this way' }).click()
  await expect(said(page, 'Radio now comes after TV.')).toBeVisible()
  expect((await stored(page, id)).at(-1)).toBe('Radio One')
  await page.getByLabel('From position (1 to 6)').fill('4')
  await page.getByLabel('To position (1 to 6)').fill('5')
  await page.getByLabel('Number for the first of them').fill('100')
  await page.getByRole('button', { name: 'Set these numbers' }).click()
  await expect(said(page, 'The channels have their new numbers.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Number all by position again (2 differ)' })).toBeVisible()
})

test('names are shown in the chosen language, in the list and in its search', async ({ page, scripted }) => {
  const { id, path } = await withList(page)
  const put = await page.request.put(`/api/chmax/lists/${id}/names`, {
    headers: { ...ownPage, 'content-type': 'application/octet-stream' },
    data: Buffer.from('number,ar\n1,حمار وحشي\n3,ألفا\n'),
  })
  expect(((await put.json()) as { code: string }).code).toBe('0')
  await page.goto(`${path}/language`)
  await ready(page, scripted)
  if (scripted) await expectAccessible(page)
  await page.getByLabel('Arabic').check()
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(said(page, /Saved\. Boxes get these names/)).toBeVisible()
  await page.goto(`${path}?search=${encodeURIComponent('ألفا')}`)
  await ready(page, scripted)
  await expect(names(page)).toHaveText(['ألفا'])
  expect((await stored(page, id))[2]).toBe('Alpha')
})

test('names in another language are pasted, previewed, saved, shown, renamed and removed', async ({
  page,
  scripted,
}) => {
  const { id, path } = await withList(page)
  await page.goto(`${path}/language`)
  await page.getByRole('link', { name: 'Add or replace names' }).click()
  await ready(page, scripted)
  if (scripted) await expectAccessible(page)
  await page.getByLabel('One channel per line').fill('Alpha\tألفا\n1, حمار وحشي\nNobody, لا أحد\n')
  await page
    .locator('form', { has: page.getByLabel('One channel per line') })
    .getByRole('button', { name: 'Show' })
    .click()
  await expect(page.getByText('Left out: 1')).toBeVisible()
  await expect(page.getByText('not a channel in this list')).toBeVisible()
  await expect(page.locator('#names').getByRole('row')).toHaveCount(3)
  await ready(page, scripted)
  if (scripted) await expectAccessible(page)
  await page.getByRole('button', { name: 'Use these names' }).click()
  await expect(said(page, /The names are in the list/)).toBeVisible()
  await page.goto(`${path}/language`)
  await expect(page.getByText('2 of 6')).toBeVisible()
  await page.getByLabel('Arabic').check()
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(said(page, /Saved\. Boxes get these names/)).toBeVisible()
  const alpha = (await stored(page, id)).indexOf('Alpha')
  await page.goto(`${path}/channels/${alpha}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ألفا')
  await page.getByLabel('Name', { exact: true }).fill('اسم جديد')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('اسم جديد')
  expect((await stored(page, id))[alpha]).toBe('Alpha')
  await page.goto(`${path}/export?names=ar`)
  await expect(page.getByLabel('Names', { exact: true })).toHaveValue('ar')
  await page.goto(`${path}/names`)
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(said(page, /Arabic names removed/)).toBeVisible()
  await expect(page.getByText('This list has no names in other languages yet.')).toBeVisible()
})
