/**
 * Twice as many simultaneous transfers of 1 Mango as the sender can pay, over HTTP: half of them succeed. A second
 * server never opens the same database (it ends with a message); two processes on one file are in
 * tests/unit/wallet/at-once.long.test.ts.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HttpClient } from '../support/http-client'
import { startPortal, type Portal } from '../support/portal'
import { times } from '../support/runs'

const six = '271828'
const funds = times(100)
let portal: Portal
const call = <D>(origin: string, method: string, path: string, json?: object, token = portal.tokens.customer) =>
  new HttpClient(origin).api<D>(method, path, { token, ...(json && { json }) })

beforeAll(async () => {
  const env = { PLAIN_BODIES: 'on', LIMITS: 'off', TRANSFER_DAY_COUNT: '1000' }
  portal = await startPortal({ env })
  const customer = await portal.visitor().signIn('demo-user', 'mango-demo')
  const headers = { origin: portal.origin }
  const friend = await portal.visitor().signIn('demo-friend', 'mango-friend')
  for (const one of [customer, friend]) await one.api('POST', '/wallet/customer/account', { headers })
  const password = { newPassword: six, repeatPassword: six, password: 'mango-demo' }
  expect(await customer.api('POST', '/wallet/customer/password', { json: password, headers })).toMatchObject({
    code: '0',
  })
  const credit = {
    user: 'demo-user',
    currency: 'MANGO',
    amount: String(funds),
    batch: 'all-the-funds',
    why: 'for the tests',
  }
  expect(await call(portal.origin, 'POST', '/operator/ledger/credit', credit, portal.tokens.operator)).toMatchObject({
    code: '0',
  })
})
afterAll(async () => {
  await portal.stop()
})

it('simultaneous transfers send exactly what the wallet holds', { timeout: 120_000 }, async () => {
  const send = async (n: number): Promise<string> => {
    const asked = { recipient: 'demo-friend', amount: '1', fee: '0', paymentPassword: six, batch: `debit-number-${n}` }
    return (await call(portal.origin, 'POST', '/wallet/customer/transfers', asked)).code
  }
  const all = Array.from({ length: 2 * funds }, (_, n) => n)
  const codes = await Promise.all(all.map(send))
  expect(codes.filter((code) => !['0', 'MC1002', 'A0503'].includes(code))).toEqual([])
  // A server with too many passwords to compare refuses the request, which is then repeated.
  for (const [n, code] of codes.entries()) if (code === 'A0503') codes[n] = await send(n)
  const said = codes.reduce<Record<string, number>>((sums, code) => ({ ...sums, [code]: (sums[code] ?? 0) + 1 }), {})
  expect(said).toEqual({ '0': funds, MC1002: funds })
  const { data } = await call<{ balance: string }>(portal.origin, 'GET', '/wallet/customer/account')
  expect(Number(data.balance)).toBe(0)
})
