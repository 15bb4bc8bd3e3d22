/** Handles the form for the return address of a deposit, for an order or a recharge. */
import { json, type ActionFunctionArgs } from '@remix-run/node'
import type { HeldDeposit } from '~/modules/order/view'
import { giveAddress } from '~/modules/payment/payment.server'
import type { UserCaller } from '~/modules/session/caller'
import { redirectDone } from '~/request/flash.server'
import { invalid, newBatch, readForm, refused } from '../form/form.server'
import { returnSchema } from './order-query.server'
import { redirectTooLate } from './require-order.server'

/** The deposit, and the number of its order or recharge. */
type Held = { user: UserCaller; number: string; held: HeldDeposit }

export const showHeld = ({ number, held }: Held) => json({ number, held, batch: newBatch() })

/** `path`: the page of the deposit's order or recharge. */
export const returnAction = async (
  { request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>,
  { user, held }: Held,
  path: string,
) => {
  const read = await readForm(request, context, returnSchema)
  if (!read.ok) return invalid(read)
  const { address, tag = null, batch } = read.value
  const given = await giveAddress(user.userId, { depositId: held.id, address, tag, batch })
  if (!given.ok && given.data?.['context'] === 'decided') return redirectTooLate(context, path)
  if (!given.ok) return refused(given, read.values)
  return redirectDone(context, path, 'order:flash.address')
}
