/**
 * Recharges over HTTP, by programs and against the sandbox provider: valid amounts in any digits, one recharge at a
 * time, once for a batch, only by its owner; and the provider's callbacks, forged and repeated ones included.
 */
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPortal, type Portal } from '../support/portal'
import { startSandbox, type TestSandbox } from '../support/sandbox'

const [card, tether, btc] = [-1, 12, 16]
type Placed = { number: string; problem: string | null }
type Refused = {
  field?: string
  context?: string
  least?: string
  most?: string
  left?: string
  rechargeNumber?: string
}
type Account = { balance: string; available: string }
let portal: Portal
let sandbox: TestSandbox
let names = 0
const newBatch = (): string => `recharge-batch-${++names}`

const call = <D>(method: string, address: string, json?: object, who: 'customer' | 'friend' = 'customer') =>
  portal.visitor().api<D>(method, `/wallet/customer/${address}`, {
    token: portal.tokens[who],
    ...(json && { json }),
  })
const ask = <D = Placed & Refused>(amount: unknown, method: number | string = card, more: object = {}) =>
  call<D>('POST', 'recharges', { amount, method, batch: newBatch(), ...more })
const statusOf = async (number: string): Promise<number> =>
  (await call<{ items: { status: number }[] }>('GET', `recharges?number=${number}`)).data.items[0]?.status ?? -1
const cancel = (number: string, who: 'customer' | 'friend' = 'customer') =>
  call('POST', `recharges/${number}/cancel`, {}, who)
/** A valid recharge, which the test cancels. */
const asked = async (amount: string, method = card): Promise<string> => {
  const { code, data } = await ask(amount, method)
  expect([code, data.problem]).toEqual(['0', null])
  return data.number
}
const balance = async (): Promise<string> => (await call<Account>('GET', 'account')).data.balance
const newestSession = (): string =>
  Object.keys(sandbox.state.cards)
    .filter((id) => id.startsWith('cs_'))
    .at(-1) ?? ''
const newestPayment = (): string => Object.keys(sandbox.state.coins).at(-1) ?? ''
/** Waits until a recharge has this status; a callback is processed after its answer. */
const until = async (number: string, status: number): Promise<void> =>
  expect.poll(() => statusOf(number), { timeout: 20_000 }).toBe(status)
const alterDatabase = (sql: string, ...values: unknown[]): void => {
  const database = new Database(path.join(portal.dataDir, 'portal.db'), { timeout: 10_000 })
  database.prepare(sql).run(...values)
  database.close()
}

beforeAll(async () => {
  sandbox = await startSandbox()
  portal = await startPortal({
    env: { PLAIN_BODIES: 'on', LIMITS: 'off', RECHARGE_DAILY_MOST: '60000', ...sandbox.env },
  })
  await sandbox.setPortal(portal.origin)
  for (const who of ['customer', 'friend'] as const)
    expect(await call('POST', 'account', {}, who)).toMatchObject({ code: '0' })
})
afterAll(async () => {
  await portal.stop()
  await sandbox.stop()
})

describe('the page of recharges', () => {
  it('shows a valid example when the amount is invalid', async () => {
    const browser = await portal.visitor().signIn('demo-user', 'mango-demo')
    for (const amount of ['', 'NaN', '1e9', '1,000']) {
      const answer = await browser.post('/wallet/recharge', { amount, method: '-1', batch: newBatch() })
      expect([answer.status, (await answer.text()).includes('Enter an amount such as 25 or 25.50.')]).toEqual([
        422,
        true,
      ])
    }
  })
})

describe('the amount of a recharge', () => {
  it('must be within the range of its method', async () => {
    for (const [method, outside, within] of [
      [card, ['9.99', '5000.01', '1000000000'], ['10', '5000']],
      [tether, ['9.99', '30000.01'], ['10.00', '30000']],
    ] as const) {
      for (const amount of outside)
        expect([amount, await ask(amount, method)]).toMatchObject([
          amount,
          { status: 422, code: 'OP10012', data: { field: 'amount', least: '10.00', context: 'range' } },
        ])
      for (const amount of within) await cancel(await asked(amount, method))
    }
  })
  it('must be a positive number with at most two decimals', async () => {
    for (const amount of ['10.001', '0.00001', '10.0001'])
      expect([amount, (await ask(amount)).code]).toEqual([amount, 'OP10012'])
    for (const amount of ['0', '0.00', '-50', '−50'])
      expect([amount, (await ask(amount)).code]).toEqual([amount, 'OP10012'])
    for (const amount of ['', 'NaN', '1e9', '1e3', 'Infinity', '0x32', 'ten', '10.5.5', '9'.repeat(61)])
      expect([amount, await ask(amount)]).toMatchObject([amount, { status: 422, code: 'A0422' }])
    for (const amount of [50, null, ['50'], { amount: '50' }])
      expect(await ask(amount)).toMatchObject({ status: 422, code: 'A0422' })
  })
  it('may have digits and separators of any script', async () => {
    for (const [typed, usd] of [
      ['١٠', '10.00'],
      ['۱۰٫۵', '10.50'],
      ['10,5', '10.50'],
      ['1 000', '1000.00'],
    ] as const) {
      const number = await asked(typed)
      const { data } = await call<{ items: { amount: string }[] }>('GET', `recharges?number=${number}`)
      expect([typed, Number(data.items[0]?.amount)]).toEqual([typed, Number(usd)])
      await cancel(number)
    }
  })
  it('needs an existing method', async () => {
    for (const method of [100, 101, 0, 9999, 'card', ''])
      expect([method, (await ask('50', method)).code]).toEqual([method, 'OP1001'])
  })
})

describe('a recharge', () => {
  it('is the only open one, and is created once for a batch', async () => {
    const batch = newBatch()
    const fields = { amount: '20', method: card, batch }
    const answers = await Promise.all([1, 2, 3].map(() => call<Placed>('POST', 'recharges', fields)))
    const numbers = new Set(answers.map(({ data }) => data.number))
    expect([answers.map(({ code }) => code), numbers.size]).toEqual([['0', '0', '0'], 1])
    const [number = ''] = numbers
    expect(await ask('20')).toMatchObject({ code: 'OP10013', data: { rechargeNumber: number } })
    expect(await call('POST', 'recharges', { ...fields, amount: '21' })).toMatchObject({ status: 409, code: 'A0409' })
    // Another account's batch is a different batch.
    const other = await call<Placed>('POST', 'recharges', fields, 'friend')
    expect([other.code, other.data.number === number]).toEqual(['0', false])
    expect(await cancel(other.data.number, 'friend')).toMatchObject({ code: '0' })
    expect(await cancel(number)).toMatchObject({ code: '0' })
    expect(await cancel(number)).toMatchObject({ code: 'OP10014' })
    expect(await statusOf(number)).toBe(2)
  })
  it('is closed to other accounts', async () => {
    const number = await asked('20')
    for (const [method, address, json] of [
      ['GET', `recharges/${number}`, undefined],
      ['POST', `recharges/${number}/cancel`, {}],
      ['POST', `recharges/${number}/pay`, { method: card }],
    ] as const)
      expect([address, (await call(method, address, json, 'friend')).code]).toEqual([address, 'R1000'])
    expect(await statusOf(number)).toBe(0)
    await cancel(number)
  })
  it('can’t be paid again once its window is over, but late money is still credited', async () => {
    const number = await asked('20', tether)
    const payment = newestPayment()
    const over = new Date(Date.now() - 60_000).toISOString().replace('Z', '+00:00')
    alterDatabase('UPDATE "Recharge" SET "payUntil" = ? WHERE "number" = ?', over, number)
    const again = await call('POST', `recharges/${number}/pay`, { method: btc })
    expect([again.code, again.status < 500]).toEqual(['OP10014', true])
    const before = Number(await balance())
    await sandbox.pay(payment)
    await until(number, 1)
    expect(Number(await balance()) - before).toBeCloseTo(20, 4)
  })
  it('is refused above the daily limit', async () => {
    const left = async (): Promise<number> =>
      Number((await call<{ leftToday: string }>('GET', 'recharge-methods')).data.leftToday)
    const first = await left()
    await cancel(await asked('30000', tether))
    expect(await left()).toBe(first)
    const number = await asked('30000', tether)
    expect(await left()).toBe(first - 30_000)
    await sandbox.pay(newestPayment())
    await until(number, 1)
    expect(await ask('30000', tether)).toMatchObject({
      code: 'MC1010',
      data: { field: 'amount', context: 'recharge', left: (first - 30_000).toFixed(2) },
    })
  })
})

describe('a callback of the provider', () => {
  it('counts once if sent twice, by coin and by card', async () => {
    for (const method of [tether, card]) {
      const before = Number(await balance())
      const number = await asked('25', method)
      if (method === card) await sandbox.card(newestSession(), 'pay', { callbacks: 'twice' })
      else await sandbox.pay(newestPayment(), 'pay', { callbacks: 'twice' })
      await sandbox.settled()
      await until(number, 1)
      expect(Number(await balance()) - before).toBeCloseTo(25, 4)
    }
  })
  it('moves nothing if its signature is missing or forged', async () => {
    const before = await balance()
    const number = await asked('25', tether)
    const bytes = JSON.stringify({ payment_id: newestPayment(), payment_status: 'finished', actually_paid: 25 })
    for (const headers of [{}, { 'x-nowpayments-sig': 'ab'.repeat(64) }]) {
      const answer = await fetch(`${portal.origin}/api/payment/callback/nowpayments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(headers as Record<string, string>) },
        body: bytes,
      })
      expect(answer.status).toBeGreaterThanOrEqual(400)
    }
    expect([await statusOf(number), await balance()]).toEqual([0, before])
    await cancel(number)
  })
  it('credits the received amount, less or more', async () => {
    for (const [act, amount, status, worth] of [
      ['part', '10', 8, 10],
      ['too-much', '35', 1, 35],
    ] as const) {
      const before = Number(await balance())
      const number = await asked('25', tether)
      await sandbox.pay(newestPayment(), act, { amount })
      await until(number, status)
      expect(Number(await balance()) - before).toBeCloseTo(worth, 1)
    }
  })
})
