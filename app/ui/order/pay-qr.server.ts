/** The payment page with its QR code drawn: the coin's URI, or the address of a provider's page. */
import type { PaymentPage } from '~/modules/order/view'
import type { QrPath } from '../qr'
import { makeQr } from '../qr.server'

export type PayState = { page: PaymentPage; qr: QrPath | null }

export const withQr = (page: PaymentPage): PayState => {
  const { attempt } = page
  const text = attempt === null ? null : attempt.kind === 'coin' ? attempt.uri : attempt.url
  return { page, qr: text === null ? null : makeQr(text) }
}
