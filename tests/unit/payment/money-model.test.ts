/**
 * Random customers, providers, networks and clocks against orders and payments: every cent that a provider received
 * ends as a service period, wallet credit, a refund, or with a person, once. An independent auditor counts and
 * compares. A failure prints its seed.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { unbindBox } from '~/modules/device/device.server'
import { connectEntitlement } from '~/modules/entitlement/entitlement.server'
import { balanceOf, expireHolds, points, receivable, wallet } from '~/modules/ledger/ledger.server'
import { cancelOrder, createOrder, creditWhatCame, deleteOrder, refundOrder } from '~/modules/order/order.server'
import {
  askForAddress,
  checkNow,
  choosePayment,
  connectPayment,
  creditDeposit,
  forgetMinimums,
  giveAddress,
  paymentJobs,
  paymentQueues,
  returnDeposit,
  returnFromProvider,
  takeCallback,
} from '~/modules/payment/payment.server'
import { dayMs, hourMs, minuteMs } from '~/platform/clock.server'
import { closeDatabase, db } from '~/platform/db.server'
import { makeRunner } from '~/platform/jobs.server'
import { multiplyDecimals, unitsOfDecimal } from '~/text/decimal'
import { makeProviders, type Loss } from '../../support/providers'
import { times } from '../../support/runs'
import { giveMango, givePoints, makeCustomer, sell, setPrice, startClock } from '../../support/shop'

const coinMethods = [16, 12, 6] as const
const methods = [...coinMethods, -1, 101] as const
const prices = ['12.5', '4.8', '31.2'] as const
/** The share of the requested amount that is sent: too little, just tolerable, all, too much. */
const shares = ['0.4', '0.997', '1', '1.3'] as const

const which = fc.nat(7)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      plans: fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 2 }),
      method: fc.option(fc.constantFrom(...coinMethods, -1), { nil: null }),
      useMango: fc.boolean(),
      points: fc.constantFrom(0, 0, 100, 5000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('choose' as const), which, method: fc.constantFrom(...methods) }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('see' as const), which, share: fc.constantFrom(...shares) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('confirm' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('unsee' as const, 'expire' as const, 'fail' as const), which }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('further' as const),
      which,
      amount: fc.integer({ min: 1, max: 90_000 }),
      wrong: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('card-pay' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('card-expire' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('card-later' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('card-fail' as const),
      which,
      how: fc.constantFrom('once', 'twice', 'late'),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('tell' as const),
      which,
      how: fc.constantFrom('once', 'twice', 'late', 'forged', 'cut'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('stale' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('cancel' as const, 'delete' as const, 'credit' as const, 'check' as const, 'return' as const),
      which,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(minuteMs, 7 * minuteMs, 16 * minuteMs, 2 * hourMs, 26 * hourMs, 8 * dayMs),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('work' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('loss' as const),
      loss: fc.constantFrom<Loss>('call', 'answer', null, null),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('word' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('price' as const), plan: fc.nat(2), up: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      which,
      to: fc.constantFrom('wallet' as const, 'provider' as const),
      share: fc.constantFrom(2n, 1n),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('bind' as const), to: fc.constantFrom('nobody', 'other', 'own', 'own') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('refunds' as const),
      how: fc.constantFrom('succeeded' as const, 'pending' as const, 'refused' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail-refund' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('ask' as const, 'give' as const, 'send-back' as const), which }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('dispute' as const),
      which,
      how: fc.constantFrom('warning', 'opened', 'lost', 'won', 'reinstated'),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const by = { userId: 'operator', why: 'the model asks' }
const undo: (() => void)[] = []
let plans: string[] = []
let clock: ReturnType<typeof startClock>

beforeAll(async () => {
  clock = startClock()
  connectEntitlement()
  undo.push(connectPayment())
  plans = [
    await sell('model-tv', ['tv'], { price: prices[0] }),
    await sell('model-vip', ['vip', 'epg'], { price: prices[1], months: 3 }),
    await sell('model-cloud', ['stream', 'data'], { price: prices[2], months: 12 }),
  ]
})
afterAll(async () => {
  clock.stop()
  for (const one of undo) one()
  await closeDatabase()
})

// One for all sequences: each runner begins by reading every job's row.
const runner = makeRunner({ jobs: paymentJobs, queues: paymentQueues })
const work = async (): Promise<void> => {
  await expireHolds()
  await runner.runDue()
}
const pick = <T>(all: readonly T[], at: number): T | undefined => (all.length === 0 ? undefined : all[at % all.length])
const addressOf = (coin: string | null): string =>
  ({
    btc: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    xrp: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    usdttrc20: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    doge: 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L',
  })[coin ?? ''] ?? ''
/** 1 coin is 2 USD, and no amount has more than four decimals: worth in 1/10000 USD. */
const worth = (amount: string): bigint => unitsOfDecimal(multiplyDecimals(amount, '2'), 4)
const cut = (amount: string): string => {
  const [whole = '0', rest = ''] = amount.split('.')
  return rest === '' ? whole : `${whole}.${rest.slice(0, 4)}`
}

const makeRun = async () => {
  forgetMinimums()
  // No power is cut here: an fsync after each of a hundred thousand commits would find nothing.
  await db.$executeRawUnsafe('PRAGMA synchronous = OFF')
  const providers = makeProviders()
  const uninstall = providers.install()
  const who = await makeCustomer()
  const other = await makeCustomer()
  await giveMango(who.userId, '20')
  await givePoints(who.userId, 3000n)
  for (const [index, plan] of plans.entries()) await setPrice(plan, prices[index] ?? '1')
  const now = [...prices] as string[]
  const numbers: string[] = []
  /** Callbacks still under way. */
  const late: { provider: 'nowpayments' | 'stripe'; raw: Buffer; signature: string }[] = []
  /** What a bank did with a session's money: taken, given back. */
  const banks = new Map<string, string[]>()
  const coins = () => [...providers.payments.values()]
  const paidCards = () => [...providers.sessions.values()].filter((one) => one.isPaid)
  const deliver = async (one: (typeof late)[number]): Promise<void> => {
    await takeCallback(one.provider, one.raw, one.signature)
  }
  const callbackOf = (at: number): (typeof late)[number] | null => {
    const all = [...coins().map(({ id }) => id), ...providers.sessions.keys()]
    const id = pick(all, at)
    if (id === undefined) return null
    if (providers.payments.has(id)) return { provider: 'nowpayments', ...providers.coin.callback(id) }
    const { status } = providers.sessions.get(id) ?? { status: 'open' }
    if (status === 'open') return null
    const raw = providers.card.event(id, `checkout.session.${status === 'complete' ? 'completed' : 'expired'}`)
    return { provider: 'stripe', raw, signature: providers.card.sign(raw) }
  }
  const dispute = async (id: string, how: string): Promise<void> => {
    const amount = providers.sessions.get(id)?.amount ?? '0'
    const before = banks.get(id) ?? []
    const send = async (type: string): Promise<void> => {
      const raw = providers.card.disputeEvent(`dp_${id}`, `charge.dispute.${type}`)
      await deliver({ provider: 'stripe', raw, signature: providers.card.sign(raw) })
    }
    if (how === 'warning' || how === 'opened') {
      if (before.length > 0) return
      providers.card.dispute(id, how === 'warning' ? 'inquiry' : 'open', [])
      return send('created')
    }
    if (how === 'lost') {
      if (before.length > 1) return
      banks.set(id, [`-${amount}`])
      providers.card.dispute(id, 'open', [`-${amount}`])
      await send('funds_withdrawn')
      providers.card.dispute(id, 'lost', [`-${amount}`])
      return send('closed')
    }
    if (before.length !== 1) return
    banks.set(id, [`-${amount}`, amount])
    providers.card.dispute(id, 'won', [`-${amount}`, amount])
    await send(how === 'won' ? 'closed' : 'funds_reinstated')
  }

  /** Complete sessions whose money is still to come. A failed one keeps saying "complete, unpaid". */
  const failedCards = new Set<string>()
  const unpaidCards = () =>
    [...providers.sessions.values()].filter(
      ({ id, status, isPaid }) => status === 'complete' && !isPaid && !failedCards.has(id),
    )
  const failCard = async (id: string, how: string): Promise<void> => {
    failedCards.add(id)
    const raw = providers.card.event(id, 'checkout.session.async_payment_failed')
    const callback = { provider: 'stripe', raw, signature: providers.card.sign(raw) } as const
    if (how !== 'late') await deliver(callback)
    if (how !== 'once') late.push(callback)
  }

  const see = (id: string, amount: string): void => {
    const one = providers.payments.get(id)
    if (one?.parentId === null && ['waiting', 'confirming', 'expired', 'partially_paid'].includes(one.providerStatus))
      providers.coin.see(id, amount)
  }
  const customer = async (act: string, number: string): Promise<void> => {
    if (act === 'cancel') await cancelOrder(who.userId, number)
    else if (act === 'delete') await deleteOrder(who.userId, number)
    else if (act === 'credit') await creditWhatCame(who.userId, number)
    else if (act === 'check') await checkNow(who.userId, number)
    else await returnFromProvider(who.userId, number, [...providers.sessions.keys()].at(-1) ?? '')
  }
  const coin = (act: 'confirm' | 'unsee' | 'expire' | 'fail', id: string): void => {
    const one = providers.payments.get(id)
    if (one?.parentId !== null) return
    if (act === 'confirm' && one.providerStatus === 'confirming') providers.coin.confirm(id)
    else if (act === 'unsee' && one.providerStatus === 'confirming' && !confirmed.has(id)) providers.coin.unsee(id)
    else if (one.providerStatus === 'waiting' && act === 'expire') providers.coin.say(id, 'expired')
    else if (one.providerStatus === 'waiting' && act === 'fail') providers.coin.say(id, 'failed')
    if (one.providerStatus === 'finished' || one.providerStatus === 'partially_paid')
      confirmed.set(id, one.actuallyPaid ?? '0')
  }
  /** What a person sent back by hand, in 1/10000 USD. */
  let sentBack = 0n
  /** What the network has confirmed of each payment. */
  const confirmed = new Map<string, string>()

  const perform = async (one: Step): Promise<void> => {
    const number = 'which' in one ? pick(numbers, one.which) : undefined
    const payment = 'which' in one ? pick(coins(), one.which)?.id : undefined
    switch (one.do) {
      case 'order': {
        const chosen = one.plans.map((at) => ({ plan: plans[at] ?? '', price: now[at] ?? '' }))
        const done = await createOrder({
          ...who,
          plans: chosen,
          method: one.method,
          useMango: one.useMango,
          points: BigInt(one.points),
        })
        if (done.ok) numbers.push(done.value.number)
        return
      }
      case 'choose':
        if (number !== undefined) await choosePayment(who.userId, number, { method: one.method })
        return
      case 'see': {
        const asked = providers.payments.get(payment ?? '')?.payAmount
        if (payment !== undefined && asked !== undefined && asked !== null)
          see(payment, cut(multiplyDecimals(asked, one.share)))
        return
      }
      case 'confirm':
      case 'unsee':
      case 'expire':
      case 'fail':
        if (payment !== undefined) coin(one.do, payment)
        return
      case 'further': {
        if (payment === undefined || providers.payments.get(payment)?.parentId !== null) return
        const amount = `${one.amount / 10_000}`
        const id = providers.coin.further(payment, amount, one.wrong ? 'doge' : undefined)
        confirmed.set(id, amount)
        return
      }
      case 'card-later': {
        const open = [...providers.sessions.values()].filter(({ status }) => status === 'open')
        const id = pick(open, one.which)?.id
        if (id !== undefined) providers.card.payLater(id)
        return
      }
      case 'card-fail': {
        const id = pick(unpaidCards(), one.which)?.id
        if (id !== undefined) await failCard(id, one.how)
        return
      }
      case 'card-pay':
      case 'card-expire': {
        const open = [...providers.sessions.values()].filter(({ status }) => status === 'open')
        const id = pick(open, one.which)?.id
        if (id !== undefined) providers.card[one.do === 'card-pay' ? 'pay' : 'expire'](id)
        return
      }
      case 'tell': {
        const callback = callbackOf(one.which)
        if (callback === null) return
        if (one.how === 'late') late.push(callback)
        else if (one.how === 'forged') await deliver({ ...callback, signature: callback.signature.replace(/.$/, 'x') })
        else if (one.how === 'cut') await deliver({ ...callback, raw: callback.raw.subarray(0, -3) })
        else {
          await deliver(callback)
          if (one.how === 'twice') await deliver(callback)
        }
        return
      }
      case 'stale': {
        const callback = late.pop()
        if (callback !== undefined) await deliver(callback)
        return
      }
      case 'wait':
        clock.advance(one.ms)
        return
      case 'work':
        return work()
      case 'loss':
        providers.state.loss = one.loss
        return
      case 'word': {
        const found = providers.payments.get(payment ?? '')
        if (found?.providerStatus === 'waiting' && payment !== undefined) {
          providers.coin.say(payment, 'unknown', 'mulling')
          await deliver({ provider: 'nowpayments', ...providers.coin.callback(payment) })
          providers.coin.say(payment, 'waiting')
        }
        return
      }
      case 'price': {
        const price = one.up ? '40' : (prices[one.plan] ?? '1')
        now[one.plan] = price
        return setPrice(plans[one.plan] ?? '', price)
      }
      case 'refund': {
        const order = number === undefined ? null : await db.order.findUnique({ where: { number } })
        if (order !== null)
          await refundOrder(by, { number: order.number, amount: order.actuallyPaid / one.share, to: one.to })
        return
      }
      case 'refunds':
        providers.state.refunds = one.how
        return
      case 'fail-refund': {
        const done = await db.orderRefund.findMany({
          where: { to: 'provider', state: 'done', order: { userId: who.userId }, why: by.why },
          orderBy: { id: 'asc' },
        })
        const id = pick(done, one.which)?.id
        if (id === undefined) return
        const raw = providers.card.failRefund(id)
        await deliver({ provider: 'stripe', raw, signature: providers.card.sign(raw) })
        return work()
      }
      case 'ask':
      case 'give':
      case 'send-back': {
        const waits = await db.deposit.findMany({
          where: { result: 'person', attempt: { userId: who.userId } },
          orderBy: { id: 'asc' },
        })
        const found = pick(waits, one.which)
        if (found === undefined) return
        const address = addressOf(found.coin)
        if (one.do === 'ask') await askForAddress(by, found.id)
        else if (one.do === 'give') await giveAddress(who.userId, { depositId: found.id, address, tag: null })
        else if ((await returnDeposit(by, { depositId: found.id, address, hash: 'abcdef01', isOther: true })).ok)
          sentBack += worth(found.amount)
        return
      }
      case 'bind': {
        await unbindBox(who.userId, who.sn)
        const userId = one.to === 'nobody' ? null : one.to === 'own' ? who.userId : other.userId
        await db.device.update({
          where: { sn: who.sn },
          data: { userId, boundAt: userId === null ? null : clock.now() },
        })
        return
      }
      case 'dispute': {
        const id = pick(paidCards(), one.which)?.id
        if (id !== undefined) await dispute(id, one.how)
        return
      }
      default:
        if (number !== undefined) await customer(one.do, number)
    }
  }

  /** The world comes to rest: networks decide, providers answer, everything is reported or polled, time passes. */
  const finish = async (): Promise<void> => {
    providers.state.loss = null
    providers.state.refunds = 'succeeded'
    for (const { id, providerStatus } of coins()) if (providerStatus === 'confirming') coin('confirm', id)
    for (const one of late.splice(0).reverse()) await deliver(one)
    for (const [at, { id }] of unpaidCards().entries()) {
      if (at % 2 === 0) await failCard(id, 'once')
      else providers.card.pay(id)
    }
    for (let at = 0; at < coins().length + providers.sessions.size; at++) {
      const callback = callbackOf(at)
      if (callback !== null) await deliver(callback)
    }
    for (const ms of [0, hourMs, 30 * hourMs, dayMs, 8 * dayMs, 45 * dayMs, 90 * dayMs]) {
      clock.advance(ms)
      await work()
    }
    for (const { id, usd } of await db.deposit.findMany({
      where: { result: 'person', attempt: { userId: who.userId } },
    }))
      await creditDeposit(by, { depositId: id, usd: usd === 0n ? 10_000n : null })
  }

  /** What the world knows on its own. */
  const audit = async () => {
    const cameByCoin = [...confirmed.values()].reduce((all, amount) => all + worth(amount), 0n)
    const cards = paidCards()
    const cameByCard = cards.reduce((all, { amount }) => all + unitsOfDecimal(amount ?? '0', 4), 0n)
    const backByCard = cards.reduce((all, { refunded }) => all + unitsOfDecimal(refunded, 4), 0n)
    let taken = 0n
    for (const [id, movements] of banks)
      if (movements.length === 1) taken += unitsOfDecimal(providers.sessions.get(id)?.amount ?? '0', 4)
    const given = 200_000n + 300_000n
    const orders = await db.order.findMany({
      where: { userId: who.userId },
      include: { lines: { include: { periods: true } }, parts: true, refunds: true, disputes: true, open: true },
    })
    let sold = 0n
    for (const one of orders) {
      const status = one.formerStatus ?? one.status
      const isSold = status === 1
      if (isSold) {
        const back = one.refunds.filter(({ state }) => state === 'done').reduce((all, { amount }) => all + amount, 0n)
        sold += one.actuallyPaid - back
      }
      const own = one.lines.flatMap(({ periods }) => periods)
      const bought = one.lines.reduce((all, { services }) => all + services.split(',').length, 0)
      expect({ number: one.number, status, periods: own.length, open: one.open.length }).toEqual({
        number: one.number,
        status,
        periods: isSold || status === 6 ? bought : 0,
        open: 0,
      })
      expect(own.filter(({ voidedAt }) => isSold && voidedAt !== null)).toEqual([])
      // A bank took its money back: the used part stays sold and is a debt.
      if (status === 6 && one.disputes.length > 0) sold += await usedOf(one.id)
    }
    const { userId } = who
    const mango = (await balanceOf(wallet(userId))).balance
    const own = (await balanceOf(points(userId))).balance * 100n
    const debt = (await balanceOf(receivable(userId))).balance
    return { world: cameByCoin + cameByCard - backByCard - taken - sentBack + given, books: sold + mango + own + debt }
  }
  const usedOf = async (orderId: string): Promise<bigint> => {
    const entries = await db.ledgerEntry.findMany({
      where: { transfer: { orderId }, account: { kind: 'revenue' } },
      select: { amount: true },
    })
    return entries.reduce((all, { amount }) => all + amount, 0n)
  }
  const leave = async (): Promise<void> => {
    uninstall()
    await db.paymentAttempt.updateMany({ where: { userId: who.userId }, data: { nextPollAt: null } })
  }
  return { perform, finish, audit, leave, who }
}

/** Sequences that once found a fault. */
const examples: [Step[]][] = [
  // A card payment fails late, and its session is reported, polled and returned to once more.
  ...(['tell', 'check', 'return'] as const).map((word): [Step[]] => [
    [
      { do: 'order', plans: [0], method: -1, useMango: false, points: 0 },
      { do: 'card-later', which: 0 },
      { do: 'tell', which: 0, how: 'once' },
      { do: 'work' },
      { do: 'card-fail', which: 0, how: 'once' },
      { do: 'work' },
      word === 'tell' ? { do: word, which: 0, how: 'once' } : { do: word, which: 0 },
      { do: 'work' },
    ],
  ]),
  // The answer with a card's page is lost, it is paid anyway, and its event comes after the portal has given up.
  [
    [
      { do: 'loss', loss: 'answer' },
      { do: 'order', plans: [0], method: null, useMango: false, points: 0 },
      { do: 'choose', which: 0, method: -1 },
      { do: 'card-pay', which: 0 },
      { do: 'wait', ms: 8 * dayMs },
    ],
  ],
  // The provider is silent when its payment is begun and when the order is cancelled; the payment fails later.
  [
    [
      { do: 'loss', loss: 'call' },
      { do: 'order', plans: [0], method: 16, useMango: false, points: 0 },
      { do: 'work' },
      { do: 'cancel', which: 0 },
    ],
  ],
  // A bank takes back 10.20 before the portal has heard of the payment.
  [
    [
      { do: 'order', plans: [2], method: -1, useMango: true, points: 100 },
      { do: 'card-pay', which: 0 },
      { do: 'dispute', which: 0, how: 'lost' },
      { do: 'tell', which: 0, how: 'once' },
    ],
  ],
]

it('turns every cent received into a period, credit or a refund, once, whatever happens in between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30 }), async (steps) => {
      const run = await makeRun()
      try {
        for (const one of steps) await run.perform(one)
        await run.finish()
        const { world, books } = await run.audit()
        expect(books).toBe(world)
        const holds = await db.ledgerHold.count({ where: { state: 'open', account: { userId: run.who.userId } } })
        expect(holds).toBe(0)
      } finally {
        await run.leave()
      }
    }),
    { numRuns: times(300), examples },
  )
}, 0)
