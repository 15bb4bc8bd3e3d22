/** The receipt of a transaction as a PDF file, drawn like an order's and counted in the same limit. */
import { brandOf } from '~/brand/brand'
import { ok, tooMany } from '~/errors/table'
import { formatsOf } from '~/i18n/format'
import { instanceFor } from '~/i18n/i18n.server'
import { directionOf, type Language } from '~/i18n/languages'
import { contactOf } from '~/modules/provider/provider.server'
import type { TransactionView } from '~/modules/wallet/wallet.server'
import { consume } from '~/platform/limits.server'
import { sha256 } from '~/platform/random.server'
import { transactionContent } from '~/ui/wallet/transaction-content'
import type { ReceiptFile } from '~/web/order/receipt-file.server'
import { drawReceipt } from '~/web/order/receipt-pdf.server'

/** `userId`: the account it is drawn for. `origin`: the requested origin, which decides the issuer's name. */
export const transactionFile = (
  transaction: TransactionView,
  { userId, customer, language, origin }: { userId: string; customer: string; language: Language; origin: string },
): ReceiptFile => {
  const brand = brandOf(new URL(origin).host)
  const i18n = instanceFor(language)
  const content = transactionContent(transaction, {
    t: i18n.getFixedT(language, 'wallet'),
    ofOrder: i18n.getFixedT(language, 'order'),
    format: formatsOf(language),
    issuer: { name: brand.name, contact: contactOf(brand).email },
    customer,
  })
  const direction = directionOf(language)
  return {
    type: 'application/pdf',
    fileName: `transaction-${transaction.number}.pdf`,
    etag: `W/"${sha256(JSON.stringify([direction, content])).slice(0, 32)}"`,
    lastModified: new Date(transaction.at),
    make: async () => {
      const allowed = await consume('receipt-pdf', userId)
      return allowed.ok ? ok(new Uint8Array(drawReceipt(content, direction))) : tooMany(allowed)
    },
  }
}
