/**
 * Operator commands for money, catalogue and boxes: each command goes over HTTP to the built server, and its effect
 * is read where customers, programs and boxes see it.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { demoAccounts } from '~/modules/account/account.server'
import { demoPlanId, seedCatalogue } from '~/modules/catalogue/catalogue.seed.server'
import { now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { runOperator, runOps, type CommandAnswer } from '../support/command-line'
import type { ApiAnswer } from '../support/http-client'
import { startPortal, type Portal } from '../support/portal'
import { startSandbox, type TestSandbox } from '../support/sandbox'
import { seedPeople } from '../support/seeded'

type Order = {
  number: string
  status: number
  sn: string
  payPrice: string
  lines: { periods: { service: string; endsAt: string }[] }[]
  payments: { id: string; payinAddress: string | null }[]
}
type Placed = { number: string; status: number; problem: string | null }
type List<I> = { items: I[]; total: number }
type ProviderEvent = { id: string; state: string; tries: number; attemptId: string | null }

const [user] = demoAccounts
const [sn, otherSn, newSn] = ['100000000001', '100000000002', '100000000006']
const [mango, tether] = [100, 12]
const why = ['--why', 'asked by phone']
let portal: Portal
let sandbox: TestSandbox
const operator = (...words: string[]): Promise<CommandAnswer> =>
  runOperator({ origin: portal.origin, token: portal.tokens.operator }, words)
/** Runs a command that must succeed; returns its output. */
const done = async (...words: string[]): Promise<string> => {
  const { exit, out, err } = await operator(...words)
  expect([exit, err], words.join(' ')).toEqual([0, ''])
  return out
}
/** Runs a command that must be refused; returns its code. */
const refused = async (...words: string[]): Promise<string> => {
  const { exit, err } = await operator(...words)
  expect(exit, words.join(' ')).toBe(1)
  return /\((\w+)\)/.exec(err)?.[1] ?? err
}
const call = <D = unknown>(method: string, address: string, json?: object): Promise<ApiAnswer<D>> =>
  portal.visitor().api<D>(method, address, { token: portal.tokens.customer, ...(json && { json }) })
const order = async (fields: object): Promise<string> => {
  const placed = await call<Placed>('POST', '/order/customer/orders', { sn, ...fields })
  expect(placed).toMatchObject({ code: '0', data: { problem: null } })
  return placed.data.number
}
const find = async (number: string): Promise<Order> =>
  (await call<Order>('GET', `/order/customer/orders/${number}`)).data
/** The provider's payment behind an order's latest one. */
const paymentOf = async (number: string): Promise<string> => {
  const address = (await find(number)).payments.at(-1)?.payinAddress ?? ''
  return Object.values(sandbox.state.coins).find((row) => row.address === address && row.parentId === null)?.id ?? ''
}
const alterDatabase = (sql: string, ...values: unknown[]): void => {
  const database = new Database(path.join(portal.dataDir, 'portal.db'), { timeout: 10_000 })
  database.prepare(sql).run(...values)
  database.close()
}

beforeAll(async () => {
  await seedPeople()
  await seedCatalogue()
  for (const serial of [sn, otherSn])
    await db.device.create({
      data: { sn: serial, userId: user.id, boundAt: now(), nickname: `Box ${serial.slice(-1)}` },
    })
  sandbox = await startSandbox()
  portal = await startPortal({ env: { LIMITS: 'off', ...sandbox.env } })
  await sandbox.setPortal(portal.origin)
})
afterAll(async () => {
  await portal.stop()
  await sandbox.stop()
})

describe('orders', () => {
  it('are found, shown, refunded once for a batch, and cancelled', async () => {
    const given = ['ledger', 'credit', 'demo-user', '--currency', 'MANGO', '--amount', '20,5', '--batch', 'gift-0001']
    const credited = await done(...given, ...why, '--yes')
    expect(credited).toContain('demo-user got 20.5000 MANGO and has 20.5000 now')
    expect(await done(...given, ...why, '--yes')).toContain('This was given already: demo-user got 20.5000 MANGO')
    const slip = ['ledger', 'credit', 'demo-user', '--currency', 'MANGO', '--amount', '1', '--batch', 'gift-slip']
    const transfer = /\((.+)\)/.exec(await done(...slip, ...why, '--yes'))?.[1] ?? ''
    const takeBack = ['ledger', 'take-back', transfer, ...why, '--yes']
    expect(await done(...takeBack)).toContain('Taken back')
    expect((await operator(...takeBack)).err).toContain('This has already been taken back. (A0409)')
    expect((await operator(...slip, '--amount', '2', ...why, '--yes')).err).toBe(
      'This --batch was already used for something else: give this one another name. (A0409)\n',
    )
    expect((await operator('wallets', 'freeze', 'demo-friend', '--reason', 'a test', ...why, '--yes')).err).toContain(
      'This customer has no wallet yet',
    )
    const nothing = ['ledger', 'credit', 'demo-user', '--currency', 'MANGO', '--amount', '0', '--batch', 'gift-0000']
    expect((await operator(...nothing, ...why, '--yes')).err).toContain('more than 0')
    const paid = await order({ plan: demoPlanId('skin', 12), price: '3.0000', method: mango })
    const listed = await done('orders', 'list', '--user', 'Demo-User', '--status', '1')
    expect(listed).toContain(paid)
    expect(listed).toContain('1 in all')
    expect(await done('orders', 'show', paid.toLowerCase())).toContain(', 12 months: 3.0000')
    expect(await done('orders', 'show', paid.toLowerCase())).toContain(`${paid}: status 1, demo-user, box ${sn}`)
    // Money moves only after a confirmation.
    const back = ['orders', 'refund', paid, '--amount', '1', '--to', 'wallet', '--batch', 'refund-0001', ...why]
    expect(await operator(...back)).toMatchObject({ exit: 2, out: '' })
    const said = await done(...back, '--yes')
    expect(said).toContain(`1 USD of ${paid} go back to the wallet: done`)
    expect(await done(...back, '--yes')).toBe(said)
    expect(await done('orders', 'show', paid)).toContain('paid 3.0000, can still go back 2.0000')
    expect(
      await refused(
        'orders',
        'refund',
        paid,
        '--amount',
        '2.5',
        '--to',
        'wallet',
        '--batch',
        'refund-0002',
        ...why,
        '--yes',
      ),
    ).toBe('R2001')
    const open = await order({ plan: demoPlanId('vpn', 12), price: '29.0000', method: tether })
    expect(await done('orders', 'cancel', open, ...why, '--yes')).toBe(`${open} is cancelled.\n`)
    expect((await find(open)).status).toBe(2)
    expect(await refused('orders', 'cancel', open, ...why, '--yes')).toBe('OP10014')
  })
})

describe('payments', () => {
  it('in the wrong coin are recorded as sent back, to an address of that coin, once', async () => {
    const number = await order({ plan: demoPlanId('translate', 12), price: '12.0000', method: tether })
    const told = portal.waitForLog(({ alert, reason }) => alert === 'payment-person' && reason === 'wrong-asset')
    await sandbox.pay(await paymentOf(number), 'wrong-asset', { coin: 'eth' })
    await told
    portal.takeErrors()
    const listed = await done('payments', 'list')
    expect(listed).toContain('wrong-asset')
    const id =
      listed
        .split('\n')
        .find((line) => line.includes(number))
        ?.trim()
        .split(/\s+/)
        .at(-1) ?? ''
    const hash = '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060'
    const send = (address: string) =>
      ['payments', 'return', id, '--address', address, '--hash', hash, ...why, '--yes'] as const
    expect(await done('payments', 'ask-address', id, ...why)).toBe('The customer is asked for an address.\n')
    expect(await done('payments', 'list')).toContain('address-wanted')
    const given = { address: '0xde709f2102306220921060314715629080e2fb77' }
    const gave = await call<{ state: string; hasChecksum: boolean }>(
      'POST',
      `/payment/customer/deposits/${id}/address`,
      given,
    )
    expect(gave).toMatchObject({ code: '0', data: { state: 'address-given', hasChecksum: false } })
    portal.takeErrors()
    expect(await done('payments', 'list')).toContain(given.address)
    // An address of the ordered coin is not valid for the received coin.
    expect(await refused(...send('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'))).toBe('OP10017')
    const right = '0x52908400098527886E0F7030069857D2E4169EE7'
    // An address other than the customer's must be marked as such.
    expect(await refused(...send(right))).toBe('A0409')
    expect(await done(...send(right), '--other-address', 'true')).toBe('Noted as sent back.\n')
    expect(await refused(...send(right))).toBe('A0409')
    expect(await refused('payments', 'credit', id, ...why, '--yes')).toBe('A0409')
    expect(await done('payments', 'list')).not.toContain(number)
    // The order is still unpaid, and the ledger says where the money is.
    expect((await find(number)).status).toBe(0)
    expect(await done('audit', '--subject', id)).toMatch(/deposit\.return .*0x5c504ed4/)
    expect(await done('ledger', 'trial-balance')).toContain('Currencies out of balance: 0')
  })
  it('are reconciled with the providers’ settlements, and an account is printed and exported', async () => {
    const number = await order({ plan: demoPlanId('biss', 12), price: '12.0000', method: tether, sn: otherSn })
    const paid = portal.waitForLog((line) => line.msg === 'an order is paid' && line.order === number)
    await sandbox.pay(await paymentOf(number))
    await paid
    const said = await done('reconcile')
    expect(said).toContain('Disagreements: 0')
    expect(said).toMatch(/nowpayments +\d+ +[1-9]/)
    expect(await done('ledger', 'statement', 'fees/USD')).toMatch(/provider-fee.*-0\.0600/)
    const file = path.join(portal.dataDir, 'clearing.csv')
    await done('ledger', 'export', 'clearing/USD/nowpayments', '-o', file)
    expect(readFileSync(file, 'utf8')).toMatch(/^\ufeffseq,at,kind,[^]*provider-payout,/)
    // A settlement line unknown to the portal is a disagreement.
    await fetch(`${sandbox.url}/sandbox/balance-line`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'topup', amount: 900 }),
    })
    expect(await done('reconcile')).toContain('Disagreements: 0')
    alterDatabase(
      `UPDATE "SettlementLine" SET "at" = ? WHERE "word" = 'topup'`,
      new Date(Date.now() - 7_200_000).toISOString().replace('Z', '+00:00'),
    )
    const after = await operator('reconcile', '--provider', 'stripe')
    expect([after.exit, after.out]).toEqual([1, expect.stringContaining('Disagreements: 2')])
    expect(after.out).toMatch(/stripe +theirs .*topup/)
    // Nothing is in transit, and the provider owes more than the ledger knows.
    expect(after.out).toMatch(/stripe +balance /)
    // The cron script reports the same; its exit code says whether somebody must look.
    const place = { origin: portal.origin, token: portal.tokens.operator }
    const agreed = await runOps(place, 'reconcile.mjs', '--provider', 'nowpayments')
    expect([agreed.exit, agreed.out]).toEqual([0, expect.stringContaining('Disagreements: 0')])
    const differs = await runOps(place, 'reconcile.mjs')
    expect([differs.exit, differs.out]).toEqual([1, expect.stringMatching(/stripe +theirs .*topup/)])
    const stopped = await runOps({ ...place, token: 'nobody' }, 'reconcile.mjs')
    expect([stopped.exit === 0, stopped.out]).toEqual([false, ''])
  })
  it('are finished by retrying an event after the provider did not answer', async () => {
    const number = await order({ plan: demoPlanId('biss', 12), price: '12.0000', method: tether, sn: otherSn })
    const payment = await paymentOf(number)
    await sandbox.fail({ api: 'nowpayments', kind: 'html', times: 1000 })
    await sandbox.pay(payment)
    const events = async () =>
      (await portal.visitor().api<List<ProviderEvent>>('GET', '/operator/events', { token: portal.tokens.operator }))
        .data
    await vi.waitUntil(async () => {
      const { items } = await events()
      return items.length > 0 && items.every(({ state, tries }) => state === 'waiting' && tries === 1)
    })
    // Without this, the event and the payment's own poll would be retried later.
    const later = `strftime('%Y-%m-%dT%H:%M:%S.000+00:00', 'now', '+1 hour')`
    alterDatabase(`UPDATE "ProviderEvent" SET "nextTryAt" = ${later} WHERE "state" = 'waiting'`)
    alterDatabase(`UPDATE "PaymentAttempt" SET "nextPollAt" = ${later} WHERE "nextPollAt" IS NOT NULL`)
    sandbox.state.faults = []
    const listed = await done('events', 'list')
    const [event] = (await events()).items
    expect(listed).toMatch(new RegExp(`nowpayments +waiting +1 .* later +${event?.id ?? ''}`))
    expect((await find(number)).status).toBe(0)
    const paid = portal.waitForLog((line) => line.msg === 'an order is paid' && line.order === number)
    expect(await done('events', 'retry', event?.id ?? '', ...why)).toBe('It is worked on now.\n')
    await paid
    expect((await find(number)).status).toBe(1)
    await vi.waitUntil(async () => (await events()).items.every(({ id }) => id !== event?.id))
    expect(await refused('events', 'retry', event?.id ?? '', ...why)).toBe('A0404')
    expect(await done('audit', '--subject', event?.id ?? '')).toContain('event.again')
  })
  it('can’t be started by a method that is off, and can once it is on again', async () => {
    const methods = async () =>
      (await call<List<{ method: number }>>('GET', '/payment/customer/methods')).data.items.map(({ method }) => method)
    expect(await done('methods', 'off', '14', ...why, '--yes')).toBe('It is not offered any more.\n')
    expect(await methods()).not.toContain(14)
    expect(await done('methods', 'on', '14', ...why)).toBe('It is offered.\n')
    expect(await methods()).toContain(14)
    expect(await refused('methods', 'off', '3', ...why, '--yes')).toBe('A0422')
  })
})

describe('the catalogue', () => {
  it('is priced, promoted and withdrawn by commands, and the shop shows the changes', async () => {
    type Product = { key: string; plans: { months: number; payPrice: string; activityPrice: string | null }[] }
    const shown = async () =>
      (await call<List<Product>>('GET', '/service/customer/products')).data.items.find(({ key }) => key === 'radio-set')
    await done('products', 'add', 'radio-set', 'Radio for all', '--service', 'skin', ...why)
    await done('plans', 'add', 'radio-set', '6', '2,50', ...why)
    expect(await refused('plans', 'add', 'radio-set', '6', '1,234', ...why)).toBe('A0422')
    expect(await shown()).toBeUndefined()
    await done('products', 'set', 'radio-set', '--state', 'on-sale', ...why)
    // A new price leaves the plan on sale; a new link leaves a service with those who have it.
    await done('plans', 'set', 'radio-set', '6', '--price', '3', ...why)
    await done('services', 'set', 'chmax', '--app', 'https://mango.example/editor', ...why)
    expect(await done('services', 'list')).toMatch(/^chmax +true +https:\/\/mango\.example\/editor/m)
    expect((await shown())?.plans).toMatchObject([{ months: 6, payPrice: '3.0000' }])
    const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const made = await done('promotions', 'add', 'Winter', '--from', day(0), '--to', day(20), ...why)
    const id = /[0-9a-z]{20,}/i.exec(made)?.[0] ?? ''
    await done('promotions', 'price', id, 'radio-set', '6', '--price', '2', ...why)
    expect(await refused('promotions', 'move', id, 'resume', ...why)).toBe('M4404')
    await done('promotions', 'move', id, 'plan', ...why)
    expect((await shown())?.plans).toMatchObject([{ payPrice: '2.0000' }])
    await done('promotions', 'move', id, 'suspend', ...why)
    expect((await shown())?.plans).toMatchObject([{ payPrice: '3.0000' }])
    await done('plans', 'set', 'radio-set', '6', '--on-sale', 'false', ...why)
    expect(await shown()).toBeUndefined()
    expect(await done('plans', 'list')).toMatch(/^radio-set +on-sale +6 +3\.0000 +false/m)
  })
})

describe('boxes', () => {
  it('are replaced with everything paid for them, once, and the software of a model is listed', async () => {
    const number = await order({ plan: demoPlanId('quran', 12), price: '1.0000', method: mango, sn: otherSn })
    const until = (await find(number)).lines[0]?.periods[0]?.endsAt
    expect(await done('boxes', 'move', otherSn, newSn, ...why, '--yes')).toContain(`Moved to ${newSn}.`)
    type Boxes = List<{ sn: string; services: { service: string; endsAt: string | null }[] }>
    const { items } = (await call<Boxes>('GET', '/service/customer/boxes')).data
    expect(items.map((box) => box.sn)).not.toContain(otherSn)
    expect(items.find((box) => box.sn === newSn)?.services).toContainEqual(
      expect.objectContaining({ service: 'quran', endsAt: until }),
    )
    expect(await refused('boxes', 'move', otherSn, sn, ...why, '--yes')).toMatch(/^D11|^S1/)
    const model = 'Mango S1'
    const added = await done('software', 'add', model, '9.9.9', ...why)
    expect(added).toContain(`Listed: ${model} 9.9.9`)
    expect(await done('software', 'list', '--model', model)).toContain('9.9.9')
    const id = /\(([0-9a-z-]{10,})\)/i.exec(added)?.[1] ?? ''
    expect(await done('software', 'withdraw', id, ...why)).toBe('The version is taken back.\n')
    expect(await done('software', 'list', '--model', model)).not.toContain('9.9.9')
  })
})
