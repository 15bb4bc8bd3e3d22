/** Guessing is slow: passwords, device codes, tokens, serial numbers, the operator's one-time token. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPortal, type Portal } from '../support/portal'

let portal: Portal
beforeAll(async () => {
  // Our own proxy, so that each guess can come from its own address.
  portal = await startPortal({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => portal.stop())
/** A client without any cookie is first asked whether its browser keeps them. */
const from = (address: string) => ({ 'x-forwarded-for': address, cookie: 'language=en' })
const guess = (identifier: string, password: string, address: string) =>
  portal.visitor().post('/login', { identifier, password }, from(address))
const sentTo = (answer: Response): string =>
  `${answer.status} ${(answer.headers.get('location') ?? '').split('&')[0] ?? ''}`.trim()

describe('guessing', () => {
  it('one account’s password: three tries, then a captcha before each further one, even the right one', async () => {
    for (let n = 0; n < 3; n++) expect(sentTo(await guess('demo-friend', `wrong-word-${n}`, `10.0.0.${n}`))).toBe('422')
    expect(sentTo(await guess('demo-friend', 'mango-friend', '10.0.0.9'))).toBe('303 /verification?purpose=sign-in')
    // Another account is not affected.
    expect(sentTo(await guess('demo-user', 'mango-demo', '10.0.0.9'))).toBe('303 /home')
  })
  it('an unknown name is treated exactly the same', async () => {
    const answers: string[] = []
    for (let n = 0; n < 5; n++) answers.push(sentTo(await guess('nobody-at-all', `wrong-word-${n}`, `10.0.1.${n}`)))
    expect(answers).toEqual([
      '422',
      '422',
      '422',
      '303 /verification?purpose=sign-in',
      '303 /verification?purpose=sign-in',
    ])
  })
  it('a right password clears the account’s wrong tries', async () => {
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 2; n++) await guess('demo-vno', `wrong-word-${n}`, `10.0.2.${10 * round + n}`)
      expect(sentTo(await guess('demo-vno', 'mango-brand', `10.0.2.${10 * round + 9}`))).toBe('303 /home')
    }
  })
  it('many accounts from one address: a captcha from the third wrong password on, whatever the account', async () => {
    const answers: string[] = []
    for (let n = 0; n < 4; n++) answers.push(sentTo(await guess(`sprayed-${n}`, 'password-1', '10.0.3.1')))
    expect(answers).toEqual(['422', '422', '422', '303 /verification?purpose=sign-in'])
  })
  it('box codes: twenty tries an hour for an account, over all boxes', async () => {
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
  it('the operator’s one-time token: ten tries an hour', async () => {
    const codes: string[] = []
    for (let n = 0; n < 11; n++)
      codes.push(
        (
          await portal.visitor().api('POST', '/operator/claim', {
            json: { token: `mpf_${n}`, userName: 'wanna-operate', password: 'long-enough' },
          })
        ).code,
      )
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'I1304'), 'I1009'])
  })
  it('one box’s pairing: thirty calls an hour', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 31; n++)
      statuses.push(
        (await portal.visitor().api('POST', '/stb/pair', { json: { sn: '100000000004', model: 'S' } })).status,
      )
    expect(statuses.filter((status) => status === 429).length).toBe(1)
  })
  it('tokens: an address that presents forged ones is told to wait', async () => {
    let last = 0
    for (let n = 0; n < 125 && last !== 429; n++)
      last = (await portal.visitor().api('GET', '/chmax/lists', { token: `mpt_forged-${n}` })).status
    expect(last).toBe(429)
  })
})
