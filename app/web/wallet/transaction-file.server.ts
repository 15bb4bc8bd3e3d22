/** The receipt of a transaction as a PDF file, drawn like an order's and counted in the same limit. */
import { brandOf } from '~/brand/brand'
import { formatsOf } from '~/i18n/format'
import { instanceFor } from '~/i18n/i18n.server'
import type { Language } from '~/i18n/languages'
import { contactOf } from '~/modules/provider/provider.server'
import type { TransactionView } from '~/modules/wallet/wallet.server'
import { transactionContent } from '~/ui/wallet/transaction-content'
import { pdfFile, type ReceiptFile } from '~/web/order/receipt-file.server'

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
  return pdfFile(`transaction-${transaction.number}.pdf`, content, { userId, language, at: transaction.at })
}
