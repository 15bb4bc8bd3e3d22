/**
 * The tables of a list on its plain pages and by calls: satellites, transponders, favourite groups, categories,
 * channel fields, new and restored channels. Every refusal is at its field and has its code, and a repeated form
 * applies once.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutUndo } from '../support/html'
import { joinParts, makeRecord, terminatorOf, type Fields } from '../support/fixtures/satcodx'
import type { HttpClient } from '../support/http-client'
import { cutPng, plainJpeg, plainPng } from '../support/media'
import { sharePortal, type SharedPortal } from '../support/shared-portal'
import { putOutByPage } from '../support/publish'

let portal: SharedPortal
let client: HttpClient
beforeAll(async () => {
  portal = await sharePortal()
  client = await portal.signIn('customer')
})
afterAll(() => portal.stop())

const fileOf = (...records: Partial<Fields>[]): Uint8Array =>
  joinParts(...records.flatMap((record) => [makeRecord(record, '103'), terminatorOf('103')]))
const astra = { satellite: 'Astra 1', angle: 192 }
const hot = { satellite: 'Hot Bird', angle: 130 }
const file = fileOf(
  { name: 'One', sid: 1, frequencyKHz: 11_493_000, ...astra },
  { name: 'Two', sid: 2, frequencyKHz: 11_493_000, ...astra },
  { name: 'Three', sid: 3, frequencyKHz: 11_700_000, ...astra },
  { name: 'Four', sid: 4, frequencyKHz: 12_034_000, ...hot },
)

let lists = 0
/** The address of a new list of the customer. */
const makeList = async (bytes = file, by = client): Promise<string> => {
  const token = by === client ? portal.tokens.customer : portal.tokens.operator
  if (by === client)
    for (const { id } of (
      await portal.visitor().api<{ items: { id: string; kind: string }[] }>('GET', '/chmax/lists?kind=user', { token })
    ).data.items)
      await portal.visitor().api('DELETE', `/chmax/lists/${id}`, { token })
  const made = await portal.visitor().api<{ id: string }>('POST', `/chmax/lists?name=Tables%20${++lists}`, {
    token,
    raw: { type: 'application/octet-stream', bytes },
  })
  expect(made.code).toBe('0')
  return `/features/lists/${made.data.id}`
}
const read = async (path: string, by = client): Promise<string> => {
  const answer = await by.request(path, { headers: { 'accept-language': 'en' } })
  expect(answer.status, path).toBe(200)
  return (await answer.text()).replaceAll('<!-- -->', '')
}
/** The hidden fields of a page's forms; the message above may have a form of its own. */
const versionOf = (page: string): { base: string; source: string; batch: string } => {
  const main = withoutUndo(page)
  const field = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(main)?.[1] ?? ''
  return { base: field('base'), source: field('source'), batch: field('batch') }
}
/** Sends a page's form; returns the answer and where it redirects. */
const send = async (
  page: string,
  fields: Record<string, string | string[]>,
  to = page,
): Promise<{ status: number; text: string; to: string }> => {
  const version = versionOf(await read(page))
  const answer = await client.post(to, { ...version, ...fields })
  return {
    status: answer.status,
    text: (await answer.text()).replaceAll('<!-- -->', ''),
    to: answer.headers.get('location') ?? '',
  }
}
type Table = { items: { id: number; name: string; [key: string]: unknown }[]; revision: number }
const table = async (path: string, name: string): Promise<Table> => {
  const id = path.split('/').at(-1) ?? ''
  const answer = await portal.visitor().api<Table>('GET', `/chmax/lists/${id}/${name}`, {
    token: portal.tokens.customer,
  })
  expect(answer.code, name).toBe('0')
  return answer.data
}
const idOf = async (path: string, name: string, wanted: string): Promise<number> =>
  (await table(path, name)).items.find((one) => one.name === wanted)?.id ?? -1
/** The message at a field of a refused form. */
const errorAt = (page: string, field: string): string => {
  // The summary links to it.
  if (!page.includes(`href="#field-${field}"`) || page.split(`id="field-${field}"`).length !== 2) return ''
  const tags = page.match(new RegExp(`<(?:input|select)\\b[^>]*\\bname="${field}"[^>]*>`, 'g')) ?? []
  const wrong = tags.find((tag) => tag.includes('aria-invalid')) ?? ''
  const last = (/aria-describedby="([^"]*)"/.exec(wrong)?.[1] ?? '').split(' ').at(-1) ?? ''
  const at = page.indexOf(`id="${last}"`)
  return last === '' || at < 0
    ? ''
    : page
        .slice(page.indexOf('>', at) + 1, page.indexOf('</div>', at))
        .replaceAll(/<[^>]*>/g, '')
        .trim()
}
const satellite = { intent: 'add', name: 'Türksat', angle: '42', side: 'E', band: 'KU' }

describe('satellites', () => {
  it('are added, changed, moved, and deleted with their channels after a question with the counts', async () => {
    const path = await makeList()
    const page = `${path}/satellites`
    expect((await send(page, satellite)).to).toBe(page)
    expect((await send(page, { ...satellite, name: 'West', angle: '30.5', side: 'W' })).status).toBe(303)
    const { items } = await table(path, 'satellites')
    expect(items.map(({ name, angle }) => [name, angle])).toEqual([
      ['Astra 1', 192],
      ['Hot Bird', 130],
      ['Türksat', 420],
      ['West', 3295],
    ])
    const west = items[3]?.id ?? 0
    expect((await send(page, { intent: 'arrange', up: String(west) })).status).toBe(303)
    expect((await table(path, 'satellites')).items.map(({ name }) => name)).toEqual([
      'Astra 1',
      'Hot Bird',
      'West',
      'Türksat',
    ])
    const first = items[0]?.id ?? 0
    const one = `${page}/${first}`
    expect((await send(one, { intent: 'save', name: 'Astra', angle: '19.2', side: 'E', band: 'KU' })).to).toBe(one)
    const question = `${path}/take-out/satellite/${first}`
    const asked = await read(question)
    expect(asked).toContain('2 transponders and 3 channels')
    expect(asked).toContain('Three')
    expect((await send(question, {})).status).toBe(303)
    expect((await table(path, 'satellites')).items.map(({ name }) => name)).toEqual(['Hot Bird', 'West', 'Türksat'])
    expect((await table(path, 'channels')).items.map(({ name }) => name)).toEqual(['Four'])
  })

  it('are refused at the field and with a code: a taken or invalid position, no name', async () => {
    const path = await makeList()
    const page = `${path}/satellites`
    const taken = await send(page, { ...satellite, angle: '19.2' })
    expect([taken.status, errorAt(taken.text, 'angle')]).toEqual([
      422,
      'There is already a satellite at this position.',
    ])
    for (const angle of ['181', '-1', '19.25', 'far', ''])
      expect(errorAt((await send(page, { ...satellite, angle })).text, 'angle'), angle).toMatch(/^Enter degrees/)
    expect(errorAt((await send(page, { ...satellite, name: '' })).text, 'name')).toBe('Enter a name.')
    expect((await send(page, { ...satellite, name: 'x'.repeat(21) })).status).toBe(422)
    // The same number in the reader's own digits.
    expect((await send(page, { ...satellite, angle: '۴۲٫۰' })).status).toBe(303)
    const id = path.split('/').at(-1) ?? ''
    const call = await portal.visitor().api('POST', `/chmax/lists/${id}/satellites`, {
      token: portal.tokens.customer,
      json: { name: 'Again', angle: 192, band: 'KU' },
    })
    expect([call.status, call.code]).toEqual([409, 'C1117'])
    const none = await portal.visitor().api('PUT', `/chmax/lists/${id}/satellites/777`, {
      token: portal.tokens.customer,
      json: { name: 'Nobody' },
    })
    expect(none.code).toBe('C1113')
  })

  it('at 3600 stand at 0, and a choice outside the form’s options is refused at its field', async () => {
    const path = await makeList()
    const list = `/chmax/lists/${path.split('/').at(-1)}`
    const add = (angle: number, base: number) =>
      portal.visitor().api('POST', `${list}/satellites`, {
        token: portal.tokens.customer,
        json: { base, name: `At ${angle}`, angle, band: null },
      })
    expect((await add(3600, 1)).code).toBe('0')
    expect((await table(path, 'satellites')).items.at(-1)).toMatchObject({ name: 'At 3600', angle: 0 })
    expect((await add(0, 2)).code).toBe('C1117')
    expect((await add(3601, 2)).code).toBe('C1106')
    for (const [field, value] of [
      ['side', 'X'],
      ['band', 'Q'],
    ] as const) {
      const refused = await send(`${path}/satellites`, { ...satellite, [field]: value })
      expect([refused.status, refused.text.includes('This value isn’t allowed')], field).toEqual([422, true])
    }
    const first = (await table(path, 'satellites')).items[0]?.id ?? 0
    const transponder = { intent: 'add-transponder', frequency: '12345', polarisation: 'H', symbolRate: '27500' }
    for (const [field, value] of [
      ['fec', '8/9'],
      ['polarisation', 'Z'],
      ['band', 'Q'],
    ] as const)
      expect((await send(`${path}/satellites/${first}`, { ...transponder, [field]: value })).status, field).toBe(422)
  })
  it('are added once if the form is repeated, and two tabs add two', async () => {
    const path = await makeList()
    const page = `${path}/satellites`
    const [one, other] = [versionOf(await read(page)), versionOf(await read(page))]
    const answers = await Promise.all([
      client.post(page, { ...one, ...satellite }),
      client.post(page, { ...one, ...satellite }),
      client.post(page, { ...other, ...satellite, name: 'Other', angle: '7' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    expect((await table(path, 'satellites')).items.map(({ name }) => name).sort()).toEqual([
      'Astra 1',
      'Hot Bird',
      'Other',
      'Türksat',
    ])
    // After Back the same form with other content adds another satellite.
    expect((await client.post(page, { ...one, ...satellite, name: 'Third', angle: '9' })).status).toBe(303)
    expect(await idOf(path, 'satellites', 'Third')).toBeGreaterThan(2 ** 30)
  })
})

describe('transponders', () => {
  const values = { frequency: '11597.5', polarisation: 'V', symbolRate: '22000', fec: '5/6', band: '' }
  it('are added, changed and deleted with their channels, and refused if invalid', async () => {
    const path = await makeList()
    const page = `${path}/satellites/0`
    expect((await send(page, { intent: 'add-transponder', ...values })).status).toBe(303)
    const added = (await table(path, 'transponders')).items.find((one) => one['frequencyKHz'] === 11_597_500)
    expect(added).toMatchObject({ polarisation: 'V', symbolRate: 22_000, fec: '5/6', satellite: 0 })
    for (const [field, value] of [
      ['frequency', '999'],
      ['frequency', '13000.1'],
      ['symbolRate', '999'],
      ['symbolRate', '60001'],
    ] as const) {
      const refused = await send(page, { intent: 'add-transponder', ...values, [field]: value })
      expect([refused.status, errorAt(refused.text, field)], value).toEqual([
        422,
        expect.stringMatching(/from 1,000 to/),
      ])
    }
    const again = await send(page, { intent: 'add-transponder', ...values })
    expect(errorAt(again.text, 'frequency')).toBe('The satellite already has this transponder.')
    const one = `${path}/transponders/${String(added?.id)}`
    expect((await send(one, { intent: 'save', ...values, symbolRate: '27500' })).status).toBe(303)
    expect((await table(path, 'transponders')).items.find(({ id }) => id === added?.id)).toMatchObject({
      symbolRate: 27_500,
    })
    const question = `${path}/take-out/transponder/0`
    expect(await read(question)).toContain('This also deletes 2 channels.')
    expect((await send(question, {})).status).toBe(303)
    expect((await table(path, 'channels')).items.map(({ name }) => name)).toEqual(['Three', 'Four'])
  })
})

describe('favourite groups', () => {
  it('are added up to 32, renamed, and deleted unless they belong to the box', async () => {
    const path = await makeList()
    const page = `${path}/groups`
    expect((await send(page, { intent: 'add', name: 'Mine' })).status).toBe(303)
    const again = await send(page, { intent: 'add', name: 'Mine' })
    expect(errorAt(again.text, 'name')).toBe('There is already a favourite group with this name.')
    const mine = await idOf(path, 'groups', 'Mine')
    expect((await send(`${page}/${mine}`, { intent: 'save', name: 'Ours' })).status).toBe(303)
    expect((await send(`${page}/0`, { intent: 'save', name: 'First' })).status).toBe(303)
    expect((await table(path, 'groups')).items.map(({ name }) => name)).toContain('First')
    for (let number = 1; number <= 23; number++) await send(page, { intent: 'add', name: `Group ${number}` })
    expect((await table(path, 'groups')).items).toHaveLength(32)
    const over = await send(page, { intent: 'add', name: 'One more' })
    // A form opened before the last one was added; no form is offered now.
    expect(errorAt(over.text, 'name')).toBe('At most 32 favourite groups are possible.')
    const full = await read(page)
    expect(full).toContain('All 32 favourite groups are in use. To add one, delete one first.')
    expect(full).not.toContain('value="add"')
    const id = path.split('/').at(-1) ?? ''
    const own = await portal.visitor().api('DELETE', `/chmax/lists/${id}/groups/0`, { token: portal.tokens.customer })
    expect([own.status, own.code]).toEqual([409, 'C1114'])
    expect((await client.request(`${path}/take-out/group/0`)).status).toBe(302)
    expect((await send(`${path}/take-out/group/${mine}`, {})).status).toBe(303)
    expect(await idOf(path, 'groups', 'Ours')).toBe(-1)
  })

  it('are identified by id, so a new one in the position of a deleted one is not confused with it', async () => {
    const path = await makeList()
    for (const name of ['Gone', 'Kept']) await send(`${path}/groups`, { intent: 'add', name })
    const [gone, kept] = [await idOf(path, 'groups', 'Gone'), await idOf(path, 'groups', 'Kept')]
    const early = versionOf(await read(path))
    expect((await send(`${path}/take-out/group/${gone}`, {})).status).toBe(303)
    const page = await read(path)
    expect(page).toMatch(new RegExp(`<option value="${kept}"[^>]*>Kept</option>`))
    const list = versionOf(page)
    expect((await client.post(path, { ...list, intent: 'favourite-add', group: String(kept), id: '1' })).status).toBe(
      303,
    )
    const orderOf = async (group: number) =>
      ((await table(path, `groups/${group}`)) as unknown as { order: number[] }).order
    expect(await orderOf(kept)).toEqual([1])
    // The channel's row and page name the group, and the page's form keeps it.
    expect(await read(path)).toContain('Kept')
    const own = await read(`${path}/channels/1`)
    expect(own).toMatch(new RegExp(`name="group" checked="" value="${kept}"|value="${kept}" checked=""`))
    const form = { ...versionOf(own), intent: 'favourites', group: [String(kept), '2'] }
    expect((await client.post(`${path}/channels/1`, form)).status).toBe(303)
    expect([await orderOf(kept), await orderOf(2)]).toEqual([[1], [1]])
    // An older form names the deleted one: the group in its position gets nothing.
    await send(`${path}/groups`, { intent: 'add', name: 'New' })
    const added = await idOf(path, 'groups', 'New')
    await client.post(path, { ...early, intent: 'favourite-add', group: String(gone), id: '3' })
    expect([await orderOf(added), await orderOf(kept)]).toEqual([[], [1]])
  })

  it('have their own order, by steps and by number; a number out of range is refused', async () => {
    const path = await makeList()
    const list = versionOf(await read(path))
    await client.post(path, { ...list, intent: 'favourite-add', group: '0', id: ['0', '1', '2', '3'] })
    const page = `${path}/groups/0`
    const orderOf = async () => ((await table(path, 'groups/0')) as unknown as { order: number[] }).order
    expect(await orderOf()).toEqual([0, 1, 2, 3])
    expect((await send(page, { intent: 'step', down: '0' })).status).toBe(303)
    expect(await orderOf()).toEqual([1, 0, 2, 3])
    expect((await send(page, { intent: 'step', act: 'move', id: ['3', '2'], to: '1' })).status).toBe(303)
    expect(await orderOf()).toEqual([2, 3, 1, 0])
    for (const to of ['0', '5', '-1', 'x'])
      expect(errorAt((await send(page, { intent: 'step', act: 'move', id: '3', to })).text, 'to'), to).toBe(
        'Enter a number from 1 to 4.',
      )
    expect(errorAt((await send(page, { intent: 'step', act: 'remove' })).text, 'id')).toBe(
      'Select at least one channel.',
    )
    expect((await send(page, { intent: 'step', act: 'remove', id: '3' })).status).toBe(303)
    expect(await orderOf()).toEqual([2, 1, 0])
  })
})

describe('categories', () => {
  it('start as nine, with at most 20 of unique names', async () => {
    const path = await makeList()
    const page = `${path}/categories`
    expect((await table(path, 'categories')).items).toHaveLength(9)
    const same = await send(page, { intent: 'add', name: 'Sports' })
    expect(errorAt(same.text, 'name')).toBe('There is already a category with this name.')
    for (let number = 1; number <= 11; number++) await send(page, { intent: 'add', name: `Own ${number}` })
    const over = await send(page, { intent: 'add', name: 'Too many' })
    expect(errorAt(over.text, 'name')).toBe('At most 20 categories are possible.')
    const full = await read(page)
    expect(full).toContain('All 20 categories are in use. To add one, delete one first.')
    expect(full).not.toMatch(/value="(?:add|defaults)"/)
    const sports = await idOf(path, 'categories', 'Sports')
    expect((await send(`${path}/take-out/category/${sports}`, {})).status).toBe(303)
    expect(await read(page)).toContain('Usual categories')
    expect((await send(page, { intent: 'defaults', pick: 'Sports' })).status).toBe(303)
    expect(await idOf(path, 'categories', 'Sports')).toBeGreaterThan(2 ** 30)
  })

  it('have a picture that is checked by its bytes and visible to everybody who sees the list', async () => {
    const path = await makeList()
    const page = `${path}/categories/0`
    const sendFile = async (bytes: Uint8Array, name: string): Promise<{ status: number; text: string }> => {
      const form = new FormData()
      for (const [field, value] of Object.entries(versionOf(await read(page)))) form.set(field, value)
      form.set('intent', 'logo')
      form.set('file', new Blob([new Uint8Array(bytes)]), name)
      const answer = await client.request(page, { method: 'POST', body: form, headers: { origin: portal.origin } })
      return { status: answer.status, text: (await answer.text()).replaceAll('<!-- -->', '') }
    }
    for (const [bytes, name] of [
      [Buffer.from('no picture'), 'logo.png'],
      [cutPng(), 'logo.png'],
      [Buffer.alloc(0), 'logo.png'],
    ] as const)
      expect((await sendFile(bytes, name)).status, `${bytes.length}`).toBe(422)
    const large = await sendFile(Buffer.alloc(204_801, 1), 'logo.jpg')
    expect(large.text).toContain('The picture is larger than 200 KB. Choose a smaller one.')
    // The file name does not matter.
    for (const bytes of [plainPng(), plainJpeg()]) expect((await sendFile(bytes, 'logo.txt')).status).toBe(303)
    const logo = String((await table(path, 'categories')).items[0]?.['logo'])
    const picture = await client.request(`${path}/logos/${logo}`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const stranger = await portal.signIn('friend')
    expect((await stranger.request(`${path}/logos/${logo}`)).status).toBe(404)
    expect(await read(page)).toContain(`/logos/${logo}`)
    expect((await send(page, { intent: 'no-logo' })).status).toBe(303)
    expect((await table(path, 'categories')).items[0]?.['logo']).toBeNull()
    const id = path.split('/').at(-1) ?? ''
    const unknown = await portal.visitor().api('PUT', `/chmax/lists/${id}/categories/0`, {
      token: portal.tokens.customer,
      json: { logo: 'f'.repeat(64) },
    })
    expect(unknown.code).toBe('C1106')
  })
})

describe('a channel', () => {
  const details = async (path: string, channel: number) =>
    (await table(path, `channels/${channel}`)) as unknown as Record<string, unknown>

  it('has a form with every field, and only changed fields are written', async () => {
    const path = await makeList()
    const page = `${path}/channels/1/fields`
    const shown = await read(page)
    expect(shown).toContain('TV (0)')
    expect(shown).toContain('Scrambled (1)')
    expect(shown).not.toContain('name="url"')
    const saved = await send(page, {
      name: 'Two',
      type: '1',
      scrambled: '1',
      provider: 'Acme',
      sid: '65536',
      videoPid: '8191',
      'audio-0-pid': '257',
      'audio-0-type': 'ac3',
      'audio-0-language': 'deu',
      'audio-0-dolby': '1',
      'name-en': 'Second',
      lock: '1',
      skip: '0',
    })
    expect(saved.to).toBe(`${path}/channels/1`)
    expect(await details(path, 1)).toMatchObject({
      name: 'Two',
      type: 'radio',
      scrambled: true,
      provider: 'Acme',
      sid: 65_536,
      videoPid: 8191,
      audio: [{ pid: 257, type: 'ac3', language: 'deu', dolby: true }],
      lock: true,
      onid: 1,
    })
    for (const [field, value] of [
      ['sid', '65537'],
      ['videoPid', '8192'],
      ['onid', '65536'],
      ['name', ''],
    ] as const)
      expect(errorAt((await send(page, { name: 'Two', [field]: value })).text, field), field).not.toBe('')
    const url = await send(page, { name: 'Two', url: 'http://a.example/x' })
    expect(url.text).toContain('This can’t be edited here.')
  })

  it('changed by two people shows both values in words, and what each describes', async () => {
    const path = await makeList()
    const id = path.split('/').at(-1) ?? ''
    const channel = (await table(path, 'channels')).items[0]?.id ?? -1
    const { items: carriers } = await table(path, 'transponders')
    const carrierOf = (kHz: number) => carriers.find(({ frequencyKHz }) => frequencyKHz === kHz)?.id
    const form = versionOf(await read(`${path}/channels/${channel}/fields`))
    const set = (field: string, value: unknown) => ({ op: 'set', target: 'channel', ids: [channel], field, value })
    const satellite = (await table(path, 'satellites')).items[0]?.id ?? -1
    const edited = await portal.visitor().api('POST', `/chmax/lists/${id}/operations`, {
      token: portal.tokens.customer,
      json: {
        base: 1,
        operations: [
          set('provider', 'Theirs Ltd'),
          set('sid', 77),
          set('category', 5),
          set('transponder', carrierOf(11_700_000)),
          { op: 'set', target: 'satellite', id: satellite, values: { angle: 235 } },
        ],
      },
    })
    expect(edited.code).toBe('0')
    const mine = [
      set('provider', 'Mine plc'),
      set('sid', 78),
      set('category', 7),
      set('transponder', carrierOf(12_034_000)),
      { op: 'set', target: 'satellite', id: satellite, values: { angle: 282 } },
    ]
    const answer = await client.post(`${path}/clash`, {
      ...form,
      intent: 'apply',
      operations: JSON.stringify(mine),
    })
    expect(answer.status).toBe(409)
    const words = (await answer.text()).replaceAll('<!-- -->', '').replaceAll(/<[^>]+>/g, '|')
    const rowsOf = words.replaceAll(/[|\s]+/g, ' ')
    for (const row of [
      'One Provider In the list now: Theirs Ltd Your change: Mine plc',
      'One SID In the list now: 77 Your change: 78',
      'One Category In the list now: Music Your change: News',
      'One Transponder In the list now: 11700 H Your change: 12034 H',
      'Astra 1 Satellite: Orbital position In the list now: 23.5°E Your change: 28.2°E',
    ])
      expect(rowsOf).toContain(row)
  })
  it('is added once by its own form however often sent, and at a chosen number', async () => {
    const path = await makeList()
    const page = `${path}/channels/add`
    const fields = { name: 'New', type: '0', scrambled: '0', transponder: '0', sid: '77', to: '2' }
    const version = versionOf(await read(page))
    const answers = await Promise.all([1, 2].map(() => client.post(page, { ...version, ...fields })))
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1)
    const { items } = await table(path, 'channels')
    expect(items.map(({ name }) => name)).toEqual(['One', 'New', 'Two', 'Three', 'Four'])
    expect(await read(answers[0]?.headers.get('location') ?? '')).toContain('New')
    for (const to of ['0', '6', 'x']) {
      const refused = await send(page, { ...fields, name: 'Late', to })
      expect(errorAt(refused.text, 'to'), to).toBe('Enter a number from 1 to 5.')
    }
    expect(errorAt((await send(page, { ...fields, transponder: '' })).text, 'transponder')).toBe(
      'Choose a transponder, or enter the address of a stream.',
    )
    const same = await send(page, fields)
    expect(same.text).toContain('There is already a channel with this name.')
  })

  it('added by a program reads back by its id, and has an address only if it is streamed', async () => {
    const path = await makeList()
    const list = `/chmax/lists/${path.split('/').at(-1)}`
    const token = portal.tokens.customer
    const carrier = (await table(path, 'transponders')).items[0]?.id
    const url = 'http://a.example/live'
    const add = (channel: object) =>
      portal.visitor().api<{ ids: number[]; revision: number }>('POST', `${list}/channels`, {
        token,
        json: { base: 1, channels: [{ name: 'New', type: 'tv', sid: 9, provider: 'Acme', ...channel }] },
      })
    expect(await add({ transponder: carrier, url })).toMatchObject({ code: 'C1114', data: { field: 'url', index: 0 } })
    const added = await add({ transponder: carrier })
    expect(added.code).toBe('0')
    const [id = -1] = added.data.ids
    const read = await portal.visitor().api('GET', `${list}/channels/${id}`, { token })
    expect(read).toMatchObject({ code: '0', data: { id, name: 'New', sid: 9, provider: 'Acme', url: null } })
  })
  it('is received from a transponder or an address, never both, whichever call is used', async () => {
    const path = await makeList()
    const token = portal.tokens.customer
    const call = (method: string, rest: string, json: object) =>
      portal.visitor().api<{ ids: number[] }>(method, `/chmax/lists/${path.split('/').at(-1)}${rest}`, { token, json })
    const transponder = (await table(path, 'transponders')).items[0]?.id
    const url = 'http://a.example/live'
    const streamed = await call('POST', '/channels', {
      base: 1,
      channels: [{ name: 'Stream', type: 'tv', transponder: null, url }],
    })
    const [id = -1] = streamed.data.ids
    const set = (ids: number[], field: string, value: unknown) => ({ op: 'set', target: 'channel', ids, field, value })
    const both = { id: 2 ** 30 + 9, name: 'Both', type: 'tv', transponder, url }
    const refused: [field: string, operation: object][] = [
      ['url', set([id, 0], 'url', `${url}/2`)],
      ['url', { op: 'values', field: 'url', values: [[0, url]] }],
      ['url', { op: 'add', target: 'channel', channels: [both] }],
      ['transponder', set([id], 'transponder', transponder)],
      ['transponder', { op: 'values', field: 'transponder', values: [[id, transponder]] }],
    ]
    for (const [field, operation] of refused)
      expect(
        await call('POST', '/operations', { base: 2, operations: [set([0], 'provider', 'Acme'), operation] }),
      ).toMatchObject({ code: 'C1114', data: { field, index: 1 } })
    expect(await call('PUT', `/channels/${id}`, { base: 2, transponder })).toMatchObject({ code: 'C1114' })
    expect(await call('PUT', '/channels/0', { base: 2, url })).toMatchObject({ code: 'C1114' })
    const operations = [set([id], 'url', `${url}/2`), set([0], 'transponder', transponder)]
    expect((await call('POST', '/operations', { base: 2, operations })).code).toBe('0')
  })
  it('has SPEC.md’s numbers next to the words, in calls and in answers', async () => {
    const list = `/chmax/lists/${(await makeList()).split('/').at(-1)}`
    const token = portal.tokens.customer
    const api = <D>(method: string, rest: string, json?: object) =>
      portal.visitor().api<D>(method, `${list}${rest}`, { token, ...(json && { json }) })
    const channels = [{ name: 'Jazz', type: 1, scrambled: 1, transponder: null, url: 'http://a.example/jazz' }]
    const added = await api<{ ids: number[] }>('POST', '/channels', { base: 1, channels })
    expect(added.code).toBe('0')
    const [id = -1] = added.data.ids
    const radio = { id, type: 'radio', typeNumber: 1, scrambled: true, scrambledNumber: 1 }
    expect((await api('GET', '/channels?type=1&scrambled=1')).data).toMatchObject({ total: 1, items: [radio] })
    expect((await api('PUT', `/channels/${id}`, { base: 2, type: 0, scrambled: 0 })).code).toBe('0')
    const tv = { type: 'tv', typeNumber: 0, scrambled: false, scrambledNumber: 0 }
    expect((await api('GET', `/channels/${id}`)).data).toMatchObject(tv)
    expect((await api('PUT', `/channels/${id}`, { base: 3, type: 2 })).code).toBe('A0422')
    const edit = (base: number, ...operations: object[]) => api('POST', '/operations', { base, operations })
    const set = (field: string, value: unknown) => ({ op: 'set', target: 'channel', ids: [id], field, value })
    expect((await edit(3, set('type', 1), set('scrambled', 1))).code).toBe('0')
    expect((await api('GET', `/channels/${id}`)).data).toMatchObject(radio)
    const values = (field: string) => ({ op: 'values', field, values: [[id, 0]] })
    expect((await edit(4, values('type'), values('scrambled'))).code).toBe('0')
    expect((await api('GET', `/channels/${id}`)).data).toMatchObject(tv)
    expect((await edit(5, set('type', 2))).code).toBe('C1106')
    const form = { type: '1', scrambled: '1' }
    expect((await portal.visitor().api('PUT', `${list}/channels/${id}`, { token, form })).code).toBe('0')
    expect((await api('GET', `/channels/${id}`)).data).toMatchObject(radio)
    await api('DELETE', `/channels/${id}`)
    expect((await api('GET', '/deleted')).data).toMatchObject({ items: [{ id, type: 'radio', typeNumber: 1 }] })
  })
  it('can be restored after deletion', async () => {
    const path = await makeList()
    await client.post(`${path}/channels/1`, { base: '1', intent: 'delete' })
    const page = `${path}/deleted`
    expect(await read(page)).toContain('Two')
    expect(errorAt((await send(page, {})).text, 'id')).toBe('Select at least one channel.')
    expect((await send(page, { id: '1', to: '9' })).text).toContain('Enter a number from 1 to 3.')
    expect((await send(page, { id: '1', to: '1' })).status).toBe(303)
    expect((await table(path, 'channels')).items.map(({ name }) => name)).toEqual(['Two', 'One', 'Three', 'Four'])
    expect(await read(page)).toContain('No channel was deleted.')
  })

  it('is one of many that get the same value at once, after a before-and-after preview', async () => {
    const path = await makeList()
    const list = versionOf(await read(path))
    const onward = await client.post(path, { ...list, intent: 'fields', id: ['0', '1'] })
    const page = onward.headers.get('location') ?? ''
    expect(page).toContain(`${path}/fields?`)
    expect(await read(page)).toContain('Edit one field: 2 channels')
    const asked = `${page}&field=provider&value=Acme`
    expect(await read(asked)).toContain('What changes: 2 channels')
    const refused = await read(`${page}&field=sid&value=70000`)
    expect(errorAt(refused, 'value')).toContain('65,536')
    const applied = await client.post(asked, { field: 'provider', value: 'Acme' })
    expect(applied.status).toBe(303)
    expect([await details(path, 0), await details(path, 1), await details(path, 2)]).toMatchObject([
      { provider: 'Acme' },
      { provider: 'Acme' },
      { provider: null },
    ])
  })
})

describe('channels of a ready-made list', () => {
  it('are added at most 100 at once; existing ones are named and left out', async () => {
    const admin = await portal.signIn('administrator')
    const form = new FormData()
    form.set('name', 'Ready')
    const many = Array.from({ length: 120 }, (_, at): Partial<Fields> => ({
      name: `Ready ${at + 1}`,
      sid: at + 1,
      frequencyKHz: 11_493_500,
      ...(at < 60 ? astra : { satellite: 'Eutelsat 7', angle: 70 }),
    }))
    form.set('file', new Blob([new Uint8Array(fileOf(...many))]), 'ready.sdx')
    const made = await admin.request('/features/uploads', {
      method: 'POST',
      body: form,
      headers: { origin: portal.origin },
    })
    const from = (made.headers.get('location') ?? '').replace('/report', '').split('/').at(-1) ?? ''
    await putOutByPage(admin, `/features/lists/${from}`)
    const path = await makeList()
    const page = `${path}/channels/add/system?from=${from}&size=100`
    const shown = await read(page)
    expect(shown).toContain('In your list')
    const fromSource = /name="fromSource" value="([^"]*)"/.exec(shown)?.[1] ?? ''
    const over = await send(page, { from, fromSource, id: Array.from({ length: 101 }, (_, id) => String(id)) })
    // The first selectable box.
    expect(errorAt(over.text, 'id')).toBe('At most 100 are allowed at once.')
    expect(errorAt((await send(page, { from, fromSource })).text, 'id')).toBe('Select at least one channel.')
    const version = versionOf(shown)
    const ids = ['0', '1', '5', '70', '71']
    const twice = [
      await client.post(page, { ...version, from, fromSource, id: ids }),
      await client.post(page, { ...version, from, fromSource, id: ids }),
    ]
    expect(twice.map(({ status }) => status)).toEqual([303, 303])
    // Sent twice, it is told as it was done: once.
    expect((await read(page)).replaceAll(/[\u2066-\u2069]/g, '')).toContain(
      'Added: 3 channels. Already in the list: Ready 1, Ready 2.',
    )
    expect((await table(path, 'channels')).items.map(({ name }) => name)).toEqual([
      'One',
      'Two',
      'Three',
      'Four',
      'Ready 6',
      'Ready 71',
      'Ready 72',
    ])
    expect((await table(path, 'satellites')).items.map(({ name }) => name)).toContain('Eutelsat 7')
    const id = path.split('/').at(-1) ?? ''
    const call = await portal.visitor().api('POST', `/chmax/lists/${id}/channels`, {
      token: portal.tokens.customer,
      json: {
        channels: Array.from({ length: 101 }, (_, at) => ({
          name: `C ${at}`,
          type: 'tv',
          transponder: 0,
          sid: 500 + at,
        })),
      },
    })
    expect([call.status, call.code]).toEqual([422, 'N1001'])
    // Another account's list shows the same pages without a form.
    for (const one of ['satellites', 'satellites/0', 'transponders/0', 'groups', 'groups/0', 'categories', 'deleted']) {
      const other = await read(`/features/lists/${from}/${one}`)
      expect(other, one).not.toContain('name="base"')
      expect(other, one).toContain('You can’t edit this list.')
    }
    expect((await client.post(`/features/lists/${from}/satellites`, { base: '1', ...satellite })).status).toBe(403)
  })
})

describe('the page to rebuild a list next to the full one', () => {
  it('keeps the entries, marks each invalid number, and asks what to do with the rest', async () => {
    const path = await makeList()
    const page = `${path}/mine`
    const refused = await send(page, { intent: 'take', taken: '0', id: '3', 'n.0': '2', 'n.1': 'x', 'n.2': '' })
    expect(refused.status).toBe(422)
    expect(errorAt(refused.text, 'n.1')).toBe('Type whole numbers only: 1, 2, 3…')
    expect([errorAt(refused.text, 'n.0'), errorAt(refused.text, 'n.2')]).toEqual(['', ''])
    expect(refused.text).toMatch(/name="n\.0"[^>]*value="2"/)
    expect(refused.text).toMatch(/<input[^>]*name="id"[^>]*checked=""[^>]*value="3"/)
    expect(errorAt((await send(page, { intent: 'take', taken: '0' })).text, 'id')).toBe('Select at least one channel.')
    const taken = await send(page, { intent: 'take', taken: '0', 'n.2': '1', 'n.0': '2' })
    expect(taken.to).toContain('taken=2')
    expect(errorAt((await send(taken.to, { intent: 'give-back', taken: '2' })).text, 'id')).toBe(
      'Select at least one channel.',
    )
    const choice = await read(taken.to)
    expect(choice).toContain('Put the rest at the end')
    expect(choice).toContain('Leave the rest out')
    const end = await client.request(`${page}?taken=2&rest=end`)
    expect(end.headers.get('location')).toBe(`${path}#channels`)
    const asks = `${page}?taken=2&rest=out`
    expect(await read(asks)).toContain('Really delete 2 channels?')
    expect((await send(asks, { intent: 'delete-rest', taken: '2' })).status).toBe(303)
    expect((await table(path, 'channels')).items.map(({ name }) => name)).toEqual(['Three', 'One'])
  })
})

describe('numbers independent of the order', () => {
  it('are in the rows, on the channel’s page, in print, and on the page of numbers', async () => {
    const path = await makeList()
    expect(await read(path)).not.toContain('No. ')
    expect(await read(`${path}/numbers`)).not.toContain('Numbers apart from the order')
    const sent = await send(`${path}/numbers`, { intent: 'gaps', from: '2', to: '3', first: '100' })
    expect(sent.status).toBe(303)
    const rows = (await read(path)).match(/<tr role="row" id="c-\d+">.*?<\/tr>/g) ?? []
    expect(rows.map((row) => /No\. (\d+)/.exec(row)?.[1] ?? null)).toEqual([null, '100', '101', null])
    expect(await read(`${path}/channels/1`)).toContain('Number 100, position 2 of 4')
    expect(await read(`${path}/print`)).toMatch(/<td[^>]*>100<\/td><td[^>]*><bdi[^>]*>Two/)
    const numbers = await read(`${path}/numbers`)
    expect(numbers).toContain('Numbers apart from the order')
    expect(numbers).toContain('<bdi>100–101</bdi>')
    expect(numbers).toContain('<bdi>Two</bdi> – <bdi>Three</bdi>')
    expect(numbers).toContain('<bdi>2–3</bdi>')
  })
})

describe('a selection of transponders', () => {
  it('keeps the parts of each transponder in order in either text direction', async () => {
    const path = await makeList()
    const { source } = versionOf(await read(path))
    for (const page of [
      `${path}?satellite=0`,
      `${path}/channels/0/fields`,
      `${path}/channels/add`,
      `${path}/fields?ids=0.1&source=${source}&field=transponder`,
    ]) {
      const places = [...(await read(page)).matchAll(/<option[^>]*>([^<]*\d+ [HVLR] \d+[^<]*)/g)]
      expect(places.length, page).toBeGreaterThan(1)
      for (const [, text] of places) expect(text, page).toMatch(/^[\u2066\u2068][^\u2069]*\u2069$/u)
    }
  })
})
