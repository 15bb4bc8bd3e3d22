/**
 * A customer's way through the wallet: opened, empty, filled, searched by its chips and its form, one transaction
 * viewed, and the statement downloaded; with and without scripts.
 */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { expect, expectAccessible, ownPage, ready } from '../support/browser'
import { methods, phone, place, planOf, test } from '../support/checkout'

test.describe.configure({ retries: 0 })

/** Opens the wallet and waits for it: an address requested too early leads to a wallet without a search. */
const openWallet = async (page: Page): Promise<void> => {
  await page.goto('/wallet/open')
  await page.getByRole('button', { name: 'Open wallet' }).click()
  await expect(page).toHaveURL('/wallet')
}

test('a wallet is opened, filled, searched and read, and its statement is downloaded @core-js', async ({
  page,
  buyer,
  credit,
  scripted,
}) => {
  await page.setViewportSize(phone)
  await credit(buyer, 'MANGO', '12.5')
  // The message about the new box is read.
  await page.goto('/terminal')
  await page.goto('/home')
  await ready(page, scripted)
  // Earlier gifts are there, waiting.
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
  // Yesterday if midnight (UTC) has passed since.
  await expect(page.getByRole('heading', { name: /^(to|yester)day$/ }).first()).toBeVisible()
  if (scripted) await expectAccessible(page)

  await page.getByRole('link', { name: 'Income', exact: true }).click()
  await expect(page).toHaveURL('/wallet?direction=income')
  await expect(rows).toHaveCount(1)
  await page.locator('summary').filter({ hasText: 'Filter' }).click()
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

/** Rows that are visible at once: entirely above the screen's end. */
const rowsInSight = (page: Page): Promise<number> =>
  page
    .locator('.wallet-row')
    .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length)

test('on a phone the first screen shows recent entries and links to every page of the wallet', async ({
  page,
  buyer,
  credit,
  scripted,
}) => {
  await openWallet(page)
  for (let gift = 1; gift <= 5; gift++) await credit(buyer, 'MANGO', String(gift))
  await place(page, buyer, await planOf(page, 'skin', 12), methods.mango)
  for (const language of ['en', 'ar', 'fa', 'ru', 'fr']) {
    await page.request.post('/language', { headers: ownPage, form: { language, returnTo: '/' }, maxRedirects: 0 })
    for (const [width, height, least] of [
      [390, 844, 5],
      [360, 740, 3],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto('/wallet')
      await ready(page, scripted)
      expect(await rowsInSight(page), `rows at ${width} px, ${language}`).toBeGreaterThanOrEqual(least)
      const beyond = await page.locator('.wallet-card').evaluate((card) => {
        const { left, right } = card.getBoundingClientRect()
        return [...card.querySelectorAll('*')]
          .filter((one) => one.getBoundingClientRect().right > right || one.getBoundingClientRect().left < left)
          .map(({ textContent }) => textContent)
      })
      expect(beyond, `beyond the card at ${width} px, ${language}`).toEqual([])
      const tabs = page.locator('.subtabs a')
      await expect(tabs).toHaveCount(5)
      for (const tab of await tabs.all()) await expect(tab, language).toBeInViewport({ ratio: 1 })
    }
  }
})

/** Separator dots between parts of a line: for each, whether it is visible with no part before it. */
test('no separator dot between the parts of a row starts a line', async ({ page, buyer, credit }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await credit(buyer, 'MANGO', '20')
  await openWallet(page)
  await place(page, buyer, await planOf(page, 'skin', 12), methods.mango)
  for (const language of ['en', 'ar', 'ru'])
    for (const width of [320, 360, 800, 1280]) {
      await page.request.post('/language', { headers: ownPage, form: { language, returnTo: '/' }, maxRedirects: 0 })
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/wallet')
      const hanging = await page.locator('.dotted').evaluateAll((lines) =>
        lines.flatMap((line) => {
          const bounds = line.getBoundingClientRect()
          const parts = [...line.children].map((part) => part.getBoundingClientRect())
          return [...line.children].flatMap((part, index) => {
            const point = part.querySelector('.dotted-point')?.getBoundingClientRect()
            if (point === undefined || point.width === 0) return []
            const isFirst = !parts.some((other, at) => at < index && Math.abs(other.top - (parts[index]?.top ?? 0)) < 8)
            const middle = (point.left + point.right) / 2
            const isCut = middle < bounds.left - 4 || middle > bounds.right + 4
            return isFirst === isCut ? [] : [`${part.textContent} at ${Math.round(middle - bounds.left)}`]
          })
        }),
      )
      expect(hanging, `${language}, ${width} px`).toEqual([])
    }
})

test('a range of days that ends before it begins is reported at its field', async ({
  page,
  buyer,
  credit,
  scripted,
}) => {
  await credit(buyer, 'MANGO', '1')
  await openWallet(page)
  await page.goto('/wallet?from=2026-03-09&to=2026-03-01')
  await ready(page, scripted)
  await expect(page.getByLabel('To date')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('heading', { name: 'Nothing is shown' })).toBeVisible()
  await expect(page.locator('.wallet-row')).toHaveCount(0)
  await page.goto('/wallet?type=9')
  await ready(page, scripted)
  await expect(page.getByText('The address asks for something that this list doesn’t have: type.')).toBeVisible()
  if (scripted) await expectAccessible(page)
  await page.getByRole('link', { name: 'Show everything' }).click()
  await expect(page).toHaveURL('/wallet')
  await expect(page.locator('.wallet-row')).toHaveCount(1)
})
