/**
 * Notifies a wallet's owner about what happens in it: each event sends a message, and a mail if the account has an
 * address. Notifying is a job that is written in the event's transaction and ends in the message's transaction.
 */
import { db, type Transaction } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { oneOff } from '~/platform/jobs.server'
import { provided } from '~/platform/provided.server'
import { transact } from '~/platform/transact.server'
import { findAccount, mailOwner } from '~/modules/account/account.server'
import { notifyAccountIn, type MessageTexts } from '~/modules/message/message.server'
import type { WalletEvent, WalletMessage } from '~/modules/outbox/outbox.server'
import { printAmount, scales } from '~/text/amount'
import { initialOnly } from './initial'

/** The message in every language; a higher module provides the texts. */
export const walletTexts = provided<(message: WalletMessage) => MessageTexts>('the words about a wallet')

const messageOf = (fact: WalletEvent): WalletMessage => ({
  link: env.publicOrigin === null ? null : `${env.publicOrigin}/wallet`,
  fact,
})

type Notification = { userId: string; key: string; fact: WalletEvent }

export const tellOfWalletJob = oneOff<Notification>('tell-of-wallet', async ({ userId, key, fact }, run) => {
  const account = await findAccount(userId)
  if (account === null) return
  const message = messageOf(fact)
  const texts = walletTexts(message)
  await transact(async (tx) => {
    await run.endWith(tx)
    await notifyAccountIn(tx, userId, `wallet ${key}`, texts)
    await mailOwner(tx, userId, account.language ?? 'en', { template: 'wallet-news', values: message })
  })
})

/** Schedules the notice in the event's transaction. `about` identifies it among those of its wallet. */
export const tellOfWallet = async (
  tx: Transaction,
  userId: string,
  about: string,
  fact: WalletEvent,
): Promise<void> => {
  const key = `${userId} ${about}`
  await tellOfWalletJob.enqueue(tx, { key, payload: { userId, key, fact } })
}

/** Notifies both owners of a transfer, in one job. */
export const tellOfTransfer = oneOff<{ transferId: string }>('tell-of-transfer', async ({ transferId }, run) => {
  const found = await db.walletTransfer.findUnique({
    where: { transferId },
    include: { from: { select: { userName: true, language: true } }, to: { select: { language: true } } },
  })
  if (found === null) return
  const { number, note, fromId, toId, from, to, typed } = found
  const [amount, fee] = [found.amount, found.fee].map((units) => printAmount(units, { scale: scales.MANGO }))
  const told = { number, amount: amount ?? '', note }
  const sent = messageOf({ kind: 'sent', ...told, fee: fee ?? '', to: typed })
  const received = messageOf({ kind: 'received', ...told, from: initialOnly(from.userName) })
  const texts = [walletTexts(sent), walletTexts(received)] as const
  await transact(async (tx) => {
    await run.endWith(tx)
    await notifyAccountIn(tx, fromId, `transfer ${transferId} sent`, texts[0], { isOwnAct: true })
    await notifyAccountIn(tx, toId, `transfer ${transferId} received`, texts[1])
    await mailOwner(tx, fromId, from.language ?? 'en', { template: 'wallet-news', values: sent })
    await mailOwner(tx, toId, to.language ?? 'en', { template: 'wallet-news', values: received })
  })
})

/** Amounts as decimal text. `number`: the transaction number. `reason`: the operator's words for the owner. */
export type GivenEvent =
  | { kind: 'code'; amount: string; number: string }
  | { kind: 'gift'; currency: 'MANGO' | 'POINTS'; amount: string }
  | { kind: 'frozen' | 'closed'; reason: string }
  | { kind: 'reopened' }

/** The message in every language; a higher module provides the texts. */
export const givenTexts = provided<(fact: GivenEvent) => MessageTexts>('the words about what came into a wallet')

type GivenNotification = { userId: string; key: string; fact: GivenEvent }

export const tellOfGiven = oneOff<GivenNotification>('tell-of-given', async ({ userId, key, fact }, run) => {
  const texts = givenTexts(fact)
  await transact(async (tx) => {
    await run.endWith(tx)
    await notifyAccountIn(tx, userId, `wallet ${key}`, texts, { isOwnAct: fact.kind === 'code' })
  })
})

/** Schedules the notice in the event's transaction. `key` identifies it, so that it is sent only once. */
export const tellWalletOwner = async (
  tx: Transaction,
  userId: string,
  key: string,
  fact: GivenEvent,
): Promise<void> => {
  await tellOfGiven.enqueue(tx, { key, payload: { userId, key, fact } })
}
