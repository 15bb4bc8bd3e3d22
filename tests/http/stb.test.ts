/** A box pairs, is bound, loads, saves and is unbound, over HTTP against the built server. */
import { createHmac } from 'node:crypto'
import net from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSeedList } from '~/modules/channel-list/seed/data'
import { writeSatcodx } from '~/modules/channel-list/seed/file'
import { startPortal, type Portal } from '../support/portal'

type Paired = {
  step: string
  nonce: string
  deviceToken: string
  scope: string
  userCode: string
  verificationUri: string
  verificationUriComplete: string
  expiresIn: number
  interval: number
}
type Polled = { state: string; scope: string; expiresIn: number | null }
type BoxLists = {
  items: { id: string; name: string; kind: string; revision: number; active: boolean }[]
  total: number
  activeListId: string | null
}

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

const pair = (sn: string, more: Record<string, string> = {}) =>
  portal
    .visitor()
    .api<Paired>('POST', '/stb/pair', { json: { sn, model: 'Mango S1', softwareVersion: '1.2.0', ...more } })
const poll = (token: string) => portal.visitor().api<Polled>('POST', '/stb/token', { token })
const lists = (token: string) => portal.visitor().api<BoxLists>('GET', '/stb/lists', { token })
const bind = async (user: ReturnType<Portal['visitor']>, sn: string, code: string): Promise<number> =>
  (await user.post('/terminal/bind', { sn, repeatSn: sn, code })).status
const customer = () => portal.visitor().signIn('demo-user', 'mango-demo')
const friend = () => portal.visitor().signIn('demo-friend', 'mango-friend')
/** A different list file for every name. */
const file = (name: string): Uint8Array =>
  writeSatcodx(
    buildSeedList({
      seed: [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 1_000_000,
      channels: 40,
    }),
    { version: '103' },
  )

describe('pairing', () => {
  it('gives a box without a secret a public token, a code, and a link with both', async () => {
    const { status, data } = await pair('100000000001')
    expect(status).toBe(200)
    expect(data).toMatchObject({
      step: 'paired',
      scope: 'public',
      expiresIn: 900,
      interval: 5,
      verificationUri: `${portal.origin}/terminal/bind`,
    })
    expect(data.userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    expect(data.verificationUriComplete).toBe(
      `${portal.origin}/terminal/bind?sn=100000000001&code=${data.userCode.replace('-', '')}`,
    )
    expect((await poll(data.deviceToken)).data).toMatchObject({ state: 'pending', scope: 'public' })
  })
  it('answers S1000 for an unknown serial number, and D1107 for an invalid one', async () => {
    expect(await pair('999999999999')).toMatchObject({ status: 404, code: 'S1000' })
    expect(await pair('12345')).toMatchObject({ status: 422, code: 'D1107' })
  })
  it('lets a box with a secret prove it over the nonce, with or without naming the nonce', async () => {
    const sn = '100000000003'
    for (const named of [true, false]) {
      const first = await pair(sn)
      expect(first.data.step).toBe('prove')
      const proof = createHmac('sha256', 'demo-device-secret-0003')
        .update(first.data.nonce + sn)
        .digest('hex')
      const second = await pair(sn, { proof, ...(named ? { nonce: first.data.nonce } : {}) })
      expect(second.data).toMatchObject({ step: 'paired', scope: 'public' })
      // A nonce works once.
      expect(await pair(sn, { proof, nonce: first.data.nonce })).toMatchObject({ status: 403, code: 'D1104' })
    }
  })
  it('refuses a proof by another secret', async () => {
    const sn = '100000000003'
    const { data } = await pair(sn)
    const proof = createHmac('sha256', 'some-other-secret-000')
      .update(data.nonce + sn)
      .digest('hex')
    expect(await pair(sn, { proof, nonce: data.nonce })).toMatchObject({ status: 403, code: 'D1104' })
  })
  it('tells a waiting box to slow down', async () => {
    const { data } = await pair('100000000001')
    await poll(data.deviceToken)
    const again = await poll(data.deviceToken)
    expect(again).toMatchObject({ status: 429, code: 'D1105' })
    expect(again.headers.get('retry-after')).toBe('5')
  })
})

describe('binding', () => {
  it('extends the token’s rights, and unbinding reduces them at once', async () => {
    const sn = '100000000002'
    const { data: box } = await pair(sn)
    const made = await portal.visitor().api<{ id: string }>('POST', '/chmax/lists?name=Mine', {
      token: portal.tokens.customer,
      raw: { type: 'application/octet-stream', bytes: file('mine') },
    })
    expect(made.code).toBe('0')
    const address = `/api/stb/lists/${made.data.id}`
    const fetchList = (headers: Record<string, string> = {}) =>
      fetch(portal.origin + address, { headers: { authorization: `Bearer ${box.deviceToken}`, ...headers } })
    expect((await lists(box.deviceToken)).data.items.map((list) => list.id)).not.toContain(made.data.id)
    expect((await fetchList()).status).toBe(404)

    const user = await customer()
    expect(await bind(user, sn, box.userCode)).toBe(303)
    expect((await poll(box.deviceToken)).data).toMatchObject({ state: 'bound', scope: 'account' })
    expect((await lists(box.deviceToken)).data.items.map((list) => list.id)).toContain(made.data.id)
    const cold = await fetchList()
    const hot = await fetchList()
    expect(cold.status).toBe(200)
    expect(hot.status).toBe(200)
    expect(Buffer.from(await hot.arrayBuffer()).equals(Buffer.from(file('mine')))).toBe(true)
    expect(Buffer.from(await cold.arrayBuffer()).equals(Buffer.from(file('mine')))).toBe(true)
    const etag = hot.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[^"]+"$/)
    expect(hot.headers.get('last-modified')).not.toBeNull()
    expect((await fetchList({ 'if-none-match': etag })).status).toBe(304)
    const part = await fetchList({ range: 'bytes=0-6' })
    expect([part.status, await part.text()]).toEqual([206, 'SATCODX'])
    const zipped = await fetchList({ 'accept-encoding': 'gzip' })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')

    expect((await user.post(`/terminal/${sn}/unbind`, {})).status).toBe(303)
    expect((await fetchList()).status).toBe(404)
    expect((await lists(box.deviceToken)).data.items.map((list) => list.id)).not.toContain(made.data.id)
  })
  it('shows a changed list under a new ETag on the next fetch, and a deleted one never again', async () => {
    const sn = '100000000002'
    const { data: box } = await pair(sn)
    expect(await bind(await customer(), sn, box.userCode)).toBe(303)
    const made = await portal.visitor().api<{ id: string; revision: number }>('POST', '/chmax/lists?name=Changing', {
      token: portal.tokens.customer,
      raw: { type: 'application/octet-stream', bytes: file('changing') },
    })
    const fetchList = () =>
      fetch(`${portal.origin}/api/stb/lists/${made.data.id}`, {
        headers: { authorization: `Bearer ${box.deviceToken}` },
      })
    const before = await fetchList()
    const renamed = await portal.visitor().api('POST', `/chmax/lists/${made.data.id}/operations`, {
      token: portal.tokens.customer,
      json: { base: made.data.revision, operations: [{ op: 'rename', id: 0, name: 'Renamed' }] },
    })
    expect(renamed.code).toBe('0')
    const after = await fetchList()
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    expect(Buffer.from(await after.arrayBuffer()).includes('Renamed')).toBe(true)
    await portal.visitor().api('DELETE', `/chmax/lists/${made.data.id}`, { token: portal.tokens.customer })
    expect((await fetchList()).status).toBe(404)
  })
  it('refuses a box of another account, and says so', async () => {
    const sn = '100000000006'
    const { data: box } = await pair(sn)
    expect(await bind(await customer(), sn, box.userCode)).toBe(303)
    const answer = await (await friend()).post('/terminal/bind', { sn, repeatSn: sn, code: box.userCode })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('bound to another account')
    const mine = await (await customer()).post('/terminal/bind', { sn, repeatSn: sn, code: box.userCode })
    expect(await mine.text()).toContain('already bound to your account')
  })
  it('hides a bound box’s lists from callers who only know its serial number', async () => {
    const sn = '100000000006'
    const { data: stranger } = await pair(sn)
    expect(stranger.scope).toBe('public')
    expect((await lists(stranger.deviceToken)).data.items.filter((list) => list.kind === 'user')).toEqual([])
    const save = await portal.visitor().api('PUT', '/stb/lists?name=Taken', {
      token: stranger.deviceToken,
      raw: { type: 'application/octet-stream', bytes: file('taken') },
    })
    expect(save).toMatchObject({ status: 403, code: 'D1102' })
    expect(
      await portal.visitor().api('POST', '/stb/report', { token: stranger.deviceToken, json: { cpu: 'forged' } }),
    ).toMatchObject({ code: 'D1102' })
  })
  it('gives a box to one of two accounts that enter its code at the same moment', async () => {
    const sn = '100000000004'
    const { data: box } = await pair(sn)
    const answers = await Promise.all([customer(), friend()].map(async (one) => bind(await one, sn, box.userCode)))
    expect(answers.sort()).toEqual([303, 422])
    expect((await poll(box.deviceToken)).data.state).toBe('bound')
    for (const user of [await customer(), await friend()]) await user.post(`/terminal/${sn}/unbind`, {})
    expect((await lists(box.deviceToken)).data.items.filter((list) => list.kind === 'user')).toEqual([])
  })
  it('gives no rights while the account is disabled, and restores them afterwards', async () => {
    const sn = '100000000004'
    const { data: box } = await pair(sn)
    expect(await bind(await friend(), sn, box.userCode)).toBe(303)
    const found = await portal
      .visitor()
      .api<{ items: { id: string }[] }>('GET', '/operator/accounts?search=demo-friend', {
        token: portal.tokens.operator,
      })
    const disable = (disabled: boolean) =>
      portal.visitor().api('PUT', `/operator/accounts/${found.data.items[0]?.id}`, {
        token: portal.tokens.operator,
        json: { disabled, why: 'a test of the rule' },
      })
    expect((await poll(box.deviceToken)).data.scope).toBe('account')
    expect((await disable(true)).code).toBe('0')
    expect((await poll(box.deviceToken)).data.scope).toBe('public')
    expect(await portal.visitor().api('GET', '/chmax/lists', { token: portal.tokens.friend })).toMatchObject({
      status: 403,
      code: 'U6008',
    })
    expect((await disable(false)).code).toBe('0')
    expect((await poll(box.deviceToken)).data.scope).toBe('account')
    await (await friend()).post(`/terminal/${sn}/unbind`, {})
  })
  it('is locked for a pairing after five wrong codes until the box shows a new one', async () => {
    const sn = '100000000001'
    const { data: box } = await pair(sn)
    const user = await friend()
    const wrong = box.userCode.startsWith('B') ? 'CCCC-CCCC' : 'BBBB-BBBB'
    for (let left = 4; left >= 0; left--) {
      const answer = await (await user.post('/terminal/bind', { sn, repeatSn: sn, code: wrong })).text()
      expect(answer).toContain(left === 0 ? 'Too many wrong codes' : 'code is wrong')
    }
    expect(await bind(user, sn, box.userCode)).toBe(429)
    const { data: again } = await pair(sn)
    expect(await bind(user, sn, again.userCode)).toBe(303)
  })
})

describe('saving from a box', () => {
  it('asks for the box to be bound first', async () => {
    const { data: box } = await pair('100000000004')
    const save = await portal.visitor().api('PUT', '/stb/lists', {
      token: box.deviceToken,
      raw: { type: 'application/octet-stream', bytes: file('unbound') },
    })
    expect(save).toMatchObject({ status: 409, code: 'D1101' })
    expect(save.message).toContain('Bind it in the portal')
  })
  it('creates a list, then a new version of the list that it loaded, and refuses the sixth list', async () => {
    const sn = '100000000005'
    const first = await pair(sn)
    const proof = createHmac('sha256', 'demo-device-secret-0005')
      .update(first.data.nonce + sn)
      .digest('hex')
    const { data: box } = await pair(sn, { proof })
    expect(await bind(await friend(), sn, box.userCode)).toBe(303)
    const save = (name: string, query = '', content = name) =>
      portal.visitor().api<{ id: string; revision: number; name: string }>('PUT', `/stb/lists?name=${name}${query}`, {
        token: box.deviceToken,
        raw: { type: 'application/octet-stream', bytes: file(content) },
      })
    const made = await save('Box1')
    expect(made).toMatchObject({ code: '0', data: { revision: 1, name: 'Box1' } })
    const saved = await save('Box1', `&list=${made.data.id}`, 'edited on the box')
    expect(saved.data).toMatchObject({ id: made.data.id, revision: 2 })
    // A connection that breaks during a save stores nothing.
    await new Promise<void>((resolve) => {
      const socket = net.connect(portal.port, '127.0.0.1', () => {
        const bytes = file('cut')
        socket.write(
          `PUT /api/stb/lists?list=${made.data.id} HTTP/1.1\r\nHost: 127.0.0.1:${portal.port}\r\nAuthorization: Bearer ${box.deviceToken}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${bytes.length}\r\n\r\n`,
        )
        socket.write(bytes.subarray(0, 1000), () => socket.destroy())
      })
      socket.once('close', () => resolve())
    })
    await portal.waitForLog((line) => line.method === 'PUT' && line.cut === true)
    const kept = await portal.visitor().api<BoxLists>('GET', '/stb/lists', { token: box.deviceToken })
    expect(kept.data.items.find((list) => list.id === made.data.id)?.revision).toBe(2)
    for (const name of ['Box2x', 'Box3xx', 'Box4xxx', 'Box5xxxx'])
      expect((await save(name, '&list=none')).code).toBe('0')
    expect(await save('Box6xxxxx', '&list=none')).toMatchObject({ status: 409, code: 'C1202' })
    const load = (etag: string) =>
      fetch(`${portal.origin}/api/stb/lists/${made.data.id}`, {
        headers: { authorization: `Bearer ${box.deviceToken}`, 'if-none-match': etag },
      }).then(async (answer) => ({ etag: answer.headers.get('etag') ?? '', bytes: await answer.arrayBuffer() }))
    // The second request confirms that the answer of the first arrived whole.
    await load((await load('"none"')).etag)
    expect((await save('Box7')).data).toMatchObject({ id: made.data.id, revision: 3 })
  })
})
