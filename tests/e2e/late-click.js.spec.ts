/** On a slow machine the second click of a double click comes when the next page is there already. */
import { expect, ready, test, withAccount } from '../support/browser'

test('the second click of a double click presses nothing on the page that came between', async ({ page }) => {
  await withAccount(page)
  await page.goto('/personal')
  await ready(page, true)
  await page.getByRole('main').locator('a[href="/personal/user-name"]').first().click()
  await expect(page).toHaveURL(/\/personal\/user-name$/)
  const link = page.getByRole('navigation').locator('a[href="/personal"]').first()
  const place = await link.boundingBox()
  if (place === null) throw new Error('the link back is not there')
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(page).toHaveURL(/\/personal\/user-name$/)
  // A click of its own does what it says.
  await link.click()
  await expect(page).toHaveURL(/\/personal$/)
})
