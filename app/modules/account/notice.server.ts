/**
 * Notifies an account's owner of changes by mail or SMS. Notices are written in the change's transaction; channels
 * without a sender are skipped.
 */
import { now } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { consume, takeWithin } from '~/platform/limits.server'
import { log } from '~/platform/log.server'
import { afterCommit } from '~/platform/transact.server'
import { channelsReady, enqueueMail, enqueueSms, type MailValues } from '~/modules/outbox/outbox.server'
import type { Contact } from '~/modules/verification/contact.schema'
import { recipientOf } from '~/modules/verification/verification.server'
import { contactOf } from './identity.server'

type Owner = {
  id: string
  language: string | null
  email: string | null
  phoneArea: string | null
  phone: string | null
}

type Notice =
  | { template: 'password-changed'; values: { tokens: number } }
  | { template: 'authenticator-removed' | 'payment-password-changed'; values: Record<string, never> }

/** A new password does not end API tokens, so the notice says how many still work. */
const countLivingTokens = (tx: Transaction, userId: string): Promise<number> =>
  tx.apiToken.count({ where: { userId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }] } })

type NoticeSms = Parameters<typeof enqueueSms>[0]
/**
 * A notice costs as much as a code, so it counts towards the daily SMS. It is sent even beyond that limit, because
 * otherwise an attacker could suppress the warning by using up the limit. It has its own limits instead: some per
 * number, which has then been warned, and in total as many as the daily SMS limit.
 */
const sendSms = async (tx: Transaction, message: NoticeSms): Promise<void> => {
  if (!(await takeWithin(tx, 'sms-notice', message.to))) return
  if (!(await takeWithin(tx, 'sms-notice-all', 'all'))) {
    log.error({ template: message.template }, 'a notice by SMS was left out: as many as SMS_DAILY_CAP were sent today')
    return
  }
  await enqueueSms(message, tx)
  afterCommit(tx, 'count an SMS', () => consume('sms-day', 'all'))
}

/**
 * Notifies the owner of an action: by mail, or by SMS if there is only a phone. Uses the owner's language if one was
 * chosen.
 */
export const notify = async (
  tx: Transaction,
  owner: Owner,
  language: string,
  template: 'password-changed' | 'authenticator-removed' | 'payment-password-changed',
): Promise<void> => {
  const ready = channelsReady()
  const mail = contactOf(owner, 'mail')
  const sms = contactOf(owner, 'sms')
  const message: { language: string } & Notice = {
    language: owner.language ?? language,
    ...(template === 'password-changed'
      ? { template, values: { tokens: await countLivingTokens(tx, owner.id) } }
      : { template, values: {} }),
  }
  if (mail !== null && ready.mail) await enqueueMail({ ...message, to: recipientOf(mail) }, tx)
  else if (sms !== null && ready.sms) await sendSms(tx, { ...message, to: recipientOf(sms) })
}

/** Notifies the old contact that it was replaced or removed. */
export const notifyContactChanged = async (
  tx: Transaction,
  owner: Owner,
  language: string,
  old: Contact,
  change: 'changed' | 'removed',
): Promise<void> => {
  if (!channelsReady()[old.channel]) return
  const message = {
    to: recipientOf(old),
    language: owner.language ?? language,
    template: 'contact-changed' as const,
    values: { channel: old.channel, change },
  }
  if (old.channel === 'mail') return void (await enqueueMail(message, tx))
  await sendSms(tx, message)
}

type OwnerMail =
  | 'feedback-answered'
  | 'new-sign-in'
  | 'token-made'
  | 'services-end'
  | 'order-news'
  | 'recharge-news'
  | 'renewal-news'
  | 'wallet-news'
/**
 * Mails an account's owner about another module's action, in the same transaction. `otherwise` is the language for an
 * owner who chose none. False if no mail can be sent, or the account has no address.
 */
export const mailOwner = async (
  tx: Transaction,
  userId: string,
  otherwise: string,
  message: { [T in OwnerMail]: { template: T; values: MailValues[T] } }[OwnerMail],
): Promise<boolean> => {
  const owner = await tx.user.findUnique({
    where: { id: userId },
    select: { language: true, email: true, phoneArea: true, phone: true, disabledAt: true },
  })
  const mail = owner === null || owner.disabledAt !== null ? null : contactOf(owner, 'mail')
  if (owner === null || mail === null || !channelsReady().mail) return false
  await enqueueMail({ ...message, to: recipientOf(mail), language: owner.language ?? otherwise }, tx)
  return true
}
