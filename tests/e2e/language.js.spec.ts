/**
 * Changing the language while filling in a form: typed input is restored in the new language; secrets are typed again.
 */
import type { Page } from 'playwright/test'
import { expect, ready, test, withAccount } from '../support/browser'
import { plainJpeg } from '../support/media'

const speak = async (page: Page, code: string): Promise<void> => {
  await page.locator('header details:has(form[action="/language"]) summary').click()
  await page.locator(`header button[value="${code}"]`).click()
  await expect(page.locator('html')).toHaveAttribute('lang', code)
  await ready(page, true)
}

test('a visitor who changes the language twice while registering retypes only the password', async ({ page }) => {
  await page.goto('/register')
  await ready(page, true)
  await page.getByLabel('User name').fill('half-registered')
  await page.locator('[name=password]').fill('correct-horse')
  await speak(page, 'ar')
  await expect(page.locator('[name=userName]')).toHaveValue('half-registered')
  await expect(page.locator('[name=password]')).toHaveValue('')
  await speak(page, 'ru')
  await expect(page.locator('[name=userName]')).toHaveValue('half-registered')
  // Restored only once: the next visit finds an empty form.
  await page.goto('/register')
  await expect(page.locator('[name=userName]')).toHaveValue('')
})

test('a customer who changes the language while writing keeps a long text, the choices and the files', async ({
  page,
}) => {
  await withAccount(page, 'switcher')
  await page.goto('/news/feedback/new')
  await ready(page, true)
  await page.keyboard.press('Shift')
  await expect(page.locator('.attachment-choose')).toHaveCount(2)
  await page.getByLabel('Pictures').setInputFiles([{ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: plainJpeg() }])
  await expect(page.locator('.attachment-row')).toHaveAttribute('data-step', 'done')
  const text = 'القناة لا تعمل منذ أمس. '.repeat(60).trim()
  await page.getByLabel('What is it about?').selectOption('network')
  await page.getByLabel('Your message').fill(text)
  await speak(page, 'fa')
  await expect(page.locator('[name=text]')).toHaveValue(text)
  await expect(page.locator('[name=category]')).toHaveValue('network')
  await page.keyboard.press('Shift')
  await expect(page.locator('.attachment-row')).toHaveAttribute('data-step', 'done')
  await page.locator('main form button.primary').click()
  await expect(page).toHaveURL(/\/news\/feedback\/[0-9a-z]{26}$/)
  await expect(page.getByRole('main')).toContainText('photo.jpg')
  await page.goto('/news/feedback/new')
  await expect(page.locator('[name=text]')).toHaveValue('')
})

test('the language cannot be changed without a network, and trying loses nothing', async ({
  page,
  context,
  complaints,
}) => {
  await page.goto('/register')
  await ready(page, true)
  await page.getByLabel('User name').fill('in-a-tunnel')
  await context.setOffline(true)
  await page.locator('header details:has(form[action="/language"]) summary').click()
  await page.locator('header button[value="ar"]').click()
  await expect(page.locator('.toast-problem')).toContainText('Network Error')
  await expect(page.getByLabel('User name')).toHaveValue('in-a-tunnel')
  await context.setOffline(false)
  await page.locator('header button[value="ar"]').click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(page.locator('[name=userName]')).toHaveValue('in-a-tunnel')
  complaints.length = 0
})
