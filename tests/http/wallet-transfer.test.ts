/**
 * The payment password and transfers over HTTP: simultaneous guesses, look-ups that reveal nothing, and limits of API
 * tokens.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HttpClient } from '../support/http-client'
import { startPortal, type Portal } from '../support/portal'

let portal: Portal
let customer: HttpClient
const six = '271828'
const origin = () => ({ origin: portal.origin })
const call = <D = { left?: number; until?: string }>(method: string, path: string, json: object) =>
  customer.api<D>(method, `/wallet/customer/${path}`, { json, headers: origin() })

beforeAll(async () => {
  portal = await startPortal({ env: { PLAIN_BODIES: 'on', LIMITS: 'off' } })
  customer = await portal.visitor().signIn('demo-user', 'mango-demo')
  const friend = await portal.visitor().signIn('demo-friend', 'mango-friend')
  for (const one of [customer, friend])
    expect(await one.api('POST', '/wallet/customer/account', { headers: origin() })).toMatchObject({ code: '0' })
  const set = await call('POST', 'password', { newPassword: six, repeatPassword: six, password: 'mango-demo' })
  expect(set).toMatchObject({ code: '0' })
  for (const batch of ['gift-one', 'gift-two'])
    expect(
      await portal.visitor().api('POST', '/operator/ledger/credit', {
        token: portal.tokens.operator,
        json: { user: 'demo-user', currency: 'MANGO', amount: '50', batch, why: 'for the tests' },
      }),
    ).toMatchObject({ code: '0' })
})
afterAll(async () => {
  await portal.stop()
})

const asked = { recipient: 'demo-friend', amount: '1', fee: '0' }

it('an API token sends with the payment password, but can neither set nor recover one', async () => {
  const token = portal.tokens.customer
  const program = (method: string, path: string, json?: object) =>
    portal.visitor().api<{ number: string }>(method, `/wallet/customer/${path}`, { token, ...(json && { json }) })
  const sent = await program('POST', 'transfers', { ...asked, paymentPassword: six, batch: 'by-a-program' })
  expect(sent).toMatchObject({ code: '0' })
  expect(sent.data.number).toMatch(/^\d{8}-\w{10}$/)
  const again = await program('POST', 'transfers', { ...asked, paymentPassword: six, batch: 'by-a-program' })
  expect(again.data).toEqual(sent.data)
  const unnamed = await program('POST', 'transfers', { ...asked, paymentPassword: six })
  expect(unnamed).toMatchObject({ status: 422, code: 'A0422', data: { field: 'batch' } })
  const recharged = await program('POST', 'recharges', { amount: '50', method: 12 })
  expect(recharged).toMatchObject({ status: 422, code: 'A0422', data: { field: 'batch' } })
  const nobody = await program('POST', 'transfers/preview', { ...asked, recipient: '' })
  expect(nobody).toMatchObject({ code: 'I1309', message: 'Enter the recipient.' })
  const noArea = await program('POST', 'transfers/preview', { ...asked, recipient: '0100 123 4567' })
  expect(noArea.message).toContain('with its country code, such as')
  for (const amount of ['', '1e3'])
    expect(await program('POST', 'recharges', { amount, method: -1, batch: 'no-amount' })).toMatchObject({
      code: 'A0422',
      data: { field: 'amount' },
    })
  const noneSuch = await program('GET', 'recharges/R20261123-AAAAAAAA')
  expect(noneSuch).toMatchObject({ code: 'R1000', message: 'This recharge was not found.' })
  const twice = { newPassword: '141421', repeatPassword: '141421' }
  for (const [method, path, json] of [
    ['POST', 'password', { ...twice, password: 'mango-demo' }],
    ['PUT', 'password', { ...twice, oldPassword: six }],
    ['POST', 'password/code', { type: 1 }],
    ['POST', 'password/recover', { ...twice, code: '123456' }],
  ] as const)
    expect(await program(method, path, json), `${method} ${path}`).toMatchObject({ code: 'A0403' })
})

it('a received transfer can be sent back from its page, with the form filled in and the sender found', async () => {
  const sent = await call<{ number: string }>('POST', 'transfers', {
    ...asked,
    paymentPassword: six,
    batch: 'goes-back',
  })
  const { number } = sent.data
  const friend = await portal.visitor().signIn('demo-friend', 'mango-friend')
  const set = { newPassword: six, repeatPassword: six, password: 'mango-friend' }
  await friend.api('POST', '/wallet/customer/password', { json: set, headers: origin() })
  const page = await (await friend.request(`/wallet/transactions/${number}`)).text()
  const link = `/wallet/transfer?back=${number}`
  expect(page).toContain(`href="${link}"`)
  expect(await (await customer.request(`/wallet/transactions/${number}`)).text()).not.toContain(link)
  const form = await (await friend.request(link)).text()
  expect([form.includes(`value="${number}"`), form.includes('value="1.0000"')]).toEqual([true, true])
  // It fills in nobody else's form.
  expect(await (await customer.request(link)).text()).not.toContain(`value="${number}"`)
  const next = await friend.post('/wallet/transfer', { recipient: number, amount: '1', note: '' })
  expect([next.status, next.headers.get('location')]).toEqual([303, '/wallet/transfer/confirm'])
  const confirm = await (await friend.request('/wallet/transfer/confirm')).text()
  expect(confirm.replaceAll(/<[^>]*>/g, ' ')).toMatch(/Their name begins with\s+d…/i)
})

it('a form with several faults reports them all at once, and sends nothing', async () => {
  const faultsOf = async (fields: Record<string, string>): Promise<string[]> => {
    const answer = await customer.post('/wallet/transfer', { note: '', ...fields })
    const text = await answer.text()
    expect([answer.status, text.includes('Mango sent')]).toEqual([422, false])
    return [...text.matchAll(/<a href="#field-([^"]+)"[^>]*>([^<]+)<\/a>/g)]
      .map(([, field = '']) => field)
      .filter((field) => ['recipient', 'amount', 'note'].includes(field))
  }
  expect(await faultsOf({ recipient: '', amount: '' })).toEqual(['recipient', 'amount'])
  expect(await faultsOf({ recipient: ' ', amount: '1e3', note: 'x'.repeat(101) })).toEqual([
    'recipient',
    'amount',
    'note',
  ])
  expect(await faultsOf({ recipient: 'demo-friend', amount: '0' })).toEqual(['amount'])
})

it('an unknown, a disabled and a walletless recipient look the same', async () => {
  const disabled = portal.visitor()
  await disabled.post('/register', { userName: 'GoneAway', password: 'gone-away-1', repeatPassword: 'gone-away-1' })
  await disabled.api('POST', '/wallet/customer/account', { headers: origin() })
  const token = portal.tokens.operator
  const operator = { token, json: { disabled: true, why: 'for the tests' } }
  type Found = { items: { id: string }[] }
  const found = await portal.visitor().api<Found>('GET', '/operator/accounts?search=GoneAway', { token })
  const switched = await portal.visitor().api('PUT', `/operator/accounts/${found.data.items[0]?.id}`, operator)
  expect(switched).toMatchObject({ code: '0' })
  // tests/unit/wallet/transfer.test.ts proves that the work is the same too.
  const answers = new Set<string>()
  for (const recipient of ['nobody-at-all', 'demo-admin', 'GoneAway']) {
    const { code, message, data } = await call('POST', 'transfers/preview', { ...asked, recipient })
    answers.add(JSON.stringify([code, message, data]))
  }
  expect([...answers]).toHaveLength(1)
  expect([...answers][0]).toContain('MC1009')
})

it('a wrong payment password is reported at the confirmation even without the form before it', async () => {
  const form = { ...asked, note: '', seen: '', batch: 'without-a-step', paymentPassword: '314159' }
  const answer = await customer.post('/wallet/transfer/confirm', form)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/wallet/transfer'])
  const page = await customer.request('/wallet/transfer')
  expect(await page.text()).toContain('The payment password is wrong. Attempts left: 9.')
  const right = { ...asked, paymentPassword: six, batch: 'after-the-wrong-one' }
  expect(await call('POST', 'transfers', right)).toMatchObject({ code: '0' })
})

it('fifty simultaneous guesses count as ten: nine get an answer, then the password is locked for a day', async () => {
  const guesses = Array.from({ length: 50 }, (_, at) => ({
    paymentPassword: String(900_000 + 17 * at),
    batch: `guess-${at}-of-many`,
  }))
  const answers = await Promise.all(guesses.map((guess) => call('POST', 'transfers', { ...asked, ...guess })))
  const of = (code: string) => answers.filter((one) => one.code === code)
  expect([of('MC1106').length, of('MC1105').length]).toEqual([9, 41])
  expect(
    of('MC1106')
      .map(({ data }) => data.left)
      .sort(),
  ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  const [locked] = of('MC1105')
  const hours = (new Date(locked?.data.until ?? 0).getTime() - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(23.9)
  expect(hours).toBeLessThanOrEqual(24)
  // The right password is locked too.
  const right = { ...asked, paymentPassword: six, batch: 'the-right-one' }
  expect(await call('POST', 'transfers', right)).toMatchObject({ code: 'MC1105' })
  const limits = await customer.api('GET', '/wallet/customer/limits', { headers: origin() })
  expect(limits.data).toMatchObject({ attemptsLeft: 0, lockedUntil: locked?.data.until })
})
