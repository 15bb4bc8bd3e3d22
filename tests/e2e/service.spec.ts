/** Services: the active ones on the demo's boxes, the shop, and the order page, in two directions and widths. */
import { languages } from '~/i18n/languages'
import { expect, expectAccessible, ready, signIn, test } from '../support/browser'
import { ownPage } from '../support/http-client'
import { people } from '../support/people'

for (const [language, width] of [
  ['en', 1280],
  ['ar', 390],
] as const)
  test(`active services are shown, and one click opens duration and payment (${language}, ${width}) ${language === 'ar' ? '@core-js' : '@core-no-js'}`, async ({
    page,
    scripted,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await signIn(page, people.customer)
    const speak = (code: string) =>
      page.request.post('/language', {
        headers: ownPage,
        form: { language: code, returnTo: '/service' },
        maxRedirects: 0,
      })
    await speak(language)
    await page.goto('/service')
    await ready(page, scripted)
    const rows = page.getByRole('main').getByRole('table').getByRole('row')
    await expect(rows).toHaveCount(10)
    if (scripted) await expectAccessible(page)
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
    expect(await fits()).toBe(true)
    await rows.nth(1).getByRole('link').last().click()
    await expect(page).toHaveURL(/\/service\/buy\?sn=100000000009&product=tv$/)
    await ready(page, scripted)
    await expect(page.getByRole('radio', { checked: true }).first()).toHaveValue('demoplan-tv-1')
    // Axe takes a field that the bar half covers for a small one. At the page's end the bar covers nothing.
    await page.locator('footer').scrollIntoViewIfNeeded()
    if (scripted) await expectAccessible(page)
    expect(await fits()).toBe(true)
    // Twelve months are offered: the total follows, by itself or by the secondary button.
    await page.locator('input[value="demoplan-tv-12"]').check()
    if (!scripted) await page.getByRole('main').locator('button[value=update]:not([aria-hidden])').click()
    await expect(page.locator('.sum-total')).toContainText('12.50')
    // The account is the demo's: other tests read it in English.
    await speak('en')
  })

test('on a phone the total and the order button are visible, and cover nothing at the page’s end', async ({
  page,
  scripted,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, people.customer)
  await page.goto('/service/buy?sn=100000000009&product=tv')
  await ready(page, scripted)
  const button = page.locator('.end-bar button').last()
  await expect(button).toBeInViewport({ ratio: 1 })
  await expect(scripted ? button : page.locator('.end-bar-sum')).toContainText('1.50')
  // At the page's end the bar has its own place, below the sum.
  await page.locator('footer').scrollIntoViewIfNeeded()
  const [sum, bar] = [await page.locator('.sums').boundingBox(), await page.locator('.end-bar').boundingBox()]
  expect((sum?.y ?? 0) + (sum?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
})

test('no page of services scrolls sideways or cuts its tables, on the narrowest phones and on a tablet', async ({
  page,
}) => {
  await signIn(page, people.customer)
  for (const width of [320, 360, 768]) {
    await page.setViewportSize({ width, height: 740 })
    for (const code of languages.map((language) => language.code)) {
      await page.request.post('/language', {
        headers: ownPage,
        form: { language: code, returnTo: '/service' },
        maxRedirects: 0,
      })
      for (const path of ['/terminal/100000000009', '/service', '/service/buy?sn=100000000009&product=tv', '/order']) {
        await page.goto(path)
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${code} ${width} ${path}`).toBe(width)
        const cut = await page
          .locator('.table-wrap')
          .evaluateAll((tables) => tables.map((table) => table.scrollWidth - table.clientWidth))
        expect(Math.max(0, ...cut), `tables at ${code} ${width} ${path}`).toBe(0)
      }
    }
  }
  await page.request.post('/language', { headers: ownPage, form: { language: 'en', returnTo: '/' }, maxRedirects: 0 })
})
