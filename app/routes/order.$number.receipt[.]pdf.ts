/** The receipt of a paid order as a PDF, in the reader's language. */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { getLanguage } from '~/request/language.server'
import { orderPath } from '~/ui/order/order-path'
import { respondWithMade } from '~/web/made-file.server'
import { receiptFile } from '~/web/order/receipt-file.server'
import { requireOrder } from '~/web/order/require-order.server'

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const { user, order } = await requireOrder(request, context, params.number)
  if (!order.acts.includes('receipt')) throw redirect(orderPath(order.number))
  const file = receiptFile(order, {
    userId: user.userId,
    customer: user.userName,
    language: await getLanguage(request, context),
    origin: context.origin,
  })
  return respondWithMade(request, file)
}
