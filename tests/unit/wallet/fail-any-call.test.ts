/**
 * Fails each database call, read or write, before and after the commit, of every command that moves money: it happens
 * wholly or not at all, and a repeated request has exactly one effect.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectModules } from '~/server/wiring'
import { decideProposal, requestGrant, transferOfGrant, type Given } from '~/modules/grant/grant.server'
import { listHolds, mangoPart, post, takeBackCredit, wallet } from '~/modules/ledger/ledger.server'
import { askRefundsAgain, cancelOrder, refundOrder } from '~/modules/order/order.server'
import { checkNow, forgetMinimums, paymentQueues, takeCallback } from '~/modules/payment/payment.server'
import { expirePoints } from '~/modules/points/points.server'
import { cancelRecharge, createRecharge } from '~/modules/recharge/recharge.server'
import { redeemCode, showCodes } from '~/modules/redeem-code/redeem-code.server'
import { setWalletState } from '~/modules/wallet/state.server'
import { openWallet } from '~/modules/wallet/wallet.server'
import { dayMs, inMs } from '~/platform/clock.server'
import { closeDatabase, db } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { whileCallFails } from '../../support/failing-writes'
import { makeProviders, type Providers } from '../../support/providers'
import {
  expectBooks,
  forgetAll,
  giveMango,
  givePoints,
  makeCustomer,
  order,
  placed,
  sell,
  startClock,
  usd,
  type Customer,
} from '../../support/shop'
import { openOutbox } from '../../support/verification'
import { makeHolder, sendMango, visit } from '../../support/wallet'

vi.hoisted(() => {
  // Limits count calls, and these are hundreds.
  process.env['LIMITS'] = 'off'
  process.env['CASHBACK_PERCENT'] = '5'
  process.env['SECOND_OPERATOR_MANGO'] = '50'
})

const card = -1
const [by, second] = ['operator-one', 'operator-two'].map((userId) => ({ userId, why: 'the test asks' })) as [
  { userId: string; why: string },
  { userId: string; why: string },
]
/** Where half an effect would show. */
const tables = [
  ...['LedgerAccount', 'LedgerEntry', 'LedgerHold', 'LedgerTransfer', 'WalletTransfer', 'RedeemCode'],
  ...['Order', 'OrderRefund', 'PaymentPart', 'ServicePeriod', 'OpenOrderService', 'Recharge', 'Deposit', 'Dispute'],
  ...['OperatorGrant', 'OperatorProposal', 'PointsNotice', 'IdempotencyKey'],
]
let clock: ReturnType<typeof startClock>
let providers: Providers
let tv: string
let undo: () => void
beforeAll(async () => {
  connectModules()
  openOutbox()
  // No power is cut here, so commits need not wait for the disk.
  await db.$executeRawUnsafe('PRAGMA synchronous = OFF')
  tv = await sell('tv-month', ['tv'], { price: '12.5' })
  const blank = { passwordHash: '-', role: 'operator', createdAt: new Date('2026-01-01') }
  await db.user.createMany({
    data: [by, second].map(({ userId }) => ({ id: userId, userName: userId, userNameKey: userId, ...blank })),
  })
})
beforeEach(() => {
  clock = startClock()
  forgetMinimums()
  forgetAll()
  providers = makeProviders()
  undo = providers.install()
})
afterEach(async () => {
  undo()
  clock.stop()
  await db.paymentAttempt.updateMany({ data: { nextPollAt: null } })
  await expectBooks()
})
afterAll(closeDatabase)

/** More calls than any command makes. */
const most = 400
type Command<S> = {
  /** Creates the command's subject; again for each try that had its effect. */
  arrange: () => Promise<S>
  act: (subject: S) => Promise<unknown>
  /** What the command shows once it is done, and between its transactions if it has several. */
  look: (subject: S) => Promise<unknown>
  between?: readonly unknown[]
}
/** Each table's rows and the account balances: any half effect changes this. */
const marks = async (): Promise<string> => {
  const counts = tables.map((table) => `(SELECT COUNT(*) FROM "${table}")`)
  const sums = ['SUM("held")', 'SUM("lastSeq")'].map((sum) => `(SELECT ${sum} FROM "LedgerAccount")`)
  const [row] = await db.$queryRawUnsafe<object[]>(`SELECT ${[...counts, ...sums].join(` || ' ' || `)} AS "all"`)
  return JSON.stringify(row)
}
/** The number of calls that failed before the one without a failure. */
const failEachCall = async <S>({ arrange, act, look, between = [] }: Command<S>): Promise<number> => {
  const model = await arrange()
  const before = await look(model)
  await act(model)
  const whole = await look(model)
  expect(whole).not.toEqual(before)
  const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
  let [subject, last, failed, isSecond] = [await arrange(), before, 0, false]
  for (let n = 1; n <= most; n++) {
    const untouched = await marks()
    const { hasFailed } = await whileCallFails(n, () => act(subject))
    const seen = await look(subject)
    expect([before, ...between, whole], `half an effect, when its call ${n} failed`).toContainEqual(seen)
    if (!hasFailed) {
      expect(seen).toEqual(whole)
      return failed
    }
    failed++
    if (isSame(seen, whole)) {
      await act(subject)
      expect(await look(subject), `the same request again, after its call ${n} had failed`).toEqual(whole)
      subject = await arrange()
      last = before
    } else if (!isSame(seen, last)) {
      // The first of its transactions stands: the rest is tried from its own first call on.
      last = seen
      if (!isSecond) n = 0
      isSecond = true
    }
    // A rollback leaves nothing at all, so the next try is the first one again.
    else if (between.length === 0) expect(await marks(), `something is left, when its call ${n} failed`).toBe(untouched)
  }
  throw new Error('the command never ends')
}

/** The entries of a customer's accounts: kinds and amounts. */
const entriesOf = async (...people: readonly { userId: string }[]): Promise<string[][]> => {
  const all: string[][] = []
  for (const { userId } of people) {
    const rows = await db.ledgerEntry.findMany({
      where: { account: { userId } },
      orderBy: [{ at: 'asc' }, { accountId: 'asc' }, { seq: 'asc' }],
      select: { amount: true, transfer: { select: { kind: true } } },
    })
    const held = (await listHolds(wallet(userId))).map(({ amount }) => `held ${amount}`)
    all.push([...rows.map(({ amount, transfer }) => `${transfer.kind} ${amount}`), ...held])
  }
  return all
}
/** Processes callbacks, including those that have just failed. */
const workOnInbox = async (): Promise<void> => {
  const waiting = { state: { in: ['new', 'waiting'] } }
  await db.providerEvent.updateMany({ where: waiting, data: { nextTryAt: new Date(0) } })
  for (const queue of paymentQueues.filter(({ name }) => name === 'payment-events')) await queue.runDue()
}
const tell = async (raw: Buffer): Promise<void> => {
  expect(await takeCallback('stripe', raw, providers.card.sign(raw))).toMatchObject({ ok: true })
}
const settle = (): Promise<void> => workOnInbox()

type Paid = Customer & { number: string; session: string }
const attemptOf = async (where: object): Promise<string> =>
  (await db.paymentAttempt.findFirstOrThrow({ where })).providerId ?? ''
const ordered = async (points = 0n): Promise<Paid> => {
  const who = await makeCustomer()
  if (points > 0n) await givePoints(who.userId, points)
  const number = await placed(who, tv, '12.5', { method: card, points })
  return { ...who, number, session: await attemptOf({ order: { number } }) }
}
const paidOrder = async (points = 0n): Promise<Paid> => {
  const one = await ordered(points)
  providers.card.pay(one.session)
  await checkNow(one.userId, one.number)
  return one
}
const orderOf = async ({ number, userId }: Paid): Promise<unknown> => {
  const { status, refunds } = await db.order.findUniqueOrThrow({
    where: { number },
    select: { status: true, refunds: { select: { state: true, amount: true } } },
  })
  return [status, refunds.map(({ state, amount }) => `${state} ${amount}`), await entriesOf({ userId })]
}
type Begun = Customer & { number: string; session: string; batch: string }
/** This much of the wallet is spent. */
const spend = ({ userId }: Customer, mango: string): Promise<unknown> =>
  transact((tx) =>
    post(tx, {
      ...{ id: `spent/${makeId()}`, actor: 'test' },
      ...mangoPart({ userId, mango: usd(mango), usd: usd(mango) }),
    }),
  )
const recharging = async (again?: Customer): Promise<Begun> => {
  const who = again ?? (await makeCustomer())
  await openWallet(who.userId)
  const batch = makeId()
  const done = await createRecharge({ userId: who.userId, amount: usd('50'), method: card, batch })
  if (!done.ok) throw new Error(done.code)
  const { number } = done.value
  return { ...who, number, batch, session: await attemptOf({ recharge: { number } }) }
}
const recharged = async (): Promise<Begun> => {
  const one = await recharging()
  providers.card.pay(one.session)
  await checkNow(one.userId, one.number, 'recharge')
  return one
}
const rechargeOf = async ({ number, userId }: Begun): Promise<unknown> => [
  (await db.recharge.findUniqueOrThrow({ where: { number } })).status,
  await entriesOf({ userId }),
]
const dispute = (session: string, kind: 'open' | 'lost' | 'won', ...movements: string[]): Promise<void> =>
  tell(providers.card.disputeEvent(providers.card.dispute(session, kind, movements), 'charge.dispute.updated'))

describe('with each of its database calls failing in turn', { timeout: 300_000 }, () => {
  it('a transfer', async () => {
    const arrange = async () => ({ from: await makeHolder({ mango: '10' }), to: await makeHolder(), batch: makeId() })
    const calls = await failEachCall({
      arrange,
      act: ({ from, to, batch }) => sendMango(from, to, '4', { batch }),
      look: ({ from, to }) => entriesOf(from, to),
    })
    expect(calls).toBeGreaterThan(10)
  })
  it('a new recharge: one of them, with one payment at the provider', async () => {
    const arrange = async () => {
      const who = await makeCustomer()
      await openWallet(who.userId)
      return { ...who, batch: makeId() }
    }
    type Asked = Awaited<ReturnType<typeof arrange>>
    const ask = async ({ userId, batch }: Asked): Promise<void> => {
      const sessions = providers.sessions.size
      await createRecharge({ userId, amount: usd('50'), method: card, batch })
      expect(providers.sessions.size - sessions).toBeLessThanOrEqual(1)
    }
    const look = async ({ userId }: Asked) => db.recharge.count({ where: { userId } })
    expect(await failEachCall({ arrange, act: ask, look })).toBeGreaterThan(10)
    const rows = await db.recharge.findMany({ include: { attempts: true } })
    expect(Math.max(...rows.map(({ attempts }) => attempts.length))).toBe(1)
  })
  it('a paid recharge, whose money pays a debt first', async () => {
    const arrange = async (): Promise<Begun> => {
      // A provider has given back what its customer had sent on: that is owed.
      const first = await recharged()
      await spend(first, '45')
      await tell(providers.card.refund(first.session, '50'))
      await settle()
      const one = await recharging(first)
      providers.card.pay(one.session)
      await tell(providers.card.event(one.session, 'checkout.session.completed'))
      return one
    }
    expect(await failEachCall({ arrange, act: settle, look: rechargeOf })).toBeGreaterThan(10)
  })
  it('a recharge that its provider gives back', async () => {
    const arrange = async (): Promise<Begun> => {
      const one = await recharged()
      await tell(providers.card.refund(one.session, '50'))
      return one
    }
    expect(await failEachCall({ arrange, act: settle, look: rechargeOf })).toBeGreaterThan(10)
  })
  it('a recharge that a bank takes back after part was spent', async () => {
    const arrange = async (): Promise<Begun> => {
      const one = await recharged()
      await spend(one, '20')
      await dispute(one.session, 'lost', '-50')
      return one
    }
    expect(await failEachCall({ arrange, act: settle, look: rechargeOf })).toBeGreaterThan(10)
  })
  it('a cancelled recharge', async () => {
    const act = ({ userId, number }: Begun) => cancelRecharge(userId, number)
    expect(
      await failEachCall({
        arrange: () => recharging(),
        act,
        look: rechargeOf,
        between: [
          [0, [[]]],
          [5, [[]]],
        ],
      }),
    ).toBeGreaterThan(10)
  })
  it('a redeem code', async () => {
    const arrange = async () => {
      const who = await makeHolder()
      const asked = { kind: 'codes', value: usd('5'), count: 1, endsAt: inMs(dayMs) } as const
      const made = await requestGrant(by, asked, makeId())
      const shown = made.ok ? await showCodes(by, made.value.id) : made
      if (!shown.ok) throw new Error(shown.code)
      return { ...who, code: shown.value.codes[0] ?? '', batch: makeId() }
    }
    const calls = await failEachCall({
      arrange,
      act: ({ userId, code, batch }) => redeemCode(userId, { code, batch }, visit),
      look: (one) => entriesOf(one),
    })
    expect(calls).toBeGreaterThan(10)
  })
  const grant = (asked: (userIds: string[]) => Given) => async () => {
    const people = [await makeHolder(), await makeHolder()]
    return { people, asked: asked(people.map(({ userId }) => userId)), batch: makeId() }
  }
  it('a gift to two, and a credit', async () => {
    const credit = grant(([userId = '']) => ({ kind: 'credit', currency: 'POINTS', amount: 30n, userIds: [userId] }))
    for (const arrange of [
      grant((userIds) => ({ kind: 'gift', currency: 'MANGO', amount: usd('3'), userIds })),
      credit,
    ]) {
      const calls = await failEachCall({
        arrange,
        act: ({ asked, batch }) => requestGrant(by, asked, batch),
        look: ({ people }) => entriesOf(...people),
      })
      expect(calls).toBeGreaterThan(10)
    }
  })
  it('a proposal and its confirmation', async () => {
    const large = grant((userIds) => ({ kind: 'gift', currency: 'MANGO', amount: usd('40'), userIds }))
    const countOf = ({ batch }: { batch: string }) =>
      db.idempotencyKey.count({ where: { key: batch, owner: by.userId } })
    const waiting = () => db.operatorProposal.count()
    let count = 0
    const proposing = async () => {
      const one = await large()
      count = await waiting()
      return one
    }
    const calls = await failEachCall({
      arrange: proposing,
      act: ({ asked, batch }) => requestGrant(by, asked, batch),
      look: async (one) => [await countOf(one), (await waiting()) - count, await entriesOf(...one.people)],
    })
    expect(calls).toBeGreaterThan(5)
    const proposed = async () => {
      const one = await large()
      const done = await requestGrant(by, one.asked, one.batch)
      if (!done.ok || done.value.state !== 'waiting') throw new Error('it was not proposed')
      return { ...one, id: done.value.id }
    }
    const confirmed = await failEachCall({
      arrange: proposed,
      act: ({ id }) => decideProposal(second, id, 'confirmed'),
      look: ({ people }) => entriesOf(...people),
    })
    expect(confirmed).toBeGreaterThan(10)
  })
  it('a gift that is taken back', async () => {
    const arrange = async () => {
      const who = await makeHolder()
      const asked = { kind: 'gift', currency: 'MANGO', amount: usd('3'), userIds: [who.userId] } as const
      const done = await requestGrant(by, asked, makeId())
      if (!done.ok) throw new Error(done.code)
      return { ...who, id: transferOfGrant('gift', done.value.id, who.userId) }
    }
    const act = ({ id }: { id: string }) => takeBackCredit(by, id)
    expect(await failEachCall({ arrange, act, look: (one) => entriesOf(one) })).toBeGreaterThan(10)
  })
  it('an order paid with Mango and points, with its cashback', async () => {
    const arrange = async () => {
      const who = await makeCustomer()
      await giveMango(who.userId, '20')
      await givePoints(who.userId, 100n)
      return { ...who, batch: makeId() }
    }
    const calls = await failEachCall({
      arrange,
      act: (one) => order(one, tv, '12.5', { useMango: true, points: 100n, batch: one.batch }),
      look: async (one) => [
        await db.order.findMany({ where: { userId: one.userId }, select: { status: true } }),
        await entriesOf(one),
      ],
    })
    expect(calls).toBeGreaterThan(10)
  })
  it('an order paid by card, and a cancelled one', async () => {
    const arrange = async (): Promise<Paid> => {
      const one = await ordered(100n)
      providers.card.pay(one.session)
      await tell(providers.card.event(one.session, 'checkout.session.completed'))
      return one
    }
    expect(await failEachCall({ arrange, act: settle, look: orderOf })).toBeGreaterThan(10)
    const act = ({ userId, number }: Paid) => cancelOrder(userId, number)
    expect(await failEachCall({ arrange: () => ordered(100n), act, look: orderOf })).toBeGreaterThan(10)
  })
  it('a refund to the wallet, which reverses its share of the cashback', async () => {
    const arrange = async () => ({ ...(await paidOrder(100n)), batch: makeId() })
    const calls = await failEachCall({
      arrange,
      act: ({ number, batch }) => refundOrder(by, { number, amount: usd('5'), to: 'wallet', batch }),
      look: orderOf,
    })
    expect(calls).toBeGreaterThan(10)
  })
  it('a refund at the provider, which is asked once', async () => {
    const arrange = async () => ({ ...(await paidOrder()), batch: makeId() })
    const refund = ({ number, batch }: Paid & { batch: string }) =>
      refundOrder(by, { number, amount: usd('12.5'), to: 'provider', batch })
    const asked = [[1, ['asked 125000'], [['cashback 6250']]]]
    const calls = await failEachCall({
      arrange,
      act: async (one) => {
        await refund(one)
        expect(['0', '12.5']).toContain(providers.sessions.get(one.session)?.refunded)
      },
      look: orderOf,
      between: asked,
    })
    expect(calls).toBeGreaterThan(10)
  })
  it('an order whose payment a bank takes and returns', async () => {
    const arrange = async (): Promise<Paid> => {
      const one = await paidOrder(100n)
      await dispute(one.session, 'open', '-11.5')
      return one
    }
    expect(await failEachCall({ arrange, act: settle, look: orderOf })).toBeGreaterThan(10)
    const won = async (): Promise<Paid> => {
      const one = await arrange()
      await settle()
      await dispute(one.session, 'won', '-11.5', '11.5')
      return one
    }
    expect(await failEachCall({ arrange: won, act: settle, look: orderOf })).toBeGreaterThan(10)
  })
  it('expiring points', async () => {
    const arrange = async () => {
      const who = await makeCustomer()
      await givePoints(who.userId, 80n)
      clock.advance(20 * dayMs)
      await expirePoints(undefined, 1)
      clock.advance(14 * dayMs)
      return who
    }
    const act = () => expirePoints(undefined, 1)
    expect(await failEachCall({ arrange, act, look: (one) => entriesOf(one) })).toBeGreaterThan(10)
  })
  it('a frozen wallet', async () => {
    const arrange = () => makeHolder()
    const calls = await failEachCall({
      arrange,
      act: ({ userId }) => setWalletState(by, { userId, state: 'frozen', reason: 'the test asks' }),
      look: async ({ userId }) => [
        (await db.wallet.findUniqueOrThrow({ where: { userId } })).state,
        await db.auditEntry.count({ where: { action: 'wallet.freeze', subject: userId } }),
      ],
    })
    expect(calls).toBeGreaterThan(5)
  })
})

describe('with a call to the provider, or its answer, lost', () => {
  for (const loss of ['call', 'answer'] as const)
    it(`a refund is made once: ${loss}`, async () => {
      const one = await paidOrder()
      const asked = { number: one.number, amount: usd('12.5'), to: 'provider', batch: makeId() } as const
      providers.state.loss = loss
      expect(await refundOrder(by, asked)).toMatchObject({ ok: true, value: { state: 'asked' } })
      providers.state.loss = null
      await Promise.all([askRefundsAgain(), refundOrder(by, asked), refundOrder(by, asked)])
      expect(providers.sessions.get(one.session)?.refunded).toBe('12.5')
      expect(await orderOf(one)).toEqual([6, ['done 125000'], [['cashback 6250', 'cashback-taken-back -6250']]])
    })
})
