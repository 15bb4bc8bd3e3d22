/**
 * The adapters of both payment providers against the sandbox over real HTTP: what they send, what they understand,
 * and what they report when the provider is slow, broken, or sends unknown values.
 */
import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { mkdtempSync, rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkAddress } from '~/modules/payment/address'
import { coinFacts, coinKeys } from '~/modules/payment/coins'
import { makeNowPayments, readIpn, type NowPayments } from '~/modules/payment/nowpayments.server'
import type { Asked, ProviderFault } from '~/modules/payment/provider'
import { signedIpn, verifyStripe } from '~/modules/payment/signature.server'
import { makeStripe, readStripeEvent, type SessionOrder, type Stripe } from '~/modules/payment/stripe.server'
import { startSandbox, type TestSandbox } from '../support/sandbox'

let sandbox: TestSandbox
let coins: NowPayments
let hasty: NowPayments
let cards: Stripe
type Came = { path: string; headers: IncomingHttpHeaders; body: string }
const came: Came[] = []
/** Receives callbacks like the portal; answers as the test wants. */
let callbackStatus = 200
let portalOrigin = ''
const portal = createServer((req, res) => {
  const parts: Buffer[] = []
  req.on('data', (part: Buffer) => parts.push(part))
  req.on('end', () => {
    came.push({ path: req.url ?? '', headers: req.headers, body: Buffer.concat(parts).toString('utf8') })
    res.writeHead(callbackStatus).end()
  })
})
beforeAll(async () => {
  sandbox = await startSandbox()
  coins = makeNowPayments(sandbox.coins)
  hasty = makeNowPayments(sandbox.coins, { timeoutMs: 1000 })
  cards = makeStripe(sandbox.cards)
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve))
  portalOrigin = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`
  await sandbox.setPortal(portalOrigin)
})
afterAll(async () => {
  await sandbox.stop()
  await new Promise((resolve) => portal.close(resolve))
})
afterEach(async () => {
  callbackStatus = 200
  sandbox.state.faults = []
  await sandbox.set({ callbackMode: 'normal', off: [], rates: {}, expiredPage: 'refuses', refundState: 'succeeded' })
  await sandbox.clock({ run: true })
  await sandbox.flush()
  await sandbox.settled()
  came.length = 0
})

const good = <T>(asked: Asked<T>): T => {
  if (!asked.ok) throw new Error(JSON.stringify(asked.fault))
  return asked.value
}
const faultOf = <T>(asked: Asked<T>): ProviderFault => {
  if (asked.ok) throw new Error('no fault')
  return asked.fault
}
let number = 0
const nextReference = (): string => `attempt-${(number += 1)}`
const order = (coin: string, priceAmount = '25', more: object = {}) =>
  coins.createPayment({
    reference: nextReference(),
    priceAmount,
    coin,
    description: 'TV, 3 months',
    callbackUrl: 'http://portal.test/api/payment/callback/nowpayments',
    fixedRate: true,
    ...more,
  })
const ipns = () =>
  came.map(({ body, headers }) => {
    expect(signedIpn(Buffer.from(body), String(headers['x-nowpayments-sig']), sandbox.coins.ipnSecret)).not.toBeNull()
    return readIpn(body)
  })

describe('NOWPayments', () => {
  it('states the minimum of a coin', async () => {
    await sandbox.set({ rates: { btc: '100000' } })
    expect(good(await coins.getMinimum({ coin: 'btc', fixedRate: true }))).toEqual({ amount: '0.00003', usd: '3' })
  })

  it.each(coinKeys)('gives an address of %s with a valid checksum, a new one for each payment', async (coin) => {
    const one = good(await order(coin))
    const other = good(await order(coin))
    expect(one).toMatchObject({
      providerStatus: 'waiting',
      coin,
      priceAmount: '25',
      priceCurrency: 'usd',
      fixedRate: true,
    })
    // No wallet can send fractions of a network's smallest unit.
    expect(one.payAmount).toMatch(coinFacts[coin].decimals < 8 ? /^\d+(\.\d{1,6})?$/ : /^\d+(\.\d{1,8})?$/)
    expect(checkAddress(coin, one.address ?? '', one.extraId)).toMatchObject({ ok: true, coin, tag: one.extraId })
    expect(`${one.address} ${one.extraId}`).not.toBe(`${other.address} ${other.extraId}`)
    expect(one.extraId !== null).toBe(coin === 'xrp')
    expect((one.validUntil?.getTime() ?? 0) - (one.createdAt?.getTime() ?? 0)).toBe(20 * 60_000)
  })

  it('reports every step by a signed callback, and the same when polled', async () => {
    const made = good(await order('ltc'))
    await sandbox.pay(made.id)
    expect(ipns().map((ipn) => ipn?.providerStatus)).toEqual(['confirming', 'confirmed', 'sending', 'finished'])
    const read = good(await coins.getPayment(made.id))
    expect(read).toMatchObject({
      id: made.id,
      providerStatus: 'finished',
      actuallyPaid: made.payAmount,
      reference: made.reference,
    })
    expect(read.hash).toMatch(/^[\da-f]{64}$/)
    expect(read.fee?.service).toMatch(/^0\.\d+$/)
    expect(ipns().at(-1)).toEqual(read)
  })

  it('confirms step by step, goes back after a replaced transaction, and fails, as its buttons say', async () => {
    const made = good(await order('btc'))
    await sandbox.pay(made.id, 'seen')
    await sandbox.pay(made.id, 'replaced')
    expect(good(await coins.getPayment(made.id))).toMatchObject({
      providerStatus: 'waiting',
      actuallyPaid: '0',
      hash: null,
    })
    for (let step = 0; step < 4; step++) await sandbox.pay(made.id, 'next')
    expect(ipns().map((ipn) => ipn?.providerStatus)).toEqual([
      'confirming',
      'waiting',
      'confirming',
      'confirmed',
      'sending',
      'finished',
    ])
    const failing = good(await order('btc'))
    await sandbox.pay(failing.id, 'fail')
    expect(good(await coins.getPayment(failing.id)).providerStatus).toBe('failed')
    await sandbox.pay(failing.id, 'refund')
    expect(good(await coins.getPayment(failing.id)).providerStatus).toBe('refunded')
  })

  it('lets a partial payment go on under the same purchase, for the missing amount', async () => {
    await sandbox.set({ rates: { usdttrc20: '1' } })
    const first = good(await order('usdttrc20', '20'))
    await sandbox.pay(first.id, 'part', { amount: '12' })
    expect(good(await coins.getPayment(first.id))).toMatchObject({
      providerStatus: 'partially_paid',
      payAmount: '20',
      actuallyPaid: '12',
      actuallyPaidFiat: '12',
    })
    const second = good(await order('usdttrc20', '8', { purchaseId: first.purchaseId }))
    expect(second).toMatchObject({ purchaseId: first.purchaseId, payAmount: '8', providerStatus: 'waiting' })
    expect(faultOf(await order('usdttrc20', '8', { purchaseId: '1' }))).toMatchObject({ kind: 'refused' })
  })

  it('reports an overpayment, late money, a second deposit and a wrong asset as such', async () => {
    const surplus = good(await order('eth'))
    await sandbox.pay(surplus.id, 'too-much', { amount: '1' })
    expect(good(await coins.getPayment(surplus.id))).toMatchObject({ providerStatus: 'finished', actuallyPaid: '1' })
    const late = good(await order('doge'))
    came.length = 0
    await sandbox.pay(late.id, 'late')
    expect(ipns().map((ipn) => ipn?.providerStatus)).toEqual([
      'expired',
      'confirming',
      'confirmed',
      'sending',
      'finished',
    ])
    const { child } = await sandbox.pay(late.id, 'again', { amount: '50' })
    expect(good(await coins.getPayment(child?.id ?? ''))).toMatchObject({
      parentId: late.id,
      coin: 'doge',
      actuallyPaid: '50',
      reference: late.reference,
      address: late.address,
    })
    const wrong = await sandbox.pay(surplus.id, 'wrong-asset', { amount: '25' })
    expect(good(await coins.getPayment(wrong.child?.id ?? ''))).toMatchObject({
      parentId: surplus.id,
      coin: 'usdterc20',
      actuallyPaidFiat: '25.0025',
    })
  })

  it('expires an address by its own clock', async () => {
    const made = good(await order('sol'))
    const floating = good(await order('sol', '25', { fixedRate: false }))
    await sandbox.clock({ advanceMs: 20 * 60_000 + 1 })
    expect(good(await coins.getPayment(made.id)).providerStatus).toBe('expired')
    expect(good(await coins.getPayment(floating.id)).providerStatus).toBe('waiting')
    expect(ipns().filter((ipn) => ipn?.id === made.id)).toMatchObject([{ providerStatus: 'expired' }])
  })

  it('lists payments oldest first, so that a lost one is found by its order_id', async () => {
    const since = new Date(Date.now() - 1000)
    await sandbox.fail({ api: 'nowpayments', kind: 'lost-answer', path: 'POST /payment' })
    const reference = nextReference()
    const lost = await coins.createPayment({
      reference,
      priceAmount: '30',
      coin: 'xmr',
      description: 'x',
      callbackUrl: null,
      fixedRate: true,
    })
    expect(faultOf(lost)).toMatchObject({ kind: 'unreachable', mayHaveHappened: true })
    const found = good(await coins.listPayments({ since, page: 0 }))
    expect(found.payments.filter((one) => one.reference === reference)).toHaveLength(1)
    const times = found.payments.map((one) => one.createdAt?.getTime() ?? 0)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(found.hasMore).toBe(false)
    expect(good(await coins.listPayments({ since: new Date(Date.now() + 60_000), page: 0 })).payments).toEqual([])
  })

  it('lists the other payments next to an unreadable one', async () => {
    const since = new Date(Date.now() - 1000)
    const [odd, plain] = [good(await order('btc')), good(await order('ltc'))]
    const row = sandbox.state.coins[odd.id]
    if (row === undefined) throw new Error('no row')
    row.coin = ''
    const found = good(await coins.listPayments({ since, page: 0 }))
    expect(found.unreadable).toEqual([odd.id])
    expect(found.payments.map(({ id }) => id)).toContain(plain.id)
    row.coin = 'btc'
  })

  it('refuses its list to a wrong sign-in', async () => {
    const signedIn = makeNowPayments({ ...sandbox.coins, password: 'wrong' })
    expect(faultOf(await signedIn.listPayments({ since: new Date(0), page: 0 }))).toMatchObject({
      kind: 'refused',
      status: 403,
      code: 'ACCESS_DENIED',
    })
  })

  it('refuses in its own words: too little, a disabled coin, an unknown payment, a wrong key', async () => {
    expect(faultOf(await order('btc', '0.5'))).toMatchObject({
      kind: 'refused',
      code: 'AMOUNT_MINIMAL_ERROR',
      mayHaveHappened: false,
    })
    await sandbox.set({ off: ['btc'] })
    expect(faultOf(await order('btc'))).toMatchObject({ kind: 'refused', code: 'CURRENCY_UNAVAILABLE' })
    expect(faultOf(await coins.getPayment('1'))).toMatchObject({ kind: 'refused', status: 404 })
    const stranger = makeNowPayments({ ...sandbox.coins, apiKey: 'np_other' })
    expect(faultOf(await stranger.getPayment('1'))).toMatchObject({ kind: 'refused', code: 'INVALID_API_KEY' })
  })

  it('may send an unknown status, which is kept and has no effect', async () => {
    const made = good(await order('dash'))
    await sandbox.pay(made.id, 'word', { word: 'hibernating' })
    expect(good(await coins.getPayment(made.id))).toMatchObject({ providerStatus: 'unknown', word: 'hibernating' })
    expect(ipns()).toMatchObject([{ providerStatus: 'unknown', word: 'hibernating' }])
  })

  it.each([
    ['html', 'unreadable', true],
    ['cut', 'unreachable', true],
    ['huge', 'too-large', true],
    ['error', 'broken', true],
    ['busy', 'busy', false],
  ] as const)(
    'answering %s to a new payment is a fault of kind %s, which may have happened: %s',
    async (kind, fault, may) => {
      await sandbox.fail({ api: 'nowpayments', kind })
      expect(faultOf(await order('btc'))).toMatchObject({ kind: fault, mayHaveHappened: may })
      expect(good(await order('btc')).providerStatus).toBe('waiting')
    },
  )

  it('times out with a fault, which says whether the request may have happened', async () => {
    await sandbox.fail({ api: 'nowpayments', kind: 'timeout', times: 2 })
    const slow = await hasty.createPayment({
      reference: nextReference(),
      priceAmount: '10',
      coin: 'ltc',
      description: '',
      callbackUrl: null,
      fixedRate: true,
    })
    expect(faultOf(slow)).toMatchObject({ kind: 'timeout', mayHaveHappened: true, message: 'no answer in time' })
    expect(faultOf(await hasty.getPayment('1'))).toMatchObject({ kind: 'timeout', mayHaveHappened: false })
  })

  it('has not received the request if unreachable, and the fault names no address', async () => {
    const gone = await startSandbox()
    await gone.stop()
    const nobody = makeNowPayments(gone.coins)
    const fault = faultOf(
      await nobody.createPayment({
        reference: 'x',
        priceAmount: '10',
        coin: 'ltc',
        description: '',
        callbackUrl: null,
        fixedRate: true,
      }),
    )
    expect(fault).toMatchObject({ kind: 'unreachable', mayHaveHappened: false, message: 'ECONNREFUSED' })
    expect(JSON.stringify(fault)).not.toMatch(/127|np_|sandbox/)
  })

  it('is read again after a failure; a payment is never created twice', async () => {
    const made = good(await order('bch'))
    await sandbox.fail({ api: 'nowpayments', kind: 'error', times: 2, path: 'GET /payment' })
    expect(good(await coins.getPayment(made.id)).id).toBe(made.id)
    const before = Object.keys(sandbox.state.coins).length
    await sandbox.fail({ api: 'nowpayments', kind: 'lost-answer', path: 'POST /payment', times: 5 })
    expect(faultOf(await order('bch')).mayHaveHappened).toBe(true)
    expect(Object.keys(sandbox.state.coins)).toHaveLength(before + 1)
  })

  it('sends callbacks twice, in reverse, forged, held or never, as instructed', async () => {
    const made = good(await order('uni'))
    await sandbox.pay(made.id, 'seen', { callbacks: 'twice' })
    expect(ipns()).toHaveLength(2)
    came.length = 0
    await sandbox.pay(made.id, 'replaced', { callbacks: 'never' })
    expect(came).toHaveLength(0)
    await sandbox.pay(made.id, 'pay', { callbacks: 'reversed' })
    expect(ipns().map((ipn) => ipn?.providerStatus)).toEqual(['finished', 'sending', 'confirmed', 'confirming'])
    came.length = 0
    await sandbox.pay(made.id, 'refund', { callbacks: 'forged' })
    expect(came).toHaveLength(1)
    const [{ body, headers }] = came as [Came]
    expect(signedIpn(Buffer.from(body), String(headers['x-nowpayments-sig']), sandbox.coins.ipnSecret)).toBeNull()
    came.length = 0
    await sandbox.pay(made.id, 'word', { callbacks: 'held' })
    expect(came).toHaveLength(0)
    expect(await sandbox.flush({ copies: 3 })).toBe(1)
    expect(ipns()).toHaveLength(3)
  })

  it('remembers everything over a restart if it has a file', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'sandbox-'))
    const file = path.join(folder, 'state.json')
    const first = await startSandbox({ file })
    const made = good(
      await makeNowPayments(first.coins).createPayment({
        reference: 'kept',
        priceAmount: '9',
        coin: 'vet',
        description: '',
        callbackUrl: null,
        fixedRate: false,
      }),
    )
    await first.stop()
    const second = await startSandbox({ file })
    expect(good(await makeNowPayments(second.coins).getPayment(made.id))).toMatchObject({
      reference: 'kept',
      address: made.address,
    })
    await second.stop()
    rmSync(folder, { recursive: true })
  })
})

const session = (more: Partial<SessionOrder> = {}): SessionOrder => ({
  reference: nextReference(),
  amount: '12.50',
  shape: 'card',
  name: 'TV, 3 months',
  successUrl: 'http://portal.test/done?session={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://portal.test/back',
  expiresAt: new Date(Date.now() + 31 * 60_000),
  ...more,
})
const events = async () => {
  await sandbox.settled()
  return came.map(({ body, headers }) => {
    const signature = verifyStripe(Buffer.from(body), String(headers['stripe-signature']), sandbox.cards.webhookSecrets)
    expect(signature).toEqual({ ok: true })
    const event = readStripeEvent(body)
    if (event === null) throw new Error(`unreadable: ${body}`)
    return event
  })
}

describe('Stripe', () => {
  it('opens a page for each shape, with the amount in cents', async () => {
    for (const shape of ['card', 'web-wallet', 'device-wallet', 'h5'] as const) {
      const wanted = session({ shape, language: 'ar' })
      const made = good(await cards.createSession(wanted))
      expect(made).toMatchObject({
        providerStatus: 'waiting',
        status: 'open',
        isPaid: false,
        amount: '12.5',
        currency: 'usd',
        reference: wanted.reference,
        isLive: false,
        metadata: { attempt: wanted.reference, shape },
      })
      expect(made.url).toBe(`${sandbox.url}/c/pay/${made.id}`)
      const page = await fetch(made.url ?? '')
      const text = await page.text()
      expect(text).toContain('SANDBOX')
      expect(text).toContain('12.50 USD')
      expect(text).not.toContain('<script')
    }
    expect(() => cards.createSession(session({ amount: '12.505' }))).toThrow(/whole cents/)
  })

  it('leads back to the shop once paid, and reports it by signed events', async () => {
    const made = good(await cards.createSession(session()))
    expect(await sandbox.click(made.id, 'pay')).toEqual({
      status: 303,
      to: `${portalOrigin}/done?session=${made.id}`,
    })
    const paid = good(await cards.getSession(made.id))
    expect(paid).toMatchObject({ providerStatus: 'finished', isPaid: true, status: 'complete', url: null })
    expect(paid.paymentIntent).toMatch(/^pi_/)
    expect(paid.outcome).toMatchObject({ net: '11.84', fee: '0.66', currency: 'usd' })
    const listed = good(await cards.listEvents({ since: new Date(Date.now() - 60_000) }))
    expect(listed.unreadable).toEqual([])
    expect(listed.items.filter((one) => one.about === 'session' && one.session.id === made.id)).toHaveLength(1)
  })

  it('stays open after a decline, returns after a cancel, and refuses once expired', async () => {
    const made = good(await cards.createSession(session()))
    expect((await sandbox.click(made.id, 'decline')).status).toBe(402)
    expect(await sandbox.click(made.id, 'cancel')).toEqual({ status: 303, to: `${portalOrigin}/back` })
    expect(good(await cards.getSession(made.id)).providerStatus).toBe('waiting')
    expect(good(await cards.expireSession(made.id))).toMatchObject({ providerStatus: 'expired', url: null })
    expect((await sandbox.click(made.id, 'pay')).status).toBe(409)
    expect(await events()).toMatchObject([{ type: 'checkout.session.expired', about: 'session' }])
  })

  it('does not expire a paid session: it reports a refusal, and the payment wins', async () => {
    const made = good(await cards.createSession(session()))
    await sandbox.card(made.id, 'pay')
    expect(faultOf(await cards.expireSession(made.id))).toMatchObject({ kind: 'refused', status: 400 })
    expect(good(await cards.getSession(made.id)).isPaid).toBe(true)
  })

  it('leads back unpaid from a page that expired under a click, or is paid late', async () => {
    const made = good(await cards.createSession(session()))
    good(await cards.expireSession(made.id))
    await sandbox.set({ expiredPage: 'redirects' })
    expect(await sandbox.click(made.id, 'pay')).toMatchObject({
      status: 303,
      to: `${portalOrigin}/done?session=${made.id}`,
    })
    expect(good(await cards.getSession(made.id))).toMatchObject({ providerStatus: 'expired', isPaid: false })
    await sandbox.set({ expiredPage: 'pays' })
    expect((await sandbox.click(made.id, 'pay')).status).toBe(303)
    expect(good(await cards.getSession(made.id))).toMatchObject({ providerStatus: 'finished', isPaid: true })
  })

  it('completes a slow bank payment unpaid first, which then succeeds or fails', async () => {
    for (const [act, providerStatus] of [
      ['succeed', 'finished'],
      ['fail', 'confirmed'],
    ] as const) {
      const made = good(await cards.createSession(session()))
      await sandbox.card(made.id, 'pay-later')
      expect(good(await cards.getSession(made.id)).providerStatus).toBe('confirmed')
      came.length = 0
      await sandbox.card(made.id, act)
      expect((await events()).map((one) => one.type)).toEqual([
        `checkout.session.async_payment_${act === 'fail' ? 'failed' : 'succeeded'}`,
      ])
      expect(good(await cards.getSession(made.id)).providerStatus).toBe(providerStatus)
    }
  })

  it('expires by its own clock, and accepts only expiry times that Stripe would', async () => {
    const made = good(await cards.createSession(session()))
    await sandbox.clock({ advanceMs: 31 * 60_000 })
    expect(good(await cards.getSession(made.id)).providerStatus).toBe('expired')
    await sandbox.clock({ run: true })
    const soon = await cards.createSession(session({ expiresAt: new Date(Date.now() + 60_000) }))
    expect(faultOf(soon)).toMatchObject({ kind: 'refused', code: 'parameter_invalid_integer' })
    expect(faultOf(await cards.createSession(session({ amount: '0.49' })))).toMatchObject({ code: 'amount_too_small' })
  })

  it('creates one session for one key however often asked, and refuses other parameters under it', async () => {
    const wanted = session()
    await sandbox.fail({ api: 'stripe', kind: 'lost-answer', path: 'POST /checkout', times: 2 })
    const made = good(await cards.createSession(wanted))
    expect(good(await cards.createSession(wanted)).id).toBe(made.id)
    expect(
      Object.values(sandbox.state.cards).filter((one) => one['client_reference_id'] === wanted.reference),
    ).toHaveLength(1)
    expect(faultOf(await cards.createSession({ ...wanted, amount: '99' }))).toMatchObject({
      kind: 'refused',
      code: 'idempotency_error',
    })
  })

  it('refunds a part and then the rest, once for each key, and never more than was paid', async () => {
    const made = good(await cards.createSession(session()))
    await sandbox.card(made.id, 'pay')
    const { paymentIntent } = good(await cards.getSession(made.id))
    came.length = 0
    const refund = (key: string, amount: string) =>
      cards.createRefund({ key, paymentIntent: paymentIntent ?? '', amount })
    const part = good(await refund(`${made.id}-a`, '2.50'))
    expect(part).toMatchObject({ amount: '2.5', state: 'succeeded', paymentIntent })
    expect(good(await refund(`${made.id}-a`, '2.50')).id).toBe(part.id)
    expect(faultOf(await refund(`${made.id}-b`, '10.01'))).toMatchObject({ kind: 'refused', mayHaveHappened: false })
    good(await refund(`${made.id}-c`, '10'))
    expect(faultOf(await refund(`${made.id}-d`, '1'))).toMatchObject({ code: 'charge_already_refunded' })
    expect((await events()).map((one) => one.type)).toEqual([
      'refund.created',
      'charge.refunded',
      'refund.created',
      'charge.refunded',
    ])
  })

  it('inquires, disputes, takes the money and returns it, each reported with its movement', async () => {
    const made = good(await cards.createSession(session()))
    await sandbox.card(made.id, 'pay')
    came.length = 0
    await sandbox.card(made.id, 'inquiry')
    expect(await events()).toMatchObject([
      { type: 'charge.dispute.created', dispute: { state: 'inquiry', movements: [] } },
    ])
    came.length = 0
    await sandbox.card(made.id, 'dispute')
    expect(await events()).toMatchObject([
      { type: 'charge.dispute.updated', dispute: { state: 'open' } },
      { type: 'charge.dispute.funds_withdrawn', dispute: { movements: [{ amount: '-12.5', currency: 'usd' }] } },
    ])
    came.length = 0
    await sandbox.card(made.id, 'dispute-won')
    const told = await events()
    expect(told).toMatchObject([
      { type: 'charge.dispute.funds_reinstated', dispute: { movements: [{ amount: '-12.5' }, { amount: '12.5' }] } },
      { type: 'charge.dispute.closed', dispute: { state: 'won' } },
    ])
    const last = told.at(-1)
    if (last?.about !== 'dispute') throw new Error('no dispute')
    expect(good(await cards.getDispute(last.dispute.id))).toEqual(last.dispute)
    const lost = good(await cards.createSession(session()))
    await sandbox.card(lost.id, 'pay')
    came.length = 0
    await sandbox.card(lost.id, 'dispute-lost', { callbacks: 'reversed' })
    expect((await events()).map((one) => one.type)).toEqual([
      'charge.dispute.closed',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.created',
    ])
  })

  it('lists its events page by page, newest first, and an unreadable one hides no other', async () => {
    sandbox.state.events.push({
      id: 'evt_odd',
      object: 'event',
      type: 'charge.refunded',
      created: Math.floor(Date.now() / 1000),
      livemode: false,
      data: { object: { id: 'ch_odd', object: 'charge', amount: 'much' } },
    })
    for (let made = 0; made < 101; made++)
      sandbox.state.events.push({
        id: `evt_more_${made}`,
        object: 'event',
        type: 'customer.created',
        created: Math.floor(Date.now() / 1000),
        livemode: false,
        data: { object: { id: 'cus_1', object: 'customer' } },
      })
    const since = new Date(Date.now() - 3_600_000)
    const first = good(await cards.listEvents({ since }))
    expect(first).toMatchObject({ last: first.items.at(-1)?.id, unreadable: [] })
    expect(first.items[0]).toMatchObject({ id: 'evt_more_100', about: 'other', object: 'customer' })
    const second = good(await cards.listEvents({ since, after: first.last ?? '' }))
    expect(second.unreadable).toEqual(['evt_odd'])
    expect(second.items[0]).toMatchObject({ id: 'evt_more_0' })
    expect(faultOf(await cards.listEvents({ since, after: 'evt_none' }))).toMatchObject({ code: 'resource_missing' })
  })

  it.each([
    ['html', 'unreadable'],
    ['error', 'broken'],
    ['huge', 'too-large'],
  ] as const)('answering %s all the time is a fault of kind %s', async (kind, fault) => {
    await sandbox.fail({ api: 'stripe', kind, times: 3 })
    expect(faultOf(await cards.createSession(session()))).toMatchObject({ kind: fault, mayHaveHappened: true })
  })

  it('refuses a wrong key', async () => {
    const stranger = makeStripe({ ...sandbox.cards, secretKey: 'sk_test_other' })
    expect(faultOf(await stranger.getSession('cs_test_1'))).toMatchObject({ kind: 'refused', status: 401 })
  })
})

describe('the sandbox’s pages', () => {
  const submit = (to: string, fields: Record<string, string>) =>
    fetch(sandbox.url + to, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

  it('are marked as sandbox, have no scripts, and their buttons are forms', async () => {
    const made = good(await order('xrp'))
    const held = good(await cards.createSession(session({ name: '<b>"TV"</b>' })))
    for (const address of ['/', `/payment/${made.id}`, `/session/${held.id}`, `/c/pay/${held.id}`, '/nothing']) {
      const page = await fetch(sandbox.url + address)
      const text = await page.text()
      expect(text, address).toContain('SANDBOX — no real money')
      expect(text, address).not.toMatch(/<script|<b>"TV|style="/)
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    const paid = await submit(`/sandbox/payments/${made.id}/pay`, { back: `/payment/${made.id}`, amount: '' })
    expect([paid.status, paid.headers.get('location')]).toEqual([303, `/payment/${made.id}`])
    expect(good(await coins.getPayment(made.id)).providerStatus).toBe('finished')
    const away = await submit('/sandbox/settings', { back: '//elsewhere.example', callbackMode: 'never' })
    expect(away.headers.get('location')).toBeNull()
    expect(sandbox.state.callbackMode).toBe('never')
  })

  it('refuse a form of another site’s page, and requests under another host name', async () => {
    const ask = (headers: Record<string, string>, method = 'POST') =>
      new Promise<number | undefined>((resolve, reject) => {
        const body = method === 'POST' ? 'callbackMode=never' : ''
        const asked = request(`${sandbox.url}/sandbox/${method === 'POST' ? 'settings' : 'state'}`, { method, headers })
        asked.on('error', reject).on('response', (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
        asked.end(body)
      })
    expect(await ask({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await ask({ host: 'rebound.example' })).toBe(403)
    expect(await ask({ host: 'rebound.example' }, 'GET')).toBe(403)
    expect(sandbox.state.callbackMode).toBe('normal')
    expect(await ask({ 'sec-fetch-site': 'same-origin' })).toBe(200)
  })
})
