/** Reads the forms of recharges, and loads a recharge's page. */
import { json, type AppLoadContext, type LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { statusOf } from '~/errors/table'
import { rechargePage, restOfOrder } from '~/modules/payment/payment.server'
import { rechargeAmount } from '~/modules/recharge/typed-amount.schema'
import type { RechargePage } from '~/modules/recharge/view'
import type { UserCaller } from '~/modules/session/caller'
import { requireUser } from '~/request/caller.server'
import type { Flash } from '~/request/flash'
import { rechargePath } from '~/ui/order/order-path'
import { shownRest } from '../order/order-query.server'
import { stateFlash } from '../order/payment-state.server'
import { requireAsked } from '../order/require-order.server'

const batch = z.string().min(1, 'A0422').max(64, 'A0422')
const method = z
  .string('OP1001')
  .regex(/^-?\d{1,4}$/, 'OP1001')
  .transform(Number)

const order = z
  .string()
  .max(40, 'R1000')
  .transform((text) => text.trim().toUpperCase())
export const rechargeSchema = z.object({ batch, amount: rechargeAmount, method, order: order.optional() })
/** The forms of a recharge's page. */
export const rechargeActSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('choose'), batch, method, shown: shownRest }),
  z.object({ intent: z.literal('check'), batch }),
  z.object({ intent: z.literal('for-order'), order }),
])

/** Loads one of the visitor's recharges for its page; for other accounts' recharges it is a 404. */
export const requireRecharge = async (user: UserCaller, number: string | undefined): Promise<RechargePage> => {
  const found = await rechargePage(user.userId, number ?? '')
  if (!found.ok) throw json({ code: found.code, context: 'recharge' }, { status: statusOf(found.code) })
  const { order, payable } = found.value.recharge
  const next = order?.isOpen === true ? order.number : payable
  return { ...found.value, orderRest: next === null ? null : await restOfOrder(user.userId, next) }
}

/** The result of a check, or that the money has arrived. */
export const rechargeChecked = async (
  request: Request,
  context: AppLoadContext,
  user: UserCaller,
  number: string,
): Promise<Flash> => {
  const { recharge, step, attempt } = await requireRecharge(user, number)
  if (step === 'finished') return { kind: 'done', key: 'wallet:flash.recharged', params: {} }
  return stateFlash(request, context, { attempt, status: recharge.status })
}

/** Loads one of its deposits that can't be credited and needs an address; otherwise its page says why not. */
export const requireHeldOfRecharge = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const { recharge } = await requireRecharge(user, params.number)
  const held = await requireAsked(context, rechargePath(recharge.number), { user, ...recharge }, params.id)
  return { user, number: recharge.number, held }
}
