/**
 * What a list's pages and calls say, and do once: forms that are sent twice, addresses that can't be read, fields that
 * can be read as they were set, values that are refused by their own sentence.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinParts, makeRecord, terminatorOf, type Fields } from '../support/fixtures/satcodx'
import type { HttpClient } from '../support/http-client'
import { startPortal, type Portal } from '../support/portal'

let portal: Portal
let client: HttpClient
beforeAll(async () => {
  portal = await startPortal()
  client = await portal.visitor().signIn('demo-user', 'mango-demo')
})
afterAll(() => portal.stop())

type Answer = { status: number; code: string; message: string; data: Record<string, unknown> }
const call = async (method: string, path: string, body?: object, language = 'en'): Promise<Answer> => {
  const answer = await portal.visitor().request(`/api/chmax${path}`, {
    method,
    headers: {
      authorization: `Bearer ${portal.tokens.customer}`,
      'content-type': 'application/json',
      'accept-language': language,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, ...((await answer.json()) as Omit<Answer, 'status'>) }
}
const uploadBytes = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  const held = await call('GET', '/lists?size=100')
  for (const { id } of (held.data['items'] as { id: string; kind: string }[]).filter(({ kind }) => kind === 'user'))
    await call('DELETE', `/lists/${id}`)
  const answer = await portal.visitor().request('/api/chmax/lists?name=Says', {
    method: 'POST',
    headers: { authorization: `Bearer ${portal.tokens.customer}`, 'content-type': 'application/octet-stream' },
    body: bytes,
  })
  const made = (await answer.json()) as { data: { id: string } }
  return `/lists/${made.data.id}`
}
const upload = (...records: Partial<Fields>[]): Promise<string> =>
  uploadBytes(
    new Uint8Array(joinParts(...records.flatMap((record) => [makeRecord(record, '103'), terminatorOf('103')]))),
  )
const four = ['One', 'Two', 'Three', 'Four'].map((name, at) => ({ name, sid: at + 1 }))

const read = async (path: string, status = 200): Promise<string> => {
  const answer = await client.request(path, { headers: { 'accept-language': 'en' } })
  expect(answer.status, path).toBe(status)
  return (await answer.text()).replaceAll('<!-- -->', '')
}
const hiddenOf = (page: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? `no ${name}`
const revisionOf = async (list: string): Promise<unknown> => (await call('GET', list)).data['revision']
const namesOf = async (list: string): Promise<string[]> =>
  ((await call('GET', `${list}/channels`)).data['items'] as { name: string }[]).map(({ name }) => name)

describe('a form that is sent twice', () => {
  /** Sends what a page's form holds twice, as an impatient press on a slow line does. */
  const twice = async (list: string, from: string, to: string, fields: Record<string, string>): Promise<string> => {
    const page = await read(`/features${from}`)
    const form = {
      base: hiddenOf(page, 'base'),
      source: hiddenOf(page, 'source'),
      batch: hiddenOf(page, 'batch'),
      ...fields,
    }
    for (let time = 0; time < 2; time++)
      expect((await client.post(`/features${to}`, form)).status, JSON.stringify(fields)).toBe(303)
    return read(`/features${list}`)
  }

  it.each([
    ['move', { intent: 'move', id: '0', to: '3' }],
    ['up', { intent: 'up', id: '2' }],
    ['down', { intent: 'down', id: '0' }],
    ['lock', { intent: 'lock', id: '0' }],
    ['skip', { intent: 'skip', id: '0' }],
    ['favourite', { intent: 'favourite-add', id: '0', group: '0' }],
  ])('is one version, one answer and one undo: %s', async (_name, fields) => {
    const list = await upload(...four)
    const before = (await call('GET', `${list}/channels`)).data['items']
    const page = await twice(list, list, list, fields)
    expect(await revisionOf(list)).toBe(2)
    expect(page).not.toContain('changed elsewhere')
    const answer = await client.post(`/features${list}`, {
      intent: 'undo',
      base: '2',
      batch: hiddenOf(page, 'batch'),
    })
    expect(answer.status).toBe(303)
    expect((await call('GET', `${list}/channels`)).data['items']).toEqual(before)
  })

  it('deletes once, and one Undo brings all of it back, also pressed twice', async () => {
    const list = await upload(...four)
    const query = '/remove?ids=1&base=1'
    const page = await twice(list, `${list}${query}`, `${list}${query}`, {})
    expect(await namesOf(list)).toEqual(['One', 'Three', 'Four'])
    expect(page).not.toContain('changed elsewhere')
    expect(await revisionOf(list)).toBe(2)
    await twice(list, list, list, { intent: 'undo' })
    expect(await revisionOf(list)).toBe(3)
    expect(await namesOf(list)).toEqual(['One', 'Two', 'Three', 'Four'])
  })

  it('sorts once; renames, favours and takes a character set once', async () => {
    const list = await upload(...four)
    await twice(list, `${list}/sort?base=1`, `${list}/sort?base=1`, { mode: 'az' })
    expect(await revisionOf(list)).toBe(2)
    await twice(list, `${list}/channels/0`, `${list}/channels/0`, { intent: 'rename', name: 'Eins' })
    expect(await revisionOf(list)).toBe(3)
    await twice(list, `${list}/channels/0`, `${list}/channels/0`, { intent: 'favourites', group: '1' })
    expect(await revisionOf(list)).toBe(4)
    await twice(list, `${list}/report?encoding=iso-8859-5`, `${list}/report`, { encoding: 'iso-8859-5' })
    expect(await revisionOf(list)).toBe(5)
    await twice(list, `${list}/history`, `${list}/history`, { revision: '1' })
    expect(await revisionOf(list)).toBe(6)
  })

  it('and changed after Back is another act', async () => {
    const list = await upload(...four)
    const page = await read(`/features${list}`)
    const form = { base: '1', source: hiddenOf(page, 'source'), batch: hiddenOf(page, 'batch'), intent: 'lock' }
    await client.post(`/features${list}`, { ...form, id: '0' })
    await client.post(`/features${list}`, { ...form, id: '1' })
    expect(await revisionOf(list)).toBe(3)
  })
})

describe('an edit that changes nothing', () => {
  it('makes no version, and the page says so', async () => {
    const list = await upload(...four)
    const page = await read(`/features${list}/channels/0`)
    const form = { base: '1', source: hiddenOf(page, 'source'), batch: hiddenOf(page, 'batch') }
    await client.post(`/features${list}/channels/0`, { ...form, intent: 'rename', name: 'One' })
    expect(await read(`/features${list}`)).toContain('Nothing changed.')
    await client.post(`/features${list}`, { ...form, intent: 'move', id: '0', to: '1' })
    expect(await revisionOf(list)).toBe(1)
  })
})
