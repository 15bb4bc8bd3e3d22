/** Numbers and places are read whole in every row of a long list, from the smallest phone to a small desk, in every kind of digits. */
import { expect, test } from '../support/browser'
import { openNewList, rowOf } from '../support/editor'

/** Cells whose text is cut, by what they say. A satellite's name stands behind its angle only where it fits whole. */
const cutCells = () => [...document.querySelectorAll<HTMLElement>('.ed-rows [role=row] > .c-number, .ed-rows [role=row] > .c-satellite, .ed-rows .satellite-angle, .ed-rows [role=row] > .c-place, .ed-rows .c-place bdi, .ed-rows [role=row] > .c-sid')]
  .filter((cell) => cell.getBoundingClientRect().width > 0 && cell.scrollWidth > cell.clientWidth && cell.clientWidth > 0)
  .map((cell) => `${cell.className}: ${cell.textContent} ${cell.scrollWidth}>${cell.clientWidth}`)

for (const [language, records] of [['en', 2000], ['ar', 2000], ['fa', 2000]] as const)
  test(`in ${language} every number and place of ${records} rows is read whole from 320 to 1280 px`, async ({ browser, server }) => {
    const context = await browser.newContext({ baseURL: server.origin, locale: language, viewport: { width: 320, height: 800 } })
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
      // As long as the numbers of a list that a box saved can be.
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
      // What stands in a row's first cells is no more than the row has room for, and no cell lies over another.
      const overlaps = await page.locator('.ed-rows [role=row]').first().evaluate((row) => {
        const box = (name: string) => row.querySelector(`.${name}`)?.getBoundingClientRect() ?? new DOMRect()
        const [number, name] = [box('c-number'), box('c-name')]
        return Math.min(number.right, name.right) - Math.max(number.left, name.left)
      })
      expect(overlaps, `at ${width} px`).toBeLessThanOrEqual(1)
    }
    await context.close()
  })
