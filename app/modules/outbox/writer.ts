/**
 * Who puts a message into words: the outbox knows templates and values, sentences and brands are the pages' business,
 * so the writer is given to it at start.
 */
import type { Content } from './outbox.schema'

export type WrittenMail = { subject: string; text: string; html: string; fromName: string }
/**
 * `language` is a public code (`ua`); `brand` the id of a brand, null for the default one; `at` is when it was written,
 * which is when what it tells of was done.
 */
export type About = { language: string; brand: string | null; at: Date }
export type MessageWriter = {
  mail(content: Content, about: About): WrittenMail
  sms(content: Content, about: About): string
}

let current: MessageWriter | undefined
/** Gives the outbox its writer; called once at start. */
export const provideMessageWriter = (writer: MessageWriter): void => {
  current = writer
}
/** The writer, or null in a process that only puts messages into the outbox. */
export const findWriter = (): MessageWriter | null => current ?? null
export const getWriter = (): MessageWriter => {
  if (current === undefined) throw new Error('the outbox has no writer: call provideMessageWriter at start')
  return current
}
