/** Guessing is slow: passwords, device codes, tokens, serial numbers, the operator's one-time token. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPortal, type Portal } from '../support/portal'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

describe('guessing', () => {
  it('one account’s password: ten tries in 15 minutes, then even the right one must wait', async () => {
    const guess = (password: string) => portal.visitor().post('/login', { identifier: 'demo-friend', password })
    for (let n = 0; n < 10; n++) expect((await guess(`wrong-word-${n}`)).status).toBe(422)
    const refused = await guess('mango-friend')
    expect(refused.status).toBe(429)
    expect(await refused.text()).toContain('Too many requests')
    // Another account is not locked with it.
    expect((await portal.visitor().post('/login', { identifier: 'demo-user', password: 'mango-demo' })).status).toBe(303)
  })
  it('a name that nobody has is limited just the same', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) statuses.push((await portal.visitor().post('/login', { identifier: 'nobody-at-all', password: `wrong-word-${n}` })).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  })
  it('a right password gives the tries back', async () => {
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 6; n++) await portal.visitor().post('/login', { identifier: 'demo-vno', password: `wrong-word-${n}` })
      expect((await portal.visitor().post('/login', { identifier: 'demo-vno', password: 'mango-brand' })).status).toBe(303)
    }
  })
  it('codes of boxes: twenty tries an hour for an account, over all boxes', async () => {
    const user = await portal.visitor().signIn('demo-user', 'mango-demo')
    const sns = ['100000000001', '100000000002', '100000000006', '100000000003', '100000000005']
    for (const sn of sns) await portal.visitor().api('POST', '/stb/pair', { json: { sn, model: 'S' } })
    const texts: string[] = []
    for (let n = 0; n < 21; n++) {
      const sn = sns[n % sns.length] ?? ''
      texts.push(await (await user.post('/terminal/bind', { sn, repeatSn: sn, code: 'BBBBBBBB' })).text())
    }
    expect(texts.filter((text) => text.includes('Too many requests')).length).toBe(1)
    expect(texts.at(-1)).toContain('Too many requests')
  })
  it('many accounts from one address: the address has its own limit', async () => {
    let refused = 0
    for (let n = 0; n < 45 && refused === 0; n++) if ((await portal.visitor().post('/login', { identifier: `sprayed-${n}`, password: 'password-1' })).status === 429) refused = n
    expect(refused).toBeGreaterThan(0)
  })
  it('the operator’s one-time token: ten tries an hour', async () => {
    const codes: string[] = []
    for (let n = 0; n < 11; n++) codes.push((await portal.visitor().api('POST', '/operator/claim', { json: { token: `mpf_${n}`, userName: 'wanna-operate', password: 'long-enough' } })).code)
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'I1304'), 'I1009'])
  })
  it('one box’s pairing: thirty calls an hour', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 31; n++) statuses.push((await portal.visitor().api('POST', '/stb/pair', { json: { sn: '100000000004', model: 'S' } })).status)
    expect(statuses.filter((status) => status === 429).length).toBe(1)
  })
  it('tokens: an address that presents forged ones is told to wait', async () => {
    let last = 0
    for (let n = 0; n < 125 && last !== 429; n++) last = (await portal.visitor().api('GET', '/chmax/lists', { token: `mpt_forged-${n}` })).status
    expect(last).toBe(429)
  })
})
