/**
 * The receipt of a paid order as a PDF file, in a language: the same for the page's link and for /api. It is drawn only
 * when its bytes are sent.
 */
import { brandOf } from '~/brand/brand'
import { ok, tooMany, type Result } from '~/errors/table'
import { formatsOf } from '~/i18n/format'
import { instanceFor } from '~/i18n/i18n.server'
import { directionOf, type Language } from '~/i18n/languages'
import type { OrderDetails } from '~/modules/order/order.server'
import { contactOf } from '~/modules/provider/provider.server'
import { consume } from '~/platform/limits.server'
import { sha256 } from '~/platform/random.server'
import { receiptContent } from '~/ui/order/receipt-content'
import { drawReceipt } from './receipt-pdf.server'

export type ReceiptFile = {
  type: string
  fileName: string
  /** A digest of its content. */
  etag: string
  lastModified: Date
  /** Draws it. I1009: too many were drawn for this account. */
  make: () => Promise<Result<Uint8Array<ArrayBuffer>>>
}

/** A receipt with this content; the content decides its tag. */
export const pdfFile = (
  fileName: string,
  content: Parameters<typeof drawReceipt>[0],
  { userId, language, at }: { userId: string; language: Language; at: string },
): ReceiptFile => {
  const direction = directionOf(language)
  return {
    type: 'application/pdf',
    fileName,
    etag: `W/"${sha256(JSON.stringify([direction, content])).slice(0, 32)}"`,
    lastModified: new Date(at),
    make: async () => {
      const allowed = await consume('receipt-pdf', userId)
      return allowed.ok ? ok(new Uint8Array(drawReceipt(content, direction))) : tooMany(allowed)
    },
  }
}

/** `userId`: the account it is drawn for. `origin`: the requested origin, which decides the issuer's name. */
export const receiptFile = (
  order: OrderDetails,
  { userId, customer, language, origin }: { userId: string; customer: string; language: Language; origin: string },
): ReceiptFile => {
  const brand = brandOf(new URL(origin).host)
  const content = receiptContent(order, {
    t: instanceFor(language).getFixedT(language, 'order'),
    format: formatsOf(language),
    issuer: { name: brand.name, contact: contactOf(brand).email },
    customer,
  })
  return pdfFile(`receipt-${order.number}.pdf`, content, { userId, language, at: order.updatedAt })
}
