/** One of the visitor's orders; anybody else's does not exist for them. */
import { json, redirect, type AppLoadContext } from '@remix-run/node'
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

/** To the order's page, which says what became of the money, with the sentence that it is too late for an address. */
export const redirectTooLate = (context: AppLoadContext, number: string): Response =>
  redirectWithFlash(context, orderPath(number), { kind: 'problem', key: 'order:flash.addressLate' })

/** One of its deposits that can't be credited; where no address is asked for (any more), the order's page says why. */
export const requireHeld = async (
  request: Request,
  context: AppLoadContext,
  { number, id }: { number?: string | undefined; id?: string | undefined },
): Promise<{ user: UserCaller; order: OrderDetails; held: HeldDeposit }> => {
  const found = await requireOrder(request, context, number)
  const held = found.order.held.find((one) => one.id === id)
  if (await isDecided(found.user.userId, found.order.number, id ?? ''))
    throw redirectTooLate(context, found.order.number)
  if (held === undefined) throw json({ code: 'A0404' }, { status: 404 })
  if (held.state !== 'address-wanted' && held.state !== 'address-given')
    throw redirect(orderPath(found.order.number), 303)
  return { ...found, held }
}
