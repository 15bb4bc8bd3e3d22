/** Code Exchange for a customer: opens the wallet first, reports a typing error, and takes a code once. */
import { expect, ready } from '../support/browser'
import { call, inAYear, test } from '../support/checkout'

test.describe.configure({ retries: 0 })

type Account = { balance: string }
let batches = 0

test('a code is exchanged once, after opening the wallet on the way @core-no-js', async ({
  page,
  buyer,
  operate,
  scripted,
}) => {
  expect(buyer.userName).not.toBe('')
  const made = await operate<{ codes: { code: string }[] }>('POST', '/codes', {
    value: '12.5',
    number: 2,
    until: inAYear,
    batch: `browser-${process.pid}-${++batches}-${Date.now().toString(36)}`,
  })
  const [first = '', second = ''] = made.codes.map(({ code }) => code)
  await page.goto('/wallet/code')
  await ready(page, scripted)
  await expect(page.getByText('Open your wallet first')).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Code' })
  const press = page.getByRole('button', { name: 'Exchange' })
  await field.fill(first.toLowerCase().replaceAll('-', ' '))
  await press.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Open your wallet')
  await ready(page, scripted)
  await page.getByRole('button', { name: 'Open wallet' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Exchange a code')
  await ready(page, scripted)
  await expect(field).toHaveValue(first.toLowerCase().replaceAll('-', ' '))
  await press.dblclick()
  await expect(page.getByText(/^Code exchanged: .*12\.5000 Mango.* is now in your wallet\.$/)).toBeVisible()
  await expect(page.getByRole('table')).toContainText('12.5000 Mango')
  await expect(field).toHaveValue('')

  // Back and pressed again: the page says when the code was used, and adds nothing.
  await ready(page, scripted)
  await field.fill(first)
  await press.click()
  await expect(page.getByText('You have already exchanged this code.').first()).toBeVisible()
  await expect(page.getByText(/for .*12\.5000 Mango/)).toBeVisible()
  expect((await call<Account>(page, 'GET', '/wallet/customer/account')).balance).toBe('12.5000')

  // A typing error is reported at the field, where the code can be corrected.
  await ready(page, scripted)
  await field.fill(second.slice(0, -1) + (second.endsWith('0') ? '1' : '0'))
  await press.click()
  await expect(page.getByText('This code has a typing mistake.').first()).toBeVisible()
  await ready(page, scripted)
  await field.fill(second)
  await press.click()
  await expect(page.getByText(/^Code exchanged: /)).toBeVisible()
  expect((await call<Account>(page, 'GET', '/wallet/customer/account')).balance).toBe('25.0000')
  await page.goto('/wallet')
  await ready(page, scripted)
  await page.getByRole('link', { name: 'Exchange a code' }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
})
