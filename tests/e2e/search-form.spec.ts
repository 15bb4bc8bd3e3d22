/** A table's search form: fields stored in the address, a validated range of days, Reset, and rows per page. */
import { expect, expectAccessible, ready, test, withAccount } from '../support/browser'

const history = '/personal/sign-ins'
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

test('a search of the sign-in history is stored in the address, described in words, and reset', async ({
  page,
  scripted,
}) => {
  await withAccount(page)
  await page.goto(history)
  await ready(page, scripted)
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(2)
  await page.getByLabel('Result', { exact: true }).selectOption({ label: 'Wrong password' })
  await page.getByLabel('From date', { exact: true }).fill('2026-01-01')
  await page.getByLabel('To date', { exact: true }).fill(tomorrow)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('heading', { name: 'No matching attempts.' })).toBeVisible()
  await expect(page.getByLabel('Result', { exact: true })).toHaveValue('wrong-password')
  await expect(page.getByLabel('From date', { exact: true })).toHaveValue('2026-01-01')
  expect(new URL(page.url()).searchParams.get('to')).toBe(tomorrow)
  if (scripted) await expectAccessible(page)
  await page.getByRole('search').getByRole('link', { name: 'Reset' }).click()
  await expect(rows).toHaveCount(2)
  await expect(page.getByLabel('Result', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('From date', { exact: true })).toHaveValue('')
})

test('a range of days that ends before it starts is reported at the field, with its input', async ({
  page,
  scripted,
}) => {
  await withAccount(page)
  // The browser's own limits would block it; an address typed by hand bypasses them.
  await page.goto(`${history}?from=2026-03-09&to=2026-03-01`)
  await ready(page, scripted)
  await expect(page.getByLabel('To date', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('The last date is before the first one.')).toBeVisible()
  await expect(page.getByLabel('From date', { exact: true })).toHaveValue('2026-03-09')
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.goto(`${history}?from=2026-03-02&to=2026-03-01`)
  await expect(page.getByText('The first date must not be after the last one.')).toBeVisible()
  await expect(page.getByLabel('From date', { exact: true })).toHaveAttribute('aria-invalid', 'true')
})

test('clearing one end of a range clears the other', async ({ page, scripted }) => {
  await withAccount(page)
  await page.goto(`${history}?from=2026-01-01&to=${tomorrow}`)
  await ready(page, scripted)
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  await page.getByLabel('To date', { exact: true }).fill('')
  if (scripted) await expect(page.getByLabel('From date', { exact: true })).toHaveValue('')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByLabel('From date', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('To date', { exact: true })).toHaveValue('')
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
})

test.describe('in another time zone', () => {
  const timezoneId = 'Pacific/Kiritimati'
  test.use({ timezoneId })
  test('a search takes the days that its page shows: local ones with scripts, UTC without', async ({
    page,
    scripted,
  }) => {
    await withAccount(page)
    await page.goto(history)
    await ready(page, scripted)
    const at = page.getByRole('table').locator('time')
    const dates = new Intl.DateTimeFormat('sv', { timeZone: scripted ? timezoneId : 'UTC' })
    const day = dates.format(new Date((await at.getAttribute('datetime')) ?? ''))
    await expect(at).toContainText(new RegExp(`^${Number(day.slice(-2))} `))
    await page.getByLabel('From date', { exact: true }).fill(day)
    await page.getByLabel('To date', { exact: true }).fill(day)
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/to=/)
    await expect(at).toHaveCount(1)
    const { searchParams } = new URL(page.url())
    expect([searchParams.get('from'), searchParams.get('zone')]).toEqual([day, scripted ? timezoneId : null])
  })
})
