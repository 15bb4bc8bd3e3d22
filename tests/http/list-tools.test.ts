/**
 * List tools over HTTP: fifty renames by a pattern, a stale base, another account's list, a System list, foreign ids.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinParts, makeRecord, terminatorOf, type Fields } from '../support/fixtures/satcodx'
import { sharePortal, type SharedPortal } from '../support/shared-portal'
import { putOut } from '../support/publish'

let portal: SharedPortal
beforeAll(async () => {
  portal = await sharePortal()
})
afterAll(() => portal.stop())

type Answer = { code: string; data: Record<string, unknown> & { items: Record<string, unknown>[] } }
const call = async (token: string, path: string, body?: object): Promise<{ status: number } & Answer> => {
  const answer = await portal.visitor().request(`/api/chmax${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, ...((await answer.json()) as Answer) }
}
const fileOf = (records: readonly Partial<Fields>[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(joinParts(...records.flatMap((record) => [makeRecord(record, '103'), terminatorOf('103')])))
const upload = async (token: string, name: string, records: readonly Partial<Fields>[]): Promise<string> => {
  const answer = await portal.visitor().request(`/api/chmax/lists?name=${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: fileOf(records),
  })
  const made = (await answer.json()) as { data: { id: string } }
  return `/lists/${made.data.id}`
}
const sports = Array.from({ length: 50 }, (_, at) => ({ name: `Sport ${at + 1} HD`, sid: at + 1 }))
const namesOf = async (token: string, list: string): Promise<unknown[]> =>
  (await call(token, `${list}/channels?size=100`)).data.items.map(({ name }) => name)

describe('the calls', () => {
  it('preview fifty new names, apply them in one step, and one undo reverts them', async () => {
    const token = portal.tokens.customer
    const list = await upload(token, 'Sports', [...sports, { name: 'News', sid: 99 }])
    const rule = { find: 'Sport # HD', by: 'Match {nn}', how: 'pattern', start: 1 }
    const query = new URLSearchParams({ ...rule, start: '1', size: '100' }).toString()
    const preview = await call(token, `${list}/tools/names?${query}`)
    expect(preview.data).toMatchObject({ revision: 1, counts: { looked: 51, changes: 50 }, total: 50 })
    expect(preview.data.items[49]).toMatchObject({ name: 'Sport 50 HD', after: 'Match 50' })
    expect(await namesOf(token, list)).toContain('Sport 50 HD')
    const edited = await call(token, `${list}/tools/names`, { ...rule, base: 1, batch: 'fifty-new-names' })
    expect(edited.data).toMatchObject({ revision: 2, undoTo: 1 })
    expect(await namesOf(token, list)).toEqual([
      ...sports.map((_, at) => `Match ${String(at + 1).padStart(2, '0')}`),
      'News',
    ])
    await call(token, `${list}/undo`, {})
    expect(await namesOf(token, list)).toEqual([...sports.map(({ name }) => name), 'News'])
  })

  it('refuse what the caller has not seen: a changed name, and an invalid base or field', async () => {
    const token = portal.tokens.customer
    const list = await upload(token, 'Stale', sports.slice(0, 3))
    await call(token, `${list}/operations`, { base: 1, operations: [{ op: 'rename', id: 1, name: 'By hand' }] })
    const upper = { letters: 'upper', base: 1 }
    expect(await call(token, `${list}/tools/names`, upper)).toMatchObject({ status: 409, code: 'C1104' })
    expect(await namesOf(token, list)).toEqual(['Sport 1 HD', 'By hand', 'Sport 3 HD'])
    // Unrelated changes are merged.
    expect((await call(token, `${list}/tools/names`, { ...upper, ids: [0] })).data).toMatchObject({ merged: true })
    expect((await call(token, `${list}/tools/names`, { letters: 'upper' })).code).toBe('A0422')
    expect((await call(token, `${list}/tools/names?letters=large`)).code).toBe('A0422')
    expect((await call(token, `${list}/tools/names?find=${'a'.repeat(101)}`)).code).toBe('A0422')
  })

  it('find no list of another account, and let a customer change no System list', async () => {
    const { customer, friend, administrator } = portal.tokens
    const mine = await upload(customer, 'Mine', sports.slice(0, 3))
    expect((await call(friend, `${mine}/tools/names?letters=upper`)).code).toBe('C1101')
    expect((await call(friend, `${mine}/tools/names`, { letters: 'upper', base: 1 })).code).toBe('C1101')
    const theirs = await upload(friend, 'Theirs', [{ name: 'Secret', sid: 1 }])
    const other = theirs.replace('/lists/', '')
    expect((await call(customer, `${mine}/tools/from?list=${other}`)).code).toBe('C1101')
    const system = await upload(administrator, 'Published', sports.slice(0, 3))
    expect((await call(customer, `${system}/tools/names?letters=upper`)).code).toBe('C1101')
    await putOut(portal.visitor(), administrator, system.replace('/lists/', ''))
    expect((await call(customer, `${system}/tools/names`, { letters: 'upper', base: 1 })).code).toBe('C1108')
    expect(await namesOf(customer, system)).toEqual(['Sport 1 HD', 'Sport 2 HD', 'Sport 3 HD'])
    // A customer may still copy its channels: here two, one of which exists already.
    const copy = { list: mine.replace('/lists/', ''), ids: [1, 2], base: 1 }
    await call(customer, `${mine}/operations`, { base: 1, operations: [{ op: 'delete', ids: [1] }] })
    const copied = await call(customer, `${system}/tools/copy`, { ...copy, base: 2, skip: true, to: 1 })
    expect(copied.data).toMatchObject({ revision: 3, channels: 3 })
    expect(await namesOf(customer, mine)).toEqual(['Sport 2 HD', 'Sport 1 HD', 'Sport 3 HD'])
    expect((await call(customer, `${system}/tools/copy`, { ...copy, list: other })).code).toBe('C1101')
  })
})

describe('the pages', () => {
  it('work with links and forms only, and send readers without edit rights back to the list', async () => {
    const client = await portal.signIn('customer')
    const list = `/features${await upload(portal.tokens.customer, 'Paged', sports)}`
    const called = `${list.replace('/features', '/chmax')}/tools/names?find=HD&by=SD`
    for (const [ids, changes] of [
      ['ids=0&ids=1', 2],
      ['ids=0.2-4', 4],
      ['without=0&without=1', sports.length - 2],
    ] as const) {
      const preview = await portal
        .visitor()
        .api<{ counts: { changes: number } }>('GET', `${called}&${ids}`, { token: portal.tokens.customer })
      expect(preview, ids).toMatchObject({ code: '0', data: { counts: { changes } } })
    }
    const address = `${list}/tools/names?find=HD&by=&asked=1&ids=0-9&size=10`
    const page = (await (await client.request(address)).text()).replaceAll('<!-- -->', '')
    expect(page).toContain('10 new names')
    const fields = Object.fromEntries(
      ['intent', 'base', 'source', 'seen', 'batch'].map((name) => [
        name,
        new RegExp(`name="${name}" value="([^"]*)"/>`).exec(page.slice(page.indexOf('id="plan"')))?.[1] ?? '',
      ]),
    )
    const done = await client.post(address, fields)
    expect(done.status).toBe(303)
    const again = await client.post(address, fields)
    expect(again.status).toBe(303)
    expect((await call(portal.tokens.customer, list.replace('/features', ''))).data).toMatchObject({ revision: 2 })
    const readOnly = await upload(portal.tokens.administrator, 'Read only', sports.slice(0, 2))
    await putOut(portal.visitor(), portal.tokens.administrator, readOnly.replace('/lists/', ''))
    const system = `/features${readOnly}`
    const sent = await client.request(`${system}/tools/names`)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, system])
  })

  it('say what was renamed, and which of the names a file cuts', async () => {
    const client = await portal.signIn('customer')
    const list = `/features${await upload(portal.tokens.customer, 'Long', [
      { name: 'Aa', sid: 1 },
      { name: 'Bb', sid: 2 },
    ])}`
    const long = 'A name that is much longer than records are'
    const address = `${list}/tools/names?find=Bb&by=${encodeURIComponent(long)}&asked=1`
    const page = await (await client.request(address)).text()
    const fields = Object.fromEntries(
      ['intent', 'base', 'source', 'seen', 'batch'].map((name) => [
        name,
        new RegExp(`name="${name}" value="([^"]*)"/>`).exec(page.slice(page.indexOf('id="plan"')))?.[1] ?? '',
      ]),
    )
    const done = await client.post(address, fields)
    expect(done.status).toBe(303)
    const after = await (await client.request(done.headers.get('location') ?? '')).text()
    const told = after.slice(after.indexOf('Renamed: 1 channel'))
    expect(told.slice(0, 300)).toContain('Longer than SatcoDX allows')
    expect(told.slice(0, 300)).toContain(long.slice(0, 40))
    // An account holds few lists.
    const headers = { authorization: `Bearer ${portal.tokens.customer}` }
    const path = `/api/chmax${list.replace('/features', '')}`
    expect((await portal.visitor().request(path, { method: 'DELETE', headers })).status).toBe(200)
  })

  it('read numbers in the reader’s digits, explain an invalid one, and take no ids of another file', async () => {
    const client = await portal.signIn('customer')
    const list = `/features${await upload(portal.tokens.customer, 'Digits', sports.slice(0, 2))}`
    const page = async (start: string): Promise<string> => {
      const query = new URLSearchParams({ find: 'Sport', by: 'TV {n}', start, asked: '1' })
      const answer = await client.request(`${list}/tools/names?${query.toString()}`)
      expect(answer.status).toBe(200)
      return (await answer.text()).replaceAll('<!-- -->', '')
    }
    expect(await page('۴۱')).toContain('TV 41 1 HD')
    const wrong = await page('many')
    expect(wrong).toContain('Enter a number from 0 to 999,999.')
    expect(wrong).not.toContain('id="plan"')
    // Ids of a replaced file don't belong to the new one.
    const sent = await client.request(`${list}/tools/names?ids=0&source=${'a'.repeat(64)}`)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `${list}/tools/names`])
  })
})
