/** The editor under a finger on a phone: the grip drags, everything else scrolls the page. */
import type { CDPSession, Locator, Page } from 'playwright/test'
import { expect, test } from '../support/browser'
import { expectSaved, openNewList, rowOf, storedIds } from '../support/editor'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

type Point = { x: number; y: number }
const centreOf = async (part: Locator): Promise<Point> => {
  const box = await part.boundingBox()
  if (box === null) throw new Error('that part is not drawn')
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
}
const nextFrame = (page: Page) => page.evaluate(() => new Promise<number>((resolve) => requestAnimationFrame(resolve)))
const finger = (page: Page, cdp: CDPSession) => ({
  down: (at: Point) => cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] }),
  move: async (from: Point, to: Point, steps = 8) => {
    for (let step = 1; step <= steps; step++) {
      const at = {
        x: Math.round(from.x + ((to.x - from.x) * step) / steps),
        y: Math.round(from.y + ((to.y - from.y) * step) / steps),
      }
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] })
    }
    // A finger that lifts in full motion makes the browser swallow the next tap; this one stops first.
    for (let frame = 0; frame < 10; frame++) {
      await cdp.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: [{ x: to.x, y: to.y + (frame % 2) }],
      })
      await nextFrame(page)
    }
  },
  up: () => cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  cancel: () => cdp.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] }),
})
/** Scrolls the first rows within a finger's reach, away from the edges where a drag scrolls the page. */
const bringUp = (page: Page) =>
  rowOf(page, 0).evaluate((row) => window.scrollBy({ top: row.getBoundingClientRect().top - 200, behavior: 'instant' }))

/** The list's position in the window. */
const topOf = (page: Page) => page.locator('.ed-rows').evaluate((rows) => rows.getBoundingClientRect().top)

const drag = async (page: Page, from: number, before: number): Promise<void> => {
  const { down, move, up } = finger(page, await page.context().newCDPSession(page))
  await bringUp(page)
  const start = await centreOf(rowOf(page, from).locator('.grip'))
  const box = await rowOf(page, before).boundingBox()
  if (box === null) throw new Error('the row to drop before is not drawn')
  await down(start)
  await move(start, { x: start.x, y: Math.round(box.y + 3) })
  await expect(rowOf(page, from)).toHaveClass(/ed-dragged/)
  await expect(page.locator('.ed-drag-overlay')).toBeInViewport({ ratio: 1 })
  const top = await topOf(page)
  await up()
  await expect(page.locator('.ed-dragged')).toHaveCount(0)
  expect(Math.abs((await topOf(page)) - top), 'the rows do not jump').toBeLessThan(2)
}

test('one row and several rows are dragged by a finger, and the server stores the new order', async ({ page }) => {
  const { id } = await openNewList(page)
  await drag(page, 5, 2)
  await expectSaved(page, 2)
  expect((await storedIds(page, id)).slice(0, 6)).toEqual([0, 1, 5, 2, 3, 4])
  for (const one of [0, 5]) await rowOf(page, one).locator('.c-check input').tap()
  await expect(page.locator('.ed-count')).toContainText('2')
  await drag(page, 5, 4)
  await expectSaved(page, 3)
  expect((await storedIds(page, id)).slice(0, 6)).toEqual([1, 2, 3, 0, 5, 4])
})

test('a finger on a row scrolls the page and moves nothing; a drag cancelled by the system changes nothing', async ({
  page,
}) => {
  const { id } = await openNewList(page)
  const { down, move, up, cancel } = finger(page, await page.context().newCDPSession(page))
  await bringUp(page)
  const before = await page.evaluate(() => window.scrollY)
  const name = await centreOf(rowOf(page, 3).locator('.c-number'))
  await down(name)
  await move(name, { x: name.x, y: name.y - 200 })
  await up()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before + 100)
  await expect(page.locator('.ed-dragged')).toHaveCount(0)

  await bringUp(page)
  const grip = await centreOf(rowOf(page, 3).locator('.grip'))
  await down(grip)
  await move(grip, { x: grip.x, y: grip.y - 120 })
  await expect(rowOf(page, 3)).toHaveClass(/ed-dragged/)
  await cancel()
  await expect(page.locator('.ed-dragged')).toHaveCount(0)
  await expect(page.locator('.ed-save')).toHaveAttribute('data-revision', '1')
  expect((await storedIds(page, id)).slice(0, 4)).toEqual([0, 1, 2, 3])
})

test('a finger held at the window’s edge drags a row beyond the visible part', async ({ page }) => {
  const { id } = await openNewList(page)
  const { down, move, up } = finger(page, await page.context().newCDPSession(page))
  await bringUp(page)
  const start = await centreOf(rowOf(page, 0).locator('.grip'))
  await down(start)
  await move(start, { x: start.x, y: 800 })
  // The list moves by frames, and a busy machine draws few of them.
  await expect(rowOf(page, 60)).toBeInViewport({ timeout: 40_000 })
  await up()
  await expectSaved(page, 2)
  expect((await storedIds(page, id)).slice(0, 3)).toEqual([1, 2, 3])
})

test('deep in a long list a thumb can undo and redo without scrolling', async ({ page }) => {
  await openNewList(page)
  await page
    .locator('.ed-rows')
    .evaluate((rows) => window.scrollBy({ top: rows.getBoundingClientRect().top + 60 * 56 - 300, behavior: 'instant' }))
  const row = rowOf(page, 60)
  await expect(row).toBeInViewport()
  const near = page.locator('.list-head')
  await row.locator('.c-check input').tap()
  await page.locator('.bar-more-button').tap()
  await page.getByRole('button', { name: 'Delete' }).tap()
  await expect(row).toHaveCount(0)
  const undo = near.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeInViewport()
  const box = await undo.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await undo.tap()
  await expect(row).toBeInViewport()
  // It keeps its place, so that a second tap does nothing.
  expect(await undo.boundingBox()).toEqual(box)
  await expect(undo).toBeDisabled()
  await near.getByRole('button', { name: 'Redo' }).tap()
  await expect(row).toHaveCount(0)
  await expect(page.locator('.ed-save')).toHaveAttribute('data-state', 'clean')
})

test('a tap outside the open sheet closes it without selecting the row underneath', async ({ page }) => {
  await openNewList(page)
  for (const one of [0, 1, 2]) await rowOf(page, one).locator('.c-check input').tap()
  await page.getByRole('button', { name: 'More', exact: true }).tap()
  const sheet = page.locator('#ed-more')
  await expect(sheet).toBeVisible()
  const beneath = await centreOf(rowOf(page, 1).locator('.c-check input'))
  await page.touchscreen.tap(beneath.x, beneath.y)
  await expect(sheet).toBeHidden()
  await expect(page.locator('.ed-rows input:checked')).toHaveCount(3)
  // The next tap is for the row.
  await page.touchscreen.tap(beneath.x, beneath.y)
  await expect(page.locator('.ed-rows input:checked')).toHaveCount(2)
})

test('a selection that no filter shows is reported at the window’s lower edge', async ({ page }) => {
  await openNewList(page)
  for (const one of [0, 1]) await rowOf(page, one).locator('.c-check input').tap()
  await page.getByRole('searchbox').fill('no such channel')
  await expect(rowOf(page, 0)).toHaveCount(0)
  const bar = page.locator('.ed-actions')
  await expect(bar).toContainText('2 selected, not shown by this filter')
  await expect(bar.getByRole('button', { name: 'Move to…' })).toBeDisabled()
  const [box, height] = [await bar.boundingBox(), page.viewportSize()?.height ?? 0]
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(height)
})

test('Move starts empty, and offers both ends of the list', async ({ page }) => {
  const { id } = await openNewList(page)
  await rowOf(page, 5).locator('.c-check input').tap()
  await page.getByRole('button', { name: 'Move to…' }).tap()
  await expect(page.locator('#ed-move')).toHaveValue('')
  await page.getByRole('button', { name: 'To the top' }).tap()
  await expectSaved(page, 2)
  expect((await storedIds(page, id)).slice(0, 3)).toEqual([5, 0, 1])
  await page.getByRole('button', { name: 'Move to…' }).tap()
  await page.getByRole('button', { name: 'To the bottom' }).tap()
  await expectSaved(page, 3)
  expect((await storedIds(page, id)).slice(0, 3)).toEqual([0, 1, 2])
  await page.locator('.ed-notice').getByRole('button', { name: 'Undo' }).tap()
  await expect(page.locator('.ed-message')).toContainText(/^Undone: .* moved to position 120\.$/)
  // Nothing takes the place of Undo: a second tap would hit it.
  await expect(page.locator('.ed-notice').getByRole('button', { name: 'Redo' })).toHaveCount(0)
})

test('names of the selected channels are replaced from the bar', async ({ page }) => {
  await openNewList(page)
  for (const one of [3, 4]) await rowOf(page, one).locator('.c-check input').tap()
  await page.locator('.bar-more-button').tap()
  await page.locator('#ed-more').getByRole('link', { name: 'Find and replace in names' }).tap()
  await expect(page).toHaveURL(/\/tools\/names\?ids=3\.4&/)
})

test('the selected channels are taken to MyLink from the bar', async ({ page }) => {
  await openNewList(page)
  for (const one of [3, 4]) await rowOf(page, one).locator('.c-check input').tap()
  await page.locator('.bar-more-button').tap()
  await page.locator('#ed-more').getByRole('link', { name: 'Add to MyLink' }).tap()
  await expect(page).toHaveURL(/\/features\/mylink\?list=\w+&size=100&ids=3\.4&source=/)
})
