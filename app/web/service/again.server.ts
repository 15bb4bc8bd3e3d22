/** Orders again: redirects to the buy page with the box, products and plans of an earlier order. */
import { json, redirect, type AppLoadContext } from '@remix-run/node'
import { statusOf } from '~/errors/table'
import { listOffers } from '~/modules/catalogue/catalogue.server'
import { whatWasOrdered } from '~/modules/order/order.server'
import { redirectWithFlash } from '~/request/flash.server'
import { serviceBoxes } from './service-view.server'

/**
 * Redirects to where an order of the account can be placed again, with a note if it can't be the same: its box is no
 * longer bound, or not all of it is still sold. Throws 404 R1000 if there is no such order.
 */
export const orderAgain = async (
  context: AppLoadContext,
  { userId, number, at }: { userId: string; number: string; at: Date },
): Promise<Response> => {
  const order = await whatWasOrdered(userId, number)
  if (order === null) throw json({ code: 'R1000' }, { status: statusOf('R1000') })
  const redirectWithNote = (to: string, key: 'againGone' | 'againPart' | 'againPlan' | 'againBox'): Response =>
    redirectWithFlash(context, to, { kind: 'note', key: `order:flash.${key}` })
  const { sn, lines } = order
  if (!(await serviceBoxes(userId)).some((box) => box.sn === sn)) return redirectWithNote('/service', 'againBox')
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
  if (sold === 0) return redirectWithNote(`/service?${new URLSearchParams({ sn }).toString()}`, 'againGone')
  const page = `/service/buy?${query.toString()}`
  if (sold < lines.length) return redirectWithNote(page, 'againPart')
  return same < sold ? redirectWithNote(page, 'againPlan') : redirect(page)
}
