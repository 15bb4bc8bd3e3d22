/** Loads the payment page's data, and writes the sentence about a provider's latest answer. */
import { json, type AppLoadContext } from '@remix-run/node'
import { statusOf, type Result } from '~/errors/table'
import type { PaymentPage, PaymentState } from '~/modules/order/view'
import { cameBackParameter, checkNow, paymentPage } from '~/modules/payment/payment.server'
import type { UserCaller } from '~/modules/session/caller'
import type { Flash } from '~/request/flash'
import { redirectWithFlash } from '~/request/flash.server'
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

/**
 * The provider's page, if the browser can go there at once: a page's own script can. A form that the browser itself
 * sends must not be redirected out of the portal (form-action); without scripts the payment page has the link. `url`:
 * of a payment whose sum was on the button.
 */
export const pageAtProvider = (request: Request, url: string | null): string | null =>
  request.headers.get('sec-fetch-dest') === 'empty' ? url : null

export const paidFlash = (number: string): Flash => ({ kind: 'done', key: 'order:flash.paid', params: { number } })

/** "Checked just now: Confirming". `status`: shown if no payment was started yet. */
export const stateFlash = async (
  request: Request,
  context: AppLoadContext,
  { attempt, status }: Pick<PaymentState, 'attempt'> & { status: number },
): Promise<Flash> => {
  const t = await getT(request, context)
  const label = t(attempt === null ? `order:status.${status}` : `order:label.${attempt.label}`)
  return { kind: 'note', key: 'order:flash.checked', params: { label } }
}

/** The result of a check, or that the order is paid. */
export const checkedFlash = async (
  request: Request,
  context: AppLoadContext,
  user: UserCaller,
  number: string,
): Promise<Flash> => {
  const { order, attempt } = await requirePayment(request, context, user, number)
  const { status } = order
  return status === 1 ? paidFlash(number) : stateFlash(request, context, { attempt, status })
}

/**
 * Whether somebody left the provider's page without paying and came back, which is confirmed by asking the provider.
 * False if it does not answer.
 */
export const cameBack = async (
  { searchParams }: URL,
  { userId }: UserCaller,
  number: string | undefined,
  kind: 'order' | 'recharge' = 'order',
): Promise<boolean> => searchParams.has(cameBackParameter) && (await checkNow(userId, number ?? '', kind)).ok

/**
 * Handles the return from a provider's page. The URL proves nothing: the provider was `asked`, and the payment's `page`
 * shows its answer, with the sentence of `checked`.
 */
export const redirectFromProvider = async (
  context: AppLoadContext,
  page: string,
  asked: Result<unknown>,
  checked: () => Promise<Flash>,
): Promise<Response> => {
  if (asked.ok) return redirectWithFlash(context, page, await checked())
  const { code } = asked
  if (code === 'R1000') throw json({ code }, { status: statusOf(code) })
  const params = code === 'R2001' ? { params: { context: 'session' } } : {}
  return redirectWithFlash(context, page, { kind: 'problem', key: `errors:${code}`, ...params })
}
