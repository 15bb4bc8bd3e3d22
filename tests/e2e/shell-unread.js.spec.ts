/**
 * The poll of unread messages: once when a session begins, then every minute; shared by all tabs; and its failures. The
 * test controls the page's clock.
 */
import type { Page } from 'playwright/test'
import { awaitWatch, expect, register, test } from '../support/browser'
import { sendMessage } from '../support/news'

const path = '/api/userFeedback/customer/allUnreadMessage'
const badge = (page: Page) => page.locator('header .bell')
const isPoll = (url: string): boolean => new URL(url).pathname === path
const polls = (page: Page): string[] => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (isPoll(request.url())) asked.push(new URL(request.url()).search)
  })
  return asked
}
/**
 * Opens the page again with its time standing still: a message of three seconds stays, and a poll runs when the test
 * says so.
 */
const openHeld = async (page: Page): Promise<void> => {
  await page.goto('/home')
  await page.clock.pauseAt(Date.now() + 30_000)
  await awaitWatch(page)
}
const nextPoll = (page: Page) => page.waitForResponse((answer) => isPoll(answer.url()))

test('the poll runs when a session begins and then every minute, reports presence, and updates the badge', async ({
  page,
  server,
}) => {
  await page.clock.install()
  // A session's first page polls as soon as it is usable, maybe before the test sees that it is.
  const asked = polls(page)
  const first = nextPoll(page)
  const person = await register(page, 'polled')
  await awaitWatch(page)
  await first
  // The first poll may come before or after the page has reported presence.
  expect(asked).toEqual([expect.stringMatching(/^\?state=[01]$/)])
  await expect(badge(page)).toHaveText('Messages')
  await sendMessage(server.origin, person.userName, 'For the badge')
  await page.clock.runFor(16_000)
  const told = page.waitForResponse('**/iot/customer/onlineState')
  await page.getByRole('heading', { level: 1 }).click()
  await told
  const second = nextPoll(page)
  await page.clock.runFor(45_000)
  await second
  await expect(badge(page)).toContainText('1 unread message')
  await expect(badge(page).locator('.count')).toHaveAttribute('data-count', '1')
  expect(asked.slice(1)).toEqual(['?state=1'])
  // The next page of the same session does not poll at once: the page brought the first answer with it.
  await page.reload()
  await awaitWatch(page)
  await page.clock.runFor(30_000)
  expect(asked).toHaveLength(2)
  await expect(badge(page)).toContainText('1 unread message')
})

test('two tabs show the same badge, and reading in one removes it in both', async ({ page, context, server }) => {
  await context.clock.install()
  const person = await register(page, 'tabs')
  await sendMessage(server.origin, person.userName, 'Read me once')
  await page.goto('/home')
  await awaitWatch(page)
  const other = await context.newPage()
  await other.goto('/terminal')
  await awaitWatch(other)
  await expect(badge(other)).toContainText('1 unread message')
  await badge(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Messages')
  await page.getByRole('link', { name: 'Read me once' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Read me once')
  await expect(badge(page)).toHaveText('Messages')
  await expect(badge(other)).toHaveText('Messages')
})

test('a message opened in a separate tab also removes the badge in the first tab', async ({
  page,
  context,
  server,
}) => {
  await context.clock.install()
  const person = await register(page, 'newtab')
  await sendMessage(server.origin, person.userName, 'Read me elsewhere')
  await page.goto('/news')
  await awaitWatch(page)
  await expect(badge(page)).toContainText('1 unread message')
  const address = await page.getByRole('link', { name: 'Read me elsewhere' }).getAttribute('href')
  const other = await context.newPage()
  // Read before its watch runs.
  await other.goto(address ?? '')
  await awaitWatch(other)
  await expect(badge(page)).toHaveText('Messages')
})

test('a count requested before a message was read does not restore the badge in any tab', async ({
  page,
  context,
  server,
}) => {
  await page.clock.install()
  const person = await register(page, 'late')
  await sendMessage(server.origin, person.userName, 'Read me now')
  await page.goto('/news')
  await awaitWatch(page)
  const other = await context.newPage()
  await other.goto('/terminal')
  await awaitWatch(other)
  await expect(badge(other)).toContainText('1 unread message')
  let answerNow: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    answerNow = resolve
  })
  const asked = new Promise<void>((resolve) => {
    void page.route(
      `**${path}*`,
      async (route) => {
        const answer = await route.fetch()
        resolve()
        await held
        await route.fulfill({ response: answer })
      },
      { times: 1 },
    )
  })
  await page.clock.runFor(60_000)
  await asked
  await page.getByRole('main').getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('All messages are marked as read.')).toBeVisible()
  await page.clock.runFor(100)
  await expect(badge(page)).toHaveText('Messages')
  await expect(badge(other)).toHaveText('Messages')
  const answered = nextPoll(page)
  answerNow()
  expect(((await (await answered).json()) as { data: number }).data).toBe(1)
  // Later requests get current answers.
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()))
  expect(await badge(page).innerText()).toBe('Messages')
  expect(await badge(other).innerText()).toBe('Messages')
})

test('a poll without an answer shows Network Error, keeps the page, and is repeated a minute later', async ({
  page,
  context,
  server,
}) => {
  await page.clock.install()
  const person = await register(page, 'cut')
  await openHeld(page)
  await context.route(`**${path}*`, (route) => route.abort('internetdisconnected'))
  await page.clock.runFor(60_000)
  await expect(page.locator('.toast')).toHaveText(/Network Error/)
  await context.unroute(`**${path}*`)
  await sendMessage(server.origin, person.userName, 'After the cut')
  const again = nextPoll(page)
  await page.clock.runFor(60_000)
  await again
  await expect(badge(page)).toContainText('1 unread message')
})

test('a poll answered “account disabled” signs out: the message, then the home page, and the session is over', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await register(page, 'refused')
  await openHeld(page)
  const cookies = await context.cookies()
  await context.route(`**${path}*`, (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/json',
      body: JSON.stringify({ code: 'U6008', message: 'This account is disabled', data: null }),
    }),
  )
  await page.clock.runFor(60_000)
  await expect(page.locator('.toast')).toHaveText(/This account is disabled/)
  await page.clock.runFor(600)
  await expect(page.getByText('You are signed out. Please sign in again.')).toBeVisible()
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.locator('header').getByRole('link', { name: 'Sign in' })).toBeVisible()
  // The session is over on the server too: the old cookie opens nothing.
  await context.addCookies(cookies)
  await page.goto('/terminal')
  await expect(page).toHaveURL(/\/home$/)
})

test('the poll ends with the session: after Exit there are no more requests', async ({ page }) => {
  await page.clock.install()
  await register(page, 'ended')
  await awaitWatch(page)
  await page.locator('header summary', { hasText: 'Your account' }).click()
  await page.getByRole('button', { name: 'Exit' }).click()
  await expect(page.getByText('Exit Successfully')).toBeVisible()
  const asked = polls(page)
  await page.clock.runFor(180_000)
  expect(asked).toEqual([])
})
