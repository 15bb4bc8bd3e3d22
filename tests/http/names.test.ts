/**
 * Names in another language over HTTP: a table becomes names of a list, the owner's box gets them with a separate ETag,
 * and merging a box's save loses neither side's names nor makes a translation the channel's name.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeRecord } from '../support/fixtures/satcodx'
import { sharePortal, type SharedPortal } from '../support/shared-portal'

let portal: SharedPortal
beforeAll(async () => {
  portal = await sharePortal()
})
afterAll(() => portal.stop())

const sids = [1, 2, 3, 4, 5, 6, 7, 8]
const fileOf = (named: Readonly<Record<number, string>> = {}): Uint8Array =>
  Uint8Array.from(
    sids.flatMap((sid) => [
      ...makeRecord({ sid, name: named[sid] ?? `Channel ${sid}`, frequencyKHz: 11_000_000 + sid * 20_000 }, '103'),
      10,
    ]),
  )

it('a box’s save in a translated language merges with changes made meanwhile', async () => {
  const user = await portal.signIn('customer')
  const api = async <D>(method: string, path: string, options: object = {}): Promise<D> => {
    const answer = await portal.visitor().api<D>(method, path, { token: portal.tokens.customer, ...options })
    expect(answer.code, `${method} ${path}`).toBe('0')
    return answer.data
  }
  const raw = (bytes: Uint8Array | string) => ({ raw: { type: 'application/octet-stream', bytes } })
  const { id } = await api<{ id: string }>('POST', '/chmax/lists?name=Named', raw(fileOf()))
  const names = `/chmax/lists/${id}/names`
  const table = 'number,fr\n1,Chaine 1\n2,Chaine 2\n3,Chaine 3\n77,Nulle part\n'
  expect(await api('PUT', `${names}?look=true`, raw(table))).toMatchObject({ revision: null, unknown: 1 })
  expect(await api('PUT', names, raw(table))).toMatchObject({
    revision: 2,
    languages: [{ language: 'fr', fresh: 3, changed: 0, same: 0, gone: 0 }],
  })
  expect(await api('GET', names)).toEqual({
    languages: [{ language: 'fr', channels: 3 }],
    total: 8,
    chosen: 'original',
  })

  const sn = '760100000001'
  await portal.visitor().api('POST', '/operator/boxes', {
    token: portal.tokens.operator,
    raw: { type: 'text/csv', bytes: `sn,model\n${sn},Mango S1\n` },
  })
  const { data: box } = await portal.visitor().api<{ deviceToken: string; userCode: string }>('POST', '/stb/pair', {
    json: { sn, model: 'Mango S1', softwareVersion: '1' },
  })
  expect((await user.post('/terminal/bind', { sn, repeatSn: sn, code: box.userCode })).status).toBe(303)
  const load = async (headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${box.deviceToken}`
    const answer = await portal.visitor().request(`/api/stb/lists/${id}`, { headers: { authorization, ...headers } })
    return { status: answer.status, tag: answer.headers.get('etag') ?? '', text: await answer.text() }
  }
  const plain = await load()
  expect([plain.text.includes('Chaine'), plain.tag.startsWith('"2-fr-')]).toEqual([false, false])
  await api('PUT', `/chmax/lists/${id}/language`, { json: { language: 'fr' } })
  const french = await load()
  expect([french.text.includes('Chaine'), french.tag.startsWith('"2-fr-')]).toEqual([true, true])
  expect((await load({ 'if-none-match': french.tag })).status).toBe(304)
  expect((await load({ 'if-none-match': plain.tag })).status).toBe(200)

  await api('POST', `/chmax/lists/${id}/operations`, {
    json: {
      base: 2,
      operations: [
        { op: 'rename', id: 5, name: 'In the cloud' },
        { op: 'names-in', language: 'fr', names: [[1, 'Nuage 2']] },
      ],
    },
  })
  // The owner has switched the language since; the language that the box was given counts.
  await api('PUT', `/chmax/lists/${id}/language`, { json: { language: 'original' } })
  const own = { 1: 'Chaine Une', 2: 'Chaine 2', 3: 'Chaine 3', 7: 'At the box' }
  const put = await portal.visitor().api<{ saved: number; revision: number }>('PUT', `/stb/lists?list=${id}`, {
    token: box.deviceToken,
    headers: { 'if-match': french.tag },
    ...raw(fileOf(own)),
  })
  expect(put).toMatchObject({ code: '0', data: { saved: 4, revision: 6 } })
  const kept = await api<{ items: { name: string }[] }>('GET', `/chmax/lists/${id}/channels?revision=4&size=100`)
  expect(kept.items.map(({ name }) => name)).toEqual(sids.map((sid) => (sid === 7 ? 'At the box' : `Channel ${sid}`)))

  // The changes don't conflict and the box named its base, so both are merged automatically.
  const merged = await api<{ items: { name: string }[] }>('GET', `/chmax/lists/${id}/channels?size=100`)
  expect(merged.items.map(({ name }) => name)).toEqual(
    sids.map((sid) => ({ 6: 'In the cloud', 7: 'At the box' })[sid] ?? `Channel ${sid}`),
  )
  const found = await api<{ names: { id: number; name: string }[] }>('GET', `${names}/fr`)
  expect(found.names.map(({ name }) => name)).toEqual(['Chaine Une', 'Nuage 2', 'Chaine 3'])
  await api('DELETE', `${names}/fr`)
  expect(await api('GET', names)).toMatchObject({ languages: [] })
  await api('POST', `/chmax/lists/${id}/undo`)
  expect(await api('GET', names)).toMatchObject({ languages: [{ language: 'fr', channels: 3 }] })
})
