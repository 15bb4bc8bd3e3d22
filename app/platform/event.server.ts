/**
 * How a module tells others that something has happened, without knowing them: it makes an event, whoever wants to know
 * listens. An event is told after the commit, so that every listener sees the new state. Each listener runs by itself:
 * one that fails or hangs undoes nothing and hinders no other; it is logged with the event's name.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { runAside } from './aside.server'
import type { Transaction } from './db.server'
import { log } from './log.server'
import { afterCommit } from './transact.server'

type Listener<T> = (told: T) => unknown
export type Event<T> = {
  /** Calls back at every telling, in the order of listening. Answers how to stop it. Connected once, at start. */
  listen(listener: Listener<T>): () => void
  /**
   * Tells it. To be called when what happened is on the disk, never inside its transaction. Every listener has begun
   * when this returns; an awaited event resolves when all have ended, or their time is over (`asideWaitMs`).
   */
  notify(told: T): Promise<void>
  /** Tells it once this transaction is committed, and never if it is rolled back. */
  notifyAfter(tx: Transaction, told: T): void
}

/**
 * A listener may cause further events, the same one among them. A longer row of causes than this goes round in a
 * circle: it is cut and logged.
 */
export const mostCauses = 8
/** How many events have caused one another up to the present one. */
const causes = new AsyncLocalStorage<number>()

/**
 * Makes an event. `name` says what happened, as the log shows it. `awaited`: whoever tells it goes on only when every
 * listener has done its part, as where the answer to a person promises it.
 */
export const makeEvent = <T>(name: string, { awaited }: { awaited: boolean }): Event<T> => {
  const listeners = new Set<Listener<T>>()
  const notify = async (told: T): Promise<void> => {
    const before = causes.getStore() ?? 0
    if (before >= mostCauses) {
      log.error({ event: name, causes: before }, 'events cause one another in a circle; this one is not told')
      return
    }
    const done = causes.run(before + 1, () => [...listeners].map((listener) => runAside(name, () => listener(told))))
    if (awaited) await Promise.all(done)
  }
  return {
    listen: (listener) => {
      // One of its own, so that the same function can listen twice.
      const own: Listener<T> = (told) => listener(told)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    notify,
    notifyAfter: (tx, told) => afterCommit(tx, name, () => notify(told)),
  }
}
