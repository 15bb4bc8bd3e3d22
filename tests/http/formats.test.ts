/**
 * Lists in other dialects through the built server: uploaded, edited, downloaded unchanged, exported to other formats
 * with a report of the losses, and fetched by a box.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileFormatNames, type FileFormat } from '~/engine/types'
import { writeZip } from '~/platform/archive.server'
import { writeCdx } from '../support/fixtures/cdx'
import {
  lamedb4,
  lamedb5,
  neutralList,
  playlist,
  satellitesXml,
  settings,
  table,
  vdrList,
} from '../support/fixtures/other-dialects'
import { sharePortal, type SharedPortal } from '../support/shared-portal'
import { tarGzOf } from '../support/fixtures/tar'

let portal: SharedPortal
beforeAll(async () => {
  portal = await sharePortal()
})
afterAll(() => portal.stop())

type Made = {
  id: string
  revision: number
  dialect: string
  format: FileFormat
  counts: { channels: number; satellites: number; transponders: number }
}
const api = <D = unknown>(method: string, path: string, options: object = {}) =>
  portal.visitor().api<D>(method, path, { token: portal.tokens.customer, ...options })
let uploads = 0
const upload = async (bytes: Uint8Array, fileName: string, more: Record<string, string> = {}): Promise<Made> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(more)) form.set(name, value)
  form.set('name', `Other ${++uploads}`)
  form.set('file', new File([new Uint8Array(bytes)], fileName))
  const response = await fetch(`${portal.origin}/api/chmax/lists`, {
    method: 'POST',
    headers: { authorization: `Bearer ${portal.tokens.customer}` },
    body: form,
  })
  expect(response.status).toBe(201)
  return ((await response.json()) as { data: Made }).data
}
const fetchFile = async (id: string, format?: FileFormat, token = portal.tokens.customer) => {
  const response = await portal
    .visitor()
    .request(`/api/chmax/lists/${id}/file${format === undefined ? '' : `?format=${format}`}`, {
      headers: { authorization: `Bearer ${token}` },
    })
  expect([format, response.status]).toEqual([format, 200])
  return {
    bytes: Buffer.from(await response.arrayBuffer()),
    type: response.headers.get('content-type'),
    name: response.headers.get('content-disposition'),
  }
}
const remove = (id: string) => api('DELETE', `/chmax/lists/${id}`)

type Case = { format: FileFormat; dialect: string; file: string; bytes: Uint8Array; channels: number }
const cases: Case[] = [
  { format: 'cdx', dialect: 'cdx', file: 'MSTDatabase.sdx', bytes: writeCdx(30, { lists: [[1, 2]] }), channels: 30 },
  { format: 'e2', dialect: 'enigma2', file: 'settings.zip', bytes: writeZip(settings()), channels: 5 },
  { format: 'lamedb', dialect: 'lamedb', file: 'lamedb', bytes: lamedb4(), channels: 4 },
  { format: 'lamedb5', dialect: 'lamedb5', file: 'lamedb5', bytes: lamedb5(), channels: 3 },
  { format: 'm3u', dialect: 'm3u', file: 'list.m3u8', bytes: playlist(), channels: 4 },
  { format: 'vdr', dialect: 'vdr', file: 'channels.conf', bytes: vdrList(), channels: 4 },
  { format: 'csv', dialect: 'csv', file: 'mine.csv', bytes: table(), channels: 3 },
  { format: 'txt', dialect: 'reference', file: 'reference.txt', bytes: neutralList(), channels: 3 },
]

describe.each(cases)('a list as $format', ({ format, dialect, file, bytes, channels }) => {
  it('is read, downloads unchanged under its own name, and exports to every other format', async () => {
    const list = await upload(bytes, file)
    expect(list).toMatchObject({ dialect, format, counts: { channels } })
    const back = await fetchFile(list.id)
    expect(Buffer.compare(back.bytes, Buffer.from(bytes))).toBe(0)
    expect(back.name).toContain(file)
    const told = await api<{ format: string; losses: unknown[] }>('GET', `/chmax/lists/${list.id}/losses`)
    expect(told.data).toEqual({ format, losses: [] })
    for (const other of fileFormatNames) {
      const path = `/chmax/lists/${list.id}`
      const response = await portal
        .visitor()
        .request(`/api${path}/file?format=${other}`, { headers: { authorization: `Bearer ${portal.tokens.customer}` } })
      const { data } = await api<{ losses: { code: string; channels: number }[] }>(
        'GET',
        `${path}/losses?format=${other}`,
      )
      const written = Buffer.from(await response.arrayBuffer())
      if (response.status === 200) {
        expect([other, written.length > 0]).toEqual([other, true])
        continue
      }
      // Nothing fits the format, such as streams in a list for VDR: no empty file, and every channel is named.
      expect([other, response.status, JSON.parse(written.toString())]).toMatchObject([other, 422, { code: 'C1107' }])
      expect(
        data.losses.some((loss) => ['left-out', 'channels'].includes(loss.code) && loss.channels === channels),
      ).toBe(true)
    }
    await remove(list.id)
  })

  it('is edited, and exported with the edits', async () => {
    const list = await upload(bytes, file)
    const edited = await api<Made>('POST', `/chmax/lists/${list.id}/operations`, {
      json: {
        base: 1,
        operations: [
          { op: 'rename', id: 1, name: 'Brand new' },
          { op: 'delete', ids: [0] },
        ],
      },
    })
    expect(edited.code).toBe('0')
    const { bytes: written } = await fetchFile(list.id)
    const again = await upload(written, file)
    expect(again).toMatchObject({ dialect, counts: { channels: channels - 1 } })
    const rows = await api<{ items: { name: string }[] }>('GET', `/chmax/lists/${again.id}/channels?size=10`)
    expect(rows.data.items.map(({ name }) => name)).toContain('Brand new')
    await remove(list.id)
    await remove(again.id)
  })
})

it('a spreadsheet’s “Unicode text” is accepted on the page and by the API, and written back in UTF-16', async () => {
  const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')
  const text = 'Название\tЧастота\tПозиция\r\nПервый\t11494\t36E\r\nВторой\t11900\t36E\r\n'
  const user = await portal.signIn('customer')
  const form = new FormData()
  form.set('name', 'From a spreadsheet')
  form.set('file', new Blob([new Uint8Array(utf16(text))]), 'list.txt')
  const page = await user.request('/features/uploads', {
    method: 'POST',
    headers: { origin: portal.origin },
    body: form,
  })
  expect(page.status).toBe(303)
  const list = await upload(utf16(text), 'list.txt')
  expect(list).toMatchObject({ dialect: 'csv', counts: { channels: 2, satellites: 1, transponders: 2 } })
  const json = { base: 1, operations: [{ op: 'rename', id: 1, name: 'Новый' }] }
  expect((await api('POST', `/chmax/lists/${list.id}/operations`, { json })).code).toBe('0')
  expect((await fetchFile(list.id)).bytes).toEqual(utf16(text.replace('Второй', 'Новый')))
  await remove(list.id)
})

it('unnamed settings files are recognised by content: .tar.gz, .zip, one bouquet', async () => {
  const send = async (name: string, bytes: Uint8Array): Promise<string> => {
    const response = await fetch(`${portal.origin}/api/chmax/lists?name=${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${portal.tokens.customer}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
    })
    return ((await response.json()) as { data: Made }).data.id
  }
  const bouquet = settings().find(({ name }) => name.endsWith('userbouquet.mine.tv'))?.bytes ?? new Uint8Array()
  for (const [name, bytes, type, fileName] of [
    ['Packed', tarGzOf(settings()), 'application/gzip', 'Packed.tar.gz'],
    ['Zipped', writeZip(settings()), 'application/zip', 'Zipped.zip'],
    ['My Own', bouquet, 'application/octet-stream', 'userbouquet.my_own.tv'],
  ] as const) {
    const id = await send(name, bytes)
    const back = await fetchFile(id)
    expect([back.type, /filename="([^"]*)"/.exec(back.name ?? '')?.[1]]).toEqual([type, fileName])
    expect(Buffer.compare(back.bytes, Buffer.from(bytes))).toBe(0)
    await remove(id)
  }
})

it('satellites.xml makes an empty list with satellites and transponders', async () => {
  const list = await upload(satellitesXml(), 'satellites.xml')
  expect(list).toMatchObject({ dialect: 'satellites', counts: { channels: 0, satellites: 2, transponders: 2 } })
  await remove(list.id)
})

it('an export first names what the format lacks, and for which channels', async () => {
  const list = await upload(writeZip(settings()), 'settings.zip')
  await api('POST', `/chmax/lists/${list.id}/operations`, {
    json: { base: 1, operations: [{ op: 'lock', ids: [2], value: true }] },
  })
  const losses = async (format: FileFormat) =>
    (await api<{ losses: { code: string; ids: number[] }[] }>('GET', `/chmax/lists/${list.id}/losses?format=${format}`))
      .data.losses
  expect(await losses('e2')).toMatchObject([{ code: 'lock', ids: [2] }])
  const codes = async (format: FileFormat) => (await losses(format)).map(({ code }) => code)
  expect(await codes('lamedb')).toEqual(expect.arrayContaining(['lock', 'favourites', 'left-out']))
  expect(await codes('m3u')).toEqual(expect.arrayContaining(['provider', 'satip']))
  expect(await codes('vdr')).toEqual(expect.arrayContaining(['frequency-rounded', 'lock', 'left-out']))
  expect(await codes('txt')).toContain('transponder')
  await remove(list.id)
})

it('a list that is too long can be cut to the channels of a favourite group', async () => {
  const bytes = writeCdx(2010, { lists: [[3, 1], [1999]] })
  const send = (query: string) =>
    api<{ favourites?: number; counts?: { channels: number }; id: string }>('POST', `/chmax/lists?name=Long${query}`, {
      raw: { type: 'application/octet-stream', bytes },
    })
  expect(await send('')).toMatchObject({ code: 'Q2202', data: { channels: 2010, favourites: 3 } })
  const kept = await send('&keep=favourites')
  expect(kept).toMatchObject({ code: '0', data: { counts: { channels: 3 } } })
  expect(await send('2&keep=favourites&keep=first:2')).toMatchObject({ code: '0', data: { counts: { channels: 2 } } })
  await remove(kept.data.id)
})

it('a box gets such a list as .chl unless it asks for the list’s own format', async () => {
  const user = await portal.signIn('customer')
  const sn = '761000000001'
  await portal.visitor().api('POST', '/operator/boxes', {
    token: portal.tokens.operator,
    raw: { type: 'text/csv', bytes: `sn,model\n${sn},Mango S1\n` },
  })
  const { data: box } = await portal.visitor().api<{ deviceToken: string; userCode: string }>('POST', '/stb/pair', {
    json: { sn, model: 'Mango S1', softwareVersion: '1' },
  })
  expect((await user.post('/terminal/bind', { sn, repeatSn: sn, code: box.userCode })).status).toBe(303)
  const bytes = writeCdx(12)
  const list = await upload(bytes, 'box.sdx')
  const get = async (query: string) => {
    const response = await portal
      .visitor()
      .request(`/api/stb/lists/${list.id}${query}`, { headers: { authorization: `Bearer ${box.deviceToken}` } })
    return Buffer.from(await response.arrayBuffer())
  }
  for (let round = 0; round < 2; round++) {
    const chl = (await get('')).toString()
    expect(chl).toMatch(/^\{"Type":"index","Ver":1,.*"ChTV":10,"ChRadio":2|^\{"Type":"index","Ver":1,.*"ChTV":10/)
    // The upload's digest stays in the portal: what a box saves is a different file.
    expect(chl).not.toContain('"Source"')
    expect(Buffer.compare(await get('?format=cdx'), Buffer.from(bytes))).toBe(0)
  }
  const offered = await portal
    .visitor()
    .api<{ items: { id: string; format: string }[] }>('GET', '/stb/lists', { token: box.deviceToken })
  expect(offered.data.items.find(({ id }) => id === list.id)).toMatchObject({ format: 'chl' })
  await remove(list.id)

  // Streams fit a .chl but not SatcoDX: the answer is a message instead of an empty file.
  const streams = await upload(
    Buffer.from(
      '#EXTM3U\n#EXTINF:-1,One\nhttp://example.org/1.m3u8\n#EXTINF:-1 radio="true",Two\nhttp://example.org/2.aac\n',
    ),
    'streams.m3u',
  )
  const { data } = await portal
    .visitor()
    .api<{ items: { id: string }[] }>('GET', '/stb/lists', { token: box.deviceToken })
  expect(data.items.find(({ id }) => id === streams.id)).toMatchObject({ format: 'chl', channels: 2 })
  const fetched = await portal
    .visitor()
    .request(`/api/stb/lists/${streams.id}`, { headers: { authorization: `Bearer ${box.deviceToken}` } })
  const file = Buffer.from(await fetched.arrayBuffer())
  expect(Buffer.compare((await fetchFile(streams.id, 'chl')).bytes, file)).toBe(0)
  expect(file.toString()).toContain('"TPIndex":null')
  expect(file.toString()).toContain('"Url":"http://example.org/1.m3u8"')
  const again = await upload(file, 'box.chl')
  const rows = await api<{ items: { name: string; type: string; transponder: number }[] }>(
    'GET',
    `/chmax/lists/${again.id}/channels?size=10`,
  )
  expect(rows.data.items).toMatchObject([
    { name: 'One', type: 'tv' },
    { name: 'Two', type: 'radio' },
  ])
  for (const [path, token] of [
    [`/stb/lists/${streams.id}`, box.deviceToken],
    [`/chmax/lists/${streams.id}/file`, portal.tokens.customer],
    [`/chmax/lists/${streams.id}/boxPreview`, portal.tokens.customer],
  ] as const)
    expect(await portal.visitor().api('GET', `${path}?format=sdx`, { token })).toMatchObject({
      status: 422,
      code: 'C1107',
      data: { format: 'sdx' },
    })
  const page = await user.request(`/features/lists/${streams.id}/file?format=vdr`)
  expect(page.status).toBe(422)
  await remove(again.id)
  await remove(streams.id)
})

describe('an encoding chosen while another client edits', () => {
  /** “ТВ” and “Я” in ISO 8859-5; a third name is plain. */
  const bytes = Buffer.concat([
    Buffer.from('#EXTM3U\n#EXTINF:-1,'),
    Buffer.from([0xc2, 0xb2]),
    Buffer.from('\nhttp://example.org/1\n#EXTINF:-1,'),
    Buffer.from([0xcf]),
    Buffer.from('\nhttp://example.org/2\n#EXTINF:-1,Plain\nhttp://example.org/3\n'),
  ])
  type Answer = { revision: number; source: string; merged: boolean; cause: string; clashes: object[]; since: object[] }
  const namesOf = async (id: string): Promise<string[]> =>
    (await api<{ items: { name: string }[] }>('GET', `/chmax/lists/${id}/channels?size=10`)).data.items.map(
      ({ name }) => name,
    )
  const edit = (id: string, base: number, operation: object, source?: string) =>
    api<Answer>('POST', `/chmax/lists/${id}/operations`, { json: { base, operations: [operation], source } })
  const choose = (id: string, base: number, encoding: string) => edit(id, base, { op: 'encoding', encoding })
  const started = async () => {
    const list = await upload(bytes, 'list.m3u')
    const { source } = (await api<{ source: string }>('GET', `/chmax/lists/${list.id}`)).data
    return { id: list.id, source }
  }

  it('is merged with edits of the earlier version; a name that somebody gave stays', async () => {
    const { id } = await started()
    expect((await edit(id, 1, { op: 'rename', id: 1, name: 'Mine' })).code).toBe('0')
    expect((await edit(id, 2, { op: 'move', ids: [2], to: 1 })).code).toBe('0')
    expect(await choose(id, 1, 'iso-8859-5')).toMatchObject({ code: '0', data: { revision: 4, merged: true } })
    expect(await namesOf(id)).toEqual(['Plain', 'ТВ', 'Mine'])
    await remove(id)
  })

  it('keeps what others edit on the reading before it, whatever names it changes', async () => {
    const { id, source } = await started()
    expect((await choose(id, 1, 'iso-8859-5')).code).toBe('0')
    const renamed = await edit(id, 1, { op: 'rename', id: 1, name: 'Mine' }, source)
    expect(renamed).toMatchObject({ code: '0', data: { revision: 3, merged: true } })
    expect(renamed.data.source).not.toBe(source)
    expect((await edit(id, 1, { op: 'delete', ids: [2] })).code).toBe('0')
    expect(await namesOf(id)).toEqual(['ТВ', 'Mine'])
    // An editor that has loaded the new reading finds the same channels there.
    const found = await api<{ found: object[]; missing: object[] }>('POST', `/chmax/lists/${id}/mapping`, {
      json: { source, ids: [0, 1, 2] },
    })
    expect(found.data).toMatchObject({
      found: [
        { id: 0, to: 0 },
        { id: 1, to: 1 },
      ],
      missing: [{ id: 2 }],
    })
    await remove(id)
  })

  it('is refused with both sides if two people choose different ones, or give one channel different names', async () => {
    const { id, source } = await started()
    expect((await choose(id, 1, 'iso-8859-5')).code).toBe('0')
    expect(await choose(id, 1, 'windows-1251')).toMatchObject({
      code: 'C1104',
      data: { cause: 'changed', clashes: [{ field: 'encoding', mine: 'windows-1251', theirs: 'iso-8859-5' }] },
    })
    expect(await choose(id, 1, 'iso-8859-5')).toMatchObject({ code: '0' })
    expect((await edit(id, 3, { op: 'rename', id: 0, name: 'Theirs' })).code).toBe('0')
    expect(await edit(id, 1, { op: 'rename', id: 0, name: 'Mine' }, source)).toMatchObject({
      code: 'C1104',
      data: { cause: 'changed', clashes: [{ field: 'name', id: 0, mine: 'Mine', theirs: 'Theirs' }] },
    })
    expect(await namesOf(id)).toEqual(['Theirs', 'Я', 'Plain'])
    await remove(id)
  })

  it('does not treat another file as the same one re-read: nothing is applied', async () => {
    const { id, source } = await started()
    const other = Buffer.from('#EXTM3U\n#EXTINF:-1,Other\nhttp://example.org/1\n#EXTINF:-1,B\nhttp://example.org/2\n')
    const replaced = await api('PUT', `/chmax/lists/${id}/file`, {
      raw: { type: 'application/octet-stream', bytes: other },
      headers: { 'if-match': '*' },
    })
    expect(replaced.code).toBe('0')
    expect(await edit(id, 1, { op: 'rename', id: 0, name: 'Mine' }, source)).toMatchObject({
      code: 'C1104',
      data: { cause: 'replaced' },
    })
    await remove(id)
  })
})

it('playlist names are read in the encoding chosen at upload or by an operation', async () => {
  // “ТВ” in ISO 8859-5, an encoding that nothing else in the file suggests.
  const bytes = Buffer.concat([
    Buffer.from('#EXTM3U\n#EXTINF:-1,'),
    Buffer.from([0xc2, 0xb2]),
    Buffer.from('\nhttp://example.org/1\n'),
  ])
  const namesOf = async (id: string) =>
    (await api<{ items: { name: string }[] }>('GET', `/chmax/lists/${id}/channels?size=10`)).data.items.map(
      ({ name }) => name,
    )
  const list = await upload(bytes, 'list.m3u')
  expect(await namesOf(list.id)).toEqual(['²'])
  const chosen = { base: 1, operations: [{ op: 'encoding', encoding: 'iso-8859-5' }] }
  expect((await api('POST', `/chmax/lists/${list.id}/operations`, { json: chosen })).code).toBe('0')
  expect(await namesOf(list.id)).toEqual(['ТВ'])
  const back = await fetchFile(list.id)
  expect(Buffer.compare(back.bytes, bytes)).toBe(0)
  await remove(list.id)
  const sent = await upload(bytes, 'list.m3u', { encoding: 'iso-8859-5' })
  expect(await namesOf(sent.id)).toEqual(['ТВ'])
  await remove(sent.id)
})
