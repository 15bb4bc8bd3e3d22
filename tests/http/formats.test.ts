/**
 * Lists in other dialects through the whole house: uploaded, edited, given back as they came, written in other formats
 * with what those lack, and fetched by a box.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileFormatNames, type FileFormat } from '~/engine/types'
import { writeCdx } from '../support/fixtures/cdx'
import { startPortal, type Portal } from '../support/portal'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ env: { LIMITS: 'off' } })
})
afterAll(() => portal.stop())

type Made = { id: string; revision: number; dialect: string; format: FileFormat; counts: { channels: number } }
const api = <D = unknown>(method: string, path: string, options: object = {}) =>
  portal.visitor().api<D>(method, path, { token: portal.tokens.customer, ...options })
let uploads = 0
const upload = async (bytes: Uint8Array, fileName: string): Promise<Made> => {
  const form = new FormData()
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
]

describe.each(cases)('a list as $format', ({ format, dialect, file, bytes, channels }) => {
  it('is read, comes back byte for byte under its own name, and in every other format', async () => {
    const list = await upload(bytes, file)
    expect(list).toMatchObject({ dialect, format, counts: { channels } })
    const back = await fetchFile(list.id)
    expect(Buffer.compare(back.bytes, Buffer.from(bytes))).toBe(0)
    expect(back.name).toContain(file)
    const told = await api<{ format: string; losses: unknown[] }>('GET', `/chmax/lists/${list.id}/losses`)
    expect(told.data).toEqual({ format, losses: [] })
    for (const other of fileFormatNames) {
      const written = await fetchFile(list.id, other)
      expect([other, written.bytes.length > 0]).toEqual([other, true])
      expect((await api('GET', `/chmax/lists/${list.id}/losses?format=${other}`)).code).toBe('0')
    }
    await remove(list.id)
  })

  it('is edited, and written back with the edits in it', async () => {
    const list = await upload(bytes, file)
    const edited = await api<Made>('POST', `/chmax/lists/${list.id}/operations`, {
      json: {
        base: 1,
        operations: [
          { op: 'rename', id: 2, name: 'Brand new' },
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

it('a box gets a .chl of such a list unless it asks for the list’s own format', async () => {
  const user = await portal.visitor().signIn('demo-user', 'mango-demo')
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
    // The digest of the upload stays in the portal: what a box sends back is a file of its own.
    expect(chl).not.toContain('"Source"')
    expect(Buffer.compare(await get('?format=cdx'), Buffer.from(bytes))).toBe(0)
  }
  const offered = await portal
    .visitor()
    .api<{ items: { id: string; format: string }[] }>('GET', '/stb/lists', { token: box.deviceToken })
  expect(offered.data.items.find(({ id }) => id === list.id)).toMatchObject({ format: 'chl' })
  await remove(list.id)
})
