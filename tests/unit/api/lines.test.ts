/** The endpoints of /api in this process: bodies, callers, and what each kind of endpoint answers and refuses. */
import { beforeAll, describe, expect, it } from 'vitest'
import { answerApi, checkSender } from '~/api/dispatch.server'
import { readKnownBrowser } from '~/request/known-browser'
import { visitorCookieName } from '~/request/cookie'
import { makeVisit } from '~/request/visit.server'
import { demoAccounts, seedAccounts } from '~/modules/account/account.server'
import { startPairing } from '~/modules/device/device.server'
import { createApiToken, pageTokens, startProgramSession, startSession } from '~/modules/session/session.server'
import { db } from '~/platform/db.server'
import type { PortalContext } from '~/request/context'
import { signValue } from '~/request/cookie.server'
import { openOutbox } from '../../support/verification'
import { good, makeActor, makeBox, sdxFile } from '../channel-list/people'
import { toldSettings } from '../../support/box-facts'

const origin = 'http://portal.test'
type Sent = {
  method?: string
  headers?: Record<string, string>
  json?: unknown
  text?: string
  type?: string
  bytes?: Uint8Array
  context?: Partial<PortalContext>
}
type Told = { status: number; code: string; data: Record<string, unknown>; headers: Headers; text: string }
let asked = 0
const contextOf = (more: Partial<PortalContext> = {}): PortalContext => ({
  nonce: '',
  requestId: 'r',
  address: `198.19.${++asked % 250}.${Math.floor(asked / 250)}`,
  origin,
  upload: null,
  memo: new Map(),
  ...more,
})
const requestOf = (path: string, { method = 'GET', headers = {}, json, text, type, bytes }: Sent = {}): Request => {
  const body =
    json !== undefined ? JSON.stringify(json) : (text ?? (bytes === undefined ? undefined : new Uint8Array(bytes)))
  const named =
    type ?? (json !== undefined ? 'application/json' : bytes !== undefined ? 'application/octet-stream' : undefined)
  return new Request(`${origin}/api${path}`, {
    method,
    headers: { ...(named === undefined ? {} : { 'content-type': named }), ...headers },
    ...(body === undefined ? {} : { body }),
  })
}
const call = async (path: string, sent: Sent = {}): Promise<Told> => {
  const answer = await answerApi(requestOf(path, sent), contextOf(sent.context))
  const body = await answer.text()
  const parsed = body.startsWith('{')
    ? (JSON.parse(body) as { code: string; data: Record<string, unknown> })
    : { code: '', data: {} }
  return { status: answer.status, code: parsed.code, data: parsed.data, headers: answer.headers, text: body }
}
const brief = ({ status, code, data }: Told): unknown[] => [status, code, data]

const [{ id: userId, userName }] = demoAccounts
const visit = { address: '192.0.2.1', userAgent: null }
let token = ''
let readOnly = ''
let operator = ''
let session: Record<string, string> = {}
beforeAll(async () => {
  openOutbox()
  await seedAccounts()
  const make = async (id: string, scopes: ('lists:read' | 'lists:write' | 'operator')[]) =>
    `Bearer ${good(await createApiToken(id, { name: 't', scopes, expiresInDays: null })).token}`
  token = await make(userId, ['lists:read', 'lists:write'])
  readOnly = await make(userId, ['lists:read'])
  operator = await make(demoAccounts[4].id, ['operator'])
  const program = await startProgramSession({ id: userId, userName }, visit)
  session = { accesstoken: program.accessToken, token: program.token, userid: userId }
})
const by = (authorization: string, more: Sent = {}): Sent => ({ ...more, headers: { authorization, ...more.headers } })
const here = (more: Sent = {}): Sent => ({ ...more, headers: { ...session, ...more.headers } })
/** The same account with a new session, for which nothing was counted yet. */
const fresh = async (): Promise<Sent> => {
  const { accessToken, token: gateway } = await startProgramSession({ id: userId, userName }, visit)
  return { headers: { accesstoken: accessToken, token: gateway, userid: userId } }
}
/** A list of this account. */
const makeList = async (name: string): Promise<{ id: string; etag: string }> => {
  const made = await call(`/chmax/lists?name=${name}`, by(token, { method: 'POST', bytes: sdxFile(6) }))
  expect([made.status, made.code, made.data.name]).toEqual([201, '0', name])
  const id = String(made.data.id)
  return { id, etag: (await call(`/chmax/lists/${id}/file`, by(token))).headers.get('etag') ?? '' }
}

describe('an address', () => {
  it('that is unknown is A0404, and a wrong method is A0405 with the allowed ones; HEAD counts as a read', async () => {
    expect(brief(await call('/no/such/line')).slice(0, 2)).toEqual([404, 'A0404'])
    const wrong = await call('/chmax/lists', { method: 'DELETE' })
    expect([wrong.status, wrong.code, wrong.headers.get('allow')]).toEqual([405, 'A0405', 'POST, GET, HEAD'])
    const draft = await call('/iot/customer/draft', { method: 'POST' })
    expect(draft.headers.get('allow')).toBe('GET, HEAD, PUT, DELETE')
    // HEAD is not allowed where a GET sends something or uses it up.
    expect(brief(await call('/iot/customer/vcode', { method: 'HEAD' })).slice(0, 1)).toEqual([405])
    expect((await call('/chmax/lists/', by(token))).code).toBe('0')
  })
})

describe('a caller', () => {
  it('is a stranger, or whom the token names, with the token’s scopes only', async () => {
    expect(brief(await call('/chmax/lists'))).toEqual([401, 'I1304', null])
    expect((await call('/chmax/lists', by(readOnly))).code).toBe('0')
    expect(brief(await call('/chmax/lists?name=No', by(readOnly, { method: 'POST', bytes: sdxFile(3) })))).toEqual([
      403,
      'A0403',
      { scope: 'lists:write' },
    ])
    for (const line of ['/operator/models', '/operator/feedback'])
      expect([
        (await call(line, by(token))).code,
        (await call(line, here())).code,
        (await call(line, by(operator))).code,
      ]).toEqual(['A0403', 'A0403', '0'])
    // Endpoints for people and signed-in programs refuse a token, which was made for other work.
    expect([
      (await call('/userFeedback/customer/attachment', by(token))).code,
      (await call('/userFeedback/customer/attachment', here())).code,
    ]).toEqual(['A0403', '0'])
    for (const wrong of ['mpt_forged', 'Bearer', 'Bearer mpt_forged', `Bearer mpt_${'x'.repeat(200)}`, 'Basic abc'])
      expect((await call('/chmax/lists', by(wrong))).code).toBe('I1304')
    const { sn } = await makeBox(null)
    const box = `Bearer ${(await startPairing(sn, false, { modelName: null, softwareVersion: null, address: '192.0.2.1' })).token}`
    expect([
      (await call('/stb/lists', by(box))).code,
      (await call('/chmax/lists', by(box))).code,
      (await call('/stb/lists', by(token))).code,
    ]).toEqual(['0', 'A0403', 'A0403'])
  })
  it('with the three headers has all three, from one session, and no other token', async () => {
    expect((await call('/chmax/lists', here())).code).toBe('0')
    for (const missing of ['accesstoken', 'token', 'userid'])
      expect([missing, (await call('/chmax/lists', { headers: { ...session, [missing]: '' } })).code]).toEqual([
        missing,
        'I1304',
      ])
    expect((await call('/chmax/lists', { headers: { accesstoken: '', token: '', userid: '' } })).code).toBe('I1304')
    expect((await call('/chmax/lists', { headers: { ...session, authorization: token } })).code).toBe('A0411')
    expect((await call('/chmax/lists', { headers: { ...session, token: 'x'.repeat(101) } })).code).toBe('I1304')
    expect((await call('/chmax/lists', { headers: { ...session, accesstoken: 'mpx_what' } })).code).toBe('I1304')
  })
  it('with a page’s headers has the page’s cookie too', async () => {
    const page = await startSession(userId, visit)
    const { accessToken, token: gateway } = pageTokens(page.id)
    const headers = { accesstoken: accessToken, token: gateway, userid: userId }
    const cookie = `portal-session=${page.token}`
    expect((await call('/iot/customer/pageSession', { headers: { ...headers, cookie } })).data).toMatchObject({
      sessionId: page.id,
      userName,
    })
    expect((await call('/iot/customer/pageSession', { headers: { cookie } })).data).toMatchObject({
      sessionId: page.id,
    })
    expect((await call('/iot/customer/pageSession', { headers })).code).toBe('I1304')
    const other = await startSession(userId, visit)
    expect(
      (await call('/iot/customer/pageSession', { headers: { ...headers, cookie: `portal-session=${other.token}` } }))
        .code,
    ).toBe('I1304')
    expect(
      (await call('/iot/customer/pageSession', { headers: { ...headers, userid: demoAccounts[1].id, cookie } })).code,
    ).toBe('I1304')
    // A program has no page.
    expect((await call('/iot/customer/pageSession', here())).code).toBe('A0403')
    // A GET that uses something up must come from our own page.
    const draft = '/iot/customer/draft?page=%2Fx'
    expect((await call(draft, { headers: { cookie } })).code).toBe('A0403')
    expect((await call(draft, { headers: { cookie, 'sec-fetch-site': 'cross-site' } })).code).toBe('A0403')
    for (const more of [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }])
      expect((await call(draft, { headers: { cookie, ...more } })).code).toBe('0')
    expect((await call(draft, { headers: { cookie, ...headers } })).code).toBe('0')
    const store = (fields: number) =>
      call('/iot/customer/draft', {
        ...{ method: 'PUT', type: 'application/json', headers: { cookie, ...headers } },
        text: JSON.stringify({
          page: '/x',
          fields: Object.fromEntries(Array.from({ length: fields }, (_, at) => [at, ''])),
        }),
      })
    expect([(await store(4000)).code, (await store(4001)).code]).toEqual(['0', 'A0413'])
  })
  it('is identified for the body limits before any of the body is read', async () => {
    const judge = (sent: Sent) => checkSender(requestOf('/chmax/lists', { method: 'POST', ...sent }), contextOf())
    expect(await judge(by(token))).toEqual({ ok: true, sender: `user:${userId}` })
    const refused = await judge({})
    expect([refused.ok, refused.ok ? 0 : refused.response.status]).toEqual([false, 401])
    const open = await checkSender(requestOf('/stb/pair', { method: 'POST' }), contextOf())
    expect(open).toEqual({ ok: true, sender: null })
  })
})

describe('a visit', () => {
  const of = (
    caller: Parameters<typeof makeVisit>[0]['caller'],
    headers: Record<string, string>,
    address = '2001:db8::7',
  ) => makeVisit({ headers: new Headers(headers), address, origin, caller, language: 'en' })
  it('is tied to the box, session or account, else to our cookie, else to the network', () => {
    const user = {
      kind: 'user',
      userId: 'u',
      userName: 'n',
      role: 'customer',
      vnoId: null,
      language: null,
      via: 'token',
      scopes: [],
      sessionId: null,
    } as const
    expect(
      of(
        {
          kind: 'box',
          sn: '1',
          id: 't',
          userId: null,
          vnoId: null,
          claimed: false,
          proven: true,
          ...toldSettings,
        },
        {},
      ).binding,
    ).toBe('box:1')
    expect([of(user, {}).binding, of({ ...user, sessionId: 's' }, {}).binding]).toEqual(['user:u', 'session:s'])
    const cookie = `${visitorCookieName}=${signValue('visitor', 'somebody')}`
    expect(of({ kind: 'visitor' }, { cookie }).binding).toMatch(/^visitor:[0-9a-f]{64}$/)
    for (const wrong of [
      '',
      `${visitorCookieName}=`,
      `${visitorCookieName}=made-up`,
      `${visitorCookieName}=${signValue('known-browser', 'somebody')}`,
    ])
      expect(of({ kind: 'visitor' }, { cookie: wrong }).binding).toBe('network:2001:db8:0:0::/64')
    expect(of(user, { 'user-agent': 'x'.repeat(400) }).userAgent).toHaveLength(300)
  })
  it('knows a browser by our cookie of at most a thousand letters', () => {
    const known = { id: 'a-browser-of-sixteen', tags: ['one'] }
    const read = (value: string, secure = false) => readKnownBrowser(new Headers({ cookie: value }), secure)
    const own = signValue('known-browser', known)
    expect(read(`portal-known=${own}`)).toEqual(known)
    expect([read(`__Host-portal-known=${own}`, true), read(`portal-known=${own}`, true)]).toEqual([known, null])
    expect([
      read(''),
      read('portal-known='),
      read(`portal-known=${signValue('visitor', known)}`),
      read(`portal-known=${'x'.repeat(1001)}`),
    ]).toEqual([null, null, null, null])
  })
})

describe('a body', () => {
  const { path, name } = { path: '/userFeedback/customer/userFeedback', name: 'text' }
  const send = (sent: Sent) => call(path, here({ method: 'POST', ...sent }))
  it('is a JSON object or a form; each other kind has its own refusal', async () => {
    for (const [sent, code] of [
      [{ text: '{', type: 'application/json' }, 'A0400'],
      [{ text: '[1]', type: 'application/json' }, 'A0400'],
      [{ text: 'null', type: 'application/json' }, 'A0400'],
      [{ text: '"x"', type: 'application/json' }, 'A0400'],
      [{ bytes: new Uint8Array([0xff, 0xfe]), type: 'application/json' }, 'A0400'],
      [{ bytes: new Uint8Array([0xff]), type: 'application/x-www-form-urlencoded' }, 'A0400'],
      [{ text: 'x', type: 'text/plain' }, 'A0415'],
      [{ text: 'x', type: 'application/jose' }, 'A0415'],
      [{ text: 'x', type: 'multipart/form-data; boundary=x' }, 'A0400'],
      [{ headers: { 'content-length': String(2 * 1024 * 1024 + 1) }, text: '{}', type: 'application/json' }, 'A0413'],
      [{ text: JSON.stringify({ [name]: 'x'.repeat(2 * 1024 * 1024) }), type: 'application/json' }, 'A0413'],
      [{ text: `{"a":"${'\\\\,\\",'.repeat(5000)}","b":[${'1,'.repeat(5000)}1]}`, type: 'application/json' }, 'A0422'],
      [{ text: `{${Array.from({ length: 4001 }, (_, at) => `"${at}":1`).join()}}`, type: 'application/json' }, 'A0413'],
    ] as [Sent, string][])
      expect([sent.type, (sent.text ?? '').slice(0, 20), (await send(sent)).code]).toEqual([
        sent.type,
        (sent.text ?? '').slice(0, 20),
        code,
      ])
    const empty = await send({})
    expect([empty.status, empty.code]).toEqual([422, 'A0422'])
    expect((empty.data.fields as { field: string }[]).length).toBeGreaterThan(0)
  })
  it('turns repeated or bracketed names into a list, and the path wins over all', async () => {
    const fields = { category: 'other', text: 'A question that is long enough' }
    const byForm = await send({
      text: new URLSearchParams(fields).toString(),
      type: 'application/x-www-form-urlencoded; charset=utf-8',
    })
    expect([byForm.status, byForm.code]).toEqual([201, '0'])
    const list = await makeList('Bodies')
    const edited = await call(
      `/chmax/lists/${list.id}/operations`,
      by(token, {
        method: 'POST',
        json: { id: 'another', base: 1, operations: [{ op: 'rename', id: 1, name: 'New' }] },
      }),
    )
    expect(edited.data).toMatchObject({ revision: 2, merged: false })
  })
  it('with a file has exactly one, not empty, and only where it is expected', async () => {
    expect((await call('/chmax/lists?name=None', by(token, { method: 'POST' }))).data).toMatchObject({ cause: 'empty' })
    const multipart = (more: object, called = 'Multi') =>
      ({
        ok: true,
        fields: new Map([['name', [called]]]),
        file: { name: 'a.sdx', type: '', bytes: sdxFile(3) },
        ...more,
      }) as unknown as PortalContext['upload']
    const upload = (of: PortalContext['upload'], path = '/chmax/lists', method = 'POST') =>
      call(path, by(token, { method, text: 'x', type: 'multipart/form-data; boundary=x', context: { upload: of } }))
    expect([(await upload(multipart({}))).code, (await upload(multipart({ file: null }))).code]).toEqual(['0', 'A0422'])
    expect(brief(await upload(multipart({ skipped: ['second'] })))).toEqual([422, 'A0422', { field: 'second' }])
    expect(
      brief(await upload({ ok: false, code: 'A0413', limitBytes: 5 } as unknown as PortalContext['upload'])),
    ).toEqual([413, 'A0413', { limitBytes: 5 }])
    const list = await makeList('Renamed')
    expect(brief(await upload(multipart({}), `/chmax/lists/${list.id}`, 'PUT'))).toEqual([
      422,
      'A0422',
      { field: 'file' },
    ])
    expect((await upload(multipart({ file: null }, 'Called so'), `/chmax/lists/${list.id}`, 'PUT')).data).toMatchObject(
      { name: 'Called so' },
    )
  })
  it('that must be encrypted is refused as plain text, in the address, and next to its ciphertext', async () => {
    const login = (sent: Sent, query = '') => call(`/iot/customer/login${query}`, { method: 'POST', ...sent })
    expect((await login({ json: { identifier: 'a', password: 'b' } })).data).toMatchObject({ reason: 'required' })
    expect((await login({ json: { jwe: 7 } })).data).toMatchObject({ reason: 'malformed' })
    expect((await login({ json: { jwe: 'x.y.z', identifier: 'a' } })).data).toMatchObject({
      reason: 'malformed',
      field: 'identifier',
    })
    expect((await login({ json: {} }, '?jwe=x')).data).toMatchObject({ reason: 'malformed' })
    expect((await login({ text: ' x.y.z ', type: 'application/jose' })).code).toBe('A0424')
    const rename = (json: unknown, query = '') =>
      call(`/iot/customer/modifyUsername${query}`, here({ method: 'POST', json }))
    for (const [json, query, reason] of [
      [{ userName: 'new-name-1', password: 'plain' }, '', 'required'],
      [{ userName: 'new-name-1', password: 5 }, '', 'malformed'],
      [{ userName: 'new-name-1' }, '?password=x', 'malformed'],
    ] as const)
      expect((await rename(json, query)).data).toMatchObject({ reason, field: 'password' })
    expect((await rename({ userName: 'new-name-1', password: '' })).code).toBe('I1309')
  })
})

describe('the endpoints of a list', () => {
  it('answer its details, its channels by every filter, its history and its errors', async () => {
    const { id, etag } = await makeList('Lines')
    const get = async (path: string) => call(`/chmax/lists/${id}${path}`, by(token))
    expect((await get('')).data).toMatchObject({ id, undoes: null, redoes: null, undoTo: null, redoTo: null })
    const all = (await get('/channels?size=20')).data as {
      items: { id: number; name: string; satellite: { angle: number } | null; favourites: number[] }[]
      total: number
    }
    expect(all.total).toBe(6)
    const angle = all.items[0]?.satellite?.angle ?? 0
    const there = (await get(`/channels?satellite=${angle}`)).data.total
    expect([
      Number(there) > 0,
      (await get(`/channels?satellite=${angle === 0 ? 3600 : angle}`)).data.total,
      (await get('/channels?search=')).data.total,
      (await get('/channels?search=zzzzzz')).data.total,
    ]).toEqual([true, there, 6, 0])
    expect((await get('/channels?satellite=3601')).code).toBe('A0422')
    expect([
      (await get('/channels?size=7')).code,
      (await get('/channels?page=0')).code,
      (await get('/channels?sort=what')).code,
    ]).toEqual(['A0422', 'A0422', 'A0422'])
    const one = await get('/channels/1')
    expect(one.data).toMatchObject({ id: 1, revision: 1 })
    expect((await get('/channels/99')).code).toBe('C1102')
    await call(
      `/chmax/lists/${id}/operations`,
      by(token, {
        method: 'POST',
        json: { base: 1, operations: [{ op: 'favourite', ids: [1], group: 2, value: true }] },
      }),
    )
    expect((await get('/channels?favourite=2')).data).toMatchObject({ total: 1, items: [{ id: 1, favourites: [2] }] })
    const later = (await get('')).data as { revision: number; undoes: object | null }
    expect(later).toMatchObject({ revision: 2, undoes: { number: 2 } })
    expect((await get('/revisions')).data.total).toBe(later.revision)
    expect((await get('/report')).data).toMatchObject({ channels: 6, problems: { page: 1, size: 10 } })
    expect((await get('/losses?format=chl')).data).toMatchObject({ format: 'chl' })
    expect((await get('/engine')).status).toBe(200)
    // A file is replaced by someone who knows which one.
    const replace = (headers: Record<string, string>, bytes?: Uint8Array) =>
      call(`/chmax/lists/${id}/file`, by(token, { method: 'PUT', headers, ...(bytes === undefined ? {} : { bytes }) }))
    expect((await replace({}, sdxFile(5))).code).toBe('A0428')
    expect((await replace({ 'if-match': '"another"' }, sdxFile(5))).code).toBe('A0412')
    expect((await replace({ 'if-match': '*' })).code).toBe('C1112')
    expect(etag).toMatch(/^"1-/)
    expect((await replace({ 'if-match': '*' }, sdxFile(5))).data).toMatchObject({
      counts: { tv: 3, radio: 2 },
      undoes: { kind: 'replace' },
    })
    const batch = { 'idempotency-key': '"the-same-upload-1"' }
    const [first, again] = [
      await call('/chmax/lists?name=Once', by(token, { method: 'POST', headers: batch, bytes: sdxFile(3) })),
      await call('/chmax/lists?name=Once', by(token, { method: 'POST', headers: batch, bytes: sdxFile(3) })),
    ]
    expect([
      first.data.id === again.data.id,
      (
        await call(
          '/chmax/lists?name=Odd',
          by(token, { method: 'POST', headers: { 'idempotency-key': 'x' }, bytes: sdxFile(3) }),
        )
      ).data,
    ]).toEqual([true, { field: 'batch' }])
  })
  it('of a box have a tag, and a save names the loaded version', async () => {
    const owner = await makeActor()
    const { sn } = await makeBox(owner)
    const box = `Bearer ${(await startPairing(sn, true, { modelName: null, softwareVersion: null, address: '192.0.2.1' })).token}`
    let saved = 3
    const save = (headers: Record<string, string>, query = '') =>
      call(`/stb/lists${query}`, by(box, { method: 'PUT', headers, bytes: sdxFile(++saved) }))
    const first = await save({}, '?name=Box')
    expect(first.data).toMatchObject({ name: 'Box', revision: 1, saved: 1 })
    const lists = await call('/stb/lists', by(box))
    const etag = lists.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"/)
    const same = await call('/stb/lists', by(box, { headers: { 'if-none-match': etag } }))
    expect([same.status, same.text, same.headers.get('content-type')]).toEqual([304, '', null])
    expect((await call('/stb/lists', by(box, { headers: { 'if-none-match': '"x"' } }))).status).toBe(200)
    const file = await call(`/stb/lists/${String(first.data.id)}`, by(box))
    expect(file.headers.get('etag')).toMatch(/^"1-/)
    expect(
      (await save({ 'if-match': file.headers.get('etag') ?? '' }, `?list=${String(first.data.id)}`)).data,
    ).toMatchObject({ revision: 2, saved: 2 })
    // It names the first version as loaded, but the list has moved on.
    const late = (await save({ 'if-match': file.headers.get('etag') ?? '' }, `?list=${String(first.data.id)}`))
      .data as { revision: number; saved: number }
    expect(late.saved).not.toBe(late.revision)
    expect((await save({}, '?base=0')).code).toBe('A0422')
  })
})

describe('the endpoints of an account', () => {
  it('send codes by purpose and kind, and need a session if the purpose does', async () => {
    const code = (query: string, sent: Sent = {}) => call(`/iot/customer/vcode?${query}`, sent)
    const who = 'identifier=demo-user'
    expect((await code(`purpose=sign-in&${who}`)).data).toMatchObject({ channel: null, sentTo: null })
    expect((await code(`purpose=recover&type=2&${who}`)).code).toBe('0')
    for (const purpose of ['bind', 'change-password'])
      expect((await code(`purpose=${purpose}&email=a@b.example`)).code).toBe('I1304')
    expect((await code('purpose=change-password', await fresh())).data).toMatchObject({ channel: 'mail' })
    expect((await code('purpose=change-password&type=2', await fresh())).data).toMatchObject({ channel: 'sms' })
    expect(
      (await code('purpose=bind&type=1&email=new-one@mango.example&areaCode=%2B20&phone=1001234567', await fresh()))
        .data,
    ).toMatchObject({ channel: 'mail' })
    expect(
      (await code('purpose=bind&type=2&email=x&areaCode=%2B20&phone=1001234567', await fresh())).data,
    ).toMatchObject({ channel: 'sms' })
    expect(brief(await code('purpose=bind&type=2&phone=1001234567', await fresh())).slice(1)).toEqual([
      'I1110',
      { field: 'areaCode' },
    ])
    expect((await code('purpose=register&email=fresh-one@mango.example')).data).toMatchObject({ channel: 'mail' })
    expect((await code('purpose=register&type=3&email=a@b.example')).code).toBe('A0422')
    const check = (query: string, sent: Sent = {}) => call(`/iot/customer/checkVerificationCode?${query}`, sent)
    expect((await check('purpose=bind&code=123456&email=a@b.example')).code).toBe('I1304')
    expect((await check('purpose=bind&code=123456&email=a@b.example', here())).code).toBe('I1103')
    expect((await check(`purpose=recover&code=123456&${who}`)).code).toMatch(/^I110[34]$/)
    expect((await check('purpose=register&code=123456&email=a@b.example')).code).toBe('I1103')
    expect((await check('purpose=register&code=123456')).code).toMatch(/^I1/)
    const bind = (json: unknown) => call('/iot/customer/bindUserInfo', here({ method: 'POST', json }))
    expect([
      (await bind({ email: 'x', code: '123456' })).code,
      (await bind({ email: 'a@b.example', code: '123456' })).code,
    ]).toEqual(['I1108', 'I1309'])
  })
  it('answer a feedback’s own id, once, and mark one or all as read', async () => {
    const send = (batch?: string) =>
      call(
        '/userFeedback/customer/userFeedback',
        here({
          method: 'POST',
          json: {
            category: 'other',
            text: 'A question that is long enough',
            ...(batch === undefined ? {} : { batch }),
          },
        }),
      )
    const first = await send('a-batch-of-mine')
    expect([first.status, first.code]).toEqual([201, '0'])
    const again = await send('a-batch-of-mine')
    expect([again.status, again.data]).toEqual([200, first.data])
    expect((await send('x')).data).toMatchObject({ field: 'batch' })
    const read = (json: unknown) => call('/userFeedback/customer/userFeedback/readReply', here({ method: 'PUT', json }))
    expect([
      (await read({})).code,
      (await read({ id: 'a', feedbackId: 'b' })).code,
      (await read({ id: 'nothing' })).code,
      (await read({ feedbackId: 'nothing' })).code,
      (await read({ feedbackId: first.data.id })).code,
    ]).toEqual(['A0422', 'A0422', 'F1103', 'F1101', '0'])
    const messages = (query: string) => call(`/userFeedback/customer/systemMessagePage?${query}`, here())
    expect((await messages('from=2026-13-01&to=2026-01-31')).data).toMatchObject({ field: 'from' })
    expect((await messages('from=2026-01-01&to=2026-13-01')).data).toMatchObject({ field: 'to' })
    expect((await messages('from=2026-01-01&to=2026-01-31')).code).toBe('0')
    const started = await call(
      '/userFeedback/customer/attachment',
      here({ method: 'POST', json: { kind: 'image', name: 'a.png', size: 100 } }),
    )
    const unsent = await call('/userFeedback/customer/attachment', here())
    expect([
      started.code,
      started.data.received,
      (unsent.data as unknown as { id: string }[]).map((one) => one.id),
    ]).toEqual(['0', 0, [started.data.id]])
  })
  it('let the operator find an account’s feedback by its name', async () => {
    const list = (query: string) => call(`/operator/feedback?${query}`, by(operator))
    const total = await db.feedback.count({ where: { userId } })
    expect([
      (await list('user=nobody-here')).code,
      (await list('user=demo-friend')).data.total,
      (await list('user=demo-user')).data.total,
      (await list('')).data.total,
    ]).toEqual(['I1301', 0, total, await db.feedback.count()])
  })
})
