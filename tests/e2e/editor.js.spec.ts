/**
 * The scripted editor as a person uses it: dragging, keys, saving in the background, and everything that can go wrong.
 */
import type { Locator, Page } from 'playwright/test'
import { arriveAt, awaitWatch, expect, expectAccessible, ownPage, signIn, test, withAccount } from '../support/browser'
import {
  expectSaved as isSaved,
  openEditor as open,
  openNewList as openNew,
  rowOf as row,
  storedChannels as stored,
  storedIds,
} from '../support/editor'
import { makeList } from '../support/fixtures/satcodx'

type Envelope<D> = { code: string; data: D }

const shownIds = (page: Page) =>
  page.locator('.ed-rows [role=row]').evaluateAll((rows) =>
    rows
      .map((one) => [Number(one.getAttribute('aria-rowindex')), Number(one.id.slice(2))] as const)
      .sort((a, b) => a[0] - b[0])
      .slice(0, 10)
      .map(([, id]) => id),
  )
const select = async (page: Page, first: number, last: number) => {
  await row(page, first).locator('.c-check input').click()
  await row(page, last)
    .locator('.c-check input')
    .click({ modifiers: ['Shift'] })
}
const cutSaves = (page: Page) =>
  page.route('**/api/chmax/lists/*/operations', (route) => route.abort('internetdisconnected'))
/**
 * The browser reports that it is online again: waiting edits are sent at once, unless the editor's own retry came
 * first.
 */
const wake = (page: Page): Promise<boolean> => page.evaluate(() => window.dispatchEvent(new Event('online')))
const healSaves = (page: Page) => page.unroute('**/api/chmax/lists/*/operations')

test('one row and several rows are dragged with the mouse, and the server stores the new order @core', async ({
  page,
}) => {
  const { id } = await openNew(page)
  const drag = async (from: Locator, to: Locator) => {
    await from.locator('.grip').scrollIntoViewIfNeeded()
    await to.scrollIntoViewIfNeeded()
    const [a, b] = [await from.locator('.grip').boundingBox(), await to.boundingBox()]
    if (!a || !b) throw new Error('a row is not drawn')
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2)
    await page.mouse.down()
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2 + 12, { steps: 3 })
    await page.mouse.move(b.x + 60, b.y + 4, { steps: 6 })
    await expect(page.locator('.ed-drag-overlay')).toBeVisible()
    await page.mouse.up()
  }
  await drag(row(page, 7), row(page, 2))
  await isSaved(page, 2)
  expect((await storedIds(page, id)).slice(0, 4)).toEqual([0, 1, 7, 2])
  await select(page, 0, 7)
  await drag(row(page, 1), row(page, 6))
  await isSaved(page, 3)
  expect((await storedIds(page, id)).slice(0, 8)).toEqual([2, 3, 4, 5, 0, 1, 7, 6])
  expect((await shownIds(page)).slice(0, 8)).toEqual([2, 3, 4, 5, 0, 1, 7, 6])
})

/** Picks up a row by its grip. The library starts listening for further keys on a timer that the first key sets. */
const takeByKey = async (page: Page, index: number): Promise<void> => {
  await row(page, index).focus()
  await row(page, index).locator('.grip').focus()
  await page.keyboard.press('Space')
  await expect(row(page, index)).toHaveClass(/ed-dragged/)
  await page.evaluate(
    () =>
      new Promise((done) => {
        setTimeout(done)
      }),
  )
}

test('a row is dragged by keyboard, and Escape puts it back', async ({ page }) => {
  const { id } = await openNew(page)
  await takeByKey(page, 1)
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown')
  await expect(page.locator('.ed-message')).toContainText('5')
  await page.keyboard.press('Space')
  await isSaved(page, 2)
  expect((await storedIds(page, id)).slice(0, 5)).toEqual([0, 2, 3, 4, 1])
  await takeByKey(page, 0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(row(page, 0)).not.toHaveClass(/ed-dragged/)
  expect((await shownIds(page)).slice(0, 2)).toEqual([0, 2])
})

test('keys are enough to search, select, move, rename, lock, delete, undo and redo @core', async ({ page }) => {
  const { id } = await openNew(page)
  await row(page, 0).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.locator('.ed-count')).toContainText('3')
  await page.keyboard.press('m')
  await page.keyboard.type('10')
  await page.keyboard.press('Enter')
  await isSaved(page, 2)
  expect((await storedIds(page, id)).slice(9, 12)).toEqual([1, 2, 3])
  await expect(row(page, 3)).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await isSaved(page, 3)
  expect((await storedIds(page, id)).slice(8, 11)).toEqual([1, 2, 3])
  await page.keyboard.press('l')
  await isSaved(page, 4)
  expect((await stored(page, id)).filter((channel) => channel.lock).map((channel) => channel.id)).toEqual([1, 2, 3])
  await page.keyboard.press('Escape')
  await page.keyboard.press('F2')
  await page.keyboard.type('Nile Drama')
  await page.keyboard.press('Enter')
  await isSaved(page, 5)
  await expect(row(page, 3)).toBeFocused()
  expect((await stored(page, id)).find((channel) => channel.id === 3)?.name).toBe('Nile Drama')
  await page.keyboard.press('Delete')
  await isSaved(page, 6)
  await expect(row(page, 3)).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await isSaved(page, 7)
  await expect(row(page, 3)).toBeVisible()
  await page.keyboard.press('Control+y')
  await isSaved(page, 8)
  await expect(row(page, 3)).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a row moved out of sight leaves the keys to the grid, and takes the focus when it is drawn again', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  const { id } = await openNew(page)
  await row(page, 2).focus()
  await page.keyboard.press('m')
  await page.getByRole('dialog').getByRole('textbox').fill('110')
  await page.keyboard.press('Enter')
  await isSaved(page, 2)
  expect(await storedIds(page, id)).not.toContain(2)
  await expect(row(page, 2)).toHaveCount(0)
  await expect(page.getByRole('grid')).toBeFocused()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(row(page, 2)).toBeFocused()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(row(page, 2)).toHaveCount(0)
  await page.keyboard.press('Alt+ArrowUp')
  await isSaved(page, 3)
  await expect(row(page, 2)).toHaveAttribute('aria-rowindex', '110')
  await expect(row(page, 2)).toBeFocused()
})

test('undo and redo still work after the page was closed', async ({ page }) => {
  const { id, path } = await openNew(page)
  await select(page, 0, 2)
  await page.getByRole('button', { name: 'Delete' }).click()
  await isSaved(page, 2)
  await open(page, path)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await isSaved(page, 3)
  expect((await storedIds(page, id)).slice(0, 3)).toEqual([0, 1, 2])
  await open(page, path)
  await page.getByRole('button', { name: 'Redo', exact: true }).click()
  await isSaved(page, 4)
  expect((await storedIds(page, id)).slice(0, 3)).toEqual([3, 4, 5])
})

test('edits made without a network outlive the tab @core', async ({ page, context, complaints }) => {
  const { id, path } = await openNew(page)
  await context.setOffline(true)
  await row(page, 0).locator('.c-check input').click()
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await page.getByRole('button', { name: 'One down' }).click()
  await expect(page.locator('.ed-save')).toHaveAttribute('data-state', 'offline')
  await expect(page.locator('.ed-save')).toContainText('kept on this device')
  await page.close()
  await context.setOffline(false)
  expect((await storedIds(await context.newPage(), id)).slice(0, 2)).toEqual([0, 1])
  const again = context.pages()[0] ?? (await context.newPage())
  await open(again, path)
  await expect(again.locator('.ed-save')).toHaveAttribute('data-state', 'clean')
  await expect(again.locator('.ed-save')).toHaveAttribute('data-revision', '3')
  expect((await storedIds(again, id)).slice(0, 2)).toEqual([1, 0])
  expect((await stored(again, id))[1]?.lock).toBe(true)
  complaints.length = 0
})

test('far down a list, unsaved edits are reported, undo is in reach on a phone, and a press scrolls up to the reason', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await openNew(page)
  await cutSaves(page)
  const said = page.locator('.ed-problem')
  await row(page, 0).locator('.c-check input').click()
  await page.locator('.bar-more-button').click()
  await page.getByRole('button', { name: 'One down' }).click()
  await expect(page.locator('.ed-save')).toHaveAttribute('data-state', 'offline')
  await expect(said, 'the notice tells it').toHaveCount(0)
  await row(page, 1).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Escape')
  await expect(said).toContainText('1 edit kept on this device')
  await expect(said).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.list-head').getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 })
  // At the end of the page no part of the footer covers the last row: it can be picked.
  await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
  await row(page, 119).locator('.c-check input').click()
  await expect(row(page, 119).locator('.c-check input')).toBeChecked()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expectAccessible(page)
  await said.click()
  await expect(page.getByRole('button', { name: 'Try now' })).toBeInViewport()
  await expect(said).toHaveCount(0)
})

test('Exit asks first while edits can’t be saved: staying keeps them, exiting anyway discards them', async ({
  page,
  context,
}) => {
  const { person, id, path } = await openNew(page)
  await cutSaves(page)
  await row(page, 0).locator('.c-check input').click()
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(page.locator('.ed-save')).toHaveAttribute('data-state', 'offline')
  const exit = async (): Promise<void> => {
    await page.locator('header').getByText(person.userName).first().click()
    await page.getByRole('button', { name: 'Exit', exact: true }).click()
  }
  await exit()
  const question = page.getByRole('dialog', { name: 'Sign out without saving?' })
  await expect(question).toContainText('1 edit is not saved yet. If you sign out now, it will be lost.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(question).toHaveCount(0)
  await healSaves(page)
  await wake(page)
  await isSaved(page, 2)
  expect((await stored(page, id))[0]?.lock).toBe(true)

  await cutSaves(page)
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(page.locator('.ed-save')).toHaveAttribute('data-state', 'offline')
  await exit()
  await question.getByRole('button', { name: 'Sign out anyway' }).click()
  await expect(page.getByText('Exit Successfully')).toBeVisible()
  const again = await context.newPage()
  await signIn(again, person)
  await open(again, path)
  await isSaved(again, 2)
})

test('a second tab shows the first one’s edits, and both may edit', async ({ page, context }) => {
  const { id, path } = await openNew(page)
  const second = await context.newPage()
  await open(second, path)
  await row(page, 0).locator('.c-check input').click()
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await isSaved(page, 2)
  await isSaved(second, 2)
  await expect(row(second, 0).getByText('Locked')).toBeAttached()
  await cutSaves(second)
  await row(second, 5).locator('.c-check input').click()
  await second.getByRole('button', { name: 'Skip', exact: true }).click()
  await expect(second.locator('.ed-save')).toHaveAttribute('data-state', 'offline')
  await row(page, 0).locator('.c-check input').click()
  await row(page, 1).locator('.c-check input').click()
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await isSaved(page, 3)
  await healSaves(second)
  await wake(second)
  await isSaved(second, 4)
  await isSaved(page, 4)
  expect((await stored(page, id)).slice(0, 2).map((channel) => channel.lock)).toEqual([true, true])
  await expect(row(second, 1).getByText('Locked')).toBeAttached()
})

test('a name changed in two tabs is shown in both versions to choose from @core', async ({ page, context }) => {
  const { id, path } = await openNew(page)
  const second = await context.newPage()
  await open(second, path)
  await cutSaves(second)
  const rename = async (on: Page, name: string) => {
    await row(on, 2).focus()
    await on.keyboard.press('F2')
    await on.keyboard.type(name)
    await on.keyboard.press('Enter')
  }
  await rename(second, 'Mine')
  await expect(second.locator('.ed-save')).toHaveAttribute('data-state', 'offline')
  await rename(page, 'Theirs')
  await isSaved(page, 2)
  await healSaves(second)
  await wake(second)
  await expect(second.locator('.ed-save')).toHaveAttribute('data-state', 'clash')
  await expect(
    second.getByText('You have changed the list in the meantime, in another window or on another device.'),
  ).toBeVisible()
  await expect(second.locator('.ed-clash')).toContainText('Mine')
  await expect(second.locator('.ed-clash')).toContainText('Theirs')
  await second.getByRole('button', { name: 'Use mine' }).click()
  await isSaved(second, 3)
  expect((await stored(page, id))[2]?.name).toBe('Mine')
})

for (const choice of ['Use mine', 'Keep what is there'])
  test(`of two waiting edits, “${choice}” applies to the first; the second is asked about separately`, async ({
    page,
    context,
  }) => {
    const { id, path } = await openNew(page)
    const second = await context.newPage()
    await open(second, path)
    await cutSaves(second)
    const rename = async (on: Page, channel: number, name: string) => {
      await row(on, channel).focus()
      await on.keyboard.press('F2')
      await on.keyboard.type(name)
      await on.keyboard.press('Enter')
    }
    await rename(second, 3, 'Mine 3')
    await row(second, 4).focus()
    await second.keyboard.press('Delete')
    await expect(row(second, 4)).toHaveCount(0)
    await expect(second.locator('.ed-save')).toHaveAttribute('data-state', 'offline')
    await rename(page, 3, 'Theirs 3')
    await isSaved(page, 2)
    await rename(page, 4, 'Theirs 4')
    await isSaved(page, 3)
    await healSaves(second)
    await wake(second)
    await expect(second.locator('.ed-clash')).toContainText('Mine 3')
    await second.getByRole('button', { name: choice }).click()
    await expect(second.locator('.ed-clash')).toContainText('Theirs 4')
    await expect(second.locator('.ed-save')).toHaveAttribute('data-state', 'clash')
    expect((await stored(page, id))[4]?.name).toBe('Theirs 4')
    await second.getByRole('button', { name: 'Keep what is there' }).click()
    await isSaved(second, choice === 'Use mine' ? 4 : 3)
    expect((await stored(page, id)).slice(3, 5).map(({ name }) => name)).toEqual([
      choice === 'Use mine' ? 'Mine 3' : 'Theirs 3',
      'Theirs 4',
    ])
  })

test('a person signed out in the meantime signs in again and loses nothing @core', async ({ page, context }) => {
  const { id, person } = await openNew(page)
  await awaitWatch(page)
  await row(page, 3).locator('.c-check input').click()
  const cookies = await context.cookies()
  await context.clearCookies()
  await page.getByRole('button', { name: 'Delete' }).click()
  expect(cookies.length).toBeGreaterThan(0)
  await arriveAt(page, '**/login')
  await signIn(page, person)
  await open(page, `/features/lists/${id}`)
  await isSaved(page, 2)
  expect((await storedIds(page, id)).slice(0, 4)).toEqual([0, 1, 2, 4])
})

test('plain forms remain and work without WebAssembly', async ({ page, complaints }) => {
  await page.route('**/*.wasm', (route) => route.abort())
  const person = await withAccount(page, 'plain')
  const { bytes } = makeList({ seed: 3, records: 30, variant: '103' })
  const made = (await (
    await page.request.post('/api/chmax/lists?name=Plain', {
      headers: { ...ownPage, 'content-type': 'application/octet-stream' },
      data: Buffer.from(bytes),
    })
  ).json()) as Envelope<{ id: string }>
  const warned = page.waitForEvent('console', (message) => message.text().includes('could not start'))
  await page.goto(`/features/lists/${made.data.id}`)
  await warned
  await expect(page.locator('[data-editor=ready]')).toHaveCount(0)
  await page.locator('table.channels input[name=id]').first().check()
  await page.locator('button[name=intent][value=down]').click()
  await expect.poll(() => storedIds(page, made.data.id).then((ids) => ids.slice(0, 2))).toEqual([1, 0])
  expect(person.userName).toContain('plain')
  complaints.length = 0
})

test('search and filters apply at once, stay in the address, and are restored from it @core', async ({ page }) => {
  const { path } = await openNew(page)
  const name = (await row(page, 4).locator('.c-name a').textContent()) ?? ''
  await page.getByRole('searchbox').fill(name)
  await expect(row(page, 4)).toBeVisible()
  await expect(page).toHaveURL(/search=/)
  await page.reload()
  await expect(page.locator('[data-editor=ready]')).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue(name)
  await expect(row(page, 4)).toBeVisible()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await page.locator('.rail-entry').nth(1).click()
  await expect(page).toHaveURL(/satellite=/)
  await expect(page.locator('[data-editor=ready]')).toBeVisible()
})

test('Back goes through the chosen views with their places, offline too, and typing is no view', async ({
  page,
  context,
}) => {
  const { path } = await openNew(page, 400)
  const entry = (nth: number) => page.locator('.rail-entry').nth(nth)
  const addressOf = async (nth: number) => (await entry(nth).getAttribute('href')) ?? ''
  const [first, second] = [await addressOf(1), await addressOf(2)]
  await page.evaluate(() => window.scrollTo(0, 7000))
  await expect(row(page, 195)).toBeInViewport()
  await entry(1).click()
  await expect(page).toHaveURL(first)
  await page.getByRole('searchbox').fill('a')
  await expect(page).toHaveURL(/search=a/)
  await page.getByRole('searchbox').fill('')
  await expect(page).toHaveURL(first)
  await entry(2).click()
  await expect(page).toHaveURL(second)
  await context.setOffline(true)
  await page.goBack()
  await expect(page).toHaveURL(first)
  await expect(entry(1)).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await expect(page).toHaveURL(path)
  await expect(row(page, 195)).toBeInViewport()
  await page.goForward()
  await expect(entry(1)).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await context.setOffline(false)
  await expect(page.locator('[data-editor=ready]')).toBeVisible()
  // A channel opened from a view returns to it.
  await page.goForward()
  await page.evaluate(() => window.scrollTo(0, 0))
  await row(page, 0).focus()
  await page.keyboard.press('Enter')
  await arriveAt(page, `**${path}/channels/0`)
  await page.goBack()
  await expect(page).toHaveURL(first)
  await expect(entry(1)).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await expect(page).toHaveURL(path)
  await expect(entry(0)).toHaveAttribute('aria-current', 'true')
})

test('a list of 2000 rows can be scrolled to its end, and no key is lost on the way', async ({ page }) => {
  await openNew(page, 2000)
  await row(page, 0).focus()
  await page.keyboard.press('End')
  await expect(row(page, 1999)).toBeFocused()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(row(page, 1999)).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await expect(row(page, 1998)).toBeFocused()
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2001')
})

test('Back from a channel restores the scroll position and the selection', async ({ page }) => {
  const { path } = await openNew(page, 400)
  const topOf = async (id: number): Promise<number> => Math.round((await row(page, id).boundingBox())?.y ?? Number.NaN)
  await page.evaluate(() => window.scrollTo(0, 7000))
  await expect(row(page, 195)).toBeVisible()
  await select(page, 195, 197)
  await expect(page.locator('.ed-count')).toContainText('3')
  const before = await topOf(195)
  await row(page, 195).focus()
  await page.keyboard.press('Enter')
  await arriveAt(page, `**${path}/channels/195`)
  await page.goBack()
  await expect(page.locator('[data-editor=ready]')).toBeVisible()
  const moved = async (): Promise<number> => Math.abs((await topOf(195)) - before)
  await expect(row(page, 195)).toBeInViewport()
  await expect.poll(moved).toBeLessThanOrEqual(2)
  await expect(page.locator('.ed-count')).toContainText('3')
  await expect(row(page, 196).locator('.c-check input')).toBeChecked()
  // Also as a new page: the browser's own reload.
  await page.reload()
  await expect(row(page, 195)).toBeInViewport()
  await expect.poll(moved).toBeLessThanOrEqual(2)
  // A link to the list starts at its top.
  await page.goto('/features')
  await page.locator(`a[href="${path}"]`).first().click()
  await expect(page.locator('[data-editor=ready]')).toBeVisible()
  await expect(row(page, 0)).toBeInViewport()
  await expect(page.locator('.ed-count')).toHaveCount(0)
})

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds no accessibility fault (${scheme})`, async ({ page }) => {
    // Only the colours differ in dark mode.
    const rule = scheme === 'dark' ? 'color-contrast' : undefined
    await page.emulateMedia({ colorScheme: scheme })
    await openNew(page)
    await expectAccessible(page, 'the editor', rule)
    await select(page, 0, 2)
    await expectAccessible(page, 'the editor with a selection', rule)
    await page.getByRole('button', { name: 'Move to…' }).click()
    await expectAccessible(page, 'the question of a number', rule)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Favourite', exact: true }).click()
    await expectAccessible(page, 'the favourite groups', rule)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page, 'the editor on a phone', rule)
  })
}

test.describe('from right to left', () => {
  test.use({ locale: 'ar-EG' })
  test('the grid is mirrored, its keys and codes are not @core', async ({ page }) => {
    const { id } = await openNew(page)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    const check = await row(page, 0).locator('.c-check').boundingBox()
    const sid = await row(page, 0).locator('.c-sid').boundingBox()
    expect(check?.x ?? 0).toBeGreaterThan(sid?.x ?? 0)
    await row(page, 0).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await isSaved(page, 2)
    expect((await storedIds(page, id)).slice(0, 2)).toEqual([1, 0])
    // The key M on an Arabic layout.
    await page.evaluate(() =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ة', code: 'KeyM', bubbles: true, cancelable: true }),
      ),
    )
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.getByRole('dialog').locator('input').fill('٥')
    await page.keyboard.press('Enter')
    await isSaved(page, 3)
    expect((await storedIds(page, id))[4]).toBe(0)
    await expectAccessible(page)
  })
})
