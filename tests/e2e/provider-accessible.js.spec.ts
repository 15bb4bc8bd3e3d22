/** Axe on the pages of the provider and on APP Download over a page. */
import { expect, expectAccessible, ready, signIn, test } from '../support/browser'
import { makePdf } from '~/modules/instruction/seed/pdf'
import { HttpClient } from '../support/http-client'
import { operatorToken } from '../support/people'

const pages = ['/userAgreement', '/privacy', '/help/contact', '/help/regions', '/help/app', '/help/instructions', '/help/instructions?model=Mango+S1', '/help/instructions?model=None']

test('every page of the provider is accessible, in both directions of writing', async ({ page, server }) => {
  test.slow()
  const client = new HttpClient(server.origin)
  const token = await operatorToken(server.origin)
  await client.api('POST', '/operator/instructions?model=Mango+S1&language=en&title=User+manual', { token, raw: { type: 'application/pdf', bytes: makePdf('manual') } })
  for (const language of ['en', 'ar', 'fa', 'ru']) {
    await page.context().addCookies([{ name: 'language', value: language, url: server.origin }])
    const looked = language === 'en' || language === 'ar' ? pages : ['/privacy', '/help/regions', '/help/instructions?model=Mango+S1']
    for (const address of looked) {
      await page.goto(address)
      await ready(page, true)
      await expectAccessible(page, `${address} (${language})`)
    }
    await page.goto('/home')
    await ready(page, true)
    await page.locator('header a[data-app-download]').filter({ visible: true }).click()
    await expect(page.locator('dialog.app-dialog')).toBeVisible()
    await expectAccessible(page, `APP Download (${language})`)
  }
})

test('Contact Us and the manuals are accessible for a customer with boxes', async ({ page }) => {
  await signIn(page)
  for (const address of ['/help/contact', '/help/instructions']) {
    await page.goto(address)
    await ready(page, true)
    await expectAccessible(page, address)
  }
})
