/**
 * The three session headers: mixed, incomplete, stolen, forged, together with other tokens; and encrypted bodies that
 * are replayed, redirected or broken.
 */
import { CompactEncrypt, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpClient } from '../support/http-client'
import { startPortal, type Portal } from '../support/portal'
import { fetchJwks, fetchNonce, headersOf, logIn, postSealed, sealFor, type Tokens } from '../support/sealed'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ env: { LIMITS: 'off' } })
})
afterAll(() => portal.stop())
type PageSession = { accessToken: string; token: string; userId: string; storageKey: string; sessionId: string }
const read = (client: HttpClient, headers: Record<string, string>, address = '/iot/customer/userInfo') =>
  client.api('GET', address, { headers })
const stranger = () => portal.visitor()
const pageOf = async (client: HttpClient): Promise<PageSession> =>
  (await client.api<PageSession>('GET', '/iot/customer/pageSession')).data

describe('a program’s three values', () => {
  it('are valid only together, and only from one login', async () => {
    const mine = await logIn(stranger(), 'demo-user', 'mango-demo')
    const again = await logIn(stranger(), 'demo-user', 'mango-demo')
    const friend = await logIn(stranger(), 'demo-friend', 'mango-friend')
    expect(await read(stranger(), headersOf(mine))).toMatchObject({ code: '0', data: { userName: 'demo-user' } })
    const mixed: Record<string, string>[] = [
      headersOf({ ...mine, token: again.token }),
      headersOf({ ...mine, token: friend.token }),
      headersOf({ ...mine, userId: friend.userId }),
      headersOf({ ...mine, accessToken: friend.accessToken }),
      headersOf({ ...mine, accessToken: mine.token, token: mine.accessToken }),
      headersOf({ ...mine, accessToken: mine.refreshToken }),
      { accessToken: mine.accessToken },
      { accessToken: mine.accessToken, token: mine.token },
      { accessToken: mine.accessToken, userId: mine.userId },
      { token: mine.token, userId: mine.userId },
      { userId: mine.userId },
      headersOf({ ...mine, token: 'x'.repeat(5000) }),
      headersOf({ ...mine, accessToken: 'mpa_forged' }),
      headersOf({ ...mine, accessToken: portal.tokens.customer }),
    ]
    for (const headers of mixed)
      expect(await read(stranger(), headers), JSON.stringify(headers).slice(0, 200)).toMatchObject({
        status: 401,
        code: 'I1304',
      })
    expect(await read(stranger(), headersOf(mine))).toMatchObject({ code: '0' })
  })
  it('never fall back to a cookie, and are refused together with an API token', async () => {
    const user = await portal.visitor().signIn('demo-user', 'mango-demo')
    const mine = await logIn(stranger(), 'demo-user', 'mango-demo')
    expect(await read(user, headersOf({ ...mine, token: 'mpg_forged' }))).toMatchObject({ status: 401, code: 'I1304' })
    expect(await read(user, { ...headersOf(mine), authorization: `Bearer ${portal.tokens.customer}` })).toMatchObject({
      status: 401,
      code: 'A0411',
    })
  })
  it('open no page', async () => {
    const mine = await logIn(stranger(), 'demo-user', 'mango-demo')
    expect((await stranger().request('/personal', { headers: headersOf(mine) })).status).toBe(302)
    const thief = stranger()
    thief.cookies.set('portal-session', mine.accessToken)
    expect((await thief.request('/personal')).status).toBe(302)
  })
  it('need no origin check, since they prove themselves', async () => {
    const mine = await logIn(stranger(), 'demo-user', 'mango-demo')
    const call = (headers: Record<string, string>) =>
      stranger().api('POST', '/iot/customer/onlineState', {
        headers: {
          ...headers,
          cookie: 'language=en',
          origin: 'https://elsewhere.example',
          'sec-fetch-site': 'cross-site',
        },
        json: { state: 1 },
      })
    expect(await call(headersOf(mine))).toMatchObject({ code: '0' })
    expect(await call({})).toMatchObject({ status: 403, code: 'A0403' })
    // A placeholder token skips the origin check, but then proves nothing.
    expect(await call({ accessToken: 'word', token: 'word', userId: 'word' })).toMatchObject({
      status: 401,
      code: 'I1304',
    })
  })
})

describe('a page’s tokens', () => {
  it('are valid together with the cookie that they were issued for', async () => {
    const user = await portal.visitor().signIn('demo-user', 'mango-demo')
    const page = await pageOf(user)
    expect(await read(user, headersOf(page))).toMatchObject({ code: '0', data: { userName: 'demo-user' } })
    expect(
      await user.api('POST', '/iot/customer/onlineState', {
        headers: { ...headersOf(page), origin: portal.origin },
        json: { state: 1 },
      }),
    ).toMatchObject({ code: '0' })
  })
  it('are useless to a thief without the cookie, or with another one', async () => {
    const user = await portal.visitor().signIn('demo-user', 'mango-demo')
    const page = await pageOf(user)
    const friend = await portal.visitor().signIn('demo-friend', 'mango-friend')
    const elsewhere = await portal.visitor().signIn('demo-user', 'mango-demo')
    for (const thief of [stranger(), friend, elsewhere])
      expect(await read(thief, headersOf(page))).toMatchObject({ status: 401, code: 'I1304' })
    const others = await pageOf(friend)
    expect(await read(user, headersOf({ ...page, token: others.token }))).toMatchObject({ status: 401, code: 'I1304' })
    expect(await read(user, headersOf({ ...page, userId: others.userId }))).toMatchObject({
      status: 401,
      code: 'I1304',
    })
    const program = await logIn(stranger(), 'demo-user', 'mango-demo')
    expect(await read(user, headersOf({ ...page, token: program.token }))).toMatchObject({ code: 'I1304' })
  })
  it('let no other site act, although the browser adds the cookie', async () => {
    const user = await portal.visitor().signIn('demo-user', 'mango-demo')
    const page = await pageOf(user)
    expect(
      await user.api('POST', '/iot/customer/onlineState', {
        headers: { ...headersOf(page), origin: 'https://evil.example' },
        json: { state: 1 },
      }),
    ).toMatchObject({ status: 403, code: 'A0403' })
    expect(
      await user.api('GET', '/iot/customer/vcode?purpose=bind&email=evil@mango.example', {
        headers: { 'sec-fetch-site': 'cross-site' },
      }),
    ).toMatchObject({ status: 403 })
    expect(await user.api('GET', '/iot/customer/vcode?purpose=bind&email=evil@mango.example')).toMatchObject({
      status: 403,
    })
  })
  it('end with the session', async () => {
    const user = await portal.visitor().signIn('demo-user', 'mango-demo')
    const page = await pageOf(user)
    const cookie = user.cookies.get('portal-session') ?? ''
    expect(
      await user.api('POST', '/iot/customer/logout', { headers: { ...headersOf(page), origin: portal.origin } }),
    ).toMatchObject({ code: '0' })
    expect(user.cookies.has('portal-session')).toBe(false)
    user.cookies.set('portal-session', cookie)
    expect(await read(user, headersOf(page))).toMatchObject({ status: 401, code: 'I1305' })
  })
  it('are given to pages only, not to programs and API tokens', async () => {
    const program = await logIn(stranger(), 'demo-user', 'mango-demo')
    expect(await read(stranger(), headersOf(program), '/iot/customer/pageSession')).toMatchObject({
      status: 403,
      code: 'A0403',
    })
    expect(await stranger().api('GET', '/iot/customer/pageSession', { token: portal.tokens.customer })).toMatchObject({
      status: 403,
      code: 'A0403',
    })
  })
})

describe('an encrypted body', () => {
  const login = (jwe: string) => stranger().api<Tokens>('POST', '/iot/customer/login', { json: { jwe } })
  const path = '/api/iot/customer/login'
  const body = { identifier: 'demo-user', password: 'mango-demo' }
  it('signs in once; a replay is refused', async () => {
    const jwe = await sealFor(stranger(), path, body)
    expect(await login(jwe)).toMatchObject({ code: '0' })
    for (let n = 0; n < 3; n++)
      expect(await login(jwe)).toMatchObject({ status: 400, code: 'A0424', data: { reason: 'replayed' } })
    const nonce = await fetchNonce(stranger())
    const twice = await Promise.all([
      sealFor(stranger(), path, body, { nonce }),
      sealFor(stranger(), path, body, { nonce }),
    ])
    const codes = (await Promise.all(twice.map(login))).map((answer) => answer.code)
    expect(codes.sort()).toEqual(['0', 'A0424'])
  })
  it('with another key or path, or broken, is refused with a reason that reveals nothing', async () => {
    const [jwk] = await fetchJwks(stranger())
    const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
    const foreign = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(body)))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: jwk?.kid ?? '', nonce: await fetchNonce(stranger()) })
      .encrypt(publicKey)
    expect(await login(foreign)).toMatchObject({ status: 400, code: 'A0424', data: { reason: 'malformed' } })
    expect(await login(await sealFor(stranger(), path, body, { kid: '0'.repeat(26) }))).toMatchObject({
      data: { reason: 'unknown-key' },
    })
    expect(await login(await sealFor(stranger(), '/api/iot/customer/register', body))).toMatchObject({
      data: { reason: 'purpose' },
    })
    for (const jwe of ['', 'x', 'a.b.c.d.e', 'eyJhIjoxfQ..a.b.c', 'x'.repeat(60_000)])
      expect(await login(jwe)).toMatchObject({ status: 400, code: 'A0424', data: { reason: 'malformed' } })
    // A body over the signed-out limit is not even read.
    expect(await login('x'.repeat(1_000_000))).toMatchObject({ status: 413, code: 'A0413' })
    for (const jwe of [1, null, {}, ['a', 'b']])
      expect(await stranger().api('POST', '/iot/customer/login', { json: { jwe } })).toMatchObject({
        status: 400,
        code: 'A0424',
      })
  })
  it('without an object, or with other content than a login, is refused like any invalid input', async () => {
    for (const value of [null, 1, 'text', [body]])
      expect(await login(await sealFor(stranger(), path, value))).toMatchObject({ status: 400, code: 'A0424' })
    expect(await login(await sealFor(stranger(), path, { identifier: ['demo-user'], password: {} }))).toMatchObject({
      status: 422,
      code: 'A0422',
    })
    expect(await login(await sealFor(stranger(), path, { ...body, identifier: 'x'.repeat(40_000) }))).toMatchObject({
      status: 422,
      code: 'A0422',
    })
  })
  it('ignores plain fields next to it: a plain name and password sign nobody in', async () => {
    const empty = await sealFor(stranger(), path, {})
    const beside = await stranger().api('POST', '/iot/customer/login', {
      json: { jwe: empty, identifier: 'demo-user', password: 'mango-demo' },
    })
    expect(beside).toMatchObject({ status: 400, code: 'A0424', data: { reason: 'malformed' } })
    const inAddress = await stranger().api('POST', '/iot/customer/login?identifier=demo-user&password=mango-demo', {
      json: { jwe: empty },
    })
    expect(inAddress).toMatchObject({ status: 422, code: 'I1309' })
    expect(await login(await sealFor(stranger(), path, body, { header: { aud: undefined } }))).toMatchObject({
      status: 400,
      code: 'A0424',
      data: { reason: 'malformed' },
    })
  })
  it('works in a page’s form too, and its secrets are not shown again', async () => {
    const client = stranger()
    const seal = async (fields: Record<string, string>) => ({ sealed: await sealFor(client, '/login', fields) })
    const wrong = await client.post('/login', await seal({ identifier: 'demo-user', password: 'geheim-geheim' }))
    const page = await wrong.text()
    expect([wrong.status, page.includes('value="demo-user"'), page.includes('geheim')]).toEqual([422, true, false])
    const fields = await seal({ identifier: 'demo-user', password: 'mango-demo' })
    expect((await client.post('/login', fields)).status).toBe(303)
    expect((await portal.visitor().post('/login', fields)).status).toBe(400)
    expect((await portal.visitor().post('/login', { sealed: 'broken' })).status).toBe(400)
  })
})

describe('a megabyte in a text field', () => {
  const long = 'x'.repeat(1_000_000)
  it('is refused with a code, by /api and by a form, at little cost', async () => {
    const tokens = await logIn(stranger(), 'demo-user', 'mango-demo')
    const calls = [
      stranger().api('POST', '/iot/customer/refreshToken', { json: { refreshToken: long } }),
      stranger().api('POST', '/iot/customer/register', { json: { userName: long, password: long } }),
      stranger().api('POST', '/iot/customer/modifyUsername', { headers: headersOf(tokens), form: { userName: long } }),
      stranger().api('POST', '/iot/customer/bindUserInfo', {
        headers: headersOf(tokens),
        json: { email: long, code: long },
      }),
      stranger().api('POST', '/iot/customer/lostPassword', { json: { identifier: long, code: '123456' } }),
    ]
    for (const { status, code } of await Promise.all(calls)) {
      expect([400, 413, 422]).toContain(status)
      expect(['A0413', 'A0422', 'A0424']).toContain(code)
    }
    for (const address of ['/login', '/register', '/forget'])
      expect([413, 422]).toContain(
        (await stranger().post(address, { identifier: long, userName: long, password: long, repeatPassword: long }))
          .status,
      )
  })
})

describe('the log', () => {
  it('has no token, code, password or contact of these tests', async () => {
    const client = stranger()
    const tokens = await logIn(client, 'demo-user', 'mango-demo')
    await postSealed(client, '/iot/customer/login', { identifier: 'demo-user', password: 'geheim-geheim' })
    await client.api(
      'GET',
      `/iot/customer/userInfo?accessToken=${tokens.accessToken}&vcode=VCODE1&code=CODE22&email=secret.person@mango.example&phone=1009998887&jwe=eyJSECRET&code[]=CODE22&password[]=geheim-2&refreshToken[]=${tokens.refreshToken}&jwe[]=eyJSECRET`,
    )
    await portal.waitForLog((line) => String(line.url ?? '').includes('userInfo?accessToken'))
    const log = JSON.stringify(portal.log) + portal.output()
    for (const secret of [
      tokens.accessToken,
      tokens.token,
      tokens.refreshToken,
      'geheim',
      'VCODE1',
      'CODE22',
      'secret.person',
      '1009998887',
      'eyJSECRET',
      'mango-demo',
    ])
      expect(log).not.toContain(secret)
  })
})
