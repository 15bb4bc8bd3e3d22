/**
 * The tables of a list in a browser, with scripts and without. Satellites, groups, categories and channels are added,
 * changed and deleted; a double click adds one, two tabs add two, Back and a refresh add none.
 */
import type { Page } from 'playwright/test'
import { makeList } from '../support/fixtures/satcodx'
import { plainPng } from '../support/media'
import { expect, expectAccessible, ready, test, withAccount } from '../support/browser'

const made = makeList({ seed: 9, records: 30, satellites: 2 })
const open = async (page: Page, scripted: boolean, address: string): Promise<void> => {
  await page.goto(address)
  await ready(page, scripted)
}
/** The path of a new account's only list. */
const withList = async (page: Page, scripted: boolean): Promise<string> => {
  await withAccount(page, 'tables')
  await open(page, scripted, '/features/uploads')
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'roof.sdx', mimeType: 'application/octet-stream', buffer: Buffer.from(made.bytes) })
  await page.getByLabel('Name of the list').fill('Roof')
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page).toHaveURL(/\/features\/lists\/[0-9a-z]+$/)
  return new URL(page.url()).pathname
}
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const toast = (page: Page) => page.locator('.toast')
const rows = (page: Page) => page.locator('main table tbody tr')
const fillSatellite = async (page: Page, name: string, degrees: string): Promise<void> => {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Position, 0 to 180 degrees').fill(degrees)
}

test('a satellite and a transponder are added, changed and deleted after a question @core-js', async ({
  page,
  scripted,
}) => {
  const path = await withList(page, scripted)
  await open(page, scripted, `${path}/satellites`)
  await expect(rows(page)).toHaveCount(2)
  if (scripted) await expectAccessible(page)
  await fillSatellite(page, 'West', '30')
  await page.getByLabel('Side').selectOption('W')
  // A double click adds one.
  await page.getByRole('button', { name: 'Add the satellite' }).dblclick()
  await expect(rows(page)).toHaveCount(3)
  await expect(toast(page).getByRole('link', { name: 'Add a transponder' })).toHaveAttribute(
    'href',
    /\/satellites\/\d+#add$/,
  )
  await page.reload()
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Move West up' }).click()
  await expect(rows(page).nth(1)).toContainText('West')
  await fillSatellite(page, 'Again', '30')
  await page.getByLabel('Side').selectOption('W')
  await page.getByRole('button', { name: 'Add the satellite' }).click()
  await expect(page.getByText('There is already a satellite at this position.').first()).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Again')

  await page.getByRole('link', { name: 'West', exact: true }).click()
  await expect(heading(page)).toHaveText('West')
  await page.getByLabel('Frequency (MHz)').fill('11.5')
  await page.getByLabel('Symbol rate (kSym/s)').fill('27500')
  await page.getByRole('button', { name: 'Add the transponder' }).click()
  await expect(page.getByText('Enter a frequency from 1,000 to 13,000 MHz.').first()).toBeVisible()
  await page.getByLabel('Frequency (MHz)').fill('11500')
  await page.getByRole('button', { name: 'Add the transponder' }).click()
  await expect(page.locator('#transponders tbody tr')).toHaveText(/11500 H 27500/)
  if (scripted) {
    await ready(page, scripted)
    await expectAccessible(page)
  }
  await page.getByRole('link', { name: 'Delete the satellite' }).click()
  await expect(page.getByText('This also deletes 1 transponder and 0 channels.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page)).toContainText('Deleted: West.')
  await expect(rows(page)).toHaveCount(2)
})

test('two tabs that add at the same time add two', async ({ page, context, scripted }) => {
  const path = await withList(page, scripted)
  const other = await context.newPage()
  for (const [tab, name] of [
    [page, 'Left'],
    [other, 'Right'],
  ] as const) {
    await open(tab, scripted, `${path}/groups`)
    await tab.getByLabel('Name', { exact: true }).fill(name)
  }
  await Promise.all([page, other].map((tab) => tab.getByRole('button', { name: 'Add the group' }).click()))
  for (const tab of [page, other]) await expect(rows(tab).nth(8)).toBeVisible()
  await open(page, scripted, `${path}/groups`)
  await expect(rows(page)).toHaveCount(10)
  // Without scripts Back shows the form again: another name makes another group, and the first stays.
  await page.getByLabel('Name', { exact: true }).fill('Third')
  await page.getByRole('button', { name: 'Add the group' }).click()
  await expect(rows(page)).toHaveCount(11)
  if (scripted) await page.reload()
  else await page.goBack()
  await ready(page, scripted)
  await page.getByLabel('Name', { exact: true }).fill('Fourth')
  await page.getByRole('button', { name: 'Add the group' }).click()
  await expect(rows(page)).toHaveCount(12)
})

test('a category gets a picture, and channels get the category', async ({ page, scripted }) => {
  const path = await withList(page, scripted)
  await open(page, scripted, `${path}/categories/0`)
  await page.getByLabel('Picture').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no') })
  await page.getByRole('button', { name: 'Save the picture' }).click()
  await expect(page.getByText('The picture must be a complete PNG or JPG file.').first()).toBeVisible()
  await page.getByLabel('Picture').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: plainPng() })
  await page.getByRole('button', { name: 'Save the picture' }).click()
  await expect(toast(page)).toContainText('The picture is saved.')
  await expect(page.locator('main img[src*="/logos/"]')).toHaveJSProperty('complete', true)
  if (scripted) {
    await ready(page, scripted)
    await expectAccessible(page)
  }
  await open(page, scripted, `${path}/channels/3/fields`)
  if (scripted) await expectAccessible(page)
  await page.getByLabel('Category').selectOption({ label: 'Culture' })
  await page.getByLabel('SID', { exact: true }).fill('70000')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('A SID is a whole number from 0 to 65,536.').first()).toBeVisible()
  await page.getByLabel('SID', { exact: true }).fill('۱۲۳۴')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Saved')
  await expect(page.getByText('1234', { exact: true })).toBeVisible()
  await open(page, scripted, `${path}/categories/0`)
  await expect(page.locator('main .sky-list li')).toHaveCount(1)
})

test('a channel is added at a number, deleted and restored', async ({ page, scripted }) => {
  const path = await withList(page, scripted)
  await open(page, scripted, `${path}/channels/add`)
  if (scripted) await expectAccessible(page)
  await page.getByLabel('Name', { exact: true }).fill('My own')
  await page.getByLabel('Transponder', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('SID', { exact: true }).fill('4711')
  await page.getByLabel('Number', { exact: true }).fill('99')
  await page.getByRole('button', { name: 'Add the channel' }).click()
  await expect(page.getByText('Enter a number from 1 to 30.').first()).toBeVisible()
  await page.getByLabel('Number', { exact: true }).fill('2')
  await page.getByRole('button', { name: 'Add the channel' }).dblclick()
  await expect(heading(page)).toHaveText('My own')
  await expect(page.getByText('Number 2 of 31')).toBeVisible()
  await page.getByRole('button', { name: 'Delete the channel' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(heading(page)).toHaveText('Roof')
  await open(page, scripted, `${path}/deleted`)
  if (scripted) await expectAccessible(page)
  await page.getByLabel('Select My own').check()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(toast(page)).toContainText('Restored: 1 channel.')
  await expect(page.getByText('No channel was deleted.')).toBeVisible()
})

test('a streamed channel is added by its address, without a transponder', async ({ page, scripted }) => {
  const path = await withList(page, scripted)
  await open(page, scripted, `${path}/channels/add`)
  await page.getByLabel('Name', { exact: true }).fill('From the net')
  await page.getByRole('button', { name: 'Add the channel' }).click()
  await expect(page.getByText('Choose a transponder, or enter the address of a stream.').first()).toBeVisible()
  await page.getByLabel('Address (URL)').fill('https://stream.example/news.m3u8')
  await page.getByLabel('Number', { exact: true }).fill('2')
  await page.getByRole('button', { name: 'Add the channel' }).click()
  await expect(heading(page)).toHaveText('From the net')
  await expect(page.getByText('Number 2 of 31')).toBeVisible()
  const fields = await page
    .getByRole('link', { name: /fields/i })
    .first()
    .getAttribute('href')
  await open(page, scripted, fields ?? '')
  await expect(page.getByLabel('Address (URL)')).toHaveValue('https://stream.example/news.m3u8')
  await open(page, scripted, `${path}/export`)
  await expect(page.getByText('Addresses of streamed channels are not part of this format.')).toBeVisible()
  await expect(page.getByText('These channels are left out')).toBeVisible()
})

test('on a phone a field shows its current value, then its new one, each labelled', async ({ page, scripted }) => {
  const path = await withList(page, scripted)
  await page.setViewportSize({ width: 390, height: 844 })
  const list = await page.request.get(`/api/chmax${path.replace('/features', '')}`)
  const { data } = (await list.json()) as { data: { source: string } }
  await open(page, scripted, `${path}/fields?ids=1.2&source=${data.source}&field=provider&value=New`)
  const row = rows(page).first()
  const [now, then] = [row.locator('td').nth(1), row.locator('td').nth(2)]
  await expect(then).toContainText('New')
  for (const [cell, name] of [
    [now, 'Now:'],
    [then, 'After the change:'],
  ] as const)
    expect(
      await cell.locator('.cell-label').evaluate((label) => getComputedStyle(label, '::before').content),
    ).toContain(name)
  const [above, below] = [await now.boundingBox(), await then.boundingBox()]
  expect(above?.y ?? 0).toBeLessThan(below?.y ?? 0)
})
