/** Puts a list on a box with one press: from its card, its import report and its own page. Costs half a second. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeList } from '../support/fixtures/satcodx'
import type { HttpClient } from '../support/http-client'
import { sharePortal, type SharedPortal } from '../support/shared-portal'

const [sn, otherSn] = ['780000000041', '780000000042']
let portal: SharedPortal
let user: HttpClient
let listId = ''
let path = ''
beforeAll(async () => {
  portal = await sharePortal()
  user = await portal.signIn('customer')
  await portal.visitor().api('POST', '/operator/boxes', {
    token: portal.tokens.operator,
    raw: { type: 'text/csv', bytes: `sn,model\n${sn},Mango S1\n${otherSn},Mango IP 4K\n` },
  })
  const made = await portal.visitor().api<{ id: string }>('POST', '/chmax/lists?name=Evening', {
    token: portal.tokens.customer,
    raw: { type: 'application/octet-stream', bytes: makeList({ seed: 3, records: 4, variant: '103' }).bytes },
  })
  listId = made.data.id
  path = `/features/lists/${listId}`
})
afterAll(() => portal.stop())

/** Binds a box as a page asks for it; returns the page that follows. */
const bind = async (serial: string, model: string, more: Record<string, string> = {}): Promise<string | null> => {
  const { data } = await portal.visitor().api<{ userCode: string }>('POST', '/stb/pair', {
    json: { sn: serial, model, softwareVersion: '1' },
  })
  const answer = await user.post('/terminal/bind', { sn: serial, repeatSn: serial, code: data.userCode, ...more })
  expect(answer.status).toBe(303)
  return answer.headers.get('location')
}
/** Where the page of a list sends an account without a box; after binding, the list waits there for its one press. */
const bindFirst = (): string => `/terminal/bind?returnTo=${encodeURIComponent(`${path}/put-on-box`)}`
const read = async (address: string): Promise<string> =>
  (await (await user.request(address)).text()).replaceAll('<!-- -->', '').replaceAll(/[\u2066-\u2069]/g, '')
const put = (serial: string, address = path, by = user) => by.post(`${address}/put-on-box`, { sn: serial })
/** The boxes for which a page has a button. */
const offered = (page: string): string[] => [...page.matchAll(/name="sn" value="(\d+)"/g)].map(([, one = '']) => one)

it('putting a list on a box leads to binding if there is no box', async () => {
  for (const address of ['/features', `${path}/report`]) {
    const page = await read(address)
    expect([offered(page), page.includes(`href="${path}/put-on-box"`)], address).toEqual([[], true])
  }
  expect(await read(`${path}/put-on-box`)).toContain(`href="${bindFirst()}"`)
  const refused = await put(sn)
  const said = await refused.text()
  // No field of the page could be corrected.
  expect([refused.status, said.includes('That didn’t work'), said.includes('Please fix')]).toEqual([404, true, false])
})

it('putting a list on the only box takes one press, and the box then waits for its list', async () => {
  // The head's choice of a language has a field of that name, too.
  const [, form = ''] = (await read(bindFirst())).split('<main')
  const returnTo = /name="returnTo" value="([^"]*)"/.exec(form)?.[1] ?? ''
  expect(await bind(sn, 'Mango S1', { returnTo })).toBe(`${path}/put-on-box`)
  for (const address of ['/features', `${path}/report`, `${path}/put-on-box`]) {
    const page = await read(address)
    expect([offered(page), page.includes('Put on Mango S1')], address).toEqual([[sn], true])
  }
  const answer = await put(sn)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}/put-on-box`])
  const page = await read(`${path}/put-on-box`)
  expect(page).toContain('Mango S1 loads Evening with its next update.')
  expect(page).toContain('Not loaded yet')
  expect(offered(page)).toEqual([])
  expect(offered(await read('/features'))).toEqual([])
  expect(await read(path)).toContain('Your changes reach Mango S1 with the next update.')
  expect(await read(`/terminal/${sn}`)).toContain(`<option value="${listId}" selected`)
  // Repeating the form is the same choice.
  expect((await put(sn)).status).toBe(303)
})

it('the page says if the box does not update automatically', async () => {
  const settings = { intent: 'settings', listStyle: 'new', search: 'on' }
  await user.post(`/terminal/${sn}`, { ...settings, enabled: 'on', autoUpdate: 'off' })
  await put(sn)
  const byHand = await read(`${path}/put-on-box`)
  expect(byHand).toContain('Evening is chosen for Mango S1.')
  expect(byHand).toContain('start the update on the box')
  await user.post(`/terminal/${sn}`, { ...settings, autoUpdate: 'cloud' })
  expect(await read(`${path}/put-on-box`)).toContain('CHMax is off on this box')
  expect(await read(path)).not.toContain('Your changes reach')
  await user.post(`/terminal/${sn}`, { ...settings, enabled: 'on', autoUpdate: 'cloud' })
  expect(await read(path)).toContain('Your changes reach Mango S1 with the next update.')
})

it('no page promises an update while the service is switched off for the box', async () => {
  const turn = (intent: string) => user.post(`/terminal/${sn}`, { intent, service: 'chmax' })
  expect((await turn('service-off')).status).toBe(303)
  const told = async (answer: Response): Promise<string> => {
    expect(answer.status).toBe(303)
    return read(answer.headers.get('location') ?? '')
  }
  const chosen = await told(await put(sn))
  expect([chosen.includes('Evening is chosen for Mango S1.'), chosen.includes('next update')]).toEqual([true, false])
  expect(chosen).toContain('CHMax is off on this box')
  const here = await told(await user.post(`/terminal/${sn}`, { intent: 'list', list: listId }))
  expect([here.includes('Evening is chosen for Mango S1.'), here.includes('next update')]).toEqual([true, false])
  expect(await read(path)).not.toContain('Your changes reach')
  await turn('service-on')
  expect(await told(await put(sn))).toContain('Mango S1 loads Evening with its next update.')
})

it('several boxes are offered as a choice', async () => {
  await bind(otherSn, 'Mango IP 4K')
  const cards = await read('/features')
  expect([offered(cards), cards.includes(`href="${path}/put-on-box"`)]).toEqual([[], true])
  expect(offered(await read(`${path}/put-on-box`))).toEqual([otherSn])
})

it('only the account’s own boxes and readable lists are allowed', async () => {
  const friend = await portal.signIn('friend')
  expect((await put(sn, path, friend)).status).toBe(404)
  const theirs = await portal.visitor().api<{ id: string }>('POST', '/chmax/lists?name=Theirs', {
    token: portal.tokens.friend,
    raw: { type: 'application/octet-stream', bytes: makeList({ seed: 4, records: 2, variant: '103' }).bytes },
  })
  const answer = await put(sn, `/features/lists/${theirs.data.id}`, friend)
  expect([answer.status, (await answer.text()).includes('There is no such box on your account.')]).toEqual([404, true])
  expect((await put(sn, `/features/lists/${theirs.data.id}`)).status).toBe(404)
  // A box that was unbound while its button was on the screen.
  await user.post(`/terminal/${sn}/unbind`, {})
  expect((await put(sn)).status).toBe(404)
  expect((await put('')).status).toBe(404)
  expect((await user.post(`${path}/put-on-box`, {})).status).toBe(422)
  await user.post(`/terminal/${otherSn}/unbind`, {})
})
