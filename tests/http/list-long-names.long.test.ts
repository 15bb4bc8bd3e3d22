/**
 * Names of any length in a file: every page, print and preview shows their beginning and stays short and quick; files
 * and the API return them whole. A shared table with formulas is copied, and exported as text.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '~/engine/types'
import { withoutUndo } from '../support/html'
import type { Household } from '../support/household'
import type { HttpClient } from '../support/http-client'
import { pageVisits } from '../support/page-visits'
import { sharePortal, type SharedPortal } from '../support/shared-portal'

const letters = 5000
const channels = 2000
const long = 'Long name '.repeat(letters / 10)

/** A box's file whose channels, satellites and groups all have very long names, each name twice. */
const makeFile = (): Uint8Array => {
  const objects: object[] = [
    { Type: 'index', Ver: 1, Sat: 2, TP: 2, ChTV: channels, CHRadio: 0, FAV: 8 },
    ...Array.from({ length: 8 }, (_, at) => ({
      Type: 'fav',
      Index: at,
      Name: `G${at} ${long}`,
      TVChs: [at],
      RadioChs: [],
    })),
    ...[192, 130].map((angle, at) => ({ Type: 'sat', Index: at, Name: `S${at} ${long}`, Angle: angle, Band: 'KU' })),
    ...[0, 1].map((at) => ({ Type: 'tp', Index: at, SatIndex: at, Freq: 11_493, SR: 22_000, Pol: 'H', FEC: 'auto' })),
    ...Array.from({ length: channels }, (_, at) => ({
      ...{ Type: 'ch', TVType: 'TV', Index: at, TPIndex: at % 2, SID: at, Name: `${at % 100} ${long}`, VideoPID: 1 },
      ...{
        PcrPID: 1,
        PmtPID: 1,
        Provider: `P${at % 7} ${long.slice(0, 50)}`,
        CA: 0,
        Lock: 0,
        Skip: 0,
        Audio: [],
        Sub: [],
      },
    })),
  ]
  return Buffer.from(objects.map((one) => `${JSON.stringify(one)}\n`).join(''))
}

let portal: SharedPortal
let client: HttpClient
let listId = ''
let besideId = ''
let source = ''
let link = ''

const upload = async (name: string, bytes: Uint8Array): Promise<string> => {
  const made = await portal.visitor().api<{ id: string }>('POST', `/chmax/lists?name=${name}`, {
    token: portal.tokens.customer,
    raw: { type: 'application/octet-stream', bytes },
  })
  expect(made.code, made.message).toBe('0')
  return made.data.id
}
const call = async <T>(path: string, token = portal.tokens.customer): Promise<T> => {
  const answer = await portal.visitor().api<T>('GET', path, { token })
  expect(answer.code, path).toBe('0')
  return answer.data
}
const share = async (id: string): Promise<string> => {
  const path = `/features/lists/${id}/shares`
  const batch = /name="batch" value="([^"]*)"/.exec(withoutUndo(await (await client.request(path)).text()))?.[1] ?? ''
  expect((await client.post(path, { intent: 'make', days: '7', batch })).status).toBe(303)
  return /\/s\/[\w-]{22}/.exec(await (await client.request(path)).text())?.[0] ?? ''
}
beforeAll(async () => {
  portal = await sharePortal()
  client = await portal.signIn('customer')
  listId = await upload('Long', makeFile())
  besideId = await upload('Beside', makeFile().subarray(0, 9_000_000))
  source = (await call<{ source: string }>(`/chmax/lists/${listId}/satellites`)).source
  link = await share(listId)
})
afterAll(() => portal.stop())

/** A printed list has all its rows; any other page has at most a hundred. */
const maxBytes = (address: string): number => (/\/print/.test(address) ? 3_000_000 : 600_000)

it('every page about a list with long names stays short', async () => {
  const here = `/features/lists/${listId}`
  const house = { listId, besideId, sharedToken: link.slice(3), listSource: source } as Partial<Household>
  const addresses = [
    ...Object.entries(pageVisits)
      .filter(([file]) => /^(?:features\.lists\.|s\.\$token)/.test(file) || file === 'home.tsx')
      .flatMap(([, [, ...visits]]) => visits.map(({ to }) => (typeof to === 'string' ? to : to(house as Household)))),
    `${here}?size=100`,
    `${here}?ids=${Array.from({ length: 100 }, (_, at) => at + 500).join('.')}`,
    `${here}/print?by=satellite`,
    `${here}/print/pdf`,
    `${link}?size=100`,
    `${link}/print/pdf`,
    `${here}/tools/names?find=n&by=${'x'.repeat(100)}&asked=1&size=100`,
    `${here}/tools/names?letters=upper&asked=1&size=100`,
    `${here}/tools/duplicates?kind=name&asked=1&size=10`,
    `${here}/tools/copy?ids=1-100&source=${source}&list=${besideId}&asked=1&size=100`,
    `${here}/compare-with?with=list.${besideId}&size=100`,
    `${here}/mine?taken=100&size=100`,
  ]
  const tooLong: string[] = []
  const figures: string[] = []
  for (const address of new Set(addresses)) {
    const began = performance.now()
    const answer = await client.request(address)
    const { length } = Buffer.from(await answer.arrayBuffer())
    figures.push(`${address} ${answer.status} ${length} ${Math.round(performance.now() - began)}`)
    expect(answer.status, address).toBeLessThan(500)
    if (length > maxBytes(address)) tooLong.push(`${address}: ${length}`)
  }
  if (process.env['LONG_FIGURES'] !== undefined) console.log(figures.join('\n'))
  expect(tooLong).toEqual([])
}, 240_000)

it('a long name is never cut in the data', async () => {
  const rows = await call<{ items: { name: string }[] }>(`/chmax/lists/${listId}/channels?page=1&size=10`)
  expect(rows.items[0]?.name.trimEnd()).toBe(`0 ${long}`.trimEnd())
  const file = await client.request(`/features/lists/${listId}/file`)
  expect(Buffer.compare(Buffer.from(await file.arrayBuffer()), makeFile())).toBe(0)
})

it('a preview shows ten of a group of duplicates, counts the rest, and applies to all', async () => {
  type Preview = {
    counts: { groups: number; changes: number }
    items: { keeps: boolean; more: number; name: string }[]
  }
  const path = `/chmax/lists/${listId}/tools/duplicates?kind=name&page=1&size=10`
  const { counts, items } = await call<Preview>(path)
  expect([counts.groups, counts.changes, items.length]).toEqual([100, 1900, 100])
  expect(items.filter(({ keeps }) => keeps).map(({ more }) => more)).toEqual(Array.from({ length: 10 }, () => 10))
  expect(items.every(({ name }) => name.endsWith('…') && name.length < 210)).toBe(true)
  const page = await (
    await client.request(`/features/lists/${listId}/tools/duplicates?kind=name&asked=1&size=10`)
  ).text()
  expect(page).toContain('and 10 more')
})

it('a rename rule that makes huge names is refused without building them', async () => {
  const path = `/chmax/lists/${listId}/tools/names?find=n&by=${'x'.repeat(100)}&page=1&size=100`
  const { counts, items } = await call<{ counts: { refused: number }; items: { after: string; refusal: string }[] }>(
    path,
  )
  expect(counts.refused).toBe(channels)
  expect(JSON.stringify(items).length).toBeLessThan(200_000)
  expect(items[0]?.refusal).toBe('name-too-long')
  expect(limits.nameCharacters).toBe(50)
})

it('a shared table with formulas is copied, and exported as text', async () => {
  const evil = ['=cmd|A1', '+1+2', '-3-4', '@SUM(1)', 'Plain']
  const lines = evil.map((name, at) => `"${name}",Sat,19.2E,11303,H,${at + 1}`)
  const id = await upload('Evil', Buffer.from(['Name,Satellite,Angle,Frequency,Polarisation,SID', ...lines].join('\n')))
  const copier = await portal.signIn('administrator')
  const copied = await copier.post(`${await share(id)}/copy`, { name: 'Evil copy' })
  expect(copied.status).toBe(303)
  const copy = copied.headers.get('location') ?? ''
  const csv = await (await copier.request(`${copy}/file?format=csv`)).text()
  for (const name of evil.slice(0, 4)) expect(csv).toContain(`'${name}`)
  expect(csv).not.toMatch(/(^|[,;\t\n"])[=+@]/)
})

it('a copy of a shared list has nothing of what was deleted before', async () => {
  const text = [
    '#EXTM3U',
    '#EXTINF:-1,Shown',
    'http://shown.example/1',
    '#EXTINF:-1,Camera',
    'http://me:hidden@cam.example/1',
  ]
  const id = await upload('Private', Buffer.from(text.join('\n')))
  const { items, revision } = await call<{ items: { id: number; name: string }[]; revision: number }>(
    `/chmax/lists/${id}/channels?page=1&size=10`,
  )
  const ids = items.filter(({ name }) => name === 'Camera').map((row) => row.id)
  const gone = await portal.visitor().api('POST', `/chmax/lists/${id}/operations`, {
    token: portal.tokens.customer,
    json: { base: revision, operations: [{ op: 'delete', ids }] },
  })
  expect(gone.code).toBe('0')
  const copier = await portal.signIn('administrator')
  const copied = await copier.post(`${await share(id)}/copy`, { name: 'Private copy' })
  expect(copied.status).toBe(303)
  const copy = (copied.headers.get('location') ?? '').replace('/features/lists/', '')
  for (const path of [
    'deleted',
    'file',
    'file?format=m3u',
    'engine',
    'revisions',
    'report',
    'channels?page=1&size=10',
  ]) {
    const answer = await copier.request(`/api/chmax/lists/${copy}/${path}`)
    expect(answer.status, path).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1'), path).not.toMatch(/Camera|hidden/)
  }
})
