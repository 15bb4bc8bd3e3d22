/**
 * Eight languages: chosen by the person, kept by cookie and account, guessed from the browser, `ua` in addresses and
 * `uk` internally.
 */
import { expect, ready, register, test } from '../support/browser'

const chosen = [
  ['en', 'en', 'ltr', 'Sign in'],
  ['fa', 'fa', 'rtl', 'ورود'],
  ['ar', 'ar', 'rtl', 'تسجيل الدخول'],
  ['ru', 'ru', 'ltr', 'Войти'],
  ['ua', 'uk', 'ltr', 'Увійти'],
  ['pt', 'pt', 'ltr', 'Entrar'],
  ['es', 'es', 'ltr', 'Entrar'],
  ['fr', 'fr', 'ltr', 'Se connecter'],
] as const

for (const [code, tag, direction, signIn] of chosen) {
  test(`choosing ${code} shows the page in it, and it stays chosen${code === 'ar' ? ' @core' : ''}`, async ({
    page,
    scripted,
  }) => {
    await page.goto('/login')
    await ready(page, scripted)
    await page.locator('header summary').first().click()
    await page.locator(`header button[value="${code}"]`).click()
    await expect(page.locator('html')).toHaveAttribute('lang', tag)
    await expect(page.locator('html')).toHaveAttribute('dir', direction)
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.locator('header a[href="/login"]')).toHaveText(signIn)
    await page.goto('/home')
    await expect(page.locator('html')).toHaveAttribute('lang', tag)
    expect((await page.context().cookies()).find((cookie) => cookie.name === 'language')?.value).toBe(code)
  })
}

test('a first visit is in the language of the browser', async ({ browser, server, javaScriptEnabled }) => {
  for (const [locale, tag] of [
    ['uk-UA', 'uk'],
    ['pt-BR', 'pt'],
    ['de-DE', 'en'],
    ['fa-IR', 'fa'],
  ] as const) {
    const context = await browser.newContext({ locale, baseURL: server.origin, javaScriptEnabled })
    const page = await context.newPage()
    await page.goto('/home')
    await expect(page.locator('html')).toHaveAttribute('lang', tag)
    await context.close()
  }
})

test('the account keeps its language, even in another browser', async ({
  page,
  browser,
  server,
  scripted,
  javaScriptEnabled,
}) => {
  const person = await register(page, 'speaker')
  await page.goto('/personal')
  await ready(page, scripted)
  await page.locator('main select[name="language"]').selectOption('ru')
  await page.locator('main form[action="/language"] button').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Мой аккаунт')
  const context = await browser.newContext({ baseURL: server.origin, locale: 'fr-FR', javaScriptEnabled })
  const other = await context.newPage()
  await other.goto('/login')
  await expect(other.locator('html')).toHaveAttribute('lang', 'fr')
  await other.locator('input[autocomplete~="username"]').fill(person.userName)
  await other.locator('[name=password]').fill(person.password)
  await other.locator('main form button[type=submit], main form button:not([type])').first().click()
  await expect(other.locator('html')).toHaveAttribute('lang', 'ru')
  await context.close()
})

test('numbers and plural forms follow the language', async ({ page }) => {
  await page.goto('/home')
  await page.context().addCookies([{ name: 'language', value: 'fa', url: page.url() }])
  await page.goto('/register')
  await page.locator('[name=userName]').fill('123456789')
  await page.locator('[name=password]').fill('correct-horse')
  await page.locator('[name=repeatPassword]').fill('correct-mouse')
  await page.locator('main form button.primary').click()
  await expect(page.getByRole('alert')).toContainText('۲ مورد باید اصلاح شود')
})
