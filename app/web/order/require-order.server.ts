/** Loads one of the visitor's orders; for other accounts' orders it is a 404. */
import { json, redirect, type AppLoadContext, type LoaderFunctionArgs } from '@remix-run/node'
import { statusOf } from '~/errors/table'
import { orderDetails, type OrderDetails } from '~/modules/order/order.server'
import type { HeldDeposit } from '~/modules/order/view'
import { isDecided } from '~/modules/payment/payment.server'
import type { UserCaller } from '~/modules/session/caller'
import { requireUser } from '~/request/caller.server'
import { redirectWithFlash } from '~/request/flash.server'
import { getLanguage } from '~/request/language.server'
import { orderPath } from '~/ui/order/order-path'

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

/** Redirects to the order's or recharge's page, which shows what became of the money: it is too late for an address. */
export const redirectTooLate = (context: AppLoadContext, path: string): Response =>
  redirectWithFlash(context, path, { kind: 'problem', key: 'order:flash.addressLate' })

/**
 * Loads a deposit of an order or a recharge that can't be credited. If no address is needed (any more), the page at
 * `path` says why.
 */
export const requireAsked = async (
  context: AppLoadContext,
  path: string,
  { user, number, held }: { user: UserCaller; number: string; held: readonly HeldDeposit[] },
  id = '',
): Promise<HeldDeposit> => {
  const found = held.find((one) => one.id === id)
  if (await isDecided(user.userId, number, id)) throw redirectTooLate(context, path)
  if (found === undefined) throw json({ code: 'A0404' }, { status: 404 })
  if (found.state !== 'address-wanted' && found.state !== 'address-given') throw redirect(path, 303)
  return found
}

/** The same for one of the visitor's orders. */
export const requireHeld = async ({ request, context, params }: LoaderFunctionArgs) => {
  const { user, order } = await requireOrder(request, context, params.number)
  const held = await requireAsked(context, orderPath(order.number), { user, ...order }, params.id)
  return { user, number: order.number, held }
}
