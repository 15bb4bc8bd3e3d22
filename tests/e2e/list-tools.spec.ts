/**
 * The tools for a whole list: renaming fifty channels by a pattern, removing duplicates, copying channels to another
 * list.
 */
import { expect, expectAccessible, ownPage, ready, test, withAccount } from '../support/browser'
import { joinParts, makeRecord, terminatorOf } from '../support/fixtures/satcodx'
import type { Page } from 'playwright/test'

type One = { name: string; sid: number; frequencyKHz?: number }
const fileOf = (channels: readonly One[]): Uint8Array =>
  joinParts(...channels.flatMap((one) => [makeRecord(one, '103'), terminatorOf('103')]))
const upload = async (page: Page, name: string, channels: readonly One[]): Promise<string> => {
  const answer = await page.request.post(`/api/chmax/lists?name=${name}`, {
    headers: { ...ownPage, 'content-type': 'application/octet-stream' },
    data: Buffer.from(fileOf(channels)),
  })
  const made = (await answer.json()) as { data: { id: string } }
  return `/features/lists/${made.data.id}`
}
/** Expects a sentence at the window's edge, and on a plain page also at the rows. */
const sees = (page: Page, text: string): Promise<void> =>
  expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
const openTool = async (page: Page, path: string, tool: string, scripted: boolean): Promise<void> => {
  await page.goto(path)
  if (scripted) await expect(page.locator('[data-editor=ready]')).toBeVisible()
  await page.locator('.list-ways summary', { hasText: 'Tools' }).click()
  await page.getByRole('link', { name: tool }).click()
  await expect(page.getByRole('heading', { level: 1, name: tool })).toBeVisible()
  await ready(page, scripted)
}

const sports = Array.from({ length: 50 }, (_, at) => ({ name: `Sport ${at + 1} HD`, sid: at + 1 }))

test('fifty channels are renamed by a pattern, one is excluded, and one undo reverts it', async ({
  page,
  scripted,
}) => {
  await withAccount(page, 'rename')
  const path = await upload(page, 'Sports', [...sports, { name: 'News HD', sid: 60 }])
  await openTool(page, path, 'Find and replace in names', scripted)
  await page.getByLabel('Find').fill('Sport # HD')
  await page.getByLabel('Replace with').fill('Match {nn}')
  await page.getByRole('radio', { name: /^A pattern/ }).check()
  await page.getByRole('button', { name: 'Show a preview' }).click()
  await sees(page, '50 new names')
  await expect(page.getByRole('row', { name: /Sport 1 HD.*Match 01/ })).toBeVisible()
  if (scripted) await expectAccessible(page)
  // Pages of rows have addresses, and the form keeps its input.
  await page.getByRole('link', { name: 'Page 5' }).click()
  await expect(page.getByRole('row', { name: /Sport 50 HD.*Match 50/ })).toBeVisible()
  await page.getByRole('link', { name: 'Leave Sport 50 HD as it is' }).click()
  await sees(page, '1 channel is left as it is.')
  await expect(page.getByLabel('Find')).toHaveValue('Sport # HD')
  await page.getByRole('button', { name: 'Rename 49 channels' }).click()
  await sees(page, 'Renamed: 49 channels.')
  await ready(page, scripted)
  await sees(page, 'Match 01')
  await page.getByRole('button', { name: /^Undo/ }).first().click()
  await sees(page, 'Sport 1 HD')
})

test('removing duplicates keeps the best picture, and the page then says that nothing is left', async ({
  page,
  scripted,
}) => {
  await withAccount(page, 'doubles')
  const path = await upload(page, 'Doubles', [
    { name: 'One', sid: 1 },
    { name: 'Two', sid: 2 },
    { name: 'One HD', sid: 1 },
  ])
  await openTool(page, path, 'Duplicates', scripted)
  await sees(page, '1 channel too many')
  await page.getByLabel('Which one stays').selectOption('quality')
  await page.getByRole('button', { name: 'Show a preview' }).click()
  await expect(page.getByRole('row', { name: /One HD.*Stays/ })).toBeVisible()
  if (scripted) await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete 1 channel' }).click()
  await sees(page, 'Duplicates resolved: 1 channel.')
  await openTool(page, path, 'Duplicates', scripted)
  await sees(page, 'No duplicates: every channel is here once.')
})

test('names are taken from another list, and from a file', async ({ page, scripted }) => {
  await withAccount(page, 'names-from')
  const path = await upload(page, 'Mine', [
    { name: 'One', sid: 1 },
    { name: 'Two', sid: 2 },
  ])
  await upload(page, 'Theirs', [{ name: 'The first', sid: 1 }])
  await openTool(page, path, 'Names from another list', scripted)
  await page.getByLabel('Names from').selectOption({ label: '\u2068Theirs\u2069 (1)' })
  await page.getByRole('button', { name: 'Show a preview' }).first().click()
  await expect(page.getByRole('row', { name: /One.*The first/ })).toBeVisible()
  if (scripted) await expectAccessible(page)
  await page.getByLabel(/^File/).setInputFiles({
    name: 'names.sdx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(fileOf([{ name: 'From a file', sid: 2 }])),
  })
  await page.getByRole('button', { name: 'Show a preview' }).last().click()
  await expect(page.getByRole('row', { name: /Two.*From a file/ })).toBeVisible()
  await page.getByRole('button', { name: 'Rename 1 channel' }).click()
  await sees(page, 'Renamed: 1 channel.')
  await sees(page, 'From a file')
})

test('the selection is passed to a tool, with edits that were not saved yet', async ({ page, scripted }) => {
  await withAccount(page, 'selected')
  const path = await upload(page, 'Chosen', sports.slice(0, 5))
  await page.goto(path)
  if (scripted) {
    await expect(page.locator('[data-editor=ready]')).toBeVisible()
    await page.locator('#c-0 .c-check input').click()
    await page.locator('#c-2 .c-check input').click()
    await page.keyboard.press('l')
    await page.locator('.list-ways summary', { hasText: 'Tools' }).click()
    await page.getByRole('link', { name: 'Find and replace in names' }).click()
  } else {
    for (const id of [0, 2]) await page.locator(`.channels input[name=id][value="${id}"]`).check()
    await page.locator('.selection-bar').getByRole('button', { name: 'Tools' }).click()
    await sees(page, 'Only the selected channels: 2 channels.')
    await page.getByRole('link', { name: 'Find and replace in names' }).click()
  }
  await sees(page, 'Only the selected channels: 2 channels.')
  await page.getByLabel('Letters', { exact: true }).selectOption('lower')
  await page.getByRole('button', { name: 'Show a preview' }).click()
  await page.getByRole('button', { name: 'Rename 2 channels' }).click()
  await sees(page, 'Renamed: 2 channels.')
  await sees(page, 'sport 3 hd')
  await sees(page, 'Sport 2 HD')
  if (!scripted) return
  // The last edit before leaving the editor is included as well.
  const rows = (await (await page.request.get(`/api/chmax${path.replace('/features', '')}/channels`)).json()) as {
    data: { items: { name: string; lock: boolean }[] }
  }
  expect(rows.data.items.map(({ name, lock }) => [name, lock])).toEqual([
    ['sport 1 hd', true],
    ['Sport 2 HD', false],
    ['sport 3 hd', true],
    ['Sport 4 HD', false],
    ['Sport 5 HD', false],
  ])
})

test('channels that another list lacks are copied into it', async ({ page, scripted }) => {
  await withAccount(page, 'copies')
  const target = await upload(page, 'Target', sports.slice(0, 2))
  const path = await upload(page, 'Source', sports.slice(0, 4))
  await openTool(page, path, 'Copy channels to another list', scripted)
  await page.getByLabel('Copy to').selectOption({ label: '\u2068Target\u2069 (2)' })
  await page.getByLabel('Starting at number').fill('1')
  await page.getByRole('button', { name: 'Show a preview' }).click()
  await expect(page.getByRole('row', { name: /Sport 1 HD.*Already in the list/ })).toBeVisible()
  if (scripted) await expectAccessible(page)
  await page.getByRole('button', { name: 'Copy 2 channels' }).click()
  await expect(page).toHaveURL(new RegExp(`${target}(?:#channels)?$`))
  await sees(page, 'Copied: 2 channels.')
  const rows = (await (await page.request.get(`/api/chmax${target.replace('/features', '')}/channels`)).json()) as {
    data: { items: { name: string }[] }
  }
  expect(rows.data.items.map(({ name }) => name)).toEqual(['Sport 3 HD', 'Sport 4 HD', 'Sport 1 HD', 'Sport 2 HD'])
})
