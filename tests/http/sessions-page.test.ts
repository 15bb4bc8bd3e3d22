/**
 * /personal/sessions: a session signed out from another one gets that message, on the page and by /api, in every
 * language.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '~/i18n/languages'
import type { HttpClient } from '../support/http-client'
import { sharePortal, type SharedPortal } from '../support/shared-portal'
import { headersOf, logIn } from '../support/sealed'

let portal: SharedPortal
beforeAll(async () => {
  portal = await sharePortal()
})
afterAll(() => portal.stop())

const signIn = () => portal.signIn('customer')
const told = 'This session was signed out from another device. Please sign in again.'
const others = async (client: HttpClient): Promise<string[]> => {
  const page = await (await client.request('/personal/sessions')).text()
  return [...page.matchAll(/name="session" value="([^"]+)"/g)].map(([, id = '']) => id)
}

describe('a session signed out from another one', () => {
  it('gets the message on its next page, whether signed out individually or with all others', async () => {
    const here = await signIn()
    for (const endIt of [
      async () => here.post('/personal/sessions', { session: (await others(here))[0] ?? '' }),
      () => here.post('/personal/sessions', {}),
    ]) {
      const there = await signIn()
      expect((await endIt()).status).toBe(303)
      const answer = await there.request('/personal')
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
      const page = await (await there.request('/home')).text()
      expect(page).toContain(told)
      expect(page).not.toContain('signed in elsewhere')
    }
    expect((await here.request('/personal')).status).toBe(200)
  })
  it('gives its scripts and programs I1306 with the message, and its page goes to /login', async () => {
    const here = await signIn()
    const there = await signIn()
    const own = { origin: portal.origin, 'sec-fetch-site': 'same-origin' }
    const program = await logIn(portal.visitor(), portal.people.customer.userName, portal.people.customer.password)
    await here.post('/personal/sessions', {})
    expect(await there.api('GET', '/iot/customer/userInfo', { headers: own })).toMatchObject({
      status: 401,
      code: 'I1306',
      message: told,
      data: { context: 'remote' },
    })
    expect(await portal.visitor().api('GET', '/iot/customer/userInfo', { headers: headersOf(program) })).toMatchObject({
      status: 401,
      code: 'I1306',
      message: told,
    })
    // What the page's scripts send after such an answer.
    const left = await there.post('/logout', { reason: 'I1306', page: '/terminal', typed: '{}' })
    expect([left.status, left.headers.get('location')]).toEqual([303, '/login'])
    expect(await (await there.request('/login')).text()).toContain(told)
  })
  it('gets the message in each language', async () => {
    const here = await signIn()
    const sentences = new Set<string>()
    for (const { code } of languages) {
      const there = await signIn()
      await here.post('/personal/sessions', {})
      sentences.add(
        (
          await there.api('GET', '/iot/customer/userInfo', {
            headers: { 'sec-fetch-site': 'same-origin' },
            language: code,
          })
        ).message,
      )
    }
    expect(sentences.size).toBe(languages.length)
  })
})
