/**
 * Notifies a recharge's owner about its money, as for an order: each event sends a message, and a mail if the account
 * has an address, by a job written in the event's transaction.
 */
import { db, type Transaction } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { oneOff } from '~/platform/jobs.server'
import { provided } from '~/platform/provided.server'
import { transact } from '~/platform/transact.server'
import { mailOwner } from '~/modules/account/account.server'
import { notifyAccountIn, type MessageTexts } from '~/modules/message/message.server'
import { payableNow } from '~/modules/order/order.server'
import type { RechargeEvent, RechargeMessage } from '~/modules/outbox/outbox.server'

/** The message in every language; a higher module provides the texts. */
export const rechargeTexts = provided<(message: RechargeMessage) => MessageTexts>('the words about a recharge')

type Notification = { rechargeId: string; key: string; fact: RechargeEvent }

export const tellOfRecharge = oneOff<Notification>('tell-of-recharge', async ({ rechargeId, key, fact }, run) => {
  const recharge = await db.recharge.findUnique({
    where: { id: rechargeId },
    include: {
      user: { select: { language: true } },
      order: { select: { number: true, open: true } },
    },
  })
  if (recharge === null) return
  const { number, userId, order } = recharge
  const waits = order !== null && order.open.length > 0 ? order.number : null
  const next = waits ?? (fact.kind === 'recharged' ? await payableNow(userId) : null)
  const at = env.publicOrigin
  const message: RechargeMessage = {
    number,
    link: at === null ? null : `${at}/wallet/recharge/${number}`,
    order: next === null ? null : { number: next, link: at === null ? null : `${at}/order/${next}/pay` },
    fact,
  }
  const texts = rechargeTexts(message)
  await transact(async (tx) => {
    await run.endWith(tx)
    // The owner has just paid; money that came late or short is news.
    const isOwnAct = fact.kind === 'recharged' && !fact.isLate && fact.asked === null
    await notifyAccountIn(tx, userId, `recharge ${key}`, texts, { isOwnAct })
    await mailOwner(tx, userId, recharge.user.language ?? 'en', { template: 'recharge-news', values: message })
  })
})

/** Schedules the notice in the event's transaction. `about` identifies it among those of its recharge. */
export const tellRecharger = async (
  tx: Transaction,
  rechargeId: string,
  about: string,
  fact: RechargeEvent,
): Promise<void> => {
  const key = `${rechargeId} ${about}`
  await tellOfRecharge.enqueue(tx, { key, payload: { rechargeId, key, fact } })
}
