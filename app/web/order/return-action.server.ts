/** Handles the form for the return address of a deposit, for an order or a recharge. */
import type { AppLoadContext } from '@remix-run/node'
import type { HeldDeposit } from '~/modules/order/view'
import { giveAddress } from '~/modules/payment/payment.server'
import type { UserCaller } from '~/modules/session/caller'
import { redirectDone } from '~/request/flash.server'
import { invalid, readForm, refused } from '../form/form.server'
import { returnSchema } from './order-query.server'
import { redirectTooLate } from './require-order.server'

/** `path`: the page of the deposit's order or recharge. */
export const returnAction = async (
  request: Request,
  context: AppLoadContext,
  { user, held, path }: { user: UserCaller; held: HeldDeposit; path: string },
) => {
  const read = await readForm(request, context, returnSchema)
  if (!read.ok) return invalid(read)
  const { address, tag = null, batch } = read.value
  const given = await giveAddress(user.userId, { depositId: held.id, address, tag, batch })
  if (!given.ok && given.data?.['context'] === 'decided') return redirectTooLate(context, path)
  if (!given.ok) return refused(given, read.values)
  return redirectDone(context, path, 'order:flash.address')
}
