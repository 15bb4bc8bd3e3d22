/** The two channels: which senders there are, and whether a channel can be used at all. */
import { env } from '~/platform/env.server'
import { openMailSender, type MailSender } from '~/platform/mail.server'
import { openSmsSender, type SmsSender } from '~/platform/sms.server'
import type { Channel } from './outbox.schema'

export type Senders = { mail: MailSender | null; sms: SmsSender | null }

let current: Senders | undefined
/** The senders, created from the settings at first use. */
export const getSenders = (): Senders => (current ??= { mail: openMailSender(), sms: openSmsSender() })

/** Replaces the senders until the returned function is called. */
export const replaceSenders = (senders: Senders): (() => void) => {
  const before = current
  current = senders
  return () => {
    current = before
  }
}

/** Closes their connections; the next use opens them again. */
export const closeSenders = (): void => {
  current?.mail?.close()
  current?.sms?.close()
  current = undefined
}

export const hasSender = (channel: Channel): boolean => getSenders()[channel] !== null

/** Whether messages of a channel can reach anybody: by a sender, or in demo mode on the outbox page. */
export const channelsReady = (): { mail: boolean; sms: boolean } => ({
  mail: env.demo || hasSender('mail'),
  sms: env.demo || hasSender('sms'),
})
