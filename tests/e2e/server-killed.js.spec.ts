/**
 * The server is killed, as in a power cut, while a page is working, and comes back. Nothing reported as saved is lost,
 * nothing is stored twice, and the page continues without a reload.
 */
import { rmSync } from 'node:fs'
import type { Page, Route } from 'playwright/test'
import { expect, ready, test as base, withAccount } from '../support/browser'
import { expectSaved, openNewList, rowOf, storedChannels, storedIds } from '../support/editor'
import { makeList } from '../support/fixtures/satcodx'
import { startRelay } from '../support/relay'
import { startServer } from '../support/server'
import { copyTemplate } from '../support/template'

type Power = {
  origin: string
  cut(): Promise<void>
  /** Starts it again on the same data and the same address. */
  restore(): Promise<void>
}
const test = base.extend<{ power: Power }>({
  power: async ({}, give) => {
    const dataDir = copyTemplate()
    const relay = await startRelay()
    let server = await startServer({ dataDir, env: { LIMITS: 'off' } })
    relay.lead(server.port)
    await give({
      origin: relay.origin,
      cut: () => server.kill(),
      restore: async () => {
        server = await startServer({ dataDir, env: { LIMITS: 'off' } })
        relay.lead(server.port)
      },
    })
    await relay.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  },
  baseURL: async ({ power }, give) => give(power.origin),
})

const saves = '**/api/chmax/lists/*/operations'
/** Waiting edits are sent at once, unless the editor's own retry came first. */
const wake = (page: Page): Promise<boolean> => page.evaluate(() => window.dispatchEvent(new Event('online')))
const ownLists = async (page: Page): Promise<string[]> => {
  const answer = (await (await page.request.get('/api/chmax/lists')).json()) as {
    data: { items: { name: string; kind: string }[] }
  }
  return answer.data.items.filter((one) => one.kind === 'user').map((one) => one.name)
}

for (const [moment, meet] of [
  [
    'before the save arrives',
    async (route: Route, power: Power) => {
      await power.cut()
      await route.continue()
    },
  ],
  [
    'after the save is stored and before its answer',
    async (route: Route, power: Power) => {
      await route.fetch()
      await power.cut()
      await route.abort('connectionreset')
    },
  ],
] as const) {
  test(`a server killed ${moment} has the edit once`, async ({ page, power }) => {
    const { id } = await openNewList(page)
    let cuts = 0
    await page.route(saves, async (route) => {
      cuts += 1
      await (cuts === 1 ? meet(route, power) : route.continue())
    })
    await rowOf(page, 2).locator('.c-check input').click()
    await page.getByRole('button', { name: 'One down' }).click()
    await expect(page.locator('.ed-save')).toHaveAttribute('data-state', 'offline')
    // An edit made while the server is down waits with the first.
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await expect(page.locator('.ed-save')).toContainText('kept on this device')
    await power.restore()
    await wake(page)
    await expectSaved(page, 3)
    expect((await storedIds(page, id)).slice(0, 5)).toEqual([0, 1, 3, 2, 4])
    expect((await storedChannels(page, id)).filter((channel) => channel.lock).map((channel) => channel.id)).toEqual([2])
    await page.reload()
    await expectSaved(page, 3)
    await expect(rowOf(page, 2)).toHaveAttribute('aria-rowindex', '5')
  })
}

test('after a server was killed during quick edits, it has each of them once, in order', async ({ page, power }) => {
  const { id } = await openNewList(page)
  const steps = 12
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/operations')) sent += 1
  })
  await rowOf(page, 0).locator('.c-check input').click()
  const down = page.getByRole('button', { name: 'One down' })
  let cut: Promise<void> | null = null
  for (let step = 0; step < steps; step++) {
    await down.click()
    if (sent > 0) cut ??= power.cut()
  }
  await (cut ?? power.cut())
  await power.restore()
  await wake(page)
  // Waiting steps of the same row may be joined, so the number of revisions is up to them.
  await expect(page.locator('.ed-save')).toHaveAttribute('data-waiting', '0')
  await expect(page.locator('.ed-save')).toHaveAttribute('data-state', 'clean')
  expect((await storedIds(page, id)).slice(0, steps + 2)).toEqual([
    ...Array.from({ length: steps }, (_, at) => at + 1),
    0,
    steps + 1,
  ])
})

test('a server killed during an upload stores nothing; the page says so, and the file can be sent again', async ({
  page,
  power,
}) => {
  await withAccount(page, 'uploader')
  await page.goto('/features/uploads')
  await ready(page, true)
  const { bytes } = makeList({ seed: 22, records: 1900, variant: '110' })
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'cut.sdx', mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })
  await page.getByLabel('Name of the list').fill('Cut')
  const cdp = await page.context().newCDPSession(page)
  const letThrough = (uploadThroughput: number) =>
    cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await letThrough(bytes.length / 20)
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect
    .poll(async () => Number((await page.locator('.upload-progress progress').getAttribute('value')) ?? '0'))
    .toBeGreaterThan(0)
  await power.cut()
  await expect(page.locator('.upload-form').getByRole('status')).toContainText('The connection was lost')
  await power.restore()
  await letThrough(-1)
  expect(await ownLists(page)).toEqual([])
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page).toHaveURL(/\/features\/lists\/[0-9a-z]+$/)
  expect(await ownLists(page)).toEqual(['Cut'])
})

test('a server killed after storing an upload but before answering has one list after a retry', async ({
  page,
  power,
}) => {
  const file = {
    name: 'late.sdx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(makeList({ seed: 25, records: 40 }).bytes),
  }
  await withAccount(page, 'uploader')
  await page.goto('/features/uploads')
  await ready(page, true)
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.route(
    '**/features/uploads/data',
    async (route) => {
      await route.fetch()
      await power.cut()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.locator('.upload-form').getByRole('status')).toContainText('The connection was lost')
  await power.restore()
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page).toHaveURL(/\/features\/lists\/[0-9a-z]+$/)
  expect(await ownLists(page)).toEqual(['late'])
  // The same file chosen again is another list.
  await page.goto('/features/uploads')
  await ready(page, true)
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page).toHaveURL(/\/features\/lists\/[0-9a-z]+$/)
  expect((await ownLists(page)).sort()).toEqual(['late', 'late 2'])
})
