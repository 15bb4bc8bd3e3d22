/**
 * An order's owner is told what became of its money: paid, credited, given back, taken back by a bank. A message for
 * each fact, and a mail where the account has an address. The telling is a job, written in the transaction of the fact
 * and ended in the transaction of the message: none is lost, none comes twice, and words that fail never stop money.
 */
import { db, type Transaction } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { oneOff } from '~/platform/jobs.server'
import { provided } from '~/platform/provided.server'
import { transact } from '~/platform/transact.server'
import { mailOwner } from '~/modules/account/account.server'
import { notifyAccountIn, type MessageTexts } from '~/modules/message/message.server'
import type { OrderFact, OrderNews } from '~/modules/outbox/outbox.server'
import { ok } from '~/errors/table'
import { printAmount, scales } from '~/text/amount'
import { chargedFor } from './charged'

/** The message in every language; words belong to a room above. */
export const orderTexts = provided<(news: OrderNews) => MessageTexts>('the words about an order')

/** Labels of payments that brought money. */
const brought: ReadonlySet<string> = new Set(['finished', 'partial-paid'])

/** Paid from the wallet, with points or by card: its page has said so. Coins are confirmed later. */
const isPaidOnPage = (
  { renews }: { renews?: true },
  attempts: readonly { provider: string; label: string }[],
): boolean => renews !== true && attempts.every(({ provider, label }) => provider === 'stripe' || !brought.has(label))
/** What a card took too much because it takes whole cents: its page and its receipt say it. */
const isRounding = ({ why, amount }: { why: string; amount: string }): boolean =>
  why === 'surplus' && /^0\.00/.test(amount)

type Told = { orderId: string; key: string; fact: OrderFact }

export const tellOfOrder = oneOff<Told>('tell-of-order', async ({ orderId, key, fact }, run) => {
  const order = await db.order.findUnique({
    where: { id: orderId },
    include: { lines: true, parts: true, attempts: true, user: { select: { language: true } } },
  })
  if (order === null) return
  const { number, userId, boxName } = order
  const news: OrderNews = {
    number,
    box: boxName,
    products: order.lines.map(({ productNames, months }) => ({
      names: JSON.parse(productNames) as Record<string, string>,
      months,
    })),
    link: env.publicOrigin === null ? null : `${env.publicOrigin}/order/${number}`,
    fact,
    charged: order.parts
      .filter(({ state }) => state === 'paid')
      .map((part) => ({
        method: part.method,
        amount: printAmount(chargedFor(part, order.attempts), { scale: scales.USD }),
      })),
  }
  const texts = orderTexts(news)
  await transact(async (tx) => {
    await run.endWith(tx)
    const isOwnAct =
      fact.kind === 'credited' ? isRounding(fact) : fact.kind === 'paid' && isPaidOnPage(fact, order.attempts)
    await notifyAccountIn(tx, userId, `order ${key}`, texts, { isOwnAct })
    await mailOwner(tx, userId, order.user.language ?? 'en', { template: 'order-news', values: news })
    return ok(null)
  })
})

/** Plans it with the fact. `about` names the fact among those of its order. */
export const tellOwner = async (tx: Transaction, orderId: string, about: string, fact: OrderFact): Promise<void> => {
  const key = `${orderId} ${about}`
  await tellOfOrder.enqueue(tx, { key, payload: { orderId, key, fact } })
}
