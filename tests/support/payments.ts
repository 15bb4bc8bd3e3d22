/**
 * The customer, the product and the in-memory providers for tests of payments, created anew for each test, and their
 * actions. Changing values are read at the time of use.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { connectEntitlement } from '~/modules/entitlement/entitlement.server'
import {
  connectPayment,
  forgetMinimums,
  paymentJobs,
  paymentQueues,
  paymentPage,
  takeCallback,
} from '~/modules/payment/payment.server'
import { closeDatabase, db } from '~/platform/db.server'
import { makeProviders, type Providers } from './providers'
import { expectBooks, makeCustomer, makeOperator, runDue, sell, startClock, type Customer } from './shop'

export const btc = 16
export const card = -1
export let clock: ReturnType<typeof startClock>
export let ana: Customer
export let tv: string
export let providers: Providers
export let undo: (() => void)[] = []

/** The provider's id of an order's newest attempt. */
export const paymentOf = async (number: string): Promise<string> => {
  const attempt = await db.paymentAttempt.findFirstOrThrow({
    where: { order: { number } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return attempt.providerId ?? ''
}
export const due = (): Promise<void> =>
  runDue(
    paymentJobs.filter(({ name }) => name !== 'end-order-window'),
    paymentQueues,
  )
/** A callback arrives and is processed. */
export const tellCoin = async (id: string): Promise<void> => {
  const { raw, signature } = providers.coin.callback(id)
  expect(await takeCallback('nowpayments', raw, signature)).toMatchObject({ ok: true })
  await due()
}
export const tellCard = async (raw: Buffer): Promise<void> => {
  expect(await takeCallback('stripe', raw, providers.card.sign(raw))).toMatchObject({ ok: true })
  await due()
}
export const pageOf = async (number: string) => {
  const page = await paymentPage(ana.userId, number, 'en')
  if (!page.ok) throw new Error(page.code)
  return page.value
}
/** The result of each deposit of an order, with its worth. */
export const deposits = async (number: string) =>
  (
    await db.deposit.findMany({
      where: { attempt: { order: { number } } },
      // Among those of the same moment: the one that pays the order first.
      orderBy: [{ at: 'asc' }, { result: 'desc' }],
    })
  ).map(({ usd, result }) => [usd, result])
/** Pays by coin: seen, then confirmed. 1 coin is 2 USD. */
export const send = async (id: string, amount: string): Promise<void> => {
  providers.coin.see(id, amount)
  providers.coin.confirm(id)
  await tellCoin(id)
}

/** Continues the test with another customer. */
export const nextCustomer = async (country: string | null = null): Promise<void> => {
  ana = await makeCustomer(country)
}

/** Prepares each test of the calling file; afterwards the books must agree. `price`: the product's price a month. */
export const preparePayments = ({ price = '12.5' }: { price?: string } = {}): void => {
  beforeAll(async () => {
    connectEntitlement()
    undo.push(connectPayment())
    tv = await sell('tv-month', ['tv'], { price })
  })
  beforeEach(async () => {
    clock = startClock()
    forgetMinimums()
    providers = makeProviders()
    undo.push(providers.install())
    ana = await makeCustomer()
    await makeOperator()
  })
  afterEach(async () => {
    undo.pop()?.()
    clock.stop()
    // The next test's providers know nothing of these.
    await db.paymentAttempt.updateMany({ data: { nextPollAt: null } })
    await expectBooks()
  })
  afterAll(async () => {
    for (const one of undo) one()
    undo = []
    await closeDatabase()
  })
}
