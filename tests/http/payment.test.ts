/**
 * Payments over HTTP: the built server, the sandbox provider as its own process, and its signed callbacks.
 * tests/unit/payment tests what becomes of the money in each case.
 */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoAccounts } from '~/modules/account/account.server'
import { demoPlanId, seedCatalogue } from '~/modules/catalogue/catalogue.seed.server'
import { now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import type { ApiAnswer } from '../support/http-client'
import { startPortal, type Portal } from '../support/portal'
import { startSandbox, type TestSandbox } from '../support/sandbox'
import { seedPeople } from '../support/seeded'

type Payment = { label: string; payinAddress: string | null; coinAmount: string | null }
type Order = { number: string; status: number; actuallyPaid: string; payments: Payment[] }
type Placed = { number: string; status: number; rest: string; problem: string | null }

const [user] = demoAccounts
const sn = '100000000001'
const btc = 16
const card = -1
let portal: Portal
let sandbox: TestSandbox
const call = <D = unknown>(method: string, path: string, options: object = {}): Promise<ApiAnswer<D>> =>
  portal.visitor().api<D>(method, path, { token: portal.tokens.customer, ...options })
const place = async (plan: string, price: string, method: number): Promise<string> => {
  const placed = await call<Placed>('POST', '/order/customer/orders', { json: { sn, plan, price, method } })
  expect(placed).toMatchObject({ code: '0', data: { status: 0, problem: null } })
  return placed.data.number
}
const find = async (number: string): Promise<Order> =>
  (await call<Order>('GET', `/order/customer/orders/${number}`)).data
/** Resolves when the server knows that everything is paid. */
const paid = (number: string): Promise<unknown> =>
  portal.waitForLog((line) => line.msg === 'an order is paid' && line.order === number)

beforeAll(async () => {
  await seedPeople()
  await seedCatalogue()
  await db.device.create({ data: { sn, userId: user.id, boundAt: now(), nickname: 'Box' } })
  sandbox = await startSandbox()
  portal = await startPortal({ env: sandbox.env })
  await sandbox.setPortal(portal.origin)
})
afterAll(async () => {
  await portal.stop()
  await sandbox.stop()
})

describe('a payment over HTTP', () => {
  it('by coins is finished by the provider’s callbacks', async () => {
    const number = await place(demoPlanId('skin', 12), '3.0000', btc)
    const [payment] = (await find(number)).payments
    expect(payment).toMatchObject({ label: 'waiting', payinAddress: expect.any(String) as string })
    const row = Object.values(sandbox.state.coins).find(({ address }) => address === payment?.payinAddress)
    await sandbox.pay(row?.id ?? '')
    await paid(number)
    const after = await find(number)
    expect([after.status, after.payments[0]?.label]).toEqual([1, 'finished'])
  })
  it('by coins is what was asked for in coins, though their rate has fallen; the surplus is credited', async () => {
    await sandbox.set({ rates: { btc: '64305' } })
    const number = await place(demoPlanId('tv', 6), '8.0000', btc)
    const [payment] = (await find(number)).payments
    const row = Object.values(sandbox.state.coins).find(({ address }) => address === payment?.payinAddress)
    expect(row?.payAmount).toBe('0.00012441')
    await sandbox.set({ rates: { btc: '63891.3' } })
    await sandbox.pay(row?.id ?? '', 'too-much', { amount: '0.00012443' })
    await paid(number)
    expect(row?.actuallyPaidFiat).toMatch(/^7\.9/)
    expect(await find(number)).toMatchObject({ status: 1, actuallyPaid: '8.0000', rest: '0.0000', credited: '0.0012' })
    await sandbox.set({ rates: {} })
  })
  it('by card redirects to the provider’s page and is paid once that confirms', async () => {
    const number = await place(demoPlanId('quran', 12), '1.0000', card)
    const session = Object.values(sandbox.state.cards).find(({ object }) => object === 'checkout.session')
    const clicked = await sandbox.click(session?.id ?? '', 'pay')
    expect(clicked).toMatchObject({ status: 303 })
    expect(clicked.to).toContain(`/order/${number}/pay`)
    await paid(number)
    expect((await find(number)).status).toBe(1)
  })
  it('accepts only signed callbacks', async () => {
    const post = async (path: string, headers: Record<string, string>, body: string): Promise<number> => {
      const answer = await fetch(`${portal.origin}/api/payment/callback/${path}`, { method: 'POST', headers, body })
      await answer.arrayBuffer()
      return answer.status
    }
    const json = { 'content-type': 'application/json' }
    expect(await post('nowpayments', json, '{"payment_id":1}')).toBe(403)
    expect(await post('nowpayments', { ...json, 'x-nowpayments-sig': 'ab' }, '{"payment_id":1}')).toBe(403)
    expect(await post('stripe', { ...json, 'stripe-signature': 't=1,v1=ab' }, '{}')).toBe(403)
    // Unsigned bodies are not read, and long ones not even with a signature.
    const long = `{"a":"${'x'.repeat(70_000)}"}`
    expect(await post('nowpayments', { ...json, 'x-nowpayments-sig': 'ab' }, long)).toBe(413)
  })
  it('gets its callback even while others of the same network send incomplete ones', async () => {
    const { hostname, port } = new URL(portal.origin)
    const halves = Array.from({ length: 20 }, () => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => undefined)
      socket.write(
        `POST /api/payment/callback/stripe HTTP/1.1\r\nhost: ${hostname}:${port}\r\nstripe-signature: t=1,v1=ab\r\n` +
          'content-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":',
      )
      return socket
    })
    await Promise.all(halves.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
    // Beyond the network's places the oldest are cut; only the portal knows which those are.
    await new Promise<void>((resolve) => {
      let ended = 0
      for (const socket of halves) socket.once('close', () => ++ended === 4 && resolve())
    })
    const number = await place(demoPlanId('vip', 12), '36.0000', btc)
    const [payment] = (await find(number)).payments
    const row = Object.values(sandbox.state.coins).find(({ address }) => address === payment?.payinAddress)
    await sandbox.pay(row?.id ?? '')
    await paid(number)
    expect(halves.filter(({ destroyed }) => !destroyed).length).toBeGreaterThanOrEqual(8)
    for (const socket of halves) socket.destroy()
  })
})
