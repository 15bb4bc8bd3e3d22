/**
 * Attacks on captchas that must fail: replay, splicing, guessing, racing, waiting; and secrets that a row must not
 * reveal.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  answerChallenge,
  clearOldChallenges,
  findChallenge,
  findChallengePictures,
  grantPass,
  hasPass,
  newChallenge,
  openChallenge,
  requirePass,
  revealAnswer,
  spendPass,
} from '~/modules/captcha/captcha.server'
import { captchaKinds, captchaPurposes, kindsOf } from '~/modules/captcha/captcha.schema'
import { authenticate } from '~/modules/account/account.server'
import { sendCode, type Purpose } from '~/modules/verification/verification.server'
import { makeStoppedClock, replaceClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import type { Visit } from '~/platform/visit'
import { codeOf, wrongCodeOf } from '../support/captcha'

const clock = makeStoppedClock(new Date('2026-11-21T10:00:00Z'))
let release: () => void
beforeEach(() => {
  release = replaceClock(clock)
})
afterEach(() => release())

let visitors = 0
/** A new visitor from a new address, since limits have their own tests. */
const visitor = (): Visit => {
  visitors += 1
  return {
    address: `198.51.${visitors >> 8}.${visitors & 255}`,
    binding: `visitor:${visitors}`,
    userAgent: null,
    language: 'en',
  }
}
const open = async (visit: Visit, kind: 'text' | 'slider' | 'rotate' = 'text') => {
  const made = await openChallenge({ visit, purpose: 'sign-in', kind })
  if (!made.ok) throw new Error(made.code)
  const right = await revealAnswer(made.value.key)
  if (right === null) throw new Error('no answer')
  return { key: made.value.key, right, code: codeOf(right), wrong: wrongCodeOf(right) }
}
const codeOfResult = (result: { ok: true } | { ok: false; code: string }): string => (result.ok ? '0' : result.code)

describe('a challenge', () => {
  it('of each kind is solved by its answer, once', async () => {
    for (const kind of captchaKinds) {
      const visit = visitor()
      const { key, code } = await open(visit, kind)
      expect(codeOfResult(await answerChallenge({ visit, key, purpose: 'sign-in', code })), kind).toBe('0')
      expect(codeOfResult(await answerChallenge({ visit, key, purpose: 'sign-in', code })), 'replayed').toBe('I1103')
    }
  })
  it('takes one answer: after a wrong one the right one is refused', async () => {
    for (const kind of captchaKinds) {
      const visit = visitor()
      const { key, code, wrong } = await open(visit, kind)
      expect(codeOfResult(await answerChallenge({ visit, key, purpose: 'sign-in', code: wrong }))).toBe('U1003')
      expect(codeOfResult(await answerChallenge({ visit, key, purpose: 'sign-in', code }))).toBe('I1103')
      expect(await hasPass(visit, 'sign-in')).toBe(false)
    }
  })
  it('expires after two minutes', async () => {
    const visit = visitor()
    const { key, code } = await open(visit)
    clock.advance(120_000)
    expect(codeOfResult(await answerChallenge({ visit, key, purpose: 'sign-in', code }))).toBe('I1102')
    expect([await findChallenge({ visit, key }), await findChallengePictures({ visit, key })]).toEqual([
      null,
      { ok: true, value: null },
    ])
  })
  it('is unknown to another visitor or purpose, whose try does not use it up', async () => {
    const visit = visitor()
    const { key, code } = await open(visit)
    expect(codeOfResult(await answerChallenge({ visit: visitor(), key, purpose: 'sign-in', code }))).toBe('I1103')
    expect(codeOfResult(await answerChallenge({ visit, key, purpose: 'register', code }))).toBe('I1103')
    expect(await findChallengePictures({ visit: visitor(), key })).toEqual({ ok: true, value: null })
    expect(codeOfResult(await answerChallenge({ visit, key, purpose: 'sign-in', code }))).toBe('0')
  })
  it('can’t be assembled from others: an encrypted answer is valid only in its own row', async () => {
    const visit = visitor()
    const [known, wanted] = [await open(visit), await open(visit)]
    const row = await db.captchaChallenge.findUniqueOrThrow({ where: { id: known.key } })
    await db.captchaChallenge.update({ where: { id: wanted.key }, data: { answerSealed: row.answerSealed } })
    expect(codeOfResult(await answerChallenge({ visit, key: wanted.key, purpose: 'sign-in', code: known.code }))).toBe(
      'U1003',
    )
  })
  it('refuses keys that were never issued', async () => {
    for (const key of ['', 'cap_', `cap_${'A'.repeat(43)}`, '../../etc', 'x'.repeat(5000)])
      expect(codeOfResult(await answerChallenge({ visit: visitor(), key, purpose: 'sign-in', code: '1234' }))).toBe(
        'I1103',
      )
  })
  it('accepts one of many simultaneous right answers', async () => {
    const visit = visitor()
    const { key, code } = await open(visit)
    const codes = await Promise.all(
      Array.from({ length: 8 }, async () =>
        codeOfResult(await answerChallenge({ visit, key, purpose: 'sign-in', code })),
      ),
    )
    expect(codes.filter((one) => one === '0')).toHaveLength(1)
    expect([await spendPass(visit, 'sign-in'), await spendPass(visit, 'sign-in')]).toEqual([true, false])
  })
  it('keeps its answer encrypted: in no column, and in no byte that is sent', async () => {
    for (const kind of captchaKinds) {
      const visit = visitor()
      const made = await newChallenge({ visit, purpose: 'sign-in', kind })
      if (!made.ok) throw new Error(made.code)
      const right = await revealAnswer(made.value.key)
      if (right === null) throw new Error('no answer')
      const { answerSealed, ...row } = await db.captchaChallenge.findUniqueOrThrow({ where: { id: made.value.key } })
      const { key, image, piece, ...shown } = made.value
      const { createdAt: _made, expiresAt: _end, ...columns } = row
      const inside = [
        JSON.stringify({ ...columns, id: '', binding: '' }),
        JSON.stringify({ ...shown, expiresAt: null }),
      ].join()
      expect(inside).not.toContain(codeOf(right))
      expect(key).toMatch(/^cap_[\w-]{43}$/)
      for (const bytes of [image, piece ?? Buffer.alloc(0)])
        expect(bytes.includes(Buffer.from(`"${codeOf(right)}"`))).toBe(false)
      expect(answerSealed).toMatch(/^v1\.[\w-]+$/)
    }
  })
})

describe('guessing', () => {
  it('is limited per visitor: after twenty answers in ten minutes even the right one must wait', async () => {
    const visit = visitor()
    const codes: string[] = []
    for (let n = 0; n < 21; n++) {
      const { key, wrong, code } = await open(visit)
      codes.push(codeOfResult(await answerChallenge({ visit, key, purpose: 'sign-in', code: n === 20 ? code : wrong })))
    }
    expect(codes).toEqual([...Array.from({ length: 20 }, () => 'U1003'), 'I1009'])
  })
  it('is limited per address too, so that a new cookie does not help', async () => {
    const { address } = visitor()
    let refused = 0
    for (let n = 1; n <= 70 && refused === 0; n++) {
      const visit = { ...visitor(), address }
      const { key, wrong } = await open(visit)
      if (codeOfResult(await answerChallenge({ visit, key, purpose: 'sign-in', code: wrong })) === 'I1009') refused = n
    }
    expect(refused).toBe(61)
  })
  it('by requesting one picture after another is limited too', async () => {
    const visit = visitor()
    const codes: string[] = []
    for (let n = 0; n < 61; n++)
      codes.push(codeOfResult(await openChallenge({ visit, purpose: 'sign-in', kind: 'text' })))
    expect([codes.at(59), codes.at(60)]).toEqual(['0', 'I1009'])
  })
})

describe('a pass', () => {
  it('works once, for its visitor and purpose, within two minutes', async () => {
    const visit = visitor()
    await grantPass(visit, 'recover')
    expect(await requirePass({ visit, purpose: 'sign-in', risky: true })).toEqual({
      ok: false,
      code: 'B0005',
      data: { purpose: 'sign-in' },
    })
    expect((await requirePass({ visit: visitor(), purpose: 'recover', risky: true })).ok).toBe(false)
    expect([
      (await requirePass({ visit, purpose: 'recover', risky: false })).ok,
      await hasPass(visit, 'recover'),
    ]).toEqual([true, true])
    const spent = await Promise.all(
      Array.from({ length: 6 }, async () => (await requirePass({ visit, purpose: 'recover', risky: true })).ok),
    )
    expect(spent.filter(Boolean)).toHaveLength(1)
    await grantPass(visit, 'recover')
    clock.advance(120_000)
    expect(await hasPass(visit, 'recover')).toBe(false)
  })
})

describe('old challenges', () => {
  it('are deleted once no answer needs them any more', async () => {
    const { key } = await open(visitor())
    clock.advance(11 * 60_000)
    await clearOldChallenges()
    expect(await db.captchaChallenge.findUnique({ where: { id: key } })).not.toBeNull()
    clock.advance(2 * 60_000)
    expect(await clearOldChallenges()).toBeGreaterThan(0)
    expect(await db.captchaChallenge.findUnique({ where: { id: key } })).toBeNull()
  })
})

describe('a program that reads digits as well as a person', () => {
  /** A visitor who has solved a text captcha for every purpose that offers one. */
  const readAll = async (visit: Visit): Promise<void> => {
    for (const purpose of captchaPurposes) {
      const made = await openChallenge({ visit, purpose, kind: 'text' })
      if (!made.ok) throw new Error(made.code)
      const right = await revealAnswer(made.value.key)
      if (right?.kind !== 'text') continue
      expect(codeOfResult(await answerChallenge({ visit, key: made.value.key, purpose, code: right.digits }))).toBe('0')
    }
  }
  it('gets passes only for registering and for the first doubt about a sign-in', async () => {
    expect(captchaPurposes.filter((purpose) => kindsOf[purpose].includes('text'))).toEqual(['sign-in', 'register'])
    const visit = visitor()
    await readAll(visit)
    expect(await Promise.all(captchaPurposes.map((purpose) => hasPass(visit, purpose)))).toEqual(
      captchaPurposes.map((purpose) => purpose === 'sign-in' || purpose === 'register'),
    )
  })
  it('can’t have more messages sent for any purpose: in doubt, each needs another kind of captcha', async () => {
    for (const purpose of [
      'register',
      'sign-in',
      'recover',
      'bind',
      'change-password',
    ] as const satisfies readonly Purpose[]) {
      const visit = visitor()
      const answers: string[] = []
      for (let n = 0; n < 5; n++) {
        await readAll(visit)
        const sent = await sendCode({
          purpose,
          contact: { channel: 'sms', area: '+44', phone: `770090${String(1000 + visitors).slice(-3)}${n}` },
          userId: null,
          visit,
        })
        answers.push(sent.ok ? 'sent' : `${sent.code} ${String(sent.data?.purpose)}`)
        clock.advance(61_000)
      }
      const refused = `B0005 ${purpose === 'recover' ? 'recover' : 'send-code'}`
      // The first two of a visitor need no captcha.
      expect(answers).toEqual(['sent', 'sent', refused, refused, refused])
    }
  })
  it('can’t lock an account from any number of addresses: it runs out of tries, and the owner can still sign in', async () => {
    const answers = new Map<string, number>()
    for (let n = 0; n < 70; n++) {
      const visit = visitor()
      await readAll(visit)
      const tried = await authenticate({ identifier: 'somebody-known', password: 'not-the-one' }, visit)
      const answer = tried.ok ? 'ok' : tried.code === 'B0005' ? `B0005 ${String(tried.data?.purpose)}` : tried.code
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
    }
    // Never I1009: people who solve a slider or prove their mailbox can still try.
    expect([...answers]).toEqual([
      ['I1302', 6],
      ['B0005 sign-in-guarded', 64],
    ])
    const owner = visitor()
    await grantPass(owner, 'sign-in-guarded')
    expect(await authenticate({ identifier: 'somebody-known', password: 'not-the-one' }, owner)).toMatchObject({
      code: 'I1302',
    })
  })
})
