/**
 * Fails each write of every payment password and transfer action: money and passwords are as before or as after it, and
 * repeating the action completes it.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { connectModules } from '~/server/wiring'
import {
  changePaymentPassword,
  checkPaymentPassword,
  recoverPaymentPassword,
  sendPaymentPasswordCode,
  setPaymentPassword,
  unlockWallet,
} from '~/modules/wallet/wallet.server'
import { closeDatabase, db } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { whileWriteFails } from '../../support/failing-writes'
import { contentOf } from '../../support/refused-writes'
import { expectBooks, mangoOf } from '../../support/shop'
import { findSentCode, openOutbox, visitOf } from '../../support/verification'
import { accountPassword, makeHolder, paymentPassword, sendMango, visit, type Holder } from '../../support/wallet'

const moneyTables = ['LedgerAccount', 'LedgerEntry', 'LedgerTransfer', 'WalletTransfer', 'Job']
const six = '141421'
let ana: Holder
let ben: Holder
beforeAll(() => {
  connectModules()
  openOutbox()
})
beforeEach(async () => {
  ana = await makeHolder({ mango: '10' })
  ben = await makeHolder()
})
afterAll(async () => {
  await expectBooks()
  await closeDatabase()
})

/** More writes than any of these actions makes. */
const most = 120
/** Does the action with its N-th write failing, for every N; returns how many failed, and the states seen between. */
const failEach = async (act: () => Promise<unknown>, look: () => Promise<string>): Promise<number> => {
  const seen = new Set([await look()])
  for (let n = 1; n <= most; n++) {
    const { hasFailed } = await whileWriteFails(n, act)
    seen.add(await look())
    expect(seen.size, `half an effect, when its write ${n} failed`).toBeLessThanOrEqual(2)
    if (!hasFailed) return n - 1
  }
  throw new Error('the act never ends')
}
const walletOf = async ({ userId }: Holder): Promise<string> => {
  const row = await db.wallet.findUniqueOrThrow({ where: { userId } })
  const notices = await db.auditEntry.count({ where: { subject: userId } })
  const mails = await db.outboxMessage.count()
  return JSON.stringify([row.passwordSetAt, row.passwordHash === null, notices, mails])
}

it('sends a transfer once or not at all, and tells both with it', async () => {
  const batch = makeId()
  const failed = await failEach(
    () => sendMango(ana, ben, '4', { batch }),
    () => contentOf(moneyTables),
  )
  expect(failed).toBeGreaterThan(10)
  expect([await mangoOf(ana.userId), await mangoOf(ben.userId)]).toEqual(['6.0000', '4.0000'])
})
it('never compares a wrong entry whose writes fail without counting it', async () => {
  let answered = 0
  for (let n = 1; n <= 12; n++) {
    const { hasFailed } = await whileWriteFails(n, async () => {
      const done = await checkPaymentPassword(ana.userId, six)
      if (!done.ok) answered++
    })
    const { wrongEntries } = await db.wallet.findUniqueOrThrow({ where: { userId: ana.userId } })
    expect(wrongEntries, `when its write ${n} failed`).toBeGreaterThanOrEqual(answered)
    if (!hasFailed) break
  }
  expect(answered).toBeGreaterThan(0)
})
it('sets a first payment password with its notice, or not at all', async () => {
  const fresh = await makeHolder({ password: null })
  const asked = { newPassword: six, repeatPassword: six, password: accountPassword }
  expect(
    await failEach(
      () => setPaymentPassword(fresh.userId, asked, visit),
      () => walletOf(fresh),
    ),
  ).toBeGreaterThan(3)
  expect(await checkPaymentPassword(fresh.userId, six)).toMatchObject({ ok: true })
})
it('replaces a payment password with its notice, or not at all', async () => {
  const asked = { oldPassword: paymentPassword, newPassword: six, repeatPassword: six }
  expect(
    await failEach(
      () => changePaymentPassword(ana.userId, asked, visit),
      () => walletOf(ana),
    ),
  ).toBeGreaterThan(3)
  expect(await checkPaymentPassword(ana.userId, six)).toMatchObject({ ok: true })
})
it('recovers a payment password with its used code and its notice, or not at all', async () => {
  const own = visitOf('failing-recovery')
  await sendPaymentPasswordCode(ana.userId, 'mail', own)
  const code = (await findSentCode(ana.email)) ?? ''
  expect(
    await failEach(
      () => recoverPaymentPassword(ana.userId, { code, newPassword: six, repeatPassword: six }, own),
      () => walletOf(ana),
    ),
  ).toBeGreaterThan(3)
  expect(await checkPaymentPassword(ana.userId, six)).toMatchObject({ ok: true })
})
it('audits an unlocking, or does not unlock', async () => {
  for (let count = 0; count < 10; count++) await checkPaymentPassword(ana.userId, '314159')
  const by = { userId: 'operator', why: 'the test asks' }
  const look = async (): Promise<string> => {
    const { lockedUntil } = await db.wallet.findUniqueOrThrow({ where: { userId: ana.userId } })
    const written = await db.auditEntry.count({ where: { action: 'wallet.unlock', subject: ana.userId } })
    return `${String(lockedUntil !== null)} ${written}`
  }
  expect(await failEach(() => unlockWallet(by, ana.userId), look)).toBeGreaterThan(1)
  expect(await look()).toBe('false 1')
})
