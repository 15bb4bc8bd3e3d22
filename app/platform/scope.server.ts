/**
 * What a running piece of code is part of: the transaction whose work it is, and the chain of events that caused it.
 * Kept apart from what asks for it, so that the database, transactions, events and timers can all ask.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const transaction = new AsyncLocalStorage<{ running: boolean }>()

/** True in the work of a transaction, and in everything that it calls, until the work has ended. */
export const isInTransaction = (): boolean => transaction.getStore()?.running === true

/** Runs the work of a transaction. */
export const runInTransaction = async <T>(work: () => Promise<T>): Promise<T> => {
  const scope = { running: true }
  try {
    return await transaction.run(scope, work)
  } finally {
    scope.running = false
  }
}

/** How many events have caused one another up to the present one. */
const causes = new AsyncLocalStorage<number>()

export const countCauses = (): number => causes.getStore() ?? 0
/** Runs what an event causes. */
export const runCaused = <T>(by: number, work: () => T): T => causes.run(by, work)
/**
 * Runs work that begins anew, such as that of a timer: a loop over time is no chain of causes, and belongs to no
 * transaction, whose end it may wait for because nobody in it waits for this work.
 */
export const runUncaused = (work: () => void): void => causes.exit(() => transaction.exit(work))
