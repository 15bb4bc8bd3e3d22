/** Grants by operators: alone up to a limit, above it with a second operator, and never twice. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordAudit } from '~/modules/audit/audit.server'
import {
  decideProposal,
  findProposal,
  listProposals,
  requestGrant,
  transferOfGrant,
  type Given,
} from '~/modules/grant/grant.server'
import { mayGiveAlone, findConfirmationBlocker } from '~/modules/grant/second-operator'
import {
  balanceOf,
  chargebackReinstated,
  chargebackWithdrawn,
  points,
  post,
  takeBackCredit,
  type Movement,
} from '~/modules/ledger/ledger.server'
import { givenTexts, openWallet, setWalletState, tellOfGiven, walletState } from '~/modules/wallet/wallet.server'
import { dayMs, now } from '~/platform/clock.server'
import { closeDatabase, db } from '~/platform/db.server'
import { clearOldKeys } from '~/platform/idempotency.server'
import { makeRunner } from '~/platform/jobs.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { givenMessageTexts } from '~/web/wallet/given-message.server'
import { whileWriteFails } from '../../support/failing-writes'
import { contentOf } from '../../support/refused-writes'
import { expectBooks, giveMango, makeCustomer, mangoOf, startClock } from '../../support/shop'

type By = { userId: string; why: string }
let clock: ReturnType<typeof startClock>
const makeOperator = async (createdAt = new Date('2026-01-01'), maker?: By): Promise<By> => {
  const id = makeId()
  await db.user.create({
    data: { id, userName: `op-${id}`, userNameKey: `op-${id}`, passwordHash: '-', role: 'operator', createdAt },
  })
  if (maker !== undefined) await recordAudit({ actor: maker.userId, action: 'account.create', subject: id })
  return { userId: id, why: 'the test asks' }
}
let asker: By
let second: By
let names = 0
const batch = (): string => `batch-${++names}-of-grants`
const creditOf = (userId: string, amount: bigint): Given => ({
  kind: 'credit',
  currency: 'MANGO',
  amount,
  userIds: [userId],
})
const mango = (whole: number): bigint => BigInt(whole) * 10_000n
const customers = async (count: number): Promise<string[]> => {
  const ids: string[] = []
  while (ids.length < count) ids.push((await makeCustomer()).userId)
  return ids
}
/** Proposes more than one operator may give alone; returns the proposal's id. */
const proposed = async (asked: Given, by = asker): Promise<string> => {
  const done = await requestGrant(by, asked, batch())
  if (!done.ok || done.value.state !== 'waiting') throw new Error(`it does not wait: ${JSON.stringify(done)}`)
  return done.value.id
}
const refusedBy = async (by: By, id: string): Promise<unknown> => {
  const done = await decideProposal(by, id, 'confirmed')
  return done.ok ? 'confirmed' : (done.data?.['context'] ?? done.code)
}
const actsOf = async (subject: string): Promise<string[]> =>
  (await db.auditEntry.findMany({ where: { subject }, orderBy: { at: 'asc' } })).map(({ action }) => action).sort()

beforeAll(() => {
  givenTexts.provide(givenMessageTexts)
})
beforeEach(async () => {
  clock = startClock()
  asker = await makeOperator()
  second = await makeOperator()
})
afterEach(async () => {
  clock.stop()
  await expectBooks()
})
afterAll(closeDatabase)

describe('what one operator may give alone', () => {
  it('is up to the limit per grant, and ten times that in 24 hours', async () => {
    const [userId = ''] = await customers(1)
    for (let times = 1; times <= 10; times++)
      expect(await requestGrant(asker, creditOf(userId, mango(100)), batch())).toMatchObject({
        value: { state: 'done' },
      })
    expect(await mangoOf(userId)).toBe('1000.0000')
    await proposed(creditOf(userId, 1n))
    expect(await requestGrant(second, creditOf(userId, 1n), batch())).toMatchObject({ value: { state: 'done' } })
    clock.advance(dayMs)
    expect(await requestGrant(asker, creditOf(userId, 1n), batch())).toMatchObject({ value: { state: 'done' } })
  })
  it('includes the grants of accounts that the operator made less than 30 days before', async () => {
    const [userId = ''] = await customers(1)
    const at = (days: number): Date => new Date(now().getTime() - days * dayMs)
    const young = await makeOperator(at(29), asker)
    const younger = await makeOperator(at(1), young)
    const grown = await makeOperator(at(31), asker)
    const hundred = (by: By) => requestGrant(by, creditOf(userId, mango(100)), batch())
    for (let times = 1; times <= 4; times++)
      for (const by of [asker, young]) expect(await hundred(by)).toMatchObject({ value: { state: 'done' } })
    for (let times = 1; times <= 2; times++) expect(await hundred(younger)).toMatchObject({ value: { state: 'done' } })
    for (const by of [asker, young, younger]) expect(await hundred(by)).toMatchObject({ value: { state: 'waiting' } })
    expect(await mangoOf(userId)).toBe('1000.0000')
    for (const by of [grown, second]) expect(await hundred(by)).toMatchObject({ value: { state: 'done' } })
    // It counts alone from then on; the account that it made still counts with it.
    clock.advance(dayMs + 1)
    for (let times = 1; times <= 10; times++) expect(await hundred(young)).toMatchObject({ value: { state: 'done' } })
    expect(await hundred(younger)).toMatchObject({ value: { state: 'waiting' } })
    expect(await hundred(asker)).toMatchObject({ value: { state: 'done' } })
  })
  it('adds a young account’s grants to its creator’s, even if the creator is young and has none', async () => {
    const [userId = ''] = await customers(1)
    const at = (days: number): Date => new Date(now().getTime() - days * dayMs)
    const first = await makeOperator(at(5))
    const young = await makeOperator(at(1), first)
    for (let times = 1; times <= 5; times++)
      for (const by of [first, young])
        expect(await requestGrant(by, creditOf(userId, mango(100)), batch())).toMatchObject({
          value: { state: 'done' },
        })
    for (const by of [first, young]) await proposed(creditOf(userId, 1n), by)
    expect(await mangoOf(userId)).toBe('1000.0000')
  })
  it('counts a gift for all recipients together, and codes by their total value', async () => {
    const two = await customers(2)
    await proposed({ kind: 'gift', currency: 'MANGO', amount: mango(51), userIds: two })
    await proposed({ kind: 'gift', currency: 'POINTS', amount: 5001n, userIds: two })
    await proposed({ kind: 'codes', value: mango(11), count: 10, endsAt: new Date('2027-01-01') })
    for (const userId of two) expect(await mangoOf(userId)).toBe('0.0000')
    expect(await db.redeemBatch.count({ where: { makerId: asker.userId } })).toBe(0)
    expect((await listProposals({ state: 'waiting', page: 1, size: 100 })).items.map(({ total }) => total)).toEqual(
      expect.arrayContaining([mango(102), 10_002n, mango(110)]),
    )
  })
  it('is given once under a name, even a year later, when the names of other actions are forgotten', async () => {
    const [userId = ''] = await customers(1)
    const acts: Given[] = [
      creditOf(userId, mango(3)),
      { kind: 'gift', currency: 'MANGO', amount: mango(1), userIds: [userId] },
      { kind: 'codes', value: mango(1), count: 2, endsAt: new Date('2029-01-01') },
    ]
    const first: object[] = []
    for (const act of acts) {
      const done = await requestGrant(asker, act, `christmas-${act.kind}-of-the-shop`)
      first.push(done.ok ? done.value : done)
    }
    for (const after of [31, 365]) {
      clock.advance(after * dayMs)
      await clearOldKeys()
      for (const [at, act] of acts.entries())
        expect(await requestGrant(asker, act, `christmas-${act.kind}-of-the-shop`), act.kind).toEqual({
          ok: true,
          value: { ...first[at], isNew: false },
        })
    }
    expect(await mangoOf(userId)).toBe('4.0000')
    expect(await db.redeemBatch.count({ where: { makerId: asker.userId } })).toBe(1)
  })
  it('depends on the day’s total', () => {
    expect(mayGiveAlone(100n, { most: 100n, givenToday: 900n })).toBe(true)
    expect(mayGiveAlone(101n, { most: 100n, givenToday: 0n })).toBe(false)
    expect(mayGiveAlone(1n, { most: 100n, givenToday: 1000n })).toBe(false)
    expect(mayGiveAlone(1n, { most: 0n, givenToday: 0n })).toBe(false)
  })
})

describe('a second operator', () => {
  it('must have existed at least a moment before the proposal', () => {
    const [old, at] = [new Date('2026-01-01'), new Date('2026-12-01')]
    const why = (createdAt: Date) =>
      findConfirmationBlocker({ proposer: [{ id: 'asker', createdAt: old }], createdAt: at }, [
        { id: 'other', createdAt },
      ])
    expect([why(at), why(new Date(at.getTime() - 1))]).toEqual(['new', null])
  })
  it('confirms a proposal once, and it is given once, in the proposer’s name', async () => {
    const [userId = ''] = await customers(1)
    const id = await proposed(creditOf(userId, mango(500)))
    const both = await Promise.all([1, 2, 3].map(() => decideProposal(second, id, 'confirmed')))
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.filter((one) => !one.ok && one.data?.['context'] === 'proposal-decided')).toHaveLength(2)
    expect(await mangoOf(userId)).toBe('500.0000')
    const transfer = await db.ledgerTransfer.findUniqueOrThrow({ where: { id: transferOfGrant('credit', id, userId) } })
    expect(transfer).toMatchObject({ actor: asker.userId, note: 'the test asks' })
    expect(await actsOf(id)).toEqual(['proposal.confirm', 'proposal.make'])
    expect(await findProposal(id)).toMatchObject({ value: { state: 'confirmed', decidedWhy: 'the test asks' } })
    expect(await refusedBy(second, id)).toBe('proposal-decided')
    // A grant by two operators does not count as given alone.
    expect(await requestGrant(asker, creditOf(userId, mango(100)), batch())).toMatchObject({ value: { state: 'done' } })
  })
  it('is never the proposer, with any session or token', async () => {
    const [userId = ''] = await customers(1)
    const id = await proposed(creditOf(userId, mango(101)))
    expect(await refusedBy({ ...asker, why: 'by another token' }, id)).toBe('proposal-own')
    expect(await mangoOf(userId)).toBe('0.0000')
    // The proposer may withdraw it.
    expect(await decideProposal(asker, id, 'refused')).toMatchObject({ ok: true, value: { state: 'refused' } })
    expect(await refusedBy(second, id)).toBe('proposal-decided')
  })
  it('is not an account recently created by the proposer, directly or indirectly, nor a new one', async () => {
    const [userId = ''] = await customers(1)
    const at = (days: number): Date => new Date(now().getTime() - days * dayMs)
    const made = await makeOperator(at(29), asker)
    const madeByMade = await makeOperator(at(5), made)
    const old = await makeOperator(at(31), asker)
    const id = await proposed(creditOf(userId, mango(101)))
    clock.advance(dayMs)
    const fresh = await makeOperator(at(0))
    expect(await refusedBy(made, id)).toBe('proposal-made')
    expect(await refusedBy(madeByMade, id)).toBe('proposal-made')
    expect(await refusedBy(fresh, id)).toBe('proposal-new')
    expect(await mangoOf(userId)).toBe('0.0000')
    expect(await refusedBy(old, id)).toBe('confirmed')
  })
  it('is not an account of the same creator while either is young', async () => {
    const [userId = ''] = await customers(1)
    const at = (days: number): Date => new Date(now().getTime() - days * dayMs)
    const [son, daughter] = [await makeOperator(at(3), asker), await makeOperator(at(2), asker)]
    const grown = await makeOperator(at(40), asker)
    const nephew = await makeOperator(at(1), son)
    const theirs = async (by: By): Promise<string> => proposed(creditOf(userId, mango(101)), by)
    clock.advance(1000)
    for (const [from, to] of [
      [son, asker],
      [son, daughter],
      [daughter, nephew],
      [nephew, asker],
      [grown, nephew],
      [nephew, grown],
    ] as const)
      expect(await refusedBy(to, await theirs(from))).toBe('proposal-made')
    expect(await mangoOf(userId)).toBe('0.0000')
    // An unrelated operator may, and so may related ones once they are old enough.
    expect(await refusedBy(second, await theirs(nephew))).toBe('confirmed')
    expect(await refusedBy(asker, await theirs(grown))).toBe('confirmed')
    clock.advance(30 * dayMs)
    expect(await refusedBy(daughter, await theirs(nephew))).toBe('confirmed')
  })
  it('may be an account that the proposer has disabled and enabled, but not made', async () => {
    const [userId = ''] = await customers(1)
    const young = await makeOperator(new Date(now().getTime() - dayMs))
    for (const action of ['account.disable', 'account.enable'])
      await recordAudit({ actor: asker.userId, action, subject: young.userId })
    const id = await proposed(creditOf(userId, mango(101)))
    expect(await refusedBy(young, id)).toBe('confirmed')
    expect(await mangoOf(userId)).toBe('101.0000')
  })
  it('is not an account at the end of a long chain of created ones', async () => {
    const [userId = ''] = await customers(1)
    let last = asker
    for (let made = 0; made < 60; made++) last = await makeOperator(new Date(now().getTime() - dayMs), last)
    const id = await proposed(creditOf(userId, mango(101)))
    expect(await refusedBy(last, id)).toBe('proposal-made')
    expect(await mangoOf(userId)).toBe('0.0000')
  })
  it('can’t confirm after a week, nor for a disabled proposer', async () => {
    const [userId = ''] = await customers(1)
    const late = await proposed(creditOf(userId, mango(101)))
    clock.advance(7 * dayMs)
    expect(await refusedBy(second, late)).toBe('proposal-expired')
    expect(await findProposal(late)).toMatchObject({ value: { state: 'expired' } })
    expect((await listProposals({ state: 'waiting', page: 1, size: 100 })).items.map(({ id }) => id)).not.toContain(
      late,
    )
    const id = await proposed(creditOf(userId, mango(101)))
    await db.user.update({ where: { id: asker.userId }, data: { disabledAt: now() } })
    expect(await refusedBy(second, id)).toBe('proposal-proposer')
    expect(await refusedBy(second, 'no-such-proposal')).toBe('A0404')
    expect(await mangoOf(userId)).toBe('0.0000')
  })
  it('confirms exactly the proposal: the database refuses changes to it', async () => {
    const [userId = '', other = ''] = await customers(2)
    const id = await proposed(creditOf(userId, mango(101)))
    const alter = (data: object) => db.operatorProposal.updateMany({ where: { id }, data })
    const asked = JSON.stringify({ kind: 'credit', currency: 'MANGO', amount: '99999999', userIds: [other] })
    for (const data of [{ asked }, { total: 1n }, { proposerId: second.userId }, { endsAt: new Date('2030-01-01') }])
      await expect(alter(data)).rejects.toThrow()
    const own = { state: 'confirmed', deciderId: asker.userId, decidedAt: now() }
    await expect(alter(own)).rejects.toThrow()
    // A decision that nobody made, in advance or half done.
    for (const data of [{ deciderId: second.userId }, { decidedWhy: 'yes' }, { state: 'refused', decidedAt: now() }])
      await expect(alter(data)).rejects.toThrow()
    await expect(db.operatorProposal.deleteMany({ where: { id } })).rejects.toThrow()
    await expect(db.$executeRaw`
      INSERT OR REPLACE INTO "OperatorProposal" SELECT "id", "kind", ${asked}, "currency", "total", "why", "state",
        "proposerId", "createdAt", "endsAt", "deciderId", "decidedAt", "decidedWhy" FROM "OperatorProposal"
      WHERE "id" = ${id}`).rejects.toThrow()
    expect(await refusedBy(second, id)).toBe('confirmed')
    await expect(alter({ state: 'waiting', decidedAt: null })).rejects.toThrow()
    await expect(db.operatorProposal.deleteMany({ where: { id } })).rejects.toThrow()
    await expect(db.operatorGrant.updateMany({ where: { id }, data: { total: 1n } })).rejects.toThrow()
    await expect(db.operatorGrant.deleteMany({ where: { id } })).rejects.toThrow()
    expect([await mangoOf(userId), await mangoOf(other)]).toEqual(['101.0000', '0.0000'])
  })
  it('answers a repeated batch of the proposer with the outcome', async () => {
    const [userId = ''] = await customers(1)
    const name = batch()
    const asked = creditOf(userId, mango(200))
    const first = await requestGrant(asker, asked, name)
    expect(first).toMatchObject({ value: { state: 'waiting', isNew: true } })
    const again = () => requestGrant(asker, asked, name)
    expect(await again()).toMatchObject({ value: { state: 'waiting', isNew: false } })
    await decideProposal(second, first.ok ? first.value.id : '', 'confirmed')
    expect(await again()).toMatchObject({ value: { state: 'done', isNew: false } })
    expect(await mangoOf(userId)).toBe('200.0000')
    expect(await requestGrant(asker, creditOf(userId, mango(201)), name)).toMatchObject({ code: 'A0409' })
  })
})

describe('a gift', () => {
  it('reaches each recipient once, as type 7 or as points, with a message in eight languages', async () => {
    const [ana = '', ben = ''] = await customers(2)
    const asked = { kind: 'gift', currency: 'MANGO', amount: 55_000n, userIds: [ana, ben] } as const
    const name = batch()
    expect(await requestGrant(asker, asked, name)).toMatchObject({ value: { state: 'done', isNew: true } })
    expect(await requestGrant(asker, asked, name)).toMatchObject({ value: { state: 'done', isNew: false } })
    const inPoints = { kind: 'gift', currency: 'POINTS', amount: 70n, userIds: [ana] } as const
    const given = await requestGrant(asker, inPoints, batch())
    expect([await mangoOf(ana), await mangoOf(ben)]).toEqual(['5.5000', '5.5000'])
    expect((await balanceOf(points(ana))).balance).toBe(70n)
    const types = await db.ledgerEntry.findMany({ where: { account: { userId: ana } }, orderBy: { at: 'asc' } })
    expect(types.map(({ type }) => type).sort()).toEqual([1, 7])
    await makeRunner({ jobs: [tellOfGiven] }).runDue()
    const told = await db.message.findMany({ where: { userId: ana }, include: { texts: true } })
    expect(told.map(({ texts }) => texts.length)).toEqual([8, 8])
    const words = told.flatMap(({ texts }) => texts.filter(({ language }) => language === 'en'))
    expect(words.map(({ title }) => title.replaceAll(/[\u2066-\u2069]/g, '')).sort()).toEqual([
      'A gift for you: 5.5000 Mango',
      'A gift for you: 70 points',
    ])
    const back = transferOfGrant('gift', given.ok ? given.value.id : '', ana)
    expect(await takeBackCredit(asker, back)).toMatchObject({ ok: true })
    expect((await balanceOf(points(ana))).balance).toBe(0n)
  })
  it('reaches all or none: nobody if one wallet is closed', async () => {
    const [ana = '', ben = ''] = await customers(2)
    await openWallet(ben)
    await setWalletState(asker, { userId: ben, state: 'closed', reason: 'on request' })
    const asked = { kind: 'gift', currency: 'MANGO', amount: 1n, userIds: [ana, ben] } as const
    expect(await requestGrant(asker, asked, batch())).toMatchObject({ code: 'MC1013', data: { state: 'closed' } })
    expect(await mangoOf(ana)).toBe('0.0000')
  })
  it('reaches the greatest allowed number of recipients in a moment', async () => {
    const many = await customers(50)
    const asked = { kind: 'gift', currency: 'MANGO', amount: 5000n, userIds: many } as const
    expect(await requestGrant(asker, asked, batch())).toMatchObject({ value: { state: 'done' } })
    expect(await requestGrant(asker, { ...asked, userIds: [...many, 'one-more'] }, batch())).toMatchObject({
      code: 'A0422',
      field: 'user',
    })
  })
})

describe('with every write failing once', () => {
  const tables = ['LedgerAccount', 'LedgerEntry', 'LedgerTransfer', 'OperatorGrant', 'OperatorProposal', 'Job']
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
  it('a gift to three has no half effect', async () => {
    const userIds = await customers(3)
    const asked = { kind: 'gift', currency: 'MANGO', amount: 7n, userIds } as const
    expect(await failEach(() => requestGrant(asker, asked, 'gift-that-fails'))).toBeGreaterThan(15)
    for (const userId of userIds) expect(await mangoOf(userId)).toBe('0.0007')
  })
  it('a confirmation has no half effect', async () => {
    const [userId = ''] = await customers(1)
    const id = await proposed(creditOf(userId, mango(300)))
    expect(await failEach(() => decideProposal(second, id, 'confirmed'))).toBeGreaterThan(5)
    expect(await mangoOf(userId)).toBe('300.0000')
  })
})

describe('a wallet', () => {
  it('is frozen, reopened and closed by an operator, with a reason shown to its owner', async () => {
    const [userId = ''] = await customers(1)
    const set = (state: 'open' | 'frozen' | 'closed', reason: string | null = null) =>
      setWalletState(asker, { userId, state, reason })
    expect(await set('frozen', 'we look at it')).toMatchObject({ code: 'MC1000' })
    await openWallet(userId)
    expect(await set('open')).toMatchObject({ code: 'A0409', data: { context: 'state' } })
    expect(await set('frozen', 'we look at it')).toMatchObject({ ok: true })
    expect(await walletState(userId)).toMatchObject({ state: 'frozen', reason: 'we look at it' })
    expect(await set('frozen', 'again')).toMatchObject({ code: 'A0409' })
    expect(await set('open')).toMatchObject({ ok: true, value: { state: 'open', reason: null } })
    await giveMango(userId, '1')
    expect(await set('closed', 'on request')).toMatchObject({ code: 'A0409', data: { context: 'not-empty' } })
    expect(await walletState(userId)).toMatchObject({ state: 'open', reason: null })
    expect(await actsOf(userId)).toEqual(['wallet.freeze', 'wallet.reopen'])
    await makeRunner({ jobs: [tellOfGiven] }).runDue()
    const told = await db.messageText.findMany({ where: { language: 'en', message: { userId } } })
    expect(told.map(({ title }) => title).sort()).toEqual(['Your wallet is frozen', 'Your wallet is open again'])
    expect(told.find(({ title }) => title.endsWith('frozen'))?.text).toContain('we look at it')
  })
  it('can be closed when nothing is owed, and its owner can’t reopen it', async () => {
    const [userId = ''] = await customers(1)
    await openWallet(userId)
    const move = (id: string, movement: Movement) =>
      transact((tx) => post(tx, { id: `${id}/${userId}`, actor: 'test', ...movement }))
    const debt = { provider: 'stripe', userId, usd: 1n }
    await move('taken', chargebackWithdrawn(debt))
    const close = () => setWalletState(asker, { userId, state: 'closed', reason: 'on request' })
    expect(await close()).toMatchObject({ code: 'A0409', data: { context: 'owes' } })
    expect(await openWallet(userId)).toMatchObject({ value: { state: 'open', isNew: false } })
    await move('back', chargebackReinstated(debt))
    expect(await close()).toMatchObject({ ok: true })
    const closed = { code: 'MC1013', data: { state: 'closed', reason: 'on request' } }
    expect(await openWallet(userId)).toMatchObject(closed)
    expect(await setWalletState(asker, { userId, state: 'open', reason: null })).toMatchObject({ ok: true })
    expect(await openWallet(userId)).toMatchObject({ value: { state: 'open', isNew: false } })
  })
})

describe('the queue for a second operator', () => {
  const full = (most: number) => ({ ok: false, code: 'I1009', data: { context: 'proposals', most } })
  it('is limited per person, with the accounts that the person made, and in total', async () => {
    const [userId = ''] = await customers(1)
    const asked = creditOf(userId, mango(101))
    const child = await makeOperator(now(), asker)
    const ids: string[] = []
    for (let n = 0; n < 20; n++) ids.push(await proposed(asked, n % 2 === 0 ? asker : child))
    for (const by of [asker, child]) {
      const refused = await requestGrant(by, asked, batch())
      expect(refused).toMatchObject(full(20))
      expect(refused).toMatchObject({ data: { retryAfterSeconds: 7 * 86_400 } })
    }
    expect(await db.operatorProposal.count({ where: { proposerId: { in: [asker.userId, child.userId] } } })).toBe(20)
    // Grants that one may give alone do not wait; others have room; a decision makes room.
    expect(await requestGrant(asker, creditOf(userId, 1n), batch())).toMatchObject({ value: { state: 'done' } })
    await proposed(asked, second)
    expect(await decideProposal(asker, ids[0] ?? '', 'refused')).toMatchObject({ value: { state: 'refused' } })
    const again = batch()
    expect(await requestGrant(asker, asked, again)).toMatchObject({ value: { state: 'waiting' } })
    // The same form sent again is the same proposal, however many wait.
    expect(await requestGrant(asker, asked, again)).toMatchObject({ value: { state: 'waiting', isNew: false } })

    // Other people's proposals, up to the limit for all.
    const { id: _, ...like } = await db.operatorProposal.findFirstOrThrow({ where: { state: 'waiting' } })
    const { userId: proposerId } = await makeOperator()
    const { total } = await listProposals({ state: 'waiting', page: 1, size: 1 })
    await db.operatorProposal.createMany({
      data: Array.from({ length: 199 - total }, () => ({ ...like, id: makeId(), proposerId })),
    })
    await proposed(asked, await makeOperator())
    expect(await requestGrant(await makeOperator(), asked, batch())).toMatchObject(full(200))
    clock.advance(7 * dayMs)
    await proposed(asked, await makeOperator())
  })
})
