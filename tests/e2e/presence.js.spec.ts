/**
 * Presence in the browser, right after signing in: reported and polled at once, not with the next timer of a minute or
 * a quarter minute.
 */
import type { Page } from 'playwright/test'
import { arriveAt, expect, holdRequests, ready, register, test } from '../support/browser'
import { sendMessage } from '../support/news'

const presence = '/api/iot/customer/onlineState'
const count = '/api/userFeedback/customer/allUnreadMessage'
/** A count from the next poll would come after a minute. */
const atOnce = { timeout: 45_000 }
const stateOf = (page: Page) =>
  page
    .waitForRequest((request) => new URL(request.url()).pathname === presence, atOnce)
    .then((request) => (request.postDataJSON() as { state: number }).state)
const countAsked = (page: Page) =>
  page
    .waitForRequest((request) => new URL(request.url()).pathname === count, atOnce)
    .then((request) => new URL(request.url()).search)
const isWatched = (page: Page) => page.waitForFunction(() => document.documentElement.dataset.watched !== undefined)
const signInAgain = async (page: Page, person: { userName: string; password: string }): Promise<void> => {
  await page.goto('/login')
  await ready(page, true)
  await page.getByLabel('User name, e-mail, phone or serial number').fill(person.userName)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await arriveAt(page, (url) => url.pathname !== '/login')
}
const exit = async (page: Page): Promise<void> => {
  await ready(page, true)
  await page.locator('header summary', { hasText: 'Your account' }).click()
  await page.getByRole('button', { name: 'Exit' }).click()
  await expect(page.getByText('Exit Successfully')).toBeVisible()
}

test('the first count is requested right after signing in without reporting presence; the first click is reported at once', async ({
  page,
  server,
}) => {
  await page.clock.install()
  const person = await register(page, 'arriving')
  await exit(page)
  await sendMessage(server.origin, person.userName, 'Came while away')
  const asked = countAsked(page)
  await signInAgain(page, person)
  expect(await asked).toBe('?state=0')
  await isWatched(page)
  await expect(page.locator('header .bell')).toContainText('1 unread message')
  // The page's time stands still: timers report nothing any more.
  await page.clock.pauseAt(Date.now() + 10_000)
  const told = stateOf(page)
  await page.getByRole('heading', { level: 1 }).click()
  expect(await told).toBe(1)
})

test('a click before the page’s watch has its session is reported as soon as it does, and the first count reports presence', async ({
  page,
}) => {
  const person = await register(page, 'quick')
  await exit(page)
  const release = await holdRequests(page, '**/api/iot/customer/pageSession')
  const session = page.waitForRequest('**/api/iot/customer/pageSession', atOnce)
  const [told, asked] = [stateOf(page), countAsked(page)]
  await signInAgain(page, person)
  await session
  await page.getByRole('heading', { level: 1 }).click()
  release()
  expect([await told, await asked]).toEqual([1, '?state=1'])
})
