/** The limits on stored lists, each with its reason. */
import { dayMs } from '~/platform/clock.server'

/** Living User lists of one account (the specification's five cloud saves). */
export const userListsMax = 5
/**
 * Revisions kept of one list, and so the steps that can be undone; each is a state of its own, so older ones can go.
 */
export const revisionsMax = 500
/** When room is made, a twentieth of it more than is needed, so that not every change pays for it. */
export const roomSlack = 0.05
/**
 * A change of what is there may still be stored where less disk is free than this part of the floor for new files:
 * nobody's edit is the one to refuse first.
 */
export const editFloorShare = 0.25
/** Old revisions are dropped in lots, so that not every edit pays for it. */
export const revisionsSlack = 50
/** How long a deleted list can be restored. */
export const restoreMs = 30 * dayMs
/** Operations kept as JSON for the history; a longer batch keeps its summary only (its state is kept in any case). */
export const operationsTextMax = 65_536
/** Clashes told at once; more help nobody. */
export const clashesMax = 50
/** Revisions told with a clash. */
export const sinceMax = 20
/** Source files held in memory, by bytes: about two hundred lists of the usual size. */
export const sourceCacheBytes = 64 * 1024 * 1024
/** How often a commit that lost its race is tried again on the then newest revision. */
export const attemptsMax = 8
/** Satellites told with Q2202. */
export const keepSatellitesMax = 200
/** Ids told with one loss of an export or edit; the count is whole. */
export const lossIdsMax = 100
/**
 * Work on a list that stays on the server's own thread, in bytes read once by the engine (a MiB takes 1 to 5 ms). A
 * usual list of 2000 channels is read and edited there at once; what is longer goes to the engine's thread.
 */
export const inlineBytes = 2 * 1024 * 1024
/**
 * What a piece of work costs in readings of its source: another dialect writes four times the bytes, a merge reads
 * three states, a mapping or a comparison makes an object of every channel.
 */
export const pieceWeights = {
  importBytes: 2,
  fitCopy: 2,
  write: 1,
  convert: 10,
  prepare: 2,
  merge: 5,
  readFacts: 1,
  report: 2,
  preview: 2,
  viewHead: 1,
  viewCall: 2,
  mapIds: 4,
  compareVersions: 4,
} as const
/** Sources longer than this lie in memory that threads share, so that none is copied for each piece of work. */
export const sharedBytesMin = 256 * 1024
/**
 * Pieces of work on long lists of one account that may wait: a page and what hangs on it; more is a program that
 * doesn't wait for answers.
 */
export const heavyWaitingOfOne = 6
/** The same over all accounts: at half a second each, nobody is kept waiting for an answer that comes too late. */
export const heavyWaitingOfAll = 60
/** A piece of work takes two seconds at most on a busy machine; a thread that is silent for so long hangs. */
export const heavyLimitMs = 30_000
/** Heap of the engine's thread: names and problems of 100 000 records as objects, several times over. */
export const heavyHeapMb = 512
/** Exports of long lists held in memory, by bytes: two of the longest, or twenty of a tenth of that. */
export const exportCacheBytes = 96 * 1024 * 1024
