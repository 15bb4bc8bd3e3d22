/**
 * The length counter of a feedback text: updated while typing, shown after a submit without scripts, and never
 * announced letter by letter.
 */
import { expect, expectAccessible, ownPage, ready, test, withAccount } from '../support/browser'

test('a text field shows its length in the reader’s digits', async ({ page, scripted }) => {
  await withAccount(page, 'counter')
  await page.goto('/news/feedback/new')
  await ready(page, scripted)
  const field = page.getByLabel('Your message')
  if (scripted) {
    await expect(field).toHaveAccessibleDescription(/ 0 of 2,000 characters\.$/)
    await field.pressSequentially('Short 👨‍👩‍👧')
    await expect(field).toHaveAccessibleDescription(/ 7 of 2,000 characters\. 3 more are needed\.$/)
    await field.fill('x'.repeat(1999))
    await expect(field).toHaveAccessibleDescription(/ 1,999 of 2,000 characters\.$/)
    const told = page.getByRole('status').filter({ hasText: 'characters' })
    await field.press('End')
    await field.pressSequentially('yz')
    await expect(field).toHaveAccessibleDescription(/ 2,001 of 2,000 characters\. 1 too many\.$/)
    await expect(told).toHaveText('2,001 of 2,000 characters. 1 too many.')
    await expectAccessible(page)
    await field.press('Backspace')
    await expect(told).toHaveCount(0)
    await field.fill('x'.repeat(2001))
  } else {
    await expect(field).toHaveAccessibleDescription(/^10 to 2,000 characters\./)
    await expect(page.getByText('of 2,000 characters')).toHaveCount(0)
    await field.fill('x'.repeat(2001))
  }
  await page.getByLabel('What is it about?').selectOption('idea')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(/2,001 of 2,000 characters\. 1 too many\./)
  await expect(field).toHaveValue('x'.repeat(2001))
})

test('a text field shows its length in Persian digits in Persian', async ({ page, scripted }) => {
  await withAccount(page, 'counter')
  await page.request.post('/language', { form: { language: 'fa', returnTo: '/home' }, headers: ownPage })
  await page.goto('/news/feedback/new')
  await ready(page, scripted)
  await page.locator('[name=category]').selectOption('idea')
  await page.locator('[name=text]').fill('سلام')
  if (!scripted) await page.locator('.form-actions button').first().click()
  await expect(page.locator('[name=text]')).toHaveAccessibleDescription(/۴ از ۲٬۰۰۰ نویسه\. ۶ نویسهٔ دیگر لازم است\./)
})
