/**
 * A second pairing of a box by somebody who only knows its serial number: it changes nothing before the owner
 * confirms it.
 */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSeedList } from '~/modules/channel-list/seed/data'
import { writeSatcodx } from '~/modules/channel-list/seed/file'
import { startPortal, type Portal } from '../support/portal'

type Paired = { deviceToken: string; userCode: string; nonce: string; step: string; verificationUriComplete: string }

let portal: Portal
beforeAll(async () => {
  // Our own proxy, so that each caller can have its own address.
  portal = await startPortal({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => portal.stop())

const from = (address: string) => ({ 'x-forwarded-for': address })
const home = '192.0.2.7'
const elsewhere = '198.51.100.9'
const pair = async (sn: string, address: string, more: Record<string, string> = {}): Promise<Paired> =>
  (
    await portal.visitor().api<Paired>('POST', '/stb/pair', {
      json: { sn, model: 'Mango S1', softwareVersion: '1.2.0', ...more },
      headers: from(address),
    })
  ).data
const stateOf = async (token: string): Promise<string> =>
  (await portal.visitor().api<{ state: string }>('POST', '/stb/token', { token })).data.state
const listsCode = async (token: string): Promise<string> =>
  (await portal.visitor().api('GET', '/stb/lists', { token })).code
const userLists = async (token: string): Promise<string[]> =>
  (await portal.visitor().api<{ items: { kind: string; name: string }[] }>('GET', '/stb/lists', { token })).data.items
    .filter((list) => list.kind === 'user')
    .map((list) => list.name)
const customer = () => portal.visitor().signIn('demo-user', 'mango-demo')
type Client = Awaited<ReturnType<typeof customer>>
const type = (user: Client, sn: string, code: string, address: string, pairing?: string) =>
  user.post('/terminal/bind', { sn, repeatSn: sn, code, ...(pairing === undefined ? {} : { pairing }) }, from(address))
const open = async (user: Client, link: string, address: string): Promise<string> =>
  (await user.request(link.replace(portal.origin, ''), { headers: from(address) })).text()
const idIn = (page: string): string => /name="pairing" value="([^"]+)"/.exec(page)?.[1] ?? ''
const plain = (page: string): string =>
  page
    .slice(page.indexOf('<main'))
    .replaceAll(/<!--.*?-->|<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

describe('a second pairing without a secret', () => {
  it('leaves the code on the screen and the token of an unbound box unchanged', async () => {
    const sn = '100000000001'
    const box = await pair(sn, home)
    const stranger = await pair(sn, elsewhere)
    expect(await listsCode(box.deviceToken)).toBe('0')
    expect(await stateOf(box.deviceToken)).toBe('pending')
    const user = await customer()
    const bound = await type(user, sn, box.userCode, home)
    expect([bound.status, bound.headers.get('location')]).toEqual([303, `/terminal/${sn}`])
    expect(await stateOf(box.deviceToken)).toBe('bound')
    // Only the box in front of the owner is left.
    expect(await listsCode(stranger.deviceToken)).toBe('I1305')
    await user.post(`/terminal/${sn}/unbind`, {}, from(home))
  })

  it('first shows the owner its box, time and network, and that it would replace the working one', async () => {
    const sn = '100000000002'
    const file = writeSatcodx(buildSeedList({ seed: 11, channels: 40 }), { version: '103' })
    await portal.visitor().api('POST', '/chmax/lists?name=Secret', {
      token: portal.tokens.customer,
      raw: { type: 'application/octet-stream', bytes: file },
    })
    const user = await customer()
    const box = await pair(sn, home)
    await type(user, sn, box.userCode, home)
    expect(await userLists(box.deviceToken)).toContain('Secret')

    const stranger = await pair(sn, elsewhere)
    const page = await open(user, stranger.verificationUriComplete, home)
    expect(plain(page)).toContain('Confirm this box?')
    expect(plain(page)).toMatch(/Model Mango S1 Software 1\.2\.0/)
    expect(plain(page)).toMatch(/Code requested .*(?:now|second)/)
    expect(plain(page)).toContain('A different network from yours 198.51.100.…')
    expect(plain(page)).toContain('is already bound to your account')
    // Sending a form prefilled by a link binds nothing: it redirects to these facts.
    const press = await type(user, sn, stranger.userCode, home)
    expect([press.status, press.headers.get('location')]).toEqual([
      303,
      `/terminal/bind?sn=${sn}&code=${stranger.userCode.replace('-', '')}`,
    ])
    expect((await type(user, sn, stranger.userCode, home, 'another')).headers.get('location')).toContain(
      '/terminal/bind?',
    )
    expect(await userLists(stranger.deviceToken)).toEqual([])
    expect(await userLists(box.deviceToken)).toContain('Secret')
    expect(await stateOf(box.deviceToken)).toBe('bound')

    // The owner has seen the facts and confirms.
    expect((await type(user, sn, stranger.userCode, home, idIn(page))).headers.get('location')).toBe(`/terminal/${sn}`)
    expect(await userLists(stranger.deviceToken)).toContain('Secret')
    expect(await listsCode(box.deviceToken)).toBe('I1305')
    await user.post(`/terminal/${sn}/unbind`, {}, from(home))
  })

  it('of an unbound box asks for confirmation from another network', async () => {
    const sn = '100000000006'
    const user = await customer()
    const box = await pair(sn, elsewhere)
    expect((await type(user, sn, box.userCode, home)).headers.get('location')).toContain('/terminal/bind?')
    expect(await stateOf(box.deviceToken)).toBe('pending')
    const page = await open(user, box.verificationUriComplete, home)
    expect(plain(page)).toContain('Bind this box?')
    expect((await type(user, sn, box.userCode, home, idIn(page))).headers.get('location')).toBe(`/terminal/${sn}`)
    expect(await stateOf(box.deviceToken)).toBe('bound')
    await user.post(`/terminal/${sn}/unbind`, {}, from(home))
  })

  it('can’t be blocked for the owner by a stranger’s calls or wrong codes', async () => {
    const sn = '100000000004'
    for (let n = 0; n < 31; n++) await pair(sn, elsewhere)
    expect(
      (await portal.visitor().api('POST', '/stb/pair', { json: { sn, model: 'S' }, headers: from(elsewhere) })).status,
    ).toBe(429)
    const box = await pair(sn, home)
    const friend = await portal.visitor().signIn('demo-friend', 'mango-friend')
    const told: string[] = []
    for (let n = 0; n < 6; n++) told.push(plain(await (await type(friend, sn, 'BBBBBBBB', elsewhere)).text()))
    expect(told[0]).toContain('4 tries are left')
    expect(told[5]).toContain('Too many wrong codes')
    expect(plain(await (await type(friend, sn, box.userCode, elsewhere)).text())).toContain('Too many wrong codes')
    const user = await customer()
    expect((await type(user, sn, box.userCode, home)).headers.get('location')).toBe(`/terminal/${sn}`)
    await user.post(`/terminal/${sn}/unbind`, {}, from(home))
  })
})

describe('a second pairing with a secret', () => {
  it('ends the previous token and code', async () => {
    const sn = '100000000003'
    const prove = async (): Promise<Paired> => {
      const { nonce } = await pair(sn, home)
      return pair(sn, home, {
        proof: createHmac('sha256', 'demo-device-secret-0003')
          .update(nonce + sn)
          .digest('hex'),
      })
    }
    const first = await prove()
    const second = await prove()
    expect(await listsCode(first.deviceToken)).toBe('I1305')
    const user = await customer()
    expect(plain(await open(user, first.verificationUriComplete, home))).toContain('The code is wrong')
    expect((await type(user, sn, second.userCode, home)).headers.get('location')).toBe(`/terminal/${sn}`)
    await user.post(`/terminal/${sn}/unbind`, {}, from(home))
  })
})
