/** What the operator does with accounts, the first operator's token and recovery, and notices of new sign-ins. */
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  authenticateByCode,
  changeCountry,
  changePassword,
  changeUserName,
  checkPasswordCode,
  claimFirstOperator,
  clearOldSignIns,
  confirmAuthenticator,
  confirmPassword,
  createStaffAccount,
  createVno,
  demoAccounts,
  ensureFirstOperator,
  findAccount,
  findAccountByName,
  findStartedAuthenticator,
  findVnoByName,
  flushSignIns,
  listAccounts,
  listSignIns,
  listVnos,
  mailOwner,
  noteSignIn,
  accountSwitched,
  endSessionsOf,
  removeAuthenticator,
  renewRecoveryCodes,
  resetAuthenticator,
  seedAccounts,
  sendPasswordCode,
  sendSignInCode,
  setAccountDisabled,
  setLanguage,
  startAuthenticator,
  notifyNewBrowser,
  notifyNewProgram,
  unbindContact,
  withAccount,
} from '~/modules/account/account.server'
import { isCommonPassword } from '~/modules/account/common-password'
import { contactOf } from '~/modules/account/identity.server'
import { isPending, pauseSecondsAfter } from '~/modules/account/sign-in.states'
import { db } from '~/platform/db.server'
import { consume, rules } from '~/platform/limits.server'
import { log } from '~/platform/log.server'
import { wasRefused, whileRefused } from '../../support/refused-writes'
import { findSentCode, listSent, openOutbox, visitOf } from '../../support/verification'
import { codeOf, good } from '../channel-list/people'

type By = { userId: string; why: string }
const operatorId = demoAccounts[4].id
const operator = { userId: operatorId, why: 'a test' }
const { id: userId, password } = demoAccounts[0]
let nowMs = Date.UTC(2026, 5, 1)
const wait = (ms: number): void => {
  nowMs += ms
  vi.setSystemTime(nowMs)
}
let people = 0
const visit = () => visitOf(`o${++people}`, `10.4.${people % 250}.7`)
const audits = async (subject: string) =>
  (
    await db.auditEntry.findMany({
      where: { subject },
      orderBy: { at: 'asc' },
      select: { actor: true, action: true, detail: true },
    })
  ).map(({ actor, action, detail }) => [actor, action, detail])
beforeAll(async () => {
  openOutbox()
  await seedAccounts()
  vi.useFakeTimers({ toFake: ['Date'] })
})
beforeEach(() => wait(2 * 86_400_000))
const told: string[] = []
accountSwitched.listen(({ userId }) => void told.push(userId))
endSessionsOf.provide(() => Promise.resolve())

describe('a staff account', () => {
  const fine = { userName: 'the-new-one', password: 'staff-word-9', role: 'administrator' as const }
  it('has a name, a password and, for a brand, an existing brand', async () => {
    expect(await createStaffAccount(operator, { ...fine, userName: 'short' })).toEqual({
      ok: false,
      code: 'I1106',
      field: 'userName',
    })
    expect(await createStaffAccount(operator, { ...fine, password: 'password1' })).toEqual({
      ok: false,
      code: 'I1111',
      field: 'password',
    })
    expect(await createStaffAccount(operator, { ...fine, password: 'The-New-One' })).toEqual({
      ok: false,
      code: 'I1203',
      field: 'password',
    })
    expect(await createStaffAccount(operator, { ...fine, role: 'vno' })).toEqual({
      ok: false,
      code: 'A0422',
      field: 'vno',
    })
    expect(await createStaffAccount(operator, { ...fine, role: 'vno', vno: 'No such brand' })).toEqual({
      ok: false,
      code: 'A0422',
      field: 'vno',
    })
    expect(await createStaffAccount(operator, { ...fine, userName: 'DEMO-user' })).toEqual({
      ok: false,
      code: 'I1202',
      field: 'userName',
    })
    const made = good(await createStaffAccount(operator, fine))
    expect(made).toMatchObject({ userName: 'the-new-one', role: 'administrator', vnoId: null })
    expect(await audits(made.id)).toEqual([
      [operatorId, 'account.create', expect.stringMatching(/administrator the-new-one$|administrator the-new-one/)],
    ])
    const brand = good(await createVno(operator, 'Blue Sky TV'))
    const branded = good(
      await createStaffAccount(operator, { ...fine, userName: 'of-the-brand', role: 'vno', vno: 'Blue Sky TV' }),
    )
    expect(branded.vnoId).toBe(brand.id)
    expect((await audits(branded.id))[0]?.[2]).toContain('vno of-the-brand of Blue Sky TV')
    expect([
      await findAccount(branded.id),
      await findAccountByName('OF-the-brand'),
      await findAccount('nobody'),
      await findAccountByName('nobody-here'),
    ]).toEqual([branded, branded, null, null])
  })
  it('that can’t be stored is reported', async () => {
    await expect(
      whileRefused(['AuditEntry', 'INSERT'], () => createStaffAccount(operator, { ...fine, userName: 'not-audited' })),
    ).rejects.toThrow(wasRefused)
    await expect(
      whileRefused(['User', 'INSERT'], () => createStaffAccount(operator, { ...fine, userName: 'not-stored' })),
    ).rejects.toThrow(wasRefused)
    await expect(whileRefused(['AuditEntry', 'INSERT'], () => createVno(operator, 'Not audited'))).rejects.toThrow(
      wasRefused,
    )
    await expect(whileRefused(['Vno', 'INSERT'], () => createVno(operator, 'Not stored'))).rejects.toThrow(wasRefused)
  })
})

describe('brands and accounts', () => {
  it('are found by name and by page, newest account first', async () => {
    good(await createVno(operator, 'A brand'))
    expect(await createVno(operator, 'A brand')).toEqual({ ok: false, code: 'A0409', field: 'name' })
    expect((await listVnos()).map(({ name }) => name).slice(0, 1)).toEqual(['A brand'])
    expect([(await findVnoByName('A brand'))?.name, await findVnoByName('no brand')]).toEqual(['A brand', null])
    const all = await listAccounts({ page: 1, size: 100, search: null, role: null })
    expect(all.total).toBe(all.items.length)
    expect(all.items.map(({ id }) => id)).toEqual(
      all.items
        .map(({ id }) => id)
        .sort()
        .reverse(),
    )
    expect(await listAccounts({ page: 2, size: 1, search: null, role: null })).toEqual({
      items: [all.items[1]],
      total: all.total,
    })
    expect(
      (await listAccounts({ page: 1, size: 10, search: 'MO-us', role: null })).items.map(({ userName }) => userName),
    ).toEqual(['demo-user'])
    expect(
      (await listAccounts({ page: 1, size: 10, search: null, role: 'operator' })).items.map(({ userName }) => userName),
    ).toEqual(['demo-operator'])
    expect((await listAccounts({ page: 1, size: 10, search: 'demo', role: 'operator' })).total).toBe(1)
    await setLanguage(userId, 'ar')
    expect((await findAccount(userId))?.language).toBe('ar')
  })
})

describe('a disabled account', () => {
  it('keeps the time of its first disabling, is announced, and is never the operator’s own', async () => {
    const friend = demoAccounts[1].id
    expect(await setAccountDisabled({ userId: friend, why: null }, friend, true)).toEqual({ ok: false, code: 'A0409' })
    expect(await setAccountDisabled(operator, 'nobody', true)).toEqual({
      ok: false,
      code: 'A0404',
      data: { context: 'account' },
    })
    expect(told).toEqual([])
    const first = good(await setAccountDisabled(operator, friend, true)).disabledAt
    expect(first).toEqual(new Date(nowMs))
    wait(1000)
    expect(good(await setAccountDisabled(operator, friend, true)).disabledAt).toEqual(first)
    expect(good(await setAccountDisabled(operator, friend, false)).disabledAt).toBeNull()
    expect(told).toEqual([friend, friend, friend])
    expect((await audits(friend)).map(([actor, action]) => [actor, action])).toEqual(
      expect.arrayContaining([
        [operatorId, 'account.disable'],
        [operatorId, 'account.enable'],
      ]),
    )
    for (const write of [
      ['User', 'UPDATE'],
      ['AuditEntry', 'INSERT'],
    ] as const)
      await expect(whileRefused(write, () => setAccountDisabled(operator, friend, false))).rejects.toThrow(wasRefused)
  })
})

describe('a new operator', () => {
  let names = 0
  const made = async (maker: By): Promise<By> => {
    const input = { userName: `made-for-it-${++names}`, password: 'staff-word-9', role: 'operator' as const }
    return { userId: good(await createStaffAccount(maker, input)).id, why: 'a test' }
  }
  const shutOut = async (by: By, subject: By): Promise<unknown[]> => [
    await setAccountDisabled(by, subject.userId, true),
    await setAccountDisabled(by, subject.userId, false),
    await resetAuthenticator(by, subject.userId),
  ]
  const refused = (context: string) =>
    Array.from({ length: 3 }, () => ({ ok: false, code: 'A0409', data: { context } }))
  const end = (one: By) => db.user.update({ where: { id: one.userId }, data: { role: 'customer' } })

  it('locks out no maker of it, direct or indirect; all of them are told of the attempt', async () => {
    const child = await made(operator)
    const grandchild = await made(child)
    const heard = told.length
    expect(await shutOut(child, operator)).toEqual(refused('operator-maker'))
    expect(await shutOut(grandchild, operator)).toEqual(refused('operator-maker'))
    expect(await shutOut(grandchild, child)).toEqual(refused('operator-maker'))
    expect((await findAccount(operatorId))?.disabledAt).toBeNull()
    expect(told).toHaveLength(heard)
    const tries = ['account.disable-refused', 'account.enable-refused', 'authenticator.reset-refused']
    expect((await audits(operatorId)).filter(([actor]) => actor === grandchild.userId)).toEqual(
      tries.map((action) => [grandchild.userId, action, 'maker; why: a test']),
    )
    // Operators manage customers, and the creator of an operator may disable it.
    expect(good(await setAccountDisabled(child, userId, true)).disabledAt).not.toBeNull()
    expect(good(await setAccountDisabled(child, userId, false)).disabledAt).toBeNull()
    expect(good(await setAccountDisabled(child, grandchild.userId, true)).disabledAt).not.toBeNull()
    for (const one of [child, grandchild]) await end(one)
  })
  it('can’t lock out the last other operator, and may once it is thirty days old', async () => {
    const [maker, other] = [await made(operator), await made(operator)]
    wait(30 * 86_400_000)
    const child = await made(maker)
    good(await setAccountDisabled(maker, operatorId, true))
    good(await setAccountDisabled(other, maker.userId, true))
    expect(await shutOut(child, other)).toEqual(refused('operator-last'))
    good(await setAccountDisabled(other, operatorId, false))
    expect(good(await setAccountDisabled(child, other.userId, true)).disabledAt).not.toBeNull()
    good(await setAccountDisabled(operator, other.userId, false))
    wait(30 * 86_400_000)
    expect(good(await setAccountDisabled(child, maker.userId, true)).disabledAt).not.toBeNull()
    for (const one of [child, maker, other]) await end(one)
  })
})

describe('a change of an account', () => {
  it('reports an unknown account, and never fails with a fault', async () => {
    const from = visit()
    const answers = [
      await changeUserName('nobody', { userName: 'fine-name', password }, from),
      await unbindContact('nobody', { channel: 'mail', password }, from),
      await sendPasswordCode('nobody', 'mail', from),
      await checkPasswordCode('nobody', '123456', from),
      await changePassword('nobody', { oldPassword: password, newPassword: 'new-and-better' }, from),
      await changeCountry('nobody', 'UA'),
      await removeAuthenticator('nobody', { password, code: '123456' }, from),
      await renewRecoveryCodes('nobody', { password, code: '123456' }),
      await startAuthenticator('nobody', { password }),
      await confirmAuthenticator('nobody', { code: '123456' }),
      await confirmPassword('nobody', password),
    ]
    expect(answers.map(codeOf)).toEqual(answers.map(() => 'I1310'))
    expect(codeOf(await resetAuthenticator(operator, 'nobody'))).toBe('A0404')
    expect(await findStartedAuthenticator('nobody')).toBeNull()
  })
  it('reveals only a limited number of times whether a name is free', async () => {
    const from = visit()
    await consume('user-name-check', from.address, rules['user-name-check'].points - 1)
    expect(codeOf(await changeUserName(userId, { userName: 'demo-friend', password }, from))).toBe('I1202')
    expect(await changeUserName(userId, { userName: 'demo-friend', password }, from)).toMatchObject({
      code: 'I1009',
      data: { retryAfterSeconds: expect.any(Number) as number },
    })
  })
  it('allows ten wrong codes while an authenticator is set up', async () => {
    good(await startAuthenticator(userId, { password }))
    for (let n = 0; n < 10; n++) expect(codeOf(await confirmAuthenticator(userId, { code: '000000' }))).toBe('I1206')
    expect(await confirmAuthenticator(userId, { code: '000000' })).toMatchObject({ code: 'I1009', field: 'code' })
    expect(codeOf(await resetAuthenticator(operator, userId))).toBe('I1211')
  })
})

describe('a sign-in from a new place', () => {
  const mails = async () => (await listSent('demo-user@mango.example')).filter((one) => one === 'new-sign-in').length
  it('is reported for a browser that the account does not know', async () => {
    const before = await mails()
    expect(
      await notifyNewBrowser(userId, { ...visit(), known: withAccount(null, userId, 'a-browser') }, 'Firefox'),
    ).toBe(false)
    expect(await mails()).toBe(before)
    expect(await notifyNewBrowser(userId, visit(), 'Firefox')).toBe(true)
    expect(
      await notifyNewBrowser(
        userId,
        { ...visit(), known: withAccount(null, demoAccounts[1].id, 'a-browser') },
        'Firefox',
      ),
    ).toBe(true)
    expect(await mails()).toBe(before + 2)
    // Nobody to notify: no address, disabled, or no such account.
    expect(await notifyNewBrowser(operatorId, visit(), null)).toBe(false)
    expect(
      await db.$transaction((tx) => mailOwner(tx, 'nobody', 'en', { template: 'token-made', values: { name: 'x' } })),
    ).toBe(false)
    await setAccountDisabled(operator, userId, true)
    expect(await notifyNewBrowser(userId, visit(), null)).toBe(false)
    await setAccountDisabled(operator, userId, false)
  })
  it('is reported for a program unless one of its name and address signed in within half a year', async () => {
    const from = visit()
    expect(await notifyNewProgram(userId, from)).toBe(true)
    noteSignIn(userId, { via: 'program', outcome: 'done' }, from)
    expect(await notifyNewProgram(userId, from)).toBe(false)
    for (const other of [
      { ...from, userAgent: 'Another' },
      { ...from, address: '203.0.113.200' },
    ])
      expect(await notifyNewProgram(userId, other)).toBe(true)
    // Another account's sign-ins from there do not count.
    noteSignIn(demoAccounts[1].id, { via: 'program', outcome: 'done' }, { ...from, userAgent: 'Of a friend' })
    expect(await notifyNewProgram(userId, { ...from, userAgent: 'Of a friend' })).toBe(true)
    wait(180 * 86_400_000 - 1)
    expect(await notifyNewProgram(userId, from)).toBe(false)
    wait(1)
    expect(await notifyNewProgram(userId, from)).toBe(true)
    const page = visit()
    noteSignIn(userId, { via: 'password', outcome: 'done' }, page)
    noteSignIn(userId, { via: 'program', outcome: 'wrong-password' }, page)
    expect(await notifyNewProgram(userId, page)).toBe(true)
  })
})

describe('the sign-in history', () => {
  it('is kept for half a year, filtered by outcome and time, in pages; an unknown outcome is a fault', async () => {
    const friend = demoAccounts[1].id
    await db.signIn.deleteMany()
    const from = { address: '192.0.2.44', userAgent: 'x'.repeat(400) }
    const begun = nowMs
    noteSignIn(friend, { via: 'password', outcome: 'wrong-password' }, from)
    wait(1)
    noteSignIn(friend, { via: 'password', outcome: 'done', sessionId: 'a-session' }, from)
    noteSignIn('nobody', { via: 'password', outcome: 'done' }, from)
    const all = await listSignIns(friend, { page: 1, size: 10 })
    expect(
      all.items.map(({ outcome, at, sessionId, address, userAgent }) => [
        outcome,
        at.getTime() - begun,
        sessionId,
        address,
        userAgent,
      ]),
    ).toEqual([
      ['done', 1, 'a-session', '192.0.2.44', 'x'.repeat(300)],
      ['wrong-password', 0, null, '192.0.2.44', 'x'.repeat(300)],
    ])
    expect([all.total, await db.signIn.count()]).toEqual([2, 2])
    expect((await listSignIns(friend, { page: 2, size: 1 })).items.map(({ outcome }) => outcome)).toEqual([
      'wrong-password',
    ])
    expect((await listSignIns(friend, { page: 1, size: 10, outcome: 'done' })).total).toBe(1)
    expect(
      (await listSignIns(friend, { page: 1, size: 10, times: { fromMs: begun, toMs: begun + 1 } })).items.map(
        ({ outcome }) => outcome,
      ),
    ).toEqual(['wrong-password'])
    expect(
      (await listSignIns(friend, { page: 1, size: 10, times: { fromMs: begun + 1, toMs: begun + 2 } })).items.map(
        ({ outcome }) => outcome,
      ),
    ).toEqual(['done'])
    wait(180 * 86_400_000 - 1)
    expect(await clearOldSignIns()).toBe(0)
    wait(1)
    expect(await clearOldSignIns()).toBe(1)
    await db.signIn.updateMany({ data: { outcome: 'of-a-later-version' } })
    await expect(listSignIns(friend, { page: 1, size: 10 })).rejects.toThrow('of-a-later-version')
    await db.signIn.deleteMany()
    await flushSignIns()
  })
})

describe('an overflow of the history', () => {
  it('is dropped and logged; later entries are kept again', async () => {
    await db.signIn.deleteMany()
    const level = log.level
    const written: string[] = []
    const write = vi.spyOn(fs, 'writeSync').mockImplementation((_fd: number, text: unknown) => {
      written.push(String(text))
      return Buffer.byteLength(String(text))
    })
    log.level = 'warn'
    const from = visit()
    try {
      for (let n = 0; n < 5002; n++) noteSignIn(userId, { via: 'password', outcome: 'wrong-password' }, from)
      await flushSignIns()
      await flushSignIns()
    } finally {
      write.mockRestore()
      log.level = level
    }
    expect(written.join('').match(/"dropped":\d+/g)).toEqual(['"dropped":2'])
    noteSignIn(userId, { via: 'password', outcome: 'done' }, from)
    expect((await listSignIns(userId, { page: 1, size: 1 })).total).toBe(5001)
    await db.signIn.deleteMany()
  })
})

describe('a code by the other channel', () => {
  it('signs in by what was typed: an e-mail with an SMS code, a phone with a mailed one', async () => {
    for (const [identifier, area, type, to] of [
      ['demo-user@mango.example', undefined, 'sms', '+447700900123'],
      ['7700900123', '+44', 'mail', 'demo-user@mango.example'],
    ] as const) {
      const from = visit()
      const who = { identifier, ...(area === undefined ? {} : { area }) }
      good(await sendSignInCode({ ...who, type }, from))
      expect(good(await authenticateByCode({ ...who, code: (await findSentCode(to)) ?? '' }, from))).toMatchObject({
        step: 'done',
        account: { id: userId },
      })
      wait(61_000)
    }
  })
})

describe('small rules', () => {
  it('reject half a phone as a contact', () => {
    const none = { email: null, phoneArea: null, phone: null }
    expect([
      contactOf(none, 'mail'),
      contactOf(none, 'sms'),
      contactOf({ ...none, phone: '1001234567' }, 'sms'),
      contactOf({ ...none, phoneArea: '+20' }, 'sms'),
    ]).toEqual([null, null, null, null])
    expect([
      contactOf({ ...none, email: 'a@b.example' }, 'mail'),
      contactOf({ ...none, phoneArea: '+20', phone: '1001234567' }, 'sms'),
    ]).toEqual([
      { channel: 'mail', email: 'a@b.example' },
      { channel: 'sms', area: '+20', phone: '1001234567' },
    ])
  })
  it('hold at the edges of pauses, second steps and dates', () => {
    expect([0, 4, 5, 6, 9].map(pauseSecondsAfter)).toEqual([0, 0, 5, 10, 80])
    const at = new Date(nowMs)
    const pending = { expiresAt: new Date(nowMs + 1), triesLeft: 1, usedAt: null }
    expect([
      isPending(pending, at),
      isPending({ ...pending, expiresAt: at }, at),
      isPending({ ...pending, triesLeft: 0 }, at),
      isPending({ ...pending, usedAt: at }, at),
      isPending(null, at),
    ]).toEqual([true, false, false, false, false])
    expect(
      ['31121987', '12311987', '19871231', '19873112', '01/01/1987', '1987.12.31'].filter(
        (text) => !isCommonPassword(text),
      ),
    ).toEqual([])
    expect(['32121987', '12321987', '13131987', '00121987', '31001987', '12001987'].filter(isCommonPassword)).toEqual(
      [],
    )
  })
})

describe('the first operator', () => {
  const file = () => path.join(process.env.DATA_DIR ?? '', 'first-operator-token')
  const claim = (token: string, more: { userName?: string; password?: string } = {}, address = `10.5.0.${++people}`) =>
    claimFirstOperator({ token, userName: 'the-operator', password: 'operate-it-9', ...more }, { address })
  it('is created once, with a token file that only its owner can read; later there is no token', async () => {
    expect(await ensureFirstOperator()).toBeNull()
    await db.user.update({ where: { id: operatorId }, data: { role: 'administrator' } })
    expect(await ensureFirstOperator()).toBe(file())
    const token = fs.readFileSync(file(), 'utf8').trim()
    expect([token.startsWith('mpf_'), fs.statSync(file()).mode & 0o777]).toEqual([true, 0o600])
    fs.chmodSync(file(), 0o644)
    expect(await ensureFirstOperator()).toBe(file())
    expect([fs.readFileSync(file(), 'utf8').trim(), fs.statSync(file()).mode & 0o777]).toEqual([token, 0o600])
    // A file other than the one written is replaced.
    fs.writeFileSync(file(), 'mpf_another\n')
    await ensureFirstOperator()
    const fresh = fs.readFileSync(file(), 'utf8').trim()
    expect([fresh === token, codeOf(await claim(token))]).toEqual([false, 'I1304'])
    expect(codeOf(await claim(fresh, { userName: 'short' }))).toBe('I1106')
    expect(codeOf(await claim(fresh, { password: 'password1' }))).toBe('I1111')
    expect(codeOf(await claim(fresh, { userName: 'demo-user' }))).toBe('I1202')
    const made = good(await claim(fresh))
    expect(made).toMatchObject({ userName: 'the-operator', role: 'operator' })
    expect([
      fs.existsSync(file()),
      codeOf(await claim(fresh, { userName: 'another-one' })),
      await ensureFirstOperator(),
    ]).toEqual([false, 'I1304', null])
    expect(await audits(made.id)).toEqual([[made.id, 'operator.claim', 'the-operator']])
    const guesser = '10.6.6.6'
    const answers: string[] = []
    for (let n = 0; n < 11; n++) answers.push(codeOf(await claim('mpf_guess', {}, guesser)))
    expect([answers.indexOf('I1009'), answers.length]).toEqual([10, 11])
  })
  it('that lost everything can recover within a day', async () => {
    const open = (untilMs: number) =>
      db.setting.upsert({
        where: { key: 'operator-way-back' },
        create: { key: 'operator-way-back', value: new Date(untilMs).toISOString() },
        update: { value: new Date(untilMs).toISOString() },
      })
    await open(nowMs)
    expect([await ensureFirstOperator(), await db.setting.count({ where: { key: 'operator-way-back' } })]).toEqual([
      null,
      0,
    ])
    await open(nowMs + 1)
    expect(await ensureFirstOperator()).toBe(file())
  })
})
