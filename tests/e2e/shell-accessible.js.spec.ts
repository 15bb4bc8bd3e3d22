/** Axe on the pages of the shell. The checker is a script, so it looks at pages that have scripts; their HTML is the same without. */
import { expectAccessible, ready, signIn, test } from '../support/browser'

test('every page of the shell is accessible, in both directions of writing', async ({ page }) => {
  const visit = async (addresses: string[]) => {
    for (const language of ['en', 'ar']) {
      await page.context().addCookies([{ name: 'language', value: language, url: new URL(page.url()).origin }])
      for (const address of addresses) {
        await page.goto(address)
        await ready(page, true)
        await expectAccessible(page, `${address} (${language})`)
      }
    }
  }
  await page.goto('/home')
  await visit(['/home', '/login', '/register', '/no/such/page'])
  await page.context().clearCookies()
  await signIn(page)
  await visit(['/home', '/terminal', '/terminal/bind'])
})
