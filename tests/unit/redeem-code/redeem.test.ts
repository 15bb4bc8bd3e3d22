/** Redeem codes: created once, known only to their maker, and used once, whoever else tries. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decideProposal, requestGrant } from '~/modules/grant/grant.server'
import {
  findBatch,
  lastRedeemed,
  listBatches,
  redeemCode,
  showCodes,
  withdrawBatch,
} from '~/modules/redeem-code/redeem-code.server'
import { givenTexts, listTransactions, openWallet, setWalletState, tellOfGiven } from '~/modules/wallet/wallet.server'
import { dayMs, hourMs, now } from '~/platform/clock.server'
import { closeDatabase, db } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { makeRunner } from '~/platform/jobs.server'
import { makeId } from '~/platform/random.server'
import { givenMessageTexts } from '~/web/wallet/given-message.server'
import { whileWriteFails } from '../../support/failing-writes'
import { contentOf } from '../../support/refused-writes'
import { expectBooks, makeCustomer, mangoOf, startClock } from '../../support/shop'

let clock: ReturnType<typeof startClock>
let visits = 0
/** A new address each time: a shared one would soon need captchas. */
const visit = () => {
  const address = `10.1.${++visits >> 8}.${visits & 255}`
  return { binding: address, address, userAgent: 'test', knownBrowser: null, language: 'en' } as never
}
const makeOperator = async (createdAt = new Date('2026-01-01')): Promise<{ userId: string; why: string }> => {
  const id = makeId()
  await db.user.create({
    data: { id, userName: `op-${id}`, userNameKey: `op-${id}`, passwordHash: '-', role: 'operator', createdAt },
  })
  return { userId: id, why: 'the test asks' }
}
const customer = async (): Promise<string> => {
  const { userId } = await makeCustomer()
  await openWallet(userId)
  return userId
}
let by: Awaited<ReturnType<typeof makeOperator>>
let batches = 0
/** Creates codes; a second operator confirms more than one may give alone. */
const makeCodes = async ({ value = 250_000n, count = 2, endsAt = new Date('2027-01-01') } = {}) => {
  const asked = { kind: 'codes', value, count, endsAt } as const
  const batch = `batch-${++batches}-of-codes`
  const made = await requestGrant(by, asked, batch)
  if (!made.ok) throw new Error(made.code)
  if (made.value.state === 'waiting') await decideProposal(await makeOperator(), made.value.id, 'confirmed')
  const shown = await showCodes(by, made.value.id)
  if (!shown.ok) throw new Error(shown.code)
  return { ...shown.value, asked, batch }
}
const first = (codes: readonly string[]): string => codes[0] ?? ''

beforeAll(() => {
  givenTexts.provide(givenMessageTexts)
})
beforeEach(async () => {
  clock = startClock()
  by = await makeOperator()
})
afterEach(async () => {
  clock.stop()
  await expectBooks()
})
afterAll(closeDatabase)

describe('creating codes', () => {
  it('returns them once, and again to a repeated call within the hour, only to their maker', async () => {
    const { id, codes, asked, batch } = await makeCodes({ count: 3, value: 10_000n })
    expect(new Set(codes).size).toBe(3)
    expect(await requestGrant(by, asked, batch)).toMatchObject({ ok: true, value: { id, isNew: false } })
    expect(await showCodes(by, id)).toMatchObject({ ok: true, value: { codes } })
    expect(await showCodes(await makeOperator(), id)).toMatchObject({ ok: false, code: 'A0404' })
    clock.advance(hourMs)
    expect(await showCodes(by, id)).toMatchObject({ ok: false, code: 'A0409', data: { context: 'shown' } })
    expect(await requestGrant(by, { ...asked, count: 4 }, batch)).toMatchObject({ ok: false, code: 'A0409' })
  })
  it('stores no code in the database file, in any spelling', async () => {
    const { codes } = await makeCodes({ count: 20, value: 10_000n })
    const userId = await customer()
    await redeemCode(userId, { code: first(codes).toLowerCase(), batch: 'a-batch-of-mine' }, visit())
    await makeRunner({ jobs: [tellOfGiven] }).runDue()
    const dir = path.dirname(env.databaseFile)
    const names = fs.readdirSync(dir).filter((name) => name.startsWith(path.basename(env.databaseFile)))
    expect(names.length).toBeGreaterThan(0)
    // By another process: opening and closing the file here would release SQLite's locks.
    const bytes = execFileSync(
      'cat',
      names.map((name) => path.join(dir, name)),
      { maxBuffer: 2 ** 30 },
    )
    const text = bytes.toString('latin1').toUpperCase()
    expect(text).toContain(by.userId.toUpperCase())
    for (const code of codes)
      for (const spelling of [code, code.slice(3), code.slice(3).replaceAll('-', '')])
        expect(text.includes(spelling), spelling).toBe(false)
  })
  it.each([
    ['nothing', { value: 0n }, 'value'],
    ['too much each', { value: 100_000_001n }, 'value'],
    ['too much in all', { value: 100_000_000n, count: 11 }, 'number'],
    ['an end that is over', { endsAt: new Date('2026-12-01T11:59:00Z') }, 'until'],
    ['an end beyond three years', { endsAt: new Date('2030-01-01') }, 'until'],
  ])('refuses %s', async (_, wrong, field) => {
    const asked = { kind: 'codes', value: 1n, count: 1, endsAt: new Date('2027-01-01'), ...wrong } as const
    expect(await requestGrant(by, asked, `wrong-${++batches}-batch`)).toMatchObject({ ok: false, code: 'A0422', field })
  })
})

describe('redeeming a code', () => {
  it('credits its value once, as type 1, with the code’s last letters, and sends a message', async () => {
    const { codes } = await makeCodes()
    const userId = await customer()
    const done = await redeemCode(userId, { code: ` ${first(codes).toLowerCase()} `, batch: 'one-press' }, visit())
    expect(done).toMatchObject({ ok: true, value: { amount: '25.0000', isNew: true, at: now().toISOString() } })
    const [entry] = await db.ledgerEntry.findMany({
      where: { accountId: `wallet/MANGO/${userId}` },
      include: { transfer: true },
    })
    expect(entry).toMatchObject({ type: 1, amount: 250_000n, transfer: { actor: userId } })
    expect(entry?.transfer.note).toBe(`MG-••••-${first(codes).slice(-2)}`)
    const number = done.ok ? done.value.number : ''
    expect(entry?.transfer.number).toBe(number)
    // In the wallet's details the same letters tell which of several codes it was.
    const search = { type: 1, direction: null, from: null, before: null }
    const { items } = await listTransactions(userId, search, { size: 10 })
    expect(items).toMatchObject([{ number, what: 'code', note: `MG-••••-${first(codes).slice(-2)}`, amount: 250_000n }])
    // Double click, back, refresh: one effect, the same answer.
    const again = await redeemCode(userId, { code: first(codes), batch: 'one-press' }, visit())
    expect(again).toEqual({ ok: true, value: { amount: '25.0000', isNew: false, at: now().toISOString(), number } })
    expect(await mangoOf(userId)).toBe('25.0000')
    expect(await lastRedeemed(userId, 5)).toEqual([{ amount: '25.0000', number, at: now().toISOString() }])
    await makeRunner({ jobs: [tellOfGiven] }).runDue()
    const told = await db.message.findMany({ where: { userId }, include: { texts: true } })
    expect(told.map(({ texts }) => texts.length)).toEqual([8])
    expect(told[0]?.texts.find(({ language }) => language === 'en')?.title).toContain('25.0000 Mango')
  })
  it('tells its user when and for how much, and others only that it is used', async () => {
    const { codes } = await makeCodes()
    const [ana, ben] = [await customer(), await customer()]
    await redeemCode(ana, { code: first(codes) }, visit())
    const at = now().toISOString()
    clock.advance(dayMs)
    const own = await redeemCode(ana, { code: first(codes) }, visit())
    expect(own).toEqual({
      ok: false,
      code: 'MC1302',
      field: 'code',
      data: { context: 'own', amount: '25.0000', at },
    })
    expect(await redeemCode(ben, { code: first(codes) }, visit())).toEqual({ ok: false, code: 'MC1302', field: 'code' })
    expect(await mangoOf(ben)).toBe('0.0000')
  })
  it('counts others’ used codes as guesses, with a captcha after three, but not one’s own', async () => {
    const { codes } = await makeCodes()
    const [ana, ben] = [await customer(), await customer()]
    await redeemCode(ana, { code: first(codes) }, visit())
    const saidTo = async (userId: string): Promise<string[]> => {
      const said: string[] = []
      for (let times = 0; times < 5; times++) {
        const done = await redeemCode(userId, { code: first(codes) }, visit())
        said.push(done.ok ? 'done' : done.code)
      }
      return said
    }
    expect(await saidTo(ben)).toEqual(['MC1302', 'MC1302', 'MC1302', 'B0005', 'B0005'])
    expect(await saidTo(ana)).toEqual(['MC1302', 'MC1302', 'MC1302', 'MC1302', 'MC1302'])
  })
  it('refuses a malformed, unknown, expired or withdrawn one', async () => {
    const userId = await customer()
    const { id, codes } = await makeCodes({ endsAt: new Date('2026-12-02') })
    const tried = (code: string) => redeemCode(userId, { code }, visit())
    expect(await tried('MG-1')).toMatchObject({ code: 'MC1300', data: { context: 'shape' } })
    const slip = `${first(codes).slice(0, -1)}${first(codes).endsWith('0') ? '2' : '0'}`
    expect(await tried(slip)).toMatchObject({ code: 'MC1300', data: { context: 'check' } })
    expect(await tried('000000000000000')).toMatchObject({ code: 'MC1301', field: 'code' })
    clock.advance(dayMs)
    expect(await tried(first(codes))).toMatchObject({ code: 'MC1300', data: { context: 'ended' } })
    const other = await makeCodes()
    await redeemCode(userId, { code: first(other.codes) }, visit())
    expect(await withdrawBatch(by, other.id)).toEqual({ ok: true, value: { unused: 1 } })
    expect(await withdrawBatch(by, other.id)).toMatchObject({ code: 'A0409', data: { context: 'withdrawn' } })
    expect(await tried(other.codes[1] ?? '')).toMatchObject({ code: 'MC1300', data: { context: 'withdrawn' } })
    expect(await showCodes(by, other.id)).toMatchObject({ code: 'A0409', data: { context: 'withdrawn' } })
    expect(await findBatch(other.id)).toMatchObject({ value: { batch: { used: 1, count: 2 }, used: [{ place: 1 }] } })
    expect((await listBatches({ page: 1, size: 10 })).items.map((one) => one.id)).toContain(id)
    expect(await mangoOf(userId)).toBe('25.0000')
  })
  it('needs an opened wallet, and leaves the code unused without one', async () => {
    const { userId } = await makeCustomer()
    const { codes } = await makeCodes()
    expect(await redeemCode(userId, { code: first(codes) }, visit())).toMatchObject({ code: 'MC1000' })
    await openWallet(userId)
    await setWalletState(by, { userId, state: 'closed', reason: 'on request' })
    expect(await redeemCode(userId, { code: first(codes) }, visit())).toMatchObject({
      code: 'MC1013',
      data: { state: 'closed', reason: 'on request' },
    })
    await setWalletState(by, { userId, state: 'open', reason: null })
    // A frozen wallet can receive.
    await setWalletState(by, { userId, state: 'frozen', reason: 'we look at it' })
    expect(await redeemCode(userId, { code: first(codes) }, visit())).toMatchObject({ ok: true })
  })
  it('goes to only one of two accounts that send it at the same time, even twenty times', async () => {
    const { codes } = await makeCodes({ count: 1 })
    const [ana, ben] = [await customer(), await customer()]
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        redeemCode(index % 2 === 0 ? ana : ben, { code: first(codes) }, visit()),
      ),
    )
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    expect(all.filter((one) => !one.ok).every((one) => !one.ok && one.code === 'MC1302')).toBe(true)
    expect([await mangoOf(ana), await mangoOf(ben)].sort()).toEqual(['0.0000', '25.0000'])
  })
})

describe('with every write failing once', () => {
  const tables = ['LedgerAccount', 'LedgerEntry', 'LedgerTransfer', 'OperatorGrant', 'RedeemBatch', 'RedeemCode', 'Job']
  /** Does the action with its N-th write failing, for every N: the state is before it or after it, never between. */
  const failEach = async (act: () => Promise<unknown>, steps = 1): Promise<number> => {
    const seen = new Set([await contentOf(tables)])
    for (let n = 1; n <= 200; n++) {
      const { hasFailed } = await whileWriteFails(n, act)
      seen.add(await contentOf(tables))
      expect(seen.size, `half an effect, when its write ${n} failed`).toBeLessThanOrEqual(1 + steps)
      if (hasFailed) continue
      expect(seen.size).toBe(1 + steps)
      return n - 1
    }
    throw new Error('the act never ends')
  }
  it('redeeming a code has no half effect', async () => {
    const { codes } = await makeCodes()
    const userId = await customer()
    const act = () => redeemCode(userId, { code: first(codes), batch: 'fails-often' }, visit())
    expect(await failEach(act)).toBeGreaterThan(6)
    expect(await mangoOf(userId)).toBe('25.0000')
  })
  it('creating codes has no half effect', async () => {
    const asked = { kind: 'codes', value: 10_000n, count: 5, endsAt: new Date('2027-01-01') } as const
    expect(await failEach(() => requestGrant(by, asked, 'codes-that-fail'))).toBeGreaterThan(4)
  })
})

it('keeps a used code used, and a batch unchanged, in the database itself', async () => {
  const { id, codes } = await makeCodes()
  await redeemCode(await customer(), { code: first(codes) }, visit())
  const used = { batchId: id, userId: { not: null } }
  const free = { userId: null, redeemedAt: null, transferId: null }
  await expect(db.redeemCode.updateMany({ where: used, data: free })).rejects.toThrow()
  await expect(db.redeemCode.deleteMany({ where: used })).rejects.toThrow()
  await expect(db.redeemBatch.updateMany({ where: { id }, data: { value: 1n } })).rejects.toThrow()
  expect(await findBatch(id)).toMatchObject({ value: { batch: { used: 1, value: 250_000n } } })
})
