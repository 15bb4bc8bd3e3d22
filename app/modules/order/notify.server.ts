/**
 * Notifies an order's owner about its money: paid, credited, refunded, taken back by a bank. Each event sends a
 * message, and a mail if the account has an address. Notifying is a job that is written in the event's transaction and
 * ends in the message's transaction: no notice is lost or sent twice, and a failing text never stops money.
 */
import { db, type Transaction } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { oneOff } from '~/platform/jobs.server'
import { provided } from '~/platform/provided.server'
import { transact } from '~/platform/transact.server'
import { mailOwner } from '~/modules/account/account.server'
import { notifyAccountIn, type MessageTexts } from '~/modules/message/message.server'
import type { OrderEvent, OrderMessage } from '~/modules/outbox/outbox.server'
import { printAmount, scales } from '~/text/amount'
import { chargesOf } from './charged'

/** The message in every language; a higher module provides the texts. */
export const orderTexts = provided<(message: OrderMessage) => MessageTexts>('the words about an order')

/** A card's surplus from rounding to whole cents: its page and its receipt show it. */
const isRounding = ({ why, amount }: { why: string; amount: string }): boolean =>
  why === 'surplus' && /^0\.00/.test(amount)

/** The owner has paid, by whatever method; a renewal pays by itself. */
const isOwn = (fact: OrderEvent): boolean =>
  fact.kind === 'credited' ? isRounding(fact) : fact.kind === 'paid' && fact.renews !== true

type Notification = { orderId: string; key: string; fact: OrderEvent }

export const tellOfOrder = oneOff<Notification>('tell-of-order', async ({ orderId, key, fact }, run) => {
  const order = await db.order.findUnique({
    where: { id: orderId },
    include: {
      lines: true,
      parts: { orderBy: { createdAt: 'asc' } },
      attempts: true,
      user: { select: { language: true } },
    },
  })
  if (order === null) return
  const { number, userId, boxName } = order
  const charges = chargesOf(order)
  const message: OrderMessage = {
    number,
    box: boxName,
    products: order.lines.map(({ productNames, months }) => ({
      names: JSON.parse(productNames) as Record<string, string>,
      months,
    })),
    link: env.publicOrigin === null ? null : `${env.publicOrigin}/order/${number}`,
    fact,
    charged: order.parts.flatMap(({ method, state }, index) =>
      state === 'paid' ? [{ method, amount: printAmount(charges[index] ?? 0n, { scale: scales.USD }) }] : [],
    ),
  }
  const texts = orderTexts(message)
  await transact(async (tx) => {
    await run.endWith(tx)
    await notifyAccountIn(tx, userId, `order ${key}`, texts, { isOwnAct: isOwn(fact) })
    await mailOwner(tx, userId, order.user.language ?? 'en', { template: 'order-news', values: message })
  })
})

/** Schedules the notice in the event's transaction. `about` identifies it among those of its order. */
export const tellOwner = async (tx: Transaction, orderId: string, about: string, fact: OrderEvent): Promise<void> => {
  const key = `${orderId} ${about}`
  await tellOfOrder.enqueue(tx, { key, payload: { orderId, key, fact } })
}
