/**
 * The writer of message texts: the outbox knows templates and values, but texts and brands belong to pages, so the
 * writer is injected at start.
 */
import type { Content } from './outbox.schema'

export type WrittenMail = { subject: string; text: string; html: string; fromName: string }
/**
 * `language` is a public code (`ua`); `brand` a brand's id, null for the default; `at` is when the message was queued,
 * which is when the event happened.
 */
export type About = { language: string; brand: string | null; at: Date }
export type MessageWriter = {
  mail(content: Content, about: About): WrittenMail
  sms(content: Content, about: About): string
}

let current: MessageWriter | undefined
/** Connects the outbox's writer; called once at start. */
export const provideMessageWriter = (writer: MessageWriter): void => {
  current = writer
}
/** The writer, or null in a process that only adds messages to the outbox. */
export const findWriter = (): MessageWriter | null => current ?? null
export const getWriter = (): MessageWriter => {
  if (current === undefined) throw new Error('the outbox has no writer: call provideMessageWriter at start')
  return current
}
