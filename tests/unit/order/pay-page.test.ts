/** The payment page's states, its clock, and amounts as pages write them. */
import { describe, expect, it } from 'vitest'
import { instanceFor } from '~/i18n/i18n.server'
import { formatsOf } from '~/i18n/format'
import type { OrderStatus, PaymentLabel, PaymentPage } from '~/modules/order/view'
import { amountsOf, isBelow, minus, upToCents } from '~/ui/order/amounts'
import { coinFacts, coinKeys } from '~/modules/payment/coins'
import { hasWallet } from '~/ui/order/method-picker'
import { coinSymbolOf } from '~/ui/order/method-name'
import { faceOf, isLive, secondsLeft } from '~/ui/order/pay-state'
import { parseOrderQuery } from '~/ui/order/query'
import { pageHref } from '~/ui/search-address'
import { parseWalletQuery, walletHref } from '~/ui/wallet/query'
import { sampleOrder } from '../../support/sample-order'

const may = { topUp: false, creditWhatCame: false, payAnotherWay: true, cancel: true, checkNow: true }
const pageOf = (
  label: PaymentLabel | null,
  {
    status = 0,
    kind = 'coin',
    step = 'waiting',
    ...over
  }: Partial<PaymentPage> & { status?: OrderStatus; kind?: 'coin' | 'card' } = {},
): PaymentPage => {
  const common = { id: 'a', method: 12, label: label ?? 'waiting', validUntil: '2026-11-20T10:15:00.000Z' }
  return {
    order: sampleOrder({ status, expiresAt: '2026-11-20T10:20:00.000Z' }),
    step,
    attempt:
      label === null
        ? null
        : kind === 'card'
          ? { ...common, kind: 'card', url: 'https://pay.example/1', amount: '8.5000' }
          : {
              ...common,
              kind: 'coin',
              symbol: 'USDT',
              network: 'TRON (TRC-20)',
              address: 'T1',
              tag: null,
              amount: '8.5',
              received: null,
              missing: null,
              price: '8.5000',
              rate: '1.00000000',
              uri: 'T1',
            },
    isSlow: false,
    rest: '8.5000',
    now: '2026-11-20T10:03:36.500Z',
    may,
    methods: [],
    ...over,
  }
}

describe('a device wallet', () => {
  const pay = function PaymentRequest() {}
  const browser = (...brands: string[]) => ({
    PaymentRequest: pay,
    navigator: { userAgentData: { brands: brands.map((brand) => ({ brand })) } },
  })
  it('is offered if Apple Pay says that it can pay, and in Google’s own Chrome', () => {
    expect(hasWallet({ ApplePaySession: { canMakePayments: () => true } })).toBe(true)
    expect(hasWallet(browser('Not_A Brand', 'Chromium', 'Google Chrome'))).toBe(true)
  })
  it('is not offered in a browser without it, or that refuses to tell', () => {
    expect(hasWallet({ ApplePaySession: { canMakePayments: () => false } })).toBe(false)
    expect(hasWallet(browser('Not_A Brand', 'Chromium'))).toBe(false)
    expect(hasWallet(browser('HeadlessChrome'))).toBe(false)
    expect(hasWallet({ PaymentRequest: pay })).toBe(false)
    const refuses = () => {
      throw new Error('not from a frame')
    }
    expect(hasWallet({ ApplePaySession: { canMakePayments: refuses } })).toBe(false)
  })
})

describe('the payment page', () => {
  it('shows the provider’s state, and an end before everything else', () => {
    const faces = (
      [
        [null, { step: 'ordered' }],
        ['waiting', {}],
        ['waiting', { kind: 'card' }],
        ['confirming', { status: 7 }],
        ['waiting-for-confirmation', { status: 7 }],
        ['partial-paid', { status: 8 }],
        ['failed', { status: 4 }],
        ['unknown', {}],
        ['expired', { status: 2, step: 'ended' }],
        ['finished', { status: 1, step: 'finished' }],
        ['finished', {}],
        ['waiting', { status: 6 }],
        ['deleted', {}],
        ['deleted', { status: 2, step: 'ended', may: { ...may, payAnotherWay: false } }],
        [null, { status: 2, step: 'ended', may: { ...may, payAnotherWay: false } }],
      ] as const
    ).map(([label, over]) => faceOf(pageOf(label, over), false))
    expect(faces).toEqual(
      'choose send card seen seen part failed unknown expired done seen refunded choose ended ended'.split(' '),
    )
  })
  it('says that its customer cancelled it, whatever the provider calls that, unless money came later', () => {
    const order = sampleOrder({ status: 2, endedBy: 'cancelled' })
    expect(faceOf(pageOf('expired', { order, step: 'ended' }), false)).toBe('cancelled')
    expect(faceOf(pageOf('deleted', { order, step: 'ended' }), true)).toBe('cancelled')
    expect(faceOf(pageOf('confirming', { order, step: 'ended' }), false)).toBe('seen')
  })
  it('says that an order ended with its box is closed, not that its time is over', () => {
    const order = sampleOrder({ status: 2, endedBy: 'unbound' })
    expect(faceOf(pageOf('expired', { order, step: 'ended' }), false)).toBe('ended')
    expect(faceOf(pageOf('confirming', { order, step: 'ended' }), false)).toBe('seen')
  })
  it('writes each coin’s amounts with the symbol that the portal sells it by', () => {
    for (const coin of coinKeys) expect(coinSymbolOf(coinFacts[coin].method)).toBe(coinFacts[coin].symbol)
    expect(coinSymbolOf(-1)).toBeNull()
  })
  it('shows a payment as being prepared until its provider says where to pay, and reloads', () => {
    const coin = pageOf(null, { step: 'waiting' })
    const card = pageOf('waiting', { kind: 'card' })
    const noPage = { ...card, attempt: card.attempt && { ...card.attempt, url: null } } as PaymentPage
    for (const page of [coin, noPage]) {
      expect([faceOf(page, false), isLive(page, false)]).toEqual(['preparing', true])
      expect(faceOf(page, true)).toBe('choose')
    }
    expect(faceOf(pageOf(null, { step: 'ordered' }), false)).toBe('choose')
    // When that takes longer than usual, other methods are shown, and the form that is being filled in stays.
    for (const page of [coin, noPage]) {
      const slow = { ...page, isSlow: true }
      expect([faceOf(slow, false), isLive(slow, false)]).toEqual(['slow', false])
      expect(faceOf({ ...slow, may: { ...may, payAnotherWay: false } }, false)).toBe('preparing')
    }
  })
  it('offers another method only if there is one, and never while a payment is being confirmed', () => {
    expect(faceOf(pageOf('waiting'), true)).toBe('choose')
    expect(faceOf(pageOf('partial-paid', { status: 8 }), true)).toBe('choose')
    expect(faceOf(pageOf('waiting', { may: { ...may, payAnotherWay: false } }), true)).toBe('send')
    expect(faceOf(pageOf('confirming', { status: 7 }), true)).toBe('seen')
    expect(faceOf(pageOf('finished', { status: 1 }), true)).toBe('done')
  })
  it('refreshes itself while something may come, and stops at an end', () => {
    const lives = (['waiting', 'confirming', 'partial-paid', 'unknown', 'failed', 'expired', null] as const).map(
      (label) =>
        isLive(
          pageOf(label, label === 'expired' ? { step: 'ended', status: 2 } : label === null ? { step: 'ordered' } : {}),
          false,
        ),
    )
    expect(lives).toEqual([true, true, true, true, false, false, false])
    expect(isLive(pageOf('finished', { status: 1 }), false)).toBe(false)
    expect(isLive(pageOf('waiting'), true)).toBe(false)
  })
  it('counts down by the server’s clock, in whole seconds and never below zero', () => {
    expect(secondsLeft(pageOf('waiting'))).toBe(683)
    expect(secondsLeft(pageOf('waiting', { now: '2026-11-20T11:00:00.000Z' }))).toBe(0)
    // The order's time ends before the address's; the rest of a partly paid order has a day.
    const order = sampleOrder({ status: 0, expiresAt: '2026-11-20T10:10:00.000Z' })
    expect(secondsLeft({ ...pageOf('waiting'), order })).toBe(383)
    const partial = sampleOrder({ status: 8, expiresAt: '2026-11-21T10:00:00.000Z' })
    expect(secondsLeft({ ...pageOf('partial-paid'), order: partial })).toBe(86_183)
    const seen = pageOf('confirming')
    expect(secondsLeft({ ...seen, attempt: seen.attempt && { ...seen.attempt, validUntil: null } })).toBeNull()
    expect([formatsOf('en').clock(683), formatsOf('fa').clock(64), formatsOf('en').clock(5)]).toEqual([
      '11:23',
      '۰۱:۰۴',
      '00:05',
    ])
  })
})

describe('amounts on pages', () => {
  it('have two decimals unless the price has more, Mango always four, and nothing is rounded', () => {
    const amounts = amountsOf(instanceFor('en').getFixedT('en', 'order'), formatsOf('en'))
    expect(['12.5000', '12.3456', '0.0001', '7', '-1.2000'].map(amounts.usd)).toEqual([
      '12.50 USD',
      '12.3456 USD',
      '0.0001 USD',
      '7.00 USD',
      '-1.20 USD',
    ])
    expect(amounts.mango('4.25')).toBe('4.2500 Mango')
  })
  it('that are minimums are whole cents, never less', () => {
    expect(['2.5006', '2.5000', '2.9901', '0.0001'].map(upToCents)).toEqual(['2.5100', '2.5000', '3.0000', '0.0100'])
  })
  it('are compared and subtracted exactly', () => {
    expect(minus('9007199254740993.0001', '0.0002')).toBe('9007199254740992.9999')
    expect([minus('1', '1.5'), minus('2.0000', '2')]).toEqual(['-0.5000', '0.0000'])
    expect([isBelow('4.2500', '4.2501'), isBelow('4.25', '4.2500'), isBelow('10', '9.9999')]).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('a search for orders', () => {
  it('is read from an address and written to it, ignoring odd values', () => {
    const asked = new URLSearchParams(
      'number= 2026 &status=8&sn=100000000001&from=2026-11-01&to=2026-11-20&size=20&page=2',
    )
    const query = parseOrderQuery(asked)
    expect(pageHref('/order', query, 2, 20)).toBe(
      '/order?number=2026&status=8&sn=100000000001&from=2026-11-01&to=2026-11-20&size=20&page=2',
    )
    expect(
      pageHref('/order', parseOrderQuery(new URLSearchParams('status=3&sn=12&size=7&page=x&from=2026-11-01')), 1, 10),
    ).toBe('/order?from=2026-11-01')
    // The time zone goes with the days, and only with them.
    const zoned = parseOrderQuery(new URLSearchParams('from=2026-11-01&zone=Asia/Tehran'))
    expect(pageHref('/order', zoned, 2, 10)).toBe('/order?from=2026-11-01&zone=Asia%2FTehran&page=2')
    expect(pageHref('/order', parseOrderQuery(new URLSearchParams('zone=Asia/Tehran')), 1, 10)).toBe('/order')
    const wallet = parseWalletQuery(new URLSearchParams('to=2026-11-01&zone=Asia/Tehran'))
    expect(walletHref(wallet, {}, '/wallet/statement.csv')).toBe(
      '/wallet/statement.csv?to=2026-11-01&zone=Asia%2FTehran',
    )
    const cleared = new URLSearchParams('from=&to=2026-11-20&ends=both')
    expect(pageHref('/order', parseOrderQuery(cleared), 1, 10)).toBe('/order')
    expect(parseOrderQuery(new URLSearchParams('from=2026-11-20&to=2026-11-01')).range.errors).toHaveLength(1)
  })
})
