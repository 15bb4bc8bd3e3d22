/**
 * Connects modules at start where one may not import the other, and lists the work that repeats while the server runs.
 */
import {
  accountSwitched,
  clearOldSecondSteps,
  clearOldSignIns,
  endSessionsOf,
  fillAccountKeys,
  findDeviceOwner,
  flushSignIns,
} from '~/modules/account/account.server'
import { clearOldAttachments } from '~/modules/attachment/attachment.server'
import { clearOldBodyKeys } from '~/modules/body-key/body-key.server'
import { clearOldChallenges, stopDrawing } from '~/modules/captcha/captcha.server'
import {
  compactRevisions,
  findChoosableList,
  saveKeptBeside,
  stopEngineThreads,
} from '~/modules/channel-list/channel-list.server'
import { clearOldPairings, findOwnerOfBox, flushDeviceFacts, mayLoadList } from '~/modules/device/device.server'
import { clearOldDrafts } from '~/modules/draft/draft.server'
import { fillFeedbackKeys } from '~/modules/feedback/feedback.server'
import { fillMessageKeys } from '~/modules/message/message.server'
import { clearOldMessages, provideMessageWriter, stopOutbox } from '~/modules/outbox/outbox.server'
import { clearOldSessions, endOtherSessions } from '~/modules/session/session.server'
import { connectStb, forgetAllBoxes } from '~/modules/stb/stb.server'
import { clearOldCodes } from '~/modules/verification/verification.server'
import { hourMs, minuteMs } from '~/platform/clock.server'
import { clearOldFiles } from '~/platform/files.server'
import { clearOldKeys } from '~/platform/idempotency.server'
import { clearOldLimits } from '~/platform/limits.server'
import { log } from '~/platform/log.server'
import { isStorageFull } from '~/platform/storage'
import { notifyOfBeside } from '~/web/lists/beside-message.server'
import { makeMessageWriter } from '~/web/mail/writer.server'

/** Called once, before the first request. */
export const connectModules = (): void => {
  connectStb()
  provideMessageWriter(makeMessageWriter())
  mayLoadList.provide(async ({ userId, sn }, listId) => (await findChoosableList(userId, sn, listId)) !== null)
  findDeviceOwner.provide(findOwnerOfBox)
  endSessionsOf.provide((tx, userId, { keep, reason }) => endOtherSessions(userId, keep, reason, tx))
  saveKeptBeside.listen(notifyOfBeside)
  accountSwitched.listen(forgetAllBoxes)
}

/** Rows without a search key that are filled in at a time: each batch is one transaction, for which others wait. */
const mostFilled = 500
/** Called once, before the first request: a migration may have added search keys, or cleared them to be made anew. */
export const fillSearchKeys = async (): Promise<void> => {
  let filled = 0
  for (const fill of [fillAccountKeys, fillMessageKeys, fillFeedbackKeys])
    for (let more = 1; more > 0; filled += more) more = await fill(mostFilled)
  if (filled > 0) log.info({ filled }, 'texts made ready for searches')
}

export type Job = { name: string; intervalMs: number; work: () => Promise<unknown> }
export const jobs: readonly Job[] = [
  { name: 'clear-old-challenges', intervalMs: 10 * minuteMs, work: clearOldChallenges },
  { name: 'clear-old-keys', intervalMs: hourMs, work: clearOldKeys },
  { name: 'clear-old-limits', intervalMs: 10 * minuteMs, work: clearOldLimits },
  { name: 'clear-old-sessions', intervalMs: hourMs, work: clearOldSessions },
  { name: 'compact-revisions', intervalMs: 10 * minuteMs, work: compactRevisions },
  { name: 'clear-old-messages', intervalMs: hourMs, work: clearOldMessages },
  { name: 'clear-old-codes', intervalMs: hourMs, work: clearOldCodes },
  { name: 'clear-old-second-steps', intervalMs: hourMs, work: clearOldSecondSteps },
  { name: 'clear-old-sign-ins', intervalMs: hourMs, work: clearOldSignIns },
  { name: 'clear-old-body-keys', intervalMs: hourMs, work: clearOldBodyKeys },
  { name: 'clear-old-pairings', intervalMs: hourMs, work: clearOldPairings },
  { name: 'clear-old-drafts', intervalMs: hourMs, work: clearOldDrafts },
  { name: 'clear-old-attachments', intervalMs: hourMs, work: clearOldAttachments },
  { name: 'clear-old-files', intervalMs: hourMs, work: clearOldFiles },
]

/**
 * Called once at the end, after the last request and before the database is closed. A failure in one part does not
 * prevent the others from finishing. False where something failed; notes for which a full disk has no room don't count
 * as failures.
 */
export const finishModules = async (): Promise<boolean> => {
  let well = true
  for (const end of [stopOutbox, stopDrawing, stopEngineThreads, flushSignIns, flushDeviceFacts]) {
    try {
      await end()
    } catch (error) {
      if (isStorageFull(error)) log.warn('the disk is full: notes of what boxes loaded are lost')
      else {
        well = false
        log.error({ error }, 'a part did not end well')
      }
    }
  }
  return well
}
