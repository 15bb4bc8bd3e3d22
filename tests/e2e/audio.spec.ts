/** Audio sources in a browser, with scripts and without: added, corrected, moved, deleted, imported. */
import type { Page } from 'playwright/test'
import { expect, expectAccessible, ready, test, withAccount } from '../support/browser'
import { HttpClient } from '../support/http-client'
import { operatorToken } from '../support/people'

test.beforeEach(async ({ page, server }) => {
  const answer = await new HttpClient(server.origin).api('PUT', '/operator/services/audio', {
    token: await operatorToken(server.origin),
    json: { grantedToAll: true, why: 'test' },
  })
  expect(answer.code).toBe('0')
  await withAccount(page, 'audio')
})
const toast = (page: Page) => page.locator('.toast')
const rows = (page: Page) => page.locator('main table tbody tr')

test('audio sources are added, changed and deleted, and imported from a table @core-js', async ({ page, scripted }) => {
  await page.goto('/features/audio')
  await ready(page, scripted)
  await expect(page.getByRole('heading', { name: 'No audio sources yet' })).toBeVisible()
  if (scripted) await expectAccessible(page)
  await page.getByRole('link', { name: 'Add an audio source' }).click()
  await page.getByLabel('Name').fill('A name of more than 20 letters')
  await page.getByLabel('Satellite position').fill('19.2E')
  await page.getByLabel('TP').fill('11778')
  await page.getByLabel('SID').fill('7')
  await page.getByRole('button', { name: 'Add the audio source' }).click()
  await expect(page.getByRole('alert')).toContainText('The name has more than 20 characters. Shorten it.')
  await page.getByLabel('Name').fill('Commentary')
  await page.getByRole('button', { name: 'Add the audio source' }).dblclick()
  // Another test covers whether a ready-made list has the place.
  await expect(toast(page)).toContainText(/(?:Added|Saved): Commentary\./)
  await expect(rows(page)).toHaveText([/Commentary/])
  await expect(rows(page)).toContainText(['19.2E:11778:7'])

  await page.getByRole('link', { name: 'Import a table' }).click()
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'sound.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name,address\nRadio,http://a.example/1\nMusic,mms://a.example/2\n'),
  })
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Import 2 audio sources' }).click()
  await expect(toast(page)).toContainText('Imported: 2 audio sources.')
  await expect(rows(page)).toHaveText([/Commentary/, /Radio/, /Music/])
  await ready(page, scripted)
  if (scripted) await expectAccessible(page)

  await page.getByRole('link', { name: 'Radio' }).click()
  await page.getByLabel('Name').fill('Radio Sud')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page)).toContainText('Saved: Radio Sud.')
  await page.getByLabel('Select Commentary').check()
  await page.getByLabel('Select Music').check()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete 2 audio sources?')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page)).toContainText('Deleted: 2 audio sources.')
  await expect(rows(page)).toHaveText([/Radio Sud/])
})
