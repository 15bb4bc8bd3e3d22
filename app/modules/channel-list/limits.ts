/** The limits on stored lists, with their reasons. */
import { dayMs } from '~/platform/clock.server'

/** Live User lists of one account (the specification's five cloud saves). */
export const userListsMax = 5
/**
 * Revisions kept of one list, and so the number of steps that can be undone. Each holds a whole state, so older ones
 * can be dropped.
 */
export const revisionsMax = 500
/** Free a twentieth more room than needed, so that not every change has to free some. */
export const roomSlack = 0.05
/**
 * A change of an existing list may still be stored with only this share of the minimum free disk space for new files:
 * edits are the last to be refused.
 */
export const editFloorShare = 0.25
/** Old revisions are dropped in batches, so that not every edit pays for it. */
export const revisionsSlack = 50
/** How long a deleted list can be restored. */
export const restoreMs = 30 * dayMs
/**
 * The longest JSON of operations that the history keeps; a longer batch keeps only its summary, and always its state.
 */
export const operationsTextMax = 65_536
/** The maximum number of conflicts in one answer; more would not help. */
export const clashesMax = 50
/** The maximum number of revisions listed with a conflict. */
export const sinceMax = 20
/** A category's picture: 200 K, inclusive. */
export const logoBytesMax = 204_800
/** A box decodes a picture at four bytes a pixel, next to its video: 4 MiB. A row on its screen is a tenth of that. */
export const logoPixelsMax = 1024 * 1024
/**
 * Pictures that one account may keep: five lists of twenty categories, as many that their histories still show, and one
 * each for many links. If pictures are large, the account's room in bytes limits them sooner.
 */
export const logosMax = 1000
/** An unused picture is deleted after this time: its form was never submitted. */
export const logoUnusedMs = dayMs
/** Bytes of source files cached in memory: about two hundred usual lists. */
export const sourceCacheBytes = 64 * 1024 * 1024
/** How often a commit that lost a race is retried on the new newest revision. */
export const attemptsMax = 8
/** The maximum number of satellites listed with Q2202. */
export const keepSatellitesMax = 200
/** The maximum number of ids listed with one loss of an export or edit; the count is complete. */
export const lossIdsMax = 100
/**
 * Work on lists up to this length, in bytes read by the engine (1 to 5 ms a MiB), runs on the server's own thread. That
 * covers reading and editing a usual list of 2000 channels; longer ones go to the engine's thread.
 */
export const inlineBytes = 2 * 1024 * 1024
/**
 * Work in other dialects up to this length runs on the server's own thread. Reading them takes 0.2 to 1 ms a KiB, as
 * lines of a few bytes may become channels of 300; writing takes 0.1 ms a channel. A usual list's file is longer, and
 * goes to the engine's thread.
 */
export const foreignInlineBytes = 8 * 1024
/**
 * The cost of a piece of work, relative to reading its source once. Another dialect writes four times the bytes, a
 * merge reads three states, a mapping or a comparison makes an object for every channel.
 */
export const pieceWeights = {
  importBytes: 2,
  fitCopy: 2,
  copyVisible: 8,
  write: 1,
  convert: 10,
  prepare: 2,
  merge: 5,
  readFacts: 1,
  report: 2,
  preview: 2,
  reread: 4,
  viewHead: 1,
  viewCall: 2,
  mapIds: 4,
  carryOverEdits: 8,
  compareVersions: 4,
  inLanguage: 4,
  namesFor: 4,
  withoutNames: 2,
  moveUploaded: 4,
  findOwnNames: 8,
  putNames: 2,
  readNames: 24,
  nameTable: 6,
  orderAfter: 12,
  readLines: 32,
  findPasted: 8,
  previewMerge: 8,
  mergeInto: 12,
  reconcile: 10,
  ownEdits: 14,
  readFile: 2,
  planTool: 4,
} as const
/** Names in other languages shorter than this are kept inside each state that has them. */
export const namesApartBytes = 2048
/** Bytes of edit states cached in memory after joining them with their separately stored names. */
export const statesInMemoryBytes = 16 * 1024 * 1024
/** Bytes of edit states with names in another language, cached in memory: a few kilobytes to 100 each. */
export const statesInLanguageBytes = 16 * 1024 * 1024
/** Bytes of published states as others than the owner read them, cached in memory: a few kilobytes to 300 a list. */
export const shownStatesBytes = 16 * 1024 * 1024
/** How much a version changed of another, as boxes' pages show it: three numbers each. */
export const changesKept = 5000
/** A stage ends by itself once at least this many boxes, and this percentage of its boxes, report a failure. */
export const stageFailures = { least: 3, percent: 10 } as const
/** Versions are kept for this many newest publications of a list, so that each of them can be rolled back to. */
export const publicationsKept = 20
/** Usual lists that stay open for the next page: a few users', at 2 to 8 MiB each. */
export const openListsMax = 6
/** An engine that grew beyond this for a list is not kept open. */
export const openListBytes = 16 * 1024 * 1024
/** Longer sources are kept in shared memory, so that they are not copied for each piece of work. */
export const sharedBytesMin = 256 * 1024
/**
 * How much work on long lists may wait for one account: a page and its parts. Only a program that doesn't wait for
 * answers has more.
 */
export const heavyWaitingOfOne = 6
/** The same for all accounts together: at half a second each, no answer comes too late. */
export const heavyWaitingOfAll = 60
/**
 * A piece of work takes at most two seconds of processor time; a thread that used this much for one piece hangs. On a
 * busy machine it may take four times as long by the clock (thread.server.ts). All of it is charged to the account that
 * asked.
 */
export const heavyLimitMs = 15_000
/** Heap of the engine's thread: the names and problems of 100 000 records as objects, several times. */
export const heavyHeapMb = 512
/** Bytes of exported long lists cached in memory: two of the longest, or twenty of a tenth of that. */
export const exportCacheBytes = 96 * 1024 * 1024
/** How long a file uploaded next to a list is kept. */
export const heldFileMs = dayMs
/** How many such files an account keeps; older ones are dropped. */
export const heldFilesPerAccount = 3
/** Links of one list that can be valid at the same time. */
export const sharesPerList = 20
