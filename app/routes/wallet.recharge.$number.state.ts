/** The state of a recharge's page as JSON, for its scripts: the same as its loader's. */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { findUser } from '~/request/caller.server'
import { withQr } from '~/ui/order/pay-qr.server'
import { requireRecharge } from '~/web/wallet/recharge-form.server'

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await findUser(request, context)
  if (user === null) return json({ code: 'A0411' }, { status: 401 })
  const page = await requireRecharge(user, params.number)
  return json(withQr(page), { headers: { 'cache-control': 'no-store' } })
}
