/** Enigma2 settings of real users: uploaded, viewed, and exported in a format with losses. */
import type { Page } from 'playwright/test'
import { writeZip } from '~/platform/archive.server'
import { folderOf, lamedbOf, lineOf, subLine, typedServices } from '../support/fixtures/enigma'
import { settings } from '../support/fixtures/other-dialects'
import { expect, expectAccessible, ready, test, withAccount } from '../support/browser'

/** Uploads a file through the page, and returns the list's path. */
const upload = async (
  page: Page,
  scripted: boolean,
  name: string,
  bytes: Uint8Array,
  encoding = '',
): Promise<string> => {
  await page.goto('/features/uploads')
  await ready(page, scripted)
  await page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: '', buffer: Buffer.from(bytes) })
  if (encoding !== '') await page.getByLabel('Character set of the names').selectOption(encoding)
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page).toHaveURL(/\/features\/lists\/[0-9a-z]+/)
  return /^\/features\/lists\/[0-9a-z]+/.exec(new URL(page.url()).pathname)?.[0] ?? ''
}

test('a settings folder becomes a list, and its export says beforehand what another format lacks', async ({
  page,
  scripted,
}) => {
  await withAccount(page, 'enigma')
  const path = await upload(page, scripted, 'roof.zip', writeZip(settings()))
  await page.goto(`${path}/report`)
  await ready(page, scripted)
  await expect(page.getByText('Enigma2').first()).toBeVisible()

  await page.goto(`${path}/export`)
  await ready(page, scripted)
  await expect(page.getByText('Enigma2 settings (.zip)')).toBeVisible()
  await expect(page.getByText('byte for byte')).toBeVisible()
  await page.getByText('Other formats').click()
  await page.getByLabel('Enigma2 lamedb 4').check()
  if (!scripted) await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('Favourite groups, or which of them these channels are in')).toBeVisible()
  await expect(page.getByText('These channels are left out')).toBeVisible()
  if (scripted) await expectAccessible(page)
  await page.getByLabel('Table (.csv)').check()
  if (!scripted) await page.getByRole('button', { name: 'Check' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    // With scripts the button follows the choice after a moment, so the click waits for the new file name.
    page.getByRole('link', { name: /^Download.*roof\.csv/ }).click(),
  ])
  expect(download.suggestedFilename()).toBe('roof.csv')
})

test('a settings folder may hold its bouquets in files with other endings', async ({ page, scripted }) => {
  await withAccount(page, 'enigma')
  const [first] = typedServices
  const stream = '#SERVICE 4097:0:1:0:0:0:0:0:0:0:http%3a//example.org/one:Stream'
  const folder = folderOf({
    'enigma2/lamedb': lamedbOf(4, typedServices),
    'enigma2/bouquets.tv': ['#NAME Bouquets', subLine('userbouquet.a.iptv'), subLine('streams.iptv')],
    'enigma2/userbouquet.a.iptv': ['#NAME Attic', ...(first === undefined ? [] : [lineOf(first)])],
    'enigma2/streams.iptv': ['#NAME From the net', stream],
  })
  const path = await upload(page, scripted, 'settings.zip', writeZip(folder))
  await page.goto(`${path}/groups`)
  for (const name of ['Attic', 'From the net'])
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('1')
  await page.goto(`${path}?group=1`)
  await expect(page.getByText('Stream').first()).toBeVisible()
})

test('a playlist’s names are read in the character set chosen at its upload, and in another one afterwards', async ({
  page,
  scripted,
}) => {
  await withAccount(page, 'letters')
  // “ТВ” in ISO 8859-5, an encoding that nothing else in the file suggests.
  const bytes = Buffer.from('#EXTM3U\n#EXTINF:-1,\xc2\xb2 1\nhttp://example.org/1\n', 'latin1')
  const path = await upload(page, scripted, 'list.m3u', bytes, 'iso-8859-5')
  await expect(page.getByText('ТВ 1').first()).toBeVisible()
  await page.goto(`${path}/report`)
  await ready(page, scripted)
  await expect(page.getByText('chosen by you')).toBeVisible()
  await page.getByLabel('Character set', { exact: true }).selectOption('windows-1252')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('Names that change: 1')).toBeVisible()
  await page.getByRole('button', { name: 'Use this character set' }).click()
  await expect(page.getByText('windows-1252').first()).toBeVisible()
  await page.goto(path)
  await expect(page.getByText('Â² 1').first()).toBeVisible()
})
