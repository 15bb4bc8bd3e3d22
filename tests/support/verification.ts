/** For tests of codes in this process: visitors, and the outbox's messages to somebody. */
import { provideMessageWriter } from '~/modules/outbox/outbox.server'
import { listOutbox } from '~/modules/outbox/outbox.server'
import type { Visit } from '~/platform/visit'

export const visitOf = (name: string, address = '192.0.2.1', known: Visit['known'] = null): Visit => ({
  address,
  binding: `visitor:${name}`,
  userAgent: 'Test',
  language: 'en',
  known,
})

/** Makes the outbox readable; its texts do not matter here. */
export const openOutbox = (): void =>
  provideMessageWriter({ mail: () => ({ subject: '', text: '', html: '', fromName: '' }), sms: () => '' })

/** The newest code that was sent to somebody, or null. */
export const findSentCode = async (to: string): Promise<string | null> => {
  for (const message of await listOutbox({ to }))
    if (message.content?.template === 'code') return message.content.values.code
  return null
}
/** The messages sent to somebody, newest first, by template. */
export const listSent = async (to: string): Promise<string[]> =>
  (await listOutbox({ to })).map((message) => message.content?.template ?? '')
