/** The receipt of a paid order as a PDF, in the reader's language. */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { getLanguage } from '~/request/language.server'
import { orderPath } from '~/ui/order/order-path'
import { receiptFile } from '~/web/order/receipt-file.server'
import { requireOrder } from '~/web/order/require-order.server'

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const { user, order } = await requireOrder(request, context, params.number)
  if (!order.acts.includes('receipt')) throw redirect(orderPath(order.number))
  const language = await getLanguage(request, context)
  const { bytes, type, fileName } = receiptFile(order, {
    customer: user.userName,
    language,
    origin: context.origin,
  })
  return new Response(bytes, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'private, no-store',
    },
  })
}
