/** What connects modules at start where one may not import the other, and the work that repeats while the server runs. */
import { onAccountDisabled } from '~/modules/account/account.server'
import { compactRevisions, findChoosableList } from '~/modules/channel-list/channel-list.server'
import { flushDeviceFacts, useListRights } from '~/modules/device/device.server'
import { clearOldMessages, stopOutbox, useMessageWriter } from '~/modules/outbox/outbox.server'
import { onRegistryChanged } from '~/modules/registry/registry.server'
import { clearOldSessions } from '~/modules/session/session.server'
import { connectStb, forgetAllBoxes, forgetBox } from '~/modules/stb/stb.server'
import { hourMs, minuteMs } from '~/platform/clock.server'
import { clearOldLimits } from '~/platform/limits.server'
import { makeMessageWriter } from '~/web/message.server'

/** Called once, before the first request. */
export const connectModules = (): void => {
  connectStb()
  useMessageWriter(makeMessageWriter())
  useListRights(async ({ userId, sn }, listId) => (await findChoosableList(userId, sn, listId)) !== null)
  onAccountDisabled(forgetAllBoxes)
  onRegistryChanged((sns) => {
    for (const sn of sns) forgetBox(sn)
  })
}

export type Job = { name: string; intervalMs: number; work: () => Promise<unknown> }
export const jobs: readonly Job[] = [
  { name: 'clear-old-limits', intervalMs: 10 * minuteMs, work: clearOldLimits },
  { name: 'clear-old-sessions', intervalMs: hourMs, work: clearOldSessions },
  { name: 'compact-revisions', intervalMs: 10 * minuteMs, work: compactRevisions },
  { name: 'clear-old-messages', intervalMs: hourMs, work: clearOldMessages },
]

/** Called once at the end, after the last request and before the database is closed. */
export const finishModules = (): Promise<void> => stopOutbox().then(flushDeviceFacts)
