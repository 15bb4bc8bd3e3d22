/**
 * On a phone without scripts: the column heads of a list are hidden, but keyboard users see their links; the actions
 * for ticked rows stand in one line.
 */
import type { Page } from 'playwright/test'
import { expect, ownPage, test, withAccount } from '../support/browser'
import { makeList } from '../support/fixtures/satcodx'

const makeAccountWithList = async (page: Page): Promise<string> => {
  await withAccount(page, 'phone')
  const made = await page.request.post('/api/chmax/lists?name=Attic', {
    headers: { ...ownPage, 'content-type': 'application/octet-stream' },
    data: Buffer.from(makeList({ seed: 66, records: 60, variant: '103' }).bytes),
  })
  return ((await made.json()) as { data: { id: string } }).data.id
}

test('the actions for ticked rows are one line, in Arabic too', async ({ page, server }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const id = await makeAccountWithList(page)
  for (const language of ['en', 'ar']) {
    await page.context().addCookies([{ name: 'language', value: language, url: server.origin }])
    await page.goto(`/features/lists/${id}`)
    await page.locator('.channels tbody input[type=checkbox]').first().check()
    expect((await page.locator('.selection-bar').boundingBox())?.height, language).toBeLessThan(80)
  }
})

test('every link of the column heads is visible while it has the focus', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const id = await makeAccountWithList(page)
  for (const language of ['en', 'ar']) {
    await page.context().addCookies([{ name: 'language', value: language, url: server.origin }])
    await page.goto(`/features/lists/${id}`)
    const sorts = page.locator('table.channels thead a')
    await expect(sorts).toHaveCount(7)
    for (let at = 0; at < 7; at++) {
      await sorts.nth(at).focus()
      await expect(sorts.nth(at)).toBeInViewport({ ratio: 1 })
      const isOnTop = await sorts.nth(at).evaluate((link) => {
        const { left, top, width, height } = link.getBoundingClientRect()
        return width > 20 && link.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
      expect(isOnTop, `${language} ${at}`).toBe(true)
    }
  }
})
