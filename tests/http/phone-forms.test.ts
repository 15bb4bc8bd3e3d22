/**
 * Telephone numbers as people of an area type them, at every form and call that sends a code: it goes to the number
 * that was meant, or the page asks. The inputs are those of public reports.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpClient } from '../support/http-client'
import { startPortal, type Portal } from '../support/portal'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ env: { LIMITS: 'off' } })
})
afterAll(() => portal.stop())

const typed = [
  ['+98', '0912 345 6789', '+989123456789'],
  ['+98', '۰۹۱۲۳۴۵۶۷۸۹', '+989123456789'],
  ['+98', '989123456789', '+989123456789'],
  ['+98', '00989123456789', '+989123456789'],
  ['+20', '201001234567', '+201001234567'],
  ['+7', '79161234567', '+79161234567'],
  ['+7', '8 916 123-45-67', '+79161234567'],
  ['+1', '1-202-555-0123', '+12025550123'],
  ['+1', '(202) 555-0123', '+12025550123'],
  ['+90', '0532 123 45 67', '+905321234567'],
  ['+44', '+4407700 900123', '+447700900123'],
] as const

/** The newest message, of all or to one number. */
const newest = async (to?: string): Promise<string | null> => {
  const address = `/dev/outbox${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`
  const page = await (await portal.visitor().request(address)).text()
  return /href="(\/dev\/outbox\/[^"?]+)/.exec(page)?.[1] ?? null
}
/** Expects that the newest message has just been sent to this number, and that no other one followed. */
const expectSent = async (number: string, ask: () => Promise<unknown>, what: unknown): Promise<void> => {
  const before = await newest()
  const answer = await ask()
  const now = await newest()
  expect([what, answer, now !== before, await newest(number)]).toEqual([what, answer, true, now])
}
let visitors = 0
/** A new account, signed in. */
const join = async (contact = ''): Promise<{ client: HttpClient; status: number }> => {
  const client = portal.visitor()
  await client.request('/register')
  const password = 'correct-horse'
  const fields = { userName: `phone-person-${++visitors}`, password, repeatPassword: password, contact }
  return { client, status: (await client.post('/register', fields)).status }
}

describe('a telephone number typed for an area', () => {
  it.each(typed)('%s, %s: a code on the page of a captcha goes to %s', async (area, phone, number) => {
    const client = portal.visitor()
    await client.request('/login')
    const page = '/verification/code?purpose=recover&returnTo=%2Fforget&by=phone'
    await expectSent(number, async () => (await client.post(page, { area, phone })).status, phone)
  })
  it.each(typed)('%s, %s: the code for an account’s new phone goes to %s', async (area, phone, number) => {
    const { client } = await join()
    await expectSent(number, async () => (await client.post('/personal/contact/phone', { area, phone })).status, phone)
    expect(await (await client.request('/personal/contact/phone/code')).text()).toContain('A code is on its way to')
  })
  it.each(typed)('%s, %s: a code by call goes to %s', async (areaCode, phone, number) => {
    const query = new URLSearchParams({ type: '2', areaCode, phone }).toString()
    await expectSent(
      number,
      async () => (await portal.visitor().api('GET', `/iot/customer/vcode?${query}`)).code,
      phone,
    )
  })
  it.each(typed)('%s, %s: in the one field of registration it goes to %s', async (area, phone, number) => {
    // Whoever types no area code puts it first.
    const contact = /^(?:\+|00)/.test(phone) ? phone : `${area} ${phone}`
    await expectSent(number, async () => (await join(contact)).status, contact)
  })
  it('signs an account in by code, with the area code before it in one field', async () => {
    const number = '+447700900123'
    for (const identifier of [number, '+44 07700 900123', '0044 7700 900123', '+4407700 900123', '+44 ۰۷۷۰۰۹۰۰۱۲۳'])
      for (const path of ['/login/code', '/forget']) {
        const client = portal.visitor()
        await client.request(path)
        await expectSent(number, async () => (await client.post(path, { identifier, type: 'sms' })).status, identifier)
      }
  })
  it('is asked for again if it is no number of its area, and nothing is sent', async () => {
    const { client } = await join()
    const before = await newest()
    for (const [area, phone] of [
      ['+98', '123'],
      ['+1', '202 555'],
      ['+44', '+98 912 345 6789'],
      ['+1', '555 0123'],
      ['+7', '+1 202 555 0123'],
      ['+20', '100 123 4567 ext 9'],
      ['', '0912 345 6789'],
    ] as const) {
      const answer = await client.post('/personal/contact/phone', { area, phone })
      expect([phone, answer.status, await newest()]).toEqual([phone, 422, before])
    }
  })
})
