/**
 * The sandbox's Stripe side with Stripe's own client: if Stripe's library can use it and accepts its callbacks, it is
 * a fair stand-in. providers.test.ts reads its objects with the portal's adapter.
 */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyStripe } from '~/modules/payment/signature.server'
import { readStripeEvent, stripeVersion } from '~/modules/payment/stripe.server'
import { startSandbox, type TestSandbox } from '../support/sandbox'

let sandbox: TestSandbox
let stripe: Stripe
const came: { headers: IncomingHttpHeaders; body: string }[] = []
const portal = createServer((req, res) => {
  const parts: Buffer[] = []
  req.on('data', (part: Buffer) => parts.push(part))
  req.on('end', () => {
    came.push({ headers: req.headers, body: Buffer.concat(parts).toString('utf8') })
    res.end()
  })
})
beforeAll(async () => {
  sandbox = await startSandbox()
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve))
  await sandbox.setPortal(`http://127.0.0.1:${(portal.address() as AddressInfo).port}`)
  stripe = new Stripe(sandbox.cards.secretKey, {
    host: '127.0.0.1',
    port: Number(new URL(sandbox.url).port),
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
})
afterAll(async () => {
  await sandbox.stop()
  await new Promise((resolve) => portal.close(resolve))
})
beforeEach(() => {
  came.length = 0
})

// one moment for every session: the parameters of a repetition are the same, whatever second it falls in
const expiresAt = Math.floor(Date.now() / 1000) + 1900
const wanted = (reference: string): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  client_reference_id: reference,
  line_items: [
    { quantity: 1, price_data: { currency: 'usd', unit_amount: 1250, product_data: { name: 'TV, 3 months' } } },
  ],
  success_url: 'https://portal.example/done?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://portal.example/back',
  expires_at: expiresAt,
  metadata: { attempt: reference },
})
const open = (reference: string) =>
  stripe.checkout.sessions.create(wanted(reference), { idempotencyKey: `key-${reference}` })

describe('Stripe’s own client', () => {
  it('opens, reads, lists and expires sessions', async () => {
    const made = await open('a1')
    expect(made).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 1250,
      currency: 'usd',
      client_reference_id: 'a1',
      metadata: { attempt: 'a1' },
      livemode: false,
    })
    expect(await stripe.checkout.sessions.retrieve(made.id)).toMatchObject({ id: made.id, url: made.url })
    expect((await stripe.checkout.sessions.expire(made.id)).status).toBe('expired')
    await expect(stripe.checkout.sessions.expire(made.id)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
    })
    const listed: string[] = []
    for await (const one of stripe.checkout.sessions.list({ limit: 1 })) listed.push(one.id)
    expect(listed).toContain(made.id)
  })

  it('gets one answer for one key, and an idempotency error if the parameters differ', async () => {
    const first = await open('a2')
    const again = await open('a2')
    expect(again.id).toBe(first.id)
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
    await expect(stripe.checkout.sessions.create(wanted('a3'), { idempotencyKey: 'key-a2' })).rejects.toBeInstanceOf(
      Stripe.errors.StripeIdempotencyError,
    )
  })

  it('gets Stripe’s errors for what is missing, wrong or not allowed', async () => {
    const { success_url: _, ...lacking } = wanted('a4')
    await expect(stripe.checkout.sessions.create(lacking)).rejects.toMatchObject({
      code: 'parameter_missing',
      param: 'success_url',
    })
    await expect(stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({ code: 'resource_missing' })
    const stranger = new Stripe('sk_test_other', {
      host: '127.0.0.1',
      port: Number(new URL(sandbox.url).port),
      protocol: 'http',
    })
    await expect(stranger.events.list()).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
  })

  it('follows the money: payment intent, charge, refund and dispute', async () => {
    const made = await open('a5')
    await sandbox.click(made.id, 'pay')
    const paid = await stripe.checkout.sessions.retrieve(made.id)
    expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid' })
    const intent = await stripe.paymentIntents.retrieve(String(paid.payment_intent))
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 1250, metadata: {} })
    const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 250, metadata: { key: 'r1' } })
    expect(refund).toMatchObject({ status: 'succeeded', amount: 250, payment_intent: intent.id })
    const charge = await stripe.charges.retrieve(String(intent.latest_charge))
    expect(charge).toMatchObject({ amount: 1250, amount_refunded: 250, refunded: false, paid: true })
    await sandbox.card(made.id, 'dispute-lost')
    const [dispute] = (await stripe.disputes.list()).data
    expect(dispute).toMatchObject({ status: 'lost', charge: charge.id, amount: 1000 })
    expect(dispute?.balance_transactions).toMatchObject([{ amount: -1000, reporting_category: 'dispute' }])
    await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({ code: 'charge_disputed' })
  })

  it('pages through the events, and reads each one', async () => {
    const types: string[] = []
    for await (const event of stripe.events.list({ limit: 2 })) types.push(event.type)
    expect(types).toEqual(expect.arrayContaining(['checkout.session.completed', 'charge.dispute.funds_withdrawn']))
    const newest = (await stripe.events.list({ limit: 1, type: 'checkout.session.completed' })).data[0]
    if (newest === undefined) throw new Error('no event')
    expect(await stripe.events.retrieve(newest.id)).toMatchObject({ id: newest.id, type: newest.type })
  })

  it('accepts every callback of the sandbox, as the portal does, and refuses forged ones', async () => {
    const made = await open('a6')
    await sandbox.card(made.id, 'pay')
    await sandbox.card(made.id, 'refund', { amount: 100 })
    await sandbox.card(made.id, 'dispute-won')
    expect(came.length).toBeGreaterThan(6)
    const [secret = ''] = sandbox.cards.webhookSecrets
    for (const { headers, body } of came) {
      const header = String(headers['stripe-signature'])
      const event = stripe.webhooks.constructEvent(body, header, secret)
      expect(verifyStripe(Buffer.from(body), header, [secret])).toEqual({ ok: true })
      expect(readStripeEvent(body)).toMatchObject({ id: event.id, type: event.type, isLive: false })
      expect(event.api_version).toBe(stripeVersion)
    }
    came.length = 0
    await sandbox.card((await open('a7')).id, 'pay', { callbacks: 'forged' })
    expect(came.length).toBeGreaterThan(0)
    for (const { headers, body } of came)
      expect(() => stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), secret)).toThrow()
  })
})
