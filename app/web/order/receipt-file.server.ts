/** The receipt of a paid order as a PDF file, in a language: the same for the page's link and for /api. */
import { brandOf } from '~/brand/brand'
import { formatsOf } from '~/i18n/format'
import { instanceFor } from '~/i18n/i18n.server'
import { directionOf, type Language } from '~/i18n/languages'
import type { OrderDetails } from '~/modules/order/order.server'
import { contactOf } from '~/modules/provider/provider.server'
import { receiptContent } from '~/ui/order/receipt-content'
import { drawReceipt } from './receipt-pdf.server'

export type ReceiptFile = { bytes: Uint8Array<ArrayBuffer>; type: string; fileName: string }

/** `origin`: by which address it is asked for, because that names the issuer. */
export const receiptFile = (
  order: OrderDetails,
  { customer, language, origin }: { customer: string; language: Language; origin: string },
): ReceiptFile => {
  const brand = brandOf(new URL(origin).host)
  const content = receiptContent(order, {
    t: instanceFor(language).getFixedT(language, 'order'),
    format: formatsOf(language),
    issuer: { name: brand.name, contact: contactOf(brand).email },
    customer,
  })
  const bytes = new Uint8Array(drawReceipt(content, directionOf(language)))
  return { bytes, type: 'application/pdf', fileName: `receipt-${order.number}.pdf` }
}
