/**
 * The module that calls /api from a page, in a real page: what each kind of answer shows. It is bundled as it is and
 * runs next to the page's own scripts; the network mocks answers that the server would not give.
 */
import { build } from 'esbuild'
import type { Page, Route } from 'playwright/test'
import type { callApi, downloadFile } from '~/client/api/call'
import { root } from '../support/paths'
import { arriveAt, awaitWatch, expect, ready, register, signIn, test } from '../support/browser'

declare global {
  var calls: { callApi: typeof callApi; downloadFile: typeof downloadFile }
}

const bundle = async (): Promise<string> => {
  const made = await build({
    stdin: { contents: `export { callApi, downloadFile } from '~/client/api/call'`, resolveDir: root, loader: 'ts' },
    absWorkingDir: root,
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'calls',
    platform: 'browser',
    footer: { js: 'globalThis.calls = calls' },
  })
  return made.outputFiles[0]?.text ?? ''
}
let program = ''
test.beforeAll(async () => {
  program = await bundle()
})
const open = async (page: Page, address = '/home'): Promise<void> => {
  await page.goto(address)
  await ready(page, true)
  await page.evaluate(program)
}
const answerWith =
  (code: string, message: string, status = 422) =>
  (route: Route) =>
    route.fulfill({ status, json: { code, message, data: null } })
/** Stops the page's time from here on, except for what a test lets pass. */
const holdTime = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + 60_000)
const toasts = (page: Page) => page.locator('.toast')

test('a code shows its message for three seconds, equal ones once, and a silent one nothing', async ({ page }) => {
  await page.clock.install()
  await open(page)
  await holdTime(page)
  await page.route('**/api/loud', answerWith('C1125', 'The list name exists.'))
  await page.route('**/api/silent', answerWith('R1006', 'Never shown'))
  for (let n = 0; n < 3; n++) await page.evaluate(() => calls.callApi('/loud'))
  await expect(toasts(page)).toHaveText([/The list name exists\./])
  const silent = await page.evaluate(() => calls.callApi('/silent'))
  expect(silent).toMatchObject({ ok: false, code: 'R1006' })
  const quiet = await page.evaluate(() => calls.callApi('/loud', { quiet: true }))
  expect(quiet).toMatchObject({ ok: false, code: 'C1125' })
  await expect(toasts(page)).toHaveCount(1)
  await page.clock.runFor(2500)
  await expect(toasts(page)).toHaveCount(1)
  await page.clock.runFor(1000)
  await expect(toasts(page)).toHaveCount(0)
})

test('an unreadable answer shows a System Error, a missing or very late one shows a Network Error', async ({
  page,
}) => {
  await page.clock.install()
  await open(page)
  await holdTime(page)
  await page.route('**/api/garbled', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  )
  await page.route('**/api/cut', (route) => route.abort('connectionreset'))
  await page.route('**/api/never', () => undefined)
  await page.evaluate(() => calls.callApi('/garbled'))
  await expect(toasts(page)).toHaveText([/System Error/])
  await page.clock.runFor(3100)
  await page.evaluate(() => calls.callApi('/cut'))
  await expect(toasts(page)).toHaveText([/Network Error/])
  await page.clock.runFor(3100)
  const late = page.evaluate(() => calls.callApi('/never'))
  await page.clock.runFor(20_100)
  expect(await late).toMatchObject({ ok: false, code: 'network' })
  await expect(toasts(page)).toHaveText([/Network Error/])
})

test('a repeated call to the same path cancels the previous one if flagged', async ({ page }) => {
  await open(page)
  let asked = 0
  await page.route('**/api/slow?*', async (route) => {
    asked++
    // The first call never gets its answer.
    if (!route.request().url().endsWith('n=1'))
      await route.fulfill({ json: { code: '0', message: '', data: route.request().url().slice(-1) } })
  })
  const answers = await page.evaluate(() =>
    Promise.all([
      calls.callApi('/slow', { values: { n: 1 }, latestOnly: true }),
      calls.callApi('/slow', { values: { n: 2 }, latestOnly: true }),
    ]),
  )
  expect(answers).toMatchObject([
    { ok: false, code: 'cancelled' },
    { ok: true, data: '2' },
  ])
  expect(asked).toBeLessThanOrEqual(2)
  await expect(toasts(page)).toHaveCount(0)
  const both = await page.evaluate(() =>
    Promise.all([calls.callApi('/slow', { values: { n: 3 } }), calls.callApi('/slow', { values: { n: 4 } })]),
  )
  expect(both).toMatchObject([
    { ok: true, data: '3' },
    { ok: true, data: '4' },
  ])
})

test('arrays are sent as repeated keys, bodies as JSON, and messages are in the page’s language', async ({ page }) => {
  await open(page)
  const sent: { address: string; type: string | undefined; body: string | null }[] = []
  await page.route('**/api/things*', async (route) => {
    const request = route.request()
    sent.push({
      address: new URL(request.url()).search,
      type: request.headers()['content-type'],
      body: request.postData(),
    })
    await route.fulfill({ json: { code: '0', message: '', data: null } })
  })
  await page.evaluate(() => calls.callApi('/things', { values: { id: ['a', 'b c'], one: 1 } }))
  await page.evaluate(() => calls.callApi('/things', { method: 'DELETE', values: { id: ['a'] } }))
  await page.evaluate(() => calls.callApi('/things', { method: 'PUT', values: { id: ['a'], deep: { yes: true } } }))
  expect(sent).toEqual([
    { address: '?id=a&id=b+c&one=1', type: undefined, body: null },
    { address: '?id=a', type: undefined, body: null },
    { address: '', type: 'application/json', body: '{"id":["a"],"deep":{"yes":true}}' },
  ])
  await page.evaluate(() => {
    document.documentElement.lang = 'fa'
  })
  const refused = await page.evaluate(() => calls.callApi('/no/such/call', { quiet: true }))
  expect(refused).toMatchObject({ ok: false, code: 'A0404' })
  expect((refused as { message: string }).message).toMatch(/[\u0600-\u06ff]/)
})

test('a download returns the file and its name; a JSON answer shows its code instead', async ({ page }) => {
  await open(page)
  await page.route('**/api/file', (route) =>
    route.fulfill({
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="list.sdx"; filename*=UTF-8''%D9%82.sdx`,
      },
      body: 'bytes',
    }),
  )
  await page.route('**/api/refused-file', answerWith('C1112', 'The SDX file has a wrong format.'))
  const file = await page.evaluate(async () => {
    const given = await calls.downloadFile('/file')
    return given === null ? null : { name: given.name, text: await given.blob.text() }
  })
  expect(file).toEqual({ name: 'ق.sdx', text: 'bytes' })
  expect(await page.evaluate(() => calls.downloadFile('/refused-file'))).toBeNull()
  await expect(toasts(page)).toHaveText([/The SDX file has a wrong format\./])
})

for (const [code, status] of [
  ['I1303', 401],
  ['I1304', 401],
  ['I1305', 401],
  ['I1306', 401],
  ['A0411', 401],
  ['anything', 401],
] as const) {
  test(`${code} with ${status} shows the message, waits half a second and goes to /login`, async ({
    page,
    context,
  }) => {
    await page.clock.install()
    await register(page, `ended-${code.toLowerCase()}`)
    await open(page, '/personal')
    await awaitWatch(page)
    await holdTime(page)
    await page.route('**/api/ended', answerWith(code, 'This is why.', status))
    await page.evaluate(() => calls.callApi('/ended', { quiet: true }))
    // Only once, whatever else was in progress when time was advanced.
    await expect(toasts(page).filter({ hasText: 'This is why.' })).toHaveCount(1)
    // Not earlier: the poll that was due while time advanced would be refused without it, and end the session itself.
    await context.clearCookies({ name: 'portal-session' })
    await page.clock.runFor(450)
    expect(new URL(page.url()).pathname).toBe('/personal')
    await page.clock.runFor(100)
    await arriveAt(page, '**/login')
    await page.clock.resume()
    await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0)
  })
}

test('links and forms stay where they are without a network, and say so', async ({ page, context }) => {
  await signIn(page)
  await open(page, '/personal/tokens/new')
  await page.getByLabel('Name').fill('Still here')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Create the token' }).click()
  await expect(toasts(page)).toHaveText([/Network Error/])
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/tokens\/new$/)
  await expect(page.getByLabel('Name')).toHaveValue('Still here')
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/personal\/tokens$/)
})

test('a form whose request gets no answer stays as typed, and is sent once the portal answers', async ({
  page,
  complaints,
}) => {
  await signIn(page)
  await open(page, '/terminal/bind')
  const code = page.getByLabel('Verify code')
  await code.fill('STILLTYPED')
  const send = page.getByRole('button', { name: 'Bind the box' })
  for (const answer of ['nothing', 'lost', 'between'] as const) {
    // Without any answer the router already misses the code of the page.
    await page.route(answer === 'nothing' ? '**/*' : '**/terminal/bind?*_data=*', (route) =>
      answer === 'between' ? route.fulfill({ status: 502, body: 'Bad Gateway' }) : route.abort('connectionreset'),
    )
    await send.click()
    await expect(toasts(page)).toHaveText([/Network Error/])
    await expect(code).toHaveValue('STILLTYPED')
    await expect(page.locator('[data-sending]')).toHaveCount(0)
    await page.unrouteAll()
    await expect(toasts(page)).toHaveCount(0)
  }
  await send.click()
  await expect(page.locator('#error-summary-title')).toBeVisible()
  await expect(code).toHaveValue('STILLTYPED')
  // The browser logs the lost answers to the console.
  complaints.length = 0
})

test('a form with files stays as typed while the portal gives no answer, and is then sent once', async ({
  page,
  complaints,
}) => {
  await register(page, 'unreached')
  await open(page, '/news/feedback/new')
  await page.getByLabel('What is it about?').selectOption('box')
  const text = page.getByRole('textbox', { name: 'Your message' })
  await text.fill('The picture freezes every evening.')
  const send = page.getByRole('button', { name: 'Send' })
  await page.route('**/*', (route) => route.abort('connectionreset'))
  await send.click()
  await expect(toasts(page)).toHaveText([/Network Error/])
  await expect(page).toHaveURL(/\/news\/feedback\/new$/)
  await expect(text).toHaveValue('The picture freezes every evening.')
  await page.unrouteAll()
  await send.dblclick()
  await arriveAt(page, /\/news\/feedback\/(?!new$)\w+$/)
  await page.goto('/news/feedback')
  await expect(page.getByRole('list', { name: 'Feedback' }).getByRole('listitem')).toHaveCount(1)
  // The browser logs the lost answers to the console.
  complaints.length = 0
})

test('a page without its data says Network Error, and its button tries again', async ({ page, complaints }) => {
  await signIn(page)
  await open(page)
  await page.route('**/personal?*_data=*', (route) => route.abort('connectionreset'))
  await page.goto('/home')
  await ready(page, true)
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Terminal' }).waitFor()
  await page.locator('header summary', { hasText: 'Your account' }).click()
  await page.getByRole('link', { name: 'My Account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Network Error')
  await page.unroute('**/personal?*_data=*')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Account')
  // The router logs the lost answer to the console.
  complaints.length = 0
})
