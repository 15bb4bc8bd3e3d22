/**
 * Input typed into a long form is kept when its page is left by a link, and restored on the same account's next visit;
 * once sent or cancelled, it is gone.
 */
import { expect, test, withAccount } from '../support/browser'

const feedback = 'The list lost its second satellite after the update of yesterday.'

test('unfinished feedback is restored, for its own account only, until it is cancelled', async ({
  page,
  browser,
  server,
}) => {
  await withAccount(page, 'draft')
  await page.goto('/news/feedback/new')
  await expect(page.locator('html')).toHaveAttribute('data-watched', '')
  const text = page.getByRole('textbox')
  await text.fill(feedback)
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith('/iot/customer/draft') && answer.request().method() === 'PUT',
  )
  // Left before the few seconds are over.
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await kept
  await expect(page).toHaveURL('/home')

  const other = await (await browser.newContext({ baseURL: server.origin })).newPage()
  await withAccount(other, 'other')
  await other.goto('/news/feedback/new')
  await expect(other.getByRole('textbox')).toHaveValue('')
  await other.context().close()

  await page.goBack()
  await expect(page).toHaveURL('/news/feedback/new')
  await expect(text).toHaveValue(feedback)
  await expect(page.locator('.toast')).toContainText('What you typed here before is back.')

  await page.getByRole('main').getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/news/feedback')
  await page.goto('/news/feedback/new')
  await expect(text).toHaveValue('')
})
