/**
 * Automatic renewal from Mango on the page of services: agreed to, agreed to again after a price rise, and switched
 * off. No price is cut off on the narrowest phones in any language.
 */
import Database from 'better-sqlite3'
import type { Page } from 'playwright/test'
import { languages } from '~/i18n/languages'
import { expect, expectAccessible, ownPage, ready } from '../support/browser'
import { methods, phone, place, planOf, test as base, walletOf } from '../support/checkout'

base.describe.configure({ retries: 0 })

/** TV and skins run for a year, and 30 Mango are left. */
const test = base.extend<{ card: ReturnType<Page['locator']> }>({
  card: async ({ page, buyer, credit }, give) => {
    await page.setViewportSize(phone)
    await credit(buyer, 'MANGO', '45.5')
    for (const product of ['tv', 'skin']) await place(page, buyer, await planOf(page, product, 12), methods.mango)
    expect(await walletOf(page)).toMatchObject({ mango: '30.0000' })
    await page.goto('/service')
    await give(page.locator('#renewal'))
  },
})

test('renewal from Mango is agreed to, agreed to again when the price goes up, and switched off', async ({
  page,
  buyer,
  server,
  card,
  operate,
  scripted,
}) => {
  const setPrice = (price: string) => operate('PUT', '/products/skin/plans/12', { price })
  await ready(page, scripted)
  await expect(card).toContainText('Your balance: 30.0000 Mango')
  if (scripted) await expectAccessible(page)
  const choose = async (price: string): Promise<void> => {
    const choice = card.getByRole('group', { name: 'Skin Store' }).getByRole('radio')
    if (!(await choice.isVisible())) await card.locator('summary').filter({ hasText: 'Skin Store' }).click()
    await expect(choice).toHaveAccessibleName(`12 months, for at most ${price}\u00a0USD`)
    await choice.check()
    await card.getByRole('button', { name: 'Renew from Mango' }).click()
  }
  try {
    // The price rose since the page was opened: renewal stays off until the new price is accepted.
    await setPrice('3.2')
    await choose('3.00')
    await expect(page.getByText('Nothing was switched on.')).toBeVisible()
    await expect(card.getByRole('listitem')).toHaveCount(0)
    await ready(page, scripted)
    await choose('3.20')
    await expect(
      page.getByText(/Skin Store will be renewed from your Mango on \d+ \w+ \d{4}, for at most 3\.20\sUSD\./),
    ).toBeVisible()
    await expect(card.getByRole('listitem')).toContainText(/^Skin Store 12 months, on .+, for at most 3\.20 USD/)
    await expect(card.getByRole('group', { name: 'Skin Store' })).toHaveCount(0)
    await expect(page.getByRole('row').filter({ hasText: 'Skin Store' })).toContainText('renews ')

    // Known as soon as the price changes, and unchanged by the hourly job four days before the end.
    await setPrice('3.5')
    await page.goto('/service')
    await expect(card).toContainText('It costs 3.50 USD now, more than you agreed to')
    const database = new Database(server.databaseFile, { timeout: 10_000 })
    database
      .prepare(
        `UPDATE "ServiceRenewal" SET "problem" = 'price', "problemPrice" = 35000, "problemEnd" =
           (SELECT MAX("endsAt") FROM "ServicePeriod" WHERE "sn" = @sn AND "service" = 'skin')
         WHERE "sn" = @sn AND "endedAt" IS NULL`,
      )
      .run({ sn: buyer.sn })
    database.close()
    await page.goto('/service')
    await ready(page, scripted)
    await expect(card).toContainText(
      'It costs 3.50 USD now, more than you agreed to: nothing is paid, and it is not renewed, until you agree',
    )
    if (scripted) await expectAccessible(page)
    await card.getByRole('button', { name: 'Agree to 3.50 USD for Skin Store' }).click()
    await expect(card.getByRole('listitem')).toContainText('for at most 3.50 USD')
    await expect(card.getByRole('button', { name: /^Agree to/ })).toHaveCount(0)
    await ready(page, scripted)
    await card.getByRole('button', { name: 'Switch off the renewal of Skin Store' }).click()
    await expect(page.getByText('Skin Store is not renewed from your Mango any more.')).toBeVisible()
    await expect(card.getByRole('listitem')).toHaveCount(0)
    expect(await walletOf(page)).toMatchObject({ mango: '30.0000' })
  } finally {
    await setPrice('3')
  }
})

/** Texts of the card that overflow their box or the page, and closed menus, which cut off long words. */
const findCut = (page: Page): Promise<string[]> =>
  page.locator('#renewal').evaluate((card) => {
    for (const folded of card.querySelectorAll('details')) folded.open = true
    return [...card.querySelectorAll<HTMLElement>('*')].flatMap((one) => {
      if (one.matches('.hidden-visually, input')) return []
      const { left, right } = one.getBoundingClientRect()
      const isCut = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline'
      return isCut || left < 0 || right > innerWidth || one.matches('select')
        ? [`${one.localName} ${one.innerText}`]
        : []
    })
  })

test('the renewal card is not cut off at 320 to 390 px in eight languages', async ({ page, card, scripted }) => {
  for (const { code } of languages) {
    await page.request.post('/language', {
      headers: ownPage,
      form: { language: code, returnTo: '/service' },
      maxRedirects: 0,
    })
    await page.goto('/service')
    await ready(page, scripted)
    await expect(card.getByRole('radio', { includeHidden: true })).toHaveCount(4)
    for (const width of [320, 360, phone.width]) {
      await page.setViewportSize({ ...phone, width })
      expect(await findCut(page), `${code} at ${width} px`).toEqual([])
    }
  }
})
