/** Invalid tokens and cookies: forged, altered, revoked, restricted, borrowed, or sent from another site. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPortal, type Portal } from '../support/portal'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())
type Made = { token: string; view: { id: string } }

describe('API tokens', () => {
  it('are created in My Account, shown once, and end the moment they are revoked', async () => {
    const user = await portal.visitor().signIn('demo-user', 'mango-demo')
    const made = await user.post('/personal/tokens/new', {
      name: 'My script',
      scopes: ['lists:read'],
      expiresInDays: '30',
      password: 'mango-demo',
    })
    expect(made.status).toBe(303)
    const address = made.headers.get('location') ?? ''
    const token = /mpt_[\w-]{43}/.exec(await (await user.request(address)).text())?.[0] ?? ''
    expect(token).not.toBe('')
    expect(await (await user.request(address)).text()).not.toContain(token)
    expect(await portal.visitor().api('GET', '/chmax/lists', { token })).toMatchObject({ code: '0' })
    expect((await user.post(`${address}/revoke`, {})).status).toBe(303)
    expect(await portal.visitor().api('GET', '/chmax/lists', { token })).toMatchObject({ status: 401, code: 'I1305' })
  })
  it('need the password, an operator’s too, so that nobody creates one at an unattended page', async () => {
    const user = await portal.visitor().signIn('demo-user', 'mango-demo')
    for (const password of [undefined, '', 'not-the-one']) {
      const refused = await user.post('/personal/tokens/new', {
        name: 'Left open',
        scopes: ['lists:read'],
        expiresInDays: '30',
        ...(password === undefined ? {} : { password }),
      })
      expect(refused.status).toBe(422)
      const page = await refused.text()
      expect(page).toContain('value="Left open"')
      expect(page).not.toContain('not-the-one')
    }
    expect(await (await user.request('/personal/tokens')).text()).not.toContain('Left open')
    const operator = await portal.visitor().signIn('demo-operator', 'mango-operate')
    const ask = (password?: string) =>
      operator.api<Made>('POST', '/operator/tokens', {
        headers: { origin: portal.origin },
        json: { name: 'By page', scopes: ['operator'], ...(password === undefined ? {} : { password }) },
      })
    expect(await ask()).toMatchObject({ status: 422, code: 'I1309' })
    expect(await ask('not-the-one')).toMatchObject({ status: 422, code: 'I1302' })
    expect(await ask('mango-operate')).toMatchObject({ status: 201, code: '0' })
  })
  it('can’t be created by guessing: the eleventh password in a quarter of an hour is not checked', async () => {
    const user = await portal.visitor().signIn('demo-friend', 'mango-friend')
    const ask = (password: string) =>
      user.post('/personal/tokens/new', { name: 'Guess', scopes: ['lists:read'], expiresInDays: '30', password })
    for (let n = 0; n < 10; n++) expect((await ask(`wrong-${n}-word`)).status).toBe(422)
    expect((await ask('mango-friend')).status).toBe(429)
    expect((await user.post('/personal/authenticator', { intent: 'again', password: 'mango-friend' })).status).toBe(429)
  })
  it('allow what their scopes say and no more', async () => {
    const { data } = await portal.visitor().api<Made>('POST', '/operator/tokens', {
      token: portal.tokens.operator,
      json: { name: 'Reader', scopes: ['lists:read'] },
    })
    expect(await portal.visitor().api('GET', '/chmax/lists', { token: data.token })).toMatchObject({ code: '0' })
    expect(
      await portal.visitor().api('POST', '/chmax/lists?name=x', {
        token: data.token,
        raw: { type: 'application/octet-stream', bytes: 'x' },
      }),
    ).toMatchObject({ status: 403, code: 'A0403', data: { scope: 'lists:write' } })
    // The account is an operator's; this token is not.
    expect(await portal.visitor().api('GET', '/operator/models', { token: data.token })).toMatchObject({
      status: 403,
      code: 'A0403',
    })
  })
  it('are not valid with a changed letter', async () => {
    const { token } = { token: portal.tokens.customer }
    for (const at of [4, 20, token.length - 1]) {
      const forged = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
      expect(await portal.visitor().api('GET', '/chmax/lists', { token: forged })).toMatchObject({
        status: 401,
        code: 'I1304',
      })
    }
  })
  it('never fall back to a cookie sent with them', async () => {
    const user = await portal.visitor().signIn('demo-user', 'mango-demo')
    expect(await user.api('GET', '/chmax/lists')).toMatchObject({ code: '0' })
    expect(await user.api('GET', '/chmax/lists', { token: 'mpt_forged' })).toMatchObject({ status: 401, code: 'I1304' })
  })
  it('open no page, whatever their /api scopes', async () => {
    const visitor = portal.visitor()
    const headers = { authorization: `Bearer ${portal.tokens.customer}` }
    expect((await visitor.request('/personal', { headers })).status).toBe(302)
    expect(
      (
        await visitor.post(
          '/personal/tokens/new',
          { name: 'More', scopes: ['lists:write'], expiresInDays: '30', password: 'mango-demo' },
          headers,
        )
      ).headers.get('location'),
    ).toBe('/')
  })
  it('can’t be created by a customer with another role’s scope', async () => {
    const user = await portal.visitor().signIn('demo-user', 'mango-demo')
    expect(
      (
        await user.post('/personal/tokens/new', {
          name: 'Power',
          scopes: ['operator'],
          expiresInDays: '30',
          password: 'mango-demo',
        })
      ).status,
    ).toBe(403)
  })
})

describe('session cookies', () => {
  it('are not guessed, not replaced by another kind of token, and not read from another cookie', async () => {
    for (const value of ['mps_forged', portal.tokens.customer, 'x'.repeat(5000), '%00', '"']) {
      const visitor = portal.visitor()
      visitor.cookies.set('portal-session', value)
      expect((await visitor.request('/personal')).status).toBe(302)
    }
    const user = await portal.visitor().signIn('demo-user', 'mango-demo')
    const other = portal.visitor()
    other.cookies.set('__Host-portal-session', user.cookies.get('portal-session') ?? '')
    expect((await other.request('/personal')).status).toBe(302)
  })
  it('count for state-changing calls only from our own pages', async () => {
    const user = await portal.visitor().signIn('demo-user', 'mango-demo')
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      expect(
        (await user.api('POST', '/chmax/lists?name=x', { headers, raw: { type: 'text/plain', bytes: 'x' } })).status,
      ).toBe(403)
      expect((await user.post('/logout', {}, headers)).status).toBe(403)
    }
    expect((await user.request('/personal')).status).toBe(200)
  })
})

describe('device tokens', () => {
  it('open only a box’s calls, and end when the owner confirms a newer one', async () => {
    const sn = '100000000001'
    const pair = async () =>
      (
        await portal
          .visitor()
          .api<{ deviceToken: string; userCode: string }>('POST', '/stb/pair', { json: { sn, model: 'S' } })
      ).data
    const first = (await pair()).deviceToken
    const lists = (token: string) => portal.visitor().api('GET', '/stb/lists', { token })
    expect((await lists(first)).code).toBe('0')
    const { deviceToken: second, userCode } = await pair()
    expect((await lists(first)).code).toBe('0')
    const owner = await portal.visitor().signIn('demo-user', 'mango-demo')
    expect((await owner.post('/terminal/bind', { sn, repeatSn: sn, code: userCode })).status).toBe(303)
    expect(await lists(first)).toMatchObject({ status: 401, code: 'I1305' })
    expect((await lists(second)).code).toBe('0')
    await owner.post(`/terminal/${sn}/unbind`, {})
    expect(await portal.visitor().api('GET', '/operator/models', { token: second })).toMatchObject({ status: 403 })
  })
})

describe('logs', () => {
  it('contain no secret of these tests', async () => {
    const visitor = portal.visitor()
    await visitor.request('/terminal/bind?sn=100000000001&code=BCDFGHJK&token=mpt_inaquery')
    const log = JSON.stringify(portal.log) + portal.output()
    for (const secret of ['mango-demo', 'BCDFGHJK', 'mpt_inaquery', portal.tokens.customer, portal.tokens.operator])
      expect(log).not.toContain(secret)
  })
})
