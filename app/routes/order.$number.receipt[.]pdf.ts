/** The receipt of a paid order as a PDF, in the reader's language. */
import { json, redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { statusOf } from '~/errors/table'
import { respondUnmade, respondWithFile } from '~/platform/http.server'
import { getLanguage } from '~/request/language.server'
import { orderPath } from '~/ui/order/order-path'
import { receiptFile } from '~/web/order/receipt-file.server'
import { requireOrder } from '~/web/order/require-order.server'

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const { user, order } = await requireOrder(request, context, params.number)
  if (!order.acts.includes('receipt')) throw redirect(orderPath(order.number))
  const { make, ...file } = receiptFile(order, {
    userId: user.userId,
    customer: user.userName,
    language: await getLanguage(request, context),
    origin: context.origin,
  })
  const kept = { ...file, cacheControl: 'private, no-store' }
  const unmade = respondUnmade(request, kept)
  if (unmade !== null) return unmade
  const made = await make()
  if (made.ok) return respondWithFile(request, { ...kept, bytes: made.value })
  throw json(
    { code: made.code },
    { status: statusOf(made.code), headers: { 'retry-after': String(made.data?.retryAfterSeconds) } },
  )
}
