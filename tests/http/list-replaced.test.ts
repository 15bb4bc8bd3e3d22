/**
 * Pages and calls that were open while a list's file was replaced: nothing meant for one channel reaches another, by
 * form or by program.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutUndo } from '../support/html'
import { joinParts, makeRecord, terminatorOf, type Fields } from '../support/fixtures/satcodx'
import type { HttpClient } from '../support/http-client'
import { sharePortal, type SharedPortal } from '../support/shared-portal'

let portal: SharedPortal
let client: HttpClient
beforeAll(async () => {
  portal = await sharePortal()
  client = await portal.signIn('customer')
})
afterAll(() => portal.stop())

const fileOf = (...records: Partial<Fields>[]): Uint8Array =>
  joinParts(...records.flatMap((record) => [makeRecord(record, '103'), terminatorOf('103')]))
const channels = Array.from({ length: 20 }, (_, at) => ({ name: `Channel ${at}`, sid: 100 + at }))
const rotated = [...channels.slice(10), ...channels.slice(0, 10)]
const raw = (bytes: Uint8Array) => ({ type: 'application/octet-stream', bytes })
const call = <D>(method: string, path: string, options: Parameters<HttpClient['api']>[2] = {}) =>
  portal.visitor().api<D>(method, `/chmax/lists${path}`, { token: portal.tokens.customer, ...options })

type Made = { id: string; source: string; revision: number }
let names = 0
const withReplaced = async (
  file: Uint8Array,
  act: (list: Made & { path: string; hidden: Record<string, string> }) => Promise<void>,
): Promise<void> => {
  const { data } = await call<Made>('POST', `?name=Replaced%20${++names}`, { raw: raw(fileOf(...channels)) })
  const path = `/features/lists/${data.id}`
  const page = withoutUndo(await (await client.request(path)).text())
  const hidden = {
    base: /name="base" value="(\d+)"/.exec(page)?.[1] ?? '',
    source: /name="source" value="([0-9a-f]+)"/.exec(page)?.[1] ?? '',
  }
  expect(hidden).toEqual({ base: '1', source: data.source })
  const replaced = await call('PUT', `/${data.id}/file`, { raw: raw(file), headers: { 'if-match': '*' } })
  expect(replaced.code).toBe('0')
  try {
    await act({ ...data, path, hidden })
  } finally {
    await call('DELETE', `/${data.id}`)
  }
}
const namesIn = async (id: string): Promise<string[]> =>
  (await call<{ items: { name: string }[] }>('GET', `/${id}/channels?size=40`)).data.items.map(({ name }) => name)
const clashIn = async (answer: Response) => {
  const html = (await answer.text()).replaceAll('<!-- -->', '')
  const valueOf = (name: string): string | null =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]?.replaceAll('&quot;', '"') ?? null
  const mappedOf = (kind: string): string =>
    (new RegExp(`data-mapped="${kind}">(.*?)</li>`).exec(html)?.[1] ?? '').replaceAll(/<[^>]+>/g, '')
  return {
    html,
    base: valueOf('base'),
    source: valueOf('source'),
    operations: valueOf('operations'),
    found: mappedOf('found'),
    missing: mappedOf('missing'),
  }
}

describe('a form that was shown before the file was replaced', () => {
  it('changes nothing, shows which channels the new file has, and then applies to exactly these', () =>
    withReplaced(fileOf(...rotated.filter(({ sid }) => sid !== 108)), async ({ id, path, hidden, source }) => {
      const before = await namesIn(id)
      const refused = await client.post(path, { ...hidden, intent: 'lock', id: ['6', '7', '8'] })
      expect(refused.status).toBe(409)
      const clash = await clashIn(refused)
      expect(await namesIn(id)).toEqual(before)
      expect(clash.found).toContain('2 channels')
      expect(clash.found).toContain('Channel 6, Channel 7')
      expect(clash.missing).toContain('Channel 8')
      expect(clash.base).toBe('2')
      expect(clash.source).not.toBe(source)
      const applied = await client.post(`${path}/clash`, {
        intent: 'apply',
        base: clash.base ?? '',
        source: clash.source ?? '',
        operations: clash.operations ?? '',
      })
      expect(applied.status).toBe(303)
      const { data } = await call<{ items: { name: string; lock: boolean }[] }>('GET', `/${id}/channels?size=40`)
      expect(data.items.filter(({ lock }) => lock).map(({ name }) => name)).toEqual(['Channel 6', 'Channel 7'])
    }))

  it('offers nothing to apply if the new file has none of its channels', () =>
    withReplaced(fileOf({ name: 'Other', sid: 9 }), async ({ id, path, hidden }) => {
      const clash = await clashIn(
        await client.post(`${path}/channels/6`, { ...hidden, intent: 'rename', name: 'Mine' }),
      )
      expect(clash.operations).toBeNull()
      expect(clash.html).not.toContain('value="apply"')
      expect(clash.html).toContain('value="drop"')
      expect(clash.missing).toContain('Channel 6')
      expect(await namesIn(id)).toEqual(['Other'])
    }))

  it('is refused for the old source even when confirmed, whatever base it carries', () =>
    withReplaced(fileOf(...rotated), async ({ id, path, source }) => {
      const before = await namesIn(id)
      const operations = JSON.stringify([{ op: 'delete', ids: [6, 7] }])
      const refused = await client.post(`${path}/clash`, { intent: 'apply', base: '2', source, operations })
      expect(refused.status).toBe(409)
      expect((await clashIn(refused)).found).toContain('Channel 6, Channel 7')
      expect((await client.post(`${path}/clash`, { intent: 'apply', base: '2', operations })).status).toBe(422)
      expect(await namesIn(id)).toEqual(before)
    }))

  it('to delete or sort asks about the ticked channels, and is refused for another file', () =>
    withReplaced(fileOf(...rotated), async ({ id, path, hidden }) => {
      const before = await namesIn(id)
      for (const intent of ['delete', 'sort']) {
        const onward = await client.post(path, { ...hidden, intent, id: ['6', '7'] })
        const address = new URL(onward.headers.get('location') ?? '', portal.origin)
        const page = await (await client.request(address.pathname + address.search)).text()
        if (intent === 'delete') expect(page).toContain('Channel 6')
        expect(page).not.toContain('Channel 16')
        const refused = await client.post(address.pathname + address.search, { mode: 'az' })
        expect(refused.status, intent).toBe(409)
        // Ids mean nothing without the revision that they were read from.
        address.searchParams.delete('base')
        expect((await client.post(address.pathname + address.search, { mode: 'az' })).status, intent).toBe(303)
      }
      expect(await namesIn(id)).toEqual(before)
    }))

  it('leaves no channels of the new file ticked', () =>
    withReplaced(fileOf(...rotated), async ({ path, source }) => {
      const checked = (html: string): number =>
        html.match(/<input(?=[^>]*name="id")(?=[^>]*checked)[^>]*>/g)?.length ?? 0
      expect(checked(await (await client.request(`${path}?selected=6.7&source=${source}`)).text())).toBe(0)
      expect(checked(await (await client.request(`${path}?selected=6.7`)).text())).toBe(2)
    }))
})

describe('a program that names no source', () => {
  it('is refused on a base of another file, gets both files, and finds its channels by a call', () =>
    withReplaced(fileOf(...rotated), async ({ id, source }) => {
      const refused = await call<{ cause: string; source: string; from: string }>('POST', `/${id}/operations`, {
        json: { base: 1, operations: [{ op: 'delete', ids: [7] }] },
      })
      expect(refused).toMatchObject({
        status: 409,
        code: 'C1104',
        data: { cause: 'replaced', from: source, revision: 2 },
      })
      expect(
        await call('POST', `/${id}/operations`, {
          json: { base: 2, source, operations: [{ op: 'delete', ids: [7] }] },
        }),
      ).toMatchObject({ status: 409, code: 'C1104' })
      expect(await call('POST', `/${id}/mapping`, { json: { source, ids: [7] } })).toMatchObject({
        code: '0',
        data: { kept: true, revision: 2, source: refused.data.source, found: [{ id: 7, name: 'Channel 7', to: 17 }] },
      })
      expect(
        await call('POST', `/${id}/operations`, {
          json: { base: 2, source: 'nonsense', operations: [{ op: 'delete', ids: [7] }] },
        }),
      ).toMatchObject({ status: 422, code: 'A0422' })
    }))
})
