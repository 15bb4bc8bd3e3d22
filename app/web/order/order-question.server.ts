/** The page that asks for confirmation before an action on an order: what it shows, and what its button does. */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import type { Result } from '~/errors/table'
import { cancelOrder, deleteOrder, orderStatuses } from '~/modules/order/order.server'
import { redirectDone, redirectWithFlash } from '~/request/flash.server'
import { refused } from '~/web/form/form.server'
import { refusalFlash } from '~/web/form/refusal.server'
import { requireOrder } from './require-order.server'

const pathOf = (number: string): string => `/order/${number}`

type Question = {
  run: (userId: string, number: string) => Promise<Result<unknown>>
  /** The status that it leads to. */
  reached: number
  /** The message's key in the texts about orders. */
  flash: string
  next: (number: string) => string
}
const questions = {
  cancel: { run: cancelOrder, reached: orderStatuses.cancelled, flash: 'cancelled', next: pathOf },
  delete: { run: deleteOrder, reached: orderStatuses.deleted, flash: 'deleted', next: () => '/order' },
} as const satisfies Record<string, Question>
type OrderQuestionAct = keyof typeof questions

/** Loads the order; if the action is not possible (any more), redirects to its page, which shows the state. */
export const askAboutOrder = async ({ request, context, params }: LoaderFunctionArgs, act: OrderQuestionAct) => {
  const { order } = await requireOrder(request, context, params.number)
  if (!order.acts.includes(act)) throw redirect(pathOf(order.number))
  return json({ order })
}

/** Performs the action and confirms it. */
export const answerAboutOrder = async ({ request, context, params }: ActionFunctionArgs, act: OrderQuestionAct) => {
  const { user, order } = await requireOrder(request, context, params.number)
  const { number } = order
  const { run, reached, flash, next }: Question = questions[act]
  const done = await run(user.userId, number)
  if (!done.ok) {
    // It changed meanwhile: its own page shows the new state, and why the action failed.
    const { order: after } = await requireOrder(request, context, params.number)
    if (after.acts.includes(act)) return refused(done, {})
    if (after.status !== reached) return redirectWithFlash(context, pathOf(number), refusalFlash(done))
  }
  return redirectDone(context, next(number), `order:flash.${flash}`, { number })
}
