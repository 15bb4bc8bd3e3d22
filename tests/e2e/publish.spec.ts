/** A System list is published to some boxes, to all, and rolled back, on its page. */
import { expect, expectAccessible, ownPage, people, ready, signIn, test } from '../support/browser'
import { buildSeedList } from '~/modules/channel-list/seed/data'
import { writeChl } from '~/modules/channel-list/seed/file'

test('a list is published, its next version given to a tenth of the boxes, and rolled back @core-no-js', async ({
  page,
  scripted,
}) => {
  await signIn(page, people.administrator)
  const name = `Sky ${scripted ? 'js' : 'plain'}`
  const made = await page.request.post(`/api/chmax/lists?kind=system&name=${encodeURIComponent(name)}`, {
    headers: { ...ownPage, 'content-type': 'application/octet-stream' },
    data: Buffer.from(writeChl(buildSeedList({ seed: 5, channels: 12 }))),
  })
  expect(made.ok()).toBe(true)
  const { data } = (await made.json()) as { data: { id: string } }
  await page.goto(`/features/lists/${data.id}`)
  await page.getByRole('link', { name: 'Publish' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Publish' })).toBeVisible()
  await ready(page, scripted)
  await expect(page.getByText('Nothing is published. Only you can see this list.')).toBeVisible()
  if (scripted) await expectAccessible(page)
  await page.getByLabel('Who gets it').selectOption('All boxes and customers')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('All boxes and customers have version 1 (12 channels).')).toBeVisible()

  await page.request.post(`/api/chmax/lists/${data.id}/operations`, {
    headers: ownPage,
    data: { base: 1, operations: [{ op: 'delete', ids: [3] }] },
  })
  await page.reload()
  await ready(page, scripted)
  await expect(page.getByText('The newest version is 2. Its changes are not published yet.')).toBeVisible()
  await page.getByLabel('Who gets it').selectOption('10% of the boxes first')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('The first boxes get the version now.').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText('10% of the boxes have version 2 (11 channels).')).toBeVisible()
  await ready(page, scripted)
  if (scripted) await expectAccessible(page)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('No more boxes get it until you resume.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Give it to more boxes' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Give it to more boxes' }).click()
  await expect(page.getByText('50% of the boxes have version 2 (11 channels).')).toBeVisible()
  await page.getByLabel('Who gets it now').selectOption('All boxes and customers')
  await page.getByRole('button', { name: 'Give it to more boxes' }).click()
  await page.getByRole('button', { name: 'Roll back to version 1' }).click()
  await expect(page.getByText('All boxes and customers have version 1 (12 channels).')).toBeVisible()
  await page.getByLabel('العربية').fill('السماء')
  await page.getByRole('button', { name: 'Save the names' }).click()
  await expect(page.getByText('The names are saved.').filter({ visible: true }).first()).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  // Another version is shown, with the digest of its file, before it can be published.
  await page.getByText('Publish another version').click()
  await page.getByLabel('Version', { exact: true }).fill('2')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText('Version 2 (11 channels).')).toBeVisible()
  await expect(page.locator('code').filter({ hasText: /^[0-9a-f]{64}$/ })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await expect(page.getByText('Nothing is published. Only you can see this list.')).toBeVisible()
})
