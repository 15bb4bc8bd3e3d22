/** MyLink and audio entries over HTTP: every call of a program, and what a box fetches before and after changes. */
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainPng as png, pngBomb } from '../support/media'
import { xlsxOf, zipOf } from '../support/fixtures/xlsx'
import { startPortal, type Portal } from '../support/portal'

let portal: Portal
const operate = async (service: string, grantedToAll: boolean): Promise<void> => {
  const done = await portal
    .visitor()
    .api('PUT', `/operator/services/${service}`, { json: { grantedToAll }, token: portal.tokens.operator })
  if (done.code !== '0') throw new Error(done.code)
}
beforeAll(async () => {
  portal = await startPortal({ env: { LIMITS: 'off' } })
  for (const service of ['mylink', 'audio']) await operate(service, true)
})
afterAll(() => portal.stop())

type Options = NonNullable<Parameters<ReturnType<Portal['visitor']>['api']>[2]>
const call = <D = never>(method: string, path: string, options: Options = {}) =>
  portal.visitor().api<D>(method, path, { token: portal.tokens.customer, ...options })
const post = <D = never>(path: string, json: object, more: Options = {}) => call<D>('POST', path, { json, ...more })
type Category = { id: string; name: string; channels: number; position: number; logo: string | null }
type Page = {
  items: {
    id: string
    name: string
    address: string | null
    place: string | null
    logo: string | null
    position: number
  }[]
  total: number
}
const addCategory = async (name: string): Promise<string> =>
  (await post<Category>('/mylink/addCategory', { name })).data.id
const channels = async (category: string, query = ''): Promise<Page> =>
  (await call<Page>('GET', `/mylink/channels?category=${category}${query}`)).data
const namesOf = ({ items }: Page): string[] => items.map(({ name }) => name)

describe('MyLink', () => {
  it('keeps categories: added, edited, moved and deleted, by JSON and by forms', async () => {
    const made = await post<Category>('/mylink/addCategory', { name: 'News' })
    expect(made).toMatchObject({ status: 201, code: '0', data: { name: 'News', channels: 0, position: 1, logo: null } })
    const second = await call<Category>('POST', '/mylink/addCategory', { form: { name: 'Films' } })
    expect(second).toMatchObject({ status: 201, data: { name: 'Films', position: 2 } })
    expect(await post('/mylink/addCategory', { name: 'news' })).toMatchObject({
      status: 409,
      code: 'Q2101',
      data: { field: 'name' },
    })
    expect(await post('/mylink/addCategory', { name: '' })).toMatchObject({
      status: 422,
      code: 'A0422',
      data: { field: 'name', rule: 'name-empty' },
    })
    expect(await post('/mylink/addCategory', {})).toMatchObject({ code: 'A0422', data: { field: 'name' } })
    expect(
      await call('POST', '/mylink/editCategory', { form: { category: second.data.id, name: 'Cinema' } }),
    ).toMatchObject({ data: { name: 'Cinema' } })
    expect(await call('POST', '/mylink/moveCategory', { form: { category: second.data.id, to: 'up' } })).toMatchObject({
      data: { position: 1, total: 2 },
    })
    expect(await post('/mylink/moveCategory', { category: second.data.id, to: 2 })).toMatchObject({
      data: { position: 2 },
    })
    const outside = await post('/mylink/moveCategory', { category: second.data.id, to: 3 }, { language: 'fr' })
    expect(outside).toMatchObject({ status: 422, code: 'A0422', data: { field: 'to', rule: 'range', min: 1, max: 2 } })
    expect(outside.message).toContain('De 1 à 2.')
    for (const to of [true, null, [], '1e0', '0x2', ' 2 ', '', 1.5])
      expect(await post('/mylink/moveCategory', { category: second.data.id, to }), JSON.stringify(to)).toMatchObject({
        status: 422,
        code: 'A0422',
        data: { field: 'to' },
      })
    expect((await call<Category[]>('GET', '/mylink/categories')).data.map(({ name }) => name)).toEqual([
      'News',
      'Cinema',
    ])
    await post('/mylink/addChannel', { category: second.data.id, name: 'One', address: 'http://h/1' })
    const gone = await post<{ undo: string }>('/mylink/deleteCategory', { category: second.data.id })
    expect(gone).toMatchObject({ data: { name: 'Cinema', channels: 1 } })
    const undo = { id: gone.data.undo, batch: 'undo-0001' }
    expect(await call('GET', '/mylink/deleted')).toMatchObject({ data: [{ id: undo.id, name: 'Cinema', channels: 1 }] })
    expect(await call('GET', '/mylink/deleted', { token: portal.tokens.friend })).toMatchObject({ data: [] })
    for (let time = 0; time < 2; time++)
      expect(await post('/mylink/restore', undo)).toMatchObject({ data: { name: 'Cinema', channels: 1 } })
    expect(await post('/mylink/deleteCategory', { category: second.data.id })).toMatchObject({ code: '0' })
    expect(await post('/mylink/deleteCategory', { category: second.data.id })).toMatchObject({
      status: 404,
      code: 'Q2103',
    })
  })
  it('keeps channels: added singly or many at once, edited, moved, sorted, listed unsorted and deleted', async () => {
    const category = await addCategory('Channels')
    expect(
      await call('POST', '/mylink/addChannel', { form: { category, name: 'b', address: 'http://h/b' } }),
    ).toMatchObject({ status: 201, data: { ids: ['1'], channels: 1 } })
    const more = [
      { name: 'a', satellite: '19.2E', tp: '11778', sid: '28006' },
      { name: 'c', satellite: 192, tp: 11778, sid: 28007 },
      { name: 'd', address: '7.0W:10727:1' },
    ]
    expect(await post('/mylink/addChannel', { category, channels: more })).toMatchObject({
      data: { ids: ['2', '3', '4'], channels: 4 },
    })
    expect((await channels(category)).items[1]).toMatchObject({ name: 'a', address: null, place: '19.2E:11778:28006' })
    expect(await post('/mylink/addChannel', { category, name: 'A', address: 'http://h' })).toMatchObject({
      status: 409,
      code: 'Q2201',
    })
    expect(
      await post('/mylink/addChannel', {
        category,
        channels: Array.from({ length: 101 }, (_, at) => ({ name: `n${at}`, address: 'http://h' })),
      }),
    ).toMatchObject({ status: 422, code: 'N1001' })
    for (const [address, rule] of [
      ['javascript:alert(1)', 'url-invalid'],
      ['java\tscript:alert(1)', 'url-invalid'],
      [' http://example.org', 'url-invalid'],
      ['http://exa mple.org', 'url-invalid'],
      ['http:javascript', 'url-invalid'],
      ['http://', 'url-invalid'],
      [`http://h/${'x'.repeat(248)}`, 'url-too-long'],
      ['', 'link-missing'],
      ['19.2E:1:1', 'tp-range'],
      ['19.2E:11778', 'place-invalid'],
    ])
      expect(await post('/mylink/addChannel', { category, name: 'x', address }), address).toMatchObject({
        status: 422,
        code: 'A0422',
        data: { field: 'address', rule },
      })
    expect(await post('/mylink/addChannel', { category, name: 'x', address: 'http://h', sid: 1 })).toMatchObject({
      data: { rule: 'link-both' },
    })
    expect(await post('/mylink/sortChannels', { category, order: 'az' })).toMatchObject({ data: { channels: 4 } })
    expect(namesOf(await channels(category))).toEqual(['a', 'b', 'c', 'd'])
    expect(namesOf((await call<Page>('POST', '/mylink/showNoSort', { form: { category } })).data)).toEqual([
      'b',
      'a',
      'c',
      'd',
    ])
    expect(namesOf(await channels(category, '&sort=za'))).toEqual(['d', 'c', 'b', 'a'])
    expect(namesOf(await channels(category, '&search=19.2e'))).toEqual(['a', 'c'])
    expect(await call('POST', '/mylink/moveChannel', { form: { category, ids: ['3', '4'], to: '1' } })).toMatchObject({
      data: { moved: 2, position: 1 },
    })
    expect(namesOf(await channels(category))).toEqual(['c', 'd', 'a', 'b'])
    expect(await post('/mylink/moveChannel', { category, ids: ['3'], to: 5 })).toMatchObject({
      code: 'A0422',
      data: { field: 'to', max: 4 },
    })
    expect(await post('/mylink/editChannel', { category, id: '1', name: 'B', address: 'rtsp://h/b' })).toMatchObject({
      data: { name: 'B', address: 'rtsp://h/b', position: 4 },
    })
    expect(await post('/mylink/editChannel', { category, id: '99', name: 'B' })).toMatchObject({
      status: 404,
      code: 'C1102',
    })
    expect(await call('POST', '/mylink/deleteChannel', { form: { category, ids: ['1', '2'] } })).toMatchObject({
      data: { deleted: 2, channels: 2 },
    })
    expect(await post('/mylink/deleteChannel', { category, ids: '3' })).toMatchObject({
      data: { deleted: 1, channels: 1 },
    })
    expect(await call('GET', `/mylink/channels?category=${category}&size=11`)).toMatchObject({ code: 'A0422' })
  })
  it('answers a repeated request like the first time, by batch field and by header', async () => {
    const category = await addCategory('Again')
    const body = { category, name: 'x', address: 'http://h/x', batch: 'links-http-0001' }
    const first = await post('/mylink/addChannel', body)
    expect(await post('/mylink/addChannel', body)).toMatchObject({ data: first.data })
    expect(await post('/mylink/addChannel', { ...body, name: 'y' })).toMatchObject({ status: 409, code: 'A0409' })
    const headers = { 'idempotency-key': '"links-http-0002"' }
    await post('/mylink/deleteChannel', { category, ids: '1' }, { headers })
    expect(await post('/mylink/deleteChannel', { category, ids: '1' }, { headers })).toMatchObject({
      code: '0',
      data: { deleted: 1 },
    })
    expect(await post('/mylink/addCategory', { name: 'z', batch: 'short' })).toMatchObject({
      code: 'A0422',
      data: { field: 'batch' },
    })
  })
  it('does not exist for another account, and is closed to API tokens without the scope', async () => {
    const category = await addCategory('Own')
    await post('/mylink/addChannel', { category, name: 'secret', address: 'http://h/secret' })
    const theirs = { token: portal.tokens.friend }
    expect(await call('GET', `/mylink/channels?category=${category}`, theirs)).toMatchObject({
      status: 404,
      code: 'Q2103',
    })
    for (const [path, json] of [
      ['showNoSort', {}],
      ['editCategory', { name: 'x' }],
      ['deleteCategory', {}],
      ['moveCategory', { to: 1 }],
      ['addChannel', { name: 'x', address: 'http://h' }],
      ['editChannel', { id: '1', name: 'x' }],
      ['deleteChannel', { ids: '1' }],
      ['moveChannel', { ids: '1', to: 1 }],
      ['sortChannels', { order: 'az' }],
    ] as const)
      expect(await post(`/mylink/${path}`, { category, ...json }, theirs), path).toMatchObject({
        status: 404,
        code: 'Q2103',
      })
    expect(namesOf(await channels(category))).toEqual(['secret'])
  })
})

describe('tables over HTTP', () => {
  const download = async (path: string, language = 'en') =>
    fetch(`${portal.origin}/api${path}`, {
      headers: { authorization: `Bearer ${portal.tokens.friend}`, 'accept-language': language },
    })
  const send = <D = never>(path: string, bytes: Uint8Array, token = portal.tokens.friend) =>
    call<D>('POST', path, { token, raw: { type: 'application/octet-stream', bytes } })
  it('are downloaded in the caller’s language, filled in, imported and exported', async () => {
    const template = await download('/mylink/downloadTemplate')
    expect(template.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    expect(template.headers.get('content-disposition')).toContain('mylink-template.xlsx')
    expect(await (await download('/mylink/downloadTemplate?format=csv', 'fa')).text()).toContain(
      'دسته,نام,نشانی,ماهواره',
    )
    const table = xlsxOf([
      ['Category', 'Name', 'Address', 'Satellite', 'TP', 'SID'],
      ['A', 'One', 'http://h/1'],
      ['A', 'Two', 'javascript:x'],
      ['B', 'Three', '', '19.2E', 11778, 5],
    ])
    expect(await send('/mylink/import?look=true', table)).toMatchObject({
      code: '0',
      data: {
        done: false,
        lines: 3,
        channels: 2,
        refused: 1,
        refusedLines: [{ line: 3, column: 'address', value: 'javascript:x', reason: 'url-invalid' }],
      },
    })
    expect(await send('/mylink/import', table)).toMatchObject({
      status: 422,
      code: 'A0422',
      data: { report: { refused: 1 } },
    })
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(table)]), 'links.xlsx')
    form.set('partial', 'true')
    form.set('mode', 'replace')
    expect(await call('POST', '/mylink/import', { token: portal.tokens.friend, multipart: form })).toMatchObject({
      data: { done: true, channels: 2, categories: [{ name: 'A', channels: 1, isNew: true }, { name: 'B' }] },
    })
    const exported = await download('/mylink/export?format=csv')
    expect(await exported.text()).toBe(
      'Category,Name,Address,Satellite,TP,SID,Logo\r\nA,One,http://h/1,,,,\r\nB,Three,,19.2E,11778,5,\r\n',
    )
  })
  it('are refused when invalid, too large or a zip bomb', async () => {
    expect(
      await send('/mylink/import', zipOf({ 'xl/worksheets/sheet1.xml': Buffer.alloc(60 * 1024 * 1024, ' ') })),
    ).toMatchObject({ status: 422, code: 'Q2301', data: { cause: 'too-large' } })
    expect(await send('/mylink/import', zipOf({ 'content.xml': '<a/>' }))).toMatchObject({ status: 422, code: 'Q2301' })
    expect(await send('/mylink/import', new TextEncoder().encode('Category,Name,Address\n'))).toMatchObject({
      status: 422,
      code: 'Q2205',
    })
    expect(await send('/mylink/import', new Uint8Array(8 * 1024 * 1024 + 1))).toMatchObject({
      status: 413,
      code: 'A0413',
    })
    expect(await call('POST', '/mylink/import')).toMatchObject({ code: 'A0422', data: { field: 'file' } })
  })
})

describe('audio entries', () => {
  it('are added, edited, moved, sorted, imported, exported and deleted', async () => {
    expect(await post('/audio/addEntry', { name: 'b', address: 'http://h/b' })).toMatchObject({
      status: 201,
      data: { ids: ['1'], channels: 1 },
    })
    expect(
      await post('/audio/addEntry', {
        entries: [
          { name: 'a', address: '19.2E:11778:1' },
          { name: 'c', address: 'ftp://h/c' },
        ],
      }),
    ).toMatchObject({ data: { channels: 3 } })
    expect(await post('/audio/addEntry', { name: 'B', address: 'http://h/b' }, { language: 'es' })).toMatchObject({
      code: 'Q2201',
      message: 'Ya existe una fuente de audio con ese nombre.',
    })
    expect(await post('/audio/addEntry', { name: 'x'.repeat(21), address: 'http://h' })).toMatchObject({
      data: { rule: 'name-too-long', number: 20 },
    })
    expect(await post('/audio/sortEntries', { order: 'az' })).toMatchObject({ data: { channels: 3 } })
    expect(await post('/audio/moveEntry', { ids: '3', to: 1 })).toMatchObject({ data: { position: 1 } })
    expect(await post('/audio/editEntry', { id: '2', name: 'aa' })).toMatchObject({
      data: { name: 'aa', place: '19.2E:11778:1' },
    })
    expect(namesOf((await call<Page>('GET', '/audio/entries')).data)).toEqual(['c', 'aa', 'b'])
    expect(await post('/audio/editEntry', { id: '2', name: 'x' }, { token: portal.tokens.friend })).toMatchObject({
      status: 404,
      code: 'C1102',
    })
    expect(
      await call('POST', '/audio/import', { raw: { type: 'text/csv', bytes: 'Name,Address\nd,http://h/d\n' } }),
    ).toMatchObject({ data: { done: true, channels: 1 } })
    const exported = await fetch(`${portal.origin}/api/audio/export?format=csv`, {
      headers: { authorization: `Bearer ${portal.tokens.customer}` },
    })
    expect((await exported.text()).split('\r\n')).toHaveLength(6)
    expect(
      (
        await fetch(`${portal.origin}/api/audio/downloadTemplate`, {
          headers: { authorization: `Bearer ${portal.tokens.customer}` },
        })
      ).status,
    ).toBe(200)
    expect(await post('/audio/deleteEntry', { ids: ['1', '2'] })).toMatchObject({ data: { deleted: 2, channels: 2 } })
  })
})

describe('a bound box', () => {
  type Told = {
    data: { categories: { id: string; name: string; logo?: string; channels: Record<string, unknown>[] }[] }
  }
  const bound = async (sn: string) => {
    const { data } = await portal.visitor().api<{ deviceToken: string; userCode: string }>('POST', '/stb/pair', {
      json: { sn, model: 'Mango S1', softwareVersion: '1.2.0' },
    })
    const user = await portal.visitor().signIn('demo-user', 'mango-demo')
    return {
      user,
      token: data.deviceToken,
      bind: async () => (await user.post('/terminal/bind', { sn, repeatSn: sn, code: data.userCode })).status,
      unbind: async () => (await user.post(`/terminal/${sn}/unbind`, {})).status,
      fetch: (path: string, headers: Record<string, string> = {}) =>
        fetch(`${portal.origin}/api/stb${path}`, {
          headers: { authorization: `Bearer ${data.deviceToken}`, ...headers },
        }),
    }
  }
  it('fetches MyLink, audio entries and pictures, with 304 until a change and everything new after it', async () => {
    const box = await bound('100000000001')
    for (const path of ['/mylink', '/audio', `/logos/${'0'.repeat(64)}`]) {
      const refused = await box.fetch(path)
      expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'D1101' }])
    }
    expect(await box.bind()).toBe(303)
    const category = await addCategory('For the box')
    const logo = await call<{ id: string }>('POST', '/mylink/logos', { raw: { type: 'image/png', bytes: png(20, 20) } })
    expect(logo.status).toBe(201)
    expect(
      await post('/mylink/addChannel', { category, name: 'x', address: 'http://h/x', logo: logo.data.id }),
    ).toMatchObject({ code: '0' })
    await post('/mylink/addChannel', { category, name: 'y', satellite: '19.2E', tp: 11778, sid: 5 })
    const cold = await box.fetch('/mylink')
    const hot = await box.fetch('/mylink')
    expect([cold.status, hot.status]).toEqual([200, 200])
    const told = (await cold.json()) as Told
    expect(await hot.json()).toEqual(told)
    expect(told.data.categories.find(({ id }) => id === category)).toEqual({
      id: category,
      name: 'For the box',
      channels: [
        { id: 1, name: 'x', address: 'http://h/x', logo: logo.data.id },
        { id: 2, name: 'y', satellite: 192, tp: 11778, sid: 5 },
      ],
    })
    const etag = hot.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[^"]+"$/)
    expect(hot.headers.get('cache-control')).toContain('no-cache')
    const unchanged = await box.fetch('/mylink', { 'if-none-match': etag })
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
    const picture = await box.fetch(`/logos/${logo.data.id}`)
    expect([picture.status, picture.headers.get('content-type'), picture.headers.get('cache-control')]).toEqual([
      200,
      'image/png',
      'private, max-age=31536000, immutable',
    ])
    expect((await box.fetch(`/logos/${logo.data.id}`)).status).toBe(200)

    await post('/mylink/addChannel', {
      category,
      channels: Array.from({ length: 60 }, (_, at) => ({ name: `n${at}`, address: `http://h/${at}` })),
    })
    const changed = await box.fetch('/mylink', { 'if-none-match': etag, 'accept-encoding': 'gzip' })
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false])
    await post('/audio/addEntry', { name: 'sound', address: 'http://h/sound' })
    const audio = (await (await box.fetch('/audio')).json()) as { data: { entries: { name: string }[] } }
    expect(audio.data.entries.map(({ name }) => name)).toContain('sound')
    await post('/audio/addEntry', { name: 'louder', address: 'http://h/louder' })
    expect(((await (await box.fetch('/audio')).json()) as typeof audio).data.entries.map(({ name }) => name)).toContain(
      'louder',
    )

    // Another account's pictures, and those no longer in use, are not served.
    const theirs = await call<{ id: string }>('POST', '/mylink/logos', {
      token: portal.tokens.friend,
      raw: { type: 'image/png', bytes: png(30, 30) },
    })
    expect((await box.fetch(`/logos/${theirs.data.id}`)).status).toBe(404)
    expect(await post('/mylink/editChannel', { category, id: '1', logo: theirs.data.id })).toMatchObject({
      code: 'A0422',
      data: { field: 'logo', rule: 'unknown-logo' },
    })
    const gone = await post<{ undo: string }>('/mylink/deleteChannel', { category, ids: '1' })
    expect((await box.fetch(`/logos/${logo.data.id}`)).status, 'of a deleted link').toBe(404)
    await post('/mylink/restore', { id: gone.data.undo })
    expect((await box.fetch(`/logos/${logo.data.id}`)).status, 'of a restored one').toBe(200)
    await post('/mylink/editChannel', { category, id: '1', logo: '' })
    expect((await box.fetch(`/logos/${logo.data.id}`)).status).toBe(404)

    await operate('mylink', false)
    const locked = await box.fetch('/mylink')
    expect([locked.status, await locked.json()]).toMatchObject([403, { code: 'C1109', data: { service: 'mylink' } }])
    expect(await post('/mylink/addCategory', { name: 'locked' })).toMatchObject({ status: 403, code: 'C1109' })
    expect((await call<Category[]>('GET', '/mylink/categories')).data.length).toBeGreaterThan(0)
    await operate('mylink', true)
    expect((await box.fetch('/mylink')).status).toBe(200)
    expect(await box.unbind()).toBe(303)
    expect(await (await box.fetch('/mylink')).json()).toMatchObject({ code: 'D1101' })
  })
  it('gets gzip on request, with the same bytes, and a range when it resumes', async () => {
    const box = await bound('100000000002')
    expect(await box.bind()).toBe(303)
    const plain = Buffer.from(await (await box.fetch('/mylink', { 'accept-encoding': 'identity' })).arrayBuffer())
    const zipped = await new Promise<{ encoding: string | undefined; body: Buffer }>((resolve, reject) => {
      void import('node:http').then(({ get }) =>
        get(
          `${portal.origin}/api/stb/mylink`,
          { headers: { authorization: `Bearer ${box.token}`, 'accept-encoding': 'gzip' } },
          (answer) => {
            const parts: Buffer[] = []
            answer.on('data', (part: Buffer) => parts.push(part))
            answer.on('end', () =>
              resolve({ encoding: answer.headers['content-encoding'], body: Buffer.concat(parts) }),
            )
          },
        ).on('error', reject),
      )
    })
    expect(zipped.encoding).toBe('gzip')
    expect(gunzipSync(zipped.body).equals(plain)).toBe(true)
    const part = await box.fetch('/mylink', { range: 'bytes=0-10' })
    expect([part.status, await part.text()]).toEqual([206, '{"code":"0"'])
  })
})

describe('pictures', () => {
  it('are complete png or jpg files of at most 200 K, served only to their account', async () => {
    const made = await call<{ id: string }>('POST', '/audio/logos', { raw: { type: 'image/png', bytes: png(40, 40) } })
    expect(made.status).toBe(201)
    const see = async (token: string) =>
      (
        await fetch(`${portal.origin}/api/mylink/logos/${made.data.id}`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).status
    expect([await see(portal.tokens.customer), await see(portal.tokens.friend)]).toEqual([200, 404])
    // A box would have to hold it with four bytes a pixel.
    expect(await call('POST', '/mylink/logos', { raw: { type: 'image/png', bytes: png(1025, 1024) } })).toMatchObject({
      status: 415,
      code: 'A0415',
      data: { field: 'file', context: 'pixels', limitPixels: 1024 * 1024 },
    })
    expect(await call('POST', '/mylink/logos', { raw: { type: 'image/png', bytes: png(1024, 1024) } })).toMatchObject({
      status: 201,
    })
    const moving = Buffer.concat([Buffer.from('GIF89a', 'latin1'), Buffer.alloc(60)])
    const drawn = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    for (const bytes of ['no picture', drawn, moving, pngBomb()])
      expect(await call('POST', '/mylink/logos', { raw: { type: 'image/png', bytes } })).toMatchObject({
        status: 415,
        code: 'A0415',
      })
    const small = png(41, 40)
    const largest = Buffer.concat([small, Buffer.alloc(204_800 - small.length)])
    expect((await call('POST', '/mylink/logos', { raw: { type: 'image/png', bytes: largest } })).status).toBe(201)
    expect(
      await call('POST', '/mylink/logos', { raw: { type: 'image/png', bytes: new Uint8Array(204_801) } }),
    ).toMatchObject({ status: 413, code: 'A0413' })
  })
})
