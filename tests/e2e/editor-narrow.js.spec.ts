/**
 * In a narrow window, numbers and positions in every row of a long list are readable in full, in every kind of digits,
 * and no button is cut or covered.
 */
import { expect, test, withAccount } from '../support/browser'
import { openNewList, rowOf } from '../support/editor'

const desk = { width: 1280, height: 800 }

/** The texts of truncated cells. A satellite's name appears after its angle only if it fits whole. */
const cutCells = () =>
  [
    ...document.querySelectorAll<HTMLElement>(
      '.ed-rows [role=row] > .c-number, .ed-rows [role=row] > .c-satellite, .ed-rows .satellite-angle, .ed-rows [role=row] > .c-place, .ed-rows .c-place bdi, .ed-rows [role=row] > .c-sid',
    ),
  ]
    .filter(
      (cell) => cell.getBoundingClientRect().width > 0 && cell.scrollWidth > cell.clientWidth && cell.clientWidth > 0,
    )
    .map((cell) => `${cell.className}: ${cell.textContent} ${cell.scrollWidth}>${cell.clientWidth}`)

for (const [language, records] of [
  ['en', 2000],
  ['ar', 2000],
  ['fa', 2000],
] as const)
  test(`in ${language} every number and position of ${records} rows is readable from 320 to 1280 px`, async ({
    browser,
    server,
  }) => {
    const context = await browser.newContext({
      baseURL: server.origin,
      locale: language,
      viewport: { width: 320, height: 800 },
    })
    const page = await context.newPage()
    await openNewList(page, records)
    await rowOf(page, 0).focus()
    const most = new Intl.NumberFormat(language).format(10_000)
    for (const width of [320, 390, 768, 1000, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      // The last rows have the longest numbers.
      await page.keyboard.press('End')
      await expect(rowOf(page, records - 1)).toBeFocused()
      expect(await page.evaluate(cutCells), `at ${width} px`).toEqual([])
      // As long as the numbers of a list saved by a box can be.
      const long = await page.locator('.ed-grid').evaluate((grid, text) => {
        const before = grid.getAttribute('data-digits') ?? ''
        const cell = grid.querySelector<HTMLElement>('.ed-rows .c-number')
        const kept = cell?.textContent ?? ''
        grid.setAttribute('data-digits', '5')
        if (cell) cell.textContent = text
        const fits = cell !== null && cell.scrollWidth <= cell.clientWidth
        if (cell) cell.textContent = kept
        grid.setAttribute('data-digits', before)
        return fits
      }, most)
      expect(long, `${most} at ${width} px`).toBe(true)
      // The first cells of a row fit into it, and no cell overlaps another.
      const overlaps = await page
        .locator('.ed-rows [role=row]')
        .first()
        .evaluate((row) => {
          const box = (name: string) => row.querySelector(`.${name}`)?.getBoundingClientRect() ?? new DOMRect()
          const [number, name] = [box('c-number'), box('c-name')]
          return Math.min(number.right, name.right) - Math.max(number.left, name.left)
        })
      expect(overlaps, `at ${width} px`).toBeLessThanOrEqual(1)
    }
    await context.close()
  })

test('a message about something else covers no button of the selection, on a phone and on a desktop', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openNewList(page, 60)
  await rowOf(page, 3).locator('.c-check input').click()
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(
      (id) =>
        document.dispatchEvent(
          new CustomEvent('portal-toast', {
            detail: { id, kind: 'done', text: 'Something long that was done elsewhere and is told now', stays: true },
          }),
        ),
      `at-${width}`,
    )
    await expect(page.locator('.toast').last()).toBeInViewport({ ratio: 1 })
    const bar = page.locator('.ed-foot')
    await expect(bar.getByRole('button', { name: 'Clear selection' })).toBeInViewport({ ratio: 1 })
    const covered = await bar.getByRole('button').evaluateAll((buttons) =>
      buttons
        .filter((button) => {
          const box = button.getBoundingClientRect()
          return (
            box.width > 0 &&
            !button.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2))
          )
        })
        .map((button) => button.textContent),
    )
    expect(covered, `at ${width} px`).toEqual([])
  }
})

for (const language of ['en', 'ar', 'fr', 'ru'] as const)
  test(`in ${language} a narrow window shows in words how many channels are selected, and no button is cut`, async ({
    browser,
    server,
  }) => {
    const context = await browser.newContext({
      baseURL: server.origin,
      locale: language,
      viewport: { width: 320, height: 800 },
    })
    const page = await context.newPage()
    await openNewList(page, 60)
    for (const at of [3, 4]) await rowOf(page, at).locator('.c-check input').click()
    for (const width of [320, 390, 768]) {
      await page.setViewportSize({ width, height: 800 })
      const words = page.locator('.ed-selected')
      await expect(words).toHaveText(/\p{L}{3}/u)
      await expect(words).toBeInViewport({ ratio: 1 })
      expect(await words.evaluate((one) => one.scrollWidth - one.clientWidth), `at ${width} px`).toBeLessThanOrEqual(0)
      for (const button of await page.locator('.ed-actions').getByRole('button').all())
        if (await button.isVisible()) await expect(button, `at ${width} px`).toBeInViewport({ ratio: 0.99 })
    }
    await context.close()
  })

test('in Russian the tag of an offline list is not cut on a desktop', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.origin, locale: 'ru', viewport: desk })
  const page = await context.newPage()
  await openNewList(page, 20)
  await page.route('**/api/**', (route) => route.abort('connectionreset'))
  await rowOf(page, 3).locator('.c-check input').click()
  await page.keyboard.press('l')
  await expect(page.locator('.ed-save')).toHaveAttribute('data-state', 'offline')
  const tag = page.locator('.ed-save .tag')
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ ...desk, width })
    expect(await tag.evaluate((one) => one.scrollWidth - one.clientWidth), `at ${width} px`).toBeLessThanOrEqual(0)
  }
  await context.close()
})

test('a ready-made list’s first button on a phone saves it as one’s own, and is entirely visible', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await withAccount(page, 'newcomer')
  await page.goto('/features')
  await page.getByRole('link', { name: 'Türksat', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Save as mine', exact: true })).toBeInViewport({ ratio: 1 })
})

for (const language of ['en', 'ru', 'uk', 'fa'] as const)
  test(`in ${language} every quick filter is visible on a desktop, and the focused one is scrolled into view`, async ({
    browser,
    server,
  }) => {
    const context = await browser.newContext({ baseURL: server.origin, locale: language })
    const page = await context.newPage()
    await openNewList(page)
    const chips = page.locator('.quick .chip')
    for (const width of [1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      for (let at = 0; at < 4; at++) await expect(chips.nth(at)).toBeInViewport({ ratio: 0.99 })
      for (let at = 0; at < 4; at++) {
        await chips.nth(at).focus()
        for (let other = 0; other < 4; other++) await expect(chips.nth(other)).toBeInViewport({ ratio: 0.99 })
      }
    }
    await context.close()
  })
