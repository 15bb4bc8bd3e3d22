/**
 * No answer reveals which accounts exist: status, headers, page and cookies are the same for existing and unknown
 * ones. same-work.test.ts compares the work, and so the time.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPortal, type Portal } from '../support/portal'
import { seedPeople } from '../support/seeded'

let portal: Portal
beforeAll(async () => {
  const { demoAccounts } = await import('~/modules/account/account.server')
  const { db } = await import('~/platform/db.server')
  await seedPeople()
  await db.user.update({
    where: { id: demoAccounts[1].id },
    data: { email: 'demo-friend@mango.example', emailKey: 'demo-friend@mango.example' },
  })
  portal = await startPortal({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => portal.stop())

let asked = 0
/** The visible parts of an answer, without the input and random values. */
const seen = async (answer: Response, typed: readonly string[]): Promise<unknown> => {
  let body = await answer.text()
  for (const text of [...typed, ...typed.map(encodeURIComponent)]) body = body.replaceAll(text, '…')
  const plain = body
    .replaceAll(/nonce="[^"]*"/g, '')
    .replaceAll(/"(?:nonce|requestId|storageKey)":"[^"]*"/g, '')
    .replaceAll(/[\w-]{60,}/g, '…')
    .replaceAll(/[0-9a-hjkmnp-tv-z]{26}/g, '…')
  const cookies = answer.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, ''))
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    cookies,
    cache: answer.headers.get('cache-control'),
    body: plain,
  }
}
/** Each stranger has its own network: many codes from one network need a captcha. */
const post = async (address: string, fields: Record<string, string>, visitor = portal.visitor()): Promise<unknown> => {
  asked++
  const answer = await visitor.post(address, fields, { 'x-forwarded-for': `10.${9 + (asked >> 8)}.${asked & 255}.7` })
  return seen(answer, Object.values(fields))
}
const get = async (address: string, typed: string[]): Promise<unknown> => {
  asked++
  return seen(
    await portal
      .visitor()
      .request(address, { headers: { 'x-forwarded-for': `10.${9 + (asked >> 8)}.${asked & 255}.7` } }),
    typed,
  )
}

const pairs = [
  ['user name', { identifier: 'demo-user' }, { identifier: 'demo-user-not' }],
  ['user name without any contact', { identifier: 'demo-operator' }, { identifier: 'demo-operat-x' }],
  ['e-mail', { identifier: 'demo-user@mango.example' }, { identifier: 'demo-nobody@mango.example' }],
  ['phone', { identifier: '7700900123', area: '+44' }, { identifier: '7700900199', area: '+44' }],
  ['serial number', { identifier: '100000000001' }, { identifier: '999999999999' }],
] as const

describe('an existing and an unknown account get the same answer', () => {
  for (const [what, known, ghost] of pairs) {
    it(`to a wrong password, by ${what}`, async () => {
      expect(await post('/login', { ...known, password: 'not-the-one' })).toEqual(
        await post('/login', { ...ghost, password: 'not-the-one' }),
      )
    })
    it(`to a code for signing in, by ${what}`, async () => {
      const answer = await post('/login/code', known)
      expect(answer).toMatchObject({ status: 303 })
      expect(answer).toEqual(await post('/login/code', ghost))
    })
  }
  // Two codes for one name must be a minute apart, so recovery uses other accounts.
  for (const [what, known, ghost] of [
    ['user name', 'demo-admin', 'demo-admit'],
    ['user name of a brand', 'demo-vno', 'demo-von'],
  ] as const)
    it(`to a forgotten password, by ${what}`, async () => {
      const answer = await post('/forget', { identifier: known })
      expect(answer).toMatchObject({ status: 303 })
      expect(answer).toEqual(await post('/forget', { identifier: ghost }))
    })
  it('to a code for registering with an e-mail or phone', async () => {
    const emails = ['demo-friend@mango.example', 'demo-ghost1@mango.example'] as const
    const [known, ghost] = [
      await get(`/api/iot/customer/vcode?purpose=register&type=1&email=${emails[0]}`, [emails[0]]),
      await get(`/api/iot/customer/vcode?purpose=register&type=1&email=${emails[1]}`, [emails[1]]),
    ]
    expect(known).toMatchObject({ status: 200 })
    expect(known).toEqual(ghost)
  })
  it('to a visitor’s second request within a minute', async () => {
    const twice = async (who: Record<string, string>): Promise<unknown> => {
      const visitor = portal.visitor()
      await visitor.request('/login/code')
      await post('/login/code', who, visitor)
      return JSON.parse(JSON.stringify(await post('/login/code', who, visitor)).replaceAll(/\b[1-6]?\d\b/g, '#'))
    }
    for (const [, known, ghost] of pairs) {
      const answer = await twice(known)
      expect(answer).toMatchObject({ location: null })
      expect(answer).toEqual(await twice(ghost))
    }
  })
  it('to the fourth request by strangers within a minute: a captcha for both', async () => {
    // A fresh name that no request has used yet.
    const answers: unknown[] = []
    for (const identifier of ['demo-friend', 'demo-fiend']) {
      for (let n = 0; n < 3; n++)
        expect(await post('/login/code', { identifier })).toMatchObject({ status: 303, location: '/login/code/enter' })
      answers.push(await post('/login/code', { identifier }))
    }
    expect(answers[0]).toMatchObject({ status: 303, location: expect.stringContaining('/verification?') as string })
    expect(answers[0]).toEqual(answers[1])
  })
})
