/** The limits on stored lists, each with its reason. */
import { dayMs } from '~/platform/clock.server'

/** Living User lists of one account (the specification's five cloud saves). */
export const userListsMax = 5
/**
 * Revisions kept of one list, which is also how many steps can be undone. Each holds a whole state, so older ones can
 * be dropped.
 */
export const revisionsMax = 500
/** When room is made, a twentieth more is freed than needed, so that not every change has to free some. */
export const roomSlack = 0.05
/**
 * A change of an existing list may still be stored where less disk is free than this share of the minimum for new
 * files: edits are the last to be refused.
 */
export const editFloorShare = 0.25
/** Old revisions are dropped in batches, so that not every edit pays for it. */
export const revisionsSlack = 50
/** How long a deleted list can be restored. */
export const restoreMs = 30 * dayMs
/**
 * The longest JSON of operations that is kept for the history; a longer batch keeps its summary only (its state is
 * always kept).
 */
export const operationsTextMax = 65_536
/** The most conflicts that one answer lists; more would not help. */
export const clashesMax = 50
/** The most revisions that are listed with a conflict. */
export const sinceMax = 20
/** A category's picture: 200 K, inclusive. */
export const logoBytesMax = 204_800
/** A box decodes it at four bytes a pixel, beside its video: 4 MiB. A row on its screen is a tenth of that. */
export const logoPixelsMax = 1024 * 1024
/**
 * Pictures that one account may keep: five lists of twenty categories, as many that their histories still show, and one
 * for each of many links. The account's room in bytes bounds them sooner where they are large.
 */
export const logosMax = 1000
/** A picture that nothing names goes after this time: its form was not sent to its end. */
export const logoUnusedMs = dayMs
/** Source files cached in memory, in bytes: about two hundred lists of the usual size. */
export const sourceCacheBytes = 64 * 1024 * 1024
/** How often a commit that lost a race is retried on the then newest revision. */
export const attemptsMax = 8
/** The most satellites that are listed with Q2202. */
export const keepSatellitesMax = 200
/** The most ids that are listed with one loss of an export or edit; the count is complete. */
export const lossIdsMax = 100
/**
 * Work on lists up to this length, in bytes read by the engine (a MiB takes 1 to 5 ms), runs on the server's own
 * thread. A usual list of 2000 channels is read and edited there; longer ones go to the engine's thread.
 */
export const inlineBytes = 2 * 1024 * 1024
/**
 * Work in other dialects up to this length runs on the server's own thread: a file of theirs takes 0.2 to 1 ms a KiB to
 * be read, as its lines may be of a few bytes and become channels of 300, and to write one takes 0.1 ms a channel. The
 * file of a usual list is longer, and goes to the engine's thread.
 */
export const foreignInlineBytes = 8 * 1024
/**
 * What a piece of work costs, relative to reading its source once: another dialect writes four times the bytes, a merge
 * reads three states, a mapping or a comparison makes an object for every channel.
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
  carryCells: 8,
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
/** Names in other languages that are shorter than this are kept in each state that has them. */
export const namesApartBytes = 2048
/** Whole edit states that were put together of what is stored apart. */
export const statesInMemoryBytes = 16 * 1024 * 1024
/** Edit states with names in another language, cached in memory: a few kilobytes to 100 each. */
export const statesInLanguageBytes = 16 * 1024 * 1024
/** What others than a list's owner read of it, cached in memory: a few kilobytes to 300 a published list. */
export const shownStatesBytes = 16 * 1024 * 1024
/** How much a version changed of another, as boxes' pages show it: three numbers each. */
export const changesKept = 5000
/** A stage ends by itself once so many of its boxes report a failure, and they are such a share of its boxes. */
export const stageFailures = { least: 3, percent: 10 } as const
/** The newest publications of a list whose versions are kept, so that each of them can be rolled back to. */
export const publicationsKept = 20
/** Lists of the usual size that stay open for the next page of them: a few people's, at 2 to 8 MiB each. */
export const openListsMax = 6
/** An engine that grew beyond this for a list is not kept with it. */
export const openListBytes = 16 * 1024 * 1024
/** Longer sources are kept in shared memory, so that none is copied for each piece of work. */
export const sharedBytesMin = 256 * 1024
/**
 * Pieces of work on long lists of one account that may wait: a page and its parts. Only a program that doesn't wait for
 * answers has more.
 */
export const heavyWaitingOfOne = 6
/** The same for all accounts together: at half a second each, nobody waits for an answer that comes too late. */
export const heavyWaitingOfAll = 60
/**
 * A piece of work takes at most two seconds of the processor; a thread that has used this much for one hangs. On a busy
 * machine it may take four times as long by the clock (thread.server.ts). All of it counts for whoever asked.
 */
export const heavyLimitMs = 15_000
/** Heap of the engine's thread: the names and problems of 100 000 records as objects, several times. */
export const heavyHeapMb = 512
/** Exports of long lists cached in memory, in bytes: two of the longest, or twenty of a tenth of that. */
export const exportCacheBytes = 96 * 1024 * 1024
/** How long a file that was uploaded to be held beside a list is kept. */
export const asideMs = dayMs
/** How many such files of an account are kept; older ones make way. */
export const asidesPerAccount = 3
/** Links of one list that can be read at the same time. */
export const sharesPerList = 20
