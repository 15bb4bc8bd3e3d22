/**
 * Notifies owners of what prevents a renewal, and when one is switched off; a completed renewal is reported by its
 * order. Notifying is a job that is written in the event's transaction and ends in the message's transaction: no notice
 * is lost or sent twice.
 */
import { db, type Transaction } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { oneOff } from '~/platform/jobs.server'
import { provided } from '~/platform/provided.server'
import { transact } from '~/platform/transact.server'
import { mailOwner } from '~/modules/account/account.server'
import { notifyAccountIn, type MessageTexts } from '~/modules/message/message.server'
import type { RenewalEvent, RenewalMessage } from '~/modules/outbox/outbox.server'
import { boxNameOf, type RenewalRow } from './store.server'

/** The message in every language; a higher module provides the texts. */
export const renewalTexts = provided<(message: RenewalMessage) => MessageTexts>('the words about a renewal')

type Notification = { userId: string; key: string; box: string; service: string; fact: RenewalEvent }

export const tellOfRenewal = oneOff<Notification>(
  'tell-of-renewal',
  async ({ userId, key, box, service, fact }, run) => {
    const user = await db.user.findUnique({ where: { id: userId }, select: { language: true } })
    if (user === null) return
    const link = env.publicOrigin === null ? null : `${env.publicOrigin}/service`
    const message: RenewalMessage = { box, service, link, fact }
    const texts = renewalTexts(message)
    await transact(async (tx) => {
      await run.endWith(tx)
      await notifyAccountIn(tx, userId, `renewal ${key}`, texts)
      await mailOwner(tx, userId, user.language ?? 'en', { template: 'renewal-news', values: message })
    })
  },
)

/**
 * Schedules the notice in the event's transaction. `about` identifies it among those of its renewal, so that it is sent
 * only once.
 */
export const tellOwner = async (
  tx: Transaction,
  { id, userId, sn, service }: RenewalRow,
  about: string,
  fact: RenewalEvent,
): Promise<void> => {
  const key = `${id} ${about}`
  const box = await boxNameOf(tx, sn)
  await tellOfRenewal.enqueue(tx, { key, payload: { userId, key, box, service, fact } })
}
