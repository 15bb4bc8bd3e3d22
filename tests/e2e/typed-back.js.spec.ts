/**
 * Input typed into a long form is kept when its page is left by a link, and restored on the same account's next visit;
 * once sent or cancelled, it is gone.
 */
import type { Page } from 'playwright/test'
import { expect, holdRequests, ownPage, test, withAccount } from '../support/browser'
import { makeList } from '../support/fixtures/satcodx'

const feedback = 'The list lost its second satellite after the update of yesterday.'

test('unfinished feedback is restored, for its own account only, until it is cancelled', async ({
  page,
  browser,
  server,
}) => {
  await withAccount(page, 'draft')
  await page.goto('/news/feedback/new')
  await expect(page.locator('html')).toHaveAttribute('data-watched', '')
  const text = page.getByRole('textbox')
  await text.fill(feedback)
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith('/iot/customer/draft') && answer.request().method() === 'PUT',
  )
  // Left before the few seconds are over.
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await kept
  await expect(page).toHaveURL('/home')

  const other = await (await browser.newContext({ baseURL: server.origin })).newPage()
  await withAccount(other, 'other')
  await other.goto('/news/feedback/new')
  await expect(other.getByRole('textbox')).toHaveValue('')
  await other.context().close()

  await page.goBack()
  await expect(page).toHaveURL('/news/feedback/new')
  await expect(text).toHaveValue(feedback)
  await expect(page.locator('.toast')).toContainText('What you typed here before is back.')

  await page.getByRole('main').getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/news/feedback')
  await page.goto('/news/feedback/new')
  await expect(text).toHaveValue('')
})

test('an unfinished token and an unfinished binding are restored, without the secrets', async ({ page }) => {
  await withAccount(page, 'begun')
  for (const { address, typed, secret } of [
    { address: '/personal/tokens/new', typed: { Name: 'Backup script' }, secret: 'Current password' },
    {
      address: '/terminal/bind',
      typed: { 'Serial number': '100000000017', 'Serial number again': '100000000017' },
      secret: 'Verify code',
    },
  ]) {
    await page.goto(address)
    await expect(page.locator('html')).toHaveAttribute('data-watched', '')
    for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
    await page.getByLabel(secret, { exact: true }).fill('NOTKEPT1')
    await leave(page)
    await page.goBack()
    for (const [label, text] of Object.entries(typed))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(text)
    await expect(page.getByLabel(secret, { exact: true })).toHaveValue('')
  }
})

test('an unfinished transfer is restored until it is cancelled', async ({ page }) => {
  const { password } = await withAccount(page, 'begun')
  for (const [to, form] of [
    ['/wallet/open', {}],
    ['/wallet/password', { intent: 'set', newPassword: '271828', repeatPassword: '271828', password }],
  ] as const)
    expect((await page.request.post(to, { headers: ownPage, maxRedirects: 0, form })).status(), to).toBe(303)
  await page.goto('/wallet/transfer')
  await expect(page.locator('html')).toHaveAttribute('data-watched', '')
  const typed = { recipient: 'someone-else', amount: '12.5', note: 'for the box' }
  const field = (name: string) => page.locator(`main input[name="${name}"]`)
  for (const [name, text] of Object.entries(typed)) await field(name).fill(text)
  await leave(page)
  await page.goBack()
  for (const [name, text] of Object.entries(typed)) await expect(field(name)).toHaveValue(text)
  await page.getByRole('main').getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/wallet')
  await page.goto('/wallet/transfer')
  await expect(field('recipient')).toHaveValue('')
})

/** Opens a satellite of a new list. */
const openSatellite = async (page: Page): Promise<{ list: string; name: string }> => {
  await withAccount(page, 'edit')
  const { bytes } = makeList({ seed: 9, records: 12, satellites: 2 })
  const answer = await page.request.post('/api/chmax/lists?name=Roof', {
    headers: { ...ownPage, 'content-type': 'application/octet-stream' },
    data: Buffer.from(bytes),
  })
  const list = `/features/lists/${((await answer.json()) as { data: { id: string } }).data.id}`
  await page.goto(`${list}/satellites`)
  await page.locator('main table tbody tr a').first().click()
  await expect(page).toHaveURL(/\/satellites\/\d+$/)
  await expect(page.locator('html')).toHaveAttribute('data-watched', '')
  return { list, name: await page.getByLabel('Name', { exact: true }).inputValue() }
}
/** Leaves by a link; what was typed has reached the server. */
const leave = async (page: Page): Promise<void> => {
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith('/iot/customer/draft') && answer.request().method() === 'PUT',
  )
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await kept
  await expect(page).toHaveURL('/home')
}

test('a change that was begun returns to its own form, also what was cleared, until it is cancelled', async ({
  page,
}) => {
  const { name } = await openSatellite(page)
  const address = page.url()
  const [field, angle, frequency] = [
    page.getByLabel('Name', { exact: true }),
    page.getByLabel('Position, 0 to 180 degrees'),
    page.getByLabel('Frequency (MHz)'),
  ]
  await field.fill('Begun')
  await angle.fill('')
  await leave(page)
  await page.goBack()
  await expect(field).toHaveValue('Begun')
  await expect(angle).toHaveValue('')
  await expect(frequency).toHaveValue('')
  await expect(page.locator('.toast')).toContainText('What you typed here before is back.')
  // A reloaded page shows it as well, and still keeps it.
  await leave(page)
  await page.goto(address)
  await expect(field).toHaveValue('Begun')
  await expect(angle).toHaveValue('')
  await expect(page.getByText('You started changing this. Your changes aren’t saved yet.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/satellites$/)
  await page.locator('main table tbody tr a').first().click()
  await expect(page).toHaveURL(address)
  await expect(field).toHaveValue(name)
})

test('Cancel discards what a page came with also while the watch over it is starting', async ({ page }) => {
  const { name } = await openSatellite(page)
  const address = page.url()
  const field = page.getByLabel('Name', { exact: true })
  await field.fill('Begun')
  await leave(page)
  const releaseSession = await holdRequests(page, '**/iot/customer/pageSession')
  const releaseNext = await holdRequests(page, /\/satellites\?/)
  const asked = page.waitForRequest('**/iot/customer/pageSession')
  await page.goto(address)
  await expect(field).toHaveValue('Begun')
  await page.keyboard.press('Shift')
  await asked
  await page.getByRole('main').getByRole('link', { name: 'Cancel' }).click()
  releaseSession()
  await expect(page.locator('html')).toHaveAttribute('data-watched', '')
  await expect(page).toHaveURL(address)
  releaseNext()
  await expect(page).toHaveURL(/\/satellites$/)
  await page.locator('main table tbody tr a').first().click()
  await expect(page).toHaveURL(address)
  await expect(field).toHaveValue(name)
})

test('a change that was begun is dropped once what it changes was changed elsewhere', async ({ page }) => {
  const { list, name } = await openSatellite(page)
  const address = page.url()
  const field = page.getByLabel('Name', { exact: true })
  await field.fill('Begun')
  await leave(page)
  const id = Number(address.split('/').at(-1))
  const api = `/api/chmax${list.replace('/features', '')}`
  const { data } = (await (await page.request.get(api)).json()) as { data: { source: string } }
  const changed = await page.request.post(`${api}/operations`, {
    headers: ownPage,
    data: {
      base: 1,
      source: data.source,
      operations: [{ op: 'set', target: 'satellite', id, values: { name: `${name} 2` } }],
    },
  })
  expect(changed.status()).toBe(200)
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(field).toHaveValue(`${name} 2`)
  await page.reload()
  await expect(field).toHaveValue(`${name} 2`)
})
