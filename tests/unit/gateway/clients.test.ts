/** What one client may ask of the portal, and what counts as one client. */
import { describe, expect, it } from 'vitest'
import { clientLimits, makeClients } from '../../../app/server/gateway/clients'

const cookie = 'language=en; portal-session=mps_abcdefghijklmnop; theme=dark'
const make = (limitsOn = true) => {
  let atMs = 0
  return { clients: makeClients({ limitsOn, nowMs: () => atMs }), pass: (ms: number) => void (atMs += ms) }
}

describe('a client', () => {
  it('is a network (an IPv6 /64), or once the app confirms its session, the account with all its sessions', () => {
    const { clients } = make()
    const keyOf = (address: string, sent?: string) => clients.find(address, sent).key
    expect(keyOf('203.0.113.9', cookie)).toBe('203.0.113.9')
    expect(keyOf('2001:db8:1:2:3::4')).toBe(keyOf('2001:db8:1:2:ffff::1'))
    expect(keyOf('2001:db8:1:2::1')).not.toBe(keyOf('2001:db8:1:3::1'))
    clients.confirmSession(cookie, 'account-1')
    clients.confirmSession('portal-session=mps_another', 'account-1')
    clients.confirmSession('portal-session=mps_third', 'account-2')
    expect(keyOf('203.0.113.9', cookie)).toBe(keyOf('198.51.100.7', '__Host-portal-session=mps_abcdefghijklmnop'))
    expect(keyOf('203.0.113.9', cookie)).toBe(keyOf('203.0.113.9', 'portal-session=mps_another'))
    expect(keyOf('203.0.113.9', cookie)).not.toBe(keyOf('203.0.113.9', 'portal-session=mps_third'))
    expect(keyOf('203.0.113.9', cookie.replace('mnop', 'mnox'))).toBe('203.0.113.9')
  })

  it('becomes a network again when the app finds that its session has ended', () => {
    const { clients } = make()
    clients.confirmSession(cookie, 'account-1')
    clients.confirmSession(cookie, null)
    expect(clients.find('203.0.113.9', cookie).key).toBe('203.0.113.9')
  })

  it('is a box by its known token, else a new box of its network, apart from the people there', () => {
    const { clients } = make()
    const [known, other, unknown] = [
      clients.findBox('203.0.113.9', { sn: '100000000001', proven: true }),
      clients.findBox('203.0.113.9', { sn: '100000000002', proven: true }),
      clients.findBox('203.0.113.9', null),
    ]
    expect(new Set([known, other, unknown, clients.find('203.0.113.9', undefined)].map(({ key }) => key)).size).toBe(4)
    let asked = 0
    while (clients.take(unknown).ok) asked++
    expect(asked).toBe(clientLimits.newBoxes.atOnce)
    expect([
      clients.take(known).ok,
      clients.take(clients.find('203.0.113.9', undefined)).ok,
      clients.take(clients.findBox('203.0.113.10', null)).ok,
    ]).toEqual([true, true, true])
  })

  it('that only knows a box’s serial number uses up nothing of the box’s own allowance', () => {
    const { clients } = make()
    const sn = '100000000001'
    while (clients.take(clients.findBox('198.51.100.7', { sn, proven: false })).ok);
    expect([true, false].map((proven) => clients.take(clients.findBox('203.0.113.9', { sn, proven })).ok)).toEqual([
      true,
      true,
    ])
  })

  it('may ask for a burst of pages and then some per second, else gets a retry time', () => {
    const { clients, pass } = make()
    const client = clients.find('203.0.113.9', undefined)
    for (let i = 0; i < clientLimits.network.atOnce; i++) expect(clients.take(client).ok).toBe(true)
    expect(clients.take(client)).toEqual({ ok: false, retryAfterSeconds: 1 })
    expect(clients.take(clients.find('203.0.113.10', undefined)).ok).toBe(true)
    pass(1000)
    let more = 0
    while (clients.take(client).ok) more++
    expect(more).toBe(clientLimits.network.perSecond)
  })

  it('that is a box asking without pause is told when to retry, and disturbs no other box or person', () => {
    const { clients, pass } = make()
    const box = clients.findBox('203.0.113.9', { sn: '100000000001', proven: true })
    // Once a second is not a burden, for however long.
    for (let second = 0; second < 1000; second++) {
      expect(clients.take(box).ok).toBe(true)
      pass(1000)
    }
    for (let i = 0; i < clientLimits.box.atOnce; i++) expect(clients.take(box).ok).toBe(true)
    expect(clients.take(box)).toEqual({ ok: false, retryAfterSeconds: 1 })
    for (const other of [
      clients.findBox('203.0.113.9', { sn: '100000000002', proven: true }),
      clients.findBox('203.0.113.9', null),
      clients.find('203.0.113.9', undefined),
    ])
      expect(clients.take(other).ok).toBe(true)
  })

  it('has its own allowance when signed in, and many accounts of one network share another', () => {
    const { clients } = make()
    clients.confirmSession(cookie, 'account-1')
    while (clients.take(clients.find('203.0.113.9', undefined)).ok);
    expect(clients.take(clients.find('203.0.113.9', cookie)).ok).toBe(true)
    let asked = 0
    for (let account = 0; account < 100; account++) {
      clients.confirmSession(`portal-session=mps_${account}`, `many-${account}`)
      for (let i = 0; i < 100; i++)
        if (clients.take(clients.find('203.0.113.9', `portal-session=mps_${account}`)).ok) asked++
    }
    expect(asked).toBe(clientLimits.accounts.atOnce - 1)
    expect(clients.take(clients.find('198.51.100.7', 'portal-session=mps_7')).ok).toBe(true)
  })

  it('gets a limited number of the gateway’s own answers', () => {
    const { clients } = make()
    for (let i = 0; i < clientLimits.files.atOnce; i++) expect(clients.takeFile('203.0.113.9').ok).toBe(true)
    expect([
      clients.takeFile('203.0.113.9').ok,
      clients.takeFile('203.0.113.10').ok,
      clients.take(clients.find('203.0.113.9', undefined)).ok,
    ]).toEqual([false, true, true])
  })

  it('has a limit of pending requests and bodies, and each that ends frees its place once', () => {
    const { clients } = make(false)
    const client = clients.find('203.0.113.9', undefined)
    const leaves = Array.from({ length: clientLimits.underWay }, () => clients.enter(client))
    expect(clients.enter(client)).toBeNull()
    leaves[0]?.()
    leaves[0]?.()
    expect([clients.enter(client) === null, clients.enter(client)]).toEqual([false, null])
    for (let i = 0; i < clientLimits.bodiesUnderWay; i++)
      expect(clients.enterBody(client, () => undefined)).not.toBeNull()
    expect(clients.enterBody(client, () => undefined)).toBeNull()
  })

  it('gets a body slot when all are taken: the largest holder loses one, and no known client to a stranger', () => {
    const { clients } = make(false)
    const cut: string[] = []
    const enter = (address: string, name: string) =>
      clients.enterBody(clients.find(address, undefined), () => void cut.push(name))
    let held = 0
    for (let i = 0; held < clientLimits.allBodiesUnderWay.strangers; i++)
      for (let k = 0; k < clientLimits.bodiesUnderWay && held < clientLimits.allBodiesUnderWay.strangers; k++, held++)
        expect(enter(`198.51.100.${i}`, `${i}/${k}`)).not.toBeNull()
    expect(cut).toEqual([])
    const leave = enter('203.0.113.9', 'person')
    expect([leave === null, cut]).toEqual([false, ['0/0']])
    expect(enter('203.0.113.9', 'person')).not.toBeNull()
    expect(cut).toEqual(['0/0', '1/0'])
    clients.confirmSession(cookie, 'account-1')
    for (let i = 0; i < 10; i++)
      expect(clients.enterBody(clients.find('203.0.113.9', cookie), () => undefined)).not.toBeNull()
    expect(cut.length).toBe(2)
    leave?.()
    leave?.()
    expect(enter('203.0.113.10', 'other')).not.toBeNull()
    expect(cut.length).toBe(2)
  })

  it('gains no body slots with many sessions, and few with many accounts of one network', () => {
    const { clients } = make(false)
    const enterAs = (session: string, account: string): boolean => {
      clients.confirmSession(`portal-session=mps_${session}`, account)
      return clients.enterBody(clients.find('203.0.113.9', `portal-session=mps_${session}`), () => undefined) !== null
    }
    let held = 0
    for (let i = 0; i < 60; i++) if (enterAs(`one-${i}`, 'one')) held++
    expect(held).toBe(clientLimits.bodiesUnderWay)
    for (let i = 0; i < 200; i++) if (enterAs(`many-${i}`, `many-${i}`)) held++
    expect(held).toBe(clientLimits.bodiesOfNetwork)
    expect(clients.enterBody(clients.find('198.51.100.7', undefined), () => undefined)).not.toBeNull()
  })
})
