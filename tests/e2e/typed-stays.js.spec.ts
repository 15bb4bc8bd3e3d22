/** Input changed while a form is being sent stays when the form is refused; a success empties the form. */
import type { Page } from 'playwright/test'
import { expect, holdRequests, ready } from '../support/browser'
import { methods, place, planOf, test } from '../support/checkout'

test.describe.configure({ retries: 0 })

/** Clicks a button and changes the form before the answer and the page's new data arrive. */
const changeMeanwhile = async (page: Page, button: string, change: () => Promise<void>): Promise<void> => {
  const release = await holdRequests(page, /.*/, { method: 'POST' })
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: button, exact: true }).click()
  await sent
  const progress = page.locator('.progress')
  await expect(progress).toBeVisible()
  await change()
  release()
  await expect(progress).toHaveCount(0)
  await page.unroute(/.*/)
}
const openWallet = async (page: Page): Promise<void> => {
  await page.goto('/wallet/open')
  await page.getByRole('button', { name: 'Open wallet' }).click()
  await expect(page).toHaveURL('/wallet')
}

test('a code typed while another is refused stays', async ({ page, buyer }) => {
  expect(buyer.sn).not.toBe('')
  await openWallet(page)
  await page.goto('/wallet/code')
  await ready(page, true)
  const code = page.getByRole('textbox', { name: 'Code' })
  await code.fill('MG-AAAAA-AAAAA-AAAAB')
  await changeMeanwhile(page, 'Exchange', () => code.fill('MG-7Q2KD-4XW9P'))
  await expect(page.locator('#error-summary-title')).toBeVisible()
  await expect(code).toHaveValue('MG-7Q2KD-4XW9P')
})

test('an amount to recharge and its payment method changed in the meantime stay', async ({ page, buyer }) => {
  expect(buyer.sn).not.toBe('')
  await openWallet(page)
  await page.goto('/wallet/recharge')
  await ready(page, true)
  const amount = page.getByLabel('Amount in USD')
  await amount.fill('9')
  await changeMeanwhile(page, 'Pay 9.00 USD', async () => {
    await amount.fill('25')
    await page.getByRole('radio', { name: 'USDT' }).check()
  })
  await expect(page.locator('#error-summary-title')).toBeVisible()
  await expect(amount).toHaveValue('25')
  await expect(page.getByRole('radio', { name: 'USDT' })).toBeChecked()
  // A usual amount still fills the field.
  await page.getByRole('link', { name: '50', exact: true }).click()
  await expect(amount).toHaveValue('50.00')
})

test('the duration of a renewal from Mango changed in the meantime stays', async ({ page, buyer, credit, operate }) => {
  await credit(buyer, 'MANGO', '45.5')
  await place(page, buyer, await planOf(page, 'tv', 12), methods.mango)
  await page.goto('/service')
  await ready(page, true)
  const choice = (months: string) => page.locator('#renewal').getByRole('radio', { name: months })
  await operate('PUT', '/products/tv/plans/1', { price: '1.6' })
  try {
    await choice('1 month').check()
    await changeMeanwhile(page, 'Renew from Mango', () => choice('12 months').check())
    await expect(page.getByText('Nothing was switched on.')).toBeVisible()
    await expect(choice('12 months')).toBeChecked()
  } finally {
    await operate('PUT', '/products/tv/plans/1', { price: '1.5' })
  }
})

test('the duration and payment method of a service changed in the meantime stay', async ({ page, buyer, operate }) => {
  await page.goto(`/service/buy?sn=${buyer.sn}&product=biss`)
  await ready(page, true)
  const plan = (months: number) => page.locator(`input[value="demoplan-biss-${months}"]`)
  await plan(1).check()
  await operate('PUT', '/products/biss/plans/1', { price: '1.3' })
  try {
    await changeMeanwhile(page, 'Order and pay 1.20 USD', async () => {
      await plan(12).check()
      await page.getByRole('radio', { name: 'USDT' }).check()
    })
    await expect(page.getByText('The price has changed')).toBeVisible()
    await expect(plan(12)).toBeChecked()
    await expect(page.getByRole('radio', { name: 'USDT' })).toBeChecked()
    await expect(page.locator('.sum-total')).toContainText('12.00 USD')
  } finally {
    await operate('PUT', '/products/biss/plans/1', { price: '1.2' })
  }
})
