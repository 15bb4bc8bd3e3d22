/**
 * MyLink in a browser, with scripts and without: a new account finds it, fills a category link by link and from a
 * table, moves and deletes links. Back, a refresh and a double click change nothing more.
 */
import type { Page } from 'playwright/test'
import { expect, expectAccessible, ownPage, ready, test, withAccount } from '../support/browser'
import { HttpClient } from '../support/http-client'
import { plainPng } from '../support/media'
import { operatorToken } from '../support/people'

test.beforeEach(async ({ page, server }) => {
  const answer = await new HttpClient(server.origin).api('PUT', '/operator/services/mylink', {
    token: await operatorToken(server.origin),
    json: { grantedToAll: true, why: 'test' },
  })
  expect(answer.code).toBe('0')
  await withAccount(page, 'mylink')
})
const open = async (page: Page, scripted: boolean, address: string): Promise<void> => {
  await page.goto(address)
  await ready(page, scripted)
}
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const toast = (page: Page) => page.locator('.toast')
const rows = (page: Page) => page.locator('main table tbody tr')
const cards = (page: Page) => page.locator('main .link-card')
/** Adds a category by its form; its page opens afterwards. */
const addCategory = async (page: Page, scripted: boolean, name: string): Promise<void> => {
  await open(page, scripted, '/features/mylink')
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Add the category' }).dblclick()
  await expect(page).toHaveURL(/\/features\/mylink\/[0-9a-z]+$/)
  await expect(heading(page)).toHaveText(name)
}

test('links are added to a category, corrected, moved and deleted after a question @core-no-js', async ({
  page,
  scripted,
}) => {
  await open(page, scripted, '/features')
  await page.getByRole('link', { name: 'MyLink' }).click()
  await expect(page.getByRole('heading', { name: 'No links yet' })).toBeVisible()
  if (scripted) await expectAccessible(page)
  await addCategory(page, scripted, 'Sports')
  await page.getByRole('link', { name: 'Add a channel' }).click()
  await page.getByLabel('Name').fill('Arena')
  await page.getByLabel('Address of a stream').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Add the channel' }).click()
  const summary = page.getByRole('alert')
  await expect(summary).toContainText('An address begins with http, https, ftp, rtsp or mms')
  await expect(summary).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveValue('Arena')
  if (scripted) await expectAccessible(page)
  await page.getByLabel('Address of a stream').fill('rtsp://live.example/arena')
  await page.getByRole('button', { name: 'Add the channel' }).dblclick()
  await expect(toast(page)).toContainText('Added: Arena.')
  await expect(rows(page)).toHaveCount(1)

  await page.getByRole('link', { name: 'Add a channel' }).click()
  await page
    .getByLabel('One channel per line')
    .fill(Array.from({ length: 30 }, (_, at) => `Stream ${at + 1} 19.2E:11778:${at}`).join('\n'))
  await page.getByRole('button', { name: 'Add them' }).click()
  await expect(toast(page)).toContainText('Added: 30 channels.')
  await page.reload()
  await ready(page, scripted)
  await expect(heading(page)).toHaveText('Sports')
  await expect(page.getByText('31 channels')).toBeVisible()
  // A new link is on the last page.
  await expect(rows(page).last()).toContainText('Stream 30')
  await page.getByRole('link', { name: 'Page 1', exact: true }).click()
  await expect(rows(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Move Arena down' }).click()
  await expect(rows(page).nth(1)).toContainText('Arena')
  if (scripted) {
    await page.getByLabel('Select Arena').check()
    await expectAccessible(page)
    await page.getByLabel('Select Arena').uncheck()
  }
  await page.getByLabel('Select Stream 2', { exact: true }).check()
  await page.getByLabel('Select Stream 3', { exact: true }).check()
  await page.getByLabel('Move to number').fill('1')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(toast(page)).toContainText('Moved to 1: 2 channels.')
  await expect(rows(page).first()).toContainText('Stream 2')

  await page.getByLabel('Select Arena').check()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(heading(page)).toHaveText('Delete 1 channel?')
  if (scripted) {
    await ready(page, scripted)
    await expectAccessible(page)
  }
  await page.getByRole('button', { name: 'Delete' }).dblclick()
  await expect(toast(page)).toContainText('Deleted: 1 channel.')
  await page.goBack()
  await page.goForward()
  await expect(page.getByText('30 channels')).toBeVisible()
})

test('rows are searched and shown in another order, and a link gets a picture', async ({ page, scripted }) => {
  await addCategory(page, scripted, 'Radio')
  await open(page, scripted, `${new URL(page.url()).pathname}/add`)
  await page
    .getByLabel('One channel per line')
    .fill('Beta http://b.example\nAlpha mms://a.example\nGamma ftp://g.example')
  await page.getByRole('button', { name: 'Add them' }).click()
  await expect(rows(page)).toHaveText([/Beta/, /Alpha/, /Gamma/])
  await page.getByText('Search and sort').click()
  await page.getByLabel('Order', { exact: true }).selectOption({ label: 'Name, A to Z' })
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(rows(page)).toHaveText([/Alpha/, /Beta/, /Gamma/])
  await page.getByRole('button', { name: 'Make this my order' }).click()
  await expect(toast(page)).toContainText('This is your order now.')
  await expect(rows(page)).toHaveText([/Alpha/, /Beta/, /Gamma/])
  if (scripted) {
    await ready(page, scripted)
    await rows(page).nth(2).locator('.row-handle').dragTo(rows(page).nth(0))
    await expect(toast(page)).toContainText('Moved: Gamma.')
    await expect(rows(page)).toHaveText([/Gamma/, /Alpha/, /Beta/])
  }
  await page.getByText('Search and sort').click()
  await page.getByLabel('Search', { exact: true }).fill('g.example')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(rows(page)).toHaveText([/Gamma/])

  await page.getByRole('link', { name: 'Gamma' }).click()
  await expect(heading(page)).toHaveText('Gamma')
  await expect(page.getByLabel('Address of a stream')).toHaveValue('ftp://g.example')
  await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: plainPng() })
  await page.getByRole('button', { name: 'Save the picture' }).click()
  await expect(toast(page)).toContainText('The picture is saved.')
  const link = new URL(page.url()).pathname
  const picture = page.locator('main img.link-logo')
  await expect(picture).toHaveJSProperty('complete', true)
  if (scripted) expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await ready(page, scripted)
  if (scripted) await expectAccessible(page)
  await open(page, scripted, link.replace(/\/channels\/.*$/, '/from-list'))
  await expect(heading(page)).toHaveText('Add from a channel list')
  if (scripted) await expectAccessible(page)
})

test('a table is previewed before import, and its errors are listed line by line', async ({ page, scripted }) => {
  await open(page, scripted, '/features/mylink')
  await page.getByRole('link', { name: 'Import a table' }).click()
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Template, .xlsx' }).click(),
  ])
  expect(template.suggestedFilename()).toMatch(/\.xlsx$/)
  const csv = 'category,name,address\nKids,Cartoon,http://a.example/1\nKids,Evil,javascript:alert(1)\n'
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'home.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(heading(page)).toHaveText('What would happen')
  await ready(page, scripted)
  await expect(page.getByRole('heading', { name: '1 line can’t be imported' })).toBeVisible()
  await expect(rows(page)).toContainText(['javascript:alert(1)'])
  if (scripted) await expectAccessible(page)
  await page.getByRole('link', { name: 'Replace everything I have' }).click()
  await page.getByRole('link', { name: 'Add to what I have' }).click()
  await page.getByRole('button', { name: 'Import 1 channel, leave the rest out' }).dblclick()
  await expect(toast(page)).toContainText('Imported: 1 channel. Lines left out: 1.')
  await expect(cards(page)).toHaveText([/Kids.*1 channel/])
  await page.getByRole('link', { name: 'Kids', exact: true }).click()
  await page.getByRole('link', { name: 'Edit the category' }).click()
  await page.getByRole('link', { name: 'Delete the category' }).click()
  await expect(page.getByText('1 channel will be deleted with it.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete the category' }).click()
  await expect(toast(page)).toContainText('Deleted: Kids, with 1 channel.')
  await ready(page, scripted)
  if (scripted) await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore: Kids' }).dblclick()
  await expect(toast(page)).toContainText('Restored: 1 channel.')
  await expect(cards(page)).toHaveText([/Kids.*1 channel/])
})

test('eight categories fit on a phone’s first screen, and are moved by a button or dragged', async ({
  page,
  scripted,
}) => {
  await open(page, scripted, '/features/mylink/import')
  const csv = `Category,Name,Address\n${Array.from({ length: 9 }, (_, at) => `Part ${at},One,http://a.example/${at}\n`).join('')}`
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'home.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Import 9 channels' }).click()
  await expect(toast(page)).toContainText('Imported: 9 channels.')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, scripted, '/features/mylink')
  const bottoms = await cards(page).evaluateAll((all) => all.map((card) => card.getBoundingClientRect().bottom))
  expect(bottoms.filter((bottom) => bottom <= 844).length).toBeGreaterThanOrEqual(8)
  await page.getByRole('button', { name: 'Move Part 0 down' }).click()
  await expect(cards(page).nth(1)).toContainText('Part 0')
  if (!scripted) return
  await page.setViewportSize({ width: 1280, height: 800 })
  await ready(page, scripted)
  await expectAccessible(page)
  await cards(page).nth(3).locator('.row-handle').dragTo(cards(page).nth(0))
  await expect(toast(page)).toContainText('Moved: Part 3.')
  await expect(cards(page).first()).toContainText('Part 3')
})

test('in long languages the bar for ticked links and the page sizes fit a narrow phone', async ({ page, scripted }) => {
  await addCategory(page, scripted, 'Narrow')
  const { pathname } = new URL(page.url())
  await open(page, scripted, `${pathname}/add`)
  await page
    .getByLabel('One channel per line')
    .fill(Array.from({ length: 12 }, (_, at) => `Stream ${at} http://a.example/${at}`).join('\n'))
  await page.getByRole('button', { name: 'Add them' }).click()
  await expect(toast(page)).toContainText('Added: 12 channels.')
  for (const language of ['ar', 'fr', 'ru']) {
    await page.request.post('/language', { headers: ownPage, form: { language } })
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await open(page, scripted, pathname)
      await page.locator('input[name="id"]').first().check()
      const bar = page.locator('.selection-bar .actions')
      const where = `in ${language} at ${width} px`
      expect(await bar.evaluate((one) => one.scrollWidth - one.clientWidth), where).toBeLessThanOrEqual(0)
      for (const button of await bar.getByRole('button').all()) await expect(button).toBeInViewport({ ratio: 1 })
      await expect(bar.locator('.bar-count')).toBeInViewport({ ratio: 1 })
      expect((await bar.boundingBox())?.height, `two lines ${where}`).toBeLessThan(130)
      const tops = await page
        .locator('.pages')
        .last()
        .locator('a')
        .evaluateAll((sizes) => sizes.map((size) => Math.round(size.getBoundingClientRect().top)))
      expect([tops.length, new Set(tops).size], where).toEqual([4, 1])
    }
    // On a tablet the buttons that move a row are within the table.
    await page.setViewportSize({ width: 768, height: 1024 })
    const table = page.locator('.link-rows .table-wrap')
    expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth), language).toBeLessThanOrEqual(0)
  }
})

test('a name is on one line beside a long address, and fifty letters without a space fit a phone', async ({
  page,
  scripted,
}) => {
  await addCategory(page, scripted, 'Long')
  const { pathname } = new URL(page.url())
  await open(page, scripted, `${pathname}/add`)
  const address = `http://a.example/${'a-path-without-end/'.repeat(12)}`
  const lines = [
    `Commentary of the second half ${address}`,
    `${'x'.repeat(50)} ${address}`,
    `${'y'.repeat(50)} 7.0W:11778:1`,
  ]
  await page.getByLabel('One channel per line').fill(lines.join('\n'))
  await page.getByRole('button', { name: 'Add them' }).click()
  await expect(toast(page)).toContainText('Added: 3 channels.')
  for (const width of [1280, 1000]) {
    await page.setViewportSize({ width, height: 900 })
    await open(page, scripted, pathname)
    const [normal, long] = await rows(page)
      .locator('.cell-name bdi')
      .evaluateAll((names) => names.map((name) => name.getClientRects().length))
    expect([normal, long], `lines at ${width} px`).toEqual([1, 2])
    const table = page.locator('.link-rows .table-wrap')
    expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth), `at ${width} px`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  for (const to of [pathname, `${pathname}/to-list?ids=1.2.3`]) {
    await open(page, scripted, to)
    const root = page.locator('html')
    expect(await root.evaluate((one) => one.scrollWidth - one.clientWidth), to).toBe(0)
  }
})

test('the report of an import has room on a tablet for its reasons beside long values', async ({ page, scripted }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await open(page, scripted, '/features/mylink/import')
  const long = 'a-path-without-end'.repeat(10)
  const csv = `Category,Name,Address\nKids,One,http://a.example/${long}\nKids,Two,javascript:${long}\n`
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'home.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(heading(page)).toHaveText('What would happen')
  const table = page.locator('main .table-wrap')
  expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
  expect((await rows(page).first().locator('.at-full').boundingBox())?.width).toBeGreaterThan(180)
})

test('codes and numbers begin at the edge of an Arabic form, left to right', async ({ page, scripted }) => {
  await addCategory(page, scripted, 'Codes')
  const { pathname } = new URL(page.url())
  await page.request.post('/language', { headers: ownPage, form: { language: 'ar' } })
  await open(page, scripted, `${pathname}/add`)
  for (const name of ['address', 'satellite', 'tp', 'sid'])
    await expect(page.locator(`[name=${name}]`)).toHaveCSS('text-align', 'end')
})
