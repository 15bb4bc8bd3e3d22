/**
 * The pages of channel lists by links and forms: without scripts, and with scripts but no WebAssembly, so that the
 * plain parts stay. The scripted editor has its own tests.
 */
import type { Page } from 'playwright/test'
import { makeList, makeRecord, type MadeList } from '../support/fixtures/satcodx'
import { expect, expectAccessible, ownPage, people, ready, signIn, test, withAccount } from '../support/browser'

test.beforeEach(async ({ page, scripted }) => {
  if (scripted)
    await page.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'WebAssembly')
    })
})

const fileOf = (name: string, bytes: Uint8Array) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(bytes),
})

/** Uploads through the form and waits for the next page. */
const upload = async (page: Page, scripted: boolean, file: ReturnType<typeof fileOf>, name = ''): Promise<void> => {
  await page.goto('/features/uploads')
  await ready(page, scripted)
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByLabel('Name of the list').fill(name)
  await page.getByRole('button', { name: 'Upload' }).click()
}

const open = async (page: Page, scripted: boolean, address: string): Promise<void> => {
  await page.goto(address)
  await ready(page, scripted)
}

/** A new account with one list, open on its channels; returns the list's path. */
const withList = async (page: Page, scripted: boolean, list: MadeList, name = 'Roof'): Promise<string> => {
  await withAccount(page, 'lister')
  await upload(page, scripted, fileOf('roof.sdx', list.bytes), name)
  await expect(page).toHaveURL(/\/features\/lists\/[0-9a-z]+$/)
  const path = new URL(page.url()).pathname
  await open(page, scripted, path)
  return path
}

const names = (page: Page) => page.locator('.channels .c-name a')
const tick = (page: Page, at: number) => page.locator('.channels tbody input[type=checkbox]').nth(at)
const toast = (page: Page) => page.locator('.toast')

test('an uploaded file shows what was read, and its list the contents @core-no-js', async ({ page, scripted }) => {
  await withAccount(page, 'reader')
  await open(page, scripted, '/features')
  await expect(page.getByText('No lists yet')).toBeVisible()
  if (scripted) await expectAccessible(page)
  await page.getByRole('link', { name: 'Upload a list' }).click()
  await expect(page.getByLabel('File', { exact: true })).toBeInViewport()

  const made = makeList({ seed: 5, records: 45, satellites: 3, variant: '105', encoding: 'utf-8' })
  await upload(page, scripted, fileOf('west_roof.sdx', made.bytes))
  // There are no remarks, so the list itself opens, and the report is a separate page.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('west roof')
  await open(page, scripted, `${new URL(page.url()).pathname}/report`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import report')
  await expect(page.getByText('SatcoDX 105')).toBeVisible()
  await expect(page.getByText('utf-8', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('west_roof.sdx')).toBeVisible()
  if (scripted) await expectAccessible(page)

  await page.getByRole('link', { name: 'To the channels' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('west roof')
  await expect(names(page)).toHaveCount(20)
  expect(await names(page).first().innerText()).toBe(made.channels[0]?.name)
  if (scripted) {
    await ready(page, scripted)
    await expectAccessible(page)
  }
  await open(page, scripted, '/features')
  await expect(page.getByText('Room for 4 more lists.')).toBeVisible()
})

test('a list is searched, filtered by satellite, and paged; the rows per page are remembered @core-no-js', async ({
  page,
  scripted,
}) => {
  const made = makeList({ seed: 6, records: 60, satellites: 3 })
  const path = await withList(page, scripted, made)
  const astra = made.channels.filter((channel) => channel.angle === 192)

  await page
    .locator('.rail')
    .getByRole('link', { name: /Astra 1/ })
    .click()
  await expect(page).toHaveURL(/satellite=\d+/)
  await expect(page.locator('.rail [aria-current]')).toContainText('Astra 1')
  await expect(page.locator('.pagination')).toContainText(`of ${astra.length}`)
  await page.locator('[role=search] summary').click()
  await page.getByLabel('Type', { exact: true }).selectOption('radio')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/type=radio/)
  await expect(names(page)).toHaveCount(Math.min(20, astra.filter((channel) => channel.type === 'R').length))
  await page.getByRole('link', { name: 'Reset' }).click()
  await expect(page).toHaveURL(new RegExp(`${path}(?:#channels)?$`))

  await page.getByLabel('Rows per page').getByRole('link', { name: /^40/ }).click()
  await expect(names(page)).toHaveCount(40)
  await open(page, scripted, path)
  await expect(names(page)).toHaveCount(40)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.locator('.channels .c-number').first()).toHaveText('41')

  await page.getByLabel('Search', { exact: true }).fill('no such channel at all')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('No channel matches.')).toBeVisible()
})

test('ticked rows are moved, stepped, locked and grouped, and stay ticked @core-no-js', async ({ page, scripted }) => {
  const made = makeList({ seed: 7, records: 40 })
  await withList(page, scripted, made)
  const first = await names(page).nth(4).innerText()

  await tick(page, 4).check()
  await page.locator('#field-to').fill('2')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(toast(page)).toContainText('Moved to 2: 1 channel.')
  await expect(names(page).nth(1)).toHaveText(first)
  await expect(tick(page, 1)).toBeChecked()

  await page.getByRole('button', { name: 'One down' }).click()
  await expect(names(page).nth(2)).toHaveText(first)
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(toast(page)).toContainText('Locked: 1 channel.')
  await expect(page.locator('.channels tbody tr').nth(2).getByText('Locked')).toBeAttached()
  await page.getByLabel('Favourite group').selectOption({ label: 'Sports' })
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.locator('.channels tbody tr').nth(2)).toContainText('Sports')
  await page.getByLabel('Favourite group').selectOption({ label: 'Movies' })
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const groups = page.locator('.channels tbody tr').nth(2).locator('.favourites')
  for (const text of ['Sports', 'Movies', '+1']) await expect(groups).toContainText(text)
  if (scripted) await expectAccessible(page)
  await page.locator('.undo').getByRole('button', { name: /^Undo/ }).click()
  await expect(groups).not.toContainText('+1')

  await page.locator('.undo').getByRole('button', { name: /^Undo/ }).click()
  await expect(page.locator('.channels tbody tr').nth(2)).not.toContainText('Sports')
  await page.locator('.undo').getByRole('button', { name: /^Redo/ }).click()
  await expect(page.locator('.channels tbody tr').nth(2)).toContainText('Sports')
})

test('an invalid number is refused with the rows still ticked', async ({ page, scripted }) => {
  await withList(page, scripted, makeList({ seed: 8, records: 30 }))
  await tick(page, 3).check()
  await page.locator('#field-to').fill('999')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Enter a number from 1 to 30.')
  await expect(page.locator('#field-to')).toHaveValue('999')
  await expect(tick(page, 3)).toBeChecked()
  if (scripted) await expectAccessible(page)
})

test('everything that matches is deleted after a question, and restored from the history @core-no-js', async ({
  page,
  scripted,
}) => {
  const made = makeList({ seed: 9, records: 50 })
  const path = await withList(page, scripted, made)
  const radios = made.channels.filter((channel) => channel.type === 'R').length
  await open(page, scripted, `${path}?type=radio&size=10`)
  await page.getByLabel(/Select everything that matches/).check()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Delete ${radios} channels?`)
  if (scripted) await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page)).toContainText(`Deleted: ${radios} channels.`)

  await open(page, scripted, `${path}/history`)
  await expect(page.getByRole('row').nth(1)).toContainText(`Deleted: ${radios} channels`)
  if (scripted) await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore: Version 1' }).click()
  await expect(toast(page)).toContainText('Version 1 has been restored.')
  await expect(page.getByText('50 channels').first()).toBeVisible()
})

test('a list is sorted by a mode, and undone @core-no-js', async ({ page, scripted }) => {
  const made = makeList({ seed: 10, records: 30 })
  const path = await withList(page, scripted, made)
  await open(page, scripted, `${path}/sort`)
  if (scripted) await expectAccessible(page)
  await page.getByLabel('Name, Z to A').check()
  await page.getByRole('button', { name: 'Sort' }).click()
  await expect(toast(page)).toContainText('Sorted: Name, Z to A.')
  const sorted = [...made.channels.map((channel) => channel.name)].sort((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  )
  await expect(names(page).first()).toHaveText(sorted[0] ?? '')
  await page.getByRole('button', { name: /^Undo: Sorted/ }).click()
  await expect(names(page).first()).toHaveText(made.channels[0]?.name ?? '')
})

test('a channel shows every field of its file, and is renamed on its page @core-no-js', async ({ page, scripted }) => {
  const made = makeList({ seed: 13, records: 20 })
  const path = await withList(page, scripted, made)
  await names(page).nth(2).click()
  const channel = made.channels[2]
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(channel?.name ?? '')
  await expect(page.locator('.facts').first()).toContainText(String((channel?.frequencyKHz ?? 0) / 1000))
  await ready(page, scripted)
  if (scripted) await expectAccessible(page)
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('alert')).toContainText('Enter a name.')
  await page.getByLabel('Name', { exact: true }).fill('Renamed here')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Renamed here')
  await open(page, scripted, `${path}/channels/9999`)
  await expect(page.getByRole('main')).toContainText('channel')
})

test('two conflicting edits are both shown to choose from @core-no-js', async ({ page, scripted, context }) => {
  const path = await withList(page, scripted, makeList({ seed: 14, records: 15 }))
  await open(page, scripted, `${path}/channels/3`)
  const other = await context.newPage()
  await other.goto(`${path}/channels/3`)
  await other.getByLabel('Name', { exact: true }).fill('Theirs')
  await other.getByRole('button', { name: 'Rename' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Theirs')
  await other.close()

  await page.getByLabel('Name', { exact: true }).fill('Mine')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The list has changed in the meantime')
  await expect(page.getByRole('table')).toContainText('Theirs')
  await expect(page.getByRole('table')).toContainText('Mine')
  if (scripted) await expectAccessible(page)
  await page.getByRole('button', { name: 'Apply mine to the latest version' }).click()
  await expect(names(page).nth(3)).toHaveText('Mine')
})

test('a file over the limit raises a question and is never sent twice', async ({ page, scripted }) => {
  await withAccount(page, 'big')
  const made = makeList({ seed: 15, records: 2150, satellites: 2 })
  await upload(page, scripted, fileOf('big.sdx', made.bytes), 'Big one')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What should be kept?')
  await ready(page, scripted)
  await expect(page.getByText('The file has 2,150 channels; a list can have 2,000.')).toBeVisible()
  if (scripted) await expectAccessible(page)
  await page.getByLabel(/The first 2,000 channels/).uncheck()
  await page.getByRole('button', { name: 'Save the list' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel(/Only TV channels/).check()
  await page.getByRole('button', { name: 'Save the list' }).click()
  await expect(page).toHaveURL(/\/features\/lists\/[0-9a-z]+$/)
  await expect(toast(page)).toContainText('“Big one” is saved.')
})

test('if a name is taken, another is asked for, and the file is kept', async ({ page, scripted }) => {
  await withList(page, scripted, makeList({ seed: 16, records: 12 }), 'Twice')
  await upload(page, scripted, fileOf('b.sdx', makeList({ seed: 17, records: 12 }).bytes), 'Twice')
  await expect(page).toHaveURL(/\/features\/uploads\/.+/)
  await ready(page, scripted)
  await page.getByLabel('Name of the list').fill('Once')
  await page.getByRole('button', { name: 'Save the list' }).click()
  await expect(toast(page)).toContainText('“Once” is saved.')
})

test('a sixth list waits until a place is free, and is not sent again', async ({ page, scripted }) => {
  await withAccount(page, 'full')
  const { bytes } = makeList({ seed: 23, records: 12 })
  for (let n = 1; n <= 5; n++) {
    const answer = await page.request.post(`/api/chmax/lists?name=List ${n}`, {
      headers: { ...ownPage, 'content-type': 'application/octet-stream' },
      data: Buffer.from(bytes),
    })
    expect(await answer.json()).toMatchObject({ code: '0' })
  }
  const sixth = makeList({ seed: 24, records: 14 })
  await upload(page, scripted, fileOf('sixth.sdx', sixth.bytes), 'Sixth')
  await expect(page).toHaveURL(/\/features\/uploads\/.+/)
  await ready(page, scripted)
  await expect(page.getByText('All 5 places are taken.')).toBeVisible()
  if (scripted) await expectAccessible(page)
  // No place was freed: the list is still refused, and still waits here.
  await page.getByRole('button', { name: 'Save the list' }).click()
  await expect(page.getByRole('alert')).toContainText('5')
  await expect(page.getByLabel('Name of the list')).toHaveValue('Sixth')

  await page.getByRole('main').getByRole('link', { name: 'My lists' }).first().click()
  await expect(page.getByRole('heading', { name: 'List 3' })).toBeVisible()
  const path = await page.getByRole('link', { name: 'List 3', exact: true }).getAttribute('href')
  await open(page, scripted, `${path}/delete`)
  await page.getByRole('button', { name: 'Delete the list' }).click()
  await expect(toast(page)).toContainText('“List 3” has been deleted.')
  await ready(page, scripted)
  if (scripted) await expectAccessible(page)

  await page.getByRole('link', { name: /^Continue with .*sixth\.sdx/ }).click()
  await expect(page.getByLabel('Name of the list')).toHaveValue('Sixth')
  await page.getByRole('button', { name: 'Save the list' }).click()
  await expect(toast(page)).toContainText('“Sixth” is saved.')
  await expect(names(page)).toHaveText(sixth.channels.map((channel) => channel.name))
  await open(page, scripted, '/features')
  await expect(page.getByRole('link', { name: /^Continue with/ })).toHaveCount(0)
})

test('a file other than a channel list is refused with its cause and not stored', async ({ page, scripted }) => {
  await withAccount(page, 'wrong')
  await upload(
    page,
    scripted,
    fileOf('picture.sdx', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])),
  )
  await expect(page.getByRole('alert')).toContainText('It is an image')
  if (scripted) await expectAccessible(page)
  await open(page, scripted, '/features')
  await expect(page.getByText('No lists yet')).toBeVisible()
})

test('odd records are kept and reported one by one', async ({ page, scripted }) => {
  await withAccount(page, 'odd')
  const good = makeRecord({ name: 'Good' }, '103')
  const bad = makeRecord({ name: 'Bad', angle: 0 }, '103')
  bad.splice(51, 4, ...new TextEncoder().encode('9999'))
  await upload(page, scripted, fileOf('odd.sdx', new Uint8Array([...good, 10, ...bad, 10, ...good, 10])))
  await expect(page.getByText('1 error').first()).toBeVisible()
  await expect(page.getByRole('table').last()).toContainText('orbital position')
  await ready(page, scripted)
  if (scripted) await expectAccessible(page)
  await page.getByRole('table').last().getByRole('link', { name: '2' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bad')
})

test('names are read in another encoding after a preview', async ({ page, scripted }) => {
  const path = await withList(page, scripted, makeList({ seed: 18, records: 60, encoding: 'turkish' }))
  await open(page, scripted, `${path}/report`)
  await page.getByLabel('Character set', { exact: true }).selectOption('iso-8859-5')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText(/^Names that change: \d+/)).toBeVisible()
  if (scripted) await expectAccessible(page)
  await page.getByRole('button', { name: 'Use this character set' }).click()
  await expect(toast(page)).toContainText('iso-8859-5')
  await expect(page.getByText('chosen by you')).toBeVisible()
})

test('an export says what it cannot store, and an unedited file comes back byte for byte @core-no-js', async ({
  page,
  scripted,
}) => {
  const made = makeList({ seed: 19, records: 25 })
  const path = await withList(page, scripted, made)
  await open(page, scripted, `${path}/export`)
  await expect(
    page.getByText(/Nothing was edited in version \d+: its file is the one that was uploaded, byte for byte\./),
  ).toBeVisible()
  if (scripted) await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Download/ }).click(),
  ])
  const stream = await download.createReadStream()
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  expect(Buffer.concat(parts).equals(Buffer.from(made.bytes))).toBe(true)
  expect(download.suggestedFilename()).toMatch(/\.sdx$/)

  await open(page, scripted, path)
  await tick(page, 0).check()
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(toast(page)).toContainText('Locked')
  await open(page, scripted, `${path}/export?format=sdx`)
  await expect(page.getByText('Locks are not part of this format.')).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: made.channels[0]?.name ?? '' })
      .first(),
  ).toBeVisible()
})

test('a ready-made list is saved as mine, renamed, deleted and restored @core-no-js', async ({ page, scripted }) => {
  await withAccount(page, 'keeper')
  await open(page, scripted, '/features')
  await page
    .getByRole('link', { name: /^Save as mine/ })
    .first()
    .click()
  await ready(page, scripted)
  if (scripted) await expectAccessible(page)
  await page.getByLabel('Name of the copy').fill('My sky')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('“My sky” is saved among your lists.')
  const path = new URL(page.url()).pathname

  await open(page, scripted, `${path}/rename`)
  if (scripted) await expectAccessible(page)
  await page.getByLabel('New name').fill('A name that is longer than twenty')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('New name').fill('Evening')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(toast(page)).toContainText('The list is now called “Evening”.')

  await open(page, scripted, `${path}/delete`)
  if (scripted) await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete the list' }).click()
  await expect(toast(page)).toContainText('“Evening” has been deleted.')
  await expect(page.getByText('No lists yet')).toBeVisible()
  await page.getByRole('button', { name: 'Restore: Evening' }).click()
  await expect(toast(page)).toContainText('“Evening” has been restored.')
})

test.describe('access rights', () => {
  test.describe.configure({ retries: 0 })

  test('nobody sees another’s list, and a visitor is sent to the front page', async ({
    page,
    scripted,
    browser,
    server,
  }) => {
    const path = await withList(page, scripted, makeList({ seed: 20, records: 10 }))
    const stranger = await browser.newContext({ baseURL: server.origin })
    const visiting = await stranger.newPage()
    for (const address of [
      '',
      '/report',
      '/history',
      '/export',
      '/file',
      '/channels/1',
      '/sort',
      '/remove?ids=1',
      '/copy',
      '/rename',
      '/delete',
    ]) {
      await visiting.goto(`${path}${address}`)
      expect(new URL(visiting.url()).pathname).toMatch(/^\/(home)?$/)
    }
    await signIn(visiting, people.friend)
    for (const address of [
      '',
      '/report',
      '/history',
      '/export',
      '/file',
      '/channels/1',
      '/sort',
      '/remove?ids=1',
      '/copy',
      '/rename',
      '/delete',
    ]) {
      const answer = await visiting.goto(`${path}${address}`)
      expect(answer?.status(), address).toBe(404)
    }
    await stranger.close()
  })
})

test('a ready-made list can be viewed but not changed', async ({ page, scripted }) => {
  await withAccount(page, 'looker')
  await open(page, scripted, '/features')
  await page.getByRole('table').first().getByRole('link').first().click()
  await expect(page.getByText('You can’t edit this list.')).toBeVisible()
  await expect(page.locator('.channels input[type=checkbox]')).toHaveCount(0)
  await ready(page, scripted)
  if (scripted) await expectAccessible(page)
})
