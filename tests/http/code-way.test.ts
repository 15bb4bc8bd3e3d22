/**
 * The channel of a code for an account with an e-mail and a phone: chosen by the person, on the pages and by /api.
 * The answers don't reveal what the account has.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpClient } from '../support/http-client'
import { findCode } from '../support/outbox'
import { startPortal, type Portal } from '../support/portal'
import { headersOf, postSealed, sealFor, type Tokens } from '../support/sealed'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ env: { LIMITS: 'off' } })
})
afterAll(() => portal.stop())
const contacts = { mail: 'demo-user@mango.example', sms: '+447700900123' } as const
type Way = keyof typeof contacts
const typeOf = { mail: '1', sms: '2' } as const
const text = async (path: string): Promise<string> => (await portal.visitor().request(path)).text()
const newest = async (way: Way): Promise<string | null> =>
  /href="(\/dev\/outbox\/[^"?]+)/.exec(await text(`/dev/outbox?to=${encodeURIComponent(contacts[way])}`))?.[1] ?? null
const other = (way: Way): Way => (way === 'mail' ? 'sms' : 'mail')

/** The code that `ask` sends by this channel; fails if the other channel gets one. */
const codeBy = async (way: Way, ask: () => Promise<void>): Promise<string> => {
  const [before, otherBefore] = [await newest(way), await newest(other(way))]
  await ask()
  const { code } = await findCode(text, contacts[way], before)
  expect(await newest(other(way)), 'nothing by the other way').toBe(otherBefore)
  return code
}
const asks =
  (client: HttpClient, path: string, fields: Record<string, string>, next: string) => async (): Promise<void> => {
    const answer = await client.post(path, fields)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, next])
  }
const identifiers = ['demo-user', contacts.mail, contacts.sms] as const

describe('a code for an account with an e-mail and a phone', () => {
  for (const way of ['sms', 'mail'] as const) {
    it(`for signing in comes by ${way} if the form says so, whatever identifies the account, and signs in`, async () => {
      for (const identifier of identifiers) {
        const client = portal.visitor()
        const code = await codeBy(way, asks(client, '/login/code', { identifier, type: way }, '/login/code/enter'))
        expect((await client.post('/login/code/enter', { intent: 'enter', code })).headers.get('location')).toBe(
          '/home',
        )
        expect((await client.request('/personal')).status).toBe(200)
      }
    })
    it(`for a forgotten password comes by ${way} if the form says so, even when resent, and sets a new one`, async () => {
      for (const [n, identifier] of identifiers.entries()) {
        const client = portal.visitor()
        await codeBy(way, asks(client, '/forget', { identifier, type: way }, '/forget/code'))
        const code = await codeBy(way, asks(client, '/forget/code', { intent: 'again' }, '/forget/code'))
        expect((await client.post('/forget/code', { intent: 'enter', code })).headers.get('location')).toBe(
          '/forget/password',
        )
        const newPassword = `by-${way}-horse-${n}`
        expect(
          (await client.post('/forget/password', { newPassword, repeatPassword: newPassword })).headers.get('location'),
        ).toBe('/login')
        await portal.visitor().signIn('demo-user', newPassword)
      }
    })
    it(`comes by ${way} to a program that asks for type ${typeOf[way]}, for signing in and for a forgotten password`, async () => {
      const client = portal.visitor()
      const ask = (purpose: string) => async (): Promise<void> => {
        expect(
          await client.api('GET', `/iot/customer/vcode?purpose=${purpose}&identifier=demo-user&type=${typeOf[way]}`),
        ).toMatchObject({ code: '0', data: { channel: null, sentTo: null } })
      }
      const entered = await postSealed<Tokens>(client, '/iot/customer/login', {
        identifier: 'demo-user',
        code: await codeBy(way, ask('sign-in')),
      })
      expect([entered.code, entered.data.userName]).toEqual(['0', 'demo-user'])
      const code = await codeBy(way, ask('recover'))
      const newPassword = await sealFor(client, '/api/iot/customer/lostPassword', `${way}-by-program`)
      expect(
        await client.api('POST', '/iot/customer/lostPassword', {
          json: { identifier: 'demo-user', code, newPassword },
        }),
      ).toMatchObject({ code: '0' })
      // A new password has ended all its sessions.
      expect(await client.api('GET', '/iot/customer/userInfo', { headers: headersOf(entered.data) })).toMatchObject({
        status: 401,
      })
      await portal.visitor().signIn('demo-user', `${way}-by-program`)
    })
  }
  it('comes by mail, which costs nothing, if nothing is chosen', async () => {
    for (const [path, next] of [
      ['/login/code', '/login/code/enter'],
      ['/forget', '/forget/code'],
    ] as const)
      await codeBy('mail', asks(portal.visitor(), path, { identifier: 'demo-user', type: '' }, next))
  })
})

describe('the choice of the channel', () => {
  it('is on both forms for everybody, and is kept after a refusal', async () => {
    for (const path of ['/login/code', '/forget']) {
      expect(await text(path)).toMatch(/<select[^>]*name="type"/)
      const refused = await portal.visitor().post(path, { identifier: '', type: 'sms' })
      expect([refused.status, await refused.text()]).toEqual([
        422,
        expect.stringMatching(/<option value="sms" selected(?:="")?>/),
      ])
    }
  })
  it('does not reveal what an account has, nor whether it exists', async () => {
    for (const [path, next] of [
      ['/login/code', '/login/code/enter'],
      ['/forget', '/forget/code'],
    ] as const) {
      const pages: string[] = []
      for (const identifier of ['demo-user', 'demo-friend', 'nobody-at-all']) {
        const client = portal.visitor()
        await asks(client, path, { identifier, type: 'sms' }, next)()
        pages.push(/<main[\s\S]*<\/main>/.exec(await (await client.request(next)).text())?.[0] ?? '')
      }
      expect(pages[0]).toContain('name="code"')
      expect([pages[1], pages[2]]).toEqual([pages[0], pages[0]])
    }
  })
})
