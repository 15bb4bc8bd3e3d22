/**
 * Points from end to end: a friend is invited, registers in another browser and binds a box. The points earned pay one
 * order fully and another partly, and come back with the refund.
 */
import { createHmac } from 'node:crypto'
import type { Browser, Page } from 'playwright/test'
import { expect, expectAccessible, ready } from '../support/browser'
import { call, planOf, test, type Buyer } from '../support/checkout'
import { HttpClient } from '../support/http-client'

test.describe.configure({ retries: 0 })

type Entry = { type: number; amount: string; balanceAfter: string; orderNumber: string | null }
const account = (page: Page) => call<{ balance: string; available: string }>(page, 'GET', '/points/customer/account')
const entries = async (page: Page): Promise<Entry[]> =>
  (await call<{ items: Entry[] }>(page, 'GET', '/points/customer/entries')).items
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** The key of the friends' boxes. */
const secret = 'a-secret-of-the-box-1'
let names = 0
/** Registers by a link in a separate browser; the page stays signed in. */
const join = async (browser: Browser, origin: string, link: string, scripted: boolean): Promise<Page> => {
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: scripted })
  const page = await context.newPage()
  await page.goto(link)
  await ready(page, scripted)
  await page.locator('input[autocomplete~="username"]').fill(`zoe-friend-${process.pid}-${++names}`)
  for (const field of await page.locator('input[autocomplete~="new-password"]').all())
    await field.fill('mango-friend-1')
  return page
}
const create = (page: Page) => page.getByRole('button', { name: 'Create the account' }).click()

const bind = async (page: Page, sn: string): Promise<void> => {
  // The box has a separate client, without cookies.
  const box = new HttpClient(new URL(page.url()).origin)
  const json = { sn, model: 'Mango S1', softwareVersion: '2.14.3' }
  const asked = await box.api<{ nonce: string }>('POST', '/stb/pair', { json })
  const proof = createHmac('sha256', secret)
    .update(asked.data.nonce + sn)
    .digest('hex')
  const { data } = await box.api<{ userCode: string }>('POST', '/stb/pair', { json: { ...json, proof } })
  await page.goto('/terminal/bind')
  await page.getByLabel('Serial number', { exact: true }).fill(sn)
  await page.getByLabel('Serial number again').fill(sn)
  await page.getByLabel('Verify code').fill(data.userCode)
  await page.getByRole('button', { name: 'Bind the box' }).click()
  await expect(page).toHaveURL(new RegExp(`/terminal/${sn}$`))
}

/** The invitation's link as the page shows it. */
const linkOf = async (page: Page, scripted: boolean): Promise<string> => {
  // As on a phone, where its own share menu takes the link.
  await page.addInitScript(() => {
    navigator.share = ({ url }: ShareData = {}) => Promise.resolve(sessionStorage.setItem('shared', url ?? ''))
  })
  await page.goto('/points/invite')
  await ready(page, scripted)
  await expect(heading(page)).toHaveText('Invite')
  const link = await page.locator('.copy-value').first().innerText()
  expect(link).toMatch(/\/register\?invite=[2-9A-Z]{8}$/)
  const share = page.getByRole('button', { name: 'Share' })
  await expect(share).toHaveCount(scripted ? 1 : 0)
  if (scripted) {
    await share.click()
    expect(await page.evaluate(() => sessionStorage.getItem('shared'))).toBe(link)
  }
  return link
}
/** Adds enough points to the invitation's. */
const earn = async (
  { page, buyer, scripted }: { page: Page; buyer: Buyer; scripted: boolean },
  browser: Browser,
  registerBox: (model?: string, secret?: string) => Promise<string>,
): Promise<void> => {
  const link = await linkOf(page, scripted)
  const friend = await join(browser, new URL(page.url()).origin, link, scripted)
  await expect(friend.getByText(`${buyer.userName[0]?.toUpperCase()}… has invited you.`)).toBeVisible()
  expect(await friend.getByLabel('Invitation code (optional)').inputValue()).toBe(link.slice(-8))
  await create(friend)
  await expect(friend).toHaveURL(/\/personal\/welcome$/)
  await page.goto('/points/invite')
  await expect(page.getByRole('row', { name: /Z….*has no box yet/ })).toBeVisible()
  await bind(friend, await registerBox('Mango S1', secret))
  await expect.poll(async () => (await account(page)).balance).toBe('100')
  await friend.goto('/points/invite')
  await expect(friend.getByText(`${buyer.userName[0]?.toUpperCase()}… has invited you.`)).toBeVisible()
  await friend.context().close()
}

test('an invitation’s points pay an order fully, and come back with its refund', async ({
  page,
  browser,
  buyer,
  scripted,
  registerBox,
  operate,
}) => {
  await earn({ page, buyer, scripted }, browser, registerBox)
  await page.goto('/points/invite')
  await expect(page.getByRole('row', { name: /Z….*rewarded.*\+100/ })).toBeVisible()
  await page.goto('/news')
  await expect(page.getByText('100 points for your invitation')).toBeVisible()

  await page.goto('/points')
  await ready(page, scripted)
  await expect(page.getByRole('row', { name: /Invitation.*\+100.*100/ })).toBeVisible()
  if (scripted) await expectAccessible(page)
  await page.getByRole('link', { name: 'See what you can get' }).click()
  await expect(heading(page)).toHaveText('What you can get')
  await ready(page, scripted)
  if (scripted) await expectAccessible(page)
  await page
    .getByRole('row', { name: /^Quran/ })
    .getByRole('link', { name: '100 points' })
    .click()
  await expect(page).toHaveURL(/\/service\/buy\?/)
  await ready(page, scripted)
  // Nothing is left to pay, so no payment method is asked for.
  await expect(page.getByText('Your points cover it all.')).toBeVisible()
  await expect(page.locator('input[name="method"]')).toHaveCount(0)
  // Without scripts the tick can't change the sum on the button.
  await page.getByRole('button', { name: scripted ? 'Order with 100 points' : 'Order and pay' }).click()
  await expect(page).toHaveURL(/\/order\/[^/]+\/pay$/)
  const number = /\/order\/([^/]+)/.exec(page.url())?.[1] ?? ''
  expect(await account(page)).toMatchObject({ balance: '0' })

  await page.goto('/points/orders')
  await ready(page, scripted)
  await expect(
    page.getByRole('row', { name: new RegExp(`${number}.*Completed.*100 points.*paid in full`) }),
  ).toBeVisible()
  if (scripted) await expectAccessible(page)
  await operate('POST', `/orders/${number}/refund`, { amount: '0', to: 'wallet', batch: `points-whole-${number}` })
  expect(await entries(page)).toMatchObject([
    { type: 3, amount: '100', balanceAfter: '100', orderNumber: number },
    { type: 2, amount: '-100', balanceAfter: '0', orderNumber: number },
    { type: 0, amount: '100', balanceAfter: '100', orderNumber: null },
  ])
  await page.goto('/points?type=3')
  await expect(page.getByRole('row', { name: /Returned.*\+100/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Invitation/ })).toHaveCount(0)
})

test('points pay a part, Mango the rest, and both come back', async ({
  page,
  browser,
  buyer,
  scripted,
  registerBox,
  credit,
  operate,
}) => {
  await credit(buyer, 'MANGO', '11.5')
  await earn({ page, buyer, scripted }, browser, registerBox)
  const plan = await planOf(page, 'tv', 12)
  expect(plan.payPrice).toBe('12.5000')
  await page.goto('/service/buy?product=tv&plan.tv=demoplan-tv-12&points=100')
  await ready(page, scripted)
  await page.getByRole('radio', { name: /^Mango/ }).check()
  await page.getByRole('button', { name: scripted ? 'Order and pay 11.50 USD' : 'Order and pay' }).click()
  await expect(page).toHaveURL(/\/order\/[^/]+\/pay$/)
  const number = /\/order\/([^/]+)/.exec(page.url())?.[1] ?? ''
  expect(await account(page)).toMatchObject({ balance: '0' })
  await operate('POST', `/orders/${number}/refund`, { amount: '11.5', to: 'wallet', batch: `points-part-${number}` })
  expect(await account(page)).toMatchObject({ balance: '100', available: '100' })
  await page.goto('/points/orders')
  await expect(
    page.getByRole('row', { name: new RegExp(`${number}.*Refunded.*100 points.*1\\.00 USD.*returned`) }),
  ).toBeVisible()
})

test('a wrong code is reported but does not prevent registration', async ({ page, browser, server, scripted }) => {
  expect(page.url()).toBe('about:blank')
  const friend = await join(browser, server.origin, '/register?invite=NOBODY22', scripted)
  await expect(friend.getByText('This invitation is not known. You can register without it.')).toBeVisible()
  await friend.getByLabel('Invitation code (optional)').fill('nobody-33')
  await create(friend)
  await expect(friend).toHaveURL(/\/personal\/welcome$/)
  await expect(friend.getByText('The invitation code nobody-33 doesn’t exist')).toBeVisible()
  await friend.context().close()
})

test('an invitation used in the inviter’s own browser does not count', async ({ page, buyer, scripted }) => {
  const link = await linkOf(page, scripted)
  await page.request.post('/logout', { maxRedirects: 0 })
  await page.context().clearCookies({ name: /session/ })
  await page.goto(link)
  await expect(page.getByText('This invitation is from an account that was used in this browser.')).toBeVisible()
  expect(buyer.sn).toMatch(/^\d{12}$/)
})

test('on a desktop the order button is on the first screen', async ({ page, buyer, scripted }) => {
  expect(buyer.sn).toMatch(/^\d{12}$/)
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const query of ['product=tv', 'product=tv&product=cloud']) {
    await page.goto(`/service/buy?${query}`)
    await ready(page, scripted)
    const box = await page.getByRole('button', { name: /^Order and pay/ }).boundingBox()
    expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThanOrEqual(800)
  }
})
