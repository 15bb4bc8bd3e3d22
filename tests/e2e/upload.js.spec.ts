/** Uploading with scripts: progress is shown, and the upload can be stopped. */
import type { Page } from 'playwright/test'
import { expect, expectAccessible, ready, test, withAccount } from '../support/browser'
import { makeList } from '../support/fixtures/satcodx'

/** The connection's throughput; null is unlimited. */
const slowUploads = async (page: Page): Promise<(bytesPerSecond: number | null) => Promise<void>> => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  return async (bytesPerSecond) => {
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond ?? -1,
    })
  }
}
const storedLists = async (page: Page): Promise<number> => {
  const answer = (await (await page.request.get('/api/chmax/lists')).json()) as { data: { items: { kind: string }[] } }
  return answer.data.items.filter((one) => one.kind === 'user').length
}

test('an upload shows its progress, and Stop leaves nothing stored and the form ready for a retry @core', async ({
  page,
}) => {
  await withAccount(page, 'sender')
  await page.goto('/features/uploads')
  await ready(page, true)
  const made = makeList({ seed: 21, records: 1900, variant: '110' })
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'slow.sdx', mimeType: 'application/octet-stream', buffer: Buffer.from(made.bytes) })
  await page.getByLabel('Name of the list').fill('Slow one')
  const letThrough = await slowUploads(page)
  // It must still run when the page has been checked, on a busy machine, too.
  await letThrough(made.bytes.length / 40)
  await page.getByRole('button', { name: 'Upload' }).click()

  const bar = page.locator('.upload-progress progress')
  const sent = async (): Promise<number> => Number((await bar.getAttribute('value')) ?? '1')
  await expect(page.locator('.upload-form').getByRole('status')).toContainText('slow.sdx')
  await expect.poll(sent).toBeGreaterThan(0)
  const first = await sent()
  expect(first).toBeLessThan(1)
  await expect.poll(sent, { message: 'the bar moves on' }).toBeGreaterThan(first)
  expect(await sent()).toBeLessThan(1)
  await expect(page.getByRole('button', { name: 'Upload' })).toBeDisabled()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.locator('.upload-form').getByRole('status')).toContainText('Stopped')
  await expect(bar).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await letThrough(null)
  expect(await storedLists(page)).toBe(0)
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page).toHaveURL(/\/features\/lists\/[0-9a-z]+$/)
  const message = page.locator('.toasts').getByText('“Slow one” is saved.')
  await expect(message, 'the page that follows says it').toBeVisible()
  expect(await storedLists(page)).toBe(1)
  await page.goto('/features')
  await expect(page.getByRole('heading', { name: 'My lists' })).toBeVisible()
  await expect(message, 'and no page after that says it again').toHaveCount(0)
})
