/**
 * Late forms by the server's own clock: a code or new password sent a quarter of an hour after its code was sent, and
 * anything sent after half an hour of inactivity. The person sees the reason, without scripts.
 */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpClient } from '../support/http-client'
import { findCode } from '../support/outbox'
import { root } from '../support/paths'
import { startPortal, type Portal } from '../support/portal'

const ahead = (minutes: number) => ({
  LIMITS: 'off',
  CLOCK_AHEAD_MINUTES: String(minutes),
  NODE_OPTIONS: `--import=${pathToFileURL(path.join(root, 'tests/support/clock-ahead.mjs')).href}`,
})
/** Advances the server's clock by its step. */
const goOn = async (portal: Portal): Promise<void> => {
  const steps = () => portal.log.filter(({ msg }) => msg === 'the clock is ahead').length
  const before = steps()
  process.kill(portal.appPid, 'SIGUSR2')
  await expect.poll(steps).toBe(before + 1)
}
const follow = async (client: HttpClient, answer: Response): Promise<string> =>
  (await client.request(answer.headers.get('location') ?? '')).text()
const notices = (page: string): string[] =>
  [...page.matchAll(/class="toast toast-[\s\S]*?<span>([^<]*)<\/span>/g)].map((found) => found[1] ?? '')

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ env: ahead(16) })
})
afterAll(() => portal.stop())
const mailbox = 'demo-user@mango.example'
/** Requests a code by a form, and waits for it. */
const codeAfter = async (ask: () => Promise<unknown>): Promise<string> => {
  const before =
    /href="(\/dev\/outbox\/[^"?]+)/.exec(await text(`/dev/outbox?to=${encodeURIComponent(mailbox)}`))?.[1] ?? null
  await ask()
  return (await findCode(text, mailbox, before)).code
}
const text = async (address: string): Promise<string> => (await portal.visitor().request(address)).text()

describe('a form that is older than a quarter of an hour', () => {
  const tooLate = 'The code has expired. Ask for a new one.'
  const user = () => portal.visitor().signIn('demo-user', 'mango-demo')
  const sent = async (
    client: HttpClient,
    address: string,
    fields: Record<string, string>,
    next: string,
  ): Promise<HttpClient> => {
    const answer = await client.post(address, fields)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, next])
    return client
  }
  const journeys: { page: string; back: string; begin: () => Promise<HttpClient>; late: Record<string, string> }[] = [
    {
      page: '/login/code/enter',
      back: '/login/code',
      late: { intent: 'enter', code: '123456' },
      begin: () => sent(portal.visitor(), '/login/code', { identifier: 'demo-user' }, '/login/code/enter'),
    },
    {
      page: '/forget/code',
      back: '/forget',
      late: { intent: 'enter', code: '123456' },
      begin: () => sent(portal.visitor(), '/forget', { identifier: 'demo-user' }, '/forget/code'),
    },
    {
      page: '/forget/password',
      back: '/forget',
      late: { newPassword: 'battery-staple', repeatPassword: 'battery-staple' },
      begin: async () => {
        const client = portal.visitor()
        const code = await codeAfter(() => sent(client, '/forget', { identifier: mailbox }, '/forget/code'))
        return sent(client, '/forget/code', { intent: 'enter', code }, '/forget/password')
      },
    },
    {
      page: '/personal/contact/email/code',
      back: '/personal/contact/email',
      late: { intent: 'enter', code: '123456', password: 'mango-demo' },
      begin: async () =>
        sent(
          await user(),
          '/personal/contact/email',
          { email: 'another@mango.example' },
          '/personal/contact/email/code',
        ),
    },
    {
      page: '/personal/password/code',
      back: '/personal/password/code',
      late: { intent: 'save', code: '123456', newPassword: 'battery-staple', repeatPassword: 'battery-staple' },
      begin: async () => sent(await user(), '/personal/password/code', { intent: 'mail' }, '/personal/password/code'),
    },
  ]
  for (const { page, back, begin, late } of journeys)
    it(`${page} redirects to the first form with the message of I1102, when opened again or sent, and shows it once`, async () => {
      for (const come of [
        (client: HttpClient) => client.request(page),
        (client: HttpClient) => client.post(page, late),
      ]) {
        const client = await begin()
        await goOn(portal)
        const answer = await come(client)
        expect([302, 303]).toContain(answer.status)
        expect(answer.headers.get('location')).toBe(back)
        const first = await follow(client, answer)
        expect(notices(first)).toEqual([tooLate])
        expect(first).toContain('<form')
        // The flow has restarted: the old step is gone, and so is its message.
        const again = await client.request(page)
        expect(notices(again.status === 200 ? await again.text() : await follow(client, again))).toEqual([])
      }
    })
  it('is accepted until then', async () => {
    const client = portal.visitor()
    const code = await codeAfter(() => sent(client, '/login/code', { identifier: mailbox }, '/login/code/enter'))
    expect((await client.request('/login/code/enter')).status).toBe(200)
    expect((await client.post('/login/code/enter', { intent: 'enter', code })).headers.get('location')).toBe('/home')
  })
})

describe('half an hour without activity, without scripts', () => {
  const idle = 'You have not operated the management platform for 30 minutes, please log in again.'
  const comes: [string, (client: HttpClient) => Promise<Response>][] = [
    ['a page for everybody', (client) => client.request('/help')],
    ['a page of the account', (client) => client.request('/terminal')],
    [
      'a form',
      (client) =>
        client.post(
          '/terminal/bind',
          { sn: '100000000001', repeatSn: '100000000001', code: 'BCDFGHJK' },
          { referer: `${portal.origin}/terminal/bind` },
        ),
    ],
  ]
  for (const [name, come] of comes)
    it(`is reported on the page after ${name}, until the next page is opened`, async () => {
      const client = await portal.visitor().signIn('demo-user', 'mango-demo')
      await goOn(portal)
      await goOn(portal)
      // Pictures, styles and calls show nothing to a person, so they don't use the message up.
      await client.request('/favicon.ico')
      expect(await client.api('GET', '/iot/customer/userInfo')).toMatchObject({ status: 401 })
      let answer = await come(client)
      for (let n = 0; n < 3 && answer.status !== 200; n++)
        answer = await client.request(answer.headers.get('location') ?? '')
      const page = await answer.text()
      expect(notices(page)).toEqual([idle])
      // Only a script removes it; the page does not refresh itself.
      expect(page).not.toMatch(/http-equiv="refresh"/)
      expect(notices(await (await client.request('/help')).text())).toEqual([])
    })
})

describe('half an hour without activity', () => {
  it('is not interrupted by a page’s own polls, and restarts with each request of the person', async () => {
    const [still, active] = [
      await portal.visitor().signIn('demo-user', 'mango-demo'),
      await portal.visitor().signIn('demo-user', 'mango-demo'),
    ]
    const ask = async (client: HttpClient, headers: Record<string, string>): Promise<number> =>
      (await client.api('GET', '/chmax/lists', { headers: { 'sec-fetch-site': 'same-origin', ...headers } })).status
    await goOn(portal)
    expect([await ask(still, { 'x-portal-background': '1' }), await ask(active, {})]).toEqual([200, 200])
    await goOn(portal)
    expect([await ask(still, { 'x-portal-background': '1' }), await ask(active, {})]).toEqual([401, 200])
  })
  it('is not interrupted by a page that reloads itself without scripts', async () => {
    const [waiting, active] = [
      await portal.visitor().signIn('demo-user', 'mango-demo'),
      await portal.visitor().signIn('demo-user', 'mango-demo'),
    ]
    const load = async (client: HttpClient, address: string): Promise<number> => (await client.request(address)).status
    await goOn(portal)
    expect([await load(waiting, '/order?reloaded=1'), await load(active, '/order')]).toEqual([200, 200])
    await goOn(portal)
    // An ended session is redirected.
    expect([await load(waiting, '/order?reloaded=1'), await load(active, '/order')]).toEqual([302, 200])
  })
})
