/** Programs as customers: the account calls of /api over HTTP, with every kind of body. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSeedList } from '~/modules/channel-list/seed/data'
import { writeSatcodx } from '~/modules/channel-list/seed/file'
import { parseSettings } from '~/platform/env.server'
import { HttpClient } from '../support/http-client'
import { root } from '../support/paths'
import { startPortal, type Portal } from '../support/portal'
import { startServer } from '../support/server'
import { fetchJwks, headersOf, logIn, postSealed, sealFor, type Tokens } from '../support/sealed'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ env: { LIMITS: 'off' } })
})
afterAll(() => portal.stop())
const info = (tokens: Parameters<typeof headersOf>[0]) =>
  portal.visitor().api('GET', '/iot/customer/userInfo', { headers: headersOf(tokens) })
const refresh = (refreshToken?: string) =>
  portal
    .visitor()
    .api<Tokens>('POST', '/iot/customer/refreshToken', { json: refreshToken === undefined ? {} : { refreshToken } })

describe('signing a program in', () => {
  it('returns three values that are needed together, and names the account', async () => {
    const tokens = await logIn(portal.visitor(), 'demo-user', 'mango-demo')
    expect(tokens).toMatchObject({ userName: 'demo-user', expiresInSeconds: 1800 })
    expect(await info(tokens)).toMatchObject({
      status: 200,
      code: '0',
      data: { userName: 'demo-user', role: 'customer', userId: tokens.userId },
    })
    expect(await portal.visitor().api('GET', '/chmax/lists', { headers: headersOf(tokens) })).toMatchObject({
      code: '0',
    })
  })
  it('takes the body as JSON, form, multipart and application/jose', async () => {
    const client = portal.visitor()
    const jwe = () => sealFor(client, '/api/iot/customer/login', { userName: 'demo-user', password: 'mango-demo' })
    const multipart = new FormData()
    multipart.set('jwe', await jwe())
    for (const options of [
      { json: { jwe: await jwe() } },
      { form: { jwe: await jwe() } },
      { multipart },
      { raw: { type: 'application/jose', bytes: await jwe() } },
    ])
      expect(await client.api('POST', '/iot/customer/login', options)).toMatchObject({
        code: '0',
        data: { userName: 'demo-user' },
      })
  })
  it('gives the same answer for a wrong password and an unknown name, and names missing fields', async () => {
    for (const identifier of ['demo-user', 'nobody-here'])
      expect(
        await postSealed(portal.visitor(), '/iot/customer/login', { identifier, password: 'wrong-one' }),
      ).toMatchObject({ status: 422, code: 'I1302' })
    expect(await postSealed(portal.visitor(), '/iot/customer/login', {})).toMatchObject({ status: 422, code: 'I1309' })
  })
  it('appears in the account’s list of sessions and ends by logout, which may be repeated', async () => {
    const tokens = await logIn(portal.visitor(), 'demo-user', 'mango-demo')
    for (let n = 0; n < 3; n++)
      expect(await portal.visitor().api('POST', '/iot/customer/logout', { headers: headersOf(tokens) })).toMatchObject({
        status: 200,
        code: '0',
      })
    expect(await info(tokens)).toMatchObject({ status: 401, code: 'I1305' })
    expect(await refresh(tokens.refreshToken)).toMatchObject({ status: 401, code: 'I1307' })
    expect(await portal.visitor().api('POST', '/iot/customer/logout')).toMatchObject({ code: '0' })
  })
})

describe('signing out', () => {
  it('works with the sender’s own cookie, and not for another site’s form', async () => {
    const led = await portal.visitor().api('POST', '/iot/customer/logout', {
      form: { any: 'thing' },
      headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
    })
    expect(led.headers.getSetCookie()).toEqual([])
    const client = await portal.visitor().signIn('demo-user', 'mango-demo')
    const left = await client.api('POST', '/iot/customer/logout', { headers: { origin: portal.origin } })
    expect(left.headers.getSetCookie()).toEqual([expect.stringMatching(/^portal-session=;.*Max-Age=0/)])
  })
})

describe('refreshing', () => {
  it('returns new values and ends the old ones', async () => {
    const first = await logIn(portal.visitor(), 'demo-user', 'mango-demo')
    const second = await refresh(first.refreshToken)
    expect(second).toMatchObject({ code: '0', data: { userId: first.userId } })
    expect(await info(first)).toMatchObject({ status: 401, code: 'I1304' })
    expect(await info(second.data)).toMatchObject({ code: '0' })
  })
  it('takes a refresh token once, even for simultaneous requests', async () => {
    const { refreshToken } = await logIn(portal.visitor(), 'demo-user', 'mango-demo')
    const codes = (await Promise.all(Array.from({ length: 8 }, () => refresh(refreshToken)))).map(
      (answer) => answer.code,
    )
    expect(codes.filter((code) => code === '0')).toHaveLength(1)
    expect(codes.filter((code) => code === 'I1307')).toHaveLength(7)
  })
  it('answers I1308 without a refresh token and I1307 to an invalid one', async () => {
    const tokens = await logIn(portal.visitor(), 'demo-user', 'mango-demo')
    expect(await refresh()).toMatchObject({ status: 401, code: 'I1308' })
    expect(await refresh('')).toMatchObject({ code: 'I1308' })
    for (const forged of [
      'mpr_forged',
      tokens.accessToken,
      `${tokens.refreshToken.slice(0, -1)}${tokens.refreshToken.endsWith('_') ? '-' : '_'}`,
      'x'.repeat(900),
    ])
      expect(await refresh(forged)).toMatchObject({ status: 401, code: 'I1307' })
    expect(await info(tokens)).toMatchObject({ code: '0' })
  })
})

describe('an account by /api', () => {
  it('is registered with an encrypted password, by JSON and by multipart', async () => {
    const client = portal.visitor()
    const sealed = (value: string) => sealFor(client, '/api/iot/customer/register', value)
    expect(
      await client.api('POST', '/iot/customer/register', {
        json: { userName: 'program-one', password: await sealed('correct-horse'), country: 'EG' },
      }),
    ).toMatchObject({ status: 201, code: '0', data: { userName: 'program-one' } })
    const multipart = new FormData()
    multipart.set('userName', 'program-two')
    multipart.set('password', await sealed('correct-horse'))
    multipart.set('repeatPassword', await sealed('correct-horse'))
    expect(await client.api('POST', '/iot/customer/register', { multipart })).toMatchObject({ status: 201 })
    expect((await logIn(client, 'program-two', 'correct-horse')).userName).toBe('program-two')
    expect(
      await client.api('POST', '/iot/customer/register', {
        json: { userName: 'program-one', password: await sealed('correct-horse') },
      }),
    ).toMatchObject({ status: 409, code: 'I1202', data: { field: 'userName' } })
    expect(
      await client.api('POST', '/iot/customer/register', {
        json: { userName: 'program-three', password: await sealed('short') },
      }),
    ).toMatchObject({ status: 422, code: 'I1203' })
  })
  it('refuses its password in plain bodies and addresses', async () => {
    const client = portal.visitor()
    expect(
      await client.api('POST', '/iot/customer/register', {
        json: { userName: 'program-four', password: 'correct-horse' },
      }),
    ).toMatchObject({ status: 400, code: 'A0424', data: { reason: 'required', field: 'password' } })
    expect(
      await client.api('POST', '/iot/customer/login', { json: { userName: 'demo-user', password: 'mango-demo' } }),
    ).toMatchObject({ status: 400, code: 'A0424', data: { reason: 'required' } })
    expect(
      await client.api('POST', '/iot/customer/register?password=correct-horse&userName=program-four'),
    ).toMatchObject({ code: 'A0424', data: { reason: 'malformed' } })
  })
  it('changes its user name with the password, and not with an API token', async () => {
    const client = portal.visitor()
    const tokens = await logIn(client, 'program-one', 'correct-horse')
    const change = async (password: string, headers: Record<string, string>) =>
      client.api('POST', '/iot/customer/modifyUsername', {
        headers,
        json: {
          userName: 'program-uno',
          password: await sealFor(client, '/api/iot/customer/modifyUsername', password),
        },
      })
    expect(await change('wrong-horse', headersOf(tokens))).toMatchObject({ status: 422, code: 'I1302' })
    expect(await change('correct-horse', headersOf(tokens))).toMatchObject({
      code: '0',
      data: { userName: 'program-uno' },
    })
    expect(await change('mango-demo', { authorization: `Bearer ${portal.tokens.customer}` })).toMatchObject({
      status: 403,
      code: 'A0403',
    })
  })
  it('changes its password, which ends its other sessions', async () => {
    const client = portal.visitor()
    const [mine, other] = [
      await logIn(client, 'program-uno', 'correct-horse'),
      await logIn(client, 'program-uno', 'correct-horse'),
    ]
    const sealed = (value: string) => sealFor(client, '/api/iot/customer/changePassword', value)
    const changed = await client.api('POST', '/iot/customer/changePassword', {
      headers: headersOf(mine),
      json: { oldPassword: await sealed('correct-horse'), newPassword: await sealed('battery-staple') },
    })
    expect(changed).toMatchObject({ code: '0' })
    expect(await info(mine)).toMatchObject({ code: '0' })
    expect(await info(other)).toMatchObject({ status: 401, code: 'I1305' })
  })
})

describe('codes by /api', () => {
  type Sent = { channel: string | null; sentTo: string | null; expiresInSeconds: number; againInSeconds: number }
  it('are sent to an e-mail or phone, and not to an invalid one', async () => {
    const client = portal.visitor()
    const ask = (query: string) => client.api<Sent>('GET', `/iot/customer/vcode?${query}`)
    expect(await ask('type=1&email=new.person@mango.example')).toMatchObject({
      code: '0',
      data: { channel: 'mail', expiresInSeconds: 600, againInSeconds: 60 },
    })
    expect((await ask('type=2&areaCode=%2B20&phone=1001234567')).data).toMatchObject({ channel: 'sms' })
    expect(await ask('type=1&email=no-address')).toMatchObject({ status: 422, code: 'I1108' })
    expect(await ask('type=2&areaCode=%2B20&phone=1')).toMatchObject({ status: 422, code: 'I1109' })
    expect(await ask('type=2&areaCode=%2B999&phone=1001234567')).toMatchObject({ status: 422, code: 'I1110' })
    expect(await ask('type=3&email=a@b.example')).toMatchObject({ status: 422, code: 'A0422' })
  })
  it('go by mail or by SMS as requested, and name the missing parameter', async () => {
    const ask = (query: string) => portal.visitor().api<Sent>('GET', `/iot/customer/vcode?${query}`)
    expect(await ask('type=2')).toMatchObject({ code: 'I1109', data: { field: 'phone' } })
    expect(await ask('type=2&phone=1001234567')).toMatchObject({ code: 'I1110', data: { field: 'areaCode' } })
    expect(await ask('type=1&areaCode=%2B20&phone=1001234567')).toMatchObject({
      code: 'I1108',
      data: { field: 'email' },
    })
    expect(await ask('purpose=recover&phone=1001234567')).toMatchObject({ code: 'I1110', data: { field: 'areaCode' } })
    expect((await ask('areaCode=%2B20&phone=01001234599')).data).toMatchObject({ channel: 'sms' })
  })
  it('are not sent for HEAD', async () => {
    const looked = await portal
      .visitor()
      .request('/api/iot/customer/vcode?type=1&email=looked@mango.example', { method: 'HEAD' })
    expect([looked.status, looked.headers.get('allow')]).toEqual([405, 'GET'])
    expect(await (await portal.visitor().request('/dev/outbox?to=looked@mango.example')).text()).not.toContain(
      'href="/dev/outbox/',
    )
  })
  it('report why a session is no longer valid', async () => {
    const tokens = await logIn(portal.visitor(), 'demo-user', 'mango-demo')
    await portal.visitor().api('POST', '/iot/customer/logout', { headers: headersOf(tokens) })
    expect(
      await portal.visitor().api('GET', '/iot/customer/vcode?purpose=change-password', { headers: headersOf(tokens) }),
    ).toMatchObject({ status: 401, code: 'I1305' })
  })
  it('do not reveal whether an account exists', async () => {
    const answers = await Promise.all(
      ['demo-user', 'nobody-at-all'].map(
        async (identifier) =>
          (await portal.visitor().api<Sent>('GET', `/iot/customer/vcode?purpose=recover&identifier=${identifier}`))
            .data,
      ),
    )
    expect(answers[0]).toEqual(answers[1])
  })
  it('for the caller’s own account need a session', async () => {
    for (const path of [
      '/iot/customer/vcode?purpose=bind&email=a@b.example',
      '/iot/customer/vcode?purpose=change-password',
      '/iot/customer/checkChangePasswordVerificationCode?code=123456',
    ])
      expect(await portal.visitor().api('GET', path)).toMatchObject({ status: 401, code: 'I1304' })
    expect(
      await portal
        .visitor()
        .api('GET', '/iot/customer/vcode?purpose=change-password', { token: portal.tokens.customer }),
    ).toMatchObject({ status: 403, code: 'A0403' })
  })
  it('are refused when wrong, and are not sent for another site', async () => {
    const client = portal.visitor()
    await client.api('GET', '/iot/customer/vcode?email=check@mango.example')
    const check = (code: string, headers: Record<string, string> = {}) =>
      client.api('GET', `/iot/customer/checkVerificationCode?email=check@mango.example&code=${code}`, { headers })
    expect([(await check('12')).code, (await check('')).code, (await check('12345a')).code]).toEqual([
      'I1114',
      'I1113',
      'I1114',
    ])
    expect(['I1104', '0']).toContain((await check('123456')).code)
    expect(await check('123456', { 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403, code: 'A0403' })
    expect(
      await client.api('GET', '/iot/customer/vcode?email=other@mango.example', {
        headers: { 'sec-fetch-site': 'cross-site' },
      }),
    ).toMatchObject({ status: 403 })
  })
})

describe('keys of encrypted bodies', () => {
  it('are published with everything that clients need, cached for minutes, without the private half', async () => {
    const answer = await portal.visitor().request('/.well-known/jwks.json')
    expect(answer.headers.get('content-type')).toContain('application/jwk-set+json')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    const keys = await fetchJwks(portal.visitor())
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  })
})

describe('the setting PLAIN_BODIES', () => {
  it('allows plain passwords in a demo, beside encrypted ones', async () => {
    const server = await startServer({ env: { PLAIN_BODIES: 'on', LIMITS: 'off' } })
    try {
      const client = new HttpClient(server.origin)
      expect(
        await client.api('POST', '/iot/customer/login', { form: { userName: 'demo-user', password: 'mango-demo' } }),
      ).toMatchObject({ code: '0', data: { userName: 'demo-user' } })
      expect(
        await client.api('POST', '/iot/customer/register', {
          json: { userName: 'plain-person', password: 'correct-horse' },
        }),
      ).toMatchObject({ status: 201 })
      expect((await logIn(client, 'plain-person', 'correct-horse')).userName).toBe('plain-person')
    } finally {
      await server.stop()
    }
  })
  it('is refused in production', () => {
    const parsed = parseSettings({ PORTAL_MODE: 'production', SECRET: 'x'.repeat(40), PLAIN_BODIES: 'on' })
    expect(parsed).toMatchObject({ ok: false, problems: [expect.stringContaining('PLAIN_BODIES')] })
  })
})

describe('the example program', () => {
  it('signs in, refreshes, uploads a list and signs out', () => {
    const file = path.join(portal.dataDir, 'example.sdx')
    writeFileSync(file, writeSatcodx(buildSeedList({ seed: 5, channels: 40 }), { version: '103' }))
    const run = spawnSync(
      process.execPath,
      [path.join(root, 'scripts/examples/program.mjs'), portal.origin, 'demo-friend', 'mango-friend', file],
      { encoding: 'utf8', timeout: 20_000 },
    )
    expect([run.status, run.stderr]).toEqual([0, ''])
    expect(run.stdout).toMatch(/signed in as demo-friend\nrefreshed\nuploaded example: 40 channels\nsigned out/)
  })
  it('prints the code of a refusal', () => {
    const run = spawnSync(
      process.execPath,
      [path.join(root, 'scripts/examples/program.mjs'), portal.origin, 'demo-friend', 'wrong-pass', 'x'],
      { encoding: 'utf8', timeout: 20_000 },
    )
    expect(run.status).toBe(1)
    expect(run.stderr).toContain('I1302')
  })
})
