/**
 * The receipt file over HTTP, by program and by page: drawn only when its bytes are sent, with a limit for each
 * account.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoAccounts } from '~/modules/account/account.server'
import { now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { rules } from '~/platform/limits.server'
import { people } from '../support/people'
import { startPortal, type Portal } from '../support/portal'
import { seedPeople } from '../support/seeded'
import { giveMango, placed, sell } from '../support/shop'

const [{ id: userId }] = demoAccounts
const sn = '100000000001'
let portal: Portal
let byApi = ''
let byPage = ''
beforeAll(async () => {
  await seedPeople()
  await db.device.create({ data: { sn, userId, boundAt: now(), nickname: 'Living room' } })
  const plan = await sell('skin', ['skin'], { price: '1' })
  await giveMango(userId, '1')
  const number = await placed({ userId, sn }, plan, '1', { method: 100 })
  byApi = `/api/order/customer/orders/${number}/receipt`
  byPage = `/order/${number}/receipt.pdf`
  portal = await startPortal({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => portal.stop())

const program = (method: string, headers: Record<string, string> = {}) =>
  fetch(portal.origin + byApi, { method, headers: { authorization: `Bearer ${portal.tokens.customer}`, ...headers } })

it('a receipt is sent whole, as a range, and not again to a client that has it', async () => {
  const whole = await program('GET')
  const bytes = Buffer.from(await whole.arrayBuffer())
  const etag = whole.headers.get('etag') ?? ''
  expect([whole.status, whole.headers.get('content-type'), bytes.toString('latin1', 0, 5)]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ])
  expect(etag).toMatch(/^W\/"[0-9a-f]{32}"$/)
  const part = await program('GET', { range: 'bytes=0-4' })
  expect([part.status, await part.text()]).toEqual([206, '%PDF-'])
  // The weak ETag means the same receipt, not the same bytes: parts of two copies can't be joined.
  const joined = await program('GET', { range: 'bytes=0-4', 'if-range': etag })
  expect([joined.status, (await joined.arrayBuffer()).byteLength]).toEqual([200, bytes.length])
  expect((await program('GET', { 'if-none-match': etag })).status).toBe(304)
  expect((await program('GET', { 'if-none-match': etag, 'accept-language': 'fa' })).status).toBe(200)
})

it('a receipt is not drawn for HEAD, which returns every header but the length', async () => {
  const { etag, ...whole } = Object.fromEntries((await program('GET')).headers)
  const asked = await program('HEAD')
  const head = Object.fromEntries(asked.headers)
  expect([asked.status, head['etag'], head['content-length']]).toEqual([200, etag, undefined])
  expect(head['content-disposition']).toBe(whole['content-disposition'])
  expect((await program('HEAD', { 'if-none-match': etag ?? '' })).status).toBe(304)
  const customer = await portal.visitor().signIn(people.customer.userName, people.customer.password)
  const page = await customer.request(byPage, { method: 'HEAD' })
  expect([page.status, page.headers.get('content-type'), page.headers.get('content-length')]).toEqual([
    200,
    'application/pdf',
    null,
  ])
})

it('drawing receipts has a limit for each account, shared by program and page', async () => {
  const customer = await portal.visitor().signIn(people.customer.userName, people.customer.password)
  let last = await program('GET')
  for (let drawn = 0; drawn < rules['receipt-pdf'].points && last.status === 200; drawn++) {
    await last.arrayBuffer()
    last = await program('GET', { 'x-forwarded-for': `10.${drawn}.0.1` })
  }
  expect([last.status, ((await last.json()) as { code: string }).code]).toEqual([429, 'I1009'])
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(60)
  const page = await customer.request(byPage, { headers: { accept: 'text/html' } })
  const waitS = Number(page.headers.get('retry-after'))
  expect([page.status, waitS > 60]).toEqual([429, true])
  expect(await page.text()).toContain(`You can try again in ${Math.ceil(waitS / 60)} minutes.`)
  expect((await program('HEAD')).status).toBe(200)
})
