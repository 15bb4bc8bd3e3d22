/** What one client may ask of the portal, and who is one client. */
import { describe, expect, it } from 'vitest'
import { clientLimits, makeClients } from '../../../app/server/gateway/clients'

const cookie = 'language=en; portal-session=mps_abcdefghijklmnop; theme=dark'
const make = (limitsOn = true) => {
  let atMs = 0
  return { clients: makeClients({ limitsOn, nowMs: () => atMs }), pass: (ms: number) => void (atMs += ms) }
}

describe('a client', () => {
  it('is a network, of IPv6 a /64, until the app has vouched for its session', () => {
    const { clients } = make()
    expect(clients.keyOf('203.0.113.9', cookie)).toBe('203.0.113.9')
    expect(clients.keyOf('2001:db8:1:2:3::4', undefined)).toBe(clients.keyOf('2001:db8:1:2:ffff::1', undefined))
    expect(clients.keyOf('2001:db8:1:2::1', undefined)).not.toBe(clients.keyOf('2001:db8:1:3::1', undefined))
    clients.vouch(cookie)
    expect(clients.keyOf('203.0.113.9', cookie)).toBe(clients.keyOf('198.51.100.7', '__Host-portal-session=mps_abcdefghijklmnop'))
    expect(clients.keyOf('203.0.113.9', cookie.replace('mnop', 'mnox'))).toBe('203.0.113.9')
  })

  it('may ask for many pages at once and so many a second, then is told when to come again', () => {
    const { clients, pass } = make()
    for (let i = 0; i < clientLimits.network.atOnce; i++) expect(clients.take('203.0.113.9').ok).toBe(true)
    expect(clients.take('203.0.113.9')).toEqual({ ok: false, retryAfterSeconds: 1 })
    expect(clients.take('203.0.113.10').ok).toBe(true)
    pass(1000)
    let more = 0
    while (clients.take('203.0.113.9').ok) more++
    expect(more).toBe(clientLimits.network.perSecond)
  })

  it('in a session has its own allowance, whoever else shares the address', () => {
    const { clients } = make()
    clients.vouch(cookie)
    while (clients.take('203.0.113.9').ok);
    expect(clients.take(clients.keyOf('203.0.113.9', cookie)).ok).toBe(true)
  })

  it('has so many requests and bodies under way, and each that ends makes room, once', () => {
    const { clients } = make(false)
    const leaves = Array.from({ length: clientLimits.underWay }, () => clients.enter('a'))
    expect(clients.enter('a')).toBeNull()
    leaves[0]?.()
    leaves[0]?.()
    expect([clients.enter('a') === null, clients.enter('a')]).toEqual([false, null])
    for (let i = 0; i < clientLimits.bodiesUnderWay; i++) expect(clients.enterBody('a')).not.toBeNull()
    expect(clients.enterBody('a')).toBeNull()
    let all = clientLimits.bodiesUnderWay
    for (let i = 0; clients.enterBody(`other ${i >> 4}`) !== null; i++) all++
    expect(all).toBe(clientLimits.allBodiesUnderWay)
  })
})
