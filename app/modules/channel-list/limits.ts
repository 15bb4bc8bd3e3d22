/** The limits on stored lists, each with its reason. */
import { dayMs } from '~/platform/clock.server'

/** Living User lists of one account (the specification's five cloud saves). */
export const userListsMax = 5
/** Revisions kept of one list, and so the steps that can be undone; each is a state of its own, so older ones can go. */
export const revisionsMax = 500
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
