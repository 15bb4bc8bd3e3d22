/** Moves through a page with the keyboard only. */
import { expect, type Locator, type Page } from 'playwright/test'

/** More tab stops than any page has before its content ends. */
const maxStops = 80

/**
 * Presses Tab until the element has the focus, and checks that the focus is visible: on the element, or on its row or
 * label.
 */
export const tabTo = async (page: Page, wanted: Locator): Promise<void> => {
  for (let stop = 0; stop < maxStops; stop++) {
    await page.keyboard.press('Tab')
    const found = await wanted.evaluate((element) => {
      if (element !== document.activeElement) return null
      const isDrawn = (one: Element | null): boolean => {
        if (one === null) return false
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
        return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
      }
      return [element, element.closest('label'), element.closest('li, [role=row]')].some(isDrawn)
    })
    if (found === null) continue
    expect(found, `the focus on ${String(wanted)} can be seen`).toBe(true)
    return
  }
  throw new Error(`Tab does not reach ${String(wanted)}`)
}
