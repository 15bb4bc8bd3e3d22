/** A list and its pages on a phone: nothing is cut, actions come before information, and rows have enough space. */
import type { Page } from 'playwright/test'
import { expect, expectAccessible, ownPage, people, signIn, test, withAccount } from '../support/browser'
import { makeList } from '../support/fixtures/satcodx'
import { bindBox } from '../support/bound-box'
import type { TestServer } from '../support/server'

const languages = ['en', 'ar', 'fa', 'ru', 'uk', 'fr', 'es', 'pt'] as const

const upload = async (page: Page, name: string, bytes: Uint8Array): Promise<{ id: string; path: string }> => {
  const made = await page.request.post(`/api/chmax/lists?name=${name}`, {
    headers: { ...ownPage, 'content-type': 'application/octet-stream' },
    data: Buffer.from(bytes),
  })
  const { id } = ((await made.json()) as { data: { id: string } }).data
  return { id, path: `/features/lists/${id}` }
}
const edit = async (page: Page, id: string, base: number, operations: object[]): Promise<void> => {
  const edited = await page.request.post(`/api/chmax/lists/${id}/operations`, {
    headers: ownPage,
    data: { base, operations },
  })
  expect(edited.status()).toBe(200)
}
const open = async (page: Page, path: string, scripted: boolean): Promise<void> => {
  await page.goto(path)
  if (scripted) await expect(page.locator('[data-editor=ready]')).toBeVisible()
}
const say = async (page: Page, origin: string, language: string): Promise<void> => {
  await page.context().addCookies([{ name: 'language', value: language, url: origin }])
}

/** A list with Undo and Redo both enabled. */
const undoneList = async (page: Page): Promise<{ id: string; path: string }> => {
  const list = await upload(page, 'Attic', makeList({ seed: 61, records: 60, variant: '103' }).bytes)
  await edit(page, list.id, 1, [{ op: 'lock', ids: [3], value: true }])
  await edit(page, list.id, 2, [{ op: 'lock', ids: [4], value: true }])
  const undone = await page.request.post(list.path, {
    headers: ownPage,
    maxRedirects: 0,
    form: { intent: 'undo', base: '3', batch: 'the-phone-that-undoes' },
  })
  expect(undone.status()).toBeLessThan(400)
  return list
}

/** Elements that extend beyond an edge of the window, or whose text is wider than they are. */
const cutIn = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        const isOut = left < -0.5 || right > document.documentElement.clientWidth + 0.5
        return element.checkVisibility() && (isOut || element.scrollWidth > element.clientWidth + 1)
      })
      .map((element) => element.textContent),
  )

test('with Undo and Redo the line above the list is whole from 320 px, in every language', async ({
  page,
  server,
  scripted,
}) => {
  test.slow()
  await withAccount(page, 'phone')
  const { path } = await undoneList(page)
  for (const language of languages) {
    await say(page, server.origin, language)
    await page.setViewportSize({ width: 360, height: 740 })
    await open(page, path, scripted)
    await expect(page.locator('.undo button:enabled')).toHaveCount(2)
    for (const width of [390, 360, 320]) {
      await page.setViewportSize({ width, height: 740 })
      const where = `${language} at ${width} px`
      expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBe(width)
      expect(await cutIn(page, '.list-head :is(.btn, .tag)'), where).toEqual([])
    }
    if (!scripted) continue
    // No button of the selection bar is cut either, and all of them are on one line.
    await page.locator('#c-2 .c-check input').setChecked(true)
    const bar = page.locator('.ed-actions')
    await expect(bar).toBeVisible()
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 640 })
      const where = `${language} at ${width} px`
      expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBe(width)
      expect(await cutIn(page, '.ed-actions .btn'), where).toEqual([])
      await page.locator('.bar-more-button').click()
      expect(await cutIn(page, '#ed-more .btn'), where).toEqual([])
      await page.keyboard.press('Escape')
      expect((await bar.boundingBox())?.height, where).toBeLessThanOrEqual(64)
    }
  }
})

test('a publisher’s list has all its buttons within the window, even with long words', async ({
  browser,
  page,
  server,
  scripted,
}) => {
  await signIn(page, people.administrator)
  const made = await page.request.post(`/api/chmax/lists?kind=system&name=Head ${scripted ? 'js' : 'plain'}`, {
    headers: { ...ownPage, 'content-type': 'application/octet-stream' },
    data: Buffer.from(makeList({ seed: 67, records: 12, variant: '103' }).bytes),
  })
  expect(made.ok()).toBe(true)
  const { id } = ((await made.json()) as { data: { id: string } }).data
  const state = await page.context().storageState()
  const storageState = { ...state, cookies: state.cookies.filter(({ name }) => name !== 'language') }
  for (const locale of ['ru', 'uk', 'fr']) {
    const context = await browser.newContext({
      baseURL: server.origin,
      locale,
      storageState,
      javaScriptEnabled: scripted,
    })
    const publisher = await context.newPage()
    await publisher.goto(`/features/lists/${id}`)
    for (const width of [320, 768, 1024, 1200, 1440]) {
      await publisher.setViewportSize({ width, height: 800 })
      expect(await publisher.evaluate(() => document.documentElement.scrollWidth), `${locale} ${width}`).toBe(width)
      expect(await cutIn(publisher, '.list-head .btn'), `${locale} ${width}`).toEqual([])
    }
    await context.close()
  }
})

/** A list of 60 channels with a box's save waiting. */
const waitingList = async (
  page: Page,
  server: TestServer,
  registerBox: () => Promise<string>,
): Promise<{ id: string; path: string }> => {
  const { box, token } = await bindBox(page, server.origin, await registerBox())
  const list = await undoneList(page)
  const loaded = await box.request(`/api/stb/lists/${list.id}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const file = new Uint8Array(await loaded.arrayBuffer())
  await edit(page, list.id, 4, [
    { op: 'rename', id: 2, name: 'By hand' },
    { op: 'move', ids: [9], to: 1 },
  ])
  const saved = await box.api('PUT', `/stb/lists?list=${list.id}`, {
    token,
    // Without its loaded revision: otherwise both are merged automatically.
    raw: { type: 'application/octet-stream', bytes: file.slice(128) },
  })
  expect(saved).toMatchObject({ code: '0' })
  return list
}

test('a waiting save of a box leaves the rows their space, and merging both is the first action', async ({
  page,
  server,
  registerBox,
  scripted,
}) => {
  test.slow()
  await withAccount(page, 'phone')
  const { path } = await waitingList(page, server, registerBox)
  const notice = page.locator('.beside-notice')
  for (const language of languages) {
    await say(page, server.origin, language)
    for (const [width, height, least] of [
      [390, 844, scripted ? 9 : 8],
      [360, 800, scripted ? 8 : 7],
    ] as const) {
      const where = `${language} at ${width} px`
      await page.setViewportSize({ width, height })
      await open(page, path, scripted)
      await expect(notice).toBeVisible()
      const rows = await page
        .locator('[role=row]:has(.c-name .name)')
        .evaluateAll((all) => all.filter((row) => row.getBoundingClientRect().bottom <= innerHeight + 0.5).length)
      expect(rows, where).toBeGreaterThanOrEqual(least)
      expect(await cutIn(page, '.beside-notice :is(a, button, p, summary)'), where).toEqual([])
      const ways = await notice.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
      expect(ways, where).toEqual([`${path}/reconcile`, `${path}/compare`])
      await notice.locator('summary').click()
      await expect(notice.getByRole('button').first()).toBeVisible()
      expect(await cutIn(page, '.beside-notice :is(a, button, p, summary)'), where).toEqual([])
    }
  }
  await say(page, server.origin, 'en')
  await open(page, path, scripted)
  if (scripted) await expectAccessible(page)
  await notice.getByRole('link', { name: 'Merge both' }).click()
  await expect(page.getByRole('heading', { name: 'Merge both versions' })).toBeVisible()
})

test('a channel’s page begins with its actions, and has no empty card', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await withAccount(page, 'phone')
  const satellite = await upload(page, 'Attic', makeList({ seed: 62, records: 12, variant: '103' }).bytes)
  await page.goto(`${satellite.path}/channels/2`)
  await expect(page.locator('input[name=name]')).toBeInViewport({ ratio: 1 })
  await expect(page.locator('input[name=to]')).toBeInViewport({ ratio: 1 })
  const topOf = async (rel: string) => (await page.locator(`main a[rel=${rel}]`).boundingBox())?.y
  expect(await topOf('prev'), 'the ways to its neighbours are side by side').toBe(await topOf('next'))
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
  expect(headings.indexOf('On the box')).toBeLessThan(headings.indexOf('Reception'))
  expect(headings).toContain('Reception')
  // On a desktop both are side by side.
  await page.setViewportSize({ width: 1280, height: 844 })
  await expect(page.locator('input[name=name]')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { name: 'Reception' })).toBeInViewport({ ratio: 1 })

  const stream = '#EXTM3U\n#EXTINF:-1,News\nhttp://example.org/live/1.m3u8\n'
  const streams = await upload(page, 'Streams', new TextEncoder().encode(stream))
  await page.goto(`${streams.path}/channels/0`)
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Reception' })).toHaveCount(0)
})

test('on a phone a value is apart from its label, and a row’s details are below its name', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await withAccount(page, 'phone')
  const { id, path } = await upload(page, 'Attic', makeList({ seed: 63, records: 12, variant: '103' }).bytes)
  await page.goto(`${path}/shares`)
  await page.getByRole('button', { name: 'Create a link' }).click()
  const labels = page.locator('.table tbody .cell-label')
  await expect(labels).toHaveCount(2)
  expect(await labels.evaluateAll((all) => all.map((one) => getComputedStyle(one, '::before').content))).toEqual([
    '"Last opened: "',
    '"Expires: "',
  ])

  await edit(page, id, 1, [{ op: 'delete', ids: [1] }])
  for (const address of ['deleted', 'mine']) {
    await page.goto(`${path}/${address}`)
    const row = page.locator('.table tbody tr').first()
    const startOf = (selector: string): Promise<number> =>
      row
        .locator(selector)
        .first()
        .evaluate((cell) => cell.getBoundingClientRect().left)
    expect(Math.abs((await startOf('.at-sub')) - (await startOf('.at-main'))), address).toBeLessThan(2)
    expect(await startOf('.cell-check'), address).toBeLessThan((await startOf('.at-main')) - 20)
    await row.hover()
    const behind = row.locator('td').evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor))
    expect(new Set(await behind), 'a hovered row has one colour').toEqual(new Set(['rgba(0, 0, 0, 0)']))
  }
  const other = await upload(page, 'Other', makeList({ seed: 64, records: 12, variant: '103' }).bytes)
  await page.goto(`${path}/merge?with=list.${other.id}`)
  expect(
    await page
      .locator('.table .cell-label')
      .first()
      .evaluate((one) => getComputedStyle(one, '::before').content),
  ).toBe('"SID: "')
})

test('a list’s menu begins with the most common actions, on a phone and on a desktop', async ({ page, scripted }) => {
  await withAccount(page, 'phone')
  const { path } = await upload(page, 'Attic', makeList({ seed: 65, records: 12, variant: '103' }).bytes)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await open(page, path, scripted)
    await page.locator('.tools-button').click()
    const items = page.locator('.tools-button + .menu-panel .menu-item').filter({ visible: true })
    const first = (await items.allTextContents()).slice(0, 3)
    // Two of them are buttons on a desktop.
    if (width < 1000) expect(first).toEqual(['Put on my box', 'Export', 'History'])
    else expect(first[0]).toBe('History')
    // All entries of a menu have icons, or none.
    await expect(items.locator('.icon')).toHaveCount(0)
  }
})
