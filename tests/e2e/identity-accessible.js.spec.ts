/** Every page of signing in and of the account by axe, in a language of each direction. */
import { expectAccessible, ready, register, test } from '../support/browser'

for (const language of ['en', 'ar'])
  test(`every page of signing in and of the account is accessible in ${language}`, async ({ page, scripted, context, baseURL }) => {
    await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }])
    for (const address of ['/login', '/login/code', '/register', '/forget']) {
      await page.goto(address)
      await ready(page, scripted)
      await expectAccessible(page, `${address} in ${language}`)
    }
    await register(page, `axe-${language}`)
    for (const address of ['/personal', '/personal/welcome', '/personal/user-name', '/personal/country', '/personal/contact/email', '/personal/contact/phone', '/personal/password', '/personal/password/code', '/personal/authenticator', '/personal/sessions', '/personal/sign-ins']) {
      await page.goto(address)
      await ready(page, scripted)
      await expectAccessible(page, `${address} in ${language}`)
    }
  })
