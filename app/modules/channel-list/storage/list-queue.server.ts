/**
 * Serialises changes of one list in this process, so that two writers seldom race. The guarded statement in
 * commit.server.ts keeps the data consistent.
 */
import { makeKeyedQueue } from '~/platform/keyed-queue.server'

/** Runs the work after all earlier work on the same list. */
export const inListQueue = makeKeyedQueue()
