/** The confirmation before an order is cancelled or deleted, as the server renders it. */
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, it } from 'vitest'
import { instanceFor } from '~/i18n/i18n.server'
import type { OrderStatus } from '~/modules/order/view'
import { OrderQuestion } from '~/ui/order/order-question'

const asked = (act: 'cancel' | 'delete', status: OrderStatus, actuallyPaid: string): string =>
  renderToString(
    <I18nextProvider i18n={instanceFor('en')}>
      <OrderQuestion
        act={act}
        failure={undefined}
        order={{
          ...{ number: '20261123-AAAAAAAA', status, products: [], boxName: 'Box', sn: '100000000001', acts: [] },
          ...{ payPrice: '27.0000', actuallyPaid, rest: '0.0000', createdAt: '2026-11-23T04:00:00Z', expiresAt: null },
        }}
      />
    </I18nextProvider>,
  ).replaceAll(/<!--.*?-->|[\u2066-\u2069]/g, '')

it('says what happens to the paid part before a part-paid order is cancelled', () => {
  const said = '13.50 USD have arrived; 13.5000 Mango will be credited to your wallet.'
  expect(asked('cancel', 8, '13.5000')).toContain(said)
  expect(asked('cancel', 0, '0.0000')).not.toContain('have arrived')
})
it('says only for a paid order that its service continues', () => {
  expect(asked('delete', 1, '27.0000')).toContain('What you bought with it keeps running')
  expect(asked('delete', 2, '0.0000')).not.toContain('keeps running')
  expect(asked('delete', 2, '0.0000')).toContain('Money that arrives late still counts.')
})
