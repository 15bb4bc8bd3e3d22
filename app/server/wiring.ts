/** Connects modules at start if one may not import the other, and lists the work that repeats while the server runs. */
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
import { moveTexts } from '~/modules/box-move/box-move.server'
import { clearOldBodyKeys } from '~/modules/body-key/body-key.server'
import { clearOldChallenges, stopDrawing } from '~/modules/captcha/captcha.server'
import {
  clearOldLogos,
  compactRevisions,
  openStages,
  findChoosableList,
  moveUploadedNames,
  conflictCopyKept,
  stopEngineThreads,
} from '~/modules/channel-list/channel-list.server'
import {
  clearOldPairings,
  findOwnerOfBox,
  flushDeviceFacts,
  hasAdultControl,
  mayLoadList,
} from '~/modules/device/device.server'
import { clearOldDrafts } from '~/modules/draft/draft.server'
import { connectEntitlement, isEntitled } from '~/modules/entitlement/entitlement.server'
import { fillFeedbackKeys } from '~/modules/feedback/feedback.server'
import {
  clearDeletedLinks,
  clearOldTables,
  endLapsedLinks,
  lapseTexts,
  stopLinkTables,
} from '~/modules/link/link.server'
import { expireHolds } from '~/modules/ledger/ledger.server'
import { fillMessageKeys } from '~/modules/message/message.server'
import { clearOldMessages, closeSenders, outboxQueues, provideMessageWriter } from '~/modules/outbox/outbox.server'
import { orderTexts, tellOfOrder } from '~/modules/order/order.server'
import {
  connectPoints,
  countProvenBoxes,
  expirePoints,
  pointsTexts,
  rewardInvitation,
} from '~/modules/points/points.server'
import { connectPayment, paymentJobs, paymentQueues, readMinimums } from '~/modules/payment/payment.server'
import { clearOldSessions, endWithAccount } from '~/modules/session/session.server'
import { reminderTexts, remindOfEnds } from '~/modules/reminder/reminder.server'
import { rechargeTexts, tellOfRecharge } from '~/modules/recharge/recharge.server'
import { connectRenewal, renewalTexts, renewFromMango, tellOfRenewal } from '~/modules/renewal/renewal.server'
import { checkKeyAge, signingKey } from '~/modules/list-signature/list-signature.server'
import { connectStb, forgetAllBoxes } from '~/modules/stb/stb.server'
import { givenTexts, tellOfGiven, tellOfTransfer, tellOfWalletJob, walletTexts } from '~/modules/wallet/wallet.server'
import { clearOldCodes } from '~/modules/verification/verification.server'
import { dayMs, hourMs, minuteMs } from '~/platform/clock.server'
import { env } from '~/platform/env.server'
import { clearOldFiles } from '~/platform/files.server'
import { clearOldKeys } from '~/platform/idempotency.server'
import { makeRunner, recurring } from '~/platform/jobs.server'
import { clearOldLimits } from '~/platform/limits.server'
import { log } from '~/platform/log.server'
import { isStorageFull } from '~/platform/storage'
import { moveMessageTexts } from '~/web/box/move-message.server'
import { notifyOfConflictCopy } from '~/web/lists/conflict-copy-message.server'
import { stopListPdf } from '~/web/lists/list-file.server'
import { orderMessageTexts } from '~/web/order/order-message.server'
import { rechargeMessageTexts } from '~/web/wallet/recharge-message.server'
import { pointsMessageTexts } from '~/web/points/points-message.server'
import { lapseMessageTexts } from '~/web/mylink/lapse-message.server'
import { reminderMessageTexts } from '~/web/service/reminder-message.server'
import { renewalMessageTexts } from '~/web/service/renewal-message.server'
import { walletMessageTexts } from '~/web/wallet/wallet-message.server'
import { givenMessageTexts } from '~/web/wallet/given-message.server'
import { makeMessageWriter } from '~/web/mail/writer.server'

/** Called once, before the first request. */
export const connectModules = (): void => {
  connectStb()
  connectPayment()
  connectEntitlement()
  connectRenewal()
  connectPoints()
  provideMessageWriter(makeMessageWriter())
  mayLoadList.provide(async ({ userId, sn }, listId) => (await findChoosableList(userId, sn, listId)) !== null)
  findDeviceOwner.provide(findOwnerOfBox)
  hasAdultControl.provide((sn) => isEntitled({ sn }, 'adult'))
  endSessionsOf.provide(endWithAccount)
  conflictCopyKept.listen(notifyOfConflictCopy)
  moveTexts.provide(moveMessageTexts)
  reminderTexts.provide(reminderMessageTexts)
  lapseTexts.provide(lapseMessageTexts)
  orderTexts.provide(orderMessageTexts)
  rechargeTexts.provide(rechargeMessageTexts)
  renewalTexts.provide(renewalMessageTexts)
  walletTexts.provide(walletMessageTexts)
  givenTexts.provide(givenMessageTexts)
  pointsTexts.provide(pointsMessageTexts)
  accountSwitched.listen(forgetAllBoxes)
}

/** How many rows get their missing search key at a time. Each batch is one transaction, which blocks others. */
const maxFilled = 500
/** Called once, before the first request. A migration may have added search keys, or cleared them to be rebuilt. */
export const fillSearchKeys = async (): Promise<void> => {
  let filled = 0
  for (const fill of [fillAccountKeys, fillMessageKeys, fillFeedbackKeys])
    for (let more = 1; more > 0; filled += more) more = await fill(maxFilled)
  if (filled > 0) log.info({ filled }, 'texts made ready for searches')
}

/** Called once, before the first request: converts what earlier versions of the program stored differently. */
export const moveStored = async (): Promise<void> => {
  await moveUploadedNames()
  // The first key is made now: when the first box asks, the disk may be full.
  await signingKey().catch((error: unknown) => log.error({ err: error }, 'lists can’t be signed yet'))
}

/** All work that is not a request. Work that only writes out this process's memory needs no row of its own. */
export const runner = makeRunner({
  jobs: [
    ...paymentJobs,
    tellOfOrder,
    tellOfRecharge,
    tellOfRenewal,
    tellOfTransfer,
    tellOfWalletJob,
    tellOfGiven,
    rewardInvitation,
    recurring('clear-old-challenges', 10 * minuteMs, clearOldChallenges),
    recurring('remind-of-ends', hourMs, remindOfEnds),
    recurring('renew-from-mango', hourMs, renewFromMango),
    recurring('clear-old-keys', hourMs, clearOldKeys),
    recurring('clear-old-limits', 10 * minuteMs, clearOldLimits),
    recurring('clear-old-sessions', hourMs, clearOldSessions),
    recurring('compact-revisions', 10 * minuteMs, compactRevisions),
    recurring('open-stages', minuteMs, openStages),
    recurring('check-list-key', dayMs, checkKeyAge),
    recurring('clear-old-messages', hourMs, clearOldMessages),
    recurring('clear-old-codes', hourMs, clearOldCodes),
    recurring('clear-old-second-steps', hourMs, clearOldSecondSteps),
    recurring('clear-old-sign-ins', hourMs, clearOldSignIns),
    recurring('clear-old-body-keys', hourMs, clearOldBodyKeys),
    recurring('clear-old-pairings', hourMs, clearOldPairings),
    recurring('clear-old-drafts', hourMs, clearOldDrafts),
    recurring('clear-old-attachments', hourMs, clearOldAttachments),
    recurring('clear-old-files', hourMs, clearOldFiles),
    recurring('clear-old-logos', hourMs, clearOldLogos),
    recurring('clear-old-tables', hourMs, clearOldTables),
    recurring('clear-deleted-links', hourMs, clearDeletedLinks),
    recurring('end-lapsed-links', dayMs, endLapsedLinks),
    recurring('count-proven-boxes', hourMs, (run) => countProvenBoxes(run)),
    recurring('expire-points', hourMs, (run) => expirePoints(run)),
    recurring('expire-holds', minuteMs, expireHolds),
  ],
  queues: [...outboxQueues, ...paymentQueues],
})

/**
 * Called once, after the start: loads what pages would otherwise learn only after somebody's action. Nobody waits for
 * it.
 */
export const readAhead = (): void => {
  readMinimums().catch((error: unknown) => log.error({ error }, 'the least amounts could not be read'))
}

/**
 * Called once at the end, after the last request and before the database is closed. A failure in one part does not keep
 * the others from finishing. False if something failed; notes for which a full disk has no room don't count as
 * failures.
 */
export const finishModules = async (): Promise<boolean> => {
  let well = true
  const stopJobs = async (): Promise<void> => {
    await runner.stop(env.stopTimeoutMs)
    closeSenders()
  }
  for (const end of [
    stopJobs,
    stopDrawing,
    stopEngineThreads,
    stopListPdf,
    stopLinkTables,
    flushSignIns,
    flushDeviceFacts,
  ]) {
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
