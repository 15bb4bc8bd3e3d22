/** The receipt of a paid order as a PDF, in the reader's language. */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { brandOf } from '~/brand/brand'
import { formatsOf } from '~/i18n/format'
import { instanceFor } from '~/i18n/i18n.server'
import { directionOf } from '~/i18n/languages'
import { contactOf } from '~/modules/provider/provider.server'
import { getLanguage } from '~/request/language.server'
import { orderPath } from '~/ui/order/order-table'
import { receiptContent } from '~/ui/order/receipt-content'
import { drawReceipt } from '~/web/order/receipt-pdf.server'
import { requireOrder } from '~/web/order/require-order.server'

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const { user, order } = await requireOrder(request, context, params.number)
  if (!order.acts.includes('receipt')) throw redirect(orderPath(order.number))
  const language = await getLanguage(request, context)
  const brand = brandOf(new URL(context.origin).host)
  const content = receiptContent(order, {
    t: instanceFor(language).getFixedT(language, 'order'),
    format: formatsOf(language),
    issuer: { name: brand.name, contact: contactOf(brand).email },
    customer: user.userName,
  })
  const file = drawReceipt(content, directionOf(language))
  return new Response(new Uint8Array(file), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="receipt-${order.number}.pdf"`,
      'cache-control': 'private, no-store',
    },
  })
}
