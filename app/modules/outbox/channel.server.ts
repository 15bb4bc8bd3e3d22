/** The two channels: their senders, and whether a channel can be used. */
import { env } from '~/platform/env.server'
import { openMailSender, type MailSender } from '~/platform/mail.server'
import { openSmsSender, type SmsSender } from '~/platform/sms.server'
import type { Channel } from './outbox.schema'

export type Senders = { mail: MailSender | null; sms: SmsSender | null }

let current: Senders | undefined
/** The senders, created from the settings on first use. */
export const getSenders = (): Senders => (current ??= { mail: openMailSender(), sms: openSmsSender() })

/** Replaces the senders until the returned function is called. */
export const replaceSenders = (senders: Senders): (() => void) => {
  const before = current
  current = senders
  return () => {
    current = before
  }
}

/** Closes their connections; the next use reopens them. */
export const closeSenders = (): void => {
  current?.mail?.close()
  current?.sms?.close()
  current = undefined
}

export const hasSender = (channel: Channel): boolean => getSenders()[channel] !== null

/** Whether messages of a channel can reach anybody: by a sender, or on the outbox page in demo mode. */
export const channelsReady = (): { mail: boolean; sms: boolean } => ({
  mail: env.demo || hasSender('mail'),
  sms: env.demo || hasSender('sms'),
})
