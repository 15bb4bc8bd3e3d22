/**
 * An export is accurate while edits are unsaved: it waits for them, or is made from what the screen shows, and never
 * gives an old file without saying so.
 */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { arriveAt, expect, holdRequests, ownPage, test } from '../support/browser'
import { expectSaved, openNewList, rowOf } from '../support/editor'

const operations = '**/api/chmax/lists/*/operations'
const exportLink = (page: Page) => page.getByRole('link', { name: 'Export' })
const fileOf = async (page: Page, id: string): Promise<Buffer> =>
  Buffer.from(await (await page.request.get(`/features/lists/${id}/file`)).body())
const deleteSecond = async (page: Page): Promise<void> => {
  await rowOf(page, 1).focus()
  await page.keyboard.press('Delete')
  await expect(rowOf(page, 1)).toHaveCount(0)
}

for (const way of ['click', 'Enter'] as const)
  test(`an export by ${way} while an edit is being saved opens after the save and includes the edit${way === 'click' ? ' @core' : ''}`, async ({
    page,
  }) => {
    const { id } = await openNewList(page)
    const before = await fileOf(page, id)
    const release = await holdRequests(page, operations)
    await deleteSecond(page)
    if (way === 'click') await exportLink(page).click()
    else {
      await exportLink(page).focus()
      await page.keyboard.press('Enter')
    }
    const question = page.getByRole('dialog', { name: 'Export' })
    await expect(question).toContainText('still being saved')
    await expect(question.locator('.ed-export-state')).toHaveAttribute('data-state', /pending|saving/)
    release()
    await arriveAt(page, `**/features/lists/${id}/export`)
    await expect(page.getByText('version 2')).toBeVisible()
    await expect(page.getByText('byte for byte')).toHaveCount(0)
    expect((await fileOf(page, id)).length).toBe(before.length - 128)
  })

test('the file is made from what the screen shows, with every edit, while the portal can’t be reached', async ({
  page,
}) => {
  const { id } = await openNewList(page)
  const before = await fileOf(page, id)
  await page.route(operations, (route) => route.abort('internetdisconnected'))
  await deleteSecond(page)
  await expect(page.locator('.ed-save')).toHaveAttribute('data-state', 'offline')
  await exportLink(page).click()
  const question = page.getByRole('dialog', { name: 'Export' })
  await expect(question).toContainText('doesn’t include them')
  const download = page.waitForEvent('download')
  await question.getByRole('button', { name: 'Download what is shown here' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Editor \d+\.sdx$/)
  const made = await readFile(await file.path())
  // The second record is gone; every other byte is the source's.
  expect(made.equals(Buffer.concat([before.subarray(0, 128), before.subarray(256)]))).toBe(true)
  await expect(question).toContainText('with all your edits')
})

test('the export page, opened in another tab, by address or after a lost tab, names its version and the missing edits', async ({
  page,
  context,
}) => {
  const { path } = await openNewList(page)
  await page.route(operations, (route) => route.abort('internetdisconnected'))
  await deleteSecond(page)
  await expect(page.locator('.ed-save')).toHaveAttribute('data-state', 'offline')
  const opened = context.waitForEvent('page')
  await exportLink(page).click({ button: 'middle' })
  const second = await opened
  await expect(second.getByText('Nothing was edited in version 1')).toBeVisible()
  await expect(second.getByText('not saved yet: 1')).toBeVisible()
  // Once the first tab has saved the edit, the second shows the version that has it.
  await page.unroute(operations)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expectSaved(page, 2)
  await expect(second.getByText('version 2')).toBeVisible()
  await expect(second.getByText('not saved yet')).toHaveCount(0)
  await expect(second.getByText('byte for byte')).toHaveCount(0)
  // The edits of a tab that was closed without saving are reported too.
  await page.route(operations, (route) => route.abort('internetdisconnected'))
  await rowOf(page, 4).focus()
  await page.keyboard.press('Delete')
  await expect(page.locator('.ed-save')).toHaveAttribute('data-state', 'offline')
  await second.route(operations, (route) => route.abort('internetdisconnected'))
  await page.close()
  await second.goto(`${path}/export`)
  await expect(second.getByText('not saved yet: 1')).toBeVisible()
  await expect(second.getByRole('link', { name: 'Open the list to save them' })).toBeVisible()
  // It sends them itself when the portal can be reached, says so, and shows the version that has them.
  await second.unroute(operations)
  await expect(second.getByText('left in this browser have been saved: 1')).toBeVisible()
  await expect(second.getByText('version 3')).toBeVisible()
  await expect(second.getByText('not saved yet')).toHaveCount(0)
})

test('an edit stored while its page was left is not counted as unsaved, and the link gives the stated version', async ({
  page,
}) => {
  const { id, path } = await openNewList(page)
  const before = await fileOf(page, id)
  // The portal stores it, but the answer is lost, as for a page that is left.
  await page.route(operations, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await deleteSecond(page)
  await expect(page.locator('.ed-save')).toHaveAttribute('data-state', 'offline')
  await page.unroute(operations)
  await page.goto(`${path}/export`)
  await expect(page.getByText('version 2')).toBeVisible()
  await expect(page.getByText('left in this browser have been saved: 1')).toBeVisible()
  await expect(page.getByText('not saved yet')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('version 2')).toBeVisible()
  await expect(page.getByText('not saved yet')).toHaveCount(0)
  const link = page.getByRole('link', { name: /^Download/ })
  await expect(link).toHaveAttribute('href', `${path}/file?format=sdx&revision=2`)
  // A later edit does not change this page's file.
  const later = await page.request.post(`/api/chmax/lists/${id}/operations`, {
    headers: { ...ownPage },
    data: { base: 2, operations: [{ op: 'delete', ids: [0] }] },
  })
  expect(later.ok()).toBe(true)
  const download = page.waitForEvent('download')
  await link.click()
  expect(
    (await readFile(await (await download).path())).equals(
      Buffer.concat([before.subarray(0, 128), before.subarray(256)]),
    ),
  ).toBe(true)
})

test('an edit left behind that conflicts with another stays for the editor to resolve', async ({ page }) => {
  const { id, path } = await openNewList(page)
  await page.route(operations, (route) => route.abort('internetdisconnected'))
  await rowOf(page, 1).focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Mine')
  await page.keyboard.press('Enter')
  await expect(page.locator('.ed-save')).toHaveAttribute('data-state', 'offline')
  const other = await page.request.post(`/api/chmax/lists/${id}/operations`, {
    headers: { ...ownPage },
    data: { base: 1, operations: [{ op: 'rename', id: 1, name: 'Theirs' }] },
  })
  expect(other.ok()).toBe(true)
  await page.unroute(operations)
  await page.goto(`${path}/export`)
  await expect(page.getByText('not saved yet: 1')).toBeVisible()
  await page.getByRole('link', { name: 'Open the list to save them' }).click()
  await expect(page.locator('.ed-save')).toHaveAttribute('data-state', 'clash')
  await expect(rowOf(page, 1)).toContainText('Mine')
})
