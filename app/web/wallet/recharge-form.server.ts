/** What the forms of recharges take from a request, and the state of a recharge's page. */
import { json, redirect, type AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { statusOf } from '~/errors/table'
import { isDecided, rechargePage } from '~/modules/payment/payment.server'
import { rechargeAmount } from '~/modules/recharge/typed-amount.schema'
import type { RechargeDetails, RechargePage } from '~/modules/recharge/view'
import type { HeldDeposit } from '~/modules/order/view'
import type { UserCaller } from '~/modules/session/caller'
import { requireUser } from '~/request/caller.server'
import type { Flash } from '~/request/flash'
import { redirectWithFlash } from '~/request/flash.server'
import { getT } from '~/request/language.server'
import { rechargePath } from '~/ui/order/order-path'

const batch = z.string().min(1, 'A0422').max(64, 'A0422')
const method = z
  .string('OP1001')
  .regex(/^-?\d{1,4}$/, 'OP1001')
  .transform(Number)

export const rechargeSchema = z.object({
  batch,
  amount: rechargeAmount,
  method,
  order: z
    .string()
    .max(40, 'R1000')
    .transform((text) => text.trim().toUpperCase())
    .optional(),
})
/** The forms of a recharge's page. */
export const rechargeActSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('choose'), batch, method }),
  z.object({ intent: z.literal('check'), batch }),
])

/** One of the visitor's recharges as its page shows it; anybody else's does not exist for them. */
export const requireRecharge = async (user: UserCaller, number: string | undefined): Promise<RechargePage> => {
  const found = await rechargePage(user.userId, number ?? '')
  if (!found.ok) throw json({ code: found.code }, { status: statusOf(found.code) })
  return found.value
}

/** "Checked just now: Confirming", or that it has arrived. */
export const rechargeChecked = async (
  request: Request,
  context: AppLoadContext,
  user: UserCaller,
  number: string,
): Promise<Flash> => {
  const { recharge, step, attempt } = await requireRecharge(user, number)
  const t = await getT(request, context)
  if (step === 'finished') return { kind: 'done', key: 'wallet:flash.recharged', params: {} }
  const label = t(attempt === null ? `order:status.${recharge.status}` : `order:label.${attempt.label}`)
  return { kind: 'note', key: 'order:flash.checked', params: { label } }
}

/** To its page, which says what became of the money, with the sentence that it is too late for an address. */
export const rechargeTooLate = (context: AppLoadContext, number: string): Response =>
  redirectWithFlash(context, rechargePath(number), { kind: 'problem', key: 'order:flash.addressLate' })

/** One of its deposits that can't be credited; where no address is asked for (any more), its page says why. */
export const requireHeldOfRecharge = async (
  request: Request,
  context: AppLoadContext,
  { number, id }: { number?: string | undefined; id?: string | undefined },
): Promise<{ user: UserCaller; recharge: RechargeDetails; held: HeldDeposit }> => {
  const user = await requireUser(request, context)
  const { recharge } = await requireRecharge(user, number)
  const held = recharge.held.find((one) => one.id === id)
  if (await isDecided(user.userId, recharge.number, id ?? '')) throw rechargeTooLate(context, recharge.number)
  if (held === undefined) throw json({ code: 'A0404' }, { status: 404 })
  if (held.state !== 'address-wanted' && held.state !== 'address-given')
    throw redirect(rechargePath(recharge.number), 303)
  return { user, recharge, held }
}
