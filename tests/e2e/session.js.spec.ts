/** A session in the browser: idle time, its end from elsewhere, tabs, and the data left behind. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright/test'
import {
  arriveAt,
  awaitWatch,
  expect,
  expectAccessible,
  ready,
  register,
  signIn,
  test,
  type Person,
} from '../support/browser'
import { root } from '../support/paths'
import { startServer } from '../support/server'

test.describe.configure({ retries: 0 })

const idleSentence = 'You have not operated the management platform for 30 minutes, please log in again.'
const tokenForm = '/personal/tokens/new'

/** Opens a page and waits until its watch over the session runs. */
const watched = async (page: Page, address: string): Promise<void> => {
  await page.goto(address)
  await awaitWatch(page)
}
const exit = async (page: Page): Promise<void> => {
  await page.locator('header summary', { hasText: 'Your account' }).click()
  await page.getByRole('button', { name: 'Exit' }).click()
  await expect(page.getByText('Exit Successfully')).toBeVisible()
}
/** Ends the page's session from another browser, as its owner would. */
const endElsewhere = async (page: Page, person: Person): Promise<void> => {
  const other = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin })
  if (other === undefined) throw new Error('no browser')
  const second = await other.newPage()
  await signIn(second, person)
  await second.goto('/personal/sessions')
  await ready(second, true)
  await second.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(second.getByText('You are signed out everywhere else.')).toBeVisible()
  await other.close()
}
const stored = (page: Page): Promise<string> => page.evaluate(() => JSON.stringify(sessionStorage))
const stateCall = (page: Page, state: 0 | 1) =>
  page.waitForRequest(
    (request) =>
      request.url().endsWith('/iot/customer/onlineState') &&
      (request.postDataJSON() as { state: number }).state === state,
  )
const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' })
/** Signs in on the sign-in page that the browser was sent to. */
const signInHere = async (page: Page, person: Person): Promise<void> => {
  await ready(page, true)
  await page.getByLabel('User name, e-mail, phone or serial number').fill(person.userName)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}

test('a warning appears two minutes before the idle time ends; a click or Escape stays and tells the server @core', async ({
  page,
}) => {
  await page.clock.install()
  await register(page, 'idler')
  await watched(page, '/home')
  await page.clock.fastForward('27:45')
  await expect(warning(page)).toBeHidden()
  await page.clock.fastForward('00:20')
  await expect(warning(page)).toBeVisible()
  await expect(warning(page)).toContainText('You will be signed out in 2 minutes')
  await expect(warning(page).getByRole('button', { name: 'Stay signed in' })).toBeFocused()
  await expectAccessible(page)
  const told = stateCall(page, 1)
  await page.keyboard.press('Escape')
  await told
  await expect(warning(page)).toBeHidden()
  await page.clock.fastForward('28:05')
  await warning(page).getByRole('button', { name: 'Stay signed in' }).click()
  await expect(warning(page)).toBeHidden()
  await page.clock.fastForward('27:30')
  await expect(warning(page)).toBeHidden()
})

test('the end of the idle time is shown until seen, and signing in restores the page with its typed input', async ({
  page,
}) => {
  const server = await startServer({
    env: {
      LIMITS: 'off',
      NODE_OPTIONS: `--import=${pathToFileURL(path.join(root, 'tests/support/clock-ahead.mjs')).href}`,
    },
  })
  await page.clock.install()
  await page.goto(`${server.origin}/login`)
  await signInHere(page, { userName: 'demo-user', password: 'mango-demo' })
  await arriveAt(page, '**/home')
  await watched(page, server.origin + tokenForm)
  await page.getByLabel('Name').fill('Half a token name')
  await page.getByLabel('Expires').selectOption({ index: 0 })
  await page.clock.fastForward('28:05')
  await expect(warning(page)).toBeVisible()
  // The server counts by its own clock.
  process.kill(server.appPid, 'SIGUSR2')
  await server.waitForLog(({ msg }) => msg === 'the clock is ahead')
  const away = stateCall(page, 0)
  await page.clock.fastForward('02:00')
  await away
  await expect(page.getByText(idleSentence)).toBeVisible()
  await expect(page).toHaveURL(/\/home$/)
  await expect.poll(() => stored(page)).toBe('{}')
  // Somebody who comes back an hour later still reads it; other messages disappear after three seconds.
  await page.clock.runFor(3_600_000)
  await expect(page.getByText(idleSentence)).toBeVisible()
  await page.locator('.toast').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText(idleSentence)).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click()
  await signInHere(page, { userName: 'demo-user', password: 'mango-demo' })
  await expect(page).toHaveURL(new RegExp(`${tokenForm}$`))
  await expect(page.getByLabel('Name')).toHaveValue('Half a token name')
  // A page that is still loading would complain that its server is gone.
  await ready(page, true)
  await server.stop()
})

test('a clock that jumps a day forward or back signs nobody out', async ({ page }) => {
  await page.clock.install()
  await register(page, 'jumper')
  await watched(page, '/home')
  const asked = page.waitForResponse('**/iot/customer/pageSession')
  await page.clock.fastForward('24:00:00')
  await asked
  await page.clock.runFor(3000)
  await expect(warning(page)).toBeHidden()
  await page.clock.setSystemTime(Date.now() - 86_400_000)
  await page.clock.runFor(20_000)
  const told = stateCall(page, 1)
  await page.getByRole('heading', { level: 1 }).click()
  await told
  await expect(warning(page)).toBeHidden()
  await page.goto('/personal')
  await expect(page).toHaveURL(/\/personal$/)
})

test('a click reports that the person is present, with the three headers, and not more often than needed', async ({
  page,
}) => {
  await page.clock.install()
  await register(page, 'clicker')
  await watched(page, '/home')
  await page.clock.runFor(16_000)
  const told: Record<string, string>[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/iot/customer/onlineState')) told.push(request.headers())
  })
  for (let n = 0; n < 5; n++) await page.getByRole('heading', { level: 1 }).click()
  await expect.poll(() => told.length).toBe(1)
  expect([told[0]?.accesstoken, told[0]?.token, told[0]?.userid].map((value) => (value ?? '').length > 10)).toEqual([
    true,
    true,
    true,
  ])
  // The last of the five is reported too, when it is due.
  await page.clock.runFor(16_000)
  await expect.poll(() => told.length).toBe(2)
  await page.clock.runFor(60_000)
  expect(told).toHaveLength(2)
})

test('staying signed in in one tab keeps the other; Exit in one ends the other, which says why', async ({
  page,
  context,
}) => {
  await context.clock.install()
  const person = await register(page, 'twotabs')
  await watched(page, '/home')
  const other = await context.newPage()
  await watched(other, tokenForm)
  await page.bringToFront()
  await page.clock.fastForward('28:05')
  await expect(warning(page)).toBeVisible()
  await expect(warning(other)).toBeVisible()
  await warning(page).getByRole('button', { name: 'Stay signed in' }).click()
  await expect(warning(page)).toBeHidden()
  await expect(warning(other)).toBeHidden()
  await exit(page)
  await arriveAt(other, '**/login')
  await expect(other.getByText('You are signed out. Please sign in again.')).toBeVisible()
  await expect.poll(() => stored(other)).toBe('{}')
  await signInHere(other, person)
  await expect(other).toHaveURL(new RegExp(`${tokenForm}$`))
})

test('Exit leaves nothing: the storage is empty, and Back shows no page of the account @core', async ({ page }) => {
  const person = await register(page, 'leaver')
  await watched(page, '/personal')
  await watched(page, tokenForm)
  await page.getByLabel('Name').fill('Nobody sees this again')
  await exit(page)
  await expect.poll(() => stored(page)).toBe('{}')
  await page.goBack()
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.locator('body')).not.toContainText(person.userName)
  await page.goBack()
  await expect(page.locator('body')).not.toContainText(person.userName)
  await page.goto('/login')
  await signInHere(page, person)
  await arriveAt(page, (url) => url.pathname !== '/login')
  await page.goto(tokenForm)
  await expect(page.getByLabel('Name')).toHaveValue('')
})

test('session storage holds the state as ciphertext only', async ({ page }) => {
  const person = await register(page, 'sealed')
  await watched(page, '/home')
  const { data } = (await (await page.request.get('/api/iot/customer/pageSession')).json()) as {
    data: { accessToken: string; token: string; storageKey: string; userId: string }
  }
  await watched(page, '/personal')
  const text = await stored(page)
  expect(text).toContain('portal-state')
  for (const secret of [
    person.userName,
    data.accessToken,
    data.token,
    data.storageKey,
    data.userId,
    'accessToken',
    'lastClickTime',
  ]) {
    expect(text).not.toContain(secret)
    expect(Buffer.from(text, 'base64').toString('latin1')).not.toContain(secret)
  }
  // The server's key decrypts it, and it is the state that SPEC.md defines.
  const opened = await page.evaluate(async (key) => {
    const bytes = (base64: string) =>
      Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
    const sealed = bytes(sessionStorage.getItem('portal-state') ?? '')
    const aes = await crypto.subtle.importKey('raw', bytes(key), 'AES-GCM', false, ['decrypt'])
    return JSON.parse(
      new TextDecoder().decode(
        await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.subarray(0, 12) }, aes, sealed.subarray(12)),
      ),
    ) as Record<string, unknown>
  }, data.storageKey)
  expect(opened).toMatchObject({
    username: person.userName,
    accessToken: data.accessToken,
    gatewayToken: data.token,
    language: 'en',
    allUnReadNum: 0,
  })
  expect(typeof opened.lastClickTime).toBe('number')
})

test('a call answered with 401 shows why and leads to /login; saved input is restored after signing in', async ({
  page,
}) => {
  await page.clock.install()
  const person = await register(page, 'thrown')
  await watched(page, tokenForm)
  await page.getByLabel('Name').fill('Kept before the end')
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith('/iot/customer/draft') && answer.request().method() === 'PUT',
  )
  await page.clock.runFor(4000)
  await kept
  await endElsewhere(page, person)
  await page.clock.runFor(16_000)
  // Typed after the session ended: it may have been ended because its cookie was stolen, so nothing more is kept.
  await page.getByLabel('Name').fill('Kept after the end')
  await expect(page.locator('.toast')).toContainText('signed out from another device')
  await page.clock.runFor(600)
  await arriveAt(page, '**/login')
  await expect(page.locator('.toast')).toContainText('signed out from another device')
  await expect.poll(() => stored(page)).toBe('{}')
  await signInHere(page, person)
  await expect(page).toHaveURL(new RegExp(`${tokenForm}$`))
  await expect(page.getByLabel('Name')).toHaveValue('Kept before the end')
})

test('typed input is forgotten once it is sent, or when its page is left by a link', async ({ page }) => {
  await page.clock.install()
  const person = await register(page, 'sender')
  const typed = async (name: string): Promise<void> => {
    await page.getByLabel('Name').fill(name)
    const kept = page.waitForResponse(
      (answer) => answer.url().endsWith('/iot/customer/draft') && answer.request().method() === 'PUT',
    )
    await page.clock.runFor(4000)
    expect((await kept).status()).toBe(200)
  }
  const removed = () =>
    page.waitForResponse(
      (answer) => answer.url().includes('/iot/customer/draft?') && answer.request().method() === 'DELETE',
    )
  await watched(page, tokenForm)
  await typed('For the shed')
  // A reload does not mean giving it up.
  await watched(page, tokenForm)
  await expect(page.getByLabel('Name')).toHaveValue('For the shed')
  await typed('For the shed 2')
  const gone = removed()
  await page.getByLabel('Current password').fill(person.password)
  await page.getByRole('button', { name: 'Create the token' }).click()
  await gone
  await arriveAt(page, /\/personal\/tokens\/[0-9a-z]{26}$/)
  await watched(page, tokenForm)
  await expect(page.getByLabel('Name')).toHaveValue('')
  await typed('Given up')
  const left = removed()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await left
  await page.goto(tokenForm)
  await expect(page.getByLabel('Name')).toHaveValue('')
})

test('a watch whose code failed to load is fetched again when the network is back', async ({ page, complaints }) => {
  await register(page, 'cutoff')
  let cut = 0
  let isCut = true
  const watchCode = /session-watch-[^/]*\.js$/
  await page.route(watchCode, (route) => (isCut ? route.abort('connectionreset') : route.continue()))
  page.on('requestfailed', (request) => {
    if (watchCode.test(request.url())) cut++
  })
  await page.goto('/home')
  await ready(page, true)
  // A session's first page loads it by itself, any other page on the first action.
  await page.keyboard.press('Shift')
  await expect.poll(() => cut).toBeGreaterThan(0)
  expect(await page.evaluate(() => document.documentElement.dataset.watched)).toBeUndefined()
  isCut = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.waitForFunction(() => document.documentElement.dataset.watched !== undefined)
  complaints.length = 0
})

test('a watch that could not reach the server starts with the next action', async ({ page, complaints }) => {
  await register(page, 'unreached')
  let cut = 0
  let isCut = true
  await page.route('**/api/iot/customer/pageSession', (route) => {
    if (!isCut) return route.continue()
    cut++
    return route.abort('connectionreset')
  })
  await page.goto('/home')
  await ready(page, true)
  // A session's first page starts by itself as well, so more than one request may be cut.
  await page.keyboard.press('Shift')
  await expect.poll(() => cut).toBeGreaterThan(0)
  expect(await page.evaluate(() => document.documentElement.dataset.watched)).toBeUndefined()
  isCut = false
  await expect(async () => {
    await page.keyboard.press('Shift')
    expect(await page.evaluate(() => document.documentElement.dataset.watched)).toBeDefined()
  }).toPass()
  complaints.length = 0
})
