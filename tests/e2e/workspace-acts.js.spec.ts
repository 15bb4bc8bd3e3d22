/** The editor's action bar: its share of a phone's screen, and how it names selected channels out of sight. */
import { expect, test } from '../support/browser'
import { expectSaved, openNewList, rowOf } from '../support/editor'

const phone = { width: 390, height: 844 }

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true })

  test('the bar is one row with rarer actions behind a button, and nothing extends beyond the window', async ({
    page,
  }) => {
    await openNewList(page)
    const heightOf = (selector: string) =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().height)
    await rowOf(page, 1).locator('.c-check input').tap()
    expect(await heightOf('.ed-actions')).toBeLessThanOrEqual(64)
    await expect(page.locator('.ed-move')).toHaveText('Move to…')
    await page.getByRole('button', { name: 'More', exact: true }).tap()
    await page.getByRole('button', { name: 'Lock', exact: true }).tap()
    await expect(page.locator('#ed-more')).toBeHidden()
    await expectSaved(page, 2)
    // With a filter that hides the channel, one more line names the affected channels.
    await page.locator('.rail-entry').nth(2).tap()
    await expect(page.locator('.ed-actions')).toBeVisible()
    expect(await heightOf('.ed-actions')).toBeLessThanOrEqual(112)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
    for (const act of ['.ed-move', '.ed-clear']) await expect(page.locator(act)).toBeInViewport({ ratio: 1 })
  })

  test('a favourite group is in the row, and the search stays in reach far down the list', async ({ page }) => {
    await openNewList(page)
    await rowOf(page, 1).locator('.c-check input').tap()
    await page.locator('.ed-actions button:has(use[href*="star"]):visible').tap()
    await page.getByRole('dialog').locator('.ed-groups button').first().tap()
    await page.getByRole('dialog').locator('.form-actions .primary').tap()
    await expectSaved(page, 2)
    await expect(rowOf(page, 1).locator('.c-favourite .tag')).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => window.scrollTo({ top: 3000, behavior: 'instant' }))
    await expect(page.locator('.filter-search')).toBeInViewport({ ratio: 1 })
  })

  test('taps on names select them, and the details of one link to its page', async ({ page }) => {
    const { path } = await openNewList(page, 20)
    for (const id of [3, 5, 5]) await rowOf(page, id).locator('.c-name a').tap()
    await expect(page.locator('.ed-rows [aria-selected=true]')).toHaveId('c-3')
    await page.getByRole('button', { name: 'More', exact: true }).tap()
    await page.getByRole('button', { name: 'Details', exact: true }).tap()
    await page.getByRole('dialog').getByRole('link', { name: 'The channel’s own page' }).tap()
    await expect(page).toHaveURL(new RegExp(`${path}/channels/3$`))
  })

  test('a tap takes a channel while a custom order is built, even on its name', async ({ page }) => {
    const { path } = await openNewList(page, 20)
    await page.locator('.list-tools .tools-button').tap()
    await page.locator(`.list-tools a[href="${path}/mine"]`).tap()
    await expect(page.getByText('Next number: 1')).toBeVisible()
    await rowOf(page, 3).locator('.c-name a').tap()
    await expect(page.getByText('Next number: 2')).toBeVisible()
    await rowOf(page, 5).locator('.c-satellite').tap()
    await expect(page.getByText('Next number: 3')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  })
})

test('the same filter and selection are restored after a tool, however many are selected', async ({ page }) => {
  const { path } = await openNewList(page, 500)
  await page.goto(`${path}?search=a`)
  await expect(page.locator('[data-editor=ready]')).toBeVisible()
  await page.locator('.ed-row .c-check input').first().click()
  await page.locator('.ed-all').click()
  const count = (await page.locator('.ed-count').textContent()) ?? ''
  expect(Number.parseInt(count, 10)).toBeGreaterThan(100)
  await page.locator('.list-ways summary', { hasText: 'Tools' }).click()
  await page.getByRole('link', { name: 'Find and replace in names' }).click()
  await page.getByLabel('Letters', { exact: true }).selectOption('upper')
  await page.getByRole('button', { name: 'Show a preview' }).click()
  await page.locator('#plan form button').first().click()
  await expect(page.locator('[data-editor=ready]')).toBeVisible()
  await expect(page).toHaveURL(/search=a/)
  await expect(page.locator('.ed-count')).toHaveText(count)
})
