/** The facts of a box that end with its binding. */
import { firstSettings, settingColumns } from './setting'

/** What a box's owner chose for it, and what it did for that owner: the next owner must see none of it. */
export const nobodysFacts = {
  nickname: null,
  activeListId: null,
  formerListId: null,
  fetchedListId: null,
  fetchedRevision: null,
  fetchedHeld: null,
  fetchedLanguage: null,
  fetchedAt: null,
  ...settingColumns(firstSettings),
  settingsChanges: null,
  updatedItselfAt: null,
  updatedSoonAt: null,
  broughtAt: null,
  broughtListId: null,
  broughtRevision: null,
  broughtFrom: null,
  reportedAt: null,
  reportedListId: null,
  reportedRevision: null,
  reportedResult: null,
  reportedReason: null,
  reportedWhy: null,
}

/** What a box reported while it was bound. Its software version stays, because it comes from the pairing. */
export const reportedFacts = { deviceId: null, cpu: null, memory: null, flash: null, lastSeenAt: null }

/** In addition, for an update: a box that had other settings must see a new version of them. */
export const otherSettings = { settingsVersion: { increment: 1 } }
