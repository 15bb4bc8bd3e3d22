/**
 * The pages of MyLink and of audio as plain forms: every rule at its field with the entry kept, every message,
 * repeated forms applied once, tables previewed before they change anything, and accounts without the service.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpClient } from '../support/http-client'
import { joinParts, makeRecord, terminatorOf } from '../support/fixtures/satcodx'
import { plainPng } from '../support/media'
import { sharePortal, type SharedPortal } from '../support/shared-portal'

let portal: SharedPortal
let client: HttpClient
const operate = async (method: 'POST' | 'PUT', path: string, json: object): Promise<void> => {
  const answer = await portal.visitor().api(method, `/operator${path}`, {
    token: portal.tokens.operator,
    json: { ...json, why: 'test' },
  })
  expect(answer.code, path).toBe('0')
}
const grant = (service: string, grantedToAll: boolean): Promise<void> =>
  operate('PUT', `/services/${service}`, { grantedToAll })
let made = 0
/** A new customer without data. */
const newcomer = async (): Promise<HttpClient> => {
  const person = { userName: `links-${++made}`, password: 'shelf-4711' }
  const visitor = portal.visitor()
  expect((await visitor.post('/register', { ...person, repeatPassword: person.password })).status).toBe(303)
  return visitor
}
beforeAll(async () => {
  portal = await sharePortal()
  await Promise.all([grant('mylink', true), grant('audio', true)])
  client = await newcomer()
})
afterAll(() => portal.stop())

const read = async (path: string, by = client, status = 200): Promise<string> => {
  const answer = await by.request(path, { headers: { 'accept-language': 'en' } })
  expect(answer.status, path).toBe(status)
  return (await answer.text()).replaceAll('<!-- -->', '').replaceAll(/[\u2066-\u2069]/g, '')
}
type Answer = { status: number; to: string; text: string }
const send = async (path: string, fields: Record<string, string | string[]>, by = client): Promise<Answer> => {
  const answer = await by.post(path, fields)
  return {
    status: answer.status,
    to: answer.headers.get('location') ?? '',
    text: (await answer.text()).replaceAll('<!-- -->', '').replaceAll(/[\u2066-\u2069]/g, ''),
  }
}
/** The page that a form redirects to, with its message. */
const after = async (answer: Answer, by = client): Promise<string> => {
  expect(answer.status, answer.text.slice(0, 300)).toBe(303)
  return read(answer.to, by)
}
const upload = async (path: string, name: string, bytes: Uint8Array | string, by = client): Promise<Answer> => {
  const form = new FormData()
  form.set('intent', 'picture')
  form.set('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name)
  const answer = await by.request(path, { method: 'POST', body: form, headers: { origin: portal.origin } })
  return { status: answer.status, to: answer.headers.get('location') ?? '', text: await answer.text() }
}
const addCategory = async (name: string, by = client): Promise<string> => {
  const answer = await send('/features/mylink', { intent: 'add', name }, by)
  expect(answer.status).toBe(303)
  return answer.to
}
/** The names in a page's rows or cards, in order. */
const names = (page: string): string[] =>
  [...page.matchAll(/(?:cell-name|link-card-text)[^>]*>.*?<bdi>(.*?)<\/bdi>/gs)].map(([, name = '']) => name)
const manyLines = (count: number, first = 1): string =>
  Array.from(
    { length: count },
    (_, at) => `Channel ${String(first + at).padStart(4, '0')}\thttp://a.example/${at}`,
  ).join('\n')

describe('categories', () => {
  it('begin with a hint at the next step, and adding one opens it', async () => {
    const first = await read('/features/mylink')
    expect(first).toContain('No links yet')
    expect(first).toContain('Add the category')
    const to = await addCategory('Sports')
    expect(await read(to)).toContain('No channels in this category yet')
    expect(await read('/features/mylink')).toContain('1 of 20 categories')
  })

  it('keep the entry, with the broken rule at its field', async () => {
    for (const [name, sentence] of [
      ['', 'Enter a name.'],
      ['x'.repeat(21), 'The name has more than 20 characters. Shorten it.'],
      ['SPORTS', 'There is already a category with this name.'],
    ] as const) {
      const answer = await send('/features/mylink', { intent: 'add', name })
      expect(answer.status, name).toBe(422)
      expect(answer.text.match(new RegExp(sentence, 'g'))?.length, 'in the summary and at the field').toBe(2)
      expect(answer.text).toContain('href="#field-name"')
      if (name !== '') expect(answer.text).toContain(`value="${name}"`)
    }
  })

  it('are added once if the form is repeated; a changed form adds another', async () => {
    const form = { intent: 'add', name: 'Twice', batch: 'the-same-form-twice' }
    const [one, two] = [await send('/features/mylink', form), await send('/features/mylink', form)]
    expect([one.status, two.status, two.to]).toEqual([303, 303, one.to])
    expect((await send('/features/mylink', { ...form, name: 'Other' })).status).toBe(303)
    expect(names(await read('/features/mylink'))).toEqual(['Sports', 'Twice', 'Other'])
  })

  it('move by a step and to a position, are renamed, and are deleted with their channels once confirmed', async () => {
    const [sports = '', twice = ''] = [
      ...(await read('/features/mylink')).matchAll(/href="\/features\/mylink\/([^"/]+)\/edit"/g),
    ].map(([, id]) => id ?? '')
    expect(await after(await send('/features/mylink', { intent: 'arrange', down: sports }))).toContain('Moved: Sports.')
    expect(names(await read('/features/mylink'))).toEqual(['Twice', 'Sports', 'Other'])
    // A place that isn't a number, in a form with a key as the page sends it.
    for (const drop of [`${sports}.x`, `${sports}.`, sports])
      expect(
        await after(await send('/features/mylink', { intent: 'arrange', drop, batch: 'dropped-nowhere-1' })),
      ).toContain('Nothing changed.')
    const here = `/features/mylink/${twice}/edit`
    expect((await send(here, { intent: 'move', to: '4' })).text).toContain('Enter a number from 1 to 3.')
    await after(await send(here, { intent: 'move', to: '٣' }))
    expect(names(await read('/features/mylink'))).toEqual(['Sports', 'Other', 'Twice'])
    expect(await after(await send(here, { intent: 'save', name: 'Twice' }))).toContain('Nothing changed.')
    await after(await send(here, { intent: 'save', name: 'Film' }))
    await send(`/features/mylink/${twice}/add`, { intent: 'many', lines: manyLines(2) })
    const question = await read(`/features/mylink/${twice}/delete`)
    expect(question).toContain('Delete “Film”?')
    expect(question).toContain('2 channels will be deleted with it.')
    const sure = { batch: 'sure-of-it-at-once' }
    const gone = await send(`/features/mylink/${twice}/delete`, sure)
    expect(await after(gone)).toContain('Deleted: Film, with 2 channels.')
    // A double click gets the same message.
    expect(await after(await send(`/features/mylink/${twice}/delete`, sure))).toContain(
      'Deleted: Film, with 2 channels.',
    )
    expect((await client.request(`/features/mylink/${twice}`)).status).toBe(404)
  })

  it('have a picture: a valid one, visible only to their account', async () => {
    const [id = ''] = [...(await read('/features/mylink')).matchAll(/href="\/features\/mylink\/([^"/]+)\/edit"/g)].map(
      ([, one]) => one ?? '',
    )
    const here = `/features/mylink/${id}/edit`
    const wrong = await upload(here, 'a.png', 'no picture')
    expect([wrong.status, wrong.text.includes('The picture must be a complete PNG or JPG file.')]).toEqual([422, true])
    expect((await upload(here, '', '')).text).toContain('Choose a picture.')
    const big = await upload(here, 'a.png', new Uint8Array(300_000))
    expect([big.status, big.text.includes('The picture is larger than')]).toEqual([413, true])
    expect((await upload(here, 'a.png', plainPng())).status).toBe(303)
    const source = /<img[^>]* src="([^"]*\/logos\/[^"]+)"/.exec(await read('/features/mylink'))?.[1] ?? ''
    const picture = await client.request(source)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await (await newcomer()).request(source)).status).toBe(404)
    expect((await send(here, { intent: 'no-picture' })).status).toBe(303)
    expect(await read('/features/mylink')).not.toContain('<img')
  })

  it('are limited to 20, and the page says so before the next one is typed', async () => {
    const other = await newcomer()
    for (let at = 1; at <= 20; at++) await addCategory(`Category ${at}`, other)
    const page = await read('/features/mylink', other)
    expect(page).toContain('All 20 categories are in use.')
    expect(page).not.toContain('Add the category')
    const more = await send('/features/mylink', { intent: 'add', name: 'One more' }, other)
    expect([more.status, more.text.includes('At most 20 categories are possible.')]).toEqual([422, true])
    expect(more.text).toContain('value="One more"')
  })
})

describe('channels', () => {
  let path = ''
  beforeAll(async () => {
    path = await addCategory('Everything')
  })

  it('have an address or a satellite with TP and SID, and every rule is at its field', async () => {
    const to = `${path}/add`
    const empty = { intent: 'one', name: 'A', address: '', satellite: '', tp: '', sid: '' }
    for (const [fields, field, sentence] of [
      [{ name: '' }, 'name', 'Enter a name.'],
      [{ name: 'x'.repeat(51) }, 'name', 'The name has more than 50 characters.'],
      [{}, 'address', 'Enter an address, or a satellite with TP and SID.'],
      [{ address: 'javascript:alert(1)' }, 'address', 'An address begins with http'],
      [{ address: 'http://a.example/a b' }, 'address', 'An address begins with http'],
      [{ address: ' \tjavascript:alert(1)' }, 'address', 'An address begins with http'],
      [{ address: `http://a.example/${'x'.repeat(240)}` }, 'address', 'An address has at most 256 characters.'],
      [{ address: 'http://a.example', sid: '1' }, 'address', 'Only one of the two is possible'],
      [{ satellite: 'north', tp: '11778', sid: '1' }, 'satellite', 'Enter the satellite’s position'],
      [{ satellite: '19.2E', tp: '999', sid: '1' }, 'tp', 'A TP is a whole number from 1,000 to 13,000.'],
      [{ satellite: '19.2E', tp: '11778', sid: '65537' }, 'sid', 'A SID is a whole number from 0 to 65,536.'],
    ] as const) {
      const answer = await send(to, { ...empty, ...fields })
      expect(answer.status, JSON.stringify(fields)).toBe(422)
      expect(answer.text, JSON.stringify(fields)).toContain(`href="#field-${field}"`)
      expect(answer.text).toContain(sentence)
      for (const value of Object.values(fields))
        if (value.trim() === value && value !== '') expect(answer.text).toContain(`value="${value}"`)
    }
    const { text } = await send(to, { ...empty, name: '', satellite: 'north', tp: '999', sid: 'x' })
    for (const field of ['name', 'satellite', 'tp', 'sid']) expect(text).toContain(`href="#field-${field}"`)
    const page = await after(await send(to, { ...empty, name: 'Nova', address: 'rtsp://a.example/live' }))
    expect(page).toContain('Added: Nova.')
    expect((await send(to, { ...empty, name: 'nova', address: 'http://b.example' })).text).toContain(
      'This name is already taken.',
    )
    await after(await send(to, { ...empty, name: 'Astra', satellite: '19.2E', tp: '11778', sid: '12345' }))
    const rows = await read(path)
    expect(names(rows)).toEqual(['Nova', 'Astra'])
    // Addresses are text: no link leads out of the portal.
    expect(rows).not.toMatch(/href="(?:rtsp|mms|ftp|javascript):/)
    expect(rows.replaceAll('<wbr/>', '')).toContain('19.2E:11778:12345')
  })

  it('are added several at once, one per line; a refused line is named, and none is added', async () => {
    const to = `${path}/add`
    const refused = await send(to, { intent: 'many', lines: 'One http://a.example\n\nTwo javascript:alert(1)' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Line 3: An address begins with http')
    expect(refused.text).toContain('Two javascript:alert(1)')
    // Long separators must not make the pattern backtrack forever.
    const separators = `a${','.repeat(30_000)}|\na${'\u00a0'.repeat(20_000)}b`
    expect((await send(to, { intent: 'many', lines: separators })).status).toBe(422)
    // Every invalid line; a comma between name and address belongs to neither.
    const both = await send(to, { intent: 'many', lines: 'A, nowhere\nB, http://b.example/x,y\nC' })
    expect([both.text.includes('Line 1: '), both.text.includes('Line 2: '), both.text.includes('Line 3: ')]).toEqual([
      true,
      false,
      true,
    ])
    expect((await send(to, { intent: 'one', name: '', address: '' })).text).toMatch(
      /Enter a name\.[^]*Enter an address, or a satellite/,
    )
    expect((await send(to, { intent: 'many', lines: manyLines(101) })).text).toContain(
      'At most 100 are allowed at once.',
    )
    expect((await send(to, { intent: 'many', lines: ' \n ' })).status).toBe(422)
    const form = { intent: 'many', lines: manyLines(45), batch: 'forty-five-at-once' }
    expect(await after(await send(to, form))).toContain('Added: 45 channels.')
    await after(await send(to, form))
    expect(await read(path)).toContain('47 channels')
  })

  it('are paged, searched and shown in another order, which can be saved', async () => {
    expect(names(await read(path))).toHaveLength(10)
    expect(names(await read(`${path}?size=100`))).toHaveLength(47)
    expect(names(await read(`${path}?size=10&page=5`))).toHaveLength(7)
    expect((await client.request(`${path}?size=10&page=99`)).headers.get('location')).toBe(`${path}?size=10&page=5`)
    expect(names(await read(`${path}?search=11778`))).toEqual(['Astra'])
    expect(await read(`${path}?search=nothing-like-this`)).toContain('Nothing matches')
    expect(await read(`${path}?sort=up`, client, 422)).toContain('sort')
    const byName = await read(`${path}?sort=az`)
    expect(names(byName)[0]).toBe('Astra')
    expect(byName).toContain('Your boxes keep your own order.')
    expect(byName).not.toContain('Move Astra up')
    expect(names(await read(`${path}?sort=za`))[0]).toBe('Nova')
    expect(await after(await send(`${path}?sort=az`, { intent: 'sort' }))).toContain('This is your order now.')
    expect(names(await read(path))[0]).toBe('Astra')
    expect(names(await read(`${path}?sort=added`))[0]).toBe('Nova')
  })

  it('move by a step, once however often it is pressed, and several to a position', async () => {
    const page = await read(path)
    const idOf = (name: string): string =>
      new RegExp(`value="(\\d+)"[^>]*aria-label="Select ${name}"|aria-label="Select ${name}"[^>]*value="(\\d+)"`)
        .exec(page)
        ?.slice(1)
        .find(Boolean) ?? ''
    const batch = 'one-step-pressed-twice'
    const step = { intent: 'rows', batch, down: `${idOf('Astra')}.1` }
    expect(await after(await send(path, step))).toContain('Moved: Astra.')
    await after(await send(path, step))
    expect(names(await read(path)).slice(0, 3)).toEqual(['Channel 0001', 'Astra', 'Channel 0002'])
    const ids = [idOf('Channel 0001'), idOf('Channel 0002')]
    const moved = await send(`${path}?size=20`, { intent: 'rows', act: 'move', id: ids, to: '1' })
    expect(moved.to).toBe(`${path}?size=20`)
    expect(await after(moved)).toContain('Moved to 1: 2 channels.')
    expect(names(await read(path)).slice(0, 3)).toEqual(['Channel 0001', 'Channel 0002', 'Astra'])
    const wrong = await send(path, { intent: 'rows', act: 'move', id: ids, to: '48' })
    expect([wrong.status, wrong.text.includes('Enter a number from 1 to 47.')]).toEqual([422, true])
    expect(wrong.text.match(/checked=""/g)).toHaveLength(2)
    expect((await send(path, { intent: 'rows', act: 'move', to: '1' })).text).toContain('Select at least one row.')
  })

  it('are deleted once confirmed, the ticked ones only', async () => {
    const page = await read(`${path}?sort=added`)
    const ids = [...page.matchAll(/type="checkbox"[^>]*value="(\d+)"/g)].map(([, id]) => id ?? '').slice(0, 2)
    const asked = await send(`${path}?sort=added`, { intent: 'rows', act: 'delete', id: ids })
    expect(asked.to).toBe(`${path}/remove?ids=${ids.join('.')}&back=sort%3Dadded`)
    const question = await read(asked.to)
    expect(question).toContain('Delete 2 channels?')
    expect(question).toContain('Nova')
    const sure = { batch: 'deleted-only-once' }
    const gone = await send(asked.to, sure)
    expect(gone.to).toBe(`${path}?sort=added`)
    expect(await after(gone)).toContain('Deleted: 2 channels.')
    expect(await after(await send(asked.to, sure))).toContain('Deleted: 2 channels.')
    expect(await after(await send(asked.to, {}))).toContain('Nothing changed.')
    expect(await read(path)).toContain('45 channels')
  })

  it('are restored to their positions from the list of deleted ones', async () => {
    const by = await newcomer()
    const path = await addCategory('Kids', by)
    await send(`${path}/add`, { intent: 'many', lines: manyLines(3) }, by)
    const gone = await read(`${path}/remove?ids=1.2`, by)
    expect(gone).toContain('Can be restored for 30 days.')
    await after(await send(`${path}/remove?ids=1.2`, {}, by), by)
    const page = await read(path, by)
    expect(names(page)).toEqual(['Channel 0003'])
    expect(page).toContain('Recently deleted')
    const [, deleted = ''] = /name="deleted" value="([^"]+)"/.exec(page) ?? []
    const form = { intent: 'restore', deleted, batch: 'restored-once-pressed-twice' }
    expect(await after(await send(path, form, by), by)).toContain('Restored: 2 channels.')
    expect(await after(await send(path, form, by), by)).toContain('Restored: 2 channels.')
    expect(names(await read(path, by))).toEqual(['Channel 0001', 'Channel 0002', 'Channel 0003'])

    await after(await send(path, { intent: 'rows', drop: '3.1' }, by), by)
    expect(names(await read(path, by))).toEqual(['Channel 0003', 'Channel 0001', 'Channel 0002'])
    await after(await send(`${path}/delete`, {}, by), by)
    const home = await read('/features/mylink', by)
    expect(home).toContain('Category “Kids” with 3 channels')
    const id = path.split('/').at(-1) ?? ''
    await send('/features/mylink', { intent: 'restore', deleted: id }, client)
    expect((await by.request(path)).status, 'not by another account').toBe(404)
    await after(await send('/features/mylink', { intent: 'restore', deleted: id }, by), by)
    expect(names(await read(path, by))).toHaveLength(3)
  })

  it('keep what another tab has changed meanwhile', async () => {
    const by = await newcomer()
    const path = await addCategory('Kids', by)
    await send(`${path}/add`, { intent: 'one', name: 'Old', address: 'http://a.example/1' }, by)
    const shown = { intent: 'save', wasName: 'Old', wasAddress: 'http://a.example/1', wasPlace: '' }
    const fields = { name: 'Old', address: 'http://a.example/1', satellite: '', tp: '', sid: '' }
    await after(await send(`${path}/channels/1`, { ...shown, ...fields, name: 'New' }, by), by)
    await after(await send(`${path}/channels/1`, { ...shown, ...fields, address: 'http://a.example/2' }, by), by)
    const page = await read(path, by)
    expect([names(page), page.includes('title="http://a.example/2"')]).toEqual([['New'], true])
    // Every wrong field of what was changed is named at once.
    const wrong = { name: '', address: '', satellite: '19.2', tp: '999', sid: 'x' }
    const { status, text } = await send(`${path}/channels/1`, { ...shown, ...wrong }, by)
    expect(status).toBe(422)
    for (const field of ['name', 'satellite', 'tp', 'sid']) expect(text).toContain(`href="#field-${field}"`)
  })

  it('are reported if no channel list has their satellite, TP and SID', async () => {
    const by = await newcomer()
    const path = await addCategory('Kids', by)
    const record = makeRecord({ name: 'One', sid: 7, frequencyKHz: 11_493_500, satellite: 'Astra', angle: 192 }, '103')
    const form = new FormData()
    form.set('name', 'Own')
    form.set('file', new Blob([new Uint8Array(joinParts(record, terminatorOf('103')))]), 'own.sdx')
    await by.request('/features/uploads', { method: 'POST', body: form, headers: { origin: portal.origin } })
    const typed = { intent: 'one', satellite: '19.2E', tp: '11494', address: '' }
    const right = await send(`${path}/add`, { ...typed, name: 'Right', sid: '7' }, by)
    expect(await after(right, by)).toContain('Added: Right.')
    const wrong = await send(`${path}/add`, { ...typed, name: 'Wrong', sid: '60001' }, by)
    expect(await after(wrong, by)).toContain('Saved: Wrong. No channel list here has this place.')
    expect(names(await read(path, by))).toEqual(['Right', 'Wrong'])
    const lines = 'Near 19.2E:11495:7\nFar 19.2E:11497:7\nStream http://a.example\nElsewhere 13.0E:11494:7'
    const several = await send(`${path}/add`, { intent: 'many', lines }, by)
    expect(await after(several, by)).toContain(
      'Added: 4 channels. No channel list here has these places: Far and Elsewhere.',
    )
    const table = 'Category,Name,Address\nKids,Seen,19.2E:11493:7\nKids,Unknown,19.2E:11494:60002\n'
    const held = await upload('/features/mylink/import', 'places.csv', table, by)
    const report = await read(held.to, by)
    expect(report).toMatch(/Places not found in any channel list: 1<.*<bdi>Unknown<\/bdi>/s)
    expect(report).not.toContain('<bdi>Seen</bdi>')
  })

  it('are picked from the account’s own lists, naming those a box can’t find by a link', async () => {
    const by = await newcomer()
    const path = await addCategory('Kids', by)
    const m3u = '#EXTM3U\n#EXTINF:-1,Stream\nhttp://a.example/s\n#EXTINF:-1,Odd\nudp://@239.0.0.1:1\n'
    const form = new FormData()
    form.set('name', 'Own')
    form.set('file', new Blob([m3u]), 'own.m3u')
    const headers = { origin: portal.origin }
    const made = await by.request('/features/uploads', { method: 'POST', body: form, headers })
    expect([made.status, made.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/features\/lists\//)])
    const ofChannel = await read(`${made.headers.get('location')?.replace('/report', '') ?? ''}/channels/0`, by)
    const [, toMyLink = ''] = /href="(\/features\/mylink\?[^"]+)"/.exec(ofChannel) ?? []
    const way = await by.request(toMyLink.replaceAll('&amp;', '&'))
    expect(way.headers.get('location')).toMatch(new RegExp(`^${path}/from-list\\?list=\\w+&search=Stream$`))
    const page = await read(`${path}/from-list`, by)
    expect(names(page)).toEqual(['Stream', 'Odd'])
    expect(page.match(/A box can’t find it/g)).toHaveLength(1)
    const [, list = ''] = /name="list" value="([^"]+)"/.exec(page) ?? []
    const [, source = ''] = /name="source" value="([^"]+)"/.exec(page) ?? []
    const [, id = ''] = /type="checkbox" name="id"[^>]*value="(\d+)"/.exec(page) ?? []
    const none = await send(`${path}/from-list`, { list, source }, by)
    expect([none.status, none.text.includes('Select at least one row.')]).toEqual([422, true])
    const stranger = await newcomer()
    const other = await addCategory('Other', stranger)
    const foreign = await send(`${other}/from-list`, { list, source, id }, stranger)
    expect(foreign.status, 'a list of another account').not.toBe(303)
    expect(await after(await send(`${path}/from-list`, { list, source, id }, by), by)).toContain('Added: 1 channel.')
    const twice = await send(`${path}/from-list`, { list, source, id }, by)
    expect([twice.status, twice.text.includes('Line 1: This name is already taken.')]).toEqual([422, true])
    expect(await read(path, by)).toContain('http://a.example/s')

    // The other way round: streams go into the account's list; a channel by position is named and left out.
    await send(
      `${path}/add`,
      { intent: 'many', lines: 'Mine http://a.example/mine\nSky one 19.2E:11778 V 27500:1' },
      by,
    )
    const { to } = await send(path, { intent: 'rows', act: 'list', id: ['2', '3'] }, by)
    expect(to).toBe(`${path}/to-list?ids=2.3`)
    const choice = await read(to, by)
    expect(choice).toContain('Left out, because a list needs their transponder too: Sky one')
    // Each name keeps its own direction within the sentence.
    const raw = await (await by.request(to, { headers: { 'accept-language': 'en' } })).text()
    for (const name of ['Sky one', 'Mine']) expect(raw).toContain(`\u2068${name}\u2069`)
    const [, batch = ''] = /name="batch" value="([^"]+)"/.exec(choice) ?? []
    const { to: inOther } = await send(other, { intent: 'rows', act: 'list', id: '1' }, stranger)
    await send(`${other}/add`, { intent: 'one', name: 'Theirs', address: 'http://a.example/t' }, stranger)
    expect((await send(inOther, { list }, stranger)).status, 'into a list of another account').not.toBe(303)
    for (const _ of ['first', 'again'])
      expect(await after(await send(to, { list, batch }, by), by)).toContain('Added: 1 channel.')
    const own = await by.request(`/api/chmax/lists/${list}/channels`)
    expect(await own.json()).toMatchObject({ data: { items: [{ name: 'Stream' }, { name: 'Odd' }, { name: 'Mine' }] } })
  })

  it('come ticked from a list whose channels are selected, as long as its file is the same', async () => {
    const by = await newcomer()
    const path = await addCategory('Kids', by)
    const form = new FormData()
    form.set('name', 'Own')
    const m3u = ['One', 'Two', 'Three'].map((name) => `#EXTINF:-1,${name}\nhttp://a.example/${name}\n`).join('')
    form.set('file', new Blob([`#EXTM3U\n${m3u}`]), 'own.m3u')
    const made = await by.request('/features/uploads', {
      method: 'POST',
      body: form,
      headers: { origin: portal.origin },
    })
    const list = made.headers.get('location')?.replace('/report', '') ?? ''
    expect(await read(list, by)).toContain(`href="${list}/tools/mylink"`)
    const [, source = ''] = /name="source" value="([^"]+)"/.exec(await read(`${path}/from-list`, by)) ?? []
    const follow = async (from: string): Promise<string> =>
      (await by.request(from)).headers.get('location')?.replace(portal.origin, '') ?? ''
    const pick = await follow(await follow(`${list}/tools/mylink?ids=0.2&source=${source}&back=type%3Dtv`))
    expect(pick).toContain(`${path}/from-list?`)
    const page = await read(pick, by)
    expect([names(page), page.match(/ checked=""/g)?.length]).toEqual([['One', 'Three'], 2])
    const stale = await read(pick.replace(source, 'x'.repeat(source.length)), by)
    expect([names(stale), stale.match(/ checked=""/g)]).toEqual([['One', 'Two', 'Three'], null])
  })

  it('are added with a notice about existing links to the same target, in any category', async () => {
    const by = await newcomer()
    const [kids, films] = [await addCategory('Kids', by), await addCategory('Films', by)]
    const one = { intent: 'one', name: 'First', address: 'http://a.example/1' }
    expect(await after(await send(`${kids}/add`, one, by), by)).toContain('Added: First.')
    const again = await send(`${films}/add`, { ...one, name: 'Again' }, by)
    expect(await after(again, by)).toContain('Added: Again. You already have the same address or place: First · Kids.')
    const lines = 'Third http://a.example/1\nPlace 19.2E:11778:7\nOther http://a.example/2'
    expect(await after(await send(`${kids}/add`, { intent: 'many', lines }, by), by)).toContain(
      'Added: 3 channels. You already have the same address or place: First · Kids and Again · Films.',
    )
    const place = { intent: 'one', name: 'Typed', satellite: '192', tp: '11778', sid: '7' }
    expect(await after(await send(`${films}/add`, place, by), by)).toContain('Place · Kids.')
    const sound = (name: string) => send('/features/audio/add', { ...one, name }, by)
    expect(await after(await sound('Match'), by)).toContain('Added: Match.')
    expect(await after(await sound('Match 2'), by)).toContain('You already have the same address or place: Match.')
  })

  it('are changed on their own page, where a new address replaces a place and the other way round', async () => {
    const id = /channels\/(\d+)"/.exec(await read(path))?.[1] ?? ''
    const here = `${path}/channels/${id}`
    expect(await read(here)).toContain('value="http://a.example/0"')
    const fields = { intent: 'save', name: 'Sky', address: '', satellite: '7W', tp: '11778', sid: '0' }
    expect(await after(await send(here, fields))).toContain('Saved: Sky.')
    const page = await read(here)
    expect(page).toContain('value="7.0W"')
    expect(page).toMatch(/name="address" [^>]*value=""/)
    expect((await send(here, { ...fields, name: '' })).status).toBe(422)
    expect((await client.request(`${path}/channels/999999`)).status).toBe(404)
    expect((await (await newcomer()).request(here)).status).toBe(404)
    expect((await (await newcomer()).post(here, fields)).status).toBe(404)
  })
})

const csv = [
  'category,name,address,satellite,tp,sid',
  'Kids,Cartoon,http://a.example/1,,,',
  'Kids,Story,,19.2E,11778,7',
  'Kids,Evil,javascript:alert(1),,,',
  'Kids,,http://a.example/2,,,',
].join('\n')

describe('tables', () => {
  it('show line by line what would happen, and change nothing until confirmed', async () => {
    const by = await newcomer()
    const held = await upload('/features/mylink/import', 'home.csv', csv, by)
    expect(held.status, held.text.slice(0, 500)).toBe(303)
    const page = await read(held.to, by)
    expect(page).toContain('Added: 2 channels')
    expect(page).toContain('2 lines can’t be imported')
    expect(page).toContain('javascript:alert(1)')
    expect(page).toContain('An address begins with http')
    expect(page).toContain('Import 2 channels, leave the rest out')
    expect(await read('/features/mylink', by)).toContain('No links yet')
    expect((await client.request(held.to)).headers.get('location'), 'another account').toBe('/features/mylink/import')

    const form = { intent: 'import', mode: 'add', partial: '1', batch: 'taken-once-pressed-twice' }
    expect(await after(await send(held.to, form, by), by)).toContain('Imported: 2 channels. Lines left out: 2.')
    expect(await after(await send(held.to, form, by), by)).toContain('Imported: 2 channels. Lines left out: 2.')
    expect(await read('/features/mylink', by)).toContain('1 of 20 categories')
    expect((await by.request(held.to)).headers.get('location')).toBe('/features/mylink/import')
  })

  it('replace everything, with a red warning first', async () => {
    const by = await newcomer()
    await addCategory('Old', by)
    const held = await upload('/features/mylink/import', 'home.csv', csv, by)
    const page = await read(`${held.to}?mode=replace`, by)
    expect(page).toContain('Deleted first: 1 category and 0 channels')
    expect(page).toMatch(
      /class="btn danger"[^>]*>Delete 1 category and 0 channels, import 2 channels, leave the rest out/,
    )
    await after(await send(held.to, { intent: 'import', mode: 'replace', partial: '1' }, by), by)
    expect(names(await read('/features/mylink', by))).toEqual(['Kids'])
  })

  it('offer the refused lines as a file', async () => {
    const by = await newcomer()
    const held = await upload('/features/mylink/import', 'home.csv', csv, by)
    const page = await read(held.to, by)
    expect(page).toContain(`href="${held.to}/refused?format=csv"`)
    const file = await by.request(`${held.to}/refused?format=csv`)
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="mylink-refused.csv"')
    const text = await file.text()
    expect(text.split('\r\n')).toHaveLength(4)
    expect(text).toContain('Kids,Evil,javascript:alert(1),,,,,"Address: ')
    const other = await client.request(`${held.to}/refused?format=csv`)
    expect([other.status, other.headers.get('location')]).toEqual([303, '/features/mylink/import'])
  })

  it('ask what to do with lines that exist already, and leave them out by default', async () => {
    const by = await newcomer()
    const path = await addCategory('Kids', by)
    await send(`${path}/add`, { intent: 'one', name: 'Old name', address: 'http://a.example/1' }, by)
    const held = await upload('/features/mylink/import', 'home.csv', csv, by)
    const page = await read(held.to, by)
    expect(page).toContain('Lines that repeat an address or a place: 1')
    expect(page).toMatch(/Duplicates.*http:\/\/a\.example\/1.*<bdi>Kids<\/bdi>/s)
    expect(page).toContain('Import 1 channel, leave the rest out')
    expect(await read(`${held.to}?duplicates=update`, by)).toContain('name="duplicates" value="update"')
    const form = { intent: 'import', mode: 'add', partial: '1', duplicates: 'update' }
    await after(await send(held.to, form, by), by)
    expect(names(await read(path, by))).toEqual(['Cartoon', 'Story'])
  })

  it('are refused at the file when invalid, and a waiting one can be discarded', async () => {
    for (const [name, bytes] of [
      ['photo.png', plainPng()],
      ['zip.xlsx', Buffer.from('PK\u0003\u0004nothing')],
    ] as const) {
      const answer = await upload('/features/mylink/import', name, bytes)
      expect([answer.status, answer.text.includes('href="#field-file"')], name).toEqual([422, true])
    }
    expect((await upload('/features/mylink/import', '', '')).text).toContain('Choose a file.')
    const held = await upload('/features/mylink/import', 'home.csv', csv)
    expect(await after(await send(held.to, { intent: 'drop' }))).toContain('The file has been discarded.')
    expect((await client.request(held.to)).status).toBe(303)
  })

  it('are offered as a template and as an export, which imports unchanged', async () => {
    const by = await newcomer()
    await addCategory('Kids', by)
    const page = await read('/features/mylink', by)
    const links = [...page.matchAll(/href="(\/api\/mylink\/[^"]+)"/g)].map(([, href]) => href ?? '')
    expect(links).toEqual(
      ['downloadTemplate', 'export'].flatMap((name) =>
        (name === 'export' ? ['xlsx', 'csv', 'm3u'] : ['xlsx', 'csv']).map(
          (one) => `/api/mylink/${name}?format=${one}`,
        ),
      ),
    )
    for (const link of links) {
      const file = await by.request(link)
      expect([file.status, file.headers.get('content-disposition')?.startsWith('attachment')], link).toEqual([
        200,
        true,
      ])
    }
  })
})

describe('audio sources', () => {
  it('behave like channels: added, refused, searched, moved, deleted', async () => {
    const by = await newcomer()
    expect(await read('/features/audio', by)).toContain('No audio sources yet')
    const long = await send('/features/audio/add', { intent: 'one', name: 'x'.repeat(21), address: 'http://a.b' }, by)
    expect([long.status, long.text.includes('The name has more than 20 characters.')]).toEqual([422, true])
    await after(
      await send('/features/audio/add', { intent: 'one', name: 'Match', address: 'mms://a.example/1' }, by),
      by,
    )
    const lines = 'Radio 19.2E:11778:12345\nMusic; ftp://a.example/song'
    expect(await after(await send('/features/audio/add', { intent: 'many', lines }, by), by)).toContain(
      'Added: 2 audio sources.',
    )
    expect(names(await read('/features/audio', by))).toEqual(['Match', 'Radio', 'Music'])
    expect(await read('/features/audio', by)).toContain('<time')
    expect(names(await read('/features/audio?search=ftp', by))).toEqual(['Music'])
    const moved = await send('/features/audio', { intent: 'rows', act: 'move', id: '3', to: '1' }, by)
    expect(await after(moved, by)).toContain('Moved to 1: 1 audio source.')
    const asked = await send('/features/audio', { intent: 'rows', act: 'delete', id: ['1', '2'] }, by)
    expect(await read(asked.to, by)).toContain('Delete 2 audio sources?')
    await after(await send(asked.to, {}, by), by)
    expect(names(await read('/features/audio', by))).toEqual(['Music'])
    expect((await upload('/features/audio/entries/3', 'a.png', plainPng(), by)).status).toBe(303)
    expect(await read('/features/audio', by)).toContain('/api/audio/logos/')
  })

  it('are imported from a table', async () => {
    const by = await newcomer()
    const held = await upload('/features/audio/import', 'a.csv', 'name,address\nOne,http://a.example/1', by)
    expect(await read(held.to, by)).toContain('Import 1 audio source')
    expect(await after(await send(held.to, { intent: 'import', mode: 'add' }, by), by)).toContain(
      'Imported: 1 audio source.',
    )
  })
})

describe('the link to MyLink', () => {
  it('is on the page of features, with counts', async () => {
    const by = await newcomer()
    const path = await addCategory('Kids', by)
    await send(`${path}/add`, { intent: 'many', lines: manyLines(3) }, by)
    const page = await read('/features', by)
    expect(page).toContain('href="/features/mylink"')
    expect(page).toContain('href="/features/audio"')
    expect(page).toContain('1 category · 3 channels')
    const cards = async (): Promise<string> => (await read('/features/mylink', by)).replaceAll(/<[^>]+>/g, '')
    expect(await cards()).toContain('3 channels · Channel 0001 · Channel 0002 · Channel 0003')
    await send(`${path}/remove?ids=1`, {}, by)
    expect(await cards()).toContain('2 channels · Channel 0002 · Channel 0003')
  })

  it('leads an account without the service to its sale; its data can be read and exported, not changed', async () => {
    const by = await newcomer()
    const path = await addCategory('Kids', by)
    await send(`${path}/add`, { intent: 'many', lines: manyLines(3) }, by)
    const { to: held } = await upload('/features/mylink/import', 'home.csv', csv, by)
    await operate('POST', '/products', { key: 'own-links', name: 'Own links', services: ['mylink'] })
    await operate('POST', '/products/own-links/plans', { months: 1, price: '2.50' })
    await operate('PUT', '/products/own-links', { state: 'on-sale' })
    await grant('mylink', false)
    try {
      const features = await read('/features', by)
      expect(features).toContain('MyLink is not part of your services')
      for (const address of ['/features/mylink', path, `${path}/channels/1`, `${path}/add`, `${path}/edit`]) {
        const page = await read(address, by)
        expect(page, address).toContain('MyLink is not part of your services')
        expect(page, address).toMatch(/href="\/service\/buy\?product=own-links"/)
        expect(page, address).toContain('Own links · 2.50 USD · 1 month')
        expect(page, address).toContain('What you have here stays readable until ')
        expect(page.replace(/<form[^>]*(?:language|logout|role="search")/g, ''), address).not.toMatch(
          /<form[^>]*action="\/features\/mylink[^"]*"[^>]*method="post"|method="post"[^>]*action="\/features\/mylink/,
        )
      }
      expect(names(await read(path, by))).toHaveLength(3)
      expect((await by.request('/api/mylink/export?format=csv')).status).toBe(200)
      // The service ended between the preview of a table and its confirmation.
      const late = await send(held, { intent: 'import', mode: 'add', partial: '1' }, by)
      expect(late.to).toBe('/features/mylink/import')
      expect(await read(late.to, by)).toContain('MyLink is not part of your services')
      expect(names(await read(path, by))).toHaveLength(3)
      const refused = await send('/features/mylink', { intent: 'add', name: 'More' }, by)
      expect([refused.status, refused.text.includes('Your account does not include this service.')]).toEqual([
        403,
        true,
      ])
    } finally {
      await grant('mylink', true)
    }
  })
})
