/**
 * The setting SINGLE_SESSION: a second sign-in ends the first session, whose next request gets the reason; without it
 * both live.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPortal, type Portal } from '../support/portal'
import type { HttpClient } from '../support/http-client'

const signIn = (portal: Portal): Promise<HttpClient> => portal.visitor().signIn('demo-user', 'mango-demo')

describe('with SINGLE_SESSION=1', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await startPortal({ env: { SINGLE_SESSION: '1' } })
  })
  afterAll(() => portal.stop())

  it('the first session’s next call is I1306 with 401', async () => {
    const first = await signIn(portal)
    expect((await first.api('GET', '/chmax/lists')).code).toBe('0')
    const second = await signIn(portal)
    expect(await first.api('GET', '/chmax/lists')).toMatchObject({ status: 401, code: 'I1306', data: null })
    expect((await second.api('GET', '/chmax/lists')).code).toBe('0')
  })
  it('the first session’s next page goes to /, says why once, drops the cookie and keeps the page to return to', async () => {
    const first = await signIn(portal)
    const second = await signIn(portal)
    const answer = await first.request('/personal')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
    expect([...first.cookies.keys()].filter((name) => name.endsWith('portal-session'))).toEqual([])
    const front = await follow(first, '/')
    expect(front).toMatch(/signed in (?:elsewhere|on another|somewhere else)/i)
    expect(await follow(first, '/')).not.toMatch(/signed in (?:elsewhere|on another|somewhere else)/i)
    const again = await first.post('/login', { userName: 'demo-user', identifier: 'demo-user', password: 'mango-demo' })
    expect([again.status, again.headers.get('location')]).toEqual([303, '/personal'])
    expect((await second.request('/personal')).status).toBe(302)
  })
  it('a posted form of the first session changes nothing', async () => {
    const first = await signIn(portal)
    await signIn(portal)
    const answer = await first.post('/personal/tokens/new', {
      name: 'too late',
      scopes: 'lists:read',
      expiresInDays: '30',
      password: 'mango-demo',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
    const page = await (await (await signIn(portal)).request('/personal/tokens')).text()
    expect(page).not.toContain('too late')
  })
  it('API tokens and other accounts are not affected', async () => {
    const friend = await portal.visitor().signIn('demo-friend', 'mango-friend')
    await signIn(portal)
    expect((await friend.api('GET', '/chmax/lists')).code).toBe('0')
    expect((await portal.visitor().api('GET', '/chmax/lists', { token: portal.tokens.customer })).code).toBe('0')
  })
})

describe('without SINGLE_SESSION', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await startPortal({ env: { SINGLE_SESSION: '0' } })
  })
  afterAll(() => portal.stop())
  it('several sessions live at once', async () => {
    const [first, second] = [await signIn(portal), await signIn(portal)]
    for (const one of [first, second]) expect((await one.api('GET', '/chmax/lists')).code).toBe('0')
  })
})

/** A page's text after following redirects. */
const follow = async (client: HttpClient, path: string): Promise<string> => {
  const answer = await client.request(path)
  const to = answer.headers.get('location')
  return to === null ? answer.text() : follow(client, to)
}
