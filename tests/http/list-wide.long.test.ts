/**
 * Lists with thousands of satellites, or of transponders on one: every page about a list stays short and quick, the
 * tables are paged, and actions keep their page.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withoutUndo } from '../support/html'
import { makeSatellitesXml } from '../support/fixtures/wide-lists'
import { joinParts, makeRecord, terminatorOf } from '../support/fixtures/satcodx'
import type { Household } from '../support/household'
import type { HttpClient } from '../support/http-client'
import { pageVisits } from '../support/page-visits'
import { sharePortal, type SharedPortal } from '../support/shared-portal'

let portal: SharedPortal
let client: HttpClient
const lists = { satellites: '', transponders: '', channels: '' }
const sources = new Map<string, string>()

const api = async <T>(path: string): Promise<T> => {
  const answer = await portal.visitor().api<T>('GET', path, { token: portal.tokens.customer })
  expect(answer.code, path).toBe('0')
  return answer.data
}
const upload = async (name: string, bytes: Uint8Array): Promise<string> => {
  const made = await portal.visitor().api<{ id: string }>('POST', `/chmax/lists?name=${name}`, {
    token: portal.tokens.customer,
    raw: { type: 'application/octet-stream', bytes },
  })
  expect(made.code, made.message).toBe('0')
  return made.data.id
}
beforeAll(async () => {
  portal = await sharePortal()
  client = await portal.signIn('customer')
  lists.satellites = await upload('Satellites', makeSatellitesXml(5000, 1))
  lists.transponders = await upload('Transponders', makeSatellitesXml(1, 5000))
  // Each channel is on its own satellite.
  const records = Array.from({ length: 2000 }, (_, at) => [
    makeRecord({ name: `Channel ${at}`, sid: at, satellite: `Sat ${at}`, angle: at % 1800 }, '103'),
    terminatorOf('103'),
  ])
  lists.channels = await upload('Channels', joinParts(...records.flat()))
  for (const id of Object.values(lists))
    sources.set(id, (await api<{ source: string }>(`/chmax/lists/${id}/satellites`)).source)
})
afterAll(() => portal.stop())

const read = async (path: string): Promise<string> => {
  const answer = await client.request(path, { headers: { 'accept-language': 'en' } })
  expect(answer.status, path).toBe(200)
  return (await answer.text()).replaceAll('<!-- -->', '')
}
/** The names of the rows in a page's table. */
const namesOn = (page: string): string[] =>
  Array.from(page.matchAll(/<bdi>(Satellite number \d+)<\/bdi><\/a>/g), ([, name]) => name ?? '')
const versionOf = (page: string): Record<string, string> =>
  Object.fromEntries(
    ['base', 'source', 'batch'].map((name) => [
      name,
      new RegExp(`name="${name}" value="([^"]*)"`).exec(withoutUndo(page))?.[1] ?? '',
    ]),
  )

const maxBytes = 1_000_000

it('every page about a list stays short, however many satellites and transponders it has', async () => {
  const tooLong: string[] = []
  const figures: string[] = []
  for (const [kind, listId] of Object.entries(lists)) {
    const made = await client.post(`/features/lists/${listId}/shares`, {
      intent: 'make',
      days: '7',
      batch: versionOf(await read(`/features/lists/${listId}/shares`))['batch'] ?? '',
    })
    expect(made.status).toBe(303)
    const sharedToken = /\/s\/([\w-]{22})/.exec(await read(`/features/lists/${listId}/shares`))?.[1] ?? ''
    const others = Object.values(lists).filter((id) => id !== listId)
    const house = { listId, besideId: others[0], sharedToken, listSource: sources.get(listId) } as Partial<Household>
    const addresses = Object.entries(pageVisits)
      .filter(([file]) => /^(?:features\.lists\.|s\.\$token)/.test(file) || file === 'home.tsx')
      .flatMap(([, [, ...visits]]) => visits.map(({ to }) => (typeof to === 'string' ? to : to(house as Household))))
    const here = `/features/lists/${listId}`
    addresses.push(
      `${here}?satellite=0`,
      `${here}/satellites?size=100`,
      `${here}/satellites?page=3&size=100`,
      `${here}/satellites/0?page=2&size=100`,
      `${here}/channels/add?satellite=0`,
      `${here}/channels/add?transponder=7`,
      `${here}/take-out/transponder/0`,
      `${here}/print?by=satellite`,
      `${here}/fields?ids=1.2&source=${sources.get(listId) ?? ''}&field=transponder`,
    )
    for (const address of new Set(addresses)) {
      const began = performance.now()
      const answer = await client.request(address)
      const { length } = Buffer.from(await answer.arrayBuffer())
      figures.push(`${kind} ${address} ${answer.status} ${length} ${Math.round(performance.now() - began)}`)
      expect(answer.status, address).toBeLessThan(500)
      if (length > maxBytes) tooLong.push(`${kind} ${address}: ${length}`)
    }
  }
  if (process.env['WIDE_FIGURES'] !== undefined) console.log(figures.join('\n'))
  expect(tooLong).toEqual([])
})

it('satellites are paged; moving, adding and editing keep the page', async () => {
  const page = `/features/lists/${lists.satellites}/satellites`
  const second = `${page}?page=2`
  const html = await read(second)
  expect(namesOn(html)).toEqual(Array.from({ length: 10 }, (_, at) => `Satellite number ${10 + at}`))
  // Only the first and last of the whole list have no neighbour.
  expect(html).not.toMatch(/name="up"[^>]*disabled/)
  expect(await read(page)).toMatch(/name="up"[^>]*disabled/)
  expect((await client.request(`${page}?page=9999`)).headers.get('location')).toBe(`${page}?page=500`)

  const { items } = await api<{ items: { id: number; name: string }[] }>(`/chmax/lists/${lists.satellites}/satellites`)
  const move = async (at: string, fields: Record<string, string>): Promise<string> => {
    const answer = await client.post(at, { ...versionOf(await read(at)), intent: 'arrange', ...fields })
    expect(answer.status).toBe(303)
    return answer.headers.get('location') ?? ''
  }
  expect(await move(second, { down: String(items[11]?.id) })).toBe(second)
  expect(namesOn(await read(second)).slice(1, 3)).toEqual(['Satellite number 12', 'Satellite number 11'])
  // Moved across the edge of its page, it is followed.
  expect(await move(second, { up: String(items[10]?.id) })).toBe(page)
  expect(namesOn(await read(page)).at(-1)).toBe('Satellite number 10')
  expect(namesOn(await read(second))[0]).toBe('Satellite number 9')

  const added = await client.post(`${second}&size=100`, {
    ...versionOf(await read(second)),
    intent: 'add',
    name: 'One more',
    angle: '30.5',
    side: 'W',
    band: 'KU',
  })
  expect([added.status, added.headers.get('location')], await added.clone().text()).toEqual([
    303,
    `${page}?page=51&size=100`,
  ])
  expect(await read(`${page}?page=51&size=100`)).toContain('One more')
})

it('the transponders of a satellite are paged; its form keeps the page', async () => {
  const page = `/features/lists/${lists.transponders}/satellites/0`
  const html = await read(`${page}?page=3`)
  expect(html.split('/transponders/').length - 1).toBe(10)
  const saved = await client.post(`${page}?page=3`, {
    ...versionOf(html),
    intent: 'save',
    name: 'Renamed',
    angle: '1',
    side: 'E',
  })
  expect([saved.status, saved.headers.get('location')]).toEqual([303, `${page}?page=3`])
  const added = await client.post(`${page}?page=3`, {
    ...versionOf(await read(page)),
    intent: 'add-transponder',
    frequency: '12999',
    polarisation: 'H',
    symbolRate: '22000',
  })
  expect([added.status, added.headers.get('location')]).toEqual([303, `${page}?page=501#transponders`])
  expect(await read(`${page}?page=501`)).toContain('12999')
})

it('a selection that leaves out transponders or satellites says how many, and each is still reachable', async () => {
  const add = `/features/lists/${lists.transponders}/channels/add`
  expect(await read(`${add}?satellite=0`)).toContain('not offered here: 3,501')
  const { items } = await api<{ items: { id: number }[] }>(`/chmax/lists/${lists.transponders}/transponders`)
  const last = String(items[4999]?.id)
  expect(await read(`${add}?transponder=${last}`)).toMatch(
    new RegExp(`<option[^>]*value="${last}"[^>]*selected|<option[^>]*selected[^>]*value="${last}"`),
  )
  expect(await read(`/features/lists/${lists.transponders}/transponders/${last}`)).toContain(
    `/channels/add?transponder=${last}`,
  )
  // 5000, and the added one.
  expect(await read(`/features/lists/${lists.satellites}/channels/add`)).toContain(
    'satellites of the list that are not offered here: 4,501',
  )
})
