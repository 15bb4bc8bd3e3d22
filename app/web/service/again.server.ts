/** Ordering again: the page that buys, with the box, the products and the plans of an earlier order. */
import { json, redirect, type AppLoadContext } from '@remix-run/node'
import { statusOf } from '~/errors/table'
import { listOffers } from '~/modules/catalogue/catalogue.server'
import { whatWasOrdered } from '~/modules/order/order.server'
import { redirectWithFlash } from '~/request/flash.server'
import { serviceBoxes } from './service-view.server'

/**
 * Leads to where an order of the account can be made again, with a sentence where it can not be the same: its box is
 * not bound any more, or not all of it is sold. Throws 404 R1000 where there is no such order.
 */
export const orderAgain = async (
  context: AppLoadContext,
  { userId, number, at }: { userId: string; number: string; at: Date },
): Promise<Response> => {
  const order = await whatWasOrdered(userId, number)
  if (order === null) throw json({ code: 'R1000' }, { status: statusOf('R1000') })
  const say = (to: string, key: 'againGone' | 'againPart' | 'againPlan' | 'againBox'): Response =>
    redirectWithFlash(context, to, { kind: 'note', key: `order:flash.${key}` })
  const { sn, lines } = order
  if (!(await serviceBoxes(userId)).some((box) => box.sn === sn)) return say('/service', 'againBox')
  const offers = await listOffers(at)
  const query = new URLSearchParams({ sn })
  let sold = 0
  let same = 0
  for (const { productId, planId } of lines) {
    const offer = offers.find((one) => one.productId === productId)
    if (offer === undefined) continue
    sold++
    query.append('product', offer.key)
    if (!offer.quotes.some((quote) => quote.planId === planId)) continue
    same++
    query.append(`plan.${offer.key}`, planId)
  }
  if (sold === 0) return say(`/service?${new URLSearchParams({ sn }).toString()}`, 'againGone')
  const page = `/service/buy?${query.toString()}`
  if (sold < lines.length) return say(page, 'againPart')
  return same < sold ? say(page, 'againPlan') : redirect(page)
}
