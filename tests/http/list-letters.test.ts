/** Names of any alphabet typed into a SatcoDX list, from the person's form or call to the bytes that a box fetches. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeList } from '../support/fixtures/satcodx'
import { startPortal, type Portal } from '../support/portal'

let portal: Portal
beforeAll(async () => { portal = await startPortal({ env: { LIMITS: 'off' } }) })
afterAll(() => portal.stop())

/** The name's bytes of a record of 128, its padding off. */
const nameBytes = (file: Buffer, record: number): Buffer => {
  const at = record * 128
  const bytes = Buffer.concat([file.subarray(at + 43, at + 51), file.subarray(at + 115, at + 127)])
  return Buffer.from(bytes.toString('latin1').trimEnd(), 'latin1')
}

it('Arabic and Cyrillic names reach the file and its copy whole, in the character sets that they declare', async () => {
  const source = Buffer.from(makeList({ seed: 17, records: 6, variant: '103' }).bytes)
  const call = <D>(method: string, path: string, options: object = {}) => portal.visitor().api<D>(method, path, { token: portal.tokens.customer, ...options })
  const made = await call<{ id: string; revision: number }>('POST', '/chmax/lists?name=Letters', { raw: { type: 'application/octet-stream', bytes: source } })
  const { items } = (await call<{ items: { id: number }[] }>('GET', `/chmax/lists/${made.data.id}/channels?page=1&size=10`)).data
  const [first = -1, second = -1] = items.map((one) => one.id)
  const edited = await call<{ warnings: unknown[] }>('POST', `/chmax/lists/${made.data.id}/operations`, {
    json: { base: made.data.revision, operations: [{ op: 'rename', id: first, name: 'الجزيرة مباشر' }, { op: 'rename', id: second, name: 'Перший канал' }] },
  })
  expect(edited).toMatchObject({ code: '0', data: { warnings: [] } })

  const fetched = await portal.visitor().request(`/api/chmax/lists/${made.data.id}/file`, { headers: { authorization: `Bearer ${portal.tokens.customer}` } })
  const file = Buffer.from(await fetched.arrayBuffer())
  expect(file.length).toBe(source.length)
  // ISO 8859-6 and ISO 8859-5, as EN 300 468 declares them.
  expect([...nameBytes(file, 0)]).toEqual([0x02, 0xc7, 0xe4, 0xcc, 0xd2, 0xea, 0xd1, 0xc9, 0x20, 0xe5, 0xc8, 0xc7, 0xd4, 0xd1])
  expect([...nameBytes(file, 1)]).toEqual([0x01, 0xbf, 0xd5, 0xe0, 0xe8, 0xd8, 0xd9, 0x20, 0xda, 0xd0, 0xdd, 0xd0, 0xdb])
  expect(file.subarray(256).equals(source.subarray(256))).toBe(true)
  // Read anew, as a box's own save comes back, the names are the same.
  const copy = await call<{ id: string }>('POST', '/chmax/lists?name=Copy', { raw: { type: 'application/octet-stream', bytes: file } })
  const again = (await call<{ items: { name: string }[] }>('GET', `/chmax/lists/${copy.data.id}/channels?page=1&size=10`)).data.items
  expect(again.slice(0, 2).map((one) => one.name)).toEqual(['الجزيرة مباشر', 'Перший канал'])
})
