/**
 * The signature of a box's list: on every kind of answer, from the gateway's memory and from the endpoint, by the
 * current key at once, and followed by a box across key changes. Checked here with node:crypto and openssl, as
 * docs/stb.md describes.
 */
import { spawnSync } from 'node:child_process'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  checkFile,
  learnKeys,
  onlyFrom,
  readSigned,
  type Counted,
  type SignedFacts,
  type PublishedKey,
} from '../../scripts/stb/signature'
import { makeList } from '../support/fixtures/satcodx'
import { startPortal, type Portal } from '../support/portal'
import { putOut } from '../support/publish'

type Keys = { keys: (PublishedKey & { pem: string; jwk: { x: string }; notBefore: string | null })[] }
let portal: Portal
let token = ''
let owners: string[] = []
let listId = ''
let systemId = ''
const sn = '100000000002'
const file = makeList({ seed: 5, records: 60, variant: '103' }).bytes

beforeAll(async () => {
  portal = await startPortal()
  const { data: box } = await portal
    .visitor()
    .api<{ deviceToken: string; userCode: string }>('POST', '/stb/pair', { json: { sn, model: 'Mango S1' } })
  token = box.deviceToken
  const user = await portal.visitor().signIn('demo-user', 'mango-demo')
  expect((await user.post('/terminal/bind', { sn, repeatSn: sn, code: box.userCode })).status).toBe(303)
  owners = (await portal.visitor().api<{ owners: string[] }>('POST', '/stb/token', { token })).data.owners
  const make = async (owner: string) =>
    (
      await portal.visitor().api<{ id: string }>('POST', '/chmax/lists?name=Signed', {
        token: owner,
        raw: { type: 'application/octet-stream', bytes: file },
      })
    ).data.id
  listId = await make(portal.tokens.customer)
  systemId = await make(portal.tokens.administrator)
  await putOut(portal.visitor(), portal.tokens.administrator, systemId)
})
afterAll(() => portal.stop())

const get = (id: string, headers: Record<string, string> = {}, query = '', method = 'GET') =>
  fetch(`${portal.origin}/api/stb/lists/${id}${query}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity', ...headers },
  })
const keys = async (): Promise<Keys['keys']> => (await portal.visitor().api<Keys>('GET', '/stb/keys')).data.keys
const operate = <D>(method: string, address: string, json?: object) =>
  portal.visitor().api<D>(method, address, { token: portal.tokens.operator, ...(json === undefined ? {} : { json }) })

/** Verifies an answer's signature over its file; returns the key and the signed members. */
const signedBy = async (answer: Response, id: string, whole: Uint8Array): Promise<SignedFacts & { key: string }> => {
  const header = answer.headers.get('chmax-signature') ?? ''
  const signed = readSigned(header)
  if (signed === null) throw new Error(`no signature: ${answer.status} "${header}"`)
  const { key, signature, json } = signed
  const { pem = '' } = (await keys()).find((one) => one.id === key) ?? {}
  expect(verify(null, Buffer.from(json), createPublicKey(pem), signature)).toBe(true)
  const said = JSON.parse(json) as SignedFacts
  expect(said).toMatchObject({
    ...{ list: id, length: whole.length, sha256: createHash('sha256').update(whole).digest('hex') },
    expires: said.issued + 172_800,
  })
  return { ...said, key }
}
const bytesOf = async (answer: Response): Promise<Uint8Array> => new Uint8Array(await answer.arrayBuffer())

describe('each answer about a list', () => {
  it('is signed: whole, again from memory, a range, compressed, not modified, and for HEAD', async () => {
    const first = await get(listId)
    const whole = await bytesOf(first)
    expect(Buffer.compare(whole, file)).toBe(0)
    const etag = first.headers.get('etag') ?? ''
    const said = await signedBy(first, listId, whole)
    expect(said).toMatchObject({
      revision: 1,
      counter: 1,
      names: null,
      format: 'sdx',
      owner: owners.find((one) => /^account-[0-9a-f]{16}$/.test(one)),
    })
    expect(said.issued % 3600).toBe(0)
    expect(Math.abs(Date.now() / 1000 - said.issued)).toBeLessThan(2 * 3600)
    const digest = `sha-256=:${createHash('sha256').update(whole).digest('base64')}:`
    expect(first.headers.get('repr-digest')).toBe(digest)
    const answers = [
      [await get(listId), 200, digest],
      [await get(listId, { range: 'bytes=10-99' }), 206, digest],
      [await get(listId, { range: 'bytes=10-99', 'if-range': etag }), 206, digest],
      [await get(listId, { 'accept-encoding': 'gzip' }), 200, null],
      [await get(listId, { 'if-none-match': etag }), 304, null],
      [await get(listId, { 'if-none-match': etag, 'if-match': etag }), 304, null],
      [await get(listId, {}, '', 'HEAD'), 200, digest],
    ] as const
    for (const [answer, status, told] of answers) {
      expect([answer.status, answer.headers.get('repr-digest')]).toEqual([status, told])
      await answer.arrayBuffer()
      expect(await signedBy(answer, listId, whole)).toEqual({
        ...said,
        issued: expect.any(Number) as number,
        expires: expect.any(Number) as number,
      })
    }
  })
  it('in another format is signed over that file', async () => {
    const answer = await get(listId, {}, '?format=m3u')
    expect(await signedBy(answer.clone(), listId, await bytesOf(answer))).toMatchObject({ format: 'm3u', revision: 1 })
  })
  it('with names in another language is signed over that file, and names the language', async () => {
    const call = (address: string, options: object) =>
      portal.visitor().api('PUT', `/chmax/lists/${listId}/${address}`, { token: portal.tokens.customer, ...options })
    const table = { type: 'text/csv', bytes: 'number,fr\n1,Une\n2,Deux\n' }
    expect(await call('names', { raw: table })).toMatchObject({ code: '0', data: { revision: 2 } })
    expect(await call('language', { json: { language: 'fr' } })).toMatchObject({ code: '0' })
    const answer = await get(listId)
    expect(await signedBy(answer.clone(), listId, await bytesOf(answer))).toMatchObject({ names: 'fr', revision: 2 })
  })
  it('of a ready-made list names the provider as its owner', async () => {
    const answer = await get(systemId)
    expect(await signedBy(answer.clone(), systemId, await bytesOf(answer))).toMatchObject({ owner: 'system' })
  })
  it('names the address of its content, which is immutable there and gone when the list has another one', async () => {
    const first = await get(listId)
    const whole = await bytesOf(first)
    const own = first.headers.get('content-location') ?? ''
    expect(own).toBe(`/api/stb/lists/${listId}/${createHash('sha256').update(whole).digest('hex')}`)
    const etag = first.headers.get('etag') ?? ''
    for (const answer of [
      await get(listId, {}, '', 'HEAD'),
      await get(listId, { 'if-none-match': etag }),
      await get(listId, { range: 'bytes=0-9' }),
    ])
      expect([answer.status, answer.headers.get('content-location')]).toEqual([answer.status, own])
    const content = (headers: Record<string, string> = {}, query = '') =>
      fetch(`${portal.origin}${own}${query}`, { headers: { authorization: `Bearer ${token}`, ...headers } })
    const told = await content()
    expect(Buffer.compare(await bytesOf(told), whole)).toBe(0)
    expect(
      ['etag', 'cache-control', 'chmax-signature', 'chmax-settings'].map((name) => told.headers.get(name)),
    ).toEqual([...[`${etag.slice(0, -1)}-gzip"`, 'private, max-age=31536000, immutable', null, null]])
    const rest = await content({ range: 'bytes=10-' })
    expect([rest.status, Buffer.compare(await bytesOf(rest), whole.subarray(10))]).toEqual([206, 0])
    expect((await content({ 'if-none-match': etag })).status).toBe(304)
    // In another format it is another content.
    expect((await get(listId, {}, '?format=m3u')).headers.get('content-location')).toMatch(
      /\/[0-9a-f]{64}\?format=m3u$/,
    )
    expect((await content({}, '?format=m3u')).status).toBe(404)
    expect((await content({ authorization: 'Bearer mpd_forged' })).status).toBe(401)
    const { data } = await portal.visitor().api<{ revision: number }>('GET', `/chmax/lists/${listId}`, {
      token: portal.tokens.customer,
    })
    const operations = [{ op: 'rename', id: 5, name: 'Another' }]
    await portal.visitor().api('POST', `/chmax/lists/${listId}/operations`, {
      ...{ token: portal.tokens.customer, json: { base: data.revision, operations } },
    })
    const gone = await content()
    expect([gone.status, ((await gone.json()) as { code: string }).code]).toEqual([404, 'A0404'])
    expect((await get(listId, {}, '', 'HEAD')).headers.get('content-location')).not.toBe(own)
  })
  it('has no signature when refused', async () => {
    const answers = [
      await get('01unknown0000000000000000'),
      await get(listId, { range: 'bytes=999999999-' }),
      await get(listId, { 'if-match': '"1-x"' }),
    ]
    expect(answers.map((one) => [one.status, one.headers.get('chmax-signature')])).toEqual([
      [404, null],
      [416, null],
      [412, null],
    ])
  })
})

it('a box refuses a file that is changed, older, expired, or for another list, account or key', async () => {
  const answer = await get(systemId)
  const header = answer.headers.get('chmax-signature') ?? ''
  const whole = await bytesOf(answer)
  const box = { keys: learnKeys([], await keys()), owners, newestIssued: {}, counts: {} }
  const asked = { listId: systemId, format: null }
  expect(checkFile(header, asked, whole, box)).toMatchObject({ good: true })
  const { key, issued, counter } = await signedBy(answer, systemId, whole)
  const changed = whole.slice()
  changed[100] = (changed[100] ?? 0) ^ 1
  expect(
    [
      checkFile(undefined, asked, whole, box),
      checkFile(header, asked, changed, box),
      checkFile(header, { ...asked, listId }, whole, box),
      checkFile(header.replace(/"issued":\d+/, `"issued":${issued + 3600}`), asked, whole, box),
      checkFile(header, { ...asked, format: 'chl' }, whole, box),
      checkFile(header, asked, whole, { ...box, owners: ['account-0000000000000000'] }),
      checkFile(header, asked, whole, { ...box, newestIssued: { [key]: issued + 3600 } }),
      checkFile(header, asked, whole, { ...box, counts: { [systemId]: { key, issued, counter: counter + 1 } } }),
      checkFile(header, asked, whole, { ...box, keys: [] }),
      checkFile(header.replace(/"expires":\d+/, `"expires":${issued + 3600}`), asked, whole, box),
      checkFile(`${header},`, asked, whole, box),
      checkFile(header, asked, whole, { ...box, nowSeconds: issued + 172_801 }),
      checkFile(header, asked, whole, { ...box, nowSeconds: issued + 172_800 }),
    ].map((verdict) => (verdict.good ? 'good' : verdict.why)),
  ).toEqual([
    'no-signature',
    'wrong-file',
    'wrong-file',
    'wrong-signature',
    'wrong-format',
    'wrong-owner',
    'older',
    'older',
    'unknown-key',
    'wrong-signature',
    'no-signature',
    'expired',
    'good',
  ])
})

it('an older version is refused even within the same hour, and a withdrawn version too', async () => {
  const act = (json: object) =>
    portal.visitor().api('POST', `/chmax/lists/${systemId}/publications`, {
      ...{ token: portal.tokens.administrator, json },
    })
  const asked = { listId: systemId, format: null }
  const known = learnKeys([], await keys())
  const counts: Record<string, Counted> = {}
  const load = async () => {
    const answer = await get(systemId)
    return { header: answer.headers.get('chmax-signature') ?? '', whole: await bytesOf(answer) }
  }
  type Loaded = Awaited<ReturnType<typeof load>>
  const check = ({ header, whole }: Loaded): string => {
    const newestIssued = Object.fromEntries(Object.values(counts).map(({ key, issued }) => [key, issued]))
    const verdict = checkFile(header, asked, whole, { keys: known, owners, newestIssued, counts })
    if (verdict.good) counts[systemId] = verdict.facts
    return verdict.good ? `version ${verdict.facts.revision}` : verdict.why
  }
  const first = await load()
  const operations = [{ op: 'rename', id: 0, name: 'Second' }]
  await portal.visitor().api('POST', `/chmax/lists/${systemId}/operations`, {
    ...{ token: portal.tokens.administrator, json: { base: 1, operations } },
  })
  expect(await act({ act: 'publish', revision: 2, percent: 100 })).toMatchObject({ code: '0' })
  const second = await load()
  expect([check(first), check(second), check(first)]).toEqual(['version 1', 'version 2', 'older'])
  expect(await act({ act: 'roll-back' })).toMatchObject({ code: '0' })
  const back = await load()
  expect(Buffer.compare(back.whole, first.whole)).toBe(0)
  expect([check(back), check(second), check(first), check(back)]).toEqual(['version 1', 'older', 'older', 'version 1'])
})

it('openssl verifies the signature too', async () => {
  const answer = await get(systemId)
  const whole = await bytesOf(answer)
  await signedBy(answer, systemId, whole)
  const { json, signature } = readSigned(answer.headers.get('chmax-signature') ?? '') ?? {}
  const folder = mkdtempSync(path.join(os.tmpdir(), 'list-signature-'))
  const write = (name: string, data: string | Uint8Array): string => {
    writeFileSync(path.join(folder, name), data)
    return path.join(folder, name)
  }
  const key = write('key.pem', (await keys())[0]?.pem ?? '')
  const sig = write('list.sig', signature ?? '')
  const ask = (text: string) =>
    spawnSync('openssl', [
      'pkeyutl',
      '-verify',
      '-pubin',
      '-inkey',
      key,
      '-rawin',
      '-in',
      write('list.json', text),
      '-sigfile',
      sig,
    ])
  const good = ask(json ?? '')
  // Without openssl there is nothing to run; the tests above verify with node:crypto.
  if (good.error !== undefined) return
  expect(good.stdout.toString()).toContain('Signature Verified Successfully')
  expect(ask(`${json} `).status).not.toBe(0)
})

describe('signing keys', () => {
  it('are public, with an ETag, and cached for an hour', async () => {
    const answer = await fetch(`${portal.origin}/api/stb/keys`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600'])
    const { data } = (await answer.json()) as { data: Keys }
    expect(data.keys).toHaveLength(1)
    const [key] = data.keys
    expect(key).toMatchObject({ status: 'current', introducedBy: null })
    const raw = Buffer.from(key?.publicKey ?? '', 'base64')
    expect([raw.length, createHash('sha256').update(raw).digest('hex').slice(0, 16)]).toEqual([32, key?.id])
    expect(Buffer.from(key?.jwk.x ?? '', 'base64url').equals(raw)).toBe(true)
    const again = await fetch(`${portal.origin}/api/stb/keys`, {
      headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
    const published = await fetch(`${portal.origin}/.well-known/chmax-keys.json`)
    expect([await published.json(), published.headers.get('cache-control')]).toEqual([data, 'public, max-age=3600'])
  })
  it('are announced, wait a week, and are switched and retired by the operator, with a reason', async () => {
    const why = 'the yearly change'
    const [first] = await keys()
    expect(await operate('POST', '/operator/list-keys', {})).toMatchObject({ code: 'A0422' })
    expect(await operate('POST', '/operator/list-keys/switch', { why })).toMatchObject({
      ...{ code: 'A0404', message: 'No such next key is waiting.' },
    })
    const { data: given } = await operate<PublishedKey>('POST', '/operator/list-keys', { why })
    expect(given).toMatchObject({ status: 'next', introducedBy: first?.id })
    expect(await operate('POST', '/operator/list-keys', { why })).toMatchObject({
      ...{ code: 'A0409', data: { context: 'next-key' } },
    })
    expect(await operate('DELETE', `/operator/list-keys/${first?.id ?? ''}`, { why })).toMatchObject({ code: 'A0404' })
    expect(await operate('DELETE', `/operator/list-keys/${given.id}`, { why })).toMatchObject({ code: '0' })
    // Boxes no longer see it; the operator does.
    expect((await keys()).map(({ id }) => id)).toEqual([first?.id])
    const all = await operate<{ items: PublishedKey[] }>('GET', '/operator/list-keys')
    expect(all.data.items.map(({ id }) => id)).toEqual([first?.id, given.id])
    const { data: next } = await operate<PublishedKey>('POST', '/operator/list-keys', { why })
    expect(await operate('POST', '/operator/list-keys/switch', { why })).toMatchObject({
      code: 'A0409',
      data: { context: 'next-key-new' },
    })

    // The gateway has the list in memory, signed by the first key; after the switch it must not serve it.
    await (await get(systemId)).arrayBuffer()
    const before = await get(systemId)
    const whole = await bytesOf(before)
    expect((await signedBy(before, systemId, whole)).key).toBe(first?.id)
    const box = learnKeys([], (await keys()).slice(0, 1))
    expect(await operate('POST', '/operator/list-keys/switch', { why, atOnce: true })).toMatchObject({ code: '0' })
    const asked: Record<string, string>[] = [
      {},
      {},
      { range: 'bytes=0-9' },
      { 'if-none-match': before.headers.get('etag') ?? '' },
    ]
    for (const headers of asked) {
      const answer = await get(systemId, headers)
      await answer.arrayBuffer()
      expect((await signedBy(answer, systemId, whole)).key).toBe(next.id)
      expect(answer.headers.get('etag')).toBe(before.headers.get('etag'))
    }
    const told = await keys()
    expect(told.map(({ id, status }) => [id, status])).toEqual([
      [next.id, 'current'],
      [first?.id, 'retired'],
    ])
    // A box with only the first key is led to the new one, and then no longer trusts the first.
    const led = learnKeys(box, told)
    expect(onlyFrom(led, next.id).map(({ id }) => id)).toEqual([next.id])
    const strange = told.map((key) => ({ ...key, introduction: Buffer.alloc(64).toString('base64') }))
    expect(learnKeys(box, strange)).toEqual(box)
    const entries = await operate<{ items: { action: string; detail: string }[] }>(
      'GET',
      `/operator/audit?subject=${next.id}`,
    )
    expect(entries.data.items.map(({ action }) => action)).toEqual(['list-key.switch', 'list-key.next'])
    expect(entries.data.items[0]?.detail).toContain(`why: ${why}`)
  })
  it('have no private half once they are retired', async () => {
    const { default: Database } = await import('better-sqlite3')
    const database = new Database(portal.databaseFile, { readonly: true })
    const rows = database.prepare('SELECT state, privateSealed FROM ListKey').all() as {
      state: string
      privateSealed: string | null
    }[]
    database.close()
    expect(rows.map(({ state, privateSealed }) => [state, privateSealed === null])).toContainEqual(['retired', true])
    expect(rows.every(({ state, privateSealed }) => (state === 'retired') === (privateSealed === null))).toBe(true)
    expect(JSON.stringify(rows)).not.toContain('PRIVATE KEY')
  })
})
