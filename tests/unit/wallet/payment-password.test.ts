/** The payment password: what may be chosen, how wrong entries are counted, and how its owner gets a new one. */
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest'
import { findSentCode, listSent, openOutbox, visitOf } from '../../support/verification'
import {
  changePaymentPassword,
  checkPaymentPassword,
  openWallet,
  paymentPasswordState,
  recoverPaymentPassword,
  sendPaymentPasswordCode,
  setPaymentPassword,
  tellOfWalletJob,
  unlockWallet,
  walletTexts,
} from '~/modules/wallet/wallet.server'
import { notify as notifyOwner } from '~/modules/account/account.server'
import { isTrivial, readPaymentDigits } from '~/modules/wallet/payment-digits'
import { dayMs } from '~/platform/clock.server'
import { closeDatabase, db } from '~/platform/db.server'
import { rules } from '~/platform/limits.server'
import { transact } from '~/platform/transact.server'
import { ok } from '~/errors/table'
import { walletMessageTexts } from '~/web/wallet/wallet-message.server'
import { makeCustomer, runDue, startClock } from '../../support/shop'
import { accountPassword, makeHolder, paymentPassword, visit } from '../../support/wallet'

let clock: ReturnType<typeof startClock>
let undo: () => void
beforeAll(() => {
  openOutbox()
  undo = walletTexts.provide(walletMessageTexts)
})
beforeEach(() => {
  clock = startClock()
})
afterEach(() => clock.stop())
afterAll(async () => {
  undo()
  await closeDatabase()
})

const wrong = '314159'
let phones = 0
const newPhone = (): string => `15${String(100_000_000 + ++phones)}`
const enter = (userId: string, typed: string) => checkPaymentPassword(userId, typed)
const lock = async (userId: string): Promise<void> => {
  for (let count = 0; count < 10; count++) await enter(userId, wrong)
}

describe('a payment password of six digits', () => {
  it('is read in the digits of three scripts, with the separators that people type', () => {
    expect(['271828', '٢٧١٨٢٨', '۲۷۱۸۲۸', ' 271 828 ', '27-18-28'].map(readPaymentDigits)).toEqual(
      Array(5).fill('271828'),
    )
    expect(['27182', '2718281', '27182a', '', '+271828', '２７１８２８x'].map(readPaymentDigits)).toEqual(
      Array(6).fill(null),
    )
  })
  it('is refused when everybody would try it first, else accepted', () => {
    const trivial = ['000000', '123456', '654321', '012345', '890123', '121212', '123123', '111222', '159753', '112233']
    expect(trivial.filter((digits) => !isTrivial(digits))).toEqual([])
    expect(['271828', '190587', '204060', '135790', '100200'].filter(isTrivial)).toEqual([])
    const all = Array.from({ length: 1_000_000 }, (_, number) => String(number).padStart(6, '0'))
    expect(all.filter(isTrivial).length).toBeLessThan(1300)
  })
})

describe('setting a payment password', () => {
  const asked = { newPassword: paymentPassword, repeatPassword: paymentPassword, password: accountPassword }
  it('needs an open wallet, the account’s password and the same six digits twice', async () => {
    const { userId } = await makeCustomer()
    expect(await setPaymentPassword(userId, asked, visit)).toMatchObject({ code: 'MC1000' })
    const ana = await makeHolder({ password: null })
    const refusedWith = async (more: Partial<typeof asked>) => {
      const done = await setPaymentPassword(ana.userId, { ...asked, ...more }, visit)
      return done.ok ? 'ok' : `${done.code} ${done.field}`
    }
    expect(await refusedWith({ password: 'wrong horse' })).toBe('I1302 password')
    expect(await refusedWith({ password: '' })).toBe('I1309 password')
    expect(await refusedWith({ repeatPassword: wrong })).toBe('I1107 repeatPassword')
    expect(await refusedWith({ newPassword: '12345' })).toBe('A0422 newPassword')
    expect(await refusedWith({ newPassword: '111111', repeatPassword: '111111' })).toBe('I1111 newPassword')
    expect(await enter(ana.userId, paymentPassword)).toMatchObject({ code: 'MC1104' })
    expect(await refusedWith({ newPassword: '٢٧١٨٢٨' })).toBe('ok')
    expect(await enter(ana.userId, '۲۷۱۸۲۸')).toEqual({ ok: true, value: null })
    expect(await refusedWith({})).toBe('A0409 undefined')
    expect(await listSent(ana.email)).toEqual(['payment-password-changed'])
  })
  it('stores no digits: another wallet’s same ones have another hash, which opens nothing there', async () => {
    const [ana, ben] = [await makeHolder(), await makeHolder({ password: wrong })]
    const { passwordHash } = await db.wallet.findUniqueOrThrow({ where: { userId: ana.userId } })
    await db.wallet.update({ where: { userId: ben.userId }, data: { passwordHash } })
    expect(await enter(ben.userId, paymentPassword)).toMatchObject({ code: 'MC1106' })
  })
  it('happens once from two tabs at once', async () => {
    const { userId } = await makeHolder({ password: null })
    const done = await Promise.all([1, 2].map(() => setPaymentPassword(userId, asked, visit)))
    expect(done.map((one) => (one.ok ? 'ok' : one.code)).sort()).toEqual(['A0409', 'ok'])
  })
})

describe('wrong payment passwords', () => {
  it('show how many are left; the tenth locks for a day, and a right one resets the count', async () => {
    const { userId } = await makeHolder()
    for (let left = 9; left >= 1; left--)
      expect(await enter(userId, wrong)).toMatchObject({ code: 'MC1106', field: 'paymentPassword', data: { left } })
    expect(await enter(userId, paymentPassword)).toMatchObject({ ok: true })
    expect(await paymentPasswordState(userId)).toMatchObject({ isSet: true, left: 10, lockedUntil: null })
    await lock(userId)
    const until = new Date(clock.now().getTime() + dayMs).toISOString()
    const locked = { code: 'MC1105', data: { until } }
    expect(await enter(userId, paymentPassword)).toMatchObject(locked)
    expect(await enter(userId, 'no digits')).toMatchObject(locked)
    expect(await paymentPasswordState(userId)).toMatchObject({ left: 0, lockedUntil: new Date(until) })
    clock.advance(dayMs)
    expect(await paymentPasswordState(userId)).toMatchObject({ left: 10, lockedUntil: null })
    expect(await enter(userId, wrong)).toMatchObject({ code: 'MC1106', data: { left: 9 } })
    expect(await enter(userId, paymentPassword)).toMatchObject({ ok: true })
  })
  it('cost nothing when they are not six digits', async () => {
    const { userId } = await makeHolder()
    for (const typed of ['', '12345', 'abcdef', '1234567'])
      expect(await enter(userId, typed)).toMatchObject({ code: 'A0422', data: { reason: 'six-digits' } })
    expect(await paymentPasswordState(userId)).toMatchObject({ left: 10 })
  })
  it('cost and lock nothing when they could not be compared', async () => {
    const { userId } = await makeHolder()
    const { passwordHash } = await db.wallet.findUniqueOrThrow({ where: { userId } })
    const keep = (hash: string | null) => db.wallet.update({ where: { userId }, data: { passwordHash: hash } })
    for (const left of [10, 1]) {
      while ((await paymentPasswordState(userId)).left > left) await enter(userId, wrong)
      // No hash: comparing fails, as where the machine can't do it.
      await keep('damaged')
      await expect(enter(userId, wrong)).rejects.toThrow()
      await keep(passwordHash)
      expect(await paymentPasswordState(userId)).toMatchObject({ left, lockedUntil: null })
    }
    expect(await enter(userId, paymentPassword)).toMatchObject({ ok: true })
  })
  it('at once are ten guesses and no more, whatever they are', async () => {
    const { userId } = await makeHolder()
    const guesses = Array.from({ length: 50 }, (_, index) => String(900_000 + 17 * index))
    const answers = await Promise.all(guesses.map((guess) => enter(userId, guess)))
    const codes = answers.map((one) => (one.ok ? 'ok' : one.code))
    expect(codes.filter((code) => code === 'MC1106')).toHaveLength(9)
    expect(codes.filter((code) => code === 'MC1105')).toHaveLength(41)
    expect((await db.wallet.findUniqueOrThrow({ where: { userId } })).wrongEntries).toBe(10)
  })
  it('are not counted for fifty right ones at once', async () => {
    const { userId } = await makeHolder()
    const answers = await Promise.all(Array.from({ length: 50 }, () => enter(userId, paymentPassword)))
    expect(answers.filter(({ ok }) => !ok)).toEqual([])
    expect(await paymentPasswordState(userId)).toMatchObject({ left: 10 })
  })
  it('that lock are reported, once', async () => {
    const { userId, email } = await makeHolder()
    await lock(userId)
    await runDue([tellOfWalletJob])
    const told = await db.message.findMany({ where: { userId }, include: { texts: { where: { language: 'en' } } } })
    expect(told.map(({ texts }) => texts[0]?.title)).toEqual(['Your payment password is locked'])
    expect((await listSent(email)).sort()).toEqual(['payment-password-changed', 'wallet-news'])
  })
  it('are reset by the operator, with an audit entry', async () => {
    const { userId } = await makeHolder()
    const by = { userId: 'operator', why: 'the customer called' }
    expect(await unlockWallet(by, userId)).toMatchObject({ code: 'A0409' })
    expect(await unlockWallet(by, 'nobody')).toMatchObject({ code: 'A0404' })
    await lock(userId)
    expect(await unlockWallet(by, userId)).toEqual({ ok: true, value: null })
    expect(await enter(userId, paymentPassword)).toMatchObject({ ok: true })
    expect(await db.auditEntry.count({ where: { action: 'wallet.unlock', subject: userId } })).toBe(1)
  })
})

describe('changing a payment password', () => {
  const change = (userId: string, oldPassword: string, newPassword = wrong) =>
    changePaymentPassword(userId, { oldPassword, newPassword, repeatPassword: newPassword }, visit)
  it('needs the old one, and counts a wrong one like any other', async () => {
    const { userId, email } = await makeHolder()
    expect(await change(userId, '161803')).toMatchObject({ code: 'MC1005', field: 'oldPassword', data: { left: 9 } })
    expect(await enter(userId, '161803')).toMatchObject({ code: 'MC1106', data: { left: 8 } })
    // An error in the new one comes first and costs no entry.
    expect(await change(userId, '161803', '000000')).toMatchObject({ code: 'I1111' })
    expect(await change(userId, paymentPassword)).toEqual({ ok: true, value: null })
    expect(await enter(userId, paymentPassword)).toMatchObject({ code: 'MC1106', data: { left: 9 } })
    expect(await enter(userId, wrong)).toMatchObject({ ok: true })
    expect(await listSent(email)).toEqual(['payment-password-changed', 'payment-password-changed'])
    await lock(userId).then(() => enter(userId, '161803'))
    for (let count = 0; count < 10; count++) await change(userId, '161803', '141421')
    expect(await change(userId, wrong, '141421')).toMatchObject({ code: 'MC1105', field: 'oldPassword' })
  })
  it('needs one that differs from the old one, and costs no entry', async () => {
    const { userId } = await makeHolder()
    const same = { code: 'A0422', field: 'newPassword', data: { reason: 'same' } }
    for (const typed of [paymentPassword, '27-18-28'])
      expect(await change(userId, typed, paymentPassword)).toMatchObject(same)
    expect(await paymentPasswordState(userId)).toMatchObject({ left: 10 })
  })
  it('is limited with setting to five a day, and its SMS count like any others', async () => {
    const { userId } = await makeHolder()
    const phone = newPhone()
    const contact = { email: null, emailKey: null, phoneArea: '49', phone, phoneKey: `+49${phone}` }
    await db.user.update({ where: { id: userId }, data: contact })
    const spent = async () => (await db.rateLimit.findUnique({ where: { key: 'sms-day:all' } }))?.points ?? 0
    const before = await spent()
    const last = [paymentPassword, wrong]
    for (let count = 0; count < 4; count++)
      expect(await change(userId, last[count % 2] ?? '', last[(count + 1) % 2])).toMatchObject({ ok: true })
    for (const old of [paymentPassword, wrong])
      expect(await change(userId, old, '141421')).toMatchObject({ code: 'I1009' })
    expect(await paymentPasswordState(userId)).toMatchObject({ left: 10 })
    expect((await spent()) - before).toBe(4)
    // Wrong entries are not changes.
    const ben = await makeHolder()
    for (let count = 0; count < 6; count++) await change(ben.userId, '161803')
    expect(await change(ben.userId, paymentPassword)).toMatchObject({ ok: true })
  })
  it('warns a number by SMS five times a day, and all numbers together within the daily SMS limit', async () => {
    const phoneOf = async (userId: string): Promise<string> => {
      const phone = newPhone()
      const contact = { email: null, emailKey: null, phoneArea: '49', phone, phoneKey: `+49${phone}` }
      await db.user.update({ where: { id: userId }, data: contact })
      return phone
    }
    const notify = (userId: string) =>
      transact(async (tx) => {
        const owner = await tx.user.findUniqueOrThrow({ where: { id: userId } })
        await notifyOwner(tx, owner, 'en', 'authenticator-removed')
        return ok(null)
      })
    const sentTo = (recipient: string) =>
      db.outboxMessage.count({ where: { channel: 'sms', recipient: { endsWith: recipient } } })
    const { userId } = await makeHolder()
    const first = await phoneOf(userId)
    for (let count = 0; count < 9; count++) await notify(userId)
    expect(await sentTo(first)).toBe(5)
    const key = 'sms-notice-all:all'
    const expire = new Date(Date.now() + 60_000)
    const points = rules['sms-notice-all'].points - 1
    await db.rateLimit.upsert({ where: { key }, create: { key, points, expire }, update: { points, expire } })
    const others = [await phoneOf(userId), await phoneOf((await makeHolder()).userId)]
    await notify(userId)
    const last = await db.user.findFirstOrThrow({ where: { phone: others[1] ?? '' } })
    await notify(last.id)
    expect([await sentTo(others[0] ?? ''), await sentTo(others[1] ?? '')]).toEqual([1, 0])
    await db.rateLimit.deleteMany({ where: { key } })
  })
  it('is refused where none is set, and where the wallet is closed', async () => {
    const { userId } = await makeHolder({ password: null })
    expect(await change(userId, paymentPassword)).toMatchObject({ code: 'MC1104' })
    const ben = await makeHolder()
    await db.wallet.update({ where: { userId: ben.userId }, data: { state: 'closed' } })
    expect(await change(ben.userId, paymentPassword)).toMatchObject({ code: 'MC1013', data: { state: 'closed' } })
  })
})

describe('recovering a payment password', () => {
  const own = visitOf('recovery')
  const recover = (userId: string, code: string, newPassword = wrong) =>
    recoverPaymentPassword(userId, { code, newPassword, repeatPassword: newPassword }, own)
  it('with a code to the account’s own mailbox ends a lock, and the code works once', async () => {
    const { userId, email } = await makeHolder()
    await lock(userId)
    expect(await sendPaymentPasswordCode(userId, 'sms', own)).toMatchObject({ code: 'I1210' })
    expect(await sendPaymentPasswordCode(userId, 'mail', own)).toMatchObject({ ok: true })
    const code = (await findSentCode(email)) ?? ''
    expect(await recover(userId, code, '123456')).toMatchObject({ code: 'I1111' })
    expect(await recover(userId, code === '000001' ? '000002' : '000001')).toMatchObject({ code: 'I1104' })
    expect(await recover(userId, code)).toEqual({ ok: true, value: null })
    expect(await enter(userId, wrong)).toMatchObject({ ok: true })
    expect(await recover(userId, code, '141421')).toMatchObject({ code: 'I1103' })
    expect((await listSent(email)).filter((template) => template === 'payment-password-changed')).toHaveLength(2)
  })
  it('accepts no code that was sent for something else', async () => {
    const { userId, email } = await makeHolder()
    const { sendPasswordCode } = await import('~/modules/account/account.server')
    expect(await sendPasswordCode(userId, 'mail', own)).toMatchObject({ ok: true })
    expect(await recover(userId, (await findSentCode(email)) ?? '')).toMatchObject({ code: 'I1103' })
  })
  it('needs an open wallet', async () => {
    const { userId } = await makeCustomer()
    expect(await sendPaymentPasswordCode(userId, 'mail', own)).toMatchObject({ code: 'MC1000' })
    await openWallet(userId)
    expect(await sendPaymentPasswordCode(userId, 'mail', own)).toMatchObject({ code: 'I1210' })
    expect(await recover(userId, '123123')).toMatchObject({ code: 'I1210' })
  })
})
