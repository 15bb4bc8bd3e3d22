/** The demo's outbox page for people: opened, read and refreshed with and without scripts, in both directions. */
import Database from 'better-sqlite3'
import { expect, expectAccessible, ready, test } from '../support/browser'

test('an empty outbox explains how messages get into it', async ({ page, scripted }) => {
  await page.goto('/dev/outbox?to=nobody@example.test')
  await ready(page, scripted)
  await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible()
  await expect(page.getByText('Nothing here yet')).toBeVisible()
  // A refresh requests the same page, so its response shows that it happened.
  const again = page.waitForResponse(
    (answer) => new URL(answer.url()).pathname === '/dev/outbox' && answer.request().resourceType() !== 'stylesheet',
  )
  await page.getByRole('link', { name: 'Refresh' }).click()
  expect((await again).ok()).toBe(true)
  await expect(page.getByText('Nothing here yet')).toBeVisible()
  await expect(page).toHaveURL(/to=nobody/)
  if (scripted) await expectAccessible(page)
})

for (const language of ['en', 'ar'] as const) {
  test(`a message whose body was deleted is still listed and opened, in ${language}`, async ({
    page,
    context,
    baseURL,
    server,
    scripted,
  }) => {
    const id = `row-${language}-${scripted ? 'js' : 'plain'}`
    const database = new Database(server.databaseFile, { timeout: 5000 })
    const at = new Date().toISOString()
    database
      .prepare(
        "INSERT INTO OutboxMessage (id, channel, recipient, language, state, tries, nextTryAt, createdAt) VALUES (?, 'mail', ?, 'en', 'failed', 6, ?, ?)",
      )
      .run(id, `${id}@example.test`, at, at)
    database.close()
    await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }])
    await page.goto(`/dev/outbox?to=${id}@example.test`)
    await ready(page, scripted)
    if (scripted) await expectAccessible(page)
    await page.locator('main table a').click()
    await expect(page).toHaveURL(new RegExp(id))
    await expect(page.getByText(`${id}@example.test`)).toBeVisible()
    if (scripted) await expectAccessible(page)
  })
}
