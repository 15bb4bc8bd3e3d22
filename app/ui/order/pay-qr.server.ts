/** The payment page with its QR code drawn: the coin's URI, or the address of a provider's page. */
import type { PaymentPage } from '~/modules/order/view'
import type { QrPath } from '../qr'
import { makeQr } from '../qr.server'
import type { PaidPage } from './pay-state'

export type PayState<Page extends PaidPage = PaymentPage> = { page: Page; qr: QrPath | null }

export const withQr = <Page extends PaidPage>(page: Page): PayState<Page> => {
  const { attempt } = page
  const text = attempt === null ? null : attempt.kind === 'coin' ? attempt.uri : attempt.url
  return { page, qr: text === null ? null : makeQr(text) }
}
