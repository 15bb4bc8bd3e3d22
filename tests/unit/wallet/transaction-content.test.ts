/** The receipt of a transaction: its fee even when zero, its sign, and each currency once. */
import { describe, expect, it } from 'vitest'
import { formatsOf } from '~/i18n/format'
import { instanceFor } from '~/i18n/i18n.server'
import type { Language } from '~/i18n/languages'
import type { TransactionView } from '~/modules/wallet/view'
import { transactionContent } from '~/ui/wallet/transaction-content'

const sent: TransactionView = {
  number: 'T20261123-ABCD2345',
  type: 0,
  what: 'sent',
  takesBack: false,
  direction: 'expense',
  at: '2026-11-23T05:00:00.000Z',
  amount: '10.0000',
  mango: '-10.0000',
  balance: '138.2500',
  fee: '0.0000',
  counterparty: 'Y…',
  note: null,
  order: null,
  way: null,
  exchange: null,
}
const contentOf = (one: TransactionView, language: Language = 'en') => {
  const i18n = instanceFor(language)
  return transactionContent(one, {
    t: i18n.getFixedT(language, 'wallet'),
    ofOrder: i18n.getFixedT(language, 'order'),
    format: formatsOf(language),
    issuer: { name: 'Mango Portal', contact: null },
    customer: 'ana',
  })
}

describe('the receipt of a transaction', () => {
  it('shows the fee even when zero, and an outgoing amount with its sign', () => {
    const { items, itemLabels, sums } = contentOf(sent)
    expect(itemLabels.amount).toBe('Amount (USD)')
    expect(items.map(({ amount }) => amount)).toEqual(['−10.00'])
    expect(sums.map(({ amount }) => amount)).toEqual(['0 Mango', '−10.0000 Mango'])
  })
  it('adds up: the amount sent and its fee make the total', () => {
    const { items, sums } = contentOf({ ...sent, amount: '1.0150', mango: '-1.0150', fee: '0.0150' })
    expect(items.map(({ amount }) => amount)).toEqual(['−1.00'])
    expect(sums.map(({ amount }) => amount)).toEqual(['−0.0150 Mango', '−1.0150 Mango'])
  })
  it('shows an incoming amount with its sign, next to its digits in a right-to-left language', () => {
    const came = { ...sent, what: 'code', type: 1, direction: 'income', mango: '10.0000', note: 'MG-••••-BV' } as const
    expect(contentOf(came).items[0]?.amount).toBe('+10.00')
    expect(contentOf(came, 'ar').items[0]?.amount.startsWith('\u200e+')).toBe(true)
    // The last letters of a code are not shown as a note.
    const { facts } = contentOf(came)
    expect(facts.find(({ value }) => value === 'MG-••••-BV')?.label).toBe('Code')
    expect(facts.some(({ label }) => label === 'Note')).toBe(false)
  })
  it('writes what arrived in a coin with the decimal sign of the language', () => {
    const came = { ...sent, way: { method: 12, label: null, received: '24.995001' } } as unknown as TransactionView
    const arrived = (language: Language) => contentOf(came, language).facts.map(({ value }) => value)
    expect(arrived('en')).toContain('24.995001 USDT')
    expect(arrived('ru')).toContain('24,995001 USDT')
  })
})
