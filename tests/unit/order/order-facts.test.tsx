/** An order's details about its price, as the server renders them. */
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, it } from 'vitest'
import { instanceFor } from '~/i18n/i18n.server'
import type { OrderDetails } from '~/modules/order/view'
import { OrderParts } from '~/ui/order/order-facts'
import { sampleOrder } from '../../support/sample-order'

const at = '2026-11-23T04:00:00Z'
const pageOf = (order: OrderDetails): string =>
  renderToString(
    <I18nextProvider i18n={instanceFor('en')}>
      <OrderParts order={order} />
    </I18nextProvider>,
  )
type Share = OrderDetails['shares'][number]
const detailsOf = (status: 0 | 2 | 8, actuallyPaid: string, rest: string, over: Partial<Share> = {}): string => {
  const order: OrderDetails = {
    ...{ number: '20261123-AAAAAAAA', status, products: [], boxName: 'Box', sn: '100000000001', acts: [] },
    ...{ payPrice: '27.0000', actuallyPaid, rest, credited: '0.0000', originalPrice: '27.0000' },
    ...{ createdAt: at, updatedAt: at, expiresAt: at, activityPrice: null, outcomePrice: null, endedBy: null },
    ...{ paidAt: null, lines: [], payments: [], held: [], refunds: [], bank: null },
    shares: [
      { kind: 'external', method: 12, amount: '27.0000', charged: '27.0000', units: null, state: 'planned', ...over },
    ],
  }
  return pageOf(order)
}

it('does not call the whole price paid once a part has arrived', () => {
  expect(detailsOf(0, '0.0000', '27.0000')).toContain('to be paid')
  const part = detailsOf(8, '13.5000', '13.5000')
  expect([part.includes('to be paid'), part.includes('Still to pay')]).toEqual([false, true])
})

it('names the unpaid method of an ended order only if one had been chosen', () => {
  const ended = (method: number): string => detailsOf(2, '0.0000', '0.0000', { method, state: 'released' })
  expect([ended(0), ended(12)].map((page) => page.includes('not paid'))).toEqual([false, true])
  expect(ended(0)).not.toContain('Not chosen yet')
  expect(detailsOf(0, '0.0000', '27.0000', { method: 0 })).toContain('Not chosen yet')
})

it('shows what a bank took once, with its outcome', () => {
  const refunds = [
    { amount: '4.0000', to: 'wallet', state: 'done', at },
    { amount: '12.5000', to: 'bank', state: 'done', at },
  ] as const
  const until = '2027-03-23T04:00:00Z'
  const bank = { taken: '12.5000', unused: '8.5000', paid: '0.0000', frozen: '1.0000', until, owed: '3.0000' }
  const page = pageOf({ ...sampleOrder(), refunds, bank })
  expect([page.includes('by the card’s bank'), page.includes('to your wallet')]).toEqual([false, true])
  for (const said of ['Reversed by your bank', '−8.50 USD', 'until 23 Mar 2027', '1.0000 Mango', '3.00 USD'])
    expect(page).toContain(said)
  expect(page).toContain('Your next recharge pays what is owed first.')
})
