/** Files as a raw request body under the content type of simple programs: curl calls every body a form by default. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSeedList } from '~/modules/channel-list/seed/data'
import { writeSatcodx } from '~/modules/channel-list/seed/file'
import type { HttpClient } from '../support/http-client'
import { startPortal, type Portal } from '../support/portal'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ env: { LIMITS: 'off' } })
})
afterAll(() => portal.stop())

const curlsOwn = 'application/x-www-form-urlencoded'
const maxBytes = 16 * 1024 * 1024
const sdx = (channels: number): Uint8Array =>
  writeSatcodx(buildSeedList({ seed: 31, channels, satellites: ['Astra 1'] }), { version: '103' })
type Made = { id: string; name: string; counts: { channels: number } }
const send = <D = Made>(
  method: string,
  path: string,
  bytes: Uint8Array | string,
  { type = curlsOwn, headers = {} }: { type?: string; headers?: Record<string, string> } = {},
) => portal.visitor().api<D>(method, path, { token: portal.tokens.customer, raw: { type, bytes }, headers })
const names = async (): Promise<string[]> => {
  const { data } = await portal
    .visitor()
    .api<{ items: { name: string }[] }>('GET', '/chmax/lists?kind=user', { token: portal.tokens.customer })
  return data.items.map(({ name }) => name)
}
const remove = (id: string) => portal.visitor().api('DELETE', `/chmax/lists/${id}`, { token: portal.tokens.customer })

describe('a raw file sent as a form', () => {
  it('becomes a list, named in the address', async () => {
    const made = await send('POST', '/chmax/lists?name=By+curl', sdx(3))
    expect(made).toMatchObject({ status: 201, code: '0', data: { name: 'By curl', counts: { channels: 3 } } })
    // Content types with parameters, or as text.
    for (const type of [`${curlsOwn}; charset=UTF-8`, 'text/plain', 'application/json']) {
      const replaced = await send('PUT', `/chmax/lists/${made.data.id}/file`, sdx(type.length), {
        type,
        headers: { 'if-match': '*' },
      })
      expect([type, replaced.status, replaced.data.counts.channels]).toEqual([type, 200, type.length])
    }
    await remove(made.data.id)
  })

  it('may be larger than a form', async () => {
    const bytes = sdx(16_400)
    expect(bytes.length).toBeGreaterThan(2_000_000)
    const made = await send('POST', '/chmax/lists?name=Large&keep=first:2000', bytes)
    expect(made).toMatchObject({ status: 201, data: { name: 'Large', counts: { channels: 2000 } } })
    await remove(made.data.id)
  })

  it('has the size limit of a file, not of a form', async () => {
    const over = await send('POST', '/chmax/lists?name=Over', new Uint8Array(maxBytes + 1))
    expect(over).toMatchObject({ status: 413, code: 'A0413', data: { limitBytes: maxBytes } })
    const picture = await send('POST', '/chmax/lists/x/logos', new Uint8Array(204_801))
    expect(picture).toMatchObject({ status: 413, code: 'A0413', data: { limitBytes: 204_800 } })
  })

  it('is saved from a box', async () => {
    const paired = await portal.visitor().api<{ deviceToken: string; userCode: string }>('POST', '/stb/pair', {
      json: { sn: '100000000001', model: 'Mango S1', softwareVersion: '1.2.0' },
    })
    const owner = await portal.visitor().signIn('demo-user', 'mango-demo')
    const { deviceToken, userCode } = paired.data
    await owner.post('/terminal/bind', { sn: '100000000001', repeatSn: '100000000001', code: userCode })
    const saved = await portal.visitor().api<{ id: string; channels: number }>('PUT', '/stb/lists?name=Of+a+box', {
      token: deviceToken,
      raw: { type: curlsOwn, bytes: sdx(5) },
    })
    expect(saved).toMatchObject({ status: 200, data: { name: 'Of a box', channels: 5 } })
    await remove(saved.data.id)
  })

  it('is refused when signed out', async () => {
    const refused = await portal
      .visitor()
      .api('POST', '/chmax/lists?name=None', { raw: { type: curlsOwn, bytes: new Uint8Array(2_000_000) } })
    expect(refused).toMatchObject({ status: 401, code: 'I1304' })
  })
})

describe('a body that is not a file', () => {
  it('is refused as an unreadable file where a file is expected, even as a form', async () => {
    for (const body of ['name=Form', 'name=Form&keep=free'])
      expect(await send('POST', '/chmax/lists?name=Form', body)).toMatchObject({ status: 422, code: 'C1112' })
  })

  it('is refused for its type or for its size, each with its own code, where no file is expected', async () => {
    const path = '/chmax/lists/x/operations'
    const text = JSON.stringify({ base: 1, operations: [{ op: 'rename', id: 1, name: 'n'.repeat(400) }] })
    for (const type of [curlsOwn, 'text/plain', 'application/octet-stream', 'image/png'])
      for (const body of type === curlsOwn ? [text] : [text, new Uint8Array(3_000_000)]) {
        const refused = await send('POST', path, body, { type })
        expect([type, refused.status, refused.code, refused.message]).toEqual([
          type,
          415,
          'A0415',
          'This type of content is not accepted here.',
        ])
      }
    const many = await send('POST', path, 'a=&'.repeat(4001))
    expect(many).toMatchObject({ status: 413, code: 'A0413', data: { mostFields: 4000 } })
    const long = await send('POST', path, `name=${'n'.repeat(1_048_576)}`)
    expect(long).toMatchObject({ status: 413, code: 'A0413', data: { limitBytes: 1_048_576 } })
  })
})

describe('a form of another site', () => {
  const upload = (person: HttpClient, type: string, headers: Record<string, string>) =>
    person.api('POST', '/chmax/lists?name=Forged', { raw: { type, bytes: sdx(3) }, headers })
  it('uploads nothing with a person’s cookie, whatever its enctype', async () => {
    const person = await portal.visitor().signIn('demo-user', 'mango-demo')
    const before = await names()
    const strange: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'same-site' },
      { referer: 'https://evil.example/page' },
      {},
    ]
    for (const type of [curlsOwn, 'text/plain', 'multipart/form-data; boundary=x'])
      for (const headers of strange)
        expect(await upload(person, type, headers), JSON.stringify([type, headers])).toMatchObject({
          status: 403,
          code: 'A0403',
        })
    expect(await names()).toEqual(before)
    // From the portal's own page the same body becomes a list.
    const own = await upload(person, curlsOwn, { origin: portal.origin })
    expect(own.status).toBe(201)
    await remove((own.data as Made).id)
  })
})
