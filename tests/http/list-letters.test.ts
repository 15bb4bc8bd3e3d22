/** Names in any script in a SatcoDX list, from the person's form or call to the bytes that a box fetches. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withoutUndo } from '../support/html'
import { makeList } from '../support/fixtures/satcodx'
import { sharePortal, type SharedPortal } from '../support/shared-portal'

let portal: SharedPortal
beforeAll(async () => {
  portal = await sharePortal()
})
afterAll(() => portal.stop())

/** The name's bytes in a 128-byte record, without padding. */
const nameBytes = (file: Buffer, record: number): Buffer => {
  const at = record * 128
  const bytes = Buffer.concat([file.subarray(at + 43, at + 51), file.subarray(at + 115, at + 127)])
  return Buffer.from(bytes.toString('latin1').trimEnd(), 'latin1')
}

it('Arabic and Cyrillic names are stored in the file and its copy in full, in the character sets that they declare', async () => {
  const source = Buffer.from(makeList({ seed: 17, records: 6, variant: '103' }).bytes)
  const call = <D>(method: string, path: string, options: object = {}) =>
    portal.visitor().api<D>(method, path, { token: portal.tokens.customer, ...options })
  const made = await call<{ id: string; revision: number }>('POST', '/chmax/lists?name=Letters', {
    raw: { type: 'application/octet-stream', bytes: source },
  })
  const { items } = (
    await call<{ items: { id: number }[] }>('GET', `/chmax/lists/${made.data.id}/channels?page=1&size=10`)
  ).data
  const [first = -1, second = -1] = items.map((one) => one.id)
  const edited = await call<{ warnings: unknown[] }>('POST', `/chmax/lists/${made.data.id}/operations`, {
    json: {
      base: made.data.revision,
      operations: [
        { op: 'rename', id: first, name: 'الجزيرة مباشر' },
        { op: 'rename', id: second, name: 'Перший канал' },
      ],
    },
  })
  expect(edited).toMatchObject({ code: '0', data: { warnings: [] } })

  const fetched = await portal.visitor().request(`/api/chmax/lists/${made.data.id}/file`, {
    headers: { authorization: `Bearer ${portal.tokens.customer}` },
  })
  const file = Buffer.from(await fetched.arrayBuffer())
  expect(file.length).toBe(source.length)
  // ISO 8859-6 and ISO 8859-5, as EN 300 468 declares them.
  expect([...nameBytes(file, 0)]).toEqual([
    0x02, 0xc7, 0xe4, 0xcc, 0xd2, 0xea, 0xd1, 0xc9, 0x20, 0xe5, 0xc8, 0xc7, 0xd4, 0xd1,
  ])
  expect([...nameBytes(file, 1)]).toEqual([
    0x01, 0xbf, 0xd5, 0xe0, 0xe8, 0xd8, 0xd9, 0x20, 0xda, 0xd0, 0xdd, 0xd0, 0xdb,
  ])
  expect(file.subarray(256).equals(source.subarray(256))).toBe(true)
  // Parsed again, as when a box saves it back, the names are the same.
  const copy = await call<{ id: string }>('POST', '/chmax/lists?name=Copy', {
    raw: { type: 'application/octet-stream', bytes: file },
  })
  const again = (
    await call<{ items: { name: string }[] }>('GET', `/chmax/lists/${copy.data.id}/channels?page=1&size=10`)
  ).data.items
  expect(again.slice(0, 2).map((one) => one.name)).toEqual(['الجزيرة مباشر', 'Перший канал'])
})

it('a box fetches the names byte for byte as typed, fresh and from memory, and its saves keep them', async () => {
  const source = Buffer.from(makeList({ seed: 18, records: 8, variant: '103' }).bytes)
  const call = <D>(method: string, path: string, options: object = {}) =>
    portal.visitor().api<D>(method, path, { token: portal.tokens.customer, ...options })
  const [sn, model] = ['770000000001', 'Mango S1']
  await portal.visitor().api('POST', '/operator/boxes', {
    token: portal.tokens.operator,
    raw: { type: 'text/csv', bytes: `sn,model\n${sn},${model}\n` },
  })
  const { data: box } = await portal
    .visitor()
    .api<{ deviceToken: string; userCode: string }>('POST', '/stb/pair', { json: { sn, model, softwareVersion: '1' } })
  const user = await portal.signIn('customer')
  expect((await user.post('/terminal/bind', { sn, repeatSn: sn, code: box.userCode })).status).toBe(303)
  const { data: made } = await call<{ id: string }>('POST', '/chmax/lists?name=Boxed', {
    raw: { type: 'application/octet-stream', bytes: source },
  })
  // Typed into the page's own form, as a person does without scripts.
  for (const [id, name] of [
    [0, 'قناة الأخبار'],
    [1, 'Телеканал'],
  ] as const) {
    const page = await (await user.request(`/features/lists/${made.id}/channels/${id}`)).text()
    const base = /name="base" value="(\d+)"/.exec(withoutUndo(page))?.[1] ?? ''
    expect(
      (
        await user.post(`/features/lists/${made.id}/channels/${id}`, {
          intent: 'rename',
          base,
          name,
          source: /name="source" value="([0-9a-f]+)"/.exec(page)?.[1] ?? '',
        })
      ).status,
    ).toBe(303)
  }
  // The first 128 bytes have the name of record 0 after the ISO 8859-6 selector; the next have that of record 1 after
  // ISO 8859-5's.
  const expected = Buffer.from(source)
  const put = (record: number, name: readonly number[]): void => {
    const field = Buffer.alloc(20, 0x20)
    field.set(name)
    expected.set(field.subarray(0, 8), record * 128 + 43)
    expected.set(field.subarray(8), record * 128 + 115)
  }
  put(0, [0x02, 0xe2, 0xe6, 0xc7, 0xc9, 0x20, 0xc7, 0xe4, 0xc3, 0xce, 0xc8, 0xc7, 0xd1])
  put(1, [0x01, 0xc2, 0xd5, 0xdb, 0xd5, 0xda, 0xd0, 0xdd, 0xd0, 0xdb])
  const fetchList = async (headers: Record<string, string> = {}) => {
    const answer = await portal
      .visitor()
      .request(`/api/stb/lists/${made.id}`, { headers: { authorization: `Bearer ${box.deviceToken}`, ...headers } })
    expect(answer.status).toBe(200)
    return { bytes: Buffer.from(await answer.arrayBuffer()), etag: answer.headers.get('etag') ?? '' }
  }
  const cold = await fetchList()
  for (const bytes of [cold.bytes, (await fetchList()).bytes, (await fetchList({ 'accept-encoding': 'gzip' })).bytes])
    expect(bytes.toString('hex')).toBe(expected.toString('hex'))

  const saved = await portal.visitor().api<{ revision: number; saved: number }>('PUT', `/stb/lists?list=${made.id}`, {
    token: box.deviceToken,
    headers: { 'if-match': cold.etag },
    raw: { type: 'application/octet-stream', bytes: cold.bytes.subarray(0, 7 * 128) },
  })
  expect(saved).toMatchObject({ code: '0', data: { revision: 4, saved: 4 } })
  expect((await fetchList()).bytes.equals(expected.subarray(0, 7 * 128))).toBe(true)
  const { items } = (
    await call<{ items: { name: string }[] }>('GET', `/chmax/lists/${made.id}/channels?page=1&size=10`)
  ).data
  expect(items.slice(0, 2).map((one) => one.name)).toEqual(['قناة الأخبار', 'Телеканал'])
})
