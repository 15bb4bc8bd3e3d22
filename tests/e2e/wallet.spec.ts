/**
 * A customer's way through the wallet: opened, empty, filled, searched by its chips and its form, one transaction read,
 * and the statement saved; with and without scripts.
 */
import { readFileSync } from 'node:fs'
import { expect, expectAccessible, ready } from '../support/browser'
import { methods, phone, place, planOf, test } from '../support/checkout'

test('a wallet is opened, filled, searched and read, and its statement is saved', async ({
  page,
  buyer,
  credit,
  scripted,
}) => {
  await page.setViewportSize(phone)
  await credit(buyer, 'MANGO', '12.5')
  // What is said of the new box is read.
  await page.goto('/terminal')
  await page.goto('/home')
  await ready(page, scripted)
  // What was given before is there, and waits.
  await page.getByRole('banner').locator('summary').filter({ hasText: 'Your account' }).click()
  await page.getByRole('link', { name: 'My Wallet' }).click()
  await expect(page).toHaveURL('/wallet/open')
  await expect(page.getByText('12.5000 Mango is already waiting in it for you.')).toBeVisible()
  await page.getByRole('button', { name: 'Open wallet' }).click()
  await expect(page).toHaveURL('/wallet')
  await expect(page.getByText('Your wallet is open.')).toBeVisible()
  await expect(page.locator('.wallet-balance')).toHaveText('12.5000 Mango')

  const number = await place(page, buyer, await planOf(page, 'skin', 12), methods.mango)
  await page.goto('/wallet')
  await ready(page, scripted)
  const rows = page.locator('.wallet-row')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('−3.0000')
  await expect(rows.last()).toContainText('+12.5000')
  await expect(page.getByRole('heading', { name: 'today' })).toBeVisible()
  if (scripted) await expectAccessible(page)

  await page.getByRole('link', { name: 'Income', exact: true }).click()
  await expect(page).toHaveURL('/wallet?direction=income')
  await expect(rows).toHaveCount(1)
  await page.locator('summary').filter({ hasText: 'Filter by type and days' }).click()
  await page.getByLabel('Type', { exact: true }).selectOption({ label: 'Recharge' })
  await page.getByRole('search').getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/direction=income/)
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
  await page.getByRole('link', { name: 'Show everything' }).click()
  await expect(page).toHaveURL('/wallet')
  await expect(rows).toHaveCount(2)

  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save as CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^wallet-\d{4}-\d\d-\d\d\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain(`,-3.0000,9.5000,,${number},`)

  await rows.first().getByRole('link', { name: 'Skin Store, 12 months' }).click()
  await expect(page.getByRole('heading', { name: 'Transaction', level: 1 })).toBeVisible()
  await expect(page.getByRole('article')).toContainText('−3.0000 Mango')
  await expect(page.getByRole('article')).toContainText('9.5000 Mango')
  if (scripted) await expectAccessible(page)
  await page.getByRole('link', { name: 'See the order' }).click()
  await expect(page).toHaveURL(`/order/${number}`)
})

test('the days of a search that end before they begin are said to be wrong, in place', async ({
  page,
  buyer,
  credit,
  scripted,
}) => {
  await credit(buyer, 'MANGO', '1')
  await page.goto('/wallet/open')
  await page.getByRole('button', { name: 'Open wallet' }).click()
  await page.goto('/wallet?from=2026-03-09&to=2026-03-01')
  await ready(page, scripted)
  await expect(page.getByLabel('To date')).toHaveAttribute('aria-invalid', 'true')
  await page.goto('/wallet')
  await expect(page.locator('.wallet-row')).toHaveCount(1)
})
