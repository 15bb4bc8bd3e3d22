/** The editor's bars keep their size: one line of actions even with long words, and no layout shift while it saves. */
import { expect, holdRequests, test } from '../support/browser'
import { openNewList, rowOf } from '../support/editor'

for (const [language, width] of [
  ['ru', 1280],
  ['uk', 1280],
  ['fr', 1280],
  ['en', 390],
  ['ru', 390],
] as const)
  test(`in ${language} at ${width} px the line above the list keeps its height during a save${width > 1000 ? ', and the actions take one line' : ''}`, async ({
    browser,
    server,
  }) => {
    const context = await browser.newContext({
      baseURL: server.origin,
      locale: language,
      viewport: { width, height: 844 },
      hasTouch: width < 500,
    })
    const page = await context.newPage()
    await openNewList(page)
    const heightOf = (selector: string) =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().height)
    const before = await heightOf('.list-tools')
    // The save gets its answer only after the test has looked.
    const release = await holdRequests(page, '**/api/chmax/lists/*/operations')
    await rowOf(page, 1).locator('.c-check input').click()
    await page.keyboard.press('l')
    await expect(page.locator('.ed-save')).toHaveAttribute('data-state', 'saving')
    expect(await heightOf('.list-tools')).toBe(before)
    if (width > 1000) expect(await heightOf('.ed-actions')).toBeLessThan(80)
    release()
    await expect(page.locator('.ed-save')).toHaveAttribute('data-state', 'clean')
    expect(await heightOf('.list-tools')).toBe(before)
    await context.close()
  })
