/**
 * A list is compared with another, merged with it, put in its order and shared by a link: with forms only and with
 * scripts, each page checked for accessibility.
 */
import type { Page } from 'playwright/test'
import { expect, expectAccessible, ownPage, test, withAccount } from '../support/browser'
import { makeList } from '../support/fixtures/satcodx'

const upload = async (
  page: Page,
  name: string,
  seed: number,
  records: number,
  variant: '103' | '110' = '103',
): Promise<string> => {
  const { bytes } = makeList({ seed, records, variant })
  const answer = await page.request.post(`/api/chmax/lists?name=${name}`, {
    headers: { ...ownPage, 'content-type': 'application/octet-stream' },
    data: Buffer.from(bytes),
  })
  return ((await answer.json()) as { data: { id: string } }).data.id
}
test('two lists are compared and merged, and one shared by a link @core-no-js', async ({ page, browser, scripted }) => {
  const examine = (of: Page): Promise<void> => (scripted ? expectAccessible(of) : Promise.resolve())
  await withAccount(page, 'two-lists')
  const [mine, theirs] = [await upload(page, 'Here', 44, 30), await upload(page, 'There', 45, 30)]
  await page.goto(`/features/lists/${mine}/compare-with`)
  await page.getByLabel('List, version or file').selectOption(`list.${theirs}`)
  await page.getByRole('button', { name: 'Choose', exact: true }).click()
  await expect(page.getByText('Only there')).toBeVisible()
  await examine(page)
  // On a phone, a row with one value for each list takes three lines.
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await page.locator('main tbody tr').first().boundingBox())?.height).toBeLessThan(100)
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('link', { name: 'Merge another list' }).click()
  await expect(page.getByText(/Missing here: \d+/)).toBeVisible()
  await examine(page)
  await page.getByLabel(/Select everything that matches/).check()
  await page.getByLabel(/After the same channel/).check()
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/features/lists/${mine}#channels$`))

  const edited = await page.request.post(`/api/chmax/lists/${theirs}/operations`, {
    headers: ownPage,
    data: {
      base: 1,
      operations: [
        { op: 'set', target: 'channel', ids: [0, 1], field: 'videoPid', value: 777 },
        { op: 'lock', ids: [0, 1, 2], value: true },
      ],
    },
  })
  expect(edited.status()).toBe(200)
  await page.goto(`/features/lists/${mine}/merge?with=list.${theirs}`)
  await expect(page.getByText(/Missing here: 0/)).toBeVisible()
  await page.getByRole('link', { name: 'Technical values' }).click()
  await expect(page.getByText(/There: .?777/)).toHaveCount(2)
  await examine(page)
  await page
    .getByText(/There: .?777/)
    .first()
    .click()
  await page.getByLabel('Lock and skip (3)').check()
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/features/lists/${mine}#channels$`))
  await page.goto(`/features/lists/${mine}/merge?with=list.${theirs}`)
  await expect(page.getByLabel('Technical values (1)')).toBeVisible()

  await page.goto(`/features/lists/${mine}/order-from?with=list.${theirs}`)
  await examine(page)
  await page.getByRole('button', { name: 'Use this order' }).click()
  await expect(page).toHaveURL(new RegExp(`/features/lists/${mine}#channels$`))

  await page.goto(`/features/lists/${mine}/shares`)
  await page.getByRole('button', { name: 'Create a link' }).click()
  const link = page.locator('.copy-value')
  await expect(link).toContainText('/s/')
  const address = new URL((await link.textContent()) ?? '').pathname
  await examine(page)
  const reader = await (await browser.newContext({ locale: 'en', javaScriptEnabled: scripted })).newPage()
  await reader.goto(new URL(address, page.url()).href)
  await expect(reader.getByRole('heading', { name: 'Here' })).toBeVisible()
  await examine(reader)
  await page.getByRole('button', { name: /^Withdraw/ }).click()
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible()
  expect((await reader.reload())?.status()).toBe(404)
  await reader.context().close()
})

test('a long name without a space leaves room for both lists on a tablet', async ({ page }) => {
  await withAccount(page, 'two-lists')
  const [mine, theirs] = [await upload(page, 'Here', 44, 5, '110'), await upload(page, 'There', 45, 5)]
  const renamed = await page.request.post(`/api/chmax/lists/${mine}/operations`, {
    headers: ownPage,
    data: {
      base: 1,
      operations: [
        { op: 'rename', id: 0, name: 'N'.repeat(50) },
        { op: 'rename', id: 1, name: 'قناة' },
      ],
    },
  })
  expect(renamed.status()).toBe(200)
  await page.setViewportSize({ width: 700, height: 1024 })
  await page.goto(`/features/lists/${mine}/compare-with?with=list.${theirs}`)
  await expect(page.getByText('N'.repeat(50))).toBeVisible()
  const table = page.locator('main .table-wrap')
  expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
  // A name from right to left begins at the column's edge, too.
  const edges = await page
    .locator('main .cell-name > bdi')
    .evaluateAll((names) => names.slice(0, 2).map((name) => Math.round(name.getClientRects()[0]?.left ?? 0)))
  expect(edges[1]).toBe(edges[0])
  await expect(page.locator('main .cell-name > bdi').nth(1)).toHaveCSS('display', 'inline')
})
