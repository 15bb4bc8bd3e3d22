/**
 * Card attempts of one account on the pages, without scripts: after five in an hour a captcha is needed, and solving
 * it continues with the same order. A program is told to wait.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoAccounts } from '~/modules/account/account.server'
import { demoPlanId, seedCatalogue } from '~/modules/catalogue/catalogue.seed.server'
import { now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { rules } from '~/platform/limits.server'
import { revealCaptcha } from '../support/captcha'
import type { HttpClient } from '../support/http-client'
import { people } from '../support/people'
import { startPortal, type Portal } from '../support/portal'
import { startSandbox, type TestSandbox } from '../support/sandbox'
import { seedPeople } from '../support/seeded'

const [user] = demoAccounts
const card = '-1'
const sns = Array.from({ length: rules['card-attempt'].points + 1 }, (_, index) => String(100_000_000_001 + index))
let portal: Portal
let sandbox: TestSandbox
let customer: HttpClient
beforeAll(async () => {
  await seedPeople()
  await seedCatalogue()
  for (const sn of sns) await db.device.create({ data: { sn, userId: user.id, boundAt: now() } })
  sandbox = await startSandbox()
  portal = await startPortal({ env: sandbox.env })
  await sandbox.setPortal(portal.origin)
  customer = await portal.visitor().signIn(people.customer.userName, people.customer.password)
})
afterAll(async () => {
  await portal.stop()
  await sandbox.stop()
})

const place = async (sn: string): Promise<string> => {
  const placed = await portal.visitor().api<{ number: string }>('POST', '/order/customer/orders', {
    token: portal.tokens.customer,
    json: { sn, plan: demoPlanId('skin', 12), price: '3.0000' },
  })
  expect(placed).toMatchObject({ code: '0' })
  return placed.data.number
}
let batches = 0
const choose = async (number: string) => {
  const answer = await customer.post(`/order/${number}/pay`, {
    intent: 'choose',
    batch: `card-${++batches}`,
    method: card,
    shown: '3',
  })
  return { status: answer.status, location: answer.headers.get('location') ?? '' }
}
const attempts = (number: string) => db.paymentAttempt.count({ where: { order: { number } } })

it('a sixth card within an hour needs a captcha, and its payment starts once the captcha is solved', async () => {
  const numbers = []
  for (const sn of sns) numbers.push(await place(sn))
  const last = numbers.pop() ?? ''
  for (const number of numbers) expect(await choose(number)).toEqual({ status: 303, location: `/order/${number}/pay` })

  const asked = await choose(last)
  expect(asked).toEqual({
    status: 303,
    location: `/verification?purpose=pay&returnTo=${encodeURIComponent(`/order/${last}/pay`)}`,
  })
  expect(await attempts(last)).toBe(0)
  // A program can't be shown a picture, so it must wait.
  const told = await portal.visitor().api('POST', `/payment/customer/orders/${last}`, {
    token: portal.tokens.customer,
    json: { method: Number(card) },
  })
  expect(told).toMatchObject({ status: 429, code: 'I1009' })

  // Never digits, since a small program can read them.
  const first = await customer.request(`${asked.location}&kind=text`)
  // Sets the cookie that the picture is bound to.
  expect(first.status).toBe(302)
  const page = await (await customer.request(first.headers.get('location') ?? '')).text()
  expect(page).toContain('Operation Verification')
  expect(page).not.toContain('name="kind" value="text"')
  const key = /name="key" value="(cap_[\w-]+)"/.exec(page)?.[1] ?? ''
  const right = await revealCaptcha(portal.dataDir, key)
  const solved = await customer.post(asked.location, {
    key,
    kind: right.kind,
    ...(right.kind === 'slider' ? { across: String(right.x + 25), down: String(right.y + 25) } : {}),
    ...(right.kind === 'rotate' ? { turn: String(360 - right.degrees) } : {}),
  })
  expect([solved.status, solved.headers.get('location')]).toEqual([303, `/order/${last}/pay`])
  expect(await (await customer.request(`/order/${last}/pay`)).text()).toContain(`value="${card}"`)

  expect(await choose(last)).toEqual({ status: 303, location: `/order/${last}/pay` })
  expect(await attempts(last)).toBe(1)
  const begun = await (await customer.request(`/order/${last}/pay`)).text()
  expect(begun).toContain('/c/pay/')
})
