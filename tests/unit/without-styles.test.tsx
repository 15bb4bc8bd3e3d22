/** Pages in a browser without styles: separate words, nothing twice, breakable long values, outlined icons. */
import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { instanceFor } from '~/i18n/i18n.server'
import type { Language } from '~/i18n/languages'
import type { PaymentPage } from '~/modules/order/view'
import { RunningText } from '~/ui/box-card'
import { Code } from '~/ui/code'
import { HeaderIcon } from '~/ui/icon'
import { OrderTable } from '~/ui/order/order-table'
import { PayView } from '~/ui/order/pay-view'
import { UnreadBadge } from '~/ui/unread-badge'
import { Balance } from '~/ui/wallet/balance-card'

const drawn = (node: ReactNode, language: Language = 'en'): string =>
  renderToStaticMarkup(<I18nextProvider i18n={instanceFor(language)}>{node}</I18nextProvider>)
const wordsOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const page: PaymentPage = {
  order: {
    ...{ number: '20261123-AAAAAAAA', status: 0, products: [], boxName: 'Box', sn: '100000000001', acts: [] },
    ...{ payPrice: '9.0000', actuallyPaid: '0.0000', rest: '9.0000', credited: '0.0000', originalPrice: '9.0000' },
    ...{ createdAt: '2026-11-23T04:00:00Z', updatedAt: '2026-11-23T04:00:00Z', expiresAt: '2026-11-23T06:00:00Z' },
    ...{ activityPrice: null, outcomePrice: null, endedBy: null, paidAt: null },
    ...{ lines: [], shares: [], payments: [], held: [], refunds: [], bank: null },
  },
  step: 'waiting',
  attempt: {
    ...({ id: 'a', method: 12, label: 'waiting', kind: 'coin' } as const),
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
      rate: '1.00000000',
      uri: 'T',
    },
  },
  ...{ isSlow: false, rest: '9.0000', now: '2026-11-23T04:50:00Z' },
  may: { topUp: false, creditWhatCame: false, payAnotherWay: true, cancel: true, checkNow: false },
  methods: [],
}

describe('without styles', () => {
  it('keeps a balance and its currency apart, with the figure’s margin in the page’s direction', () => {
    for (const language of ['en', 'ar'] as const) {
      const html = drawn(<Balance amount="3.7" />, language)
      expect(html).toMatch(/<\/span> <span class="wallet-unit">\S/)
      expect(html).toMatch(/<span class="wallet-figure"><bdi>/)
    }
  })
  it('shows each service that ends on its own line', () => {
    const now = '2026-11-23T05:00:00Z'
    const ending = ['TV Service', 'Data Service'].map((name) => ({ name, endsAt: '2026-11-25T05:00:00Z' }))
    const html = drawn(<RunningText sn="100000000001" services={{ running: ['TV Service'], ending }} now={now} />)
    const lines = html.split(/<\/?div[^>]*>/).map(wordsOf)
    expect(lines.filter((line) => line !== '')).toEqual([
      'TV Service',
      'TV Service: ends in 2 days',
      'Data Service: ends in 2 days',
      'Renew',
    ])
  })
  it('names the menu of an order once', () => {
    const html = drawn(<OrderTable orders={[page.order]} now={page.now} />)
    const menu = /<summary[\s\S]*?<\/summary>/.exec(html)?.[0] ?? ''
    expect(wordsOf(menu)).toBe('More about order 20261123-AAAAAAAA')
  })
  it('shows the unread count once', () => {
    const words = wordsOf(drawn(<UnreadBadge count={13} current={undefined} />))
    expect(words).toBe('13 unread messages')
  })
  it('lets a hash break every eight characters, and copies it whole', () => {
    const hash = '0123456789abcdef'.repeat(4)
    const html = drawn(<Code>{hash}</Code>)
    expect(wordsOf(html)).toBe(hash)
    expect(
      html
        .replaceAll(/<\/?bdi[^>]*>/g, '')
        .split(/<wbr\/?>/)
        .map(({ length }) => length),
    ).toEqual(Array(8).fill(8))
    expect(drawn(<Code>20261123-AAAAAAAA</Code>)).not.toContain('wbr')
  })
  it('draws icons as outlines, and those alone in the header need no other file', () => {
    const sprite = readFileSync('app/ui/icon.svg', 'utf8')
    for (const [tag] of sprite.matchAll(/<symbol [^>]*>/g)) expect(tag).toMatch(/ fill="none" stroke="currentColor"/)
    for (const name of ['mail', 'globe', 'user', 'menu'] as const)
      expect(drawn(<HeaderIcon name={name} />)).toMatch(/<path d="M[^"]+" fill="none" stroke="currentColor"/)
    expect(drawn(<UnreadBadge count={0} current={undefined} />)).toContain('<path')
  })
  it('states a payment’s status once, and offers to reload once', () => {
    const words = wordsOf(
      drawn(
        <PayView
          page={page}
          qr={null}
          choosing={false}
          cameBack={false}
          clock={() => '04:55'}
          batch="b"
          form={{ summary: [], chosen: null, error: null }}
        />,
      ),
    )
    expect(words.split('Waiting')).toHaveLength(2)
    expect(words).toMatch(/expires in 04:55 – until /)
    expect(words).toMatch(/Amount – Network: TRON/)
    expect(words).toContain('Reload this page to see the latest status.')
    expect(words).not.toContain('keeps itself up to date')
  })
})
