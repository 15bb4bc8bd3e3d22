/** The rows of a wallet's transactions, as the server renders them. */
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, it } from 'vitest'
import { instanceFor } from '~/i18n/i18n.server'
import type { TransactionView } from '~/modules/wallet/view'
import { TransactionList } from '~/ui/wallet/transaction-list'

const bought: TransactionView = {
  ...{ number: 'T20261123-ABCD2345', type: 3, what: 'recharge', takesBack: false, direction: 'income' },
  ...{ at: '2026-11-23T05:00:00.000Z', amount: '10.5020', mango: '10.5020', balance: '10.5020', fee: '0.0000' },
  ...{ counterparty: null, note: null, way: null, exchange: null },
  order: { number: '20261123-ABCD2345', products: [{ name: 'BISS Auto', months: 12 }] },
} as unknown as TransactionView

it('keeps the direction of the page in what was bought, though a Latin name comes first', () => {
  const html = renderToString(
    <I18nextProvider i18n={instanceFor('ar')}>
      <TransactionList items={[bought]} now="2026-11-23T06:00:00.000Z" />
    </I18nextProvider>,
  )
  expect(/<a class="name"[^>]*>(.*?)<\/a>/.exec(html)?.[1]).toBe('\u2068BISS Auto\u2069، 12 شهرًا')
})
