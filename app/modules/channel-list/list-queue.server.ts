/**
 * Turns of one list: changes of the same list wait for each other in this process, so that two writers seldom race.
 * What keeps the data right is the guarded statement in commit.server.ts.
 */
import { makeKeyedQueue } from '~/platform/keyed-queue.server'

/** Runs the work after those before it on the same list. */
export const inListQueue = makeKeyedQueue()
