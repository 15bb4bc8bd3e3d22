/**
 * Keys and presses while the editor's later chunk is still on its way: all of them happen, in their order, and no way
 * out of the list overtakes an edit that was entered.
 */
import type { Page } from 'playwright/test'
import { arriveAt, expect, test } from '../support/browser'
import { openNewList, rowOf, storedChannels, storedIds } from '../support/editor'

/** Holds the chunk with questions and fields back until it is let go. */
const holdChunk = async (page: Page, isLost = false): Promise<() => void> => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/on-demand-[^/]*\.js$/, async (route) => {
    await held
    await (isLost ? route.abort('internetdisconnected') : route.continue())
  })
  return release
}
const exportLink = (page: Page) => page.getByRole('link', { name: 'Export' })
const saveState = (page: Page) => page.locator('.ed-save')

const ways = [
  { what: 'a move', keys: ['m', '9', 'Enter'], done: (ids: number[], _name: string) => ids.indexOf(3) === 8 },
  { what: 'a number', keys: ['n', '9', 'Enter'], done: (ids: number[]) => ids.indexOf(3) === 8 },
  {
    what: 'a name',
    keys: ['F2', 'K', 'e', 'p', 't', 'Enter'],
    done: (_ids: number[], name: string) => name === 'Kept',
  },
  {
    what: 'a name left open',
    keys: ['F2', 'K', 'e', 'p', 't'],
    done: (_ids: number[], name: string) => name === 'Kept',
  },
] as const

for (const { what, keys, done } of ways)
  test(`an export asked for while ${what} waits for its chunk has it in the file`, async ({ page }) => {
    const { id } = await openNewList(page, 30)
    const release = await holdChunk(page)
    await rowOf(page, 3).focus()
    for (const key of keys) await page.keyboard.press(key)
    await exportLink(page).click()
    await expect(saveState(page)).toHaveAttribute('data-state', 'pending')
    await expect(page).toHaveURL(new RegExp(`/features/lists/${id}$`))
    release()
    await arriveAt(page, `**/features/lists/${id}/export`)
    await expect(page.getByText('version 2')).toBeVisible()
    const channels = await storedChannels(page, id)
    const name = channels.find((channel) => channel.id === 3)?.name ?? ''
    expect(
      done(
        channels.map((channel) => channel.id),
        name,
      ),
    ).toBe(true)
  })

test('keys behind an entered one act after it: the next row, its name, a delete, a group, undo', async ({ page }) => {
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
  await page.keyboard.press('3')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Control+z')
  release()
  await expect(rowOf(page, 2)).toContainText('First')
  await expect(rowOf(page, 3)).toContainText('Second')
  await expect(rowOf(page, 4)).toHaveCount(0)
  await expect(rowOf(page, 5)).toBeVisible()
  await expect(saveState(page)).toHaveAttribute('data-state', 'clean')
  expect((await storedChannels(page, id)).slice(2, 4).map(({ name }) => name)).toEqual(['First', 'Second'])
  expect((await storedIds(page, id)).slice(0, 6)).toEqual([0, 1, 2, 3, 5, 6])
})

test('every other way out waits too: a page of the portal, another tab', async ({ page, context }) => {
  const { id, path } = await openNewList(page, 30)
  const release = await holdChunk(page)
  await rowOf(page, 3).focus()
  await page.keyboard.press('m')
  await page.keyboard.press('9')
  await page.keyboard.press('Enter')
  const opened = context.waitForEvent('page')
  await exportLink(page).click({ modifiers: ['ControlOrMeta'] })
  await page.locator('header a[href="/features"], nav a[href="/features"]').first().click()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  release()
  await arriveAt(page, '**/features')
  const second = await opened
  await expect(second.getByText('version 2')).toBeVisible()
  expect((await storedIds(page, id)).indexOf(3)).toBe(8)
})

test('where the chunk can’t be loaded, the page stays and says so', async ({ page }) => {
  const { path } = await openNewList(page, 30)
  const release = await holdChunk(page, true)
  await rowOf(page, 3).focus()
  await page.keyboard.press('m')
  await page.keyboard.press('9')
  await page.keyboard.press('Enter')
  await exportLink(page).click()
  release()
  await expect(page.locator('.ed-said.ed-bad')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
})

test('a press elsewhere gives up a question that nothing was entered for', async ({ page }) => {
  const { id } = await openNewList(page, 30)
  const release = await holdChunk(page)
  await rowOf(page, 3).focus()
  await page.keyboard.press('m')
  await page.keyboard.press('9')
  await exportLink(page).click()
  await arriveAt(page, `**/features/lists/${id}/export`)
  release()
  expect((await storedIds(page, id)).indexOf(3)).toBe(3)
})
