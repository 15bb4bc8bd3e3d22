/**
 * Events let a module announce that something has happened without knowing who listens. An event is sent after the
 * commit, so listeners see the new state. Listeners run independently. One that fails or hangs undoes nothing and
 * affects no other; it is logged with the event's name.
 */
import { runSideEffect } from './side-effect.server'
import type { Transaction } from './db.server'
import { log } from './log.server'
import { countCauses, isInTransaction, runCaused } from './scope.server'
import { afterCommit } from './transact.server'

type Listener<T> = (told: T) => unknown
export type Event<T> = {
  /**
   * Subscribes, once at start. Listeners are called in the order of subscription. Returns a function that unsubscribes.
   */
  listen(listener: Listener<T>): () => void
  /**
   * Sends the event. Call it when the change is on the disk; it throws inside a transaction. Every listener has started
   * when this returns. An awaited event resolves when all have ended, or after `sideEffectWaitMs`.
   */
  notify(told: T): Promise<void>
  /** Sends the event once this transaction is committed, never if it is rolled back. */
  notifyAfter(tx: Transaction, told: T): void
}

/**
 * A listener may cause further events, including the same one. A longer chain than this is treated as a loop: it is cut
 * and logged.
 */
export const maxCauses = 8

/**
 * Makes an event. `name` says in the log what happened. With `awaited` the sender waits for all listeners, for example
 * because its answer depends on them.
 */
export const makeEvent = <T>(name: string, { awaited }: { awaited: boolean }): Event<T> => {
  const listeners = new Set<Listener<T>>()
  const send = async (told: T): Promise<void> => {
    const before = countCauses()
    if (before >= maxCauses) {
      log.error({ event: name, causes: before }, 'events cause one another in a circle; this one is not told')
      return
    }
    const done = runCaused(before + 1, () =>
      [...listeners].map((listener) => runSideEffect(name, () => listener(told))),
    )
    if (awaited) await Promise.all(done)
  }
  const notify = (told: T): Promise<void> => {
    if (isInTransaction()) throw new Error(`${name}: announced inside a transaction, which may still be rolled back`)
    return send(told)
  }
  return {
    listen: (listener) => {
      // Wrapped, so that the same function can subscribe twice.
      const own: Listener<T> = (told) => listener(told)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    notify,
    notifyAfter: (tx, told) => afterCommit(tx, name, () => notify(told)),
  }
}
