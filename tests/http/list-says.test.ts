/**
 * Messages of a list's pages and calls: forms sent twice, unreadable addresses, fields that read back as set, and
 * refusals with specific messages.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
  /** Sends a page's form twice, like an impatient double press on a slow line. */
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
  ])('makes one version, one message and one undo: %s', async (_name, fields) => {
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

  it('deletes once, and one Undo restores everything, even if pressed twice', async () => {
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

  it('sorts, renames, adds a favourite, sets a character set and restores a version once each', async () => {
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

  it('offers Undo in its message, which then says what was undone', async () => {
    const list = await upload(...four)
    const first = await read(`/features${list}`)
    await client.post(`/features${list}`, {
      intent: 'bottom',
      base: '1',
      source: hiddenOf(first, 'source'),
      batch: hiddenOf(first, 'batch'),
      id: '0',
    })
    expect(await namesOf(list)).toEqual(['Two', 'Three', 'Four', 'One'])
    const told = await read(`/features${list}`)
    const form = /<form[^>]*class="toast-undo"[\s\S]*?<\/form>/.exec(told)?.[0] ?? ''
    expect(form).toContain(`action="/features${list}"`)
    await client.post(`/features${list}`, {
      intent: 'undo',
      base: hiddenOf(form, 'base'),
      batch: hiddenOf(form, 'batch'),
    })
    expect(await namesOf(list)).toEqual(['One', 'Two', 'Three', 'Four'])
    const after = await read(`/features${list}`)
    expect(after).toMatch(/Undone: [^<]*One[^<]* moved from 1 to 4/)
    // Both buttons stay in place: there is nothing more to undo.
    expect(after).toMatch(/<button[^>]*value="undo"[^>]*disabled=""|<button[^>]*disabled=""[^>]*value="undo"/)
    expect(after).toMatch(/<button[^>]*value="redo"/)
  })

  it('stays on its page after Undo in the message, or goes a level up if the page’s entry is gone', async () => {
    const list = await upload(...four)
    const undo = async (from: string): Promise<string | null> => {
      const form = /<form[^>]*class="toast-undo"[\s\S]*?<\/form>/.exec(await read(`/features${list}${from}`))?.[0] ?? ''
      expect(hiddenOf(form, 'from')).toBe(`/features${list}${from}`)
      const fields = { intent: 'undo', base: hiddenOf(form, 'base'), batch: hiddenOf(form, 'batch') }
      const answer = await client.post(`/features${list}`, { ...fields, from: hiddenOf(form, 'from') })
      return answer.headers.get('location')
    }
    const addSatellite = async (): Promise<void> => {
      const page = await read(`/features${list}/satellites`)
      const form = { base: hiddenOf(page, 'base'), source: hiddenOf(page, 'source'), batch: hiddenOf(page, 'batch') }
      const sent = { ...form, intent: 'add', name: 'Turksat', angle: '42', side: 'E', band: 'KU' }
      expect((await client.post(`/features${list}/satellites`, sent)).status).toBe(303)
    }
    const satellites = async (): Promise<{ id: number }[]> =>
      (await call('GET', `${list}/satellites`)).data['items'] as { id: number }[]
    const before = await satellites()
    await addSatellite()
    expect(await undo('/satellites')).toBe(`/features${list}/satellites`)
    expect(await satellites()).toEqual(before)
    await addSatellite()
    const added = (await satellites()).at(-1)?.id
    expect(await undo(`/satellites/${added}`)).toBe(`/features${list}/satellites`)
    expect(await satellites()).toEqual(before)
    const page = await read(`/features${list}/channels/0`)
    const form = { base: hiddenOf(page, 'base'), source: hiddenOf(page, 'source'), batch: hiddenOf(page, 'batch') }
    await client.post(`/features${list}/channels/0`, { ...form, intent: 'rename', name: 'Eins' })
    expect(await undo('/channels/0')).toBe(`/features${list}/channels/0`)
    for (const from of ['/features', `/features${list}/../../logout`, `/features${list}/channels/99`]) {
      const answer = await client.post(`/features${list}`, { intent: 'undo', base: '1', batch: '', from })
      expect(answer.headers.get('location')).toBe(`/features${list}#channels`)
    }
  })

  it('counts as another action if changed after Back', async () => {
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

describe('a channel’s values', () => {
  it('read back as set, for one channel and in rows, and its category can be searched', async () => {
    const list = await upload(...four)
    const made = await call('POST', `${list}/categories`, { name: 'Talk' })
    const category = made.data['id']
    expect(made.status).toBe(201)
    await call('PUT', `${list}/channels/1`, { category, 'name.ar': 'اثنان' })
    const set = await call('POST', `${list}/operations`, {
      base: await revisionOf(list),
      operations: [{ op: 'numbers', numbers: [[1, 777]] }],
    })
    expect(set.code).toBe('0')
    const transponders = (await call('GET', `${list}/transponders`)).data['items'] as { id: number; fec: unknown }[]
    const { data } = await call('GET', `${list}/channels/1`)
    expect(data).toMatchObject({ position: 2, number: 777, category, url: null, 'name.ar': 'اثنان', 'name.fa': null })
    expect(transponders.map(({ id }) => id)).toContain(data['transponder'])
    expect(data['fec']).toBe(transponders.find(({ id }) => id === data['transponder'])?.fec)
    const rows = (await call('GET', `${list}/channels?category=${String(category)}`)).data
    expect(rows).toMatchObject({
      total: 1,
      items: [{ id: 1, number: 777, category, transponder: data['transponder'] }],
    })
    expect((await call('GET', `${list}/channels?category=0`)).data).toMatchObject({ total: 0 })
    expect((await call('GET', `${list}/channels?category=x`)).code).toBe('A0422')
  })

  it('are found by numbers in Arabic and Persian digits', async () => {
    const list = await upload({ name: 'One', sid: 45 }, { name: 'Two', sid: 2 }, { name: 'Three', sid: 3 })
    await call('PUT', `${list}/channels/1`, { name: 'قناة ٤٥' })
    for (const search of ['45', '٤٥', '۴۵'])
      expect((await call('GET', `${list}/channels?search=${encodeURIComponent(search)}`)).data, search).toMatchObject({
        total: 2,
      })
  })
})

describe('the address of a streamed channel', () => {
  it('can be changed, but not removed', async () => {
    const text = '#EXTM3U\n#EXTINF:-1,One\nhttp://a.example/1\n#EXTINF:-1,Two\nhttp://a.example/2\n'
    const list = await uploadBytes(new TextEncoder().encode(text))
    const refused = await call('PUT', `${list}/channels/0`, { url: null })
    expect(refused).toMatchObject({ status: 422, code: 'C1106', data: { field: 'url', reason: 'value-invalid' } })
    expect(refused.message).toContain('An address begins with http')
    const page = await read(`/features${list}/channels/0/fields`)
    const form = { base: '1', source: hiddenOf(page, 'source'), batch: hiddenOf(page, 'batch'), name: 'One' }
    const emptied = await client.post(`/features${list}/channels/0/fields`, { ...form, url: ' ' })
    expect(emptied.status).toBe(422)
    const field = /<input[^>]*name="url"[^>]*>/.exec(await emptied.text())?.[0]
    expect(field).toContain('aria-invalid="true"')
    expect((await call('GET', `${list}/channels/0`)).data).toMatchObject({ url: 'http://a.example/1', revision: 1 })
    expect((await call('PUT', `${list}/channels/0`, { url: 'http://b.example/1' })).code).toBe('0')
    expect((await call('GET', `${list}/channels/0`)).data['url']).toBe('http://b.example/1')
  })
})

describe('a typed number with decimals', () => {
  it('may have a comma, and digits of any of the eight languages', async () => {
    const list = await upload(...four)
    const page = await read(`/features${list}/satellites`)
    const satellite = async (angle: string, name: string): Promise<number> =>
      (
        await client.post(`/features${list}/satellites`, {
          intent: 'add',
          base: String(await revisionOf(list)),
          source: hiddenOf(page, 'source'),
          batch: hiddenOf(page, 'batch'),
          name,
          angle,
          side: 'E',
        })
      ).status
    expect(await satellite('28,2', 'A')).toBe(303)
    expect(await satellite('٣١٫٥', 'B')).toBe(303)
    expect(await satellite('1,234', 'C')).toBe(422)
    const items = (await call('GET', `${list}/satellites`)).data['items'] as { name: string; angle: number }[]
    expect(items.filter(({ name }) => /^[ABC]$/.test(name)).map(({ angle }) => angle)).toEqual([282, 315])
  })
})

describe('a refused call', () => {
  it.each([
    ['groups', { name: 'x'.repeat(21) }, 'A favourite group’s name has at most 20 characters.'],
    ['groups', { name: '' }, 'A favourite group’s name can’t be empty.'],
    ['categories', { name: 'x'.repeat(21) }, 'A category’s name has at most 20 characters.'],
    ['satellites', { name: ' ', angle: 5, band: null }, 'A satellite’s name can’t be empty.'],
    ['satellites', { name: 'A', angle: 9999, band: null }, 'angle\u2069: Enter a whole number from 0 to 3,600.'],
  ])('names the thing whose name is wrong, and the range of a value: POST %s %j', async (table, body, sentence) => {
    const list = await upload(...four)
    const answer = await call('POST', `${list}/${table}`, body)
    expect(answer).toMatchObject({ status: 422, code: 'C1106' })
    expect(answer.message).toContain(sentence)
    expect(answer.data['field']).toBe(sentence.startsWith('angle') ? 'angle' : 'name')
  })

  it('gives the range of a channel’s value in the caller’s language, and the field of a name', async () => {
    const list = await upload(...four)
    const sid = await call('PUT', `${list}/channels/0`, { sid: 70_000 })
    expect(sid.data['field']).toBe('sid')
    expect(sid.message).toContain('A SID is a whole number from 0 to 65,536.')
    expect((await call('PUT', `${list}/channels/0`, { sid: 70_000 }, 'fr')).message).toMatch(/0 à 65.536/)
    const name = await call('PUT', `${list}/channels/0`, { name: 'x'.repeat(51) })
    expect(name).toMatchObject({ code: 'C1106', data: { field: 'name' } })
    expect(name.message).toContain('A channel name has at most 50 characters.')
  })

  it.each([
    ['PUT', '/groups/4444', { name: 'A' }, 'C1118'],
    ['DELETE', '/groups/4444', {}, 'C1118'],
    ['DELETE', '/channels/999', {}, 'C1102'],
  ])('answers 404 for an unknown id: %s %s', async (method, path, body, code) => {
    const list = await upload(...four)
    expect(await call(method, `${list}${path}`, body)).toMatchObject({ status: 404, code })
  })

  it('reports an invalid field for a value without meaning', async () => {
    const list = await upload(...four)
    const swap = { base: 1, operations: [{ op: 'swap', ids: [0, 0] }] }
    expect((await call('POST', `${list}/operations`, swap)).code).toBe('A0422')
    expect((await call('GET', `${list}/tools/names?ids=x&letters=upper`)).code).toBe('A0422')
    expect((await call('GET', `${list}/tools/names?ids=0.2-3&letters=upper`)).data).toMatchObject({
      counts: { looked: 3 },
    })
    const other = `list.${list.slice('/lists/'.length)}`
    expect((await call('GET', `${list}/order-from?with=${other}&group=31`)).code).toBe('A0422')
    expect((await call('GET', `${list}/order-from?with=${other}&group=0`)).code).toBe('0')
    expect(await revisionOf(list)).toBe(1)
  })

  it('refuses more than 100 channels from another list', async () => {
    const list = await upload(...four)
    const ids = Array.from({ length: 101 }, (_, at) => at)
    const answer = await call('POST', `${list}/tools/copy`, { list: list.slice(7), ids, base: 1 })
    expect(answer).toMatchObject({ status: 422, code: 'N1001' })
  })
})

describe('a search that a list can’t answer', () => {
  it.each([
    'type=2',
    'only=x',
    'scrambled=9',
    'favourite=77',
    'satellite=x',
    'category=x',
    'sort=bogus',
    'page=0',
    'size=11',
  ])('shows no rows and names what the address asks for: %s', async (query) => {
    const list = await upload(...four)
    const page = await read(`/features${list}?${query}`, 422)
    expect(page).toContain('The address asks for something that this list doesn’t have')
    expect(page).toContain(`>${query.split('=')[0] ?? ''}<`)
    expect(page).not.toContain('name="id"')
    expect(page).toContain(`href="/features${list}#channels"`)
  })

  it('does not include empty form fields or a page beyond the end: both show rows', async () => {
    const list = await upload(...four)
    for (const query of ['type=&satellite=&favourite=&sort=', 'page=999', 'type=tv&type=tv', 'sort=-name&size=40'])
      expect(await read(`/features${list}?${query}`), query).toContain('name="id"')
  })
})

describe('categories', () => {
  it('are in the rail and the filter once they have channels, and filter by address', async () => {
    const list = await upload(...four)
    expect(await read(`/features${list}`)).not.toMatch(/rail-title"><a[^>]*>Categories</)
    await call('PUT', `${list}/channels/2`, { category: 4 })
    const page = await read(`/features${list}`)
    expect(page).toMatch(/rail-title"><a[^>]*>Categories</)
    expect(page).toMatch(/href="[^"]*category=4[^"]*"[^>]*>.{0,60}<bdi>Sports<\/bdi>/)
    const shown = await read(`/features${list}?category=4`)
    expect(shown).toContain('>Three<')
    expect(shown).not.toContain('>One<')
    expect(shown).toMatch(/<option value="4" selected="">Sports/)
  })
})

describe('a channel’s own number and category', () => {
  it('are on its page, and the number is in print', async () => {
    const list = await upload(...four)
    await call('PUT', `${list}/channels/1`, { category: 4 })
    const operations = [{ op: 'numbers', numbers: [[1, 777]] }]
    await call('POST', `${list}/operations`, { base: await revisionOf(list), operations })
    const page = await read(`/features${list}/channels/1`)
    expect(page).toContain('Number 777, position 2 of 4')
    expect(page).toMatch(/>Category<\/dt><dd[^>]*>.{0,40}Sports/)
    expect(await read(`/features${list}/channels/0`)).toContain('Number 1 of 4')
    expect(await read(`/features${list}/print`)).toMatch(/<td[^>]*>777<\/td>/)
  })
})

describe('ticked rows', () => {
  it('stay ticked on another page, and are named if nothing matches', async () => {
    const list = await upload(...Array.from({ length: 12 }, (_, at) => ({ name: `Channel ${at + 1}`, sid: at + 1 })))
    const page = await read(`/features${list}?size=10&selected=0.3`)
    expect(page).toMatch(/href="[^"]*page=2[^"]*selected=0\.3/)
    expect(await read(`/features${list}?search=zzzz&selected=0.3`)).toMatch(/Channel 1\u2069, .{0,3}Channel 4/)
  })

  it('are none after an action on everything that matches', async () => {
    const list = await upload(...four)
    const page = await read(`/features${list}`)
    const form = { base: '1', source: hiddenOf(page, 'source'), batch: hiddenOf(page, 'batch'), all: '1' }
    const answer = await client.post(`/features${list}`, { ...form, intent: 'lock' })
    expect(answer.headers.get('location')).toBe(`/features${list}#channels`)
    expect(await revisionOf(list)).toBe(2)
  })
})
