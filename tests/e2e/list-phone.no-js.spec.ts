/** On a phone the column heads of a list are hidden, but keyboard users see their links. */
import { expect, ownPage, test, withAccount } from '../support/browser'
import { makeList } from '../support/fixtures/satcodx'

test('every link of the column heads is visible while it has the focus', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await withAccount(page, 'phone')
  const made = await page.request.post('/api/chmax/lists?name=Attic', {
    headers: { ...ownPage, 'content-type': 'application/octet-stream' },
    data: Buffer.from(makeList({ seed: 66, records: 60, variant: '103' }).bytes),
  })
  const { id } = ((await made.json()) as { data: { id: string } }).data
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
