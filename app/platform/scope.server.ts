/**
 * Knows what the running code is part of: a transaction, and the chain of events that caused it. A module of its own,
 * so that the database, transactions, events and timers can all import it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const transaction = new AsyncLocalStorage<{ running: boolean }>()

/** True in the work of a transaction and everything that it calls, until the work has ended. */
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

/** The number of events that have caused one another so far. */
const causes = new AsyncLocalStorage<number>()

export const countCauses = (): number => causes.getStore() ?? 0
/** Runs what an event causes. */
export const runCaused = <T>(by: number, work: () => T): T => causes.run(by, work)
/**
 * Runs work that has no cause, such as that of a timer. A loop over time is not a chain of causes. The work belongs to
 * no transaction and may wait for one, because nothing in that transaction waits for it.
 */
export const runUncaused = (work: () => void): void => causes.exit(() => transaction.exit(work))
