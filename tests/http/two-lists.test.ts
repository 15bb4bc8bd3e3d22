/**
 * The pages of two lists side by side and of links to lists, as a browser without scripts asks for them: compared,
 * ordered by a spreadsheet, merged; shared, read by anybody, withdrawn; printed and saved as PDF.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
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
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''

it('compares, orders by an uploaded spreadsheet, and merges, by links and forms alone', async () => {
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

it('shares a list by a link that is shown once, keeps caches and search engines away, and ends it at once', async () => {
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

  // Links that were sent under their first address lead there too.
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

it('has a limit on links that lead nowhere', async () => {
  const guesser = portal.visitor()
  const statuses: number[] = []
  for (let guess = 0; guess < 32; guess++)
    statuses.push((await guesser.request(`/s/${'x'.repeat(20)}${10 + guess}`)).status)
  // The links of the test before, which were withdrawn, count too.
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 404))
  expect(statuses.at(-1)).toBe(429)
})

it('gives a list whole to print, as PDF, and as a box gets it', async () => {
  const id = await upload('On paper', 'Aa', 'Bb')
  const path = `/features/lists/${id}`
  expect(await read(owner, `${path}/print?by=satellite`)).toContain('Bb')
  const pdf = await owner.request(`${path}/print/pdf`)
  expect([pdf.status, pdf.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
  // A call without a format shows what a box gets that asks for none.
  const called = await owner.api<{ format: string }>('GET', `/chmax/lists/${id}/boxPreview`)
  expect(called.data.format).toBe('sdx')
  const preview = await read(owner, `${path}/box-preview?format=sdx`)
  expect(preview).toContain('The channels in the file')
  expect(preview).toContain('Bb')
})
