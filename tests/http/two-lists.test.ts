/**
 * The pages of two lists and of shared links, without scripts: compare, order by a spreadsheet, merge; share, read by
 * anybody, withdraw; print and save as PDF.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withoutUndo } from '../support/html'
import { joinParts, makeRecord, terminatorOf } from '../support/fixtures/satcodx'
import { xlsxOf } from '../support/fixtures/xlsx'
import type { HttpClient } from '../support/http-client'
import { startPortal, type Portal } from '../support/portal'

let portal: Portal
let owner: HttpClient
beforeAll(async () => {
  portal = await startPortal()
  owner = await portal.visitor().signIn('demo-user', 'mango-demo')
})
afterAll(() => portal.stop())

const fileOf = (...names: string[]): Uint8Array =>
  joinParts(
    ...names.flatMap((name) => [makeRecord({ name, sid: 100 + name.charCodeAt(0) }, '103'), terminatorOf('103')]),
  )
const upload = async (name: string, ...names: string[]): Promise<string> => {
  const made = await owner.api<{ id: string }>('POST', `/chmax/lists?name=${encodeURIComponent(name)}`, {
    raw: { type: 'application/octet-stream', bytes: fileOf(...names) },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(made.code, made.message).toBe('0')
  return made.data.id
}
const read = async (client: HttpClient, path: string): Promise<string> => {
  const answer = await client.request(path, { headers: { 'accept-language': 'en' } })
  expect(answer.status, path).toBe(200)
  return (await answer.text()).replaceAll('<!-- -->', '')
}
const valueOf = (page: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(withoutUndo(page))?.[1] ?? ''

it('lists are compared, ordered by an uploaded spreadsheet, and merged, with links and forms only', async () => {
  const [mine, theirs] = [await upload('Here', 'Aa', 'Bb', 'Cc'), await upload('There', 'Cc', 'Aa', 'Dd')]
  const path = `/features/lists/${mine}`
  const compared = await read(owner, `${path}/compare-with?with=list.${theirs}`)
  for (const text of ['Only here', 'Only there', 'The same in both: 1']) expect(compared).toContain(text)
  expect(/<caption[^>]*>([^<]*)/.exec(compared)?.[1]).toMatch(/“.?Here.?” and “.?There.?”/u)

  const form = new FormData()
  form.set('intent', 'upload')
  form.set('file', new Blob([new Uint8Array(xlsxOf([['Name'], ['Cc'], ['=1+1'], ['Bb']]))]), 'order.xlsx')
  const sent = await owner.request(`${path}/order-from`, {
    method: 'POST',
    body: form,
    headers: { origin: portal.origin },
  })
  expect(sent.status).toBe(303)
  const chosen = sent.headers.get('location') ?? ''
  const ordered = await read(owner, chosen)
  for (const text of ['order.xlsx', '=1+1', 'Not in this list', 'Found: 2.']) expect(ordered).toContain(text)
  const fields = Object.fromEntries(
    ['base', 'source', 'batch', 'with', 'as'].map((name) => [name, valueOf(ordered, name)]),
  )
  expect((await owner.post(`${path}/order-from`, fields)).status).toBe(303)
  const rows = await owner.api<{ items: { name: string }[] }>('GET', `/chmax/lists/${mine}/channels`)
  expect(rows.data.items.map(({ name }) => name)).toEqual(['Cc', 'Bb', 'Aa'])

  const merge = await read(owner, `${path}/merge?with=list.${theirs}`)
  expect(merge).toContain('Missing here: 1.')
  const merged = await owner.post(`${path}/merge`, {
    ...Object.fromEntries(['base', 'source', 'batch', 'with'].map((name) => [name, valueOf(merge, name)])),
    all: '1',
    search: '',
    place: 'end',
  })
  expect(merged.status, await merged.clone().text()).toBe(303)
  const after = await owner.api<{ items: { name: string }[] }>('GET', `/chmax/lists/${mine}/channels`)
  expect(after.data.items.map(({ name }) => name)).toEqual(['Cc', 'Bb', 'Aa', 'Dd'])
})

it('a merge takes changed values of shared channels, by kind and one by one, by forms and by the API', async () => {
  const [mine, theirs] = [await upload('Mine', 'Aa', 'Bb', 'Cc'), await upload('Theirs', 'Aa', 'Bb', 'Cc')]
  const edited = await owner.api('POST', `/chmax/lists/${theirs}/operations`, {
    json: {
      base: 1,
      operations: [
        { op: 'lock', ids: [0, 1], value: true },
        { op: 'set', target: 'channel', ids: [1, 2], field: 'videoPid', value: 777 },
        { op: 'set', target: 'channel', ids: [2], field: 'category', value: 3 },
      ],
    },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(edited.code, edited.message).toBe('0')
  const path = `/features/lists/${mine}/merge`
  const page = await read(owner, `${path}?with=list.${theirs}&show=details`)
  for (const text of ['Technical values (2)', 'Lock and skip (2)', 'Categories (1)']) expect(page).toContain(text)
  expect(page).toMatch(/value="videoPid\.1"/)
  expect(page).toMatch(/There: <bdi[^>]*>777</u)
  expect(page).not.toContain('Satellites and transponders (')
  const body = new URLSearchParams(
    ['base', 'source', 'batch', 'with'].map((name): [string, string] => [name, valueOf(page, name)]),
  )
  for (const [name, value] of [
    ['take', 'marks'],
    ['take', 'categories'],
    ['pick', 'videoPid.2'],
    ['pick', 'no key of anything'],
    ['place', 'end'],
  ] as const)
    body.append(name, value)
  const merged = await owner.request(path, { method: 'POST', body, headers: { origin: portal.origin } })
  expect(merged.status, await merged.clone().text()).toBe(303)
  const look = await owner.api<{ values: Record<string, number>; differences: { key: string }[]; differing: number }>(
    'GET',
    `/chmax/lists/${mine}/merge?with=list.${theirs}&show=details`,
  )
  expect(look.data.values).toMatchObject({ details: 1, marks: 0, categories: 0 })
  expect(look.data.differences).toMatchObject([{ key: 'videoPid.1', field: 'videoPid', values: { theirs: 777 } }])
  const rest = await owner.api<{ changed: number }>('POST', `/chmax/lists/${mine}/merge`, {
    json: { base: 2, with: `list.${theirs}`, take: ['details'] },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(rest).toMatchObject({ code: '0', data: { changed: 1, revision: 3 } })
  const wrong = await owner.api('POST', `/chmax/lists/${mine}/merge`, {
    json: { base: 3, with: `list.${theirs}`, take: ['everything'] },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(wrong.code).toBe('A0422')
  expect(await read(owner, `${path}?with=list.${theirs}`)).toContain('This list already has everything.')
  for (const id of [mine, theirs]) {
    const gone = await owner.api('DELETE', `/chmax/lists/${id}`, { headers: { 'sec-fetch-site': 'same-origin' } })
    expect(gone.code, gone.message).toBe('0')
  }
})

it('a merge says what was not found or not chosen, each with a link onward', async () => {
  const [mine, theirs] = [await upload('Mine', 'Aa'), await upload('Theirs', 'Aa', 'Bb')]
  const path = `/features/lists/${mine}/merge`
  const empty = await read(owner, `${path}?with=list.${theirs}&search=zzzz`)
  expect(empty).toContain('No channel matches.')
  expect(empty).toMatch(new RegExp(`href="${path}\\?with=list\\.${theirs}"[^>]*>Reset`))
  const page = await read(owner, `${path}?with=list.${theirs}`)
  expect(page).not.toContain('No channel matches.')
  const fields = Object.fromEntries(
    ['base', 'source', 'batch', 'with'].map((name): [string, string] => [name, valueOf(page, name)]),
  )
  for (const [search, first] of [
    ['', 'all'],
    ['zzzz', 'names'],
  ] as const) {
    const refused = await owner.post(`${path}?with=list.${theirs}&search=${search}`, {
      ...fields,
      search,
      place: 'end',
    })
    expect(refused.status).toBe(422)
    const answer = await refused.text()
    expect(answer).toContain(`<a href="#field-${first}">Choose what to take`)
    expect(answer).toMatch(new RegExp(`<input[^>]*id="field-${first}"`))
  }
  for (const id of [mine, theirs])
    await owner.api('DELETE', `/chmax/lists/${id}`, { headers: { 'sec-fetch-site': 'same-origin' } })
})

it('a shared link is shown once, kept out of caches and search engines, and withdrawn at once', async () => {
  const id = await upload('Shared list', 'Aa', 'Bb')
  const path = `/features/lists/${id}/shares`
  const made = await owner.post(path, { intent: 'make', days: '7', batch: valueOf(await read(owner, path), 'batch') })
  expect(made.status).toBe(303)
  const page = await read(owner, path)
  const link = /\/s\/[\w-]{22}/.exec(page)?.[0] ?? ''
  expect(link).not.toBe('')
  expect(await read(owner, path)).not.toContain(link)

  const reader = portal.visitor()
  const answer = await reader.request(link)
  expect(answer.status).toBe(200)
  expect([
    answer.headers.get('cache-control'),
    answer.headers.get('referrer-policy'),
    answer.headers.get('x-robots-tag'),
  ]).toEqual(['private, no-store', 'no-referrer', 'noindex, nofollow, noarchive'])
  const shown = await answer.text()
  expect(shown).toContain('Shared list')
  expect(shown).toContain('Bb')
  expect(shown).not.toContain('demo-user')
  expect(await read(reader, `${link}?search=aa`)).not.toContain('>Bb<')
  expect(await read(reader, `${link}/print`)).toContain('Bb')
  const pdf = await reader.request(`${link}/print/pdf`)
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
  expect((await reader.request(`${link}/copy`)).status).toBe(302)
  const copier = await portal.visitor().signIn('demo-admin', 'mango-admin')
  const copied = await copier.post(`${link}/copy`, { name: 'Copied from a link' })
  expect(copied.status, await copied.clone().text()).toBe(303)
  expect((await reader.api('GET', `/chmax${link.replace('/s/', '/shared/')}`)).code).toBe('0')

  // Links sent under the old address redirect there too.
  for (const [was, now] of [
    ['/print?by=group', `${link}/print?by=group`],
    ['', link],
  ] as const) {
    const moved = await reader.request(link.replace('/s/', '/shared/') + was)
    expect([moved.status, moved.headers.get('location'), moved.headers.get('cache-control')]).toEqual([
      308,
      now,
      'private, no-store',
    ])
  }

  const share = valueOf(await read(owner, path), 'share')
  expect((await owner.post(path, { intent: 'withdraw', share })).status).toBe(303)
  for (const gone of [link, `${link}/print`, `${link}/print/pdf`])
    expect((await reader.request(gone)).status, gone).toBe(404)
  expect((await reader.api('GET', `/chmax${link.replace('/s/', '/shared/')}`)).code).toBe('C1101')
})

it('guessing shared links is limited, but valid ones still open', async () => {
  const id = await upload('Always open', 'Aa', 'Bb')
  const path = `/features/lists/${id}/shares`
  const batch = valueOf(await read(owner, path), 'batch')
  expect((await owner.post(path, { intent: 'make', days: '7', batch })).status).toBe(303)
  const link = /\/s\/[\w-]{22}/.exec(await read(owner, path))?.[0] ?? ''
  const guesser = portal.visitor()
  // As images on another site would request them, in the browser of somebody with a valid link.
  const asPicture = {
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' },
  }
  const statuses: number[] = []
  for (let guess = 0; guess < 40; guess++)
    statuses.push((await guesser.request(`/s/${'x'.repeat(20)}${10 + guess}`, asPicture)).status)
  // The withdrawn links of the test before count too.
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 404))
  expect(statuses.at(-1)).toBe(429)
  const wrong = `/s/${'y'.repeat(22)}`
  for (const address of [wrong, `${wrong}/print`, `${wrong}/print/pdf`]) {
    const refused = await guesser.request(address)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0], address).toEqual([429, true])
  }
  const refused = await owner.request(`${wrong}/copy`)
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  const call = await guesser.api('GET', `/chmax${wrong.replace('/s/', '/shared/')}`)
  expect([call.code, Number(call.headers.get('retry-after')) > 0]).toEqual(['I1009', true])

  for (const by of [guesser, owner])
    for (const address of [link, `${link}/print`, `${link}/print/pdf`])
      expect((await by.request(address)).status, address).toBe(200)
  expect((await owner.request(`${link}/copy`)).status).toBe(200)
  expect((await guesser.api('GET', `/chmax${link.replace('/s/', '/shared/')}`)).code).toBe('0')
})

it('a list is printed in full, as PDF, and as a box gets it', async () => {
  const id = await upload('On paper', 'Aa', 'Bb')
  const path = `/features/lists/${id}`
  expect(await read(owner, `${path}/print?by=satellite`)).toContain('Bb')
  const pdf = await owner.request(`${path}/print/pdf`)
  expect([pdf.status, pdf.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
  // Without a format the call shows what a box gets by default.
  const called = await owner.api<{ format: string }>('GET', `/chmax/lists/${id}/boxPreview`)
  expect(called.data.format).toBe('sdx')
  const preview = await read(owner, `${path}/box-preview?format=sdx`)
  expect(preview).toContain('The channels in the file')
  expect(preview).toContain('Bb')
})
