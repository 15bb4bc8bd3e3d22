/** Callback signatures: NOWPayments' documentation, Stripe's own library, and forged, replayed or cut callbacks. */
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import Stripe from 'stripe'
import { afterEach, describe, expect, it } from 'vitest'
import { plainDecimal } from '~/modules/payment/provider-values'
import { signedIpn, verifyStripe } from '~/modules/payment/signature.server'
import { readStripeEvent } from '~/modules/payment/stripe.server'
import { makeStoppedClock, replaceClock } from '~/platform/clock.server'
import { rawNumber, readJsonAsText, sortJson } from '~/platform/exact-json'

const secret = 'ipn-secret'
const sign = (text: string, key = secret): string => createHmac('sha512', key).update(text).digest('hex')
const bytes = (text: string): Buffer => Buffer.from(text, 'utf8')

/** The provider's own example of a callback, with a nested fee, unsorted as it arrives. */
const example = `{"payment_id":123456789,"parent_payment_id":987654321,"invoice_id":null,"payment_status":"finished","pay_address":"address","payin_extra_id":null,"price_amount":1,"price_currency":"usd","pay_amount":15,"actually_paid":15,"actually_paid_at_fiat":0,"pay_currency":"trx","order_id":null,"order_description":null,"purchase_id":"123456789","outcome_amount":14.8106,"outcome_currency":"trx","payment_extra_ids":null,"fee":{"currency":"btc","depositFee":0.09853637216235617,"withdrawalFee":0,"serviceFee":0}}`
const sortedExample = `{"actually_paid":15,"actually_paid_at_fiat":0,"fee":{"currency":"btc","depositFee":0.09853637216235617,"serviceFee":0,"withdrawalFee":0},"invoice_id":null,"order_description":null,"order_id":null,"outcome_amount":14.8106,"outcome_currency":"trx","parent_payment_id":987654321,"pay_address":"address","pay_amount":15,"pay_currency":"trx","payin_extra_id":null,"payment_extra_ids":null,"payment_id":123456789,"payment_status":"finished","price_amount":1,"price_currency":"usd","purchase_id":"123456789"}`

it('rejects an event whose page is not a web address: people would follow it', () => {
  const event = (url: string): string =>
    JSON.stringify({
      object: 'event',
      id: 'evt_1',
      type: 'checkout.session.completed',
      created: 1,
      livemode: false,
      data: {
        object: {
          object: 'checkout.session',
          id: 'cs_1',
          status: 'open',
          payment_status: 'unpaid',
          livemode: false,
          url,
        },
      },
    })
  expect(readStripeEvent(event('https://pay.example/1'))).toMatchObject({ about: 'session' })
  expect(readStripeEvent(event('javascript:alert(1)'))).toBeNull()
})

describe('a NOWPayments callback', () => {
  it('is accepted when the digest is over its sorted JSON, nested objects included', () => {
    expect(sortJson(example)).toBe(sortedExample)
    expect(signedIpn(bytes(example), sign(sortedExample), secret)).toBe(sortedExample)
    expect(signedIpn(bytes(example), sign(sortedExample).toUpperCase(), secret)).not.toBeNull()
    expect(signedIpn(bytes(example), ` ${sign(sortedExample)} `, secret)).not.toBeNull()
    expect(signedIpn(bytes(example.replaceAll(',', ' ,\n ')), sign(sortedExample), secret)).not.toBeNull()
  })

  it('keeps its numbers verbatim: 0.00000010 is not 1e-7, and a long id loses no digit', () => {
    const body = '{"b":0.00000010,"a":12345678901234567890,"c":[1.50,{"z":1E2,"y":-0}]}'
    const sorted = '{"a":12345678901234567890,"b":0.00000010,"c":[1.50,{"y":-0,"z":1E2}]}'
    expect(sortJson(body)).toBe(sorted)
    expect(signedIpn(bytes(body), sign(sorted), secret)).not.toBeNull()
    expect(readJsonAsText(body)?.value).toEqual({
      a: '12345678901234567890',
      b: '0.00000010',
      c: ['1.50', { z: '1E2', y: '-0' }],
    })
  })

  it('is refused when any of it, the digest or the secret differs', () => {
    const right = sign(sortedExample)
    expect(signedIpn(bytes(example.replace('"actually_paid":15', '"actually_paid":16')), right, secret)).toBeNull()
    expect(signedIpn(bytes(example), sign(sortedExample, 'other'), secret)).toBeNull()
    expect(signedIpn(bytes(example), right, 'other')).toBeNull()
    expect(signedIpn(bytes(example), right.slice(0, -2), secret)).toBeNull()
    expect(signedIpn(bytes(example), `${right}00`, secret)).toBeNull()
    expect(signedIpn(bytes(example), right.replace(/./, 'g'), secret)).toBeNull()
    expect(signedIpn(bytes(example), '', secret)).toBeNull()
    expect(signedIpn(bytes(example), null, secret)).toBeNull()
    expect(signedIpn(bytes(example.slice(0, -1)), right, secret)).toBeNull()
    expect(signedIpn(bytes(''), sign(''), secret)).toBeNull()
    expect(signedIpn(bytes('<html>'), sign('<html>'), secret)).toBeNull()
  })

  it('is refused without a configured secret, whatever it is signed with', () => {
    expect(signedIpn(bytes(example), createHmac('sha512', '').update(sortedExample).digest('hex'), '')).toBeNull()
  })

  it('is refused before parsing when it has more values than any callback, even with a right signature', () => {
    for (const many of ['[],', '{},', '1,']) {
      const body = `[${many.repeat(1200)}0]`
      expect(signedIpn(bytes(body), sign(body), secret)).toBeNull()
    }
  })

  it('is refused when nested too deep, and does no harm', () => {
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`
    expect(signedIpn(bytes(deep), sign(deep), secret)).toBeNull()
  })

  it('verifies by its own sorted text for any JSON, whatever the order of its keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 8 }), (value) => {
        const shuffled = JSON.stringify(Object.fromEntries(Object.entries(value).reverse()))
        const sorted = sortJson(shuffled) ?? ''
        expect(JSON.parse(sorted)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(signedIpn(bytes(shuffled), sign(sorted), secret)).not.toBeNull()
      }),
    )
  })
})

describe('a number for a provider', () => {
  it('is written digit by digit', () => {
    expect(JSON.stringify({ price_amount: rawNumber('0.1000') })).toBe('{"price_amount":0.1000}')
    for (const text of ['1e5', 'NaN', '1,5', '', '01', '.5', '"1"', '1}']) expect(() => rawNumber(text)).toThrow()
  })

  it('is read without an exponent when it came with one', () => {
    const cases: [string, string | null][] = [
      ['1e-7', '0.0000001'],
      ['0.00000010', '0.0000001'],
      ['1.5E+3', '1500'],
      ['12.50', '12.5'],
      ['000', '0'],
      ['-0.0', '0'],
      ['-2.50e1', '-25'],
      ['+7', '7'],
      ['.5', '0.5'],
      ['5.', '5'],
      ['155.38559757', '155.38559757'],
      ['1e999', null],
      ['1e99999999', null],
      ['', null],
      ['.', null],
      ['e5', null],
      ['NaN', null],
      ['0x10', null],
      ['1,000', null],
    ]
    for (const [text, plain] of cases) expect(plainDecimal(text), text).toBe(plain)
  })
})

describe('a callback of the Stripe kind', () => {
  const stripe = new Stripe('sk_test_unused')
  const payload = '{"id":"evt_1","object":"event","amount":1250}'
  const at = new Date('2026-11-22T12:00:00Z')
  const clock = makeStoppedClock(at)
  const back: (() => void)[] = []
  afterEach(() => back.splice(0).forEach((undo) => undo()))
  const stop = (): void => {
    back.push(replaceClock(clock))
  }
  const headerOf = (key: string, seconds = at.getTime() / 1000, text = payload): string =>
    stripe.webhooks.generateTestHeaderString({ payload: text, secret: key, timestamp: seconds })

  it('is accepted when Stripe’s own library signed it', () => {
    stop()
    expect(verifyStripe(bytes(payload), headerOf('whsec_1'), ['whsec_1'])).toEqual({ ok: true })
  })

  it('needs one right digest among several, under one right secret among several', () => {
    stop()
    const [t = '', wrong = ''] = headerOf('whsec_old').split(',')
    const [, right = ''] = headerOf('whsec_new').split(',')
    expect(verifyStripe(bytes(payload), `${t},${wrong},${right}`, ['whsec_new'])).toEqual({ ok: true })
    expect(verifyStripe(bytes(payload), `${t},${right}`, ['whsec_old', 'whsec_new'])).toEqual({ ok: true })
    expect(verifyStripe(bytes(payload), `${t}, v0=${'0'.repeat(64)}, ${right}`, ['whsec_new'])).toEqual({ ok: true })
  })

  it('is refused when forged, changed, cut, or signed under another secret', () => {
    stop()
    const header = headerOf('whsec_1')
    const mismatch = { ok: false, reason: 'mismatch' }
    expect(verifyStripe(bytes(payload.replace('1250', '1')), header, ['whsec_1'])).toEqual(mismatch)
    expect(verifyStripe(bytes(payload.slice(0, -1)), header, ['whsec_1'])).toEqual(mismatch)
    expect(verifyStripe(bytes(payload), headerOf('whsec_2'), ['whsec_1'])).toEqual(mismatch)
    expect(verifyStripe(bytes(payload), header.replace(/t=\d+/, 't=1795000000'), ['whsec_1'])).toEqual(mismatch)
    expect(verifyStripe(bytes(payload), header, [])).toEqual(mismatch)
    expect(verifyStripe(bytes(payload), headerOf(' ').replace(' ', ''), [''])).toEqual(mismatch)
    for (const malformed of [null, '', 't=1', 'v1=ab', 't=x,v1=ab', 't=,v1=', 'nonsense', 'T=1,V1=ab'])
      expect(verifyStripe(bytes(payload), malformed, ['whsec_1'])).toMatchObject({ ok: false })
  })

  it('is refused five minutes after it was signed, or when signed that far ahead', () => {
    stop()
    const seconds = at.getTime() / 1000
    const judge = (shift: number) => verifyStripe(bytes(payload), headerOf('whsec_1', seconds + shift), ['whsec_1'])
    expect(judge(-300)).toEqual({ ok: true })
    expect(judge(-301)).toEqual({ ok: false, reason: 'stale' })
    expect(judge(300)).toEqual({ ok: true })
    expect(judge(301)).toEqual({ ok: false, reason: 'stale' })
  })
})
