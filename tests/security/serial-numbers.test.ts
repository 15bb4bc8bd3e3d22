/** Serial numbers are twelve digits: no call lets a stranger enumerate which ones exist. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPortal, type Portal } from '../support/portal'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => portal.stop())
const from = (address: string) => ({ 'x-forwarded-for': address })
const number = (n: number): string => String(100_000_000_000 + n)

describe('probing whether a serial number exists', () => {
  it('by its manuals is limited to ten requests an hour for an account, not counting its own boxes', async () => {
    const user = await portal.visitor().signIn('demo-user', 'mango-demo')
    const sn = '100000000002'
    const paired = await portal
      .visitor()
      .api<{ userCode: string }>('POST', '/stb/pair', { json: { sn, model: 'S' }, headers: from('192.0.2.1') })
    await user.post('/terminal/bind', { sn, repeatSn: sn, code: paired.data.userCode }, from('192.0.2.1'))
    const ask = async (one: string): Promise<string> =>
      (await user.api('GET', `/modelConfig/customer/instructions/${one}`, { headers: from('192.0.2.1') })).code
    const told: string[] = []
    for (let n = 0; n < 12; n++) told.push(await ask(n % 2 === 0 ? '100000000003' : number(900 + n)))
    expect(told).toEqual([...Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? 'I1402' : 'S1000')), 'I1009', 'I1009'])
    for (let n = 0; n < 15; n++) expect(await ask(sn)).toBe('0')
  })
  it('by pairing is limited to a dozen times an hour for an address', async () => {
    const told: string[] = []
    for (let n = 0; n < 20; n++)
      told.push(
        (
          await portal
            .visitor()
            .api('POST', '/stb/pair', { json: { sn: number(500 + n), model: 'S' }, headers: from('192.0.2.2') })
        ).code,
      )
    expect(told.filter((code) => code === 'S1000').length).toBe(12)
    expect(told.at(-1)).toBe('I1009')
    // Other people's boxes pair as usual.
    expect(
      (
        await portal
          .visitor()
          .api('POST', '/stb/pair', { json: { sn: '100000000001', model: 'S' }, headers: from('192.0.2.3') })
      ).code,
    ).toBe('0')
  })
  it('by binding is limited to twenty times an hour for an account, including the page’s link', async () => {
    const user = await portal.visitor().signIn('demo-friend', 'mango-friend')
    const told: string[] = []
    for (let n = 0; n < 22; n++) {
      const sn = number(700 + n)
      const text =
        n % 2 === 0
          ? await (await user.post('/terminal/bind', { sn, repeatSn: sn, code: 'BBBBBBBB' }, from('192.0.2.4'))).text()
          : await (await user.request(`/terminal/bind?sn=${sn}&code=BBBBBBBB`, { headers: from('192.0.2.4') })).text()
      told.push(
        text.includes('This serial number does not exist')
          ? 'S1000'
          : text.includes('Too many requests')
            ? 'I1009'
            : '?',
      )
    }
    expect(told).toEqual([...Array.from({ length: 20 }, () => 'S1000'), 'I1009', 'I1009'])
  })
})
