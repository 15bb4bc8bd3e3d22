/** One of the visitor's orders; anybody else's does not exist for them. */
import { json, type AppLoadContext } from '@remix-run/node'
import { statusOf } from '~/errors/table'
import { orderDetails, type OrderDetails } from '~/modules/order/order.server'
import type { UserCaller } from '~/modules/session/caller'
import { requireUser } from '~/request/caller.server'
import { getLanguage } from '~/request/language.server'

export const requireOrder = async (
  request: Request,
  context: AppLoadContext,
  number: string | undefined,
): Promise<{ user: UserCaller; order: OrderDetails }> => {
  const user = await requireUser(request, context)
  const found = await orderDetails(user.userId, number ?? '', await getLanguage(request, context))
  if (!found.ok) throw json({ code: found.code }, { status: statusOf(found.code) })
  return { user, order: found.value }
}
