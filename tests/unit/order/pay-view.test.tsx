/** The payment page's button and its spoken texts, as the server renders them. */
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, it } from 'vitest'
import { instanceFor } from '~/i18n/i18n.server'
import type { MethodChoice, PaymentPage } from '~/modules/order/view'
import { PayView } from '~/ui/order/pay-view'

const way = (method: number, key: string, kind: MethodChoice['kind']): MethodChoice => ({
  ...{ method, key, kind, symbol: null, network: null, onlyWhere: null, minimum: null },
  available: kind === 'mango' ? '50.0000' : null,
})
const page = (status: 0 | 1): PaymentPage => ({
  order: {
    ...{ number: '20261123-AAAAAAAA', status, products: [], boxName: 'Box', sn: '100000000001', acts: [] },
    ...{ payPrice: '9.0000', actuallyPaid: '0.0000', rest: '9.0000', credited: '0.0000', originalPrice: '9.0000' },
    ...{ createdAt: '2026-11-23T04:00:00Z', updatedAt: '2026-11-23T04:00:00Z', expiresAt: '2026-11-23T06:00:00Z' },
    ...{ activityPrice: null, outcomePrice: null, endedBy: null, paidAt: null },
    ...{ lines: [], shares: [], payments: [], held: [], refunds: [], bank: null },
  },
  step: status === 1 ? 'finished' : 'waiting',
  attempt: {
    ...({ id: 'a', method: 12, label: 'expired', kind: 'coin' } as const),
    validUntil: '2026-11-23T05:00:00Z',
    ...{
      symbol: 'USDT',
      network: 'TRON',
      address: 'T',
      tag: null,
      amount: '9',
      received: null,
      missing: null,
      price: '9.0000',
      rate: '1.00010001',
      uri: '',
    },
  },
  ...{ isSlow: false, rest: '9.0000', now: '2026-11-23T05:10:00Z' },
  may: { topUp: false, creditWhatCame: false, payAnotherWay: true, cancel: true, checkNow: false },
  methods: [way(100, 'mango', 'mango'), way(12, 'usdttrc20', 'coin')],
})
const shown = (status: 0 | 1, over: Partial<PaymentPage> & { cameBack?: boolean } = {}): string =>
  renderToString(
    <I18nextProvider i18n={instanceFor('en')}>
      <PayView
        page={{ ...page(status), ...over }}
        qr={null}
        choosing={false}
        cameBack={over.cameBack ?? false}
        clock={() => null}
        batch="b"
        form={{ summary: [], chosen: null, error: null }}
      />
    </I18nextProvider>,
  ).replaceAll(/<!--.*?-->/g, '')

it('keeps an expired quote’s coin selected, not the wallet, and shows the sum on the button', () => {
  const html = shown(0)
  const [checked, ...others] = html.match(/<input[^>]*checked=""[^>]*>/g) ?? []
  expect([checked?.includes('value="12"'), others]).toEqual([true, []])
  expect(/<button[^>]*value="choose"[^>]*>(.*?)<\/button>/.exec(html)?.[1]).toContain('Pay 9.00 USD')
})
it('shows how an order without outside money was paid', () => {
  const share = (kind: 'points' | 'mango', amount: string) =>
    ({ kind, method: kind === 'mango' ? 100 : 101, amount, charged: amount, units: amount, state: 'paid' }) as const
  const paid = (...shares: PaymentPage['order']['shares']): string =>
    shown(1, { order: { ...page(1).order, shares }, attempt: null })
  expect(paid(share('mango', '9.0000'))).toContain('Paid from your wallet.')
  const byPoints = paid(share('points', '9.0000'))
  expect([byPoints.includes('Paid with your points.'), byPoints.includes('wallet')]).toEqual([true, false])
  expect(paid(share('points', '4.0000'), share('mango', '5.0000'))).toContain(
    'Paid with your points and from your wallet.',
  )
})
it('announces nothing about an expired payment once another has paid the order', () => {
  expect(/role="status">(.*?)<\/p>/.exec(shown(1))?.[1]).toBe('')
})
it('says that an order’s time is over, with a payment begun or not, and shows no steps', () => {
  const begun = page(0)
  const order = { ...begun.order, status: 2, endedBy: 'window-over' } as const
  const over = { order, step: 'ended', may: { ...begun.may, payAnotherWay: false, cancel: false } } as const
  for (const html of [shown(0, over), shown(0, { ...over, attempt: null })])
    expect([html.includes('The time to pay is over'), html.includes('class="steps"')]).toEqual([true, false])
})
it('links to more Mango in the row of Mango, with the missing amount, and nowhere else', () => {
  const poor = page(0).methods.map((one) => (one.kind === 'mango' ? { ...one, available: '1.5000' } : one))
  const html = shown(0, { methods: poor })
  const [row, ...others] = html.split('class="choice-box"').slice(1)
  expect(others).toEqual([])
  expect(row).toMatch(/value="100".*<\/label><p class="choice-way">You are 7\.5000 Mango short\. <a href="[^"]*order=/)
  expect(shown(0)).not.toContain('choice-box')
})

const waits = (method: number, over: object = {}) =>
  ({ ...page(0).attempt, method, label: 'waiting', validUntil: '2026-11-23T05:30:00Z', ...over }) as NonNullable<
    PaymentPage['attempt']
  >
it('shows the price and rate of a coin, and promises a rest only if the coin takes one', () => {
  const paidWith = (minimum: string | null): string =>
    shown(0, {
      attempt: waits(12, { amount: '8.9991' }),
      methods: page(0).methods.map((one) => (one.method === 12 ? { ...one, minimum } : one)),
    }).replaceAll(/<[^>]*>/g, '')
  const small = paidWith('2.5000')
  for (const said of [
    '8.9991 USDT',
    '9.00 USD · 1 USDT = 1.0001 USD',
    'the rest can be sent to the same address if it is at least 2.50 USD',
  ])
    expect(small).toContain(said)
  for (const least of ['9.0000', null]) {
    const html = paidWith(least)
    expect([html.includes('Send it all at once'), html.includes('can be sent to the same address')]).toEqual([
      true,
      false,
    ])
  }
})
it('keeps the point of an amount to copy, and writes received amounts as the language does', () => {
  const attempt = waits(12, { amount: '8.9991', received: '0.5', missing: '8.4991' })
  const html = renderToString(
    <I18nextProvider i18n={instanceFor('ru')}>
      <PayView
        page={{ ...page(0), attempt }}
        {...{ qr: null, choosing: false, cameBack: false, clock: () => null, batch: 'b' }}
        form={{ summary: [], chosen: null, error: null }}
      />
    </I18nextProvider>,
  ).replaceAll(/<!--.*?-->/g, '')
  expect(html).toContain('8.4991 USDT')
  expect(html).toContain('0,5 USDT')
})
it('tells a customer who returns unpaid from a provider the current state, and nobody else', () => {
  const attempt = { ...waits(-1), kind: 'card', url: 'https://pay.example/1', amount: '9.0000' } as const
  const said = /Nothing was charged<[^]*?until 23 Nov 2026, 05:30 UTC/
  expect(shown(0, { attempt, cameBack: true })).toMatch(said)
  expect(shown(0, { attempt })).not.toMatch(said)
  expect(shown(1, { attempt, cameBack: true })).not.toMatch(said)
})

it('shows until when a paid service runs: once when all end together, else each by name', () => {
  const line = (name: string, endsAt: string): PaymentPage['order']['lines'][number] => ({
    ...{ name, months: 1, services: ['tv'], originalPrice: '1', activityPrice: null, payPrice: '1' },
    periods: [{ service: 'tv', startsAt: '2026-11-23T04:00:00Z', endsAt }],
  })
  const paid = (...lines: PaymentPage['order']['lines']): string =>
    shown(1, { order: { ...page(1).order, lines }, attempt: null }).replaceAll(/<[^>]*>/g, '')
  const [december, january] = ['2026-12-23T04:00:00Z', '2027-01-23T04:00:00Z']
  const together = paid(line('TV', december), line('Skin', december))
  expect([together.match(/23 Dec 2026/g), together.includes('It runs until 23 Dec 2026.')]).toEqual([
    ['23 Dec 2026'],
    true,
  ])
  const apart = paid(line('TV', december), line('Skin', january))
  for (const said of ['TV: runs until 23 Dec 2026', 'Skin: runs until 23 Jan 2027']) expect(apart).toContain(said)
})
