/** A browser that refuses cookies: every way to sign in says so, and none loops. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HttpClient } from '../support/http-client'
import { sharePortal, type SharedPortal } from '../support/shared-portal'

let portal: SharedPortal
beforeAll(async () => {
  portal = await sharePortal()
})
afterAll(() => portal.stop())

const sentence = 'Your browser refuses cookies'
/** Sends a form and follows redirects, with or without cookies: the last page and its address. */
const send = async (keeps: boolean, path: string, fields: Record<string, string>, come: string | null = null) => {
  const client = new HttpClient(portal.origin)
  const forget = () => {
    if (!keeps) client.cookies.clear()
  }
  if (come !== null) await client.request(come)
  forget()
  let answer = await client.post(path, fields)
  let at = path
  for (let n = 0; n < 6 && answer.headers.get('location') !== null; n++) {
    at = answer.headers.get('location') ?? ''
    forget()
    answer = await client.request(at)
  }
  return { at, status: answer.status, said: (await answer.text()).includes(sentence) }
}
const login = () => ({
  identifier: portal.people.customer.userName,
  password: portal.people.customer.password,
})
const registered = (userName: string) => ({ userName, password: 'long-enough-1', repeatPassword: 'long-enough-1' })

describe('a browser that refuses cookies', () => {
  it('sees a warning after the right password', async () => {
    expect(await send(false, '/login', login(), '/login')).toMatchObject({ status: 200, said: true })
  })
  it('sees a warning after registering', async () => {
    expect(await send(false, '/register', registered('without-cookies'))).toMatchObject({ status: 200, said: true })
  })
  it('sees a warning after requesting a code, and when entering one', async () => {
    expect(await send(false, '/login/code', { identifier: 'nobody-at-all' })).toMatchObject({ status: 200, said: true })
    expect(await send(false, '/login/code/enter', { intent: 'enter', code: '123456' })).toMatchObject({ said: true })
  })
})

describe('a browser that accepts cookies', () => {
  it('reaches its page, even on its first visit', async () => {
    expect(await send(true, '/login', login())).toEqual({ at: '/home', status: 200, said: false })
    expect(await send(true, '/login', login(), '/login')).toEqual({ at: '/home', status: 200, said: false })
    expect(await send(true, '/register', registered('with-cookies'))).toEqual({
      at: '/personal/welcome',
      status: 200,
      said: false,
    })
    expect(await send(true, '/login/code', { identifier: 'nobody-at-all' })).toMatchObject({ said: false })
  })
  it('sees no warning on a later step that it opens first, and is not redirected to another site', async () => {
    const client = new HttpClient(portal.origin)
    const away = await client.request('/login/code/enter')
    const first = await client.request(away.headers.get('location') ?? '')
    expect(await first.text()).not.toContain(sentence)
    await client.post('/login', login())
    const to = await client.request(`/login?cookies=asked&to=${encodeURIComponent('//evil.example')}`)
    expect(to.headers.get('location')).toBe('/home')
  })
})
