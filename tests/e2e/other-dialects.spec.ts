/** Enigma2 settings of real users: uploaded, viewed, and exported in a format with losses. */
import { writeZip } from '~/platform/archive.server'
import { settings } from '../support/fixtures/other-dialects'
import { expect, expectAccessible, ready, test, withAccount } from '../support/browser'

test('a settings folder becomes a list, and its export says beforehand what another format lacks', async ({
  page,
  scripted,
}) => {
  await withAccount(page, 'enigma')
  await page.goto('/features/uploads')
  await ready(page, scripted)
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'roof.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(writeZip(settings())),
  })
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page).toHaveURL(/\/features\/lists\/[0-9a-z]+/)
  const path = /^\/features\/lists\/[0-9a-z]+/.exec(new URL(page.url()).pathname)?.[0] ?? ''

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
