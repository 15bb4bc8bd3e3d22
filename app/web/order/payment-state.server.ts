/** The payment page's data, and the sentence about what a provider has just said. */
import { json, type AppLoadContext } from '@remix-run/node'
import { statusOf } from '~/errors/table'
import type { PaymentPage } from '~/modules/order/view'
import { paymentPage } from '~/modules/payment/payment.server'
import type { UserCaller } from '~/modules/session/caller'
import type { Flash } from '~/request/flash'
import { getLanguage, getT } from '~/request/language.server'

export const requirePayment = async (
  request: Request,
  context: AppLoadContext,
  user: UserCaller,
  number: string | undefined,
): Promise<PaymentPage> => {
  const found = await paymentPage(user.userId, number ?? '', await getLanguage(request, context))
  if (!found.ok) throw json({ code: found.code }, { status: statusOf(found.code) })
  return found.value
}

export const paidFlash = (number: string): Flash => ({ kind: 'done', key: 'order:flash.paid', params: { number } })
/** "Checked just now: Confirming", or that it is paid. */
export const checkedFlash = async (
  request: Request,
  context: AppLoadContext,
  user: UserCaller,
  number: string,
): Promise<Flash> => {
  const { order, attempt } = await requirePayment(request, context, user, number)
  const t = await getT(request, context)
  if (order.status === 1) return paidFlash(number)
  const label = t(attempt === null ? `order:status.${order.status}` : `order:label.${attempt.label}`)
  return { kind: 'note', key: 'order:flash.checked', params: { label } }
}
