/** Channel lists over HTTP as programs use them: every call of /api/chmax with its answers and refusals. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSeedList } from '~/modules/channel-list/seed/data'
import { writeChl, writeSatcodx } from '~/modules/channel-list/seed/file'
import { sharePortal, type SharedPortal } from '../support/shared-portal'
import { openRaw } from '../support/raw'
import type { ApiAnswer } from '../support/http-client'

type List = {
  id: string
  name: string
  revision: number
  counts: { channels: number; tv: number; radio: number }
  undoTo: number | null
  fileName: string | null
  kind: string
  warnings: number
}
type Edited = { revision: number; merged: boolean; undoTo: number | null; redoTo: number | null; channels: number }
type Page<T> = { items: T[]; total: number; page: number; size: number }
type Row = {
  id: number
  position: number
  name: string
  type: string
  satellite: { angle: number } | null
  lock: boolean
}

let portal: SharedPortal
beforeAll(async () => {
  portal = await sharePortal()
})
afterAll(() => portal.stop())

/** German and French letters only, so one encoding fits all. */
const sdx = (channels: number, seed = 21): Uint8Array =>
  writeSatcodx(buildSeedList({ seed, channels, satellites: ['Astra 1', 'Eutelsat 9B'] }), { version: '103' })
const binary = 'application/octet-stream'
const call = <D>(
  method: string,
  path: string,
  options: Parameters<ReturnType<SharedPortal['visitor']>['api']>[2] = {},
): Promise<ApiAnswer<D>> =>
  portal.visitor().api<D>(method, `/chmax${path}`, { token: portal.tokens.customer, ...options })
const download = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  portal
    .visitor()
    .request(`/api/chmax${path}`, { headers: { authorization: `Bearer ${portal.tokens.customer}`, ...headers } })
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer())
/** Uploads a list and deletes it afterwards, so that the limit of five lists is never reached. */
const withList = async (bytes: Uint8Array, work: (list: List) => Promise<void>): Promise<void> => {
  const made = await call<List>('POST', `/lists?name=${Math.random().toString(36).slice(2, 14)}`, {
    raw: { type: binary, bytes },
  })
  expect(made).toMatchObject({ status: 201, code: '0' })
  await work(made.data)
  expect((await call('DELETE', `/lists/${made.data.id}`)).code).toBe('0')
}
const multipart = (
  fields: Record<string, string | string[]>,
  bytes: Uint8Array | null,
  fileName = 'list.sdx',
): FormData => {
  const form = new FormData()
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(name, value)
  if (bytes !== null) form.append('file', new Blob([new Uint8Array(bytes)]), fileName)
  return form
}

describe('POST /chmax/lists', () => {
  it('takes multipart with file and name, and returns what it read', async () => {
    const made = await call<List>('POST', '/lists', { multipart: multipart({ name: 'By form' }, sdx(40), 'tv.sdx') })
    expect(made).toMatchObject({
      status: 201,
      code: '0',
      data: {
        name: 'By form',
        kind: 'user',
        revision: 1,
        format: 'sdx',
        version: '103',
        counts: { channels: 40 },
        warnings: 0,
        fileName: 'tv.sdx',
      },
    })
    expect(made.headers.get('location')).toBe(`/api/chmax/lists/${made.data.id}`)
    expect((await call('DELETE', `/lists/${made.data.id}`)).code).toBe('0')
  })

  it('takes the raw file with ?name=', () =>
    withList(sdx(12), async (list) => void expect(list.counts.channels).toBe(12)))

  it('recognises .chl by its content, whatever its name', () =>
    withList(
      writeChl(buildSeedList({ seed: 5, channels: 30 })),
      async (list) => void expect(list).toMatchObject({ format: 'chl', counts: { channels: 30 } }),
    ))

  it.each<[string, () => Promise<ApiAnswer>, number, string]>([
    ['no name', () => call('POST', '/lists', { raw: { type: binary, bytes: sdx(3) } }), 422, 'A0422'],
    [
      'a name of 21 characters',
      () => call('POST', `/lists?name=${'n'.repeat(21)}`, { raw: { type: binary, bytes: sdx(3) } }),
      422,
      'C1110',
    ],
    ['no file', () => call('POST', '/lists', { multipart: multipart({ name: 'Nothing' }, null) }), 422, 'A0422'],
    ['an empty file', () => call('POST', '/lists?name=Empty', { raw: { type: binary, bytes: '' } }), 422, 'C1112'],
    [
      'an empty file in a form',
      () => call('POST', '/lists', { multipart: multipart({ name: 'Empty' }, new Uint8Array()) }),
      422,
      'C1112',
    ],
    [
      'a picture',
      () =>
        call('POST', '/lists?name=Picture', {
          raw: { type: binary, bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0]) },
        }),
      422,
      'C1112',
    ],
    [
      'a list of satellites only',
      () =>
        call('POST', '/lists?name=None', {
          raw: { type: binary, bytes: writeChl({ ...buildSeedList({ seed: 5, channels: 1 }), channels: [] }) },
        }),
      422,
      'C1112|Q2205',
    ],
    [
      'more than 16 MiB in a form',
      () => call('POST', '/lists', { multipart: multipart({ name: 'Huge' }, new Uint8Array(16 * 1024 * 1024 + 1)) }),
      413,
      'A0413',
    ],
    [
      'an unknown encoding',
      () => call('POST', '/lists?name=Coded&encoding=ebcdic', { raw: { type: binary, bytes: sdx(3) } }),
      422,
      'A0422',
    ],
    [
      'a kind that is others’ to make',
      () => call('POST', '/lists?name=All&kind=system', { raw: { type: binary, bytes: sdx(3) } }),
      403,
      'C1108',
    ],
    ['2001 channels', () => call('POST', '/lists?name=Big', { raw: { type: binary, bytes: sdx(2001) } }), 409, 'Q2202'],
    [
      'a rule that leaves too many',
      () => call('POST', '/lists?name=Big&keep=first:2001', { raw: { type: binary, bytes: sdx(2001) } }),
      422,
      'C1111',
    ],
    [
      'a rule that is none',
      () => call('POST', '/lists?name=Big&keep=best', { raw: { type: binary, bytes: sdx(2001) } }),
      422,
      'A0422',
    ],
    [
      'a token that may only read',
      async () =>
        call('POST', '/lists?name=ReadOnly', { token: await readOnlyToken(), raw: { type: binary, bytes: sdx(3) } }),
      403,
      'A0403',
    ],
  ])('refuses %s and stores nothing', async (_, send, status, code) => {
    const before = (await call<Page<List>>('GET', '/lists')).data.total
    const answer = await send()
    expect([answer.status, answer.code]).toEqual([status, expect.stringMatching(new RegExp(`^(${code})$`))])
    expect(answer.message).toMatch(/\S/)
    expect((await call<Page<List>>('GET', '/lists')).data.total).toBe(before)
  })

  it('stores a repeated upload with the same id once, even when both come at once', async () => {
    const total = async () => (await call<Page<List>>('GET', '/lists')).data.total
    const before = await total()
    const raw = { type: binary, bytes: sdx(7) }
    const first = await call<List>('POST', '/lists?name=Once', { raw, headers: { 'idempotency-key': 'upload-0001' } })
    expect([first.status, first.code]).toEqual([201, '0'])
    // The first answer was lost: a repeat by header, quoted or not, or by field gives the same list.
    for (const again of [
      await call<List>('POST', '/lists?name=Once', { raw, headers: { 'idempotency-key': '"upload-0001"' } }),
      await call<List>('POST', '/lists?name=Once&batch=upload-0001', { raw }),
      await call<List>('POST', '/lists', { multipart: multipart({ name: 'Once', batch: 'upload-0001' }, sdx(7)) }),
    ])
      expect([again.status, again.code, again.data.id, again.headers.get('location')]).toEqual([
        201,
        '0',
        first.data.id,
        `/api/chmax/lists/${first.data.id}`,
      ])
    // Without the id it is a second list with a name that is taken.
    expect(await call('POST', '/lists?name=Once', { raw })).toMatchObject({ status: 409, code: 'C1125' })
    const many = await Promise.all(
      Array.from({ length: 6 }, () =>
        call<List>('POST', '/lists?name=AtOnce', {
          raw: { type: binary, bytes: sdx(8) },
          headers: { 'idempotency-key': 'upload-0002' },
        }),
      ),
    )
    expect(new Set(many.map((answer) => `${answer.status} ${answer.data.id}`)).size).toBe(1)
    expect(await total()).toBe(before + 2)
    // The same id of another account is another upload; an invalid id is refused.
    const other = await call<List>('POST', '/lists?name=Once', {
      token: portal.tokens.friend,
      raw,
      headers: { 'idempotency-key': 'upload-0001' },
    })
    expect([other.code, other.data.id === first.data.id]).toEqual(['0', false])
    for (const key of ['short', 'with spaces in it', 'x'.repeat(65)])
      expect(await call('POST', '/lists?name=Odd', { raw, headers: { 'idempotency-key': key } })).toMatchObject({
        status: 422,
        code: 'A0422',
      })
    expect((await call('DELETE', `/lists/${other.data.id}`, { token: portal.tokens.friend })).code).toBe('0')
    for (const id of [first.data.id, many[0]?.data.id ?? ''])
      expect((await call('DELETE', `/lists/${id}`)).code).toBe('0')
  })

  it('refuses a raw file over 16 MiB by its Content-Length, before the body', async () => {
    const raw = await openRaw(portal.port)
    await raw.write(
      `POST /api/chmax/lists?name=Huge HTTP/1.1\r\nhost: 127.0.0.1:${portal.port}\r\nauthorization: Bearer ${portal.tokens.customer}\r\ncontent-type: ${binary}\r\ncontent-length: ${16 * 1024 * 1024 + 1}\r\n\r\n`,
    )
    const head = await raw.readUntil('\r\n\r\n')
    raw.socket.destroy()
    expect(head).toContain('HTTP/1.1 413')
  })

  it('gives the cause of C1112 in the caller’s language', async () => {
    const send = (language: string) =>
      call<{ cause: string }>('POST', '/lists?name=Picture', {
        raw: { type: binary, bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]) },
        language,
      })
    const english = await send('en')
    expect(english.data.cause).toBe('image')
    expect(english.message).toContain('It is an image')
    expect((await send('fr')).message).toContain('C’est une image')
  })

  it('takes 2300 channels, with or without rules that narrow them down', async () => {
    const made = await call<List>('POST', '/lists?name=Kept&keep=type:tv&keep=first:500', {
      raw: { type: binary, bytes: sdx(2300) },
    })
    expect(made.data.counts).toMatchObject({ channels: 500, tv: 500, radio: 0 })
    expect((await call('DELETE', `/lists/${made.data.id}`)).code).toBe('0')
    const counts = await call<{ channels: number; limit: number; tv: number }>('POST', '/lists?name=Kept', {
      raw: { type: binary, bytes: sdx(2300) },
    })
    expect(counts.data).toMatchObject({ channels: 2300, limit: 2000 })
  })

  it('refuses the sixth list with C1202 and a duplicate name with C1125', async () => {
    const token = portal.tokens.friend
    const send = (name: string) =>
      call<List>('POST', `/lists?name=${name}`, { token, raw: { type: binary, bytes: sdx(3) } })
    for (let at = 0; at < 4; at++) expect((await send(`Full${at}`)).code).toBe('0')
    expect(await send('FULL0')).toMatchObject({ status: 409, code: 'C1125' })
    expect((await send('Full4')).code).toBe('0')
    expect(await send('Full5')).toMatchObject({ status: 409, code: 'C1202' })
  })
})

const readOnlyToken = async (): Promise<string> => {
  const client = await portal.signIn('customer')
  const made = await client.post('/personal/tokens/new', {
    name: 'reader',
    scopes: 'lists:read',
    expiresInDays: '30',
    password: 'mango-demo',
  })
  const page = await client.request(made.headers.get('location') ?? '/')
  const token = /mp[a-z]_[\w-]{20,}/.exec(await page.text())?.[0]
  if (token === undefined) throw new Error('no token on the page')
  return token
}

describe('a list', () => {
  it('is listed, read, renamed, deleted and restored', () =>
    withList(sdx(20), async ({ id }) => {
      const found = await call<Page<List>>('GET', '/lists?page=1&size=20&kind=user')
      expect(found.data.items.map((list) => list.id)).toContain(id)
      expect(await call('GET', `/lists/${id}`)).toMatchObject({
        status: 200,
        data: { id, revision: 1, undoTo: null, canChange: true, lastEdit: { kind: 'import' } },
      })
      expect(await call('PUT', `/lists/${id}`, { json: { name: 'Renamed' } })).toMatchObject({
        status: 200,
        data: { name: 'Renamed', revision: 1 },
      })
      expect(await call('PUT', `/lists/${id}`, { json: { name: ' ' } })).toMatchObject({ status: 422, code: 'C1110' })
      expect(await call('PUT', `/lists/${id}`, { json: {} })).toMatchObject({ status: 422, code: 'A0422' })
      expect(await call('DELETE', `/lists/${id}`)).toMatchObject({ status: 200, code: '0', data: null })
      expect(await call('GET', `/lists/${id}`)).toMatchObject({ status: 404, code: 'C1101' })
      expect((await call<Page<List>>('GET', '/deleted')).data.items.map((list) => list.id)).toContain(id)
      expect(await call('POST', `/lists/${id}/restore`)).toMatchObject({ status: 200, data: { id, name: 'Renamed' } })
    }))

  it('that is another user’s or unknown is C1101 on every call', async () => {
    const other = await call<Page<List>>('GET', '/lists?kind=user', { token: portal.tokens.friend })
    for (const id of [other.data.items[0]?.id ?? '', 'nothing']) {
      const calls: [string, string, Parameters<typeof call>[2]?][] = [
        ['GET', ''],
        ['PUT', '', { json: { name: 'Mine' } }],
        ['DELETE', ''],
        ['GET', '/file'],
        ['PUT', '/file', { raw: { type: binary, bytes: sdx(3) }, headers: { 'if-match': '*' } }],
        ['GET', '/losses'],
        ['GET', '/engine'],
        ['GET', '/report'],
        ['GET', '/encodings/utf-8'],
        ['GET', '/channels'],
        ['GET', '/channels/0'],
        ['POST', '/operations', { json: { base: 1, operations: [{ op: 'lock', ids: [0], value: true }] } }],
        ['POST', '/undo'],
        ['POST', '/redo'],
        ['GET', '/revisions'],
        ['POST', '/revisions/1/restore'],
        ['POST', '/copy', { json: { name: 'Mine' } }],
        ['POST', '/restore'],
      ]
      for (const [method, path, options] of calls)
        expect([method, path, (await call(method, `/lists/${id}${path}`, options)).code]).toEqual([
          method,
          path,
          'C1101',
        ])
    }
  })

  it.each(['page=0', 'page=x', 'size=11', 'size=0', 'kind=mine'])(
    'is not searched with the invalid parameter %s',
    async (query) => {
      expect(await call('GET', `/lists?${query}`)).toMatchObject({ status: 422, code: 'A0422' })
    },
  )
})

describe('the file', () => {
  it('downloads unchanged, with a strong ETag, ranges, and 304 until it changes', () =>
    withList(sdx(50), async ({ id }) => {
      const whole = await download(`/lists/${id}/file`)
      expect(whole.status).toBe(200)
      expect(whole.headers.get('content-type')).toBe(binary)
      expect(whole.headers.get('content-disposition')).toMatch(/^attachment; filename="/)
      expect(whole.headers.get('content-length')).toBe(String(sdx(50).length))
      const etag = whole.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[^"]+"$/)
      expect(Buffer.compare(await bytesOf(whole), sdx(50))).toBe(0)
      const part = await download(`/lists/${id}/file`, { range: 'bytes=128-255' })
      expect(part.status).toBe(206)
      expect(Buffer.compare(await bytesOf(part), sdx(50).subarray(128, 256))).toBe(0)
      expect((await download(`/lists/${id}/file`, { range: 'bytes=99999-' })).status).toBe(416)
      expect((await download(`/lists/${id}/file`, { 'if-none-match': etag })).status).toBe(304)
      await call('POST', `/lists/${id}/operations`, {
        json: { base: 1, operations: [{ op: 'move', ids: [0], to: 50 }] },
      })
      const edited = await download(`/lists/${id}/file`, { 'if-none-match': etag })
      expect(edited.status).toBe(200)
      expect(
        Buffer.compare(await bytesOf(edited), Buffer.concat([sdx(50).subarray(128), sdx(50).subarray(0, 128)])),
      ).toBe(0)
      expect(Buffer.compare(await bytesOf(await download(`/lists/${id}/file?revision=1`)), sdx(50))).toBe(0)
      expect((await download(`/lists/${id}/file?revision=7`)).status).toBe(404)
    }))

  it('is exported in the other dialect, with a report of the losses', () =>
    withList(sdx(30), async ({ id }) => {
      const chl = await download(`/lists/${id}/file?format=chl`)
      expect(chl.headers.get('content-disposition')).toContain('.chl')
      expect((await bytesOf(chl)).toString('utf8')).toContain('"Type"')
      const losses = await call<{ format: string; losses: { code: string; channels: number }[] }>(
        'GET',
        `/lists/${id}/losses?format=chl`,
      )
      expect(losses.data.format).toBe('chl')
      expect(losses.data.losses.every(({ code, channels }) => code !== '' && channels > 0)).toBe(true)
      expect((await call<{ losses: unknown[] }>('GET', `/lists/${id}/losses`)).data.losses).toEqual([])
      expect(await call('GET', `/lists/${id}/file?format=doc`)).toMatchObject({ status: 422, code: 'A0422' })
    }))

  it('is replaced only with the ETag of the current file', () =>
    withList(sdx(30), async ({ id }) => {
      const put = (headers: Record<string, string>, bytes = sdx(9, 2)) =>
        call<List>('PUT', `/lists/${id}/file`, { raw: { type: binary, bytes }, headers })
      const { headers } = await download(`/lists/${id}/file`)
      const etag = headers.get('etag') ?? ''
      expect(await put({})).toMatchObject({ status: 428, code: 'A0428' })
      expect(await put({ 'if-match': '"stale"' })).toMatchObject({ status: 412, code: 'A0412' })
      expect(await put({ 'if-match': etag }, new TextEncoder().encode('#EXTM3U\n'))).toMatchObject({
        status: 422,
        code: 'C1112',
      })
      expect(await call('GET', `/lists/${id}`)).toMatchObject({ data: { revision: 1 } })
      expect(Buffer.compare(await bytesOf(await download(`/lists/${id}/file`)), sdx(30))).toBe(0)
      expect(await put({ 'if-match': etag })).toMatchObject({
        status: 200,
        data: { revision: 2, counts: { channels: 9 } },
      })
      expect(await put({ 'if-match': etag })).toMatchObject({ status: 412, code: 'A0412' })
      expect(await call('POST', `/lists/${id}/undo`)).toMatchObject({ data: { revision: 3, channels: 30 } })
    }))
})

describe('channels', () => {
  it('are paged, searched, filtered and sorted', () =>
    withList(sdx(120), async ({ id }) => {
      const rows = (query: string) => call<Page<Row> & { revision: number }>('GET', `/lists/${id}/channels?${query}`)
      const first = (await rows('size=100')).data
      expect(first).toMatchObject({ total: 120, page: 1, size: 100, revision: 1 })
      expect(first.items.map(({ position }) => position)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1))
      expect((await rows('size=100&page=2')).data.items).toHaveLength(20)
      const radio = (await rows('type=radio&size=100')).data
      expect(radio.items.every(({ type }) => type === 'radio')).toBe(true)
      const name = first.items[5]?.name ?? ''
      expect((await rows(`search=${encodeURIComponent(name)}`)).data.items.map((row) => row.name)).toContain(name)
      const astra = (await rows('satellite=192&size=100')).data
      expect(astra.total).toBeGreaterThan(0)
      expect(astra.items.every((row) => row.satellite?.angle === 192)).toBe(true)
      const [up, down] = [
        (await rows('sort=name&size=100')).data.items,
        (await rows('sort=-name&size=100&page=2')).data.items,
      ]
      expect(up.slice(0, 20).map((row) => row.name)).toEqual(down.map((row) => row.name).reverse())
      for (const wrong of [
        'type=film',
        'satellite=east',
        'sort=colour',
        'size=1000',
        'scrambled=maybe',
        'favourite=32',
      ])
        expect(await rows(wrong)).toMatchObject({ status: 422, code: 'A0422' })
      expect(await call('GET', `/lists/${id}/channels/5`)).toMatchObject({
        data: { id: 5, name, lock: false, favourites: [] },
      })
      expect(await call('GET', `/lists/${id}/channels/5000`)).toMatchObject({ status: 404, code: 'C1102' })
    }))
})

describe('operations', () => {
  it('edit, merge on a stale base, and show both sides of a conflict', () =>
    withList(sdx(20), async ({ id }) => {
      const edit = (base: number, ...operations: unknown[]) =>
        call<Edited & { clashes: unknown[]; cause: string }>('POST', `/lists/${id}/operations`, {
          json: { base, operations },
        })
      expect(
        await edit(1, { op: 'rename', id: 0, name: 'Zero' }, { op: 'lock', ids: [1, 2], value: true }),
      ).toMatchObject({ code: '0', data: { revision: 2, merged: false, undoTo: 1, redoTo: null, channels: 20 } })
      expect(await edit(1, { op: 'delete', ids: [9] })).toMatchObject({
        code: '0',
        data: { revision: 3, merged: true, channels: 19 },
      })
      expect(await edit(1, { op: 'rename', id: 0, name: 'Null' })).toMatchObject({
        status: 409,
        code: 'C1104',
        data: {
          cause: 'changed',
          revision: 3,
          clashes: [{ field: 'name', id: 0, mine: 'Null', theirs: 'Zero' }],
          since: [{ number: 3 }, { number: 2 }],
        },
      })
      expect(await edit(3, { op: 'sort', mode: 'az' })).toMatchObject({ data: { revision: 4 } })
      const history = await call<
        Page<{ number: number; kind: string; steps: { op: string }[]; author: { name: string } }>
      >('GET', `/lists/${id}/revisions`)
      expect(history.data.items.map(({ number, kind, steps }) => [number, kind, steps.map(({ op }) => op)])).toEqual([
        [4, 'edit', ['sort']],
        [3, 'edit', ['delete']],
        [2, 'edit', ['rename', 'lock']],
        [1, 'import', []],
      ])
      expect(history.data.items[0]?.author.name).toBe(portal.people.customer.userName)
      expect(await call('POST', `/lists/${id}/revisions/2/restore`, { json: { base: 4 } })).toMatchObject({
        data: { revision: 5, channels: 20 },
      })
    }))

  it.each<[string, unknown, number, string]>([
    ['no operations', { base: 1, operations: [] }, 422, 'A0422'],
    ['no base', { operations: [{ op: 'lock', ids: [0], value: true }] }, 422, 'A0422'],
    ['a base to come', { base: 2, operations: [{ op: 'lock', ids: [0], value: true }] }, 422, 'A0422'],
    ['an unknown operation', { base: 1, operations: [{ op: 'explode' }] }, 422, 'A0422'],
    ['a field that is none', { base: 1, operations: [{ op: 'delete', ids: [0], force: true }] }, 422, 'A0422'],
    ['ids that are no numbers', { base: 1, operations: [{ op: 'delete', ids: ['first'] }] }, 422, 'A0422'],
    ['a channel that is not there', { base: 1, operations: [{ op: 'delete', ids: [5000] }] }, 422, 'C1106'],
    ['an empty name', { base: 1, operations: [{ op: 'rename', id: 0, name: '' }] }, 422, 'C1106'],
    ['a name of 51 characters', { base: 1, operations: [{ op: 'rename', id: 0, name: 'n'.repeat(51) }] }, 422, 'C1106'],
    ['an order that is none', { base: 1, operations: [{ op: 'order', order: [0, 0, 1] }] }, 422, 'C1106'],
    [
      'more than 1000 operations',
      { base: 1, operations: Array.from({ length: 1001 }, () => ({ op: 'lock', ids: [0], value: true })) },
      422,
      'A0422',
    ],
  ])('refuse %s and change nothing', (_, body, status, code) =>
    withList(sdx(5), async ({ id }) => {
      const answer = await call<{ index?: number }>('POST', `/lists/${id}/operations`, { json: body })
      expect([answer.status, answer.code]).toEqual([status, code])
      expect(await call('GET', `/lists/${id}`)).toMatchObject({ data: { revision: 1 } })
    }),
  )

  it('are undone and redone, with C1105 at both ends', () =>
    withList(sdx(5), async ({ id }) => {
      expect(await call('POST', `/lists/${id}/undo`)).toMatchObject({ status: 409, code: 'C1105' })
      await call('POST', `/lists/${id}/operations`, {
        json: { base: 1, operations: [{ op: 'delete', ids: [0] }], batch: 'client-batch-1' },
      })
      expect(
        await call('POST', `/lists/${id}/operations`, {
          json: { base: 1, operations: [{ op: 'delete', ids: [0] }], batch: 'client-batch-1' },
        }),
      ).toMatchObject({ code: '0', data: { revision: 2 } })
      expect(await call('POST', `/lists/${id}/redo`)).toMatchObject({ status: 409, code: 'C1105' })
      expect(await call('POST', `/lists/${id}/undo`, { form: { base: '1' } })).toMatchObject({
        status: 409,
        code: 'C1104',
        data: { cause: 'moved-on' },
      })
      expect(await call('POST', `/lists/${id}/undo`, { form: { base: '2' } })).toMatchObject({
        code: '0',
        data: { revision: 3, channels: 5, redoTo: 2 },
      })
      expect(await call('POST', `/lists/${id}/redo`)).toMatchObject({ code: '0', data: { revision: 4, channels: 4 } })
    }))
})

describe('the calls for report, encodings, copy and engine', () => {
  it('report the parsing, preview another encoding, and send the editor its data', () =>
    withList(sdx(60), async ({ id }) => {
      expect(await call('GET', `/lists/${id}/report`)).toMatchObject({
        data: {
          dialect: 'satcodx',
          version: '103',
          records: 60,
          channels: 60,
          errors: 0,
          problems: { items: [], total: 0 },
        },
      })
      const preview = await call<{ differing: number; samples: { present: string; preview: string }[] }>(
        'GET',
        `/lists/${id}/encodings/iso-8859-5`,
      )
      expect(preview.data.differing).toBeGreaterThan(0)
      expect(await call('GET', `/lists/${id}/encodings/morse`)).toMatchObject({ status: 422, code: 'A0422' })
      const engine = await download(`/lists/${id}/engine`)
      expect((await bytesOf(engine)).subarray(0, 4).toString()).toBe('MPL1')
      expect(
        (await download(`/lists/${id}/engine`, { 'if-none-match': engine.headers.get('etag') ?? '' })).status,
      ).toBe(304)
      const copy = await call<List>('POST', `/lists/${id}/copy`, { json: { name: 'A copy' } })
      expect(copy).toMatchObject({
        status: 201,
        data: { name: 'A copy', kind: 'user', revision: 1, counts: { channels: 60 } },
      })
      expect((await call('DELETE', `/lists/${copy.data.id}`)).code).toBe('0')
    }))
})
