/** Sending codes: how often, to whom, with which captcha, and which are never sent. The clock is stopped. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { db } from '~/platform/db.server'
import { rules } from '~/platform/limits.server'
import {
  clearOldCodes,
  checkCode,
  sendCode,
  spendCode,
  type SendInput,
} from '~/modules/verification/verification.server'
import { grantPass } from '~/modules/captcha/captcha.server'
import { findSentCode, listSent, openOutbox, visitOf } from '../../support/verification'

openOutbox()
vi.useFakeTimers({ toFake: ['Date'] })
let nowMs = Date.UTC(2026, 0, 1)
const wait = (ms: number): void => {
  nowMs += ms
  vi.setSystemTime(nowMs)
}
beforeEach(() => wait(3 * 86_400_000))
afterAll(() => vi.useRealTimers())

let people = 0
const mail = (email = `person${++people}@mango.example`) => ({ channel: 'mail', email }) as const
const send = (more: Partial<SendInput> = {}) =>
  sendCode({
    purpose: 'bind',
    contact: mail(),
    userId: null,
    visit: visitOf(`v${++people}`, `198.51.100.${people % 250}`),
    ...more,
  })
const codeOf = (answer: { ok: true } | { ok: false; code: string }): string => (answer.ok ? 'ok' : answer.code)

describe('a code', () => {
  it('can be requested once a minute (I1101) and ten times a day (I1105) for one contact', async () => {
    const contact = mail()
    const visit = visitOf('patient', '203.0.113.60')
    const ask = async () => {
      await grantPass(visit, 'send-code')
      return send({ contact, visit })
    }
    const codes: string[] = []
    for (let n = 0; n < 11; n++) {
      codes.push(codeOf(await ask()))
      if (n === 0) {
        expect(await ask()).toMatchObject({ code: 'I1101', data: { retryAfterSeconds: 60 } })
        wait(59_000)
        expect(await ask()).toMatchObject({ code: 'I1101', data: { retryAfterSeconds: 1 } })
      }
      wait(400_000)
    }
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'ok'), 'I1105'])
    expect((await listSent(contact.email)).length).toBe(10)
    wait(86_400_000)
    expect(codeOf(await ask())).toBe('ok')
  })
  it('requested by a stranger neither blocks nor ends another’s', async () => {
    const contact = mail()
    const mine = visitOf('mine-first', '203.0.113.61')
    expect(codeOf(await send({ contact, visit: mine }))).toBe('ok')
    const code = (await findSentCode(contact.email)) ?? ''
    wait(1000)
    expect(codeOf(await send({ contact }))).toBe('ok')
    expect(await checkCode({ purpose: 'bind', contact, visit: mine, code })).toMatchObject({ ok: true })
    // And in reverse: the second one does not wait for the stranger's minute.
    const other = mail()
    expect(codeOf(await send({ contact: other }))).toBe('ok')
    expect(codeOf(await send({ contact: other, visit: visitOf('mine-second', '203.0.113.62') }))).toBe('ok')
  })
  it('goes to one contact 3 times a minute and 5 a day; captchas and the owner have shares of their own', async () => {
    const contact = mail()
    const codes: string[] = []
    for (let n = 0; n < 3; n++) codes.push(codeOf(await send({ contact })))
    expect(codes).toEqual(['ok', 'ok', 'ok'])
    expect(await send({ contact })).toMatchObject({ code: 'B0005', data: { purpose: 'send-code' } })
    const passedOf = async () => {
      const visit = visitOf(`passed${++people}`, `203.0.113.${70 + (people % 50)}`)
      await grantPass(visit, 'send-code')
      return send({ contact, visit })
    }
    for (let n = 0; n < 3; n++) expect(codeOf(await passedOf())).toBe('ok')
    expect(await passedOf()).toMatchObject({ code: 'I1101', data: { retryAfterSeconds: 60 } })
    wait(61_000)
    for (let n = 0; n < 2; n++) expect(codeOf(await send({ contact }))).toBe('ok')
    wait(61_000)
    expect(codeOf(await send({ contact }))).toBe('B0005')
    for (let n = 3; n < 10; n++) {
      expect(codeOf(await passedOf())).toBe('ok')
      wait(61_000)
    }
    expect(codeOf(await passedOf())).toBe('I1105')
    // Strangers requested fifteen; the signed-in owner still gets one at once.
    expect(
      codeOf(
        await send({
          contact,
          purpose: 'change-password',
          userId: 'owner',
          visit: visitOf('session:owner', '203.0.113.130'),
        }),
      ),
    ).toBe('ok')
    expect((await listSent(contact.email)).length).toBe(16)
  })
  it('in place of a captcha uses up nobody else’s share', async () => {
    const contact = mail()
    for (let n = 0; n < 5; n++) {
      expect(codeOf(await send({ contact, purpose: 'captcha' }))).toBe('ok')
      wait(61_000)
    }
    expect(codeOf(await send({ contact, purpose: 'captcha' }))).toBe('I1105')
    expect(codeOf(await send({ contact }))).toBe('ok')
  })
  it('requested by several names reveals through no captcha that they are one account', async () => {
    const contact = mail()
    for (let n = 0; n < 5; n++) {
      expect(codeOf(await send({ purpose: 'recover', contact }))).toBe('ok')
      wait(61_000)
    }
    expect(codeOf(await send({ purpose: 'recover', contact }))).toBe('B0005')
    expect(codeOf(await send({ purpose: 'recover', contact, asked: 'user-name its-owner' }))).toBe('ok')
    expect(codeOf(await send({ purpose: 'recover', contact: mail(), asked: 'user-name nobody', decoy: true }))).toBe(
      'ok',
    )
  })
  it('needs a captcha from the third per address or browser in an hour; a refusal uses nothing up', async () => {
    const visit = visitOf('third', '203.0.113.9')
    expect([codeOf(await send({ visit })), codeOf(await send({ visit }))]).toEqual(['ok', 'ok'])
    const contact = mail()
    expect(await send({ visit, contact })).toMatchObject({ code: 'B0005', data: { purpose: 'send-code' } })
    expect(codeOf(await send({ visit, contact, purpose: 'recover' }))).toBe('B0005')
    // Another browser at the same address, and the same browser at another address.
    expect(codeOf(await send({ visit: visitOf('other', '203.0.113.9') }))).toBe('B0005')
    expect(codeOf(await send({ visit: { ...visit, address: '203.0.113.10' } }))).toBe('B0005')
    await grantPass(visit, 'sign-in')
    expect(codeOf(await send({ visit, contact }))).toBe('B0005')
    await grantPass(visit, 'send-code')
    expect(codeOf(await send({ visit, contact }))).toBe('ok')
    expect(codeOf(await send({ visit }))).toBe('B0005')
    // A wait does not use the captcha up.
    await grantPass(visit, 'send-code')
    expect(codeOf(await send({ visit, contact }))).toBe('I1101')
    expect(codeOf(await send({ visit }))).toBe('ok')
  })
  it('in place of a captcha needs none, but is limited to ten an hour per address', async () => {
    const codes: string[] = []
    for (let n = 0; n < 11; n++)
      codes.push(codeOf(await send({ purpose: 'captcha', visit: visitOf('blind', '203.0.113.20') })))
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'ok'), 'I1009'])
  })
  it('by SMS is limited for numbers that begin alike', async () => {
    const codes: string[] = []
    for (let n = 0; n < 61; n++)
      codes.push(
        codeOf(
          await send({
            contact: { channel: 'sms', area: '+881', phone: `631${n % 10}${10_000 + n}` },
            visit: visitOf(`row${n}`, `10.1.${n}.1`),
          }),
        ),
      )
    expect(codes.filter((code) => code === 'ok').length).toBe(60)
    expect(codes.at(-1)).toBe('I1009')
    expect(codeOf(await send({ contact: { channel: 'sms', area: '+881', phone: '777000000' } }))).toBe('ok')
  })
  it('by SMS needs a captcha after half of the daily budget, and waits when all of it is gone', async () => {
    const { points } = rules['sms-day']
    const spend = async (used: number) =>
      db.rateLimit.upsert({
        where: { key: 'sms-day:all' },
        create: { key: 'sms-day:all', points: used, expire: new Date(nowMs + 1000) },
        update: { points: used, expire: new Date(nowMs + 1000) },
      })
    const visit = visitOf('spender', '203.0.113.30')
    const sms = (n: number) => ({ channel: 'sms', area: '+49', phone: `15${n}0000000`.slice(0, 10) }) as const
    await spend(points / 2)
    expect(codeOf(await send({ visit, contact: sms(1) }))).toBe('ok')
    expect(codeOf(await send({ contact: sms(2) }))).toBe('B0005')
    // A code in place of a captcha is not a way around it; a mail costs nothing.
    expect(codeOf(await send({ purpose: 'captcha', contact: sms(5) }))).toBe('I1009')
    expect(codeOf(await send({ purpose: 'captcha' }))).toBe('ok')
    expect(codeOf(await send())).toBe('ok')
    await spend(points)
    await grantPass(visit, 'send-code')
    expect(codeOf(await send({ visit, contact: sms(3) }))).toBe('I1009')
    // By name, nothing reveals that the account has only a phone.
    const named = visitOf('named', '203.0.113.31')
    await grantPass(named, 'recover')
    expect(
      await send({ purpose: 'recover', visit: named, contact: sms(4), asked: 'user-name somebody' }),
    ).toMatchObject({ ok: true, value: { channel: null, sentTo: null } })
    expect(await findSentCode('+491540000000')).toBeNull()
  })
  it('requested by several names reaches one contact three times a minute; every answer is alike', async () => {
    const contact = mail()
    for (let n = 0; n < 5; n++)
      expect(await send({ purpose: 'recover', contact, asked: `user-name alias-${n}` })).toMatchObject({ ok: true })
    expect((await listSent(contact.email)).length).toBe(3)
  })
  it('for an unknown account is never sent nor right; a mailbox is told', async () => {
    const contact = mail()
    const visit = visitOf('stranger')
    expect(await send({ purpose: 'recover', contact, visit, decoy: true })).toMatchObject({
      ok: true,
      value: { channel: 'mail', sentTo: contact.email },
    })
    expect(await listSent(contact.email)).toEqual(['no-account'])
    const phone = { channel: 'sms', area: '+20', phone: '1009998887' } as const
    expect(await send({ purpose: 'recover', contact: phone, visit, decoy: true })).toMatchObject({ ok: true })
    expect(await listSent('+201009998887')).toEqual([])
    for (let n = 4; n >= 0; n--)
      expect(await checkCode({ purpose: 'recover', contact, visit, code: `00000${n}` })).toMatchObject({
        code: 'I1104',
        data: { triesLeft: n },
      })
    expect(await checkCode({ purpose: 'recover', contact, visit, code: '000000' })).toMatchObject({ code: 'I1103' })
  })
  it('is valid only for its purpose, its contact and the browser that requested it', async () => {
    const contact = mail()
    const visit = visitOf('mine')
    await send({ contact, visit })
    const code = (await findSentCode(contact.email)) ?? ''
    expect(await checkCode({ purpose: 'recover', contact, visit, code })).toMatchObject({ code: 'I1103' })
    expect(await checkCode({ purpose: 'bind', contact: mail(), visit, code })).toMatchObject({ code: 'I1103' })
    expect(await checkCode({ purpose: 'bind', contact, visit: visitOf('thief'), code })).toMatchObject({
      code: 'I1103',
    })
    for (const odd of ['', '12345', '1234567', 'abcdef', ' ', '1'.repeat(1_000_000), '١٢٣٤٥٦'])
      expect(await checkCode({ purpose: 'bind', contact, visit, code: odd })).toMatchObject({ code: 'I1103' })
    expect(await checkCode({ purpose: 'bind', contact, visit, code })).toMatchObject({ ok: true })
  })
  it('is in no column of the database', async () => {
    const contact = mail()
    await send({ contact, visit: visitOf('secret') })
    const code = (await findSentCode(contact.email)) ?? ''
    const row = await db.verificationCode.findFirstOrThrow({ where: { targetKey: contact.email } })
    const message = await db.outboxMessage.findFirstOrThrow({ where: { recipient: contact.email } })
    expect(
      JSON.stringify({ ...row, id: '', createdAt: 0, expiresAt: 0 }) +
        JSON.stringify({ ...message, id: '', bodySealed: '', createdAt: 0, sentAt: 0, expiresAt: 0, nextTryAt: 0 }),
    ).not.toContain(code)
  })
})

describe('simultaneous use', () => {
  it('of one code lets exactly one of twenty succeed, the others get I1103', async () => {
    const contact = mail()
    const visit = visitOf('racer', '203.0.113.40')
    await send({ contact, visit })
    const code = (await findSentCode(contact.email)) ?? ''
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => spendCode({ purpose: 'bind', contact, visit, code })),
    )
    expect(answers.filter((answer) => answer.ok).length).toBe(1)
    expect(new Set(answers.filter((answer) => !answer.ok).map((answer) => (answer.ok ? '' : answer.code)))).toEqual(
      new Set(['I1103']),
    )
  })
  it('of one code in separate transactions lets exactly one succeed', async () => {
    const contact = mail()
    const visit = visitOf('racer2', '203.0.113.41')
    await send({ contact, visit })
    const code = (await findSentCode(contact.email)) ?? ''
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        db.$transaction((tx) => spendCode({ purpose: 'bind', contact, visit, code }, tx)),
      ),
    )
    expect(answers.filter((answer) => answer.ok).length).toBe(1)
  })
  it('by guessing compares no more than five', async () => {
    const contact = mail()
    const visit = visitOf('guesser', '203.0.113.42')
    await send({ contact, visit })
    const code = (await findSentCode(contact.email)) ?? ''
    const guesses = Array.from({ length: 40 }, (_, n) => String((Number(code) + n + 1) % 1_000_000).padStart(6, '0'))
    const answers = await Promise.all(
      guesses.map((guess) => checkCode({ purpose: 'bind', contact, visit, code: guess })),
    )
    expect(answers.filter((answer) => !answer.ok && answer.code === 'I1104').length).toBe(5)
    expect(await checkCode({ purpose: 'bind', contact, visit, code })).toMatchObject({ code: 'I1103' })
  })
  it('by sending lets one of ten go out', async () => {
    const contact = mail()
    const visit = visitOf('sender', '203.0.113.43')
    const answers = await Promise.all(Array.from({ length: 10 }, () => send({ contact, visit })))
    expect(answers.filter((answer) => answer.ok).length).toBe(1)
    expect((await listSent(contact.email)).length).toBe(1)
  })
})

describe('guessing', () => {
  it.each([
    ['checked', checkCode, '203.0.113.50'],
    ['spent at once', spendCode, '203.0.113.51'],
  ])('is limited per address over all codes that are %s', async (_, guess, address) => {
    const codes: string[] = []
    for (let n = 0; n < 61; n++)
      codes.push(
        codeOf(await guess({ purpose: 'bind', contact: mail(), visit: visitOf(`g${n}`, address), code: '123456' })),
      )
    expect([codes.slice(0, 60).every((code) => code === 'I1103'), codes.at(-1)]).toEqual([true, 'I1009'])
  })
})

describe('old rows', () => {
  it('are deleted a day after their end', async () => {
    await db.verificationCode.deleteMany()
    await send()
    wait(86_400_000)
    expect(await clearOldCodes()).toBe(0)
    wait(700_000)
    expect(await clearOldCodes()).toBe(1)
  })
})

describe('one network', () => {
  const ask = async (n: number, address: string) => {
    const visit = visitOf(`network${++people}`, address)
    return codeOf(
      await send({
        visit,
        contact: {
          channel: 'sms',
          area: '+4930',
          phone: `${(10 + (n % 89)).toString()}${(1_000_000 + n).toString().slice(1)}`,
        },
      }),
    )
  }
  it.each([
    ['a /48 of IPv6', (n: number) => `2001:db8:77:${(n % 250).toString(16)}00::1`],
    ['a /24 of IPv4', (n: number) => `198.18.7.${n % 250}`],
  ])(
    'that requests SMS from ever new addresses (%s) soon needs captchas, gets a tenth, and affects nobody else',
    async (_kind, addressOf) => {
      const codes: string[] = []
      for (let n = 0; n < 251; n++) codes.push(await ask(n, addressOf(n)))
      const sent = codes.filter((code) => code === 'ok').length
      expect(sent).toBe(rules['doubt-send-network'].points)
      expect(codes.slice(sent).every((code) => code === 'B0005')).toBe(true)
      // With solved captchas it reaches its share, and no more.
      let more = 0
      for (let n = 300; n < 360; n++) {
        const visit = visitOf(`solver${++people}`, addressOf(n))
        await grantPass(visit, 'send-code')
        const code = codeOf(
          await send({ visit, contact: { channel: 'sms', area: '+4930', phone: `${10 + (n % 89)}${n}000` } }),
        )
        if (code === 'ok') more++
        else expect(code).toBe('I1009')
      }
      expect(sent + more).toBe(rules['sms-network'].points)
      expect(await ask(999, '192.0.2.200')).toBe('ok')
    },
    60_000,
  )
})
