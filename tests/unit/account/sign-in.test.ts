/**
 * Signing in: the identifier, the password or code, the second step, and each wrong answer. Tests move a stopped clock.
 */
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  authenticate,
  authenticateByCode,
  clearOldSecondSteps,
  confirmAuthenticator,
  confirmPassword,
  demoAccounts,
  endSessionsOf,
  findSecondStep,
  findStartedAuthenticator,
  finishSecondStep,
  flushSignIns,
  getProfile,
  listSignIns,
  register,
  removeAuthenticator,
  renewRecoveryCodes,
  resetAuthenticator,
  seedAccounts,
  sendSignInCode,
  setAccountDisabled,
  startAuthenticator,
  findDeviceOwner,
  withAccount,
} from '~/modules/account/account.server'
import { parseIdentity } from '~/modules/account/identity.server'
import { grantPass } from '~/modules/captcha/captcha.server'
import { endWithAccount } from '~/modules/session/session.server'
import { db } from '~/platform/db.server'
import { consume, heldSeconds, peek, rules, type LimitName } from '~/platform/limits.server'
import { findSentCode, listSent, openOutbox, visitOf } from '../../support/verification'

const userId = demoAccounts[0].id
const password = demoAccounts[0].password
const operator = { userId: demoAccounts[4].id, why: 'a test' }
const sn = '100000000001'
let nowMs = Date.UTC(2026, 5, 1)
const wait = (ms: number): void => {
  nowMs += ms
  vi.setSystemTime(nowMs)
}
let people = 0
const visit = () => visitOf(`s${++people}`, `10.2.${people % 250}.7`)

beforeAll(async () => {
  openOutbox()
  endSessionsOf.provide(endWithAccount)
  await seedAccounts()
  findDeviceOwner.provide((asked) => Promise.resolve(asked === sn ? userId : null))
  vi.useFakeTimers({ toFake: ['Date'] })
})
beforeEach(() => wait(2 * 86_400_000))
afterAll(() => vi.useRealTimers())

const signIn = (identifier: string, typed: string = password, area?: string) =>
  authenticate({ identifier, password: typed, ...(area === undefined ? {} : { area }) }, visit())
const answerOf = (result: { ok: boolean; code?: string; value?: unknown }): string =>
  result.ok ? 'ok' : (result.code ?? '')

describe('the identifier', () => {
  it('is a user name, an e-mail, a phone or the serial number of a bound box', async () => {
    for (const [identifier, area] of [
      ['demo-user'],
      ['DEMO-User '],
      ['demo-user@mango.example'],
      ['Demo-User@MANGO.example'],
      ['07700 900123', '+44'],
      ['+44 7700 900123'],
      ['00447700900123', '44'],
      [sn],
      ['100 000 000 001'],
      ['١٠٠٠٠٠٠٠٠٠٠١'],
    ] as const)
      expect([identifier, await signIn(identifier, password, area)]).toEqual([
        identifier,
        { ok: true, value: { step: 'done', account: expect.objectContaining({ id: userId }) as unknown } },
      ])
  })
  it('is recognised by its form only', () => {
    const kindOf = (identifier: string, area?: string): string => {
      const parsed = parseIdentity({ identifier, ...(area === undefined ? {} : { area }) })
      return parsed.ok ? parsed.value.kind : `${parsed.code} ${parsed.field ?? ''}`
    }
    expect(kindOf('')).toBe('I1309 identifier')
    expect(kindOf('123456789012')).toBe('box')
    expect(kindOf('123456789012', '+49')).toBe('contact')
    expect(kindOf('1001234567')).toBe('I1110 identifier')
    for (const dialled of ['00201001234567', '+20 100 123 4567', '00 20 (0)100 1234567'])
      expect([dialled, kindOf(dialled)]).toEqual([dialled, 'contact'])
    expect(kindOf('001234567890')).toBe('box')
    expect(kindOf('1001234567', '+999')).toBe('I1110 area')
    expect(kindOf('12', '+20')).toBe('I1109 identifier')
    expect(kindOf('a@b')).toBe('I1108 identifier')
    expect(kindOf('short')).toBe('I1106 identifier')
    expect(kindOf('some-body')).toBe('user-name')
  })
})

describe('a password', () => {
  it('that is wrong answers I1302, like an unknown account, for every kind of identifier', async () => {
    for (const [identifier, area] of [
      ['demo-user'],
      ['nobody-here'],
      ['demo-user@mango.example'],
      ['nobody@mango.example'],
      ['7700900123', '+44'],
      ['7700900999', '+44'],
      [sn],
      ['100000000999'],
      ['x'],
      ['a@b'],
      ['x'.repeat(1000)],
    ] as const)
      expect([identifier.slice(0, 30), await signIn(identifier, 'not-the-one', area)]).toEqual([
        identifier.slice(0, 30),
        { ok: false, code: 'I1302', field: 'password' },
      ])
    expect(await signIn('', 'x')).toMatchObject({ code: 'I1309', field: 'identifier' })
    expect(await signIn('demo-user', '')).toMatchObject({ code: 'I1309', field: 'password' })
  })
  it('that is right answers U6008 for a disabled account; a wrong one does not', async () => {
    await setAccountDisabled(operator, demoAccounts[1].id, true)
    expect(await signIn('demo-friend', 'not-the-one')).toMatchObject({ code: 'I1302' })
    wait(1000)
    expect(await signIn('demo-friend', demoAccounts[1].password)).toMatchObject({ code: 'U6008' })
    await setAccountDisabled(operator, demoAccounts[1].id, false)
    expect(answerOf(await signIn('demo-friend', demoAccounts[1].password))).toBe('ok')
    expect((await listSignIns(demoAccounts[1].id, { page: 1, size: 10 })).items.map(({ outcome }) => outcome)).toEqual([
      'disabled',
      'wrong-password',
    ])
  })
  it('needs a captcha after three wrong ones for one name, known or not', async () => {
    for (const identifier of ['demo-admin', 'nobody-at-all']) {
      for (let n = 0; n < 3; n++) expect(answerOf(await signIn(identifier, 'not-the-one'))).toBe('I1302')
      expect(await signIn(identifier, 'not-the-one')).toEqual({
        ok: false,
        code: 'B0005',
        data: { purpose: 'sign-in' },
      })
    }
    const solver = visit()
    await grantPass(solver, 'sign-in')
    expect(answerOf(await authenticate({ identifier: 'demo-admin', password: demoAccounts[2].password }, solver))).toBe(
      'ok',
    )
    // The right one clears this name's failures.
    expect(answerOf(await signIn('demo-admin', 'not-the-one'))).toBe('I1302')
  })
  it('that is right restores this name’s attempts, here and in a known browser, and no others', async () => {
    const key = 'demo-user'
    for (const known of [null, withAccount(null, userId, 'a-browser-of-the-owner')]) {
      const from = { ...visit(), known }
      const pair = `${from.address} ${key}`
      const own = `${known?.id ?? ''} ${key}`
      const given: [LimitName, string][] =
        known === null
          ? [
              ['sign-in-pair', pair],
              ['sign-in-account', key],
              ['doubt-sign-in-account', key],
              ['guard-sign-in-account', key],
            ]
          : [
              ['sign-in-known', own],
              ['doubt-sign-in-account', own],
            ]
      const kept: [LimitName, string][] =
        known === null
          ? [
              ['sign-in-address', from.address],
              ['doubt-sign-in-address', from.address],
              ['guard-sign-in-address', from.address],
            ]
          : []
      const leftOf = async ([name, counted]: [LimitName, string]) => {
        const seen = await peek(name, counted)
        return seen.ok ? rules[name].points - seen.left : -1
      }
      for (let n = 0; n < 2; n++)
        expect(answerOf(await authenticate({ identifier: key, password: 'not-the-one' }, from))).toBe('I1302')
      expect(await Promise.all(given.map(leftOf))).toEqual(given.map(() => 2))
      expect(answerOf(await authenticate({ identifier: key, password }, from))).toBe('ok')
      expect(await Promise.all(given.map(leftOf))).toEqual(given.map(() => 0))
      // Signing in to one's own account restores no attempts for spraying many names from that address.
      expect(await Promise.all(kept.map(leftOf))).toEqual(kept.map(([name]) => (name === 'sign-in-address' ? 3 : 2)))
    }
  })
  it('that is confirmed in a session restores the attempts that wrong ones used up', async () => {
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 9; n++) expect(answerOf(await confirmPassword(userId, 'not-the-one'))).toBe('I1302')
      expect(answerOf(await confirmPassword(userId, password))).toBe('ok')
    }
    for (let n = 0; n < 10; n++) expect(answerOf(await confirmPassword(userId, 'not-the-one'))).toBe('I1302')
    expect(answerOf(await confirmPassword(userId, password))).toBe('I1009')
  })
  it('needs a captcha after three wrong ones from one address, over all names', async () => {
    const from = visitOf('sprayer', '203.0.113.77')
    for (let n = 0; n < 3; n++) await authenticate({ identifier: `somebody-${n}`, password: 'not-the-one' }, from)
    expect(answerOf(await authenticate({ identifier: 'demo-user', password }, from))).toBe('B0005')
    expect(answerOf(await signIn('demo-user'))).toBe('ok')
    wait(901_000)
    expect(answerOf(await authenticate({ identifier: 'demo-user', password }, from))).toBe('ok')
  })
})

describe('guessing with solved captchas', () => {
  const guess = async (identifier: string, from: ReturnType<typeof visit>, typed = 'not-the-one'): Promise<string> => {
    await grantPass(from, 'sign-in')
    await grantPass(from, 'sign-in-guarded')
    return answerOf(await authenticate({ identifier, password: typed }, from))
  }
  it('waits longer from the fifth try, and ends after ten for a name and address, but not elsewhere', async () => {
    for (const identifier of ['demo-vno', 'nobody-to-guess']) {
      const from = visit()
      const waits: number[] = []
      for (let n = 0; n < 10; n++) {
        expect(await guess(identifier, from)).toBe('I1302')
        const refused = await heldSeconds('sign-in-pair', `${from.address} ${identifier}`)
        waits.push(refused)
        if (refused > 0) expect(await guess(identifier, from, demoAccounts[3].password)).toBe('I1009')
        if (n < 9) wait(refused * 1000)
      }
      expect(waits).toEqual([0, 0, 0, 0, 5, 10, 20, 40, 80, 160])
      wait(161_000)
      expect(await guess(identifier, from)).toBe('I1009')
    }
    expect(await guess('demo-vno', visit(), demoAccounts[3].password)).toBe('ok')
  })
  it('with digit captchas leads to no lock: after six wrong passwords they no longer count', async () => {
    const answers: string[] = []
    for (let n = 0; n < 12; n++) {
      const from = visit()
      await grantPass(from, 'sign-in')
      const answer = await authenticate({ identifier: 'demo-friend', password: 'not-the-one' }, from)
      answers.push(answer.ok ? 'ok' : answer.code === 'B0005' ? String(answer.data?.purpose) : answer.code)
    }
    expect(answers).toEqual([
      ...Array.from({ length: 6 }, () => 'I1302'),
      ...Array.from({ length: 6 }, () => 'sign-in-guarded'),
    ])
    const { kindsOf } = await import('~/modules/captcha/captcha.schema')
    expect([kindsOf['sign-in-guarded'], kindsOf['send-code'], kindsOf.recover]).toEqual(
      Array.from({ length: 3 }, () => ['slider', 'rotate']),
    )
  })
  it('by any number of strangers blocks neither a known browser nor signing in with a code', async () => {
    const known = withAccount(null, userId, 'a-browser-of-the-owner')
    // Also from the owner's own network.
    await consume('sign-in-account', 'demo-user', 60)
    await consume('sign-in-address', '10.9.9.9', 60)
    expect(await guess('demo-user', visit(), password)).toBe('I1009')
    const mine = visitOf('owner-at-home', '10.9.9.9', known)
    expect(answerOf(await authenticate({ identifier: 'demo-user', password }, mine))).toBe('ok')
    // The mark is valid for this account only, and only in its own browser.
    expect(
      answerOf(
        await authenticate(
          { identifier: 'demo-friend', password: demoAccounts[1].password },
          visitOf('x', '10.9.9.9', known),
        ),
      ),
    ).not.toBe('ok')
    expect(
      answerOf(
        await authenticate(
          { identifier: 'demo-user', password },
          visitOf('y', '10.9.9.9', { ...known, id: 'another-browser-by-name' }),
        ),
      ),
    ).not.toBe('ok')
    const elsewhere = visit()
    expect((await sendSignInCode({ identifier: 'demo-user@mango.example' }, elsewhere)).ok).toBe(true)
    const code = (await findSentCode('demo-user@mango.example')) ?? ''
    expect(answerOf(await authenticateByCode({ identifier: 'demo-user@mango.example', code }, elsewhere))).toBe('ok')
  })
  it('in a known browser stops after ten attempts too, and locks out nobody else', async () => {
    const known = withAccount(null, demoAccounts[3].id, 'a-browser-that-was-stolen')
    const mine = visitOf('thief', '10.8.8.8', known)
    for (let n = 0; n < 10; n++) {
      expect(await guess('demo-vno', mine)).toBe('I1302')
      wait(1000 * (await heldSeconds('sign-in-known', `${known.id} demo-vno`)))
    }
    expect(await guess('demo-vno', mine, demoAccounts[3].password)).toBe('I1009')
    expect(await guess('demo-vno', visit(), demoAccounts[3].password)).toBe('ok')
  })
  it('can’t use up a known browser’s codes or attempts', async () => {
    const known = withAccount(null, userId, 'a-browser-of-the-owner')
    for (let n = 0; n < 30; n++) {
      const from = visit()
      await grantPass(from, 'recover')
      await grantPass(from, 'send-code')
      await sendSignInCode({ identifier: 'demo-user' }, from)
      wait(61_000)
    }
    const stranger = visit()
    await grantPass(stranger, 'send-code')
    expect(answerOf(await sendSignInCode({ identifier: 'demo-user' }, stranger))).toBe('I1105')
    const mine = visitOf('owner-again', '10.7.7.7', known)
    expect(answerOf(await sendSignInCode({ identifier: 'demo-user' }, mine))).toBe('ok')
    const code = (await findSentCode('demo-user@mango.example')) ?? ''
    expect(answerOf(await authenticateByCode({ identifier: 'demo-user', code }, mine))).toBe('ok')
  })
  it('stops after sixty attempts an hour, for one name everywhere and for one address over all names', async () => {
    const answers: string[] = []
    for (let n = 0; n < 61; n++) answers.push(await guess('demo-friend', visit()))
    expect([answers.lastIndexOf('I1302'), answers.at(-1)]).toEqual([59, 'I1009'])
    const from = visit()
    const sprayed: string[] = []
    for (let n = 0; n < 61; n++) sprayed.push(await guess(`sprayed-name-${n}`, from))
    expect([sprayed.lastIndexOf('I1302'), sprayed.at(-1)]).toEqual([59, 'I1009'])
  })
})

describe('a code', () => {
  it('signs in once, whatever the identifier', async () => {
    for (const [identifier, area, to] of [
      ['demo-user', undefined, 'demo-user@mango.example'],
      ['demo-user@mango.example', undefined, 'demo-user@mango.example'],
      ['7700900123', '+44', '+447700900123'],
      [sn, undefined, 'demo-user@mango.example'],
    ] as const) {
      const from = visit()
      const who = { identifier, ...(area === undefined ? {} : { area }) }
      const sent = await sendSignInCode(who, from)
      expect(sent).toMatchObject({ ok: true, value: { expiresInSeconds: 600 } })
      const code = (await findSentCode(to)) ?? ''
      expect(await authenticateByCode({ ...who, code }, visit())).toMatchObject({ code: 'I1103' })
      expect(await authenticateByCode({ ...who, code }, from)).toMatchObject({
        ok: true,
        value: { step: 'done', account: { id: userId } },
      })
      expect(await authenticateByCode({ ...who, code }, from)).toMatchObject({ code: 'I1103' })
      wait(61_000)
    }
  })
  it('requested by name reveals neither where it went nor whether it was sent', async () => {
    const known = await sendSignInCode({ identifier: 'demo-user' }, visit())
    expect(known).toEqual(await sendSignInCode({ identifier: 'nobody-here' }, visit()))
    expect(known).toMatchObject({ value: { channel: null, sentTo: null } })
    // An existing account without a contact that a code could be sent to.
    expect(await sendSignInCode({ identifier: 'demo-vno' }, visit())).toEqual(known)
  })
  it('requested by name is independent of one requested by the same account’s e-mail', async () => {
    const from = visit()
    await sendSignInCode({ identifier: 'demo-user' }, from)
    const code = (await findSentCode('demo-user@mango.example')) ?? ''
    expect(await sendSignInCode({ identifier: 'demo-user@mango.example' }, from)).toMatchObject({ ok: true })
    expect(await authenticateByCode({ identifier: 'demo-user@mango.example', code }, from)).toMatchObject({
      code: 'I1104',
      data: { triesLeft: 4 },
    })
    expect(answerOf(await authenticateByCode({ identifier: 'demo-user', code }, from))).toBe('ok')
  })
  it('for an unknown account is never right, and a mailbox without an account is told so', async () => {
    const from = visit()
    await sendSignInCode({ identifier: 'stranger@mango.example' }, from)
    expect(await listSent('stranger@mango.example')).toEqual(['no-account'])
    expect(await authenticateByCode({ identifier: 'stranger@mango.example', code: '000000' }, from)).toMatchObject({
      code: 'I1104',
    })
  })
})

describe('the authenticator', () => {
  const secondOf = async (): Promise<string> => {
    const first = await signIn('demo-user')
    if (!first.ok || first.value.step !== 'second') throw new Error(`the first step answered ${JSON.stringify(first)}`)
    return first.value.token
  }
  const totp = (offsetSeconds = 0): string => generateSync({ secret, epoch: Math.floor(nowMs / 1000) + offsetSeconds })
  let secret = ''
  let recoveryCodes: string[] = []

  it('is on after its first right code, and comes with ten recovery codes', async () => {
    expect(await confirmAuthenticator(userId, { code: '123456' })).toMatchObject({ code: 'I1211' })
    expect(await startAuthenticator(userId, { password: 'not-the-one' })).toMatchObject({
      code: 'I1302',
      field: 'password',
    })
    expect(await startAuthenticator(userId, { password: '' })).toMatchObject({ code: 'I1309', field: 'password' })
    expect(await findStartedAuthenticator(userId)).toBeNull()
    // A setup left open does not stay open for the next person.
    expect(await startAuthenticator(userId, { password })).toMatchObject({ ok: true })
    expect(await findStartedAuthenticator(userId)).not.toBeNull()
    wait(15 * 60_000 + 1)
    expect(await findStartedAuthenticator(userId)).toBeNull()
    expect(await confirmAuthenticator(userId, { code: '123456' })).toMatchObject({ code: 'I1211' })
    const begun = await startAuthenticator(userId, { password }, 'Oasis & Söhne')
    if (!begun.ok) throw new Error(begun.code)
    secret = begun.value.secret
    expect(begun.value.uri).toMatch(/^otpauth:\/\/totp\/Oasis%20%26%20S%C3%B6hne:demo-user\?/)
    expect(new URL(begun.value.uri).searchParams.get('secret')).toBe(secret)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const row = await db.user.findUniqueOrThrow({ where: { id: userId } })
    expect(JSON.stringify(row)).not.toContain(secret)
    // Nothing is asked before it is confirmed.
    expect(await signIn('demo-user')).toMatchObject({ ok: true, value: { step: 'done' } })
    expect(await confirmAuthenticator(userId, { code: totp(-86_400) })).toMatchObject({ code: 'I1206', field: 'code' })
    const on = await confirmAuthenticator(userId, { code: totp() })
    if (!on.ok) throw new Error(on.code)
    recoveryCodes = on.value.recoveryCodes
    expect(recoveryCodes.length).toBe(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[A-Z]{5}-[A-Z]{5}$/)
    expect(JSON.stringify(await db.recoveryCode.findMany())).not.toContain(recoveryCodes[0]?.replace('-', '') ?? '-')
    expect(await startAuthenticator(userId, { password })).toMatchObject({ code: 'I1211' })
    expect(await getProfile(userId)).toMatchObject({ authenticatorOn: true, recoveryCodesLeft: 10 })
  })
  it('is asked for after the password and after a code, and accepts one time step either way', async () => {
    for (const offset of [-30, 0, 30]) {
      wait(300_000)
      expect(await finishSecondStep({ token: await secondOf(), code: totp(offset) }, visit())).toMatchObject({
        ok: true,
        value: { id: userId, via: 'authenticator' },
      })
    }
    for (const offset of [-90, -60, 60, 90]) {
      wait(300_000)
      expect(await finishSecondStep({ token: await secondOf(), code: totp(offset) }, visit())).toMatchObject({
        code: 'I1206',
      })
    }
    const from = visit()
    await sendSignInCode({ identifier: 'demo-user' }, from)
    expect(
      await authenticateByCode(
        { identifier: 'demo-user', code: (await findSentCode('demo-user@mango.example')) ?? '' },
        from,
      ),
    ).toMatchObject({ ok: true, value: { step: 'second' } })
  })
  it('accepts a code typed in groups or in other digits', async () => {
    const typed = totp()
      .replace(/(...)/, '$1 ')
      .replaceAll(/\d/g, (digit) => String.fromCharCode(0x06f0 + Number(digit)))
    expect(await finishSecondStep({ token: await secondOf(), code: typed }, visit())).toMatchObject({ ok: true })
  })
  it('accepts no code twice, and none older than a used one', async () => {
    const code = totp()
    expect(await finishSecondStep({ token: await secondOf(), code }, visit())).toMatchObject({ ok: true })
    expect(await finishSecondStep({ token: await secondOf(), code }, visit())).toMatchObject({ code: 'I1206' })
    expect(await finishSecondStep({ token: await secondOf(), code: totp(-30) }, visit())).toMatchObject({
      code: 'I1206',
    })
    wait(30_000)
    expect(await finishSecondStep({ token: await secondOf(), code: totp() }, visit())).toMatchObject({ ok: true })
  })
  it('lets in one of many who send the same code at once', async () => {
    const tokens = await Promise.all([secondOf(), secondOf(), secondOf(), secondOf()])
    const code = totp()
    const answers = await Promise.all(tokens.map((token) => finishSecondStep({ token, code }, visit())))
    expect(answers.filter((answer) => answer.ok).length).toBe(1)
  })
  it('accepts each recovery code once, however it is typed', async () => {
    const code = recoveryCodes[0] ?? ''
    const answers = await Promise.all(
      [await secondOf(), await secondOf()].map((token) =>
        finishSecondStep({ token, code: ` ${code.toLowerCase().replace('-', ' ')}` }, visit()),
      ),
    )
    expect(answers.filter((answer) => answer.ok).map((answer) => (answer.ok ? answer.value.via : ''))).toEqual([
      'recovery-code',
    ])
    expect(await getProfile(userId)).toMatchObject({ recoveryCodesLeft: 9 })
    for (const wrong of ['AAAAA-AAAAA', 'x', '-', "' OR 1=1 --", 'x'.repeat(1000)])
      expect([
        wrong.slice(0, 20),
        answerOf(await finishSecondStep({ token: await secondOf(), code: wrong }, visit())),
      ]).toEqual([wrong.slice(0, 20), 'I1206'])
  })
  it('allows five attempts, ten minutes and one use per first step (I1207)', async () => {
    const token = await secondOf()
    expect(await findSecondStep(token)).toEqual({ expiresAt: new Date(nowMs + 600_000) })
    const answers: string[] = []
    for (let n = 0; n < 6; n++) answers.push(answerOf(await finishSecondStep({ token, code: 'AAAAA-AAAAA' }, visit())))
    expect(answers).toEqual(['I1206', 'I1206', 'I1206', 'I1206', 'I1207', 'I1207'])
    expect(await findSecondStep(token)).toBeNull()
    const late = await secondOf()
    wait(600_001)
    expect(answerOf(await finishSecondStep({ token: late, code: totp() }, visit()))).toBe('I1207')
    const waiting = await secondOf()
    expect(await clearOldSecondSteps()).toBeGreaterThan(0)
    expect(await findSecondStep(waiting)).not.toBeNull()
    const used = await secondOf()
    expect(answerOf(await finishSecondStep({ token: used, code: totp() }, visit()))).toBe('ok')
    expect(answerOf(await finishSecondStep({ token: used, code: recoveryCodes[5] ?? '' }, visit()))).toBe('I1207')
    for (const forged of ['', 'mp2_forged', 'x'.repeat(1000)])
      expect(answerOf(await finishSecondStep({ token: forged, code: totp() }, visit()))).toBe('I1207')
  })
  it('can be guessed at most ten times in 15 minutes, over all first steps', async () => {
    const answers: string[] = []
    for (let n = 0; n < 11; n++)
      answers.push(answerOf(await finishSecondStep({ token: await secondOf(), code: 'AAAAA-AAAAA' }, visit())))
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 'I1206'), 'I1009'])
  })
  it('gets new recovery codes with the password and an unused code; the old ones end', async () => {
    const code = totp()
    expect(await renewRecoveryCodes(userId, { password: 'not-the-one', code })).toMatchObject({
      code: 'I1302',
      field: 'password',
    })
    expect(await renewRecoveryCodes(userId, { password, code: 'AAAAA-AAAAA' })).toMatchObject({
      code: 'I1206',
      field: 'code',
    })
    const made = await renewRecoveryCodes(userId, { password, code })
    expect(await renewRecoveryCodes(userId, { password, code })).toMatchObject({ code: 'I1206' })
    if (!made.ok) throw new Error(made.code)
    expect(answerOf(await finishSecondStep({ token: await secondOf(), code: recoveryCodes[1] ?? '' }, visit()))).toBe(
      'I1206',
    )
    expect(
      answerOf(await finishSecondStep({ token: await secondOf(), code: made.value.recoveryCodes[1] ?? '' }, visit())),
    ).toBe('ok')
  })
  it('is removed with the password and a code; the owner is notified, and pending sign-ins end', async () => {
    const token = await secondOf()
    expect(await removeAuthenticator(userId, { password: 'not-the-one', code: totp() }, visit())).toMatchObject({
      code: 'I1302',
    })
    expect(await removeAuthenticator(userId, { password, code: '000000' }, visit())).toMatchObject({ code: 'I1206' })
    expect(await removeAuthenticator(userId, { password, code: totp() }, visit())).toMatchObject({ ok: true })
    expect(await listSent('demo-user@mango.example')).toContain('authenticator-removed')
    expect(answerOf(await finishSecondStep({ token, code: totp() }, visit()))).toBe('I1207')
    expect(await signIn('demo-user')).toMatchObject({ ok: true, value: { step: 'done' } })
    expect(await removeAuthenticator(userId, { password, code: '000000' }, visit())).toMatchObject({ code: 'I1211' })
    expect(await renewRecoveryCodes(userId, { password, code: '000000' })).toMatchObject({ code: 'I1211' })
    expect(await getProfile(userId)).toMatchObject({ authenticatorOn: false, recoveryCodesLeft: 0 })
  })
  it('is reset by the operator for someone who lost everything', async () => {
    const begun = await startAuthenticator(userId, { password })
    secret = begun.ok ? begun.value.secret : ''
    expect(answerOf(await confirmAuthenticator(userId, { code: totp() }))).toBe('ok')
    expect(await resetAuthenticator(operator, userId)).toMatchObject({ ok: true, value: { id: userId } })
    expect(await resetAuthenticator(operator, userId)).toMatchObject({ code: 'I1211' })
    expect(await resetAuthenticator(operator, 'nobody')).toMatchObject({ code: 'A0404' })
    expect(await signIn('demo-user')).toMatchObject({ ok: true, value: { step: 'done' } })
  })
})

describe('the sign-in history', () => {
  it('lists attempts with address and browser, newest first, page by page', async () => {
    const made = await register({ userName: 'history-person', password: 'correct-horse' }, visit())
    if (!made.ok) throw new Error(made.code)
    const from = { ...visitOf('history', '198.51.100.4'), userAgent: 'Browser/1'.padEnd(400, 'x') }
    for (let n = 0; n < 3; n++) {
      wait(1000)
      await authenticate({ identifier: 'history-person', password: 'not-the-one' }, from)
    }
    await flushSignIns()
    const { items, total } = await listSignIns(made.value.id, { page: 1, size: 2 })
    expect([items.length, total]).toEqual([2, 3])
    expect(items[0]).toMatchObject({
      via: 'password',
      outcome: 'wrong-password',
      address: '198.51.100.4',
      at: new Date(nowMs),
      sessionId: null,
    })
    expect(items[0]?.userAgent?.length).toBe(300)
    expect((await listSignIns(demoAccounts[4].id, { page: 1, size: 10 })).items).toEqual([])
  })
})
